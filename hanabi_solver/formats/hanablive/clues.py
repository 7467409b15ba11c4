"""Clues that hanab.live surely accepts, in variants whose clues mark other cards than usual.

With every card known, a clue only passes the turn, so any clue will do, and the solver picks one without
knowing which the variant allows. Before a line is shown on the site, each clue becomes one of these.
"""

from collections.abc import Iterator

from hanabi_solver.formats.hanablive.variants import Variant, VariantSuit
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import Position

_NO_RANK_CLUES = {"Number Mute", "Synesthesia"}
_NO_SUIT_CLUES = {"Color Mute"}
_PARITY_CLUES = "Odds and Evens"
_ALTERNATING = "Alternating Clues"
# No clue of a rank marks these suits, nor their dark kinds.
_RANKLESS_SUITS = {"Brown", "Null", "Muddy Rainbow", "Cocoa Rainbow"}
# Their suits share colours, so that a suit's number says nothing about its colour's.
_SHARED_COLOURS = ("Ambiguous", "Dual-Color", "Matryoshka", "Mix")


def sure_clues(position: Position, variant: Variant, previous: Clue | None) -> Iterator[Clue]:
    """Clues for the seat to move that hanab.live accepts; `previous` is the last clue of the game so far.

    All of them mark a card. There may be others; none is left out without a reason in the variant's rules
    that would take more than names to judge.
    """
    players = position.rules.players
    may_be_rank = may_be_suit = True
    if _ALTERNATING in variant.name_parts and previous is not None:
        may_be_rank, may_be_suit = previous.rank is None, previous.suit is None
    for step in range(1, players):
        target = (position.seat + step) % players
        for card in position.hand_cards(target):
            rank = _sure_rank(card, variant)
            if may_be_rank and rank is not None:
                yield Clue(target, rank=rank)
            if may_be_suit and _is_suit_sure(card, variant):
                yield Clue(target, suit=card.suit)


def _sure_rank(card: Card, variant: Variant) -> int | None:
    """The rank whose clue marks `card`, or None if that is not sure."""
    parts = variant.name_parts
    bare = variant.suits[card.suit].name.removeprefix("Dark ").removesuffix(" Reversed")
    if _NO_RANK_CLUES & set(parts) or bare in _RANKLESS_SUITS or _is_special(card, variant):
        return None
    return 2 - card.rank % 2 if _PARITY_CLUES in parts else card.rank


def _is_suit_sure(card: Card, variant: Variant) -> bool:
    """Whether the colour with the number of the card's suit exists and marks `card`."""
    if _NO_SUIT_CLUES & set(variant.name_parts) or _is_special(card, variant):
        return False
    if any(word in part for part in variant.name_parts for word in _SHARED_COLOURS):
        return False
    # Each suit before it has one colour of its own, so colours and suits are numbered alike so far.
    before: tuple[VariantSuit, ...] = variant.suits[: card.suit + 1]
    return all(suit.is_plain for suit in before)


def _is_special(card: Card, variant: Variant) -> bool:
    """Whether the variant ("Pink-Ones", "Deceptive-Fives", ...) marks cards of this rank in its own way."""
    ending = {1: "-Ones", 5: "-Fives"}.get(card.rank)
    return ending is not None and any(part.endswith(ending) for part in variant.name_parts)
