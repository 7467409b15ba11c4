"""States in frames, jitted: what a move does to one, and how one is packed for the table (layout.py)."""

import hanabi_solver.search.layout as at
from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.search.relaxed import next_cards
from hanabi_solver.search.table import Params, Words


@inlined
def pack(frames: Words, row: int, generation: int, params: Params, words: Words) -> None:
    """Write the state in this row as the words of a table entry."""
    seat = frames[row, at.SEAT]
    if params[at.FREE_CLUES] and frames[row, at.CLOCK] < params[at.DECK_SIZE]:
        seat = at.ANY_SEAT
    words[0] = (
        frames[row, at.PLAYED]
        | (frames[row, at.CLOCK] << at.CLOCK_SHIFT)
        | (seat << at.SEAT_SHIFT)
        | (frames[row, at.TOKENS] << at.TOKENS_SHIFT)
        | (frames[row, at.STRIKES] << at.STRIKES_SHIFT)
        | (generation << at.GENERATION_SHIFT)
    )
    players = params[at.PLAYERS]
    if params[at.DOMINANCES] & at.ONE_COPY and not params[at.ENDLESS]:
        for pair in range((players + 1) // 2):
            second = frames[row, at.HANDS + 2 * pair + 1] if 2 * pair + 1 < players else 0
            words[1 + pair] = frames[row, at.HANDS + 2 * pair] | (second << at.HAND_SHIFT)
    else:
        for seat in range(players):
            words[1 + seat] = frames[row, at.HANDS + seat]


@inlined
def apply_move(frames: Words, row: int, move: int, params: Params, deck: Words) -> None:
    """Set the next row to the state after `move`."""
    for column in range(at.HANDS + at.MOST_SEATS):
        frames[row + 1, column] = frames[row, column]
    kind, seat = move & at.KIND_MASK, frames[row, at.SEAT]
    bit = 1 << (move & at.TYPE_MASK)
    limit, endless = params[at.TOKEN_LIMIT], params[at.ENDLESS]
    frames[row + 1, at.SEAT] = seat + 1 if seat + 1 < params[at.PLAYERS] else 0
    is_pile_empty = frames[row, at.CLOCK] >= params[at.DECK_SIZE]
    if kind == at.CLUE:
        frames[row + 1, at.TOKENS] -= params[at.CLUE_COST]
        if is_pile_empty and not endless:
            frames[row + 1, at.CLOCK] += 1
            _forget_hand(frames, row + 1, seat, params)
        return
    if kind == at.TOP:
        _apply_top(frames, row, params, deck)
        return
    if kind == at.TOP_AWAY:
        frames[row + 1, at.TOKENS] += 1
        frames[row + 1, at.CLOCK] += 1
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
        second = 0 if endless else bit << at.HAND_SHIFT
        hand &= ~(second if hand & second != 0 else bit)
    if not is_pile_empty:
        drawn = deck[frames[row, at.CLOCK]] & frames[row, at.REACHED] & ~frames[row + 1, at.PLAYED]
        if not params[at.DOMINANCES] & at.ONE_COPY and hand & drawn != 0:
            drawn <<= at.HAND_SHIFT
        hand |= drawn
    elif endless:
        hand -= 1 << at.HAND_SHIFT
    frames[row + 1, at.HANDS + seat] = hand
    if not (is_pile_empty and endless):
        frames[row + 1, at.CLOCK] += 1
        if is_pile_empty:
            _forget_hand(frames, row + 1, seat, params)


@inlined
def _put_on_stack(frames: Words, row: int, bit: int, params: Params) -> None:
    """Play the type `bit`; a completed suit regains a token below the limit."""
    frames[row, at.PLAYED] |= bit
    completes_suit = bit << params[at.SUITS] > params[at.ALL_TYPES]
    if completes_suit and params[at.SUIT_REGAINS] and frames[row, at.TOKENS] < params[at.TOKEN_LIMIT]:
        frames[row, at.TOKENS] += 1


@jitted
def _apply_top(frames: Words, row: int, params: Params, deck: Words) -> None:
    """Play the last card of the draw pile from there, or get rid of it; the hand stays as it is."""
    bit = deck[frames[row, at.CLOCK]]
    if bit & next_cards(frames[row, at.PLAYED], params):
        _put_on_stack(frames, row + 1, bit, params)
    elif frames[row, at.TOKENS] < params[at.TOKEN_LIMIT]:
        frames[row + 1, at.TOKENS] += 1
    elif params[at.EXACT]:
        frames[row + 1, at.STRIKES] += 1
    frames[row + 1, at.CLOCK] += 1


@inlined
def _forget_hand(frames: Words, row: int, seat: int, params: Params) -> None:
    """After its turn in the final round a seat acts no more: its cards no longer matter."""
    if params[at.DOMINANCES] & at.LAST_ROUND_PASS:
        frames[row, at.HANDS + seat] = 0
