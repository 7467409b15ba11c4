"""The three kinds of move, and how a move is written: "play 7", "discard 3", "clue 1 r", "clue 1 2"."""

from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError


@dataclass(frozen=True, slots=True)
class Play:
    """Play the card with this deck index from the hand of the seat to move."""

    card: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card with this deck index from the hand of the seat to move."""

    card: int


@dataclass(frozen=True, slots=True)
class Clue:
    """Name one colour or one rank (exactly one of them is set) to the seat `target`.

    `suit` is the number of the suit whose colour is named; where the rules have `clues` of their own, the
    number of the colour in `rules.clues.colours`.
    """

    target: int
    suit: int | None = None
    rank: int | None = None

    def __post_init__(self) -> None:
        if (self.suit is None) == (self.rank is None):
            raise ValueError(f"a clue names one suit or one rank, got suit={self.suit}, rank={self.rank}")

    @property
    def kind(self) -> str:
        """What it names: "colour" or "rank"."""
        return "rank" if self.suit is None else "colour"


Move = Play | Discard | Clue


def format_move(move: Move, letters: str) -> str:
    """The move as text; `letters` are those that clues are written with (`Rules.clue_letters`).

    >>> format_move(Clue(1, suit=4), "rygbp"), format_move(Play(7), "rygbp")
    ('clue 1 p', 'play 7')
    """
    match move:
        case Play(card):
            return f"play {card}"
        case Discard(card):
            return f"discard {card}"
        case Clue(target, suit, rank):
            return f"clue {target} {rank if suit is None else letters[suit]}"


def parse_move(text: str, letters: str) -> Move:
    """The move that `text` names, with `letters` as for `format_move`; raises InputError if it names none.

    >>> parse_move("clue 0 3", "rygbp")
    Clue(target=0, suit=None, rank=3)
    """
    match text.split():
        case ["play", card] if _is_number(card):
            return Play(int(card))
        case ["discard", card] if _is_number(card):
            return Discard(int(card))
        case ["clue", target, value] if _is_number(target):
            if _is_number(value):
                return Clue(int(target), rank=int(value))
            if len(value) == 1 and value in letters:
                return Clue(int(target), suit=letters.index(value))
    raise InputError(
        [
            Fault(
                "move",
                f"expected a move, got {text!r}",
                'write "play CARD", "discard CARD" (deck index) or "clue SEAT SUIT_OR_RANK"',
            )
        ]
    )


# No deck index, seat or rank is nearly as long.
_MOST_DIGITS = 9


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
