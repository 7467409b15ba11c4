"""The moves worth looking at in a state of unknown order, jitted, and what each does before its draw."""

import hanabi_solver.chances.layout as at
from hanabi_solver.chances.states import chain_length, played, without
from hanabi_solver.search.jit import inlined, popcount
from hanabi_solver.search.table import Params, Words


@inlined
def list_moves(frames: Words, row: int, moves: Words, params: Params) -> None:
    """Write the moves of the state in this row, the most promising first."""
    count, switches = params[at.SUIT_COUNT], params[at.SWITCHES]
    tokens, strikes = frames[row, at.TOKENS], frames[row, at.STRIKES]
    held, length, others_play, due, found = 0, 0, False, 0, 0
    for suit in range(count):
        code = frames[row, at.SUITS + suit]
        held += popcount(code & at.LOWEST_BITS)
        due += chain_length(code)
        if code & at.HELD_MASK & ~1:
            others_play = True
    # Plays, that of the suit with the most cards due first.
    for length in range(at.MOST_STEPS, 0, -1):
        for suit in range(count):
            code = frames[row, at.SUITS + suit]
            if code & 1 and chain_length(code) == length:
                moves[row, found] = at.PLAY | suit << 3
                found += 1
    at_limit = tokens >= params[at.TOKEN_LIMIT] and not params[at.DISCARD_AT_LIMIT]
    trash = params[at.HAND_SIZE] - held
    can_clue = tokens >= params[at.CLUE_COST]
    clue_first = can_clue and (others_play or trash == 0)
    if params[at.DECK_PLAYS] and frames[row, at.PILE] == 1:
        moves[row, found] = at.TOP
        found += 1
    if clue_first:
        moves[row, found] = at.CLUE
        found += 1
    offers_useful = trash == 0 or not switches & at.TRASH_FIRST
    if not at_limit:
        if trash > 0:
            moves[row, found] = at.TRASH
            found += 1
        if offers_useful:
            found = _list_cards(frames, row, moves, found, at.DISCARD, due, params)
    if can_clue and not clue_first:
        moves[row, found] = at.CLUE
        found += 1
    if strikes > 1 and (at_limit or not switches & at.STRIKE_AT_LIMIT):
        if trash > 0:
            moves[row, found] = at.STRIKE_TRASH
            found += 1
        if offers_useful:
            found = _list_cards(frames, row, moves, found, at.STRIKE, due, params)
    frames[row, at.MOVES] = found


@inlined
def _list_cards(
    frames: Words, row: int, moves: Words, found: int, kind: int, due: int, params: Params
) -> int:
    """Write the discards or misplays of useful cards behind the `found` moves; how many there are then.

    The last copy of a card that the points to spare do not pay for stays: what follows is lost.
    """
    first = 1 if kind == at.STRIKE else 0
    spare = due - frames[row, at.NEEDED]
    for step in range(at.MOST_STEPS - 1, first - 1, -1):
        for suit in range(params[at.SUIT_COUNT]):
            field = (frames[row, at.SUITS + suit] >> at.FIELD * step) & at.FIELD_MASK
            if field & 1 == 0:
                continue
            if field == 1 and chain_length(frames[row, at.SUITS + suit]) - step > spare:
                continue
            moves[row, found] = kind | suit << 3 | step
            found += 1
    return found


@inlined
def make_move(frames: Words, row: int, move: int, params: Params) -> bool:
    """Write the state after `move` and before its draw to the columns AFTER; whether a card is drawn."""
    for column in range(at.STATE_WIDTH):
        frames[row, at.AFTER + column] = frames[row, column]
    kind, card = move & at.KIND_MASK, move & at.CARD_MASK
    suit, step = card >> 3, card & 7
    limit = params[at.TOKEN_LIMIT]
    if kind == at.CLUE:
        frames[row, at.AFTER + at.TOKENS] -= params[at.CLUE_COST]
        return False
    if kind == at.TOP:
        _take_from_pile(frames, row, params)
        return False
    tokens = frames[row, at.TOKENS]
    if kind == at.PLAY:
        code = played(frames[row, at.SUITS + suit])
        frames[row, at.AFTER + suit] = code
        _count_point(frames, row)
        if code == at.WHOLE and params[at.SUIT_REGAINS] and tokens < limit:
            frames[row, at.AFTER + at.TOKENS] += 1
        return True
    if kind == at.STRIKE or kind == at.STRIKE_TRASH:
        frames[row, at.AFTER + at.STRIKES] -= 1
    elif tokens < limit:
        frames[row, at.AFTER + at.TOKENS] += 1
    if kind == at.STRIKE or kind == at.DISCARD:
        frames[row, at.AFTER + suit] = without(frames[row, at.SUITS + suit], step, 1)
    return True


@inlined
def _take_from_pile(frames: Words, row: int, params: Params) -> None:
    """Play the last card of the pile from there if it fits, else get rid of it."""
    frames[row, at.AFTER + at.PILE] -= 1
    for suit in range(params[at.SUIT_COUNT]):
        code = frames[row, at.SUITS + suit]
        for step in range(at.MOST_STEPS):
            if (code >> at.FIELD * step) & at.FIELD_MASK < at.ONE_COPY_IN_PILE:
                continue
            if step == 0:
                frames[row, at.AFTER + suit] = played(code)
                _count_point(frames, row)
                return
            frames[row, at.AFTER + suit] = without(code, step, at.ONE_COPY_IN_PILE)
    if frames[row, at.TOKENS] >= params[at.TOKEN_LIMIT] and not params[at.DISCARD_AT_LIMIT]:
        frames[row, at.AFTER + at.STRIKES] -= 1


@inlined
def _count_point(frames: Words, row: int) -> None:
    """One point less is needed after the move; none is the least, as more are only kept."""
    if frames[row, at.AFTER + at.NEEDED] > 0:
        frames[row, at.AFTER + at.NEEDED] -= 1
