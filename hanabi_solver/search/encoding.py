"""From a Position to the arrays of the kernel (layout.py says what they hold)."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.search.table import Params, Words


@dataclass(frozen=True, slots=True)
class Encoded:
    """A position as arrays: `root` is its frame, `deck[i]` the type bit of the card with index i of
    the cards still in the game, `pile[i]` the union of `deck[i:]`. `params` has no target yet."""

    position: Position
    root: Words
    params: Params
    deck: Words
    pile: Words

    def params_for(self, target: int, changes: dict[int, int] | None = None) -> Params:
        """The parameters for a target, with other values at these indices."""
        rules = self.position.rules
        needed = rules.max_score if rules.needs_all else target
        changes = {at.TARGET: target, at.NEEDED: needed, **(changes or {})}
        return tuple(changes.get(index, value) for index, value in enumerate(self.params))

    @property
    def max_depth(self) -> int:
        """More frames than any line has turns: every draw, the final round, and a turn a token."""
        rules = self.position.rules
        draws = self.position.pile_size
        if not rules.has_final_round:
            draws += sum(len(hand) for hand in self.position.hands)
        tokens = self.position.tokens + draws + len(rules.suits)
        return draws + tokens + 3 * rules.players + 4


def encode(
    position: Position,
    *,
    exact: bool,
    free_clues: bool = False,
    dominances: int = at.ALL_DOMINANCES,
    barred_at_limit: Collection[int] = (),
) -> Encoded:
    """The arrays for a search from `position`; `exact` keeps strikes in the state.

    With `free_clues` (not in exact mode) any seat may act next until the last card is drawn. Cards of the
    suits `barred_at_limit` are not played with all tokens there: no rule, so it refutes nothing.
    """
    rules = position.rules
    suits = len(rules.suits)
    if not rules.has_final_round:
        dominances |= at.ONE_COPY  # its bits count the cards of a hand
    if rules.speedrun:
        dominances &= ~at.LAST_ROUND_PASS  # a turn that plays nothing may lose a last copy
    if barred_at_limit:
        dominances &= ~at.LAST_ROUND_PASS  # which forgets the tokens
    barred = sum(1 << rules.type_number(card) for card in rules.faces() if card.suit in barred_at_limit)
    deck = np.array([1 << rules.type_number(card) for card in position.pile] or [0], dtype=np.int64)
    size = position.pile_size
    pile = np.zeros(size + 1, dtype=np.int64)
    for index in reversed(range(size)):
        pile[index] = pile[index + 1] | deck[index]
    params = [0] * at.PARAMS_WIDTH
    params[at.PLAYERS] = rules.players
    params[at.SUITS] = suits
    params[at.RANKS] = rules.ranks
    params[at.DECK_SIZE] = size
    params[at.HAND_SIZE] = rules.hand_size
    params[at.TOKEN_LIMIT] = rules.token_limit
    params[at.STRIKE_LIMIT] = rules.strike_limit
    params[at.ALL_TYPES] = (1 << suits * rules.ranks) - 1
    params[at.LOW] = (1 << suits) - 1
    params[at.EXACT] = int(exact)
    params[at.KEEPS_SCORE] = int(keeps_score(position))
    params[at.DOMINANCES] = dominances
    params[at.CLUE_COST] = rules.clue_cost
    params[at.FREE_CLUES] = int(free_clues)
    params[at.SUIT_REGAINS] = int(rules.suit_regains)
    params[at.DECK_PLAYS] = int(rules.deck_plays)
    params[at.ENDLESS] = int(not rules.has_final_round)
    params[at.PLAYS_AT_LIMIT] = params[at.ALL_TYPES] & ~barred
    params[at.EMPTY_CLUES] = int(rules.has_empty_clues)
    return Encoded(position, _root(position, exact, dominances), tuple(params), deck, pile)


def _root(position: Position, exact: bool, dominances: int) -> Words:
    rules = position.rules
    root = np.zeros(at.FRAME_WIDTH, dtype=np.int64)
    for suit, height in enumerate(position.stacks):
        for step in range(1, height + 1):
            root[at.PLAYED] |= 1 << rules.type_number(rules.card_at(suit, step))
    turns_left = rules.players if position.turns_left is None else position.turns_left
    root[at.CLOCK] = rules.players - turns_left
    root[at.TOKENS] = position.tokens
    root[at.STRIKES] = position.strikes if exact else 0
    root[at.SEAT] = position.seat
    for seat in range(rules.players):
        acts = (seat - position.seat) % rules.players < turns_left
        if not acts and dominances & at.LAST_ROUND_PASS:
            continue
        if not rules.has_final_round:
            root[at.HANDS + seat] = len(position.hands[seat]) << at.HAND_SHIFT
        for card, copies in Counter(position.hand_cards(seat)).items():
            if position.is_trash(card):
                continue
            bit = 1 << rules.type_number(card)
            root[at.HANDS + seat] |= bit
            if copies > 1 and not dominances & at.ONE_COPY:
                root[at.HANDS + seat] |= bit << at.HAND_SHIFT
    return root
