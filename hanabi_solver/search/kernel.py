"""The search itself, jitted: depth-first over packed states with an explicit stack (see layout.py).

`search_slice` runs until it knows the verdict or has spent its nodes; all of its state is in arrays,
so the next call goes on where this one stopped. It never holds the interpreter lock.
"""

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.search.jit import high_bit_number, inlined, jitted, low_bit_number, popcount
from hanabi_solver.search.relaxed import IMPOSSIBLE, Relaxation, can_reach, next_cards, reachable_types
from hanabi_solver.search.table import Words, find, store

# Choices that one look at the single-hand bound may spend inside the search.
SINGLE_HAND_BUDGET = 2000
# Verdicts of _enter.
FAILS, OPEN, REACHED_TARGET = 0, 1, 2


@jitted
def search_slice(
    work: int,
    frames: Words,
    counters: Words,
    params: Words,
    deck: Words,
    pile: Words,
    slots: Words,
    generation: int,
    relaxation: Relaxation,
) -> int:
    """Search on for about `work` more nodes and choices of the bound: FOUND, EXHAUSTED or RUNNING.

    The frames hold the line that was found. A fresh search has counters[DEPTH] = -1 and its root in
    frames[0].
    """
    words = np.empty(slots.shape[1], dtype=np.int64)
    key_mask = -1 if params[at.EXACT] else ~at.TOKENS_FIELD
    depth = counters[at.DEPTH]
    last = counters[at.NODES] + work
    while counters[at.NODES] + relaxation.counts[1] < last:
        ask_bound = True
        if depth >= 0:
            move = _next_move(frames, depth)
            if move == at.NO_MOVE:
                _pack(frames, depth, generation, params, words)
                counters[at.USED] += store(slots, words, key_mask)
                if depth == 0:
                    return at.EXHAUSTED
                depth -= 1
                continue
            frames[depth, at.MOVE] = move
            ask_bound = _may_lose_ground(frames, depth, move, params)
            _apply(frames, depth, move, params, deck)
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
    params: Words,
    pile: Words,
    deck: Words,
    slots: Words,
    generation: int,
    words: Words,
    counters: Words,
    relaxation: Relaxation,
) -> int:
    """Bound the state in this row, look it up, and list its moves if it stays open."""
    played, clock, target = frames[row, at.PLAYED], frames[row, at.CLOCK], params[at.TARGET]
    score = popcount(played)
    turns = params[at.DECK_SIZE] + params[at.PLAYERS] - clock
    if score >= target and (
        params[at.KEEPS_SCORE] or turns == 0 or score == params[at.SUITS] * params[at.RANKS]
    ):
        return REACHED_TARGET
    if score + turns < target or turns == 0:
        return FAILS
    held = 0
    for seat in range(params[at.PLAYERS]):
        held |= frames[row, at.HANDS + seat]
    alive = pile[min(clock, params[at.DECK_SIZE])] | (held & at.TYPES_MASK)
    reached = reachable_types(played, alive, params)
    if popcount(reached) < target:
        return FAILS
    useful = reached & ~played
    both = useful | (useful << at.HAND_SHIFT)
    for seat in range(params[at.PLAYERS]):
        frames[row, at.HANDS + seat] &= both
    frames[row, at.REACHED] = reached
    _pack(frames, row, generation, params, words)
    slot = find(slots, words, key_mask)
    if slot >= 0:
        known = (slots[slot, 0] >> at.TOKENS_SHIFT) & at.BYTE
        if params[at.EXACT] or known >= (words[0] >> at.TOKENS_SHIFT) & at.BYTE:
            return FAILS
    if ask_bound and clock < params[at.DECK_SIZE] and params[at.DOMINANCES] & at.SINGLE_HAND:
        possible = can_reach(
            played,
            held & useful,
            clock,
            params[at.PLAYERS] * params[at.HAND_SIZE],
            SINGLE_HAND_BUDGET,
            generation,
            params,
            deck,
            pile,
            relaxation,
        )
        if possible == IMPOSSIBLE:
            return FAILS
    _list_moves(frames, row, params, pile, counters)
    return OPEN


