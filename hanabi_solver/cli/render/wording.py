"""Small words: numbers with their nouns, and paths that have to be short."""

import os

from hanabi_solver.game.plurals import counted

__all__ = ["counted", "shorten_path"]


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
