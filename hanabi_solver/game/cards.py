"""Cards and suits, and how they are written: "r4" is rank 4 of the suit with the letter r."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError

NORMAL_COPIES = (3, 2, 2, 2, 1)
DARK_COPIES = (1, 1, 1, 1, 1)
# Up or Down: the last of the copies are those of START. Sudoku: two of every rank.
UP_OR_DOWN_COPIES = (1, 2, 2, 2, 1, 1)
SUDOKU_COPIES = (2, 2, 2, 2, 2)
UNKNOWN_TRASH = "x"

# START, the card without a rank of Up or Down, has the number that hanab.live gives it, and comes last.
START_RANK = 7
START_MARK = "S"


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card face: 0-based suit (in the order of the rules) and rank (from 1; START is `START_RANK`)."""

    suit: int
    rank: int


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit: its letter, and how many copies of rank 1, 2, ... the deck holds.

    A `reversed` suit is played from its highest rank down to 1; its copies are still counted by rank.
    In Up or Down the last of the copies are those of START. One with a `first` rank other than 0 is played
    from that rank up, and from the highest round to 1.

    >>> Suit("r").copies, Suit("k", DARK_COPIES).size
    ((3, 2, 2, 2, 1), 5)
    """

    letter: str
    copies: tuple[int, ...] = NORMAL_COPIES
    reversed: bool = False
    first: int = 0

    @property
    def size(self) -> int:
        """Number of cards of this suit in the deck."""
        return sum(self.copies)


def format_card(card: Card, letters: str) -> str:
    """The card as text: suit letter, then rank.

    >>> format_card(Card(0, 4), "rygbp")
    'r4'
    >>> format_card(Card(0, START_RANK), "rygbp")
    'rS'
    """
    return f"{letters[card.suit]}{START_MARK if card.rank == START_RANK else card.rank}"


def format_cards(cards: Iterable[Card], letters: str, separator: str = " ") -> str:
    """Several cards as text.

    >>> format_cards([Card(0, 4), Card(4, 1)], "rygbp", "")
    'r4p1'
    """
    return separator.join(format_card(card, letters) for card in cards)


def parse_card(text: str, letters: str, marks: str, place: str = "card") -> Card:
    """The card that `text` names; `letters` are the suits' letters, `marks` those of ranks.

    Raises InputError, with `place` in the message, if there is no such card.

    >>> parse_card("p1", "rygbp", "12345")
    Card(suit=4, rank=1)
    >>> parse_card("rs", "rygbp", "12345S")
    Card(suit=0, rank=7)
    """
    if len(text) == 2 and text[0] in letters:
        mark = text[1].upper() if text[1].isascii() else ""
        if mark and mark in marks:
            rank = START_RANK if mark == START_MARK else int(mark)
            return Card(letters.index(text[0]), rank)
    digits = marks.rstrip(START_MARK)
    start = f", or {START_MARK} for START" if digits != marks else ""
    fault = Fault(
        place,
        f"expected a card (one of {'/'.join(letters)}, then a rank 1 to {digits[-1:]}{start}), got {text!r}",
        'write a card as its suit letter and its rank, like "' + letters[:1] + '1"',
    )
    raise InputError([fault])


def split_cards(text: str) -> list[str]:
    """Cut a string of cards, with or without blanks and commas, into one text a card.

    `x` alone is a card of its own (a useless card of any kind). Pieces that are no card come out
    as they are, for `parse_card` to refuse.

    >>> split_cards("r4p1, x g2")
    ['r4', 'p1', 'x', 'g2']
    """
    pieces: list[str] = []
    for word in text.replace(",", " ").split():
        at = 0
        while at < len(word):
            is_trash = word[at] == UNKNOWN_TRASH and not word[at + 1 : at + 2].isdigit()
            width = 1 if is_trash else 2
            pieces.append(word[at : at + width])
            at += width
    return pieces


def parse_cards(texts: Sequence[str], letters: str, marks: str, place: str) -> list[Card]:
    """All cards named by `texts`; every unknown one is reported with its place at once.

    >>> parse_cards(["r1", "b5"], "rygbp", "12345", "deck")
    [Card(suit=0, rank=1), Card(suit=3, rank=5)]
    """
    cards: list[Card] = []
    faults: list[Fault] = []
    for index, text in enumerate(texts):
        try:
            cards.append(parse_card(text, letters, marks, f"{place}[{index}]"))
        except InputError as error:
            faults.extend(error.faults)
    if faults:
        raise InputError(faults)
    return cards
