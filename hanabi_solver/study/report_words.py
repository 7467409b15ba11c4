"""Figures of a report in words, as its tables and its page show them."""

import math

from hanabi_solver.game.plurals import counted
from hanabi_solver.study.report import Group, Report, SettingUse
from hanabi_solver.study.statistics import Share

# Keys of random deals and links are long; a deal is found by its beginning in a table of the deals.
_MOST_KEY = 60
INTERVALS = (
    "Intervals: Wilson, nominally 95 % (approximate, less near 0 and 100 %), widened by the deals that "
    "are open (lower end: all lost, upper: all won)."
)


def describe_setting(use: SettingUse) -> str:
    """A version and its limits in words.

    >>> describe_setting(SettingUse("0.1.0", "auto", 60.0, 1 << 30, 3))
    'hanabi-solver 0.1.0, method auto, at most 60 s and 1024 MiB each'
    """
    time = "no time limit and" if use.time_limit is None else f"at most {use.time_limit:g} s and"
    return f"hanabi-solver {use.solver}, method {use.method}, {time} {use.memory_limit >> 20} MiB each"


def describe_shared(report: Report) -> str:
    """What the times of deals that the fast lane settled are; empty if there are none."""
    shared = sum(group.shared for group in report.groups)
    if not shared:
        return ""
    deals = sum(group.deals for group in report.groups)
    return (
        f"{shared:,} of {counted(deals, 'deal')} settled by the fast lane; "
        "the time of each is an equal share of that of its batch"
    )


def format_seconds(seconds: float) -> str:
    """A time with as many digits as mean something.

    >>> format_seconds(0.000061), format_seconds(0.00612), format_seconds(3.41), format_seconds(61.23)
    ('0.00006', '0.006', '3.4', '61.2')
    """
    if 0 < seconds < 0.001:  # shares of a batch of the fast lane
        return f"{seconds:.5f}"
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"


def shorten_key(key: str) -> str:
    """The key of a deal, or the beginning of a long one.

    >>> shorten_key("p2v0s40")
    'p2v0s40'
    """
    return key if len(key) <= _MOST_KEY else f"{key[: _MOST_KEY - 3]}..."


def format_share(share: Share) -> str:
    """The share in these deals, as a range if some are open; 0 and 100 % mean none and all, nothing else.

    >>> from hanabi_solver.study.statistics import share_of
    >>> format_share(share_of(986, 0, 1000)), format_share(share_of(980, 6, 1000))
    ('98.60 %', '98.00 to 98.60 %')
    >>> format_share(share_of(99_999, 0, 100_000)), format_share(share_of(100_000, 0, 100_000))
    ('99.999 %', '100.00 %')
    """
    least, most = (_apart_from_ends(100 * each, 100, 2) for each in (share.least, share.most))
    return f"{least} %" if share.least == share.most else f"{least} to {most} %"


def format_interval(share: Share, digits: int = 2) -> str:
    """The interval of a share in per cent, its ends rounded outwards to so many digits.

    >>> from hanabi_solver.study.statistics import share_of
    >>> format_interval(share_of(9859, 0, 10000)), format_interval(share_of(10000, 0, 10000))
    ('98.33 to 98.81 %', '99.96 to 100.00 %')
    """
    # In units of the last digit, without what floating point adds to exact ends.
    unit = 10**digits
    low, high = (round(100 * unit * end, 6) for end in (share.low, share.high))
    return f"{math.floor(low) / unit:.{digits}f} to {math.ceil(high) / unit:.{digits}f} %"


def format_lost(share: Share) -> str:
    """The share of lost deals in these deals, with its interval; a range if some are open.

    >>> from hanabi_solver.study.statistics import share_of
    >>> format_lost(share_of(986, 0, 1000)), format_lost(share_of(1000, 0, 1000))
    ('1.40 % (0.835 to 2.337 %)', '0.00 % (0.000 to 0.383 %)')
    """
    lost = lost_share(share)
    return f"{format_share(lost)} ({format_interval(lost, 3)})"


def lost_share(share: Share) -> Share:
    """The share of lost deals where `share` is that of winnable ones."""
    return Share(1 - share.most, 1 - share.least, 1 - share.high, 1 - share.low)


def format_mean(group: Group) -> str:
    """The mean best score, as a range if it is not known; the highest score only if all deals have it."""
    least, most = (_apart_from_ends(mean, group.max_score, 3) for mean in (group.mean_best, group.mean_upper))
    return least if group.mean_best == group.mean_upper else f"{least} to {most}"


def _apart_from_ends(value: float, most: int, digits: int) -> str:
    """A value from 0 to `most` with at least so many digits: with more, if it would look like one of them.

    >>> _apart_from_ends(24.9998, 25, 3), _apart_from_ends(25.0, 25, 3), _apart_from_ends(24.9983, 25, 3)
    ('24.9998', '25.000', '24.998')
    """
    text = f"{value:.{digits}f}"
    while 0 < value < most and float(text) in (0, most):
        digits += 1
        text = f"{value:.{digits}f}"
    return text
