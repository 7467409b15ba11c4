"""Write the figures of docs/study.md, and its plot, from stores of `study run`.

python tools/study_page.py STORE... [--page docs/study.md] [--plot docs/study.svg]

Several stores hold deals of different variants or numbers of players. What stands between the two marks of
the page is replaced; everything else is left as it is.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from hanabi_solver.cli.guard import report_input_error
from hanabi_solver.cli.render.study import HARDEST_SHOWN
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import replacing
from hanabi_solver.formats.text import load_text
from hanabi_solver.study.plots import check_plot, plot_report
from hanabi_solver.study.report import Group, Report, study_report
from hanabi_solver.study.report_words import (
    describe_setting,
    describe_shared,
    format_interval,
    format_mean,
    format_seconds,
    format_share,
    shorten_key,
)

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
    if note := describe_shared(report):
        yield f"- {note}"
    yield f"- {', '.join(f'{name} {version}' for name, version in report.versions.items())}"
    for title, row in (
        ("Share that can be won", _share_row),
        ("Best scores, and why no more", _score_row),
        ("Time to solve a deal, in seconds, on one thread", _time_row),
    ):
        rows = [_name(group) | row(group) for group in report.groups]
        yield from ("", f"### {title}", "", f"| {' | '.join(rows[0])} |", f"|{'---|' * len(rows[0])}")
        for cells in rows:
            yield f"| {' | '.join(cells.values())} |"
    yield from ("", "### Plots", "", f"![Winnable shares, best scores and times]({plot})")


def _share_row(group: Group) -> dict[str, str]:
    return {
        "deals": f"{group.deals:,}",
        "winnable": format_share(group.share),
        "95 % interval": format_interval(group.share),
        "open": f"{group.open:,}",
        "mean best score": format_mean(group),
    }


def _score_row(group: Group) -> dict[str, str]:
    reasons = ", ".join(f"{bound} {deals:,}" for bound, deals in group.reasons.items())
    return {
        "deals by best score": ", ".join(f"{best}: {deals:,}" for best, deals in group.scores.items()),
        "undecided": f"{group.undecided:,}",
        "first reason of those not winnable": reasons or "-",
    }


def _time_row(group: Group) -> dict[str, str]:
    times = {
        "median" if percent == 50 else f"{percent} %": format_seconds(at)
        for percent, at in group.percentiles.items()
    }
    return times | {
        "slowest": format_seconds(group.slowest),
        "all together": f"{group.total:,.0f}",
        "slowest deals": ", ".join(shorten_key(deal.deal) for deal in group.hardest[:HARDEST_SHOWN]),
    }


def _name(group: Group) -> dict[str, str]:
    return {"variant": f"{group.variant_name} (v{group.variant})", "players": str(group.players)}


def joined(reports: Sequence[Report]) -> Report:
    """The report on all these stores; raises InputError if two of them hold deals of one group."""
    groups = sorted(
        (group for report in reports for group in report.groups),
        key=lambda group: (group.variant, group.players),
    )
    for one, other in pairwise(groups):
        if (one.variant, one.players) == (other.variant, other.players):
            text = f"expected other deals in each, got {one.players} players of v{one.variant} in two of them"
            raise InputError([Fault("stores", text)])
    versions: dict[str, str] = {}
    for name, version in (item for report in reports for item in report.versions.items()):
        known = versions.get(name, "").split(", ")
        versions[name] = ", ".join(dict.fromkeys(filter(None, (*known, *version.split(", ")))))
    return Report(
        groups=tuple(groups),
        settings=tuple(use for report in reports for use in report.settings),
        seeds=tuple(seeds for report in reports for seeds in report.seeds),
        first_run=min(report.first_run for report in reports),
        last_run=max(report.last_run for report in reports),
        versions=versions,
        has_random=any(report.has_random for report in reports),
    )


def write(stores: Sequence[Path], page: Path, plot: Path) -> None:
    """Write the page and the plot; raises InputError if anything is missing, the page then as it was."""
    check_plot(plot)
    before, begin, rest = load_text(str(page)).partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        text = f"expected a page with the lines {BEGIN!r} and {END!r}, got one without"
        raise InputError([Fault("", text)], str(page))
    report = joined([study_report(store) for store in stores])
    plot_report(report, plot)
    with replacing(page, "--page") as unfinished:
        unfinished.write_text(
            f"{before}{BEGIN}\n{figures(report, plot.name)}\n{END}{after}", encoding="utf-8"
        )


def main() -> None:
    """Write the page and the plot, or say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("stores", type=Path, nargs="+", metavar="STORE")
    parser.add_argument("--page", type=Path, default=Path("docs/study.md"))
    parser.add_argument("--plot", type=Path, default=Path("docs/study.svg"))
    arguments = parser.parse_args()
    try:
        write(arguments.stores, arguments.page, arguments.plot)
    except InputError as error:
        report_input_error(error)
        sys.exit(2)


if __name__ == "__main__":
    main()
