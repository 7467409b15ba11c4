"""A study's report as tables for people."""

import math
from typing import TYPE_CHECKING

from hanabi_solver.cli.render.results import plain_table
from hanabi_solver.cli.render.wording import counted

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_solver.study.report import Group, Report, SettingUse
    from hanabi_solver.study.statistics import Share

# Keys of random deals and links are long; a deal is found by its beginning in a table of the deals.
_MOST_KEY = 60
HARDEST_SHOWN = 3


def print_report(console: "Console", report: "Report") -> None:
    """Print shares and scores, then reasons and times, then what took longest and what it rests on."""
    variants = dict.fromkeys(group.variant for group in report.groups)
    for variant in variants:
        groups = [group for group in report.groups if group.variant == variant]
        console.print(f"{groups[0].variant_name} (v{variant}), highest score {groups[0].max_score}")
        _print_groups(console, groups)
        console.print()
    for use in report.settings:
        console.print(f"{counted(use.deals, 'deal')} solved with {describe_setting(use)}", soft_wrap=True)
    days = " to ".join(dict.fromkeys((report.first_run[:10], report.last_run[:10])))
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    console.print(f"Solved {days}; {versions}", soft_wrap=True)
    if report.has_random:
        from hanabi_solver.study.keys import RANDOM_METHOD

        console.print(f"Random decks: {RANDOM_METHOD}", soft_wrap=True)
    console.print(
        "Intervals: Wilson, nominally 95 % (approximate, less near 0 and 100 %), widened by the deals that "
        "are open (lower end: all lost, upper: all won).",
        soft_wrap=True,
    )


def describe_setting(use: "SettingUse") -> str:
    """A version and its limits in words.

    >>> from hanabi_solver.study.report import SettingUse
    >>> describe_setting(SettingUse("0.1.0", "auto", 60.0, 1 << 30, 3))
    'hanabi-solver 0.1.0, method auto, at most 60 s and 1024 MiB each'
    """
    time = "no time limit and" if use.time_limit is None else f"at most {use.time_limit:g} s and"
    return f"hanabi-solver {use.solver}, method {use.method}, {time} {use.memory_limit >> 20} MiB each"


def _print_groups(console: "Console", groups: "list[Group]") -> None:
    table = plain_table(
        *("players", "deals", "winnable", "95 % interval", "open", "mean best", "seconds: median", "99 %"),
        "slowest",
        right=("players", "deals", "winnable", "open", "mean best", "seconds: median", "99 %", "slowest"),
    )
    for group in groups:
        table.add_row(
            str(group.players),
            f"{group.deals:,}",
            format_share(group.share),
            format_interval(group.share),
            f"{group.open:,}",
            format_mean(group),
            *(format_seconds(group.percentiles[percent]) for percent in (50, 99)),
            format_seconds(group.slowest),
        )
    console.print(table)
    for group in groups:
        scores = ", ".join(f"{best}: {deals:,}" for best, deals in group.scores.items()) or "none decided"
        undecided = f"; undecided: {group.undecided:,}" if group.undecided else ""
        console.print(f"{group.players} players, best scores: {scores}{undecided}", soft_wrap=True)
        if group.reasons:
            reasons = ", ".join(f"{bound} {deals:,}" for bound, deals in group.reasons.items())
            console.print(f"  not winnable because of: {reasons}", soft_wrap=True)
        hardest = ", ".join(
            f"{shorten_key(deal.deal)} {format_seconds(deal.seconds)} s"
            for deal in group.hardest[:HARDEST_SHOWN]
        )
        console.print(f"  hardest: {hardest}", soft_wrap=True)


def format_seconds(seconds: float) -> str:
    """A time with as many digits as mean something.

    >>> format_seconds(0.00612), format_seconds(3.41), format_seconds(61.23)
    ('0.006', '3.4', '61.2')
    """
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.1f}"


def shorten_key(key: str) -> str:
    """The key of a deal, or the beginning of a long one.

    >>> shorten_key("p2v0s40")
    'p2v0s40'
    """
    return key if len(key) <= _MOST_KEY else f"{key[: _MOST_KEY - 3]}..."


def format_share(share: "Share") -> str:
    """The share in these deals, as a range if some are open; 0 and 100 % mean none and all, nothing else.

    >>> from hanabi_solver.study.statistics import share_of
    >>> format_share(share_of(986, 0, 1000)), format_share(share_of(980, 6, 1000))
    ('98.60 %', '98.00 to 98.60 %')
    >>> format_share(share_of(99_999, 0, 100_000)), format_share(share_of(100_000, 0, 100_000))
    ('99.999 %', '100.00 %')
    """
    least, most = (_apart_from_ends(100 * each, 100, 2) for each in (share.least, share.most))
    return f"{least} %" if share.least == share.most else f"{least} to {most} %"


def format_interval(share: "Share") -> str:
    """The interval of a share, its ends rounded outwards.

    >>> from hanabi_solver.study.statistics import share_of
    >>> format_interval(share_of(9859, 0, 10000)), format_interval(share_of(10000, 0, 10000))
    ('98.33 to 98.81 %', '99.96 to 100.00 %')
    """
    # In hundredths of a per cent, without what floating point adds to exact ends.
    low, high = (round(10_000 * end, 6) for end in (share.low, share.high))
    return f"{math.floor(low) / 100:.2f} to {math.ceil(high) / 100:.2f} %"


def format_mean(group: "Group") -> str:
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
