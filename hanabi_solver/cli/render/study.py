"""A study's report as tables for people."""

from typing import TYPE_CHECKING

from hanabi_solver.cli.render.results import plain_table
from hanabi_solver.cli.render.wording import counted
from hanabi_solver.study.report_words import (
    INTERVALS,
    describe_setting,
    describe_shared,
    format_interval,
    format_mean,
    format_seconds,
    format_share,
    shorten_key,
)

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_solver.study.report import Group, Report

HARDEST_SHOWN = 3


def print_report(console: "Console", report: "Report") -> None:
    """Print shares and scores, then reasons and times, then what took longest and what it rests on."""
    variants = dict.fromkeys(group.variant for group in report.groups)
    for variant in variants:
        groups = [group for group in report.groups if group.variant == variant]
        console.print(f"{groups[0].variant_name} (v{variant}), highest score {groups[0].max_score}")
        _print_groups(console, groups)
        console.print()
    if note := describe_shared(report):
        console.print(note, soft_wrap=True)
    for use in report.settings:
        console.print(f"{counted(use.deals, 'deal')} solved with {describe_setting(use)}", soft_wrap=True)
    days = " to ".join(dict.fromkeys((report.first_run[:10], report.last_run[:10])))
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    console.print(f"Solved {days}; {versions}", soft_wrap=True)
    if report.has_random:
        from hanabi_solver.study.keys import RANDOM_METHOD

        console.print(f"Random decks: {RANDOM_METHOD}", soft_wrap=True)
    console.print(INTERVALS, soft_wrap=True)


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
