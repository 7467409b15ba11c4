"""Small words: numbers with their nouns, and paths that have to be short."""

import os


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where it belongs.

    >>> counted(1, "point"), counted(0, "point"), counted(1234, "position")
    ('1 point', '0 points', '1,234 positions')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def shorten_path(path: str, width: int) -> str:
    """A path cut to `width` characters in the middle of its folder; the file's name stays whole.

    >>> shorten_path("/home/ann/puzzles/hard/late.json", 24)
    '/home/.../hard/late.json'
    """
    if len(path) <= width:
        return path
    name = os.path.basename(path)
    folder = path[: len(path) - len(name)]
    room = max(width - len(name) - len("..."), 0)
    if room < 2:
        return f".../{name}" if len(name) + 4 <= width else name
    return f"{folder[: room // 2]}...{folder[len(folder) - (room + 1) // 2 :]}{name}"
