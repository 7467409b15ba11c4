"""What the arrays of the fast lane hold, and which rules it takes.

Decks
    ``uint8[n, size]``, one row a deck, in the order in which it is dealt and drawn. A face is
    ``suit * 5 + rank - 1``, the suits in the order of the rules; START of Up or Down, which only the dealer
    knows, is ``START_FACE + suit``.

Lines
    ``uint8[n, most_turns]``, one row a line: the code of each move, then ``NO_MOVE``. A code is
    ``kind * 8 + slot``. A slot counts from 0, the oldest card of the hand, as the engine does;
    ``PILE_SLOT`` is the last card of the draw pile, with `deck_plays`. A clue has slot 0 and names nothing:
    the lane takes only rules by which whoever pays for a clue can give one.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from hanabi_solver.game.cards import START_RANK, Card
from hanabi_solver.game.passing import has_clues_enough
from hanabi_solver.game.rules import MAX_RANKS, MAX_SUITS, Rules

Bytes = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.int64]]

START_FACE = MAX_SUITS * MAX_RANKS
FACES = START_FACE + MAX_SUITS

NO_MOVE, PLAY, DISCARD, CLUE = 0, 1, 2, 3
KIND_SHIFT, SLOT_MASK = 3, 7
MOST_CARDS = 6
PILE_SLOT = 7


class LaneRules(NamedTuple):
    """`Rules` as compiled code takes them: whole numbers (a switch is 0 or 1), and one array a face.

    `copies` has the copies of each face in the deck, `steps` the height of its stack with this card on it;
    both are 0 for a face that there is not.
    """

    players: int
    hand_size: int
    suits: int
    ranks: int
    deck_size: int
    token_limit: int
    clue_cost: int
    strike_limit: int
    first_seat: int
    suit_regains: int
    discard_at_limit: int
    deck_plays: int
    strikeout_scores: int
    copies: Bytes
    steps: Bytes


def lane_rules(rules: Rules) -> LaneRules:
    """The rules for compiled code; raises ValueError for rules that the lane does not take.

    >>> from hanabi_solver.game.rules import make_suits
    >>> lane_rules(Rules(suits=make_suits("r"), hand_size=2)).copies[:6].tolist()
    [3, 2, 2, 2, 1, 0]
    """
    if reason := why_not(rules):
        raise ValueError(f"the lane takes no rules with {reason}")
    copies, steps = np.zeros(FACES, np.uint8), np.zeros(FACES, np.uint8)
    for card in rules.faces():
        copies[face_of(card)] = rules.copies(card)
        steps[face_of(card)] = rules.step(card)
    return LaneRules(
        players=rules.players,
        hand_size=rules.hand_size,
        suits=len(rules.suits),
        ranks=rules.ranks,
        deck_size=rules.deck_size,
        token_limit=rules.token_limit,
        clue_cost=rules.clue_cost,
        strike_limit=rules.strike_limit,
        first_seat=rules.first_seat,
        suit_regains=int(rules.suit_regains),
        discard_at_limit=int(rules.discard_at_limit),
        deck_plays=int(rules.deck_plays),
        strikeout_scores=int(rules.strikeout_scores),
        copies=copies,
        steps=steps,
    )


def why_not(rules: Rules) -> str:
    """What keeps the lane from taking these rules; empty if nothing does.

    >>> why_not(Rules()), why_not(Rules(speedrun=True))
    ('', 'a game that is lost before its end')
    """
    if not rules.has_set_order:
        return "suits without a set order"
    if rules.needs_all:
        return "a game that is lost before its end"
    if rules.hand_size > MOST_CARDS:
        return f"hands of more than {MOST_CARDS} cards"
    # Every copy counts: then there is a clue on every turn of every deck.
    cards = [card for card in rules.faces() for _ in range(rules.copies(card))]
    if not has_clues_enough(rules, cards):
        return "clues that may mark no card"
    return ""


def lane_takes(rules: Rules) -> bool:
    """Whether the lane knows these rules; `why_not` says what it does not know."""
    return not why_not(rules)


def most_turns(rules: Rules) -> int:
    """Turns of a line at most: one for each card of the pile, the final round, and all clues paid for.

    >>> most_turns(Rules())
    95
    """
    pile = rules.deck_size - rules.players * rules.hand_size
    tokens = rules.token_limit + pile + len(rules.suits)
    return pile + rules.players + tokens // rules.clue_cost


def face_of(card: Card) -> int:
    """The number of a card's face.

    >>> face_of(Card(1, 1)), face_of(Card(0, START_RANK))
    (5, 30)
    """
    return START_FACE + card.suit if card.rank == START_RANK else card.suit * MAX_RANKS + card.rank - 1


def card_of(face: int) -> Card:
    """The card with this number: the inverse of `face_of`.

    >>> card_of(5), card_of(30)
    (Card(suit=1, rank=1), Card(suit=0, rank=7))
    """
    if face >= START_FACE:
        return Card(face - START_FACE, START_RANK)
    return Card(face // MAX_RANKS, face % MAX_RANKS + 1)


def faces_of(deck: Iterable[Card]) -> Bytes:
    """A deck as a row of faces."""
    return np.array([face_of(card) for card in deck], dtype=np.uint8)
