"""hanab.live's variants: which suits each one has, and what its rules change.

The facts are in `variants.txt` beside this file, one line a variant (tools/build_variants.py writes it).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_lowercase

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import (
    DARK_COPIES,
    NORMAL_COPIES,
    SUDOKU_COPIES,
    UNKNOWN_TRASH,
    UP_OR_DOWN_COPIES,
)
from hanabi_solver.names import Stacking

NO_VARIANT = "No Variant"

_FULL_STACK = 5
# The letters that players use; other suits get a letter of their name that is still free.
USUAL_LETTERS = {
    "Red": "r",
    "Yellow": "y",
    "Green": "g",
    "Blue": "b",
    "Purple": "p",
    "Teal": "t",
    "Black": "k",
    "Rainbow": "m",
    "Pink": "i",
    "White": "w",
    "Brown": "n",
}
# Words that make a kind of suit of another one, and so say nothing about its letter.
_KIND_WORDS = re.compile(r"^Dark | Reversed$| EA$")

# The suits that exactly the clues of their own colour and of a card's own rank mark, and the parts of a
# variant's name that leave it so (in "Cow & Pig" and "Duck" only the receiver learns less).
_PLAIN_SUITS = {"Red", "Yellow", "Green", "Blue", "Purple", "Teal", "Black", "Orange"}
_PLAIN_RULES = {
    NO_VARIANT,
    "Critical Fours",
    "Scarce Ones",
    "Clue Starved",
    "Throw It in a Hole",
    "Reversed",
    "Cow",
    "Pig",
    "Duck",
}
_NUMBER_OF_SUITS = re.compile(r"(?:^| \(?)\d Suits\)?$")


@dataclass(frozen=True, slots=True)
class VariantSuit:
    """A suit of a variant: its name there, and its letter here."""

    name: str
    letter: str
    one_of_each: bool
    reversed: bool
    inverted: bool

    @property
    def is_plain(self) -> bool:
        """Whether its cards are marked by clues of its own colour and of their own rank, and by no other.

        Rules of the variant may still change that (`Variant.has_plain_clues`).
        """
        return _KIND_WORDS.sub("", self.name) in _PLAIN_SUITS


@dataclass(frozen=True, slots=True)
class Variant:
    """One of hanab.live's variants; what a field does to play is in docs/hanablive.md.

    `critical_rank` is a rank with one copy only, or None; `stack_size` the number of cards of a complete
    suit.

    >>> variant = variant_by_name("Black (5 Suits)")
    >>> variant.id, variant.letters, variant.copies[4]
    (21, 'rygbk', (1, 1, 1, 1, 1))
    """

    id: int
    name: str
    suits: tuple[VariantSuit, ...]
    stack_size: int = _FULL_STACK
    critical_rank: int | None = None
    scarce_ones: bool = False
    clue_starved: bool = False
    throw_in_a_hole: bool = False
    stacking: Stacking = Stacking.BY_RANK

    @property
    def letters(self) -> str:
        """The suits' letters, in order; no two are the same, and none is "x"."""
        return "".join(suit.letter for suit in self.suits)

    @property
    def has_inverted_suits(self) -> bool:
        """Whether the server swaps playing and discarding for some suit."""
        return any(suit.inverted for suit in self.suits)

    @property
    def name_parts(self) -> tuple[str, ...]:
        """What the name is made of, without the number of suits.

        >>> variant_by_id(1954).name_parts
        ('Funnels', 'Dark Prism')
        """
        bare = _NUMBER_OF_SUITS.sub("", self.name)
        return tuple(bare.split(" & ")) if bare else ()

    @property
    def has_plain_clues(self) -> bool:
        """Whether each clue marks exactly the cards of the suit or rank it names, as in the usual game.

        >>> variant_by_id(2).has_plain_clues, variant_by_id(3).has_plain_clues
        (True, False)
        """
        names = {suit.name for suit in self.suits}
        return all(suit.is_plain for suit in self.suits) and all(
            part in _PLAIN_RULES or part in names for part in self.name_parts
        )

    @property
    def copies(self) -> tuple[tuple[int, ...], ...]:
        """How many copies of rank 1, 2, ... the deck holds, suit by suit; in Up or Down START comes last."""
        return tuple(self._copies_of(suit) for suit in self.suits)

    def _copies_of(self, suit: VariantSuit) -> tuple[int, ...]:
        if self.stacking is Stacking.UP_OR_DOWN:
            return (1,) * len(UP_OR_DOWN_COPIES) if suit.one_of_each else UP_OR_DOWN_COPIES
        if suit.one_of_each:
            return DARK_COPIES[: self.stack_size]
        if self.stacking is Stacking.SUDOKU:
            return SUDOKU_COPIES[: self.stack_size]
        copies = list(reversed(NORMAL_COPIES) if suit.reversed else NORMAL_COPIES)
        if self.scarce_ones and not suit.reversed:
            copies[0] = 2
        if self.critical_rank is not None:
            copies[self.critical_rank - 1] = 1
        return tuple(copies)


