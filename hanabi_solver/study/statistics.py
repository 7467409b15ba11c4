"""Shares with intervals that say what is not known."""

import math
from dataclasses import dataclass

# The standard normal distribution has 95 % of its weight between -Z95 and Z95.
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """A share of deals, from 0 to 1.

    `least` and `most` are the share in these very deals, which differ by those that are open. `low` and
    `high` bound the share in all deals of the kind with a nominal confidence of 95 %, which is approximate:
    near 0 and 1 they cover it less often (of 10,000 deals with a share of 0.9999, in 92 % of samples).
    """

    least: float
    most: float
    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share of which `successes` of `trials` were seen; it is approximate.

    Raises ValueError unless 0 <= successes <= trials and trials > 0.

    >>> [round(end, 4) for end in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"expected 0 to {trials} successes of some trials, got {successes}")
    share = successes / trials
    weight = z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * math.sqrt(share * (1 - share) / trials + weight / (4 * trials))
    # Rounding must not cut off the ends that are exact.
    low = 0.0 if successes == 0 else max(middle - reach, 0.0)
    high = 1.0 if successes == trials else min(middle + reach, 1.0)
    return low, high


def share_of(successes: int, undecided: int, trials: int) -> Share:
    """The share of successes, its interval widened by the trials that were not decided.

    Its lower end is that of Wilson's interval with all of them failures, its upper end with all successes.

    >>> share = share_of(90, 5, 100)
    >>> share.least, share.most, round(share.low, 3), round(share.high, 3)
    (0.9, 0.95, 0.826, 0.978)
    """
    most = successes + undecided
    low, high = wilson(successes, trials)[0], wilson(most, trials)[1]
    return Share(successes / trials, most / trials, low, high)
