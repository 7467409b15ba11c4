"""Which clues there are and which cards each one touches, where that differs from the usual rule.

By the usual rule each suit has a colour of its own, and a clue of a rank touches the cards of that rank.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hanabi_solver.errors import Fault
from hanabi_solver.game.cards import UNKNOWN_TRASH, Card
from hanabi_solver.game.moves import Clue

# For each suit, in the order of the rules, the ranks that a clue touches.
Touches = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ColourClue:
    """A colour that can be named: what it is called, the letter it is written with, and what it touches."""

    name: str
    letter: str
    touches: Touches


@dataclass(frozen=True, slots=True)
class RankClue:
    """A rank that can be named, and what it touches."""

    rank: int
    touches: Touches


@dataclass(frozen=True, slots=True)
class ClueRules:
    """All clues that there are.

    A clue names a colour by its number in `colours`, or the `rank` of one of `ranks`. With `alternate` no
    two clues in a row are of the same kind. With `empty_colours` a clue of a colour is legal though it
    touches no card, with `empty_ranks` one of a rank.

    >>> red = ColourClue("Red", "r", ((1, 2), (1, 2)))  # of a red suit and a rainbow one
    >>> clues = ClueRules((red,), (RankClue(1, ((1,), (1,))),))
    >>> clues.touches(Clue(1, suit=0), Card(1, 2)), clues.touches(Clue(1, rank=1), Card(1, 2))
    (True, False)
    """

    colours: tuple[ColourClue, ...]
    ranks: tuple[RankClue, ...]
    alternate: bool = False
    empty_colours: bool = False
    empty_ranks: bool = False

    @property
    def letters(self) -> str:
        """The colours' letters, in order."""
        return "".join(colour.letter for colour in self.colours)

    def named(self, clue: Clue) -> ColourClue | RankClue | None:
        """What a clue names, or None if there is no such clue."""
        if clue.suit is not None:
            return self.colours[clue.suit] if 0 <= clue.suit < len(self.colours) else None
        return next((rank for rank in self.ranks if rank.rank == clue.rank), None)

    def touches(self, clue: Clue, card: Card) -> bool:
        """Whether there is such a clue and it touches `card`."""
        named = self.named(clue)
        return named is not None and card.rank in named.touches[card.suit]

    def may_be_empty(self, clue: Clue) -> bool:
        """Whether a clue of this kind is legal though it touches no card."""
        return self.empty_ranks if clue.suit is None else self.empty_colours

    def clues_to(self, target: int) -> Iterator[Clue]:
        """Every clue that there is, to the seat `target`: colours in order, then ranks."""
        for number in range(len(self.colours)):
            yield Clue(target, suit=number)
        for rank in self.ranks:
            yield Clue(target, rank=rank.rank)


def clue_faults(clues: ClueRules, suits: int, ranks: int, marks: tuple[int, ...]) -> Iterator[Fault]:
    """What is wrong with these clues in rules of so many suits and ranks; cards have the ranks `marks`."""
    for index, colour in enumerate(clues.colours):
        place, letter = f"rules.clues.colours[{index}]", colour.letter
        if not (colour.name.isascii() and colour.name.replace(" ", "").isalpha()):
            yield Fault(place, f"expected the name of a colour in letters, got {colour.name!r}")
        if not (len(letter) == 1 and letter.isascii() and letter.islower()) or letter == UNKNOWN_TRASH:
            yield Fault(place, f"expected a small letter other than {UNKNOWN_TRASH!r}, got {letter!r}")
        elif letter in [other.letter for other in clues.colours[:index]]:
            yield Fault(place, f"expected a letter of its own, got {letter!r} a second time")
        yield from _touch_faults(colour.touches, suits, marks, place)
    numbers = [rank.rank for rank in clues.ranks]
    for index, rank in enumerate(clues.ranks):
        place = f"rules.clues.ranks[{index}]"
        if not 1 <= rank.rank <= ranks:
            yield Fault(place, f"expected a rank of 1 to {ranks}, got {rank.rank}")
        elif numbers.index(rank.rank) != index:
            yield Fault(place, f"expected a rank of its own, got {rank.rank} a second time")
        yield from _touch_faults(rank.touches, suits, marks, place)


def _touch_faults(touches: Touches, suits: int, ranks: tuple[int, ...], place: str) -> Iterator[Fault]:
    if not isinstance(touches, tuple) or not all(isinstance(touched, tuple) for touched in touches):
        yield Fault(place, f"expected a tuple of ranks for each suit, got {touches!r}")
        return
    if len(touches) != suits:
        yield Fault(place, f"expected the ranks that it touches in each of {suits} suits, got {len(touches)}")
    for touched in touches:
        for rank in sorted(set(touched) - set(ranks)):
            yield Fault(place, f"expected ranks of the suits ({', '.join(map(str, ranks))}), got {rank}")
        if len(set(touched)) < len(touched):
            yield Fault(place, f"expected each rank once, got {list(touched)}")
