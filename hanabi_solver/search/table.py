"""The transposition table: full packed states in small buckets (layout.py explains an entry's words)."""

import numpy as np

from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.search.layout import (
    BYTE,
    CLOCK_SHIFT,
    GENERATION_SHIFT,
)

BUCKET = 4
LAST_GENERATION = 255
CACHE_LINE_WORDS = 8
Words = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
# The parameters (layout.py) are a tuple: what cannot change need not be read again and again.
Params = tuple[int, ...]


def new_slots(capacity: int, width: int) -> Words:
    """An empty table of `capacity` entries (a power of two), `width` words each.

    It starts on a cache line, so that a bucket of two-word entries takes one line and not two.
    """
    words = np.zeros(capacity * width + CACHE_LINE_WORDS, dtype=np.int64)
    offset = (-words.ctypes.data // words.itemsize) % CACHE_LINE_WORDS
    return words[offset : offset + capacity * width].reshape(capacity, width)


@inlined
def first_slot(words: Words, key_mask: int, capacity: int) -> int:
    """The first slot of the bucket that the key in `words` belongs to."""
    mixed = (words[0] & key_mask) * -7046029254386353131
    mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    for index in range(1, words.shape[0]):
        mixed = (mixed ^ words[index]) * -4658895280553007687
        mixed ^= (mixed >> 32) & 0xFFFFFFFF
    slot: int = (mixed & (capacity - 1)) & ~(BUCKET - 1)
    return slot


@inlined
def same_key(slots: Words, slot: int, words: Words, key_mask: int) -> bool:
    """Whether the entry in `slot` has the key (generation included) of `words`."""
    if (slots[slot, 0] ^ words[0]) & key_mask != 0:
        return False
    for index in range(1, words.shape[0]):  # noqa: SIM110 (numba compiles no generator)
        if slots[slot, index] != words[index]:
            return False
    return True


@inlined
def find(slots: Words, words: Words, key_mask: int) -> int:
    """The slot that holds the key of `words`, or -1."""
    base = first_slot(words, key_mask, slots.shape[0])
    for slot in range(base, base + BUCKET):
        if same_key(slots, slot, words, key_mask):
            return slot
    return -1


@jitted
def store(slots: Words, words: Words, key_mask: int) -> int:
    """Write the entry; returns 1 if it took a free slot, else 0.

    In a full bucket the state latest in the game makes room: it holds the least work.
    """
    base = first_slot(words, key_mask, slots.shape[0])
    generation = words[0] >> GENERATION_SHIFT
    victim, latest, fresh = base, -1, 0
    for slot in range(base, base + BUCKET):
        if same_key(slots, slot, words, key_mask):
            victim, fresh = slot, 0
            break
        if slots[slot, 0] >> GENERATION_SHIFT != generation:
            if fresh == 0:
                victim, fresh, latest = slot, 1, BYTE
            continue
        clock = (slots[slot, 0] >> CLOCK_SHIFT) & 127
        if clock > latest:
            victim, latest = slot, clock
    for index in range(words.shape[0]):
        slots[victim, index] = words[index]
    return fresh


@jitted
def copy_entries(
    source: Words, first: int, last: int, destination: Words, key_mask: int, generation: int
) -> int:
    """Store the entries of this generation in slots `first` to `last` - 1 into another table.

    Returns how many free slots they took.
    """
    used = 0
    for slot in range(first, last):
        if (source[slot, 0] >> GENERATION_SHIFT) & BYTE == generation:
            used += store(destination, source[slot], key_mask)
    return used
