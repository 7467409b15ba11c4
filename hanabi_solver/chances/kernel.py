"""The search over moves and draws, jitted: exact numbers of orders won, with windows (layout.py).

`search_slice` runs until its window is settled or it has spent its states; all of its state is in arrays,
so the next call goes on where this one stopped. It never holds the interpreter lock.
"""

import hanabi_solver.chances.layout as at
from hanabi_solver.chances.choices import list_moves, make_move
from hanabi_solver.chances.final_round import is_won
from hanabi_solver.chances.states import drawn, find, pack, store, turned
from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.search.table import Params, Words


@jitted
def search_slice(
    work: int,
    frames: Words,
    moves: Words,
    outcomes: Words,
    counters: Words,
    params: Params,
    orders: Words,
    slots: Words,
    scratch: Words,
    words: Words,
) -> int:
    """Search on for `work` more states: DONE or RUNNING.

    A fresh search has its state and window in frames[0], what is known of it too, and counters[DEPTH] = 0,
    counters[PHASE] = ENTER. The limits found are counters[RESULT_LOW] and counters[RESULT_HIGH].
    `orders[n]` is the number of orders of n cards.
    """
    depth, phase = counters[at.DEPTH], counters[at.PHASE]
    key_width = params[at.SUIT_COUNT] + 1
    last = counters[at.NODES] + work
    low, high = 0, 0
    while True:
        if phase == at.ENTER:
            if counters[at.NODES] >= last:
                counters[at.DEPTH], counters[at.PHASE] = depth, phase
                return at.RUNNING
            counters[at.NODES] += 1
            list_moves(frames, depth, moves, params)
            frames[depth, at.BEST_LOW] = frames[depth, at.KNOWN_LOW]
            frames[depth, at.BEST_HIGH] = frames[depth, at.KNOWN_LOW]
            frames[depth, at.MOVE_AT] = -1
            phase = at.NEXT_MOVE
        elif phase == at.NEXT_MOVE:
            low, high = frames[depth, at.BEST_LOW], frames[depth, at.KNOWN_HIGH]
            index = frames[depth, at.MOVE_AT] + 1
            if low >= frames[depth, at.BETA] or low >= high:
                phase = at.LEAVE
            elif index >= frames[depth, at.MOVES]:
                high = min(high, frames[depth, at.BEST_HIGH])
                phase = at.LEAVE
            else:
                frames[depth, at.MOVE_AT] = index
                _list_outcomes(
                    frames, depth, moves[depth, index], outcomes, params, orders, slots, scratch, words
                )
                phase = at.NEXT_OUTCOME
        elif phase == at.NEXT_OUTCOME:
            low, high = frames[depth, at.SUM_LOW], frames[depth, at.SUM_HIGH]
            floor = max(frames[depth, at.ALPHA], frames[depth, at.BEST_LOW])
            if high <= floor or low >= frames[depth, at.BETA] or low == high:
                frames[depth, at.BEST_LOW] = max(frames[depth, at.BEST_LOW], low)
                frames[depth, at.BEST_HIGH] = max(frames[depth, at.BEST_HIGH], high)
                phase = at.NEXT_MOVE
            else:
                _enter_outcome(
                    frames, depth, floor, moves[depth, frames[depth, at.MOVE_AT]], outcomes, params
                )
                depth += 1
                phase = at.ENTER
        else:
            pack(frames, depth, params, words)
            counters[at.USED] += store(slots, words, key_width, low, high)
            if depth == 0:
                counters[at.RESULT_LOW], counters[at.RESULT_HIGH] = low, high
                return at.DONE
            depth -= 1
            _take_limits(frames, depth, outcomes, low, high)
            phase = at.NEXT_OUTCOME


@inlined
def _take_limits(frames: Words, row: int, outcomes: Words, low: int, high: int) -> None:
    """Set the limits of the outcome that was looked at."""
    index = frames[row, at.OUTCOMES] - 1
    while outcomes[row, index, at.LOW] == outcomes[row, index, at.HIGH]:
        index -= 1
    ways = outcomes[row, index, at.WAYS]
    low = max(low, outcomes[row, index, at.LOW])
    high = min(high, outcomes[row, index, at.HIGH])
    frames[row, at.SUM_LOW] += ways * (low - outcomes[row, index, at.LOW])
    frames[row, at.SUM_HIGH] -= ways * (outcomes[row, index, at.HIGH] - high)
    outcomes[row, index, at.LOW], outcomes[row, index, at.HIGH] = low, high