def variant_by_id(number: int, place: str = "variant") -> Variant:
    """The variant with this id; raises InputError, with `place`, if there is none.

    >>> variant_by_id(0).name
    'No Variant'
    """
    table = _table()
    if number not in table.by_id:
        highest = max(table.by_id)
        fault = Fault(
            place,
            f"expected the id of a variant, got {number}",
            f"the ids known here go from 0 (no variant) to {highest}; newer variants are not known",
        )
        raise InputError([fault])
    return _variant(number)


def variant_by_name(name: str, place: str = "variant") -> Variant:
    """The variant with exactly this name; raises InputError, with `place`, if there is none.

    >>> variant_by_name("6 Suits").letters
    'rygbpt'
    """
    table = _table()
    if name not in table.by_name:
        from difflib import get_close_matches  # only a wrong name needs it

        # No name is that long, and comparing a long text with each takes long.
        near = get_close_matches(name, table.by_name, n=3) if len(name) <= 100 else []
        advice = " or ".join(f'"{match}"' for match in near)
        fault = Fault(
            place,
            f'expected the name of a variant, got "{shorten(name)}"',
            f"did you mean {advice}?" if near else "names are those of hanab.live, like 'Black (6 Suits)'",
        )
        raise InputError([fault])
    return _variant(table.by_name[name])


def all_variants() -> list[Variant]:
    """Every known variant, by id."""
    return [_variant(number) for number in sorted(_table().by_id)]


@dataclass(frozen=True, slots=True)
class _Table:
    suits: tuple[tuple[str, frozenset[str]], ...]
    by_id: dict[int, tuple[str, str, str]]
    by_name: dict[str, int]


@cache
def _table() -> _Table:
    text = Path(__file__).with_name("variants.txt").read_text(encoding="utf-8")
    head, body = text.split("\n\n")
    suits = tuple((name, frozenset(flags.split(","))) for name, flags in _columns(head, 2))
    by_id = {int(row[0]): (row[1], row[2], row[3]) for row in _columns(body, 4)}
    return _Table(suits, by_id, {name: number for number, (_, _, name) in by_id.items()})


def _columns(text: str, number: int) -> list[list[str]]:
    rows = [line.split("\t") for line in text.splitlines()]
    if any(len(row) != number for row in rows):
        raise ValueError(f"variants.txt: expected {number} columns")
    return rows


@cache
def _variant(number: int) -> Variant:
    table = _table()
    suit_numbers, rules, name = table.by_id[number]
    facts = [table.suits[int(index)] for index in suit_numbers.split(",")]
    letters = suit_letters([suit_name for suit_name, _ in facts])
    return Variant(
        id=number,
        name=name,
        suits=tuple(
            VariantSuit(
                name=suit_name,
                letter=letter,
                one_of_each="one-of-each" in flags,
                reversed="reversed" in flags,
                inverted="inverted" in flags,
            )
            for letter, (suit_name, flags) in zip(letters, facts, strict=True)
        ),
        stack_size=4 if "stack-size-4" in rules else _FULL_STACK,
        critical_rank=4 if "critical-rank-4" in rules else None,
        scarce_ones="scarce-ones" in rules,
        clue_starved="clue-starved" in rules,
        throw_in_a_hole="throw-it-in-a-hole" in rules,
        stacking=next((each for each in Stacking if each in rules.split(",")), Stacking.BY_RANK),
    )


def suit_letters(names: Sequence[str]) -> str:
    """One small letter for each suit, none twice and none "x".

    A suit takes its usual letter; then, in order, each other one the first letter of its name that is
    free, else any that is free.

    >>> suit_letters(["Red", "Ruby", "Black", "Dark Rainbow"])
    'rukm'
    """
    bare = [_KIND_WORDS.sub("", name) for name in names]
    chosen: dict[int, str] = {}
    for index, name in enumerate(bare):
        usual = USUAL_LETTERS.get(name)
        if usual is not None and usual not in chosen.values():
            chosen[index] = usual
    for index, name in enumerate(bare):
        if index not in chosen:
            wanted = [letter for letter in name.lower() if letter in ascii_lowercase]
            chosen[index] = next(
                letter
                for letter in (*wanted, *ascii_lowercase)
                if letter not in chosen.values() and letter != UNKNOWN_TRASH
            )
    return "".join(chosen[index] for index in range(len(names)))