@inlined
def _pack(frames: Words, row: int, generation: int, params: Words, words: Words) -> None:
    """Write the state in this row as the words of a table entry."""
    tokens = frames[row, at.TOKENS]
    if frames[row, at.CLOCK] >= params[at.DECK_SIZE] and params[at.DOMINANCES] & at.LAST_ROUND_PASS:
        tokens = 0
    words[0] = (
        frames[row, at.PLAYED]
        | (frames[row, at.CLOCK] << at.CLOCK_SHIFT)
        | (frames[row, at.SEAT] << at.SEAT_SHIFT)
        | (tokens << at.TOKENS_SHIFT)
        | (frames[row, at.STRIKES] << at.STRIKES_SHIFT)
        | (generation << at.GENERATION_SHIFT)
    )
    players = params[at.PLAYERS]
    if params[at.DOMINANCES] & at.ONE_COPY:
        for pair in range((players + 1) // 2):
            second = frames[row, at.HANDS + 2 * pair + 1] if 2 * pair + 1 < players else 0
            words[1 + pair] = frames[row, at.HANDS + 2 * pair] | (second << at.HAND_SHIFT)
    else:
        for seat in range(players):
            words[1 + seat] = frames[row, at.HANDS + seat]


@inlined
def _list_moves(frames: Words, row: int, params: Words, pile: Words, counters: Words) -> None:
    """Fill the PENDING columns with the moves worth trying."""
    hand, seat, tokens = (
        frames[row, at.HANDS + frames[row, at.SEAT]],
        frames[row, at.SEAT],
        frames[row, at.TOKENS],
    )
    switches = params[at.DOMINANCES]
    first = hand & at.TYPES_MASK
    following = next_cards(frames[row, at.PLAYED], params)
    may_strike = frames[row, at.STRIKES] + 1 < params[at.STRIKE_LIMIT]
    frames[row, at.PENDING_PLAYS] = first & following
    frames[row, at.PENDING_DISCARDS] = 0
    frames[row, at.PENDING_STRIKES] = 0
    frames[row, at.PENDING_OTHER] = 0
    in_final_round = frames[row, at.CLOCK] >= params[at.DECK_SIZE]
    if in_final_round and switches & at.LAST_ROUND_PASS:
        if not params[at.EXACT] or params[at.TOKEN_LIMIT] > 0 or may_strike:
            frames[row, at.PENDING_OTHER] = at.WANT_PASS
        return
    others = 0
    for other in range(params[at.PLAYERS]):
        if other != seat:
            others |= frames[row, at.HANDS + other] & at.TYPES_MASK
    wants = 0
    trash = params[at.HAND_SIZE] - popcount(hand)
    at_limit = tokens >= params[at.TOKEN_LIMIT]
    offers_useful = trash == 0 or not switches & at.TRASH_FIRST
    if not params[at.EXACT] or not at_limit or may_strike:
        if trash > 0:
            wants |= at.WANT_TRASH
        if offers_useful:
            spare = first
            if popcount(frames[row, at.REACHED]) == params[at.TARGET]:
                # Every reachable card is needed: a last copy cannot go.
                spare &= (
                    pile[min(frames[row, at.CLOCK], params[at.DECK_SIZE])] | others | (hand >> at.HAND_SHIFT)
                )
            if params[at.EXACT] and at_limit:
                spare &= ~following
            frames[row, at.PENDING_DISCARDS] = spare
    if params[at.EXACT] and not at_limit and may_strike and not switches & at.STRIKE_AT_LIMIT:
        if trash > 0:
            wants |= at.WANT_STRIKE
        if offers_useful:
            frames[row, at.PENDING_STRIKES] = first & ~following
    if params[at.DECK_PLAYS] and frames[row, at.CLOCK] + 1 == params[at.DECK_SIZE]:
        # The last card of the pile may be played from there; as a misplay only to spare a useful card.
        top_fits = pile[frames[row, at.CLOCK]] & following != 0
        if top_fits or (offers_useful and (may_strike or not params[at.EXACT])):
            wants |= at.WANT_TOP
    if tokens >= params[at.CLUE_COST]:
        wants |= at.WANT_CLUE
        clue_first = at_limit or trash == 0 or (tokens >= params[at.CLUE_AT] and others & following != 0)
        if params[at.FLIP] > 0 and (_random(counters) & 1023) < params[at.FLIP]:
            clue_first = not clue_first
        if clue_first:
            wants |= at.CLUE_FIRST
    # Discards are tried safest first: `others` moves to PENDING_OTHER's upper bits for _next_move.
    frames[row, at.PENDING_OTHER] = wants | (others << at.HAND_SHIFT)


@inlined
def _next_move(frames: Words, row: int) -> int:
    """Take the next move to try out of the PENDING columns; NO_MOVE when none is left."""
    plays, wants = frames[row, at.PENDING_PLAYS], frames[row, at.PENDING_OTHER]
    if plays != 0:
        frames[row, at.PENDING_PLAYS] = plays & (plays - 1)
        return at.PLAY | low_bit_number(plays)
    if wants & at.WANT_TOP:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_TOP
        return at.TOP
    if wants & at.WANT_CLUE and wants & at.CLUE_FIRST:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_CLUE
        return at.CLUE
    if wants & at.WANT_TRASH:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_TRASH
        return at.TRASH
    if wants & at.WANT_PASS:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_PASS
        return at.PASS
    discards = frames[row, at.PENDING_DISCARDS]
    if discards != 0:
        held_by_others = discards & (wants >> at.HAND_SHIFT)
        card = high_bit_number(held_by_others if held_by_others != 0 else discards)
        frames[row, at.PENDING_DISCARDS] = discards ^ (1 << card)
        return at.DISCARD | card
    if wants & at.WANT_CLUE:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_CLUE
        return at.CLUE
    if wants & at.WANT_STRIKE:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_STRIKE
        return at.STRIKE_TRASH
    strikes = frames[row, at.PENDING_STRIKES]
    if strikes != 0:
        frames[row, at.PENDING_STRIKES] = strikes & (strikes - 1)
        return at.STRIKE | low_bit_number(strikes)
    return at.NO_MOVE


@inlined
def _may_lose_ground(frames: Words, row: int, move: int, params: Words) -> bool:
    """Whether the single-hand bound can fail after `move` though it held before.

    It cannot after a play or a clue, nor after dropping trash when no hand has a playable card: the
    relaxation itself goes on that way (docs/method.md, "Single hand").
    """
    kind = move & at.KIND_MASK
    if kind == at.PLAY or kind == at.CLUE:
        return False
    if kind == at.DISCARD or kind == at.STRIKE or kind == at.TOP:
        return True
    held = 0
    for seat in range(params[at.PLAYERS]):
        held |= frames[row, at.HANDS + seat]
    return held & next_cards(frames[row, at.PLAYED], params) != 0


@inlined
def _apply(frames: Words, row: int, move: int, params: Words, deck: Words) -> None:
    """Set the next row to the state after `move`."""
    for column in range(at.HANDS + params[at.PLAYERS]):
        frames[row + 1, column] = frames[row, column]
    kind, seat = move & at.KIND_MASK, frames[row, at.SEAT]
    bit = 1 << (move & at.TYPE_MASK)
    limit = params[at.TOKEN_LIMIT]
    frames[row + 1, at.SEAT] = seat + 1 if seat + 1 < params[at.PLAYERS] else 0
    final_round = frames[row, at.CLOCK] >= params[at.DECK_SIZE]
    if kind == at.CLUE:
        frames[row + 1, at.TOKENS] -= params[at.CLUE_COST]
        if final_round:
            frames[row + 1, at.CLOCK] += 1
            _forget_hand(frames, row + 1, seat, params)
        return
    if kind == at.TOP:
        _apply_top(frames, row, params, deck)
        return
    if kind == at.PLAY:
        _put_on_stack(frames, row + 1, bit, params)
    elif kind == at.PASS:
        if params[at.EXACT] and limit == 0:
            frames[row + 1, at.STRIKES] += 1
    elif kind == at.STRIKE or kind == at.STRIKE_TRASH:
        frames[row + 1, at.STRIKES] += 1
    elif frames[row, at.TOKENS] < limit:
        frames[row + 1, at.TOKENS] += 1
    elif params[at.EXACT]:
        frames[row + 1, at.STRIKES] += 1
    hand = frames[row + 1, at.HANDS + seat]
    if kind == at.PLAY or kind == at.DISCARD or kind == at.STRIKE:
        second = bit << at.HAND_SHIFT
        hand &= ~(second if hand & second != 0 else bit)
    if not final_round:
        drawn = deck[frames[row, at.CLOCK]] & frames[row, at.REACHED] & ~frames[row + 1, at.PLAYED]
        if not params[at.DOMINANCES] & at.ONE_COPY and hand & drawn != 0:
            drawn <<= at.HAND_SHIFT
        hand |= drawn
    frames[row + 1, at.HANDS + seat] = hand
    frames[row + 1, at.CLOCK] += 1
    if final_round:
        _forget_hand(frames, row + 1, seat, params)


@inlined
def _put_on_stack(frames: Words, row: int, bit: int, params: Words) -> None:
    """Play the type `bit`; a completed suit regains a token below the limit."""
    frames[row, at.PLAYED] |= bit
    completes = bit << params[at.SUITS] > params[at.ALL_TYPES]
    if completes and params[at.SUIT_REGAINS] and frames[row, at.TOKENS] < params[at.TOKEN_LIMIT]:
        frames[row, at.TOKENS] += 1


@jitted
def _apply_top(frames: Words, row: int, params: Words, deck: Words) -> None:
    """Play the last card of the draw pile from there; the hand stays as it is."""
    bit = deck[frames[row, at.CLOCK]]
    if bit & next_cards(frames[row, at.PLAYED], params):
        _put_on_stack(frames, row + 1, bit, params)
    elif params[at.EXACT]:
        frames[row + 1, at.STRIKES] += 1
    frames[row + 1, at.CLOCK] += 1


@inlined
def _forget_hand(frames: Words, row: int, seat: int, params: Words) -> None:
    """After its turn in the final round a seat acts no more: its cards no longer matter."""
    if params[at.DOMINANCES] & at.LAST_ROUND_PASS:
        frames[row, at.HANDS + seat] = 0


@inlined
def _random(counters: Words) -> int:
    """The next number of a xorshift generator (Marsaglia 2003)."""
    value: int = counters[at.RANDOM]
    value ^= value << 13
    value ^= (value >> 7) & 0x1FFFFFFFFFFFFFF
    value ^= value << 17
    counters[at.RANDOM] = value
    return (value >> 11) & 0x7FFFFFFF
