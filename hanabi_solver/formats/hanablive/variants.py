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
# "rank-1-all-colours": a rule of clues for the cards of one rank.
_SPECIAL_RANK = re.compile(r"rank-(\d)-(.+)")
_CLUE_MARKS = {"all-colours", "no-colours", "all-ranks", "no-ranks", "prism"}
_CLUE_WORDS = {
    "alternating-clues",
    "chimneys",
    "colour-blind",
    "colour-mute",
    "funnels",
    "number-blind",
    "number-mute",
    "odds-and-evens",
    "synesthesia",
}


@dataclass(frozen=True, slots=True)
class VariantSuit:
    """A suit of a variant: its name there, its letter here, and how clues touch it.

    `colours` are those that touch it, unless one of its `clue_marks` says otherwise: "all-colours",
    "no-colours", "all-ranks", "no-ranks", "prism" (docs/hanablive.md).
    """

    name: str
    letter: str
    one_of_each: bool
    reversed: bool
    inverted: bool
    colours: tuple[str, ...]
    clue_marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class Variant:
    """One of hanab.live's variants; what a field does to play is in docs/hanablive.md.

    `critical_rank` is a rank with one copy only, or None; `stack_size` the number of cards of a complete
    suit. `clue_words` name its rules for clues, "funnels" for example; `special_marks` those for the cards
    of `special_rank`, like the marks of a suit, or "deceptive".

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
    clue_words: frozenset[str] = frozenset()
    special_rank: int | None = None
    special_marks: frozenset[str] = frozenset()

    @property
    def letters(self) -> str:
        """The suits' letters, in order; no two are the same, and none is "x"."""
        return "".join(suit.letter for suit in self.suits)

    @property
    def has_inverted_suits(self) -> bool:
        """Whether the server swaps playing and discarding for some suit."""
        return any(suit.inverted for suit in self.suits)

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
    suits: tuple[tuple[str, frozenset[str], tuple[str, ...]], ...]
    by_id: dict[int, tuple[str, str, str]]
    by_name: dict[str, int]


@cache
def _table() -> _Table:
    text = Path(__file__).with_name("variants.txt").read_text(encoding="utf-8")
    head, body = text.split("\n\n")
    suits = tuple(
        (name, _words(flags), () if colours == "-" else tuple(colours.split(",")))
        for name, flags, colours in _columns(head, 3)
    )
    by_id = {int(row[0]): (row[1], row[2], row[3]) for row in _columns(body, 4)}
    return _Table(suits, by_id, {name: number for number, (_, _, name) in by_id.items()})


def _columns(text: str, number: int) -> list[list[str]]:
    rows = [line.split("\t") for line in text.splitlines()]
    if any(len(row) != number for row in rows):
        raise ValueError(f"variants.txt: expected {number} columns")
    return rows


def _words(text: str) -> frozenset[str]:
    return frozenset() if text == "-" else frozenset(text.split(","))


@cache
def _variant(number: int) -> Variant:
    table = _table()
    suit_numbers, words, name = table.by_id[number]
    rules = _words(words)
    facts = [table.suits[int(index)] for index in suit_numbers.split(",")]
    letters = suit_letters([suit_name for suit_name, _, _ in facts])
    special = [found.groups() for word in rules if (found := _SPECIAL_RANK.fullmatch(word))]
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
                colours=colours,
                clue_marks=flags & _CLUE_MARKS,
            )
            for letter, (suit_name, flags, colours) in zip(letters, facts, strict=True)
        ),
        stack_size=4 if "stack-size-4" in rules else _FULL_STACK,
        critical_rank=4 if "critical-rank-4" in rules else None,
        scarce_ones="scarce-ones" in rules,
        clue_starved="clue-starved" in rules,
        throw_in_a_hole="throw-it-in-a-hole" in rules,
        stacking=next((each for each in Stacking if each in rules), Stacking.BY_RANK),
        clue_words=rules & _CLUE_WORDS,
        special_rank=int(special[0][0]) if special else None,
        special_marks=frozenset(mark for _, mark in special),
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
