"""The deck that hanab.live's server deals for a seed."""

import re
from collections.abc import Sequence
from functools import cache

from hanabi_solver.formats.hanablive.gorand import GoRandom
from hanabi_solver.game.cards import START_RANK, Card

_LEGACY_PREFIX = re.compile(r"legacy-[0-9]-")

# CRC-64/XZ: the ECMA-182 polynomial, bits reversed, with all ones before and after.
_CRC_POLYNOMIAL = 0xC96C5795D7870F42
# A sixth number of copies is that of START.
_RANKS = (1, 2, 3, 4, 5, START_RANK)
_ALL_ONES = (1 << 64) - 1


def shuffled_deck(copies: Sequence[Sequence[int]], seed: str) -> tuple[Card, ...]:
    """The deck in the order it is dealt; `copies` are those of rank 1, 2, ... (START last) of each suit.

    `seed` is the full text, like "p2v0s1"; a leading "legacy-N-" does not change the deck.

    >>> shuffled_deck([(3, 2, 2, 2, 1)] * 5, "p2v0s1")[:2]
    (Card(suit=3, rank=5), Card(suit=4, rank=4))
    """
    deck = unshuffled(copies)
    random = GoRandom(crc64(hashed_text(seed)))
    for index in range(len(deck)):
        other = random.below(index + 1)
        deck[index], deck[other] = deck[other], deck[index]
    return tuple(deck)


def unshuffled(copies: Sequence[Sequence[int]]) -> list[Card]:
    """The deck that a shuffle begins with: suit by suit, rank by rank."""
    return [
        Card(suit, rank)
        for suit, numbers in enumerate(copies)
        for rank, number in zip(_RANKS, numbers, strict=False)
        for _ in range(number)
    ]


def hashed_text(seed: str) -> bytes:
    """What is hashed of a seed: not the mark of an old one.

    >>> hashed_text("legacy-1-p2v0s1")
    b'p2v0s1'
    """
    prefix = _LEGACY_PREFIX.match(seed)
    return seed[prefix.end() if prefix else 0 :].encode("utf-8", "surrogatepass")


def crc64(data: bytes) -> int:
    """The CRC-64/XZ of `data`, taken as a signed number of 64 bits as Go's `rand.Seed` takes it.

    >>> hex(crc64(b"123456789") % 2**64)
    '0x995dc9bbdf1939fa'
    """
    table = crc_table()
    crc = _ALL_ONES
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    crc ^= _ALL_ONES
    return crc - (1 << 64) if crc >> 63 else crc


@cache
def crc_table() -> tuple[int, ...]:
    """What each byte does to the hash."""
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (_CRC_POLYNOMIAL if crc & 1 else 0)
        table.append(crc)
    return tuple(table)
