"""From a path of the search to a line of codes, compiled: what `search.decode` does with positions.

The real game is played beside the path by the same rule: to get rid of a card, discard it below the token
limit and play it at the limit; play what the search plays if it still fits, else get rid of it. What comes
out is a claim: the referee replays it by the rules.
"""

from typing import NamedTuple

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.game.rules import MAX_RANKS
from hanabi_solver.search.jit import jitted
from hanabi_solver.search.table import Words
from hanabi_solver.study.lane.layout import (
    CLUE,
    DISCARD,
    FACES,
    KIND_SHIFT,
    MOST_CARDS,
    NO_MOVE,
    PILE_SLOT,
    PLAY,
    SLOT_MASK,
    Bytes,
    LaneRules,
)

# No slot: the card is not in the hand.
NOWHERE = -1
# Numbers of a game.
TOKENS, DRAWN, TURNS_LEFT, SCORE, STRIKES = 0, 1, 2, 3, 4
_NUMBERS = 5
# TURNS_LEFT before the last card is drawn.
_ENDLESS = 1 << 30


class RealGame(NamedTuple):
    """The game that is played beside a path; faces as in decks.

    `hands[seat, slot]` is a face, slot 0 the oldest card; `cards[seat]` counts them. `heights` are those of
    the stacks, `left` the copies of each face that are not lost, `numbers` the tokens, cards drawn, turns
    left, score and strikes.
    """

    hands: Words
    cards: Words
    heights: Words
    left: Words
    numbers: Words


def new_game() -> RealGame:
    """Room for a game."""
    return RealGame(
        np.zeros((at.MOST_SEATS, MOST_CARDS), np.int64),
        np.zeros(at.MOST_SEATS, np.int64),
        np.zeros(FACES, np.int64),
        np.zeros(FACES, np.int64),
        np.zeros(_NUMBERS, np.int64),
    )


@jitted
def write_line(
    deck: Bytes, frames: Words, depth: int, types: Words, rules: LaneRules, game: RealGame, line: Bytes
) -> bool:
    """Write the line of the path in the first `depth` frames; False, and nothing is written, if the real game
    ends before the full score.

    `types` has the bit of each face (search/layout.py).
    """
    _deal(deck, rules, game)
    for turn in range(min(depth, line.shape[0])):
        seat = frames[turn, at.SEAT]
        code = _code(deck, frames[turn, at.MOVE], frames[turn, at.HANDS + seat], seat, types, rules, game)
        if code < 0:
            break
        line[turn] = code
        _apply(deck, code, seat, rules, game)
        if game.numbers[SCORE] == rules.suits * rules.ranks:
            return True
        if game.numbers[STRIKES] >= rules.strike_limit or game.numbers[TURNS_LEFT] == 0:
            break
    for turn in range(line.shape[0]):
        line[turn] = NO_MOVE
    return False


@jitted
def _deal(deck: Bytes, rules: LaneRules, game: RealGame) -> None:
    for seat in range(rules.players):
        game.cards[seat] = rules.hand_size
        for slot in range(rules.hand_size):
            game.hands[seat, slot] = deck[seat * rules.hand_size + slot]
    for face in range(FACES):
        game.left[face] = rules.copies[face]
    for suit in range(rules.suits):
        game.heights[suit] = 0
    game.numbers[TOKENS] = rules.token_limit
    game.numbers[DRAWN] = rules.players * rules.hand_size
    is_pile_empty = game.numbers[DRAWN] == rules.deck_size
    game.numbers[TURNS_LEFT] = rules.players if is_pile_empty else _ENDLESS
    game.numbers[SCORE] = 0
    game.numbers[STRIKES] = 0


@jitted
def _code(
    deck: Bytes, move: int, kept: int, seat: int, types: Words, rules: LaneRules, game: RealGame
) -> int:
    """The code of a move of the path, -1 for a clue that cannot be paid for."""
    kind, bit = move & at.KIND_MASK, 1 << (move & at.TYPE_MASK)
    numbers = game.numbers
    is_final_round = numbers[TURNS_LEFT] != _ENDLESS
    if kind == at.PASS or (kind == at.CLUE and is_final_round):
        # In the final round the real game may lack the token (a card played from the pile regained none).
        if numbers[TOKENS] >= rules.clue_cost:
            return CLUE << KIND_SHIFT
        return _rid_of(_spare_slot(seat, kept, types, rules, game), rules, game)
    if kind == at.CLUE:
        return CLUE << KIND_SHIFT if numbers[TOKENS] >= rules.clue_cost else -1
    if kind == at.TRASH or kind == at.STRIKE_TRASH:
        return _rid_of(_spare_slot(seat, kept, types, rules, game), rules, game)
    if kind == at.TOP or kind == at.TOP_AWAY:
        if kind == at.TOP and _fits(deck[numbers[DRAWN]], rules, game):
            return PLAY << KIND_SHIFT | PILE_SLOT
        return _rid_of(PILE_SLOT, rules, game)
    slot = NOWHERE
    for each in range(game.cards[seat]):
        if slot == NOWHERE and types[game.hands[seat, each]] == bit:
            slot = each
    if slot == NOWHERE:
        return -1
    if kind == at.PLAY and _fits(game.hands[seat, slot], rules, game):
        return PLAY << KIND_SHIFT | slot
    return _rid_of(slot, rules, game)


