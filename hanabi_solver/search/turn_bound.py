"""How many turns a state needs at least to reach the target, jitted: counting (docs/method.md, T2 to T4)."""

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.search.encoding import Encoded
from hanabi_solver.search.jit import inlined, jitted, low_bit_number, popcount
from hanabi_solver.search.table import Params, Words

# Turns count from 1, the next one; draws too. Rows of the scratch: by draw, how many useful types wait for
# it, which suits these are of, and its first turn; by turn, how many useful types can be played then at the
# earliest; by type, that turn, and the draw that it waits for; by suit, the step that is looked at next.
# The first three are 0 between calls.
WAITING, SUITS_WAITING, PLAYS, DRAW_TURN, EARLIEST, WAITS_FOR, NEXT_STEP = 0, 1, 2, 3, 4, 5, 6
MOST_TURNS = 510
NEVER = 1 << 30


def coming_draws(encoded: Encoded) -> Words:
    """`[clock, type]`: the number of the draw, from the start, that brings the next copy after `clock`.

    0 where the pile holds none any more.
    """
    size = encoded.position.pile_size
    types = encoded.params[at.SUITS] * encoded.params[at.RANKS]
    coming = np.zeros((size + 1, types), dtype=np.int64)
    for clock in reversed(range(size)):
        coming[clock] = coming[clock + 1]
        coming[clock, int(encoded.deck[clock]).bit_length() - 1] = clock + 1
    return coming


def new_scratch() -> Words:
    """Room for what the bound counts."""
    return np.zeros((7, MOST_TURNS + 1), dtype=np.int64)


@inlined
def turns_needed(frames: Words, row: int, params: Params, pile: Words, coming: Words, scratch: Words) -> int:
    """A lower bound on the turns until the target is reached, from a state that is looked at and open."""
    clock = min(frames[row, at.CLOCK], params[at.DECK_SIZE])
    missing = params[at.TARGET] - popcount(frames[row, at.PLAYED])
    if missing <= 0:
        return 1
    spare = popcount(frames[row, at.REACHED]) - params[at.TARGET]
    last = _earliest_plays(frames, row, params, coming, scratch, clock, missing, spare)
    turns, late = missing, -spare
    for turn in range(last, 0, -1):
        late += scratch[PLAYS, turn]
        scratch[PLAYS, turn] = 0
        if late > 0:
            turns = max(turns, turn - 1 + late)
    return max(turns, _turns_by_seats(frames, row, params, pile, scratch, clock, spare))


@jitted
def _earliest_plays(
    frames: Words,
    row: int,
    params: Params,
    coming: Words,
    scratch: Words,
    clock: int,
    missing: int,
    spare: int,
) -> int:
    """Fill PLAYS and EARLIEST; returns the last turn that counts in PLAYS."""
    played, reached = frames[row, at.PLAYED], frames[row, at.REACHED]
    suits, draws = params[at.SUITS], params[at.DECK_SIZE] - clock
    held = 0
    for seat in range(at.MOST_SEATS):
        held |= frames[row, at.HANDS + seat]
    due = -spare
    for suit in range(suits):
        latest = 0
        scratch[NEXT_STEP, suit] = 0
        for step in range(params[at.RANKS]):
            number = step * suits + suit
            bit = 1 << number
            if reached & bit == 0:
                break
            if played & bit != 0:
                scratch[NEXT_STEP, suit] = step + 1
                continue
            if held & bit == 0:
                latest = max(latest, _draw_of(coming, clock, number, draws, params))
            scratch[WAITS_FOR, number] = latest
            scratch[WAITING, latest] += 1
            scratch[SUITS_WAITING, latest] |= 1 << suit
            due += 1
    room = params[at.TOKEN_LIMIT] - frames[row, at.TOKENS]
    room += params[at.STRIKE_LIMIT] - 1 - frames[row, at.STRIKES]
    cost = params[at.CLUE_COST]
    # `turn` is the first one of the draw that is looked at, `possible` counts the plays up to it.
    turn, possible, last = 0, 0, 0
    scratch[DRAW_TURN, 0] = 0
    for draw in range(draws + 1):
        if draw > 0:
            most = missing - (max(due, 0) if params[at.KEEPS_SCORE] else due)
            turn += 1
            possible += scratch[PLAYS, turn]
            while params[at.EXACT]:
                clues = draw - min(possible, most) - room
                if clues <= 0 or turn >= draw + (clues + cost - 1) // cost or turn == MOST_TURNS:
                    break
                turn += 1
                possible += scratch[PLAYS, turn]
            scratch[DRAW_TURN, draw] = turn
        if scratch[WAITING, draw] > 0:
            due -= scratch[WAITING, draw]
            scratch[WAITING, draw] = 0
            waiting = scratch[SUITS_WAITING, draw]
            scratch[SUITS_WAITING, draw] = 0
            while waiting != 0:
                suit = low_bit_number(waiting)
                waiting &= waiting - 1
                last = max(last, _plays_of_suit(frames, row, params, coming, scratch, clock, suit, draw))
    return last


