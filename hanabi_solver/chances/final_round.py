"""The final round of a state with an empty pile, jitted: nothing is unknown any more."""

import hanabi_solver.chances.layout as at
from hanabi_solver.search.jit import jitted, low_bit_number
from hanabi_solver.search.table import Params, Words

# Columns of the scratch rows after the suits: suits not tried yet, points missing, turns that may be passed.
PENDING, MISSING, PASSES = 6, 7, 8
SCRATCH_WIDTH = 9


@jitted
def is_won(frames: Words, row: int, turns: int, params: Params, scratch: Words) -> bool:
    """Whether the state in this row is won in so many turns more, each seat playing one card at most."""
    keeps, count = params[at.KEEPS_SCORE], params[at.SUIT_COUNT]
    needed = frames[row, at.NEEDED]
    if needed <= 0 and keeps:
        return True
    passes = turns
    if params[at.TOKEN_LIMIT] == 0 and not params[at.DISCARD_AT_LIMIT]:
        # A turn that plays nothing is a strike.
        passes = min(turns, frames[row, at.STRIKES] - 1)
    if needed > turns:
        return False
    for suit in range(count):
        scratch[0, suit] = frames[row, at.SUITS + suit]
    scratch[0, MISSING], scratch[0, PASSES] = needed, passes
    scratch[0, PENDING] = _list_plays(scratch, 0, count)
    depth = 0
    while depth >= 0:
        if _is_decided(scratch, depth, turns, params):
            return True
        pending = scratch[depth, PENDING]
        if pending == 0 or depth >= turns or scratch[depth, MISSING] > turns - depth:
            depth -= 1
            continue
        choice = low_bit_number(pending)
        scratch[depth, PENDING] = pending & (pending - 1)
        for suit in range(count):
            scratch[depth + 1, suit] = scratch[depth, suit]
        scratch[depth + 1, MISSING] = scratch[depth, MISSING]
        scratch[depth + 1, PASSES] = scratch[depth, PASSES]
        if choice == at.MOST_SUITS:
            scratch[depth + 1, PASSES] -= 1
        else:
            suit = scratch[depth, choice]
            scratch[depth + 1, choice] = ((suit & at.CHAIN) >> at.FIELD) | (suit & at.WHOLE)
            scratch[depth + 1, MISSING] -= 1
        depth += 1
        if scratch[depth, PASSES] < 0:
            scratch[depth, PENDING] = 0
        else:
            scratch[depth, PENDING] = _list_plays(scratch, depth, count)
    return False


@jitted
def _list_plays(scratch: Words, depth: int, count: int) -> int:
    """The suits of which the seat of this turn can play; a turn that plays nothing, if it can play none."""
    plays = 0
    for suit in range(count):
        if scratch[depth, suit] >> depth & 1:
            plays |= 1 << suit
    return plays if plays != 0 else 1 << at.MOST_SUITS


@jitted
def _is_decided(scratch: Words, depth: int, turns: int, params: Params) -> bool:
    """Whether the state in this row of `scratch` is won whatever comes."""
    if scratch[depth, MISSING] > 0 or scratch[depth, PASSES] < 0:
        return False
    if params[at.KEEPS_SCORE] or depth == turns:
        return True
    if not params[at.CAN_BE_PERFECT]:
        return False
    for suit in range(params[at.SUIT_COUNT]):  # noqa: SIM110 (numba compiles no generator)
        if scratch[depth, suit] != at.WHOLE:
            return False
    return True
