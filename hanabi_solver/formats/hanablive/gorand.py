"""Go's `math/rand` as hanab.live's server uses it, with its table of constants computed, not pasted in.

The generator is an additive lagged Fibonacci one: output k is y[k] = y[k-607] + y[k-273] mod 2^64,
so a state is 607 words. Seeding fills them from a small Lehmer generator (48271 mod 2^31 - 1) and
XORs 607 fixed "cooked" words over them. Those are the state of the very same generator after
7.8e12 steps from seed 1, seeded with shifts 20 and 10 in place of 40 and 20 and nothing XORed.

That far state is a linear image of the first one. Let z[m] = y[m-607], so z[0..606] is the first
state; the recurrence says that the shift operator x obeys x^607 = x^334 + 1. Hence
x^N mod (x^607 - x^334 - 1) = sum of c[i] x^i, computed by repeated squaring over Z/2^64, gives
z[N+j] = sum of c[i] z[i+j] for every j: the state after N steps.

A polynomial is one long integer here, its coefficients side by side in slots: Python multiplies two of them
sooner than numpy is loaded (0.06 s for all of this, once a process).
"""

from collections.abc import Sequence
from functools import cache

LENGTH = 607
TAP = 273
FEED = LENGTH - TAP
_COOKING_STEPS = 7_800_000_000_000

_MASK_64 = (1 << 64) - 1
# Bits of a slot: up to 607 products of two words are added up, and to reduce that up to five such sums.
_SLOT = 140
_FULL = LENGTH * _SLOT
LEHMER_MODULUS = (1 << 31) - 1
LEHMER_FACTOR = 48271
LEHMER_WARM_UP = 20
SEED_FOR_ZERO = 89482311


class GoRandom:
    """The numbers that Go's `rand.New(rand.NewSource(seed))` yields; `seed` is any integer of 64 bits.

    >>> random = GoRandom(1)
    >>> [random.below(100) for _ in range(5)]
    [81, 87, 47, 59, 81]
    """

    def __init__(self, seed: int) -> None:
        self._words = [
            word ^ cooked for word, cooked in zip(_seed_words(seed, 40, 20), cooked_words(), strict=True)
        ]
        self._tap = 0
        self._feed = FEED

    def below(self, limit: int) -> int:
        """The next number of 0 to `limit` - 1, where 1 <= `limit` < 2^31 (Go's `Intn`)."""
        if limit & (limit - 1) == 0:
            return self._next_31_bits() & (limit - 1)
        # Numbers above the last full run of 0..limit-1 are drawn again: all results are equally likely.
        highest = (1 << 31) - 1 - (1 << 31) % limit
        while (number := self._next_31_bits()) > highest:
            pass
        return number % limit

    def _next_31_bits(self) -> int:
        self._tap = (self._tap - 1) % LENGTH
        self._feed = (self._feed - 1) % LENGTH
        word = (self._words[self._feed] + self._words[self._tap]) & _MASK_64
        self._words[self._feed] = word
        return word >> 32 & LEHMER_MODULUS


def _seed_words(seed: int, high_shift: int, low_shift: int) -> list[int]:
    """A first state: 607 words of three Lehmer numbers each."""
    number = seed % LEHMER_MODULUS or SEED_FOR_ZERO
    for _ in range(LEHMER_WARM_UP):
        number = number * LEHMER_FACTOR % LEHMER_MODULUS
    words = []
    for _ in range(LENGTH):
        high = number * LEHMER_FACTOR % LEHMER_MODULUS
        middle = high * LEHMER_FACTOR % LEHMER_MODULUS
        number = middle * LEHMER_FACTOR % LEHMER_MODULUS
        words.append((high << high_shift ^ middle << low_shift ^ number) & _MASK_64)
    return words


@cache
def cooked_words() -> tuple[int, ...]:
    """The words that seeding XORs over the state, by their place in it."""
    start = _seed_words(1, 20, 10)
    # Step k writes the word at place (333 - k) mod 607, so the places in order of age run downward.
    by_age = [start[(FEED - 1 - step) % LENGTH] for step in range(-LENGTH, 0)]
    for index in range(LENGTH, 2 * LENGTH - 1):
        by_age.append((by_age[index - LENGTH] + by_age[index - TAP]) & _MASK_64)
    # Backwards, so that the coefficient of x^(606 + j) in the product is the sum of c[i] z[i + j].
    power = _in_slots(_words(_power_of_x(_COOKING_STEPS))[::-1])
    far = _words(power * _in_slots(by_age) >> _FULL - _SLOT)
    words = [0] * LENGTH
    for age, word in enumerate(far):
        step = _COOKING_STEPS - LENGTH + age
        words[(FEED - 1 - step) % LENGTH] = word
    return tuple(words)


def _in_slots(words: Sequence[int]) -> int:
    """The polynomial with these coefficients, constant term first."""
    return sum(word << index * _SLOT for index, word in enumerate(words))


def _words(polynomial: int) -> list[int]:
    """The first 607 coefficients mod 2^64, constant term first."""
    return [polynomial >> index * _SLOT & _MASK_64 for index in range(LENGTH)]


def _power_of_x(exponent: int) -> int:
    """x^exponent mod (x^607 - x^334 - 1) over Z/2^64."""
    words = _in_slots([_MASK_64] * LENGTH)
    power = 1
    for bit in f"{exponent:b}":
        power = _reduced(power * power) & words
        if bit == "1":
            power = _reduced(power << _SLOT) & words
    return power


def _reduced(polynomial: int) -> int:
    """The polynomial with x^607 replaced by x^334 + 1 until its degree is below 607."""
    while high := polynomial >> _FULL:
        polynomial = (polynomial & (1 << _FULL) - 1) + high + (high << FEED * _SLOT)
    return polynomial
