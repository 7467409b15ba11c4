"""From a Position to the arrays of the kernel (layout.py tells what they hold)."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.cards import Card
from hanabi_solver.deal import Position
from hanabi_solver.line import keeps_score
from hanabi_solver.rules import Rules
from hanabi_solver.search.table import Words

# With tokens for this many clues, a clue is tried before a discard if somebody else can play.
CLUES_AT_HAND = 4


@dataclass(frozen=True, slots=True)
class Encoded:
    """A position as arrays: `root` is its frame, `deck[i]` the type bit of the card with index i of
    the cards still in the game, `pile[i]` the union of `deck[i:]`."""

    position: Position
    root: Words
    params: Words
    deck: Words
    pile: Words

    @property
    def max_depth(self) -> int:
        """More frames than any line has turns: every draw, the final round, and a turn a token."""
        rules = self.position.rules
        draws = self.position.pile_size
        tokens = self.position.tokens + draws + len(rules.suits)
        return draws + tokens + 3 * rules.players + 4


def type_number(card: Card, rules: Rules) -> int:
    """The bit number of a card's type."""
    return (rules.step(card) - 1) * len(rules.suits) + card.suit


def card_of_type(number: int, rules: Rules) -> Card:
    """The card of the type with this bit number: the inverse of `type_number`."""
    step, suit = divmod(number, len(rules.suits))
    return rules.card_at(suit, step + 1)


def encode(position: Position, *, exact: bool, dominances: int = at.ALL_DOMINANCES) -> Encoded:
    """The arrays for a search from `position`; `exact` keeps strikes in the state."""
    rules = position.rules
    suits = len(rules.suits)
    deck = np.array([1 << type_number(card, rules) for card in position.pile] or [0], dtype=np.int64)
    size = position.pile_size
    pile = np.zeros(size + 1, dtype=np.int64)
    for index in reversed(range(size)):
        pile[index] = pile[index + 1] | deck[index]
    params = np.zeros(at.PARAMS_WIDTH, dtype=np.int64)
    params[at.PLAYERS] = rules.players
    params[at.SUITS] = suits
    params[at.RANKS] = rules.ranks
    params[at.DECK_SIZE] = size
    params[at.HAND_SIZE] = rules.hand_size
    params[at.TOKEN_LIMIT] = rules.token_limit
    params[at.STRIKE_LIMIT] = rules.strike_limit
    params[at.ALL_TYPES] = (1 << suits * rules.ranks) - 1
    params[at.LOW] = (1 << suits) - 1
    params[at.EXACT] = exact
    params[at.KEEPS_SCORE] = keeps_score(position)
    params[at.DOMINANCES] = dominances
    params[at.CLUE_COST] = rules.clue_cost
    params[at.CLUE_AT] = CLUES_AT_HAND * rules.clue_cost
    params[at.SUIT_REGAINS] = rules.suit_regains
    params[at.DECK_PLAYS] = rules.deck_plays
    return Encoded(position, _root(position, exact, dominances), params, deck, pile)


def _root(position: Position, exact: bool, dominances: int) -> Words:
    rules = position.rules
    root = np.zeros(at.FRAME_WIDTH, dtype=np.int64)
    for suit, height in enumerate(position.stacks):
        for step in range(1, height + 1):
            root[at.PLAYED] |= 1 << type_number(rules.card_at(suit, step), rules)
    turns_left = rules.players if position.turns_left is None else position.turns_left
    root[at.CLOCK] = rules.players - turns_left
    root[at.TOKENS] = position.tokens
    root[at.STRIKES] = position.strikes if exact else 0
    root[at.SEAT] = position.seat
    for seat in range(rules.players):
        acts = (seat - position.seat) % rules.players < turns_left
        if not acts and dominances & at.LAST_ROUND_PASS:
            continue
        for card, copies in Counter(position.hand_cards(seat)).items():
            if position.is_trash(card):
                continue
            bit = 1 << type_number(card, rules)
            root[at.HANDS + seat] |= bit
            if copies > 1 and not dominances & at.ONE_COPY:
                root[at.HANDS + seat] |= bit << at.HAND_SHIFT
    return root
