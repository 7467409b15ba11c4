"""A report as a picture (matplotlib, the extra `plots`): readable in print and without colours.

One row of panels a variant: the winnable share by number of players with its interval, the distribution
of best scores, and the time of each deal against its rank.
"""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import replacing
from hanabi_solver.solver.extras import install_command
from hanabi_solver.study.report import Group, Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

KINDS = (".svg", ".png")
# Okabe and Ito's colours, distinct to nearly everybody; each number of players has a marker, a kind of
# line and a hatch of its own as well (dots would make an SVG large).
_STYLES = {
    2: ("#0072B2", "o", "-", ""),
    3: ("#E69F00", "s", "--", "///"),
    4: ("#009E73", "^", "-.", "---"),
    5: ("#CC79A7", "D", ":", "xxx"),
    6: ("#000000", "v", (0, (5, 1, 1, 1, 1, 1)), "\\\\\\"),
}
_WIDTH, _HEIGHT = 11.0, 3.4
_BARS = 0.8
# Scores further below the maximum than this are one bar, so that the others can be seen.
_MOST_SHORT = 5
# Shorter times are drawn like this one: they say nothing but how slow the clock is.
_LEAST_SECONDS = 1e-5


def check_plot(path: Path) -> None:
    """Raise InputError if a plot cannot be drawn into such a file, or matplotlib is not installed."""
    if path.suffix.lower() not in KINDS:
        text = f'expected a name that ends with {" or ".join(KINDS)}, got "{path.name}"'
        raise InputError([Fault("--plot", text)])
    try:
        import matplotlib  # noqa: F401 (only whether it is there)
    except ImportError as error:
        advice = f"install it: {install_command('plots')}"
        raise InputError([Fault("--plot", "expected the package matplotlib, got none", advice)]) from error


def plot_report(report: Report, path: Path) -> None:
    """Draw a report into an SVG or PNG file, which appears once it is whole.

    The same report gives the same SVG. Raises InputError if the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    variants = list(dict.fromkeys(group.variant for group in report.groups))
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "hanabi", "hatch.linewidth": 0.6, "font.size": 9}
    with rc_context(settings):
        figure = Figure(figsize=(_WIDTH, _HEIGHT * len(variants)), layout="constrained")
        axes = figure.subplots(len(variants), 3, squeeze=False)
        for row, variant in zip(axes, variants, strict=True):
            groups = [group for group in report.groups if group.variant == variant]
            _draw_shares(row[0], groups)
            _draw_scores(row[1], groups)
            _draw_times(row[2], groups)
        kind = path.suffix.lower()
        metadata: dict[str, Any] = {"Date": None} if kind == ".svg" else {}
        with replacing(path, "--plot") as unfinished:
            # Said, since a link may lead to a file with a name of another kind.
            figure.savefig(unfinished, format=kind.removeprefix("."), metadata=metadata, dpi=150)


def _draw_shares(axes: "Axes", groups: list[Group]) -> None:
    for group in groups:
        colour, marker, _, _ = _STYLES[group.players]
        share = group.share
        middle = 50 * (share.least + share.most)
        axes.errorbar(
            [group.players],
            [middle],
            yerr=[[middle - 100 * share.low], [100 * share.high - middle]],
            color=colour,
            marker=marker,
            capsize=4,
            markersize=6,
        )
    axes.set_xticks([group.players for group in groups])
    axes.set_xlim(min(group.players for group in groups) - 0.5, max(group.players for group in groups) + 0.5)
    axes.set_xlabel("players")
    axes.set_ylabel("winnable deals, % (95 % interval)")
    first = groups[0]
    axes.set_title(f"{first.variant_name} (v{first.variant}): winnable share")
    axes.grid(axis="y", linewidth=0.4)


def _draw_scores(axes: "Axes", groups: list[Group]) -> None:
    most = max(group.max_score for group in groups)
    shorts = sorted({min(most - best, _MOST_SHORT) for group in groups for best in group.scores})
    width = _BARS / len(groups)
    for place, group in enumerate(groups):
        colour, _, _, hatch = _STYLES[group.players]
        heights = [
            100
            * sum(deals for best, deals in group.scores.items() if min(most - best, _MOST_SHORT) == short)
            / group.deals
            for short in shorts
        ]
        left = [at - _BARS / 2 + width * (place + 0.5) for at in range(len(shorts))]
        axes.bar(
            left,
            heights,
            width,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            linewidth=0.5,
            label=f"{group.players} players",
        )
    names = [f"{most - short}" + (" or less" if short == _MOST_SHORT else "") for short in shorts]
    axes.set_xticks(range(len(shorts)), names)
    axes.set_yscale("log")
    _use_plain_numbers(axes.yaxis)
    # Half a deal, so that the bar of one deal can be seen.
    axes.set_ylim(50 / max(group.deals for group in groups), 150)
    axes.set_xlabel("best score")
    axes.set_ylabel("deals, %, logarithmic")
    axes.set_title(f"v{groups[0].variant}: best scores")
    axes.legend(fontsize=8)


def _draw_times(axes: "Axes", groups: list[Group]) -> None:
    for group in groups:
        colour, marker, line, _ = _STYLES[group.players]
        ranks, seconds = zip(*group.curve, strict=True)
        axes.plot(
            ranks,
            [max(each, _LEAST_SECONDS) for each in seconds],
            color=colour,
            marker=marker,
            linestyle=line,
            linewidth=1.2,
            markersize=4,
            markevery=0.2,
            label=f"{group.players} players",
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    _use_plain_numbers(axes.xaxis)
    _use_plain_numbers(axes.yaxis)
    slowest = max(group.slowest for group in groups)
    axes.set_ylim(_LEAST_SECONDS, 10 ** math.ceil(math.log10(slowest + 0.01)))
    axes.set_xlabel("rank of the deal, slowest first")
    axes.set_ylabel("seconds to solve")
    axes.set_title(f"v{groups[0].variant}: time against rank")
    axes.grid(linewidth=0.4)
    axes.legend(fontsize=8)


def _use_plain_numbers(axis: "Axis") -> None:
    """Label the powers of ten of a logarithmic axis by themselves, and nothing between them."""
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    axis.set_major_locator(LogLocator(10, numticks=12))
    axis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axis.set_minor_formatter(NullFormatter())
