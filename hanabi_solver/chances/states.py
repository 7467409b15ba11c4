"""States of unknown order, jitted: what moves and draws do to the number of a suit (layout.py)."""

import hanabi_solver.chances.layout as at
from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.search.table import Params, Words


@inlined
def turned(suit: int, players: int) -> int:
    """The suit as the next seat sees it."""
    first = suit & at.LOWEST_BITS
    others = (suit & (at.HELD_MASKS ^ at.LOWEST_BITS)) >> 1
    return (suit & ~at.HELD_MASKS) | others | first << (players - 1)


@inlined
def played(suit: int) -> int:
    """The suit after its next card has been played."""
    return ((suit & at.CHAIN) >> at.FIELD) | (suit & at.WHOLE)


@inlined
def without(suit: int, step: int, part: int) -> int:
    """The suit without `part` (a holder, or a copy in the pile) of a card; if it was the last, none above."""
    left = suit - (part << at.FIELD * step)
    if (left >> at.FIELD * step) & at.FIELD_MASK == 0:
        return left & ((1 << at.FIELD * step) - 1)
    return left


@inlined
def drawn(suit: int, step: int) -> int:
    """The suit after the seat to move has drawn a copy of a card."""
    return (suit - (at.ONE_COPY_IN_PILE << at.FIELD * step)) | 1 << at.FIELD * step


@inlined
def chain_length(suit: int) -> int:
    """How many cards of the suit are due."""
    chain = suit & at.CHAIN
    length = 0
    while chain != 0:
        length += 1
        chain >>= at.FIELD
    return length


@inlined
def pack(frames: Words, row: int, params: Params, words: Words) -> None:
    """Write the key of the state in this row: its suits in falling order, and the rest in one word."""
    count = params[at.SUIT_COUNT]
    for index in range(count):
        suit = frames[row, at.SUITS + index]
        place = index
        while place > 0 and words[place - 1] < suit:
            words[place] = words[place - 1]
            place -= 1
        words[place] = suit
    words[count] = (
        frames[row, at.PILE]
        | frames[row, at.TOKENS] << at.TOKENS_AT
        | frames[row, at.STRIKES] << at.STRIKES_AT
        | frames[row, at.NEEDED] << at.NEEDED_AT
    )


@inlined
def first_slot(words: Words, count: int, capacity: int) -> int:
    """The first slot of the bucket of a key of `count` words."""
    mixed = 0
    for index in range(count):
        mixed = (mixed ^ words[index]) * -7046029254386353131
        mixed ^= (mixed >> 32) & 0xFFFFFFFF
    slot: int = (mixed & (capacity - 1)) & ~(at.BUCKET - 1)
    return slot


@inlined
def find(slots: Words, words: Words, count: int) -> int:
    """The slot with the key in `words`, or -1."""
    base = first_slot(words, count, slots.shape[0])
    for slot in range(base, base + at.BUCKET):
        if slots[slot, count - 1] != words[count - 1]:
            continue
        same = True
        for index in range(count - 1):
            if slots[slot, index] != words[index]:
                same = False
                break
        if same:
            return slot
    return -1


@jitted
def store(slots: Words, words: Words, count: int, low: int, high: int) -> int:
    """Keep the limits of the key in `words`; returns 1 if it took a free slot, else 0.

    In a full bucket the state with the smallest pile makes room: it holds the least work.
    """
    base = first_slot(words, count, slots.shape[0])
    victim, least, fresh = base, 1 << 30, 0
    for slot in range(base, base + at.BUCKET):
        meta = slots[slot, count - 1]
        if meta == 0:
            victim, fresh = slot, 1
            break
        same = meta == words[count - 1]
        if same:
            for index in range(count - 1):
                if slots[slot, index] != words[index]:
                    same = False
                    break
        if same:
            if slots[slot, count] > low:
                low = slots[slot, count]
            if slots[slot, count + 1] < high:
                high = slots[slot, count + 1]
            victim, fresh = slot, 0
            break
        pile = meta & 255
        if pile < least:
            victim, least = slot, pile
    for index in range(count):
        slots[victim, index] = words[index]
    slots[victim, count] = low
    slots[victim, count + 1] = high
    return fresh


@jitted
def move_entries(source: Words, destination: Words, count: int) -> int:
    """Store all entries of a table in another one; returns how many free slots they took."""
    used = 0
    for slot in range(source.shape[0]):
        if source[slot, count - 1] != 0:
            used += store(destination, source[slot], count, source[slot, count], source[slot, count + 1])
    return used
