"""The single-hand relaxation, jitted: can a score be reached if all hands were one?

All hands are merged, anyone may act at any time, clue tokens are unlimited (and in all or nothing the turns
after the last draw). The only choice left is which useful card to drop when the merged hand is full of
different useful cards that cannot be played (docs/method.md, B3). Verdicts are kept in a table of two words
an entry: word 0 as in layout.py with the verdict in the tokens field, word 1 the set held.
"""

from typing import NamedTuple

import numpy as np

from hanabi_solver.search.jit import high_bit_number, inlined, jitted, popcount
from hanabi_solver.search.layout import (
    ALL_TYPES,
    BYTE,
    CLOCK_SHIFT,
    DECK_PLAYS,
    DECK_SIZE,
    ENDLESS,
    GENERATION_SHIFT,
    LOW,
    NEEDED,
    PLAYERS,
    RANKS,
    SUITS,
    TARGET,
    TOKENS_FIELD,
    TOKENS_SHIFT,
)
from hanabi_solver.search.table import Params, Words, find, store

ENTRY_WIDTH = 2
POSSIBLE, IMPOSSIBLE, UNDECIDED = 1, 2, 3
KEY_MASK = ~TOKENS_FIELD

# Columns of the relaxation's own stack.
R_PLAYED, R_HELD, R_CLOCK, R_PENDING = 0, 1, 2, 3
R_FRAME_WIDTH = 4


class Relaxation(NamedTuple):
    """What the relaxation works in: its table, its stack, room for one entry, and two counters.

    `counts[0]` counts the slots that were filled, `counts[1]` the choices that were looked at.
    """

    slots: Words
    frames: Words
    words: Words
    counts: Words