@inlined
def _plays_of_suit(
    frames: Words,
    row: int,
    params: Params,
    coming: Words,
    scratch: Words,
    clock: int,
    suit: int,
    draw: int,
) -> int:
    """The first turn of each type of the suit that waits for this draw; returns the last of them."""
    reached = frames[row, at.REACHED]
    suits, players, seat = params[at.SUITS], params[at.PLAYERS], frames[row, at.SEAT]
    draws = params[at.DECK_SIZE] - clock
    step = scratch[NEXT_STEP, suit]
    number = step * suits + suit
    turn = (
        scratch[EARLIEST, number - suits]
        if step > 0 and not frames[row, at.PLAYED] >> number - suits & 1
        else 0
    )
    while step < params[at.RANKS] and reached >> number & 1 and scratch[WAITS_FOR, number] <= draw:
        first = NEVER
        for ahead in range(players):
            holder = seat + ahead
            if holder >= players:
                holder -= players
            if frames[row, at.HANDS + holder] >> number & 1:
                own = ahead + 1
                if own <= turn:
                    own += (turn - own + players) // players * players
                first = min(first, own)
        if coming[clock, number] != 0:
            own = coming[clock, number] - clock
            if own < draws or not params[at.DECK_PLAYS]:
                first = min(first, _turn_of_draw(scratch, own, draw) + players)
        if params[at.DECK_PLAYS] and draws > 0 and coming[params[at.DECK_SIZE] - 1, number] != 0:
            first = min(first, _turn_of_draw(scratch, draws - 1, draw) + 1)
        turn = min(max(first, turn + 1), MOST_TURNS)
        scratch[EARLIEST, number] = turn
        scratch[PLAYS, turn] += 1
        step += 1
        number += suits
    scratch[NEXT_STEP, suit] = step
    return turn


@inlined
def _turn_of_draw(scratch: Words, draw: int, looked_at: int) -> int:
    """The first turn of a draw; each draw after the one that is looked at takes a turn."""
    turn: int = scratch[DRAW_TURN, min(draw, looked_at)] + max(draw - looked_at, 0)
    return turn


@inlined
def _turns_by_seats(
    frames: Words, row: int, params: Params, pile: Words, scratch: Words, clock: int, spare: int
) -> int:
    """Types that one seat alone holds, with no copy to come, take a turn of that seat each."""
    players, suits, turns = params[at.PLAYERS], params[at.SUITS], 0
    for seat in range(players):
        others = pile[clock] | frames[row, at.PLAYED]
        for other in range(players):
            if other != seat:
                others |= frames[row, at.HANDS + other]
        alone = frames[row, at.HANDS + seat] & at.TYPES_MASK & ~others
        if popcount(alone) <= spare + 1:
            continue
        firsts = alone
        while firsts != 0:
            first = scratch[EARLIEST, low_bit_number(firsts)]
            firsts &= firsts - 1
            count, after, rest = -spare, NEVER, alone
            while rest != 0:
                number = low_bit_number(rest)
                rest &= rest - 1
                if scratch[EARLIEST, number] >= first:
                    count += 1
                    above = number + suits
                    tail = 0
                    while above < suits * params[at.RANKS] and frames[row, at.REACHED] >> above & 1:
                        tail += 1
                        above += suits
                    after = min(after, tail)
            if count > 0:
                turns = max(turns, first + players * (count - 1) + (after if spare == 0 else 0))
    return turns


@inlined
def _draw_of(coming: Words, clock: int, number: int, draws: int, params: Params) -> int:
    """The draw, from now, after which a type of the pile can be had."""
    draw: int = coming[clock, number] - clock
    if params[at.DECK_PLAYS] and draw == draws:
        draw -= 1  # it can be played from the pile
    return draw
