"""Cards as files write them: letters may be capitals as well, and long texts are shown shortened."""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from hanabi_solver.errors import InputError
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import Card, parse_card, split_cards

_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def small(text: str) -> str:
    """The text with small letters for capitals; its length stays the same.

    >>> small("R1 X")
    'r1 x'
    """
    return text.translate(_SMALL)


def card_texts(cards: str | Sequence[str]) -> list[str]:
    """One text a card, as it is written in the file.

    >>> card_texts("R4p1, X g2")
    ['R4', 'p1', 'X', 'g2']
    """
    if not isinstance(cards, str):
        return list(cards)
    written = "".join(cards.replace(",", " ").split())
    texts = []
    at = 0
    for piece in split_cards(small(cards)):
        texts.append(written[at : at + len(piece)])
        at += len(piece)
    return texts


def read_card(text: str, letters: str, marks: str, place: str) -> Card:
    """The card that `text` names, whose letter may be a capital; raises InputError if it names none.

    >>> read_card("P1", "rygbp", "12345", "deck[0]")
    Card(suit=4, rank=1)
    """
    lowered = small(text)
    if lowered == text and len(text) == 2:
        return parse_card(text, letters, marks, place)
    try:
        return parse_card(lowered, letters, marks, place)
    except InputError:
        return parse_card(shorten(text), letters, marks, place)  # quoted as it is written
