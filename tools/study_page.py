"""Write the figures of docs/study.md, and its plot, from a store of `study run`.

python tools/study_page.py STORE [--page docs/study.md] [--plot docs/study.svg]

What stands between the two marks of the page is replaced; everything else is left as it is.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from hanabi_solver.cli.render_study import (
    describe_setting,
    format_interval,
    format_mean,
    format_seconds,
    format_share,
)
from hanabi_solver.study.plots import plot_report
from hanabi_solver.study.report import Group, Report, study_report

BEGIN = "<!-- figures: written by tools/study_page.py -->"
END = "<!-- end of figures -->"


def figures(report: Report, plot: str) -> str:
    """The figures as Markdown."""
    return "\n".join(_lines(report, plot))


def _lines(report: Report, plot: str) -> Iterator[str]:
    deals = sum(group.deals for group in report.groups)
    days = " to ".join(dict.fromkeys((report.first_run[:10], report.last_run[:10])))
    yield f"{deals:,} deals, solved {days} (UTC):"
    yield ""
    for use in report.settings:
        yield f"- {use.deals:,} with {describe_setting(use)}"
    yield f"- {', '.join(f'{name} {version}' for name, version in report.versions.items())}"
    for title, header, row in (
        ("Share that can be won", SHARES, _share_row),
        ("Best scores, and why no more", SCORES, _score_row),
        ("Time to solve a deal, in seconds, on one thread", TIMES, _time_row),
    ):
        yield from ("", f"### {title}", "", f"| {' | '.join(header)} |", f"|{'---|' * len(header)}")
        for group in report.groups:
            yield f"| {' | '.join(row(group))} |"
    yield from ("", "### Plots", "", f"![Winnable shares, best scores and times]({plot})")


SHARES = ("variant", "players", "deals", "winnable", "95 % interval", "open", "mean best score")
SCORES = ("variant", "players", "deals by best score", "undecided", "first reason of those not winnable")
TIMES = ("variant", "players", "median", "90 %", "99 %", "slowest", "all together", "slowest deals")


def _share_row(group: Group) -> list[str]:
    shares = [format_share(group.share), format_interval(group.share), f"{group.open:,}", format_mean(group)]
    return [*_name(group), f"{group.deals:,}", *shares]


def _score_row(group: Group) -> list[str]:
    scores = ", ".join(f"{best}: {deals:,}" for best, deals in group.scores.items())
    reasons = ", ".join(f"{bound} {deals:,}" for bound, deals in group.reasons.items())
    return [*_name(group), scores, f"{group.undecided:,}", reasons or "-"]


def _time_row(group: Group) -> list[str]:
    times = [format_seconds(group.percentiles[percent]) for percent in (50, 90, 99)]
    hardest = ", ".join(deal.deal for deal in group.hardest[:3])
    return [*_name(group), *times, format_seconds(group.slowest), f"{group.total:,.0f}", hardest]


def _name(group: Group) -> list[str]:
    return [f"{group.variant_name} (v{group.variant})", str(group.players)]


def main() -> None:
    """Write the page and the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("--page", type=Path, default=Path("docs/study.md"))
    parser.add_argument("--plot", type=Path, default=Path("docs/study.svg"))
    arguments = parser.parse_args()
    page = arguments.page.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{arguments.page}: expected the lines {BEGIN!r} and {END!r}, got a page without them")
    report = study_report(arguments.store)
    plot_report(report, arguments.plot)
    text = figures(report, arguments.plot.name)
    arguments.page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
