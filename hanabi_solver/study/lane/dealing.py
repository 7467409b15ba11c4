"""Decks of many seeds at once, as hanab.live's server deals them (`formats.hanablive.shuffle`), jitted.

A shuffle draws a number a card, and number k of Go's generator (from 0) is the sum of the words 333 - k and
606 - k of its first state as long as k is below 273: only then has a number drawn before taken the place of
one of them. Each word is made of three numbers of a Lehmer generator, of which the one after n steps is the
first times 48271^n mod 2^31 - 1. With the powers at hand, only the words that are read need be made, and
not all 607 one after the other.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from hanabi_solver.formats.hanablive import gorand
from hanabi_solver.formats.hanablive.shuffle import crc_table, hashed_text, unshuffled
from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.study.lane.layout import Bytes, Numbers, faces_of

# One more than the highest number that can be written behind the start of a seed.
NUMBERS_END = 10**18
# Room for its digits.
DIGITS = 18
# More numbers than a shuffle draws: a card takes one, and another one with a chance below 1 in 20 million.
NUMBERS_DRAWN = gorand.TAP
_MODULUS = gorand.LEHMER_MODULUS
_SEED_FOR_ZERO = gorand.SEED_FOR_ZERO


class DealTables(NamedTuple):
    """What dealing looks up: the table of the hash, and how each number of Go's generator is made.

    A row of `recipes` makes one number of two words, each of four values: the powers for the three Lehmer
    numbers, and the word that goes over them.
    """

    crc: Numbers
    recipes: Numbers


@cache
def deal_tables() -> DealTables:
    """The tables; they take a moment, once a process."""
    cooked = np.array(gorand.cooked_words(), dtype=np.uint64).view(np.int64)
    recipes = np.empty((NUMBERS_DRAWN, 8), dtype=np.int64)
    for drawn in range(NUMBERS_DRAWN):
        for column, word in ((0, gorand.FEED - 1 - drawn), (4, gorand.LENGTH - 1 - drawn)):
            steps = gorand.LEHMER_WARM_UP + 3 * word
            powers = [pow(gorand.LEHMER_FACTOR, steps + step, _MODULUS) for step in (1, 2, 3)]
            recipes[drawn, column : column + 4] = [*powers, cooked[word]]
    return DealTables(np.array(crc_table(), dtype=np.uint64).view(np.int64), recipes)


def sorted_deck(copies: Sequence[Sequence[int]]) -> Bytes:
    """The deck before it is shuffled; `copies` as for `shuffled_deck`.

    >>> sorted_deck([(3, 2), (1, 1)]).tolist()
    [0, 0, 0, 1, 1, 5, 6]
    """
    return faces_of(unshuffled(copies))


def deal_range(deck: Bytes, start: str, first: int, count: int) -> Bytes:
    """The decks of the seeds `start` + N for `count` numbers N from `first` on, dealt from a sorted deck.

    >>> deal_range(sorted_deck([(3, 2, 2, 2, 1)] * 5), "p2v0s", 1, 2)[:, :3].tolist()
    [[19, 23, 17], [8, 21, 3]]
    """
    if not 0 <= first <= first + count <= NUMBERS_END:
        raise ValueError(f"expected numbers from 0 to {NUMBERS_END - 1}, got {count} from {first}")
    decks = np.empty((count, len(deck)), dtype=np.uint8)
    text = np.array(bytearray(hashed_text(start) + bytes(DIGITS)), dtype=np.uint8)
    deal_numbers(deck, text, first, decks, deal_tables())
    return decks


def deal_seeds(deck: Bytes, seeds: Iterable[str]) -> Bytes:
    """The decks of these seeds, which may be any texts, dealt from a sorted deck.

    >>> deal_seeds(sorted_deck([(1, 1, 1)]), ["p2v0sfriday", "legacy-1-p2v0sfriday", "p2v0s"]).tolist()
    [[2, 0, 1], [2, 0, 1], [1, 2, 0]]
    """
    texts = [hashed_text(seed) for seed in seeds]
    decks = np.empty((len(texts), len(deck)), dtype=np.uint8)
    data = np.array(bytearray(b"".join(texts)), dtype=np.uint8)
    deal_texts(deck, data, np.array([0, *accumulate(map(len, texts))], dtype=np.int64), decks, deal_tables())
    return decks


@jitted
def deal_numbers(deck: Bytes, text: Bytes, first: int, decks: Bytes, tables: DealTables) -> None:
    """Deal each row of `decks` for the next number; the last `DIGITS` bytes of `text` are for its digits."""
    start = text.shape[0] - DIGITS
    for row in range(decks.shape[0]):
        number, end = first + row, start + 1
        while number >= 10:
            number //= 10
            end += 1
        number = first + row
        for place in range(end - 1, start - 1, -1):
            text[place] = 48 + number % 10
            number //= 10
        _deal(deck, text, 0, end, decks, row, tables)


@jitted
def deal_texts(deck: Bytes, data: Bytes, ends: Numbers, decks: Bytes, tables: DealTables) -> None:
    """Deal each row of `decks` for the text `data[ends[row] : ends[row + 1]]`."""
    for row in range(decks.shape[0]):
        _deal(deck, data, ends[row], ends[row + 1], decks, row, tables)


@jitted
def _deal(deck: Bytes, data: Bytes, begin: int, end: int, decks: Bytes, row: int, tables: DealTables) -> None:
    """Deal one row for the text `data[begin:end]`."""
    size = deck.shape[0]
    for index in range(size):
        decks[row, index] = deck[index]
    seed = _hash(data, begin, end, tables.crc) % _MODULUS
    if seed == 0:
        seed = _SEED_FOR_ZERO
    drawn = 0
    for index in range(size):
        number = _number(drawn, seed, tables.recipes)
        drawn += 1
        # Numbers above the last full run of 0..index are drawn again.
        highest = _MODULUS - (_MODULUS + 1) % (index + 1)
        while number > highest and drawn < NUMBERS_DRAWN:
            number = _number(drawn, seed, tables.recipes)
            drawn += 1
        other = number % (index + 1)
        face = decks[row, index]
        decks[row, index] = decks[row, other]
        decks[row, other] = face


@inlined
def _hash(data: Bytes, begin: int, end: int, table: Numbers) -> int:
    """The CRC-64 of `data[begin:end]` as a signed number."""
    crc = -1
    for place in range(begin, end):
        crc = ((crc >> 8) & 0x00FFFFFFFFFFFFFF) ^ table[(crc ^ data[place]) & 0xFF]
    return ~crc


@inlined
def _number(drawn: int, seed: int, recipes: Numbers) -> int:
    """The number that Go's generator yields after `drawn` others, of 31 bits."""
    return ((_word(drawn, 0, seed, recipes) + _word(drawn, 4, seed, recipes)) >> 32) & _MODULUS


@inlined
def _word(drawn: int, column: int, seed: int, recipes: Numbers) -> int:
    high = _times(seed, recipes[drawn, column])
    middle = _times(seed, recipes[drawn, column + 1])
    low = _times(seed, recipes[drawn, column + 2])
    word: int = (high << 40) ^ (middle << 20) ^ low ^ recipes[drawn, column + 3]
    return word


@inlined
def _times(one: int, other: int) -> int:
    """The product of two numbers below 2^31 - 1, modulo that: 2^31 is 1."""
    product = one * other
    product = (product & _MODULUS) + (product >> 31)  # below twice the modulus
    return product - _MODULUS if product >= _MODULUS else product
