"""The search itself, jitted: depth-first over packed states with an explicit stack (see layout.py).

`search_slice` runs until it knows the verdict or has spent its nodes; all of its state is in arrays,
so the next call goes on where this one stopped. It never holds the interpreter lock.
"""

import hanabi_solver.search.layout as at
from hanabi_solver.search.choices import list_moves, next_move, pass_to_next_seat
from hanabi_solver.search.jit import inlined, jitted, popcount
from hanabi_solver.search.relaxed import IMPOSSIBLE, Relaxation, can_reach, next_cards, reachable_types
from hanabi_solver.search.states import apply_move, pack
from hanabi_solver.search.table import Params, Words, find, store

# Choices that one look at the single-hand bound may spend inside the search.
SINGLE_HAND_BUDGET = 2000
# Verdicts of _enter.
FAILS, OPEN, REACHED_TARGET = 0, 1, 2


@jitted
def search_slice(
    work: int,
    frames: Words,
    counters: Words,
    params: Params,
    deck: Words,
    pile: Words,
    slots: Words,
    generation: int,
    relaxation: Relaxation,
    words: Words,
) -> int:
    """Search on for about `work` more nodes and choices of the bound: FOUND, EXHAUSTED or RUNNING.

    The frames hold the line that was found. A fresh search has counters[DEPTH] = -1 and its root in
    frames[0].
    """
    key_mask = -1 if params[at.EXACT] else ~at.TOKENS_FIELD
    depth = counters[at.DEPTH]
    last = counters[at.NODES] + work
    while counters[at.NODES] + relaxation.counts[1] < last:
        ask_bound = True
        if depth >= 0:
            move = next_move(frames, depth, params, counters)
            if move == at.NO_MOVE and pass_to_next_seat(frames, depth, params, pile, counters):
                continue
            if move == at.NO_MOVE:
                pack(frames, depth, generation, params, words)
                counters[at.USED] += store(slots, words, key_mask)
                if depth == 0:
                    return at.EXHAUSTED
                depth -= 1
                continue
            frames[depth, at.MOVE] = move
            ask_bound = may_lose_ground(frames, depth, move, params)
            apply_move(frames, depth, move, params, deck)
        counters[at.NODES] += 1
        verdict = _enter(
            depth + 1,
            ask_bound,
            key_mask,
            frames,
            params,
            pile,
            deck,
            slots,
            generation,
            words,
            counters,
            relaxation,
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
    key_mask: int,
    frames: Words,
    params: Params,
    pile: Words,
    deck: Words,
    slots: Words,
    generation: int,
    words: Words,
    counters: Words,
    relaxation: Relaxation,
) -> int:
    """Bound the state in this row, look it up, and list its moves if it stays open."""
    verdict = look_at_state(frames, row, params, pile)
    if verdict != OPEN:
        return verdict
    pack(frames, row, generation, params, words)
    slot = find(slots, words, key_mask)
    if slot >= 0:
        known = (slots[slot, 0] >> at.TOKENS_SHIFT) & at.BYTE
        if params[at.EXACT] or known >= frames[row, at.TOKENS]:
            return FAILS
    if ask_bound and slot < 0 and fails_in_one_hand(frames, row, params, pile, deck, generation, relaxation):
        return FAILS
    list_moves(frames, row, params, pile, counters)
    return OPEN


@inlined
def fails_in_one_hand(
    frames: Words,
    row: int,
    params: Params,
    pile: Words,
    deck: Words,
    generation: int,
    relaxation: Relaxation,
) -> bool:
    """Whether the state in this row misses the target even with all hands in one, as far as is looked."""
    played, clock = frames[row, at.PLAYED], frames[row, at.CLOCK]
    if clock >= params[at.DECK_SIZE] or not params[at.DOMINANCES] & at.SINGLE_HAND:
        return False
    held = 0
    for seat in range(at.MOST_SEATS):
        held |= frames[row, at.HANDS + seat]
    possible = can_reach(
        played,
        held & frames[row, at.REACHED] & ~played,
        clock,
        params[at.PLAYERS] * params[at.HAND_SIZE],
        SINGLE_HAND_BUDGET,
        generation,
        params,
        deck,
        pile,
        relaxation,
    )
    fails: bool = possible == IMPOSSIBLE
    return fails


@inlined
def look_at_state(frames: Words, row: int, params: Params, pile: Words) -> int:
    """Bound the state in this row by counting: FAILS, REACHED_TARGET, or OPEN with its useful cards left."""
    played, clock, target = frames[row, at.PLAYED], frames[row, at.CLOCK], params[at.TARGET]
    frames[row, at.SEATS_TRIED] = 0
    is_pile_empty = clock >= params[at.DECK_SIZE]
    if params[at.FREE_CLUES] or (
        is_pile_empty and not params[at.ENDLESS] and params[at.DOMINANCES] & at.LAST_ROUND_PASS
    ):
        frames[row, at.TOKENS] = 0  # no move needs them any more
    score = popcount(played)
    if params[at.ENDLESS]:
        if _is_stuck(frames, row, params):
            return FAILS
        if score >= target:
            return REACHED_TARGET
    else:
        turns = params[at.DECK_SIZE] + params[at.PLAYERS] - clock
        if score >= target and (
            params[at.KEEPS_SCORE] or turns == 0 or score == params[at.SUITS] * params[at.RANKS]
        ):
            return REACHED_TARGET
        if score + turns < target or turns == 0:
            return FAILS
    held = 0
    for seat in range(at.MOST_SEATS):
        held |= frames[row, at.HANDS + seat]
    alive = pile[min(clock, params[at.DECK_SIZE])] | (held & at.TYPES_MASK)
    reached = reachable_types(played, alive, params)
    if popcount(reached) < params[at.NEEDED]:
        return FAILS
    useful = reached & ~played
    both = useful | (~at.TYPES_MASK if params[at.ENDLESS] else useful << at.HAND_SHIFT)
    for seat in range(at.MOST_SEATS):
        frames[row, at.HANDS + seat] &= both
    frames[row, at.REACHED] = reached
    return OPEN


@inlined
def _is_stuck(frames: Words, row: int, params: Params) -> bool:
    """Whether the seat to move has neither a card nor the tokens for a clue: all or nothing ends there."""
    hand = frames[row, at.HANDS + frames[row, at.SEAT]]
    is_stuck: bool = hand >> at.HAND_SHIFT == 0 and frames[row, at.TOKENS] < params[at.CLUE_COST]
    return is_stuck


@inlined
def may_lose_ground(frames: Words, row: int, move: int, params: Params) -> bool:
    """Whether the single-hand bound can fail after `move` though it held before.

    It cannot after a play or a clue, nor after dropping trash when no hand has a playable card: the
    relaxation itself goes on that way (docs/method.md, D5).
    """
    kind = move & at.KIND_MASK
    if kind == at.PLAY or kind == at.CLUE:
        return False
    if kind == at.DISCARD or kind == at.STRIKE or kind >= at.TOP:
        return True
    held = 0
    for seat in range(at.MOST_SEATS):
        held |= frames[row, at.HANDS + seat]
    return held & next_cards(frames[row, at.PLAYED], params) != 0
