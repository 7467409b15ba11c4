"""The characters of hanab.live's compressed replays, each kept with its place in the text it came from."""

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_solver.errors import Fault

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBERS = {character: number for number, character in enumerate(ALPHABET)}


@dataclass(frozen=True, slots=True)
class Character:
    """A character and its 0-based index in the whole text."""

    text: str
    index: int

    @property
    def place(self) -> str:
        """The place as people count it.

        >>> Character("a", 0).place
        'character 1'
        """
        return f"character {self.index + 1}"

    @property
    def number(self) -> int | None:
        """Its value in base 62, or None if it has none."""
        return _NUMBERS.get(self.text)

    @property
    def digit(self) -> int | None:
        """Its value as a decimal digit, or None if it is no digit."""
        return int(self.text) if self.text in "0123456789" else None

    def fault(self, expected: str, advice: str = "") -> Fault:
        """That something else was expected here."""
        return Fault(self.place, f'expected {expected}, got "{self.text}"', advice)


def without_dashes(text: str, start: int, end: int) -> list[Character]:
    """The characters of text[start:end] that are no dashes; links have dashes so that lines can break."""
    return [Character(text[index], index) for index in range(start, end) if text[index] != "-"]


def split(characters: Sequence[Character], separator: str, most: int) -> list[list[Character]]:
    """The characters cut at a separator, into `most` parts at most."""
    parts: list[list[Character]] = [[]]
    for character in characters:
        if character.text == separator and len(parts) < most:
            parts.append([])
        else:
            parts[-1].append(character)
    return parts


def joined(characters: Sequence[Character]) -> str:
    """The characters as text.

    >>> joined(without_dashes("a-bc", 0, 4))
    'abc'
    """
    return "".join(character.text for character in characters)
