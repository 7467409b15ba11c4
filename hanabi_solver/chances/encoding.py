"""From a position to the numbers of the search over unknown orders (layout.py says what they hold)."""

from collections import Counter
from dataclasses import dataclass

import hanabi_solver.chances.layout as at
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position


@dataclass(frozen=True, slots=True)
class OddsCode:
    """How positions of one game are packed: `suits` are those with cards due when the question is asked.

    No line from then on has more than `most_depth` turns before the pile is empty.
    """

    target: int
    most_depth: int
    suits: tuple[int, ...]
    params: tuple[int, ...]

    def state(self, position: Position) -> list[int]:
        """The columns of a state; the order of the pile is not looked at."""
        state = [0] * at.STATE_WIDTH
        for index, suit in enumerate(self.suits):
            state[at.SUITS + index] = _packed_suit(position, suit)
        state[at.PILE] = position.pile_size
        state[at.TOKENS] = position.tokens
        state[at.STRIKES] = position.rules.strike_limit - position.strikes
        state[at.NEEDED] = max(0, self.target - sum(position.stacks))
        return state


def code_of(position: Position, target: int, switches: int = at.ALL_SWITCHES) -> OddsCode:
    """How `position` and what follows it are packed for a target."""
    rules = position.rules
    tops = position.reachable_heights()
    suits = tuple(suit for suit, top in enumerate(tops) if top > position.stacks[suit])
    params = [0] * at.PARAMS_WIDTH
    params[at.PLAYERS] = rules.players
    params[at.SUIT_COUNT] = len(suits)
    params[at.HAND_SIZE] = rules.hand_size
    params[at.TOKEN_LIMIT] = rules.token_limit
    params[at.CLUE_COST] = rules.clue_cost
    params[at.SUIT_REGAINS] = int(rules.suit_regains)
    params[at.DECK_PLAYS] = int(rules.deck_plays)
    params[at.DISCARD_AT_LIMIT] = int(rules.discard_at_limit)
    params[at.KEEPS_SCORE] = int(keeps_score(position) or target == rules.max_score)
    params[at.CAN_BE_PERFECT] = int(sum(tops) == rules.max_score)
    params[at.SWITCHES] = switches
    most_clues = (position.tokens + position.pile_size + len(suits)) // rules.clue_cost
    return OddsCode(target, position.pile_size + most_clues, suits, tuple(params))


def _packed_suit(position: Position, suit: int) -> int:
    rules = position.rules
    piled = Counter(position.pile)
    height, top = position.stacks[suit], position.reachable_heights()[suit]
    code = at.WHOLE if top == rules.ranks else 0
    for step in range(height + 1, top + 1):
        card = rules.card_at(suit, step)
        field = piled[card] << at.COUNT_SHIFT
        for seat in range(rules.players):
            if card in position.hand_cards(seat):
                field |= 1 << (seat - position.seat) % rules.players
        code |= field << at.FIELD * (step - height - 1)
    return code
