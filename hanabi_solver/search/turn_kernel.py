"""The search with a number of turns to spend, jitted: `kernel.py` with one column more (docs/method.md, T1).

A state is kept whole, tokens and strikes too, with the most turns with which it is known to fail.
"""

import hanabi_solver.search.layout as at
from hanabi_solver.search.choices import list_moves, next_move
from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.search.kernel import (
    FAILS,
    OPEN,
    REACHED_TARGET,
    fails_in_one_hand,
    look_at_state,
    may_lose_ground,
)
from hanabi_solver.search.relaxed import Relaxation
from hanabi_solver.search.states import apply_move, pack
from hanabi_solver.search.table import Params, Words, find, store
from hanabi_solver.search.turn_bound import turns_needed

# The column that this search adds to a frame: the turns that are left to spend.
TURNS = at.FRAME_WIDTH
TURN_FRAME_WIDTH = at.FRAME_WIDTH + 1
WHOLE_KEY = -1
# Added to the first word of a key: a token more and a strike less.
TOKEN_FOR_STRIKE = (1 << at.TOKENS_SHIFT) - (1 << at.STRIKES_SHIFT)


@jitted
def search_turns(
    work: int,
    frames: Words,
    counters: Words,
    params: Params,
    deck: Words,
    pile: Words,
    coming: Words,
    scratch: Words,
    slots: Words,
    generation: int,
    relaxation: Relaxation,
    words: Words,
) -> int:
    """Search on for about `work` more nodes: FOUND, EXHAUSTED or RUNNING, as `kernel.search_slice`.

    `slots` have a word more than `words`, the turns.
    """
    depth = counters[at.DEPTH]
    last = counters[at.NODES] + work
    while counters[at.NODES] + relaxation.counts[1] < last:
        ask_bound = True
        if depth >= 0:
            move = next_move(frames, depth, params, counters)
            if move == at.NO_MOVE:
                pack(frames, depth, generation, params, words)
                counters[at.USED] += _store_turns(slots, words, frames[depth, TURNS])
                if depth == 0:
                    return at.EXHAUSTED
                depth -= 1
                continue
            frames[depth, at.MOVE] = move
            ask_bound = may_lose_ground(frames, depth, move, params)
            apply_move(frames, depth, move, params, deck)
            frames[depth + 1, TURNS] = frames[depth, TURNS] - 1
        counters[at.NODES] += 1
        verdict = look_at_state(frames, depth + 1, params, pile)
        if verdict == OPEN:
            verdict = _enter(
                depth + 1,
                ask_bound,
                frames,
                params,
                deck,
                pile,
                coming,
                scratch,
                slots,
                generation,
                relaxation,
                words,
                counters,
            )
        if verdict == OPEN:
            depth += 1
        elif verdict == REACHED_TARGET:
            counters[at.DEPTH] = depth + 1
            return at.FOUND
        elif depth < 0:
            return at.EXHAUSTED
    counters[at.DEPTH] = depth
    return at.RUNNING


@inlined
def _enter(
    row: int,
    ask_bound: bool,
    frames: Words,
    params: Params,
    deck: Words,
    pile: Words,
    coming: Words,
    scratch: Words,
    slots: Words,
    generation: int,
    relaxation: Relaxation,
    words: Words,
    counters: Words,
) -> int:
    """Whether the state in this row may reach the target with its turns; if so, its moves are listed."""
    pack(frames, row, generation, params, words)
    slot = find(slots, words, WHOLE_KEY)
    if slot >= 0 and slots[slot, words.shape[0]] >= frames[row, TURNS]:
        return FAILS
    if _fails_with_a_strike_less(row, frames, params, slots, words):
        return FAILS
    if turns_needed(frames, row, params, pile, coming, scratch) > frames[row, TURNS]:
        return FAILS
    if ask_bound and slot < 0 and fails_in_one_hand(frames, row, params, pile, deck, generation, relaxation):
        return FAILS
    list_moves(frames, row, params, pile, counters)
    return OPEN


@inlined
def _fails_with_a_strike_less(row: int, frames: Words, params: Params, slots: Words, words: Words) -> bool:
    """Whether the state in `words`, with a strike less and a token more, is known to fail: it is no worse."""
    if not params[at.EXACT] or not params[at.DOMINANCES] & at.STRIKE_AT_LIMIT:
        return False
    if frames[row, at.STRIKES] == 0 or frames[row, at.TOKENS] == params[at.TOKEN_LIMIT]:
        return False
    words[0] += TOKEN_FOR_STRIKE
    slot = find(slots, words, WHOLE_KEY)
    words[0] -= TOKEN_FOR_STRIKE
    fails: bool = slot >= 0 and slots[slot, words.shape[0]] >= frames[row, TURNS]
    return fails


@inlined
def _store_turns(slots: Words, words: Words, turns: int) -> int:
    fresh: int = store(slots, words, WHOLE_KEY)
    slots[find(slots, words, WHOLE_KEY), words.shape[0]] = turns
    return fresh


@jitted
def move_entries(source: Words, destination: Words, words: Words, generation: int) -> int:
    """Store all entries of this generation in another table; returns how many free slots they took."""
    used = 0
    for slot in range(source.shape[0]):
        if (source[slot, 0] >> at.GENERATION_SHIFT) & at.BYTE == generation:
            for index in range(words.shape[0]):
                words[index] = source[slot, index]
            used += _store_turns(destination, words, source[slot, words.shape[0]])
    return used