@jitted
def _rid_of(slot: int, rules: LaneRules, game: RealGame) -> int:
    """The code of the move that gets rid of a card."""
    numbers = game.numbers
    if numbers[TOKENS] < rules.token_limit or rules.discard_at_limit:
        return DISCARD << KIND_SHIFT | slot
    # On its last turn a seat may as well keep the card: a clue spares the strike.
    if numbers[TURNS_LEFT] != _ENDLESS and numbers[TOKENS] >= rules.clue_cost:
        return CLUE << KIND_SHIFT
    return PLAY << KIND_SHIFT | slot


@jitted
def _spare_slot(seat: int, kept: int, types: Words, rules: LaneRules, game: RealGame) -> int:
    """The card whose loss costs nothing: none that the search counts on (`kept`, a mask of types) if there
    is another; of those, real trash first, then a second copy; the oldest of equals."""
    spare, least = 0, 16
    for slot in range(game.cards[seat]):
        face = game.hands[seat, slot]
        is_alone = True
        for other in range(game.cards[seat]):
            if other != slot and game.hands[seat, other] == face:
                is_alone = False
        cost = 1 if is_alone else 0
        if _is_useful(face, rules, game):
            cost += 2
        if _fits(face, rules, game):
            cost += 4
        if is_alone and types[face] & kept != 0:
            cost += 8
        if cost < least:
            spare, least = slot, cost
    return spare


@jitted
def _fits(face: int, rules: LaneRules, game: RealGame) -> bool:
    """Whether a card goes on its stack now."""
    fits: bool = game.heights[face // MAX_RANKS] + 1 == rules.steps[face]
    return fits


@jitted
def _is_useful(face: int, rules: LaneRules, game: RealGame) -> bool:
    """Whether a card can still be played some time."""
    suit = face // MAX_RANKS
    step = game.heights[suit] + 1
    if rules.steps[face] < step:
        return False
    for each in range(MAX_RANKS * suit, MAX_RANKS * suit + rules.ranks):
        if step <= rules.steps[each] <= rules.steps[face] and game.left[each] == 0:
            return False
    return True


@jitted
def _apply(deck: Bytes, code: int, seat: int, rules: LaneRules, game: RealGame) -> None:
    """Make the move of this code in the real game."""
    kind, slot = code >> KIND_SHIFT, code & SLOT_MASK
    numbers = game.numbers
    if numbers[TURNS_LEFT] != _ENDLESS:
        numbers[TURNS_LEFT] -= 1
    if kind == CLUE:
        numbers[TOKENS] -= rules.clue_cost
        return
    face = int(deck[numbers[DRAWN]]) if slot == PILE_SLOT else game.hands[seat, slot]
    if kind == PLAY and _fits(face, rules, game):
        game.heights[face // MAX_RANKS] += 1
        numbers[SCORE] += 1
        is_complete = game.heights[face // MAX_RANKS] == rules.ranks
        if is_complete and rules.suit_regains and numbers[TOKENS] < rules.token_limit:
            numbers[TOKENS] += 1
    else:
        game.left[face] -= 1
        if kind == PLAY:
            numbers[STRIKES] += 1
        elif numbers[TOKENS] < rules.token_limit:
            numbers[TOKENS] += 1
    if slot != PILE_SLOT:
        for each in range(slot, game.cards[seat] - 1):
            game.hands[seat, each] = game.hands[seat, each + 1]
        game.cards[seat] -= 1
        if numbers[DRAWN] < rules.deck_size:
            game.hands[seat, game.cards[seat]] = deck[numbers[DRAWN]]
            game.cards[seat] += 1
    if numbers[DRAWN] < rules.deck_size:
        numbers[DRAWN] += 1
        if numbers[DRAWN] == rules.deck_size:
            numbers[TURNS_LEFT] = rules.players
