"""Numbers with their nouns, for sentences."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the plural where it belongs; that is the noun with an s if not given.

    >>> counted(1, "point"), counted(0, "point"), counted(1234, "position")
    ('1 point', '0 points', '1,234 positions')
    >>> counted(1, "copy", "copies"), counted(2, "copy", "copies")
    ('1 copy', '2 copies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