def new_relaxation(slots: Words, deck_size: int) -> Relaxation:
    """A relaxation for decks of up to `deck_size` cards in the draw pile, on the table `slots`."""
    return Relaxation(
        slots,
        np.empty((deck_size + 2, R_FRAME_WIDTH), dtype=np.int64),
        np.empty(ENTRY_WIDTH, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )


@inlined
def next_cards(played: int, params: Params) -> int:
    """The types that go on their stack next."""
    following: int = ((played << params[SUITS]) | params[LOW]) & ~played & params[ALL_TYPES]
    return following


@inlined
def reachable_types(played: int, alive: int, params: Params) -> int:
    """The types played or still playable when `alive` are those not lost."""
    kept = played | alive
    reached: int = kept & params[LOW]
    for _ in range(1, params[RANKS]):
        reached |= kept & (reached << params[SUITS])
    return reached


@jitted
def can_reach(
    played: int,
    held: int,
    clock: int,
    capacity: int,
    budget: int,
    generation: int,
    params: Params,
    deck: Words,
    pile: Words,
    relaxation: Relaxation,
) -> int:
    """Whether the target can be reached with one merged hand of `capacity` cards.

    POSSIBLE, IMPOSSIBLE, or UNDECIDED after `budget` choices; the table keeps what was decided.
    """
    words = relaxation.words
    _pack(played, held, clock, generation, 0, words)
    slot = find(relaxation.slots, words, KEY_MASK)
    if slot >= 0:
        known: int = (relaxation.slots[slot, 0] >> TOKENS_SHIFT) & BYTE
        return known
    frames = relaxation.frames
    frames[0, R_PLAYED], frames[0, R_HELD], frames[0, R_CLOCK] = played, held, clock
    verdict = _decide(capacity, budget, generation, params, deck, pile, relaxation)
    if verdict != UNDECIDED:
        _pack(played, held, clock, generation, verdict, words)
        relaxation.counts[0] += store(relaxation.slots, words, KEY_MASK)
    return verdict


@jitted
def _decide(
    capacity: int,
    budget: int,
    generation: int,
    params: Params,
    deck: Words,
    pile: Words,
    relaxation: Relaxation,
) -> int:
    """The depth-first search behind `can_reach`, for the state in the first frame."""
    frames = relaxation.frames
    depth, spent = 0, 0
    verdict = _enter(depth, capacity, generation, params, deck, pile, relaxation)
    while True:
        if verdict == UNDECIDED:
            spent += 1
            if spent > budget:
                return UNDECIDED
            _drop(frames, depth, deck, pile)
            depth += 1
            verdict = _enter(depth, capacity, generation, params, deck, pile, relaxation)
        elif depth == 0:
            return verdict
        else:
            depth -= 1
            if verdict == IMPOSSIBLE and frames[depth, R_PENDING] != 0:
                verdict = UNDECIDED
            else:
                _pack_frame(frames, depth, generation, verdict, relaxation.words)
                relaxation.counts[0] += store(relaxation.slots, relaxation.words, KEY_MASK)


@jitted
def _enter(
    row: int,
    capacity: int,
    generation: int,
    params: Params,
    deck: Words,
    pile: Words,
    relaxation: Relaxation,
) -> int:
    """Play on to the next choice and look it up; UNDECIDED if its drops have to be tried."""
    relaxation.counts[1] += 1
    verdict = _run(relaxation.frames, row, capacity, params, deck, pile)
    if verdict == UNDECIDED:
        _pack_frame(relaxation.frames, row, generation, 0, relaxation.words)
        slot = find(relaxation.slots, relaxation.words, KEY_MASK)
        if slot >= 0:
            verdict = (relaxation.slots[slot, 0] >> TOKENS_SHIFT) & BYTE
    return verdict


@jitted
def _run(frames: Words, row: int, capacity: int, params: Params, deck: Words, pile: Words) -> int:
    """Play on until a choice comes up (UNDECIDED) or the verdict is known."""
    played, held, clock = frames[row, R_PLAYED], frames[row, R_HELD], frames[row, R_CLOCK]
    size, target = params[DECK_SIZE], params[TARGET]
    while True:
        reached = reachable_types(played, pile[min(clock, size)] | held, params)
        if popcount(reached) < params[NEEDED]:
            return IMPOSSIBLE
        useful = reached & ~played
        held &= useful
        score = popcount(played)
        turns = score + target if params[ENDLESS] else size - clock + params[PLAYERS]
        if score + turns < target:
            return IMPOSSIBLE
        if clock >= size:
            plays = _final_plays(played, held, turns, params)
            return POSSIBLE if score + plays >= target else IMPOSSIBLE
        following = next_cards(played, params)
        playable = following & held
        if playable != 0:
            first = playable & -playable
            played |= first
            held ^= first
        elif params[DECK_PLAYS] and clock + 1 == size:
            # The last card goes from the pile to its stack, or out of the way without a drop.
            played |= deck[clock] & following
        elif popcount(held) >= capacity:
            frames[row, R_PLAYED], frames[row, R_HELD], frames[row, R_CLOCK] = played, held, clock
            frames[row, R_PENDING] = held
            return UNDECIDED
        held |= deck[clock] & useful & ~played
        clock += 1


@jitted
def _final_plays(played: int, held: int, turns: int, params: Params) -> int:
    """How many cards of `held` the merged hand can play in `turns` turns without drawing."""
    plays = 0
    while plays < turns:
        playable = next_cards(played, params) & held
        if playable == 0:
            break
        played |= playable
        plays += popcount(playable)
    return min(plays, turns)


@jitted
def _drop(frames: Words, row: int, deck: Words, pile: Words) -> None:
    """Set the next frame to this one with the most promising useful card dropped that is still to try."""
    clock, todo = frames[row, R_CLOCK], frames[row, R_PENDING]
    again = todo & pile[clock]
    drop = 1 << high_bit_number(again if again != 0 else todo)
    frames[row, R_PENDING] = todo ^ drop
    frames[row + 1, R_PLAYED] = frames[row, R_PLAYED]
    frames[row + 1, R_HELD] = (frames[row, R_HELD] ^ drop) | deck[clock]
    frames[row + 1, R_CLOCK] = clock + 1


@inlined
def _pack(played: int, held: int, clock: int, generation: int, verdict: int, words: Words) -> None:
    words[0] = played | (clock << CLOCK_SHIFT) | (verdict << TOKENS_SHIFT) | (generation << GENERATION_SHIFT)
    words[1] = held


@jitted
def _pack_frame(frames: Words, row: int, generation: int, verdict: int, words: Words) -> None:
    _pack(frames[row, R_PLAYED], frames[row, R_HELD], frames[row, R_CLOCK], generation, verdict, words)
