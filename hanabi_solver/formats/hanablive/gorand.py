"""Go's `math/rand` as hanab.live's server uses it, with its table of constants computed, not pasted in.

The generator is an additive lagged Fibonacci one: output k is y[k] = y[k-607] + y[k-273] mod 2^64,
so a state is 607 words. Seeding fills them from a small Lehmer generator (48271 mod 2^31 - 1) and
XORs 607 fixed "cooked" words over them. Those are the state of the very same generator after
7.8e12 steps from seed 1, seeded with shifts 20 and 10 in place of 40 and 20 and nothing XORed.

That far state is a linear image of the first one. Let z[m] = y[m-607], so z[0..606] is the first
state; the recurrence says that the shift operator x obeys x^607 = x^334 + 1. Hence
x^N mod (x^607 - x^334 - 1) = sum of c[i] x^i, computed by repeated squaring over Z/2^64, gives
z[N+j] = sum of c[i] z[i+j] for every j: the state after N steps (about 0.1 s with numpy, once a process).
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

_LENGTH = 607
_TAP = 273
_FEED = _LENGTH - _TAP
_COOKING_STEPS = 7_800_000_000_000

_MASK_64 = (1 << 64) - 1
_LEHMER_MODULUS = (1 << 31) - 1
_LEHMER_FACTOR = 48271
_LEHMER_WARM_UP = 20
_SEED_FOR_ZERO = 89482311


class GoRandom:
    """The numbers that Go's `rand.New(rand.NewSource(seed))` yields; `seed` is any integer of 64 bits.

    >>> random = GoRandom(1)
    >>> [random.below(100) for _ in range(5)]
    [81, 87, 47, 59, 81]
    """

    def __init__(self, seed: int) -> None:
        self._words = [
            word ^ cooked for word, cooked in zip(_seed_words(seed, 40, 20), _cooked_words(), strict=True)
        ]
        self._tap = 0
        self._feed = _FEED

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
        self._tap = (self._tap - 1) % _LENGTH
        self._feed = (self._feed - 1) % _LENGTH
        word = (self._words[self._feed] + self._words[self._tap]) & _MASK_64
        self._words[self._feed] = word
        return word >> 32 & _LEHMER_MODULUS


def _seed_words(seed: int, high_shift: int, low_shift: int) -> list[int]:
    """A first state: 607 words of three Lehmer numbers each."""
    number = seed % _LEHMER_MODULUS or _SEED_FOR_ZERO
    for _ in range(_LEHMER_WARM_UP):
        number = number * _LEHMER_FACTOR % _LEHMER_MODULUS
    words = []
    for _ in range(_LENGTH):
        high = number * _LEHMER_FACTOR % _LEHMER_MODULUS
        middle = high * _LEHMER_FACTOR % _LEHMER_MODULUS
        number = middle * _LEHMER_FACTOR % _LEHMER_MODULUS
        words.append((high << high_shift ^ middle << low_shift ^ number) & _MASK_64)
    return words


@cache
def _cooked_words() -> tuple[int, ...]:
    """The words that seeding XORs over the state, by their place in it."""
    import numpy as np

    start = _seed_words(1, 20, 10)
    # Step k writes the word at place (333 - k) mod 607, so the places in order of age run downward.
    by_age = [start[(_FEED - 1 - step) % _LENGTH] for step in range(-_LENGTH, 0)]
    for index in range(_LENGTH, 2 * _LENGTH - 1):
        by_age.append((by_age[index - _LENGTH] + by_age[index - _TAP]) & _MASK_64)
    sequence = np.array(by_age, dtype=np.uint64)
    power = _power_of_x(_COOKING_STEPS)
    far = [int((power * sequence[shift : shift + _LENGTH]).sum()) for shift in range(_LENGTH)]
    words = [0] * _LENGTH
    for age, word in enumerate(far):
        step = _COOKING_STEPS - _LENGTH + age
        words[(_FEED - 1 - step) % _LENGTH] = word
    return tuple(words)


def _power_of_x(exponent: int) -> "Words":
    """The coefficients of x^exponent mod (x^607 - x^334 - 1) over Z/2^64, constant term first."""
    import numpy as np

    power = np.zeros(_LENGTH, dtype=np.uint64)
    power[0] = 1
    for bit in f"{exponent:b}":
        power = _reduced(np.convolve(power, power))
        if bit == "1":
            power = _reduced(np.concatenate([np.zeros(1, dtype=np.uint64), power]))
    return power


def _reduced(polynomial: "Words") -> "Words":
    """The polynomial with x^607 replaced by x^334 + 1 until its degree is below 607."""
    import numpy as np

    while len(polynomial) > _LENGTH:
        low, high = polynomial[:_LENGTH], polynomial[_LENGTH:]
        polynomial = np.zeros(max(_LENGTH, len(high) + _FEED), dtype=np.uint64)
        polynomial[:_LENGTH] += low
        polynomial[: len(high)] += high
        polynomial[_FEED : _FEED + len(high)] += high
    return polynomial
