"""The moves worth trying in a state, jitted, and the order in which they are tried (layout.py)."""

import hanabi_solver.search.layout as at
from hanabi_solver.search.jit import high_bit_number, inlined, low_bit_number, popcount
from hanabi_solver.search.relaxed import next_cards
from hanabi_solver.search.table import Params, Words


@inlined
def list_moves(frames: Words, row: int, params: Params, pile: Words, counters: Words) -> None:
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
    at_limit = tokens >= params[at.TOKEN_LIMIT]
    frames[row, at.PENDING_PLAYS] = first & following & (params[at.PLAYS_AT_LIMIT] if at_limit else -1)
    frames[row, at.PENDING_DISCARDS] = 0
    frames[row, at.PENDING_STRIKES] = 0
    frames[row, at.PENDING_OTHER] = 0
    endless = params[at.ENDLESS]
    is_final_round = frames[row, at.CLOCK] >= params[at.DECK_SIZE] and not endless
    if is_final_round and switches & at.LAST_ROUND_PASS:
        if not params[at.EXACT] or params[at.TOKEN_LIMIT] > 0 or may_strike:
            frames[row, at.PENDING_OTHER] = at.WANT_PASS
        return
    others, others_cards = 0, 0
    for other in range(at.MOST_SEATS):
        if other != seat:
            others |= frames[row, at.HANDS + other] & at.TYPES_MASK
            others_cards |= frames[row, at.HANDS + other] >> at.HAND_SHIFT
    wants = 0
    second = 0 if endless else hand >> at.HAND_SHIFT
    trash = (hand >> at.HAND_SHIFT if endless else params[at.HAND_SIZE] - popcount(second)) - popcount(first)
    can_clue = tokens >= params[at.CLUE_COST] and not params[at.FREE_CLUES]
    if endless and others_cards == 0 and not params[at.EMPTY_CLUES]:
        can_clue = False
    offers_useful = trash == 0 or not switches & at.TRASH_FIRST
    if not params[at.EXACT] or not at_limit or may_strike:
        if trash > 0:
            wants |= at.WANT_TRASH
        if offers_useful:
            spare = first
            if popcount(frames[row, at.REACHED]) == params[at.NEEDED]:
                # Every reachable card is needed: a last copy cannot go.
                spare &= pile[min(frames[row, at.CLOCK], params[at.DECK_SIZE])] | others | second
            if params[at.EXACT] and at_limit:
                spare &= ~following
            frames[row, at.PENDING_DISCARDS] = spare
    if params[at.EXACT] and not at_limit and may_strike and not switches & at.STRIKE_AT_LIMIT:
        if trash > 0:
            wants |= at.WANT_STRIKE
        if offers_useful:
            frames[row, at.PENDING_STRIKES] = first & ~following
    if params[at.DECK_PLAYS] and frames[row, at.CLOCK] + 1 == params[at.DECK_SIZE]:
        # The last card of the pile may be taken from there; if it does not fit, only to spare a useful card.
        top_fits = pile[frames[row, at.CLOCK]] & following != 0
        if top_fits or (offers_useful and (may_strike or not at_limit or not params[at.EXACT])):
            wants |= at.WANT_TOP
        tokens_count_on = endless or not switches & at.LAST_ROUND_PASS
        if tokens_count_on and top_fits and offers_useful and not at_limit:
            # Another copy may be played later, and the token be needed before.
            wants |= at.WANT_TOP_AWAY
    if can_clue:
        wants |= at.WANT_CLUE
        clue_first = at_limit or trash == 0 or (tokens >= params[at.CLUE_AT] and others & following != 0)
        if _strays(params[at.FLIP], counters):
            clue_first = not clue_first
        if clue_first:
            wants |= at.CLUE_FIRST
    # Discards are tried safest first: `others` moves to PENDING_OTHER's upper bits for _next_move.
    frames[row, at.PENDING_OTHER] = wants | (others << at.HAND_SHIFT)


@inlined
def next_move(frames: Words, row: int, params: Params, counters: Words) -> int:
    """Take the next move to try out of the PENDING columns; NO_MOVE when none is left."""
    plays, wants = frames[row, at.PENDING_PLAYS], frames[row, at.PENDING_OTHER]
    if plays != 0:
        if wants & at.WANT_CLUE and _strays(params[at.FLIP] >> 1, counters):
            frames[row, at.PENDING_OTHER] = wants ^ at.WANT_CLUE
            return at.CLUE
        if _strays(params[at.FLIP] << 1, counters):
            card = high_bit_number(plays)
            frames[row, at.PENDING_PLAYS] = plays ^ (1 << card)
            return at.PLAY | card
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
        if _strays(params[at.FLIP] << 1, counters):
            card = _random_bit_number(discards, counters)
        frames[row, at.PENDING_DISCARDS] = discards ^ (1 << card)
        return at.DISCARD | card
    if wants & at.WANT_CLUE:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_CLUE
        return at.CLUE
    if wants & at.WANT_STRIKE:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_STRIKE
        return at.STRIKE_TRASH
    if wants & at.WANT_TOP_AWAY:
        frames[row, at.PENDING_OTHER] = wants ^ at.WANT_TOP_AWAY
        return at.TOP_AWAY
    strikes = frames[row, at.PENDING_STRIKES]
    if strikes != 0:
        frames[row, at.PENDING_STRIKES] = strikes & (strikes - 1)
        return at.STRIKE | low_bit_number(strikes)
    return at.NO_MOVE


@inlined
def pass_to_next_seat(frames: Words, row: int, params: Params, pile: Words, counters: Words) -> bool:
    """With free clues, list the moves of the next seat in the same state; False if all had their turn."""
    tried = frames[row, at.SEATS_TRIED] + 1
    if not params[at.FREE_CLUES] or tried == params[at.PLAYERS]:
        return False
    if frames[row, at.CLOCK] >= params[at.DECK_SIZE]:
        return False
    seat = frames[row, at.SEAT] + 1
    frames[row, at.SEAT] = seat if seat < params[at.PLAYERS] else 0
    frames[row, at.SEATS_TRIED] = tried
    list_moves(frames, row, params, pile, counters)
    return True


@inlined
def _strays(share: int, counters: Words) -> bool:
    """Whether to leave the usual order of moves here: at random, at `share` of 1024 nodes."""
    return share > 0 and (_random(counters) & 1023) < share


@inlined
def _random_bit_number(mask: int, counters: Words) -> int:
    """The number of a set bit of `mask`, which is not 0: any of them, at random."""
    for _ in range(_random(counters) % popcount(mask)):
        mask &= mask - 1
    return low_bit_number(mask)


@inlined
def _random(counters: Words) -> int:
    """The next number of a xorshift generator (Marsaglia 2003)."""
    value: int = counters[at.RANDOM]
    value ^= value << 13
    value ^= (value >> 7) & 0x1FFFFFFFFFFFFFF
    value ^= value << 17
    counters[at.RANDOM] = value
    return (value >> 11) & 0x7FFFFFFF
