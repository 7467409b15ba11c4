"""Variants of hanab.live: which cards there are and which a clue touches, from the rules in words."""

import csv
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from site_suits import Suit, suit_named

START = 7
COLOUR, RANK = 2, 3  # the types of action that give a clue
_SPECIAL_RANKS = {"Ones": 1, "Fives": 5}


@dataclass(frozen=True)
class Variant:
    name: str
    suits: tuple[Suit, ...]
    stack_size: int = 5

    def starts(self, *names: str) -> bool:
        return self.name.startswith(names)

    @property
    def up_or_down(self) -> bool:
        return self.starts("Up or Down")

    @property
    def sudoku(self) -> bool:
        return self.starts("Sudoku")

    @property
    def clue_cost(self) -> int:
        """In the unit that a discard gains: half a token where clues are starved."""
        return 2 if self.starts("Clue Starved") else 1

    @property
    def token_limit(self) -> int:
        return 8 * self.clue_cost

    @property
    def inverted(self) -> bool:
        return any(suit.inverted for suit in self.suits)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        plain = tuple(range(1, self.stack_size + 1))
        return (*plain, START) if self.up_or_down else plain

    def copies(self, suit: Suit, rank: int) -> int:
        if suit.dark:
            return 1
        if self.sudoku:
            return 2
        if rank == START or (self.up_or_down and rank in (1, 5)):
            return 1
        if rank == 4 and self.starts("Critical Fours"):
            return 1
        place = 6 - rank if suit.down else rank
        if place == 1:
            return 2 if self.starts("Scarce Ones") else 3
        return 1 if place == 5 else 2

    @cached_property
    def deck_size(self) -> int:
        return sum(self.copies(suit, rank) for suit in self.suits for rank in self.ranks)

    @cached_property
    def clue_colours(self) -> tuple[str, ...]:
        """In the order of their numbers."""
        if self.starts("Color Mute"):
            return ()
        return tuple(dict.fromkeys(colour for suit in self.suits for colour in suit.colours))

    @cached_property
    def special(self) -> tuple[str, int] | None:
        """For "Light-Pink-Ones & Brown": ("Light Pink", 1)."""
        words, _, last = self.name.split(" ")[0].rpartition("-")
        if last not in _SPECIAL_RANKS:
            return None
        return words.replace("-", " "), _SPECIAL_RANKS[last]

    @cached_property
    def clue_ranks(self) -> tuple[int, ...]:
        if self.starts("Number Mute", "Synesthesia"):
            return ()
        if self.starts("Odds and Evens"):
            return (1, 2)  # odd, even
        plain = tuple(range(1, self.stack_size + 1))
        if self.special:
            word, special_rank = self.special
            if word == "Deceptive" or suit_named(word).all_ranks or suit_named(word).no_ranks:
                return tuple(rank for rank in plain if rank != special_rank)
        return plain

    def may_be_empty(self, kind: int) -> bool:
        """Whether clues of this kind are allowed though they touch nothing."""
        return self.starts("Totally Blind", "Color Blind" if kind == COLOUR else "Number Blind")

    def touches(self, kind: int, value: int, suit_index: int, rank: int) -> bool:
        """Whether a clue (its type and value as in files) touches a card."""
        if self.may_be_empty(kind):
            return False
        suit = self.suits[suit_index]
        if kind == COLOUR:
            return self._colour_touches(self.clue_colours[value], suit, rank)
        return self._rank_touches(value, suit_index, suit, rank)

    def _colour_of_rank(self, rank: int) -> str:
        """Prism: rank 1 has the first colour, and so on round; START the last."""
        if rank == START:
            return self.clue_colours[-1]
        return self.clue_colours[(rank - 1) % len(self.clue_colours)]

    def _colour_touches(self, colour: str, suit: Suit, rank: int) -> bool:
        if self.starts("Synesthesia") and not suit.no_ranks and colour == self._colour_of_rank(rank):
            return True
        if suit.all_colours or suit.no_colours:
            return suit.all_colours
        if self.special and self.special[0] != "Deceptive" and rank == self.special[1]:
            like = suit_named(self.special[0])
            if like.all_colours or like.no_colours:
                return like.all_colours
        if suit.prism:
            return colour == self._colour_of_rank(rank)
        return colour in suit.colours

    def _rank_touches(self, value: int, suit_index: int, suit: Suit, rank: int) -> bool:
        if suit.all_ranks or suit.no_ranks:
            return suit.all_ranks
        if self.starts("Funnels"):
            return rank <= value
        if self.starts("Chimneys"):
            return rank >= value
        if self.starts("Odds and Evens"):
            return rank % 2 == value % 2
        if self.special and rank == self.special[1]:
            if self.special[0] == "Deceptive":
                return value == self.clue_ranks[suit_index % len(self.clue_ranks)]
            like = suit_named(self.special[0])
            if like.all_ranks or like.no_ranks:
                return like.all_ranks
        return value == rank


def make_variant(name: str, suits: str, stack_size: int = 5) -> Variant:
    """A variant from its name and its suits' names, with ", " between them."""
    return Variant(name, tuple(suit_named(suit) for suit in suits.split(", ")), stack_size)


@dataclass(frozen=True)
class Variants:
    by_name: dict[str, Variant]
    by_id: dict[int, Variant]


def read_variants(table: Path) -> Variants:
    """All variants of the table of facts `variants.tsv`."""
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    made = {int(row["id"]): make_variant(row["name"], row["suits"], int(row["stack_size"])) for row in rows}
    return Variants({variant.name: variant for variant in made.values()}, made)