@inlined
def _enter_outcome(frames: Words, row: int, floor: int, move: int, outcomes: Words, params: Params) -> None:
    """Make the state of the last open outcome the next row, with the window that settles this move."""
    index = frames[row, at.OUTCOMES] - 1
    while outcomes[row, index, at.LOW] == outcomes[row, index, at.HIGH]:
        index -= 1
    ways, low, high = (
        outcomes[row, index, at.WAYS],
        outcomes[row, index, at.LOW],
        outcomes[row, index, at.HIGH],
    )
    others_high = frames[row, at.SUM_HIGH] - ways * high
    others_low = frames[row, at.SUM_LOW] - ways * low
    _make_outcome(frames, row, move, outcomes[row, index, at.CARD], params)
    frames[row + 1, at.KNOWN_LOW], frames[row + 1, at.KNOWN_HIGH] = low, high
    # At most this much, and the move does not pass the floor; at least that much, and it passes the ceiling.
    frames[row + 1, at.ALPHA] = (floor - others_high) // ways
    frames[row + 1, at.BETA] = -((others_low - frames[row, at.BETA]) // ways)


@inlined
def _make_outcome(frames: Words, row: int, move: int, card: int, params: Params) -> None:
    """Set the next row to the state after the move of this row and the draw of `card`, for the next seat."""
    players, kind = params[at.PLAYERS], move & at.KIND_MASK
    for suit in range(params[at.SUIT_COUNT]):
        code = frames[row, at.AFTER + suit]
        if card >> 3 == suit and card != at.NOTHING:
            code = drawn(code, card & 7)
        frames[row + 1, at.SUITS + suit] = turned(code, players)
    for column in range(at.PILE, at.STATE_WIDTH):
        frames[row + 1, column] = frames[row, at.AFTER + column]
    if kind != at.CLUE and kind != at.TOP:
        frames[row + 1, at.PILE] -= 1
    if params[at.SWITCHES] & at.SPARE_STRIKES:
        # More turns than these cannot pass without a play: more strikes cannot matter.
        spare = frames[row + 1, at.PILE] + players - frames[row + 1, at.NEEDED] + 1
        if spare > 0:
            frames[row + 1, at.STRIKES] = min(frames[row + 1, at.STRIKES], spare)


@inlined
def _list_outcomes(
    frames: Words,
    row: int,
    move: int,
    outcomes: Words,
    params: Params,
    orders: Words,
    slots: Words,
    scratch: Words,
    words: Words,
) -> None:
    """Write what can be drawn after `move`, with what is known of each state at once."""
    found = 0
    if not make_move(frames, row, move, params):
        outcomes[row, 0, at.CARD], outcomes[row, 0, at.WAYS] = at.NOTHING, 1
        found = 1
    else:
        trash = frames[row, at.PILE]
        for suit in range(params[at.SUIT_COUNT]):
            code = frames[row, at.AFTER + suit] & at.CHAIN
            step = 0
            while code != 0:
                copies = (code & at.FIELD_MASK) >> at.COUNT_SHIFT
                if copies != 0:
                    outcomes[row, found, at.CARD] = suit << 3 | step
                    outcomes[row, found, at.WAYS] = copies
                    found += 1
                    trash -= copies
                code >>= at.FIELD
                step += 1
        if trash > 0:
            outcomes[row, found, at.CARD], outcomes[row, found, at.WAYS] = at.NOTHING, trash
            found += 1
    frames[row, at.OUTCOMES] = found
    sum_low, sum_high = 0, 0
    for index in range(found):
        _make_outcome(frames, row, move, outcomes[row, index, at.CARD], params)
        look_at_state(frames, row + 1, params, orders, slots, scratch, words)
        low, high = frames[row + 1, at.KNOWN_LOW], frames[row + 1, at.KNOWN_HIGH]
        outcomes[row, index, at.LOW], outcomes[row, index, at.HIGH] = low, high
        sum_low += outcomes[row, index, at.WAYS] * low
        sum_high += outcomes[row, index, at.WAYS] * high
    frames[row, at.SUM_LOW], frames[row, at.SUM_HIGH] = sum_low, sum_high


@jitted
def look_at_state(
    frames: Words,
    row: int,
    params: Params,
    orders: Words,
    slots: Words,
    scratch: Words,
    words: Words,
) -> None:
    """Write what is known of the state in this row at once: by counting, from the table, or at its end."""
    pile, needed, strikes = frames[row, at.PILE], frames[row, at.NEEDED], frames[row, at.STRIKES]
    players = params[at.PLAYERS]
    frames[row, at.KNOWN_LOW], frames[row, at.KNOWN_HIGH] = 0, 0
    if strikes <= 0:
        return
    all_orders = orders[pile]
    if needed <= 0 and (params[at.KEEPS_SCORE] or _is_perfect(frames, row, params)):
        frames[row, at.KNOWN_LOW], frames[row, at.KNOWN_HIGH] = all_orders, all_orders
        return
    if needed > pile + players:
        return
    due, lone = 0, 0
    for suit in range(params[at.SUIT_COUNT]):
        chain = frames[row, at.SUITS + suit] & at.CHAIN
        while chain != 0:
            due += 1
            field = chain & at.FIELD_MASK
            chain >>= at.FIELD
            if field == at.ONE_COPY_IN_PILE and chain != 0:
                lone += 1
    if due < needed:
        return
    if pile == 0:
        if is_won(frames, row, players, params, scratch):
            frames[row, at.KNOWN_LOW], frames[row, at.KNOWN_HIGH] = 1, 1
        return
    high = all_orders
    if due == needed and params[at.SWITCHES] & at.LONE_AT_BOTTOM and not params[at.DECK_PLAYS]:
        high -= lone * orders[pile - 1]
    frames[row, at.KNOWN_HIGH] = high
    pack(frames, row, params, words)
    slot = find(slots, words, params[at.SUIT_COUNT] + 1)
    if slot >= 0:
        column = params[at.SUIT_COUNT] + 1
        frames[row, at.KNOWN_LOW] = slots[slot, column]
        frames[row, at.KNOWN_HIGH] = min(high, slots[slot, column + 1])


@inlined
def _is_perfect(frames: Words, row: int, params: Params) -> bool:
    """Whether every suit is complete, which ends the game."""
    if not params[at.CAN_BE_PERFECT]:
        return False
    for suit in range(params[at.SUIT_COUNT]):  # noqa: SIM110 (numba compiles no generator)
        if frames[row, at.SUITS + suit] != at.WHOLE:
            return False
    return True
