"""The charts of a study as inline SVG: lost deals with their intervals, and time against rank."""

import math
from collections.abc import Sequence
from html import escape

from hanabi_solver.study.report import Group
from hanabi_solver.study.report_words import format_lost, format_seconds

_WIDTH = 480
_LEFT, _RIGHT = 112, 34
_ROW, _HEAD, _FOOT = 26, 30, 44
_PANEL, _PANEL_LEFT = 230, 88
# Shorter times are drawn like this one: they say nothing but how slow the clock is.
_LEAST_SECONDS = 1e-5
# A kind of line for each number of players, so that no colour is needed to tell them apart.
_DASHES = {2: "", 3: "9 4", 4: "2 4", 5: "12 4 2 4", 6: "5 3"}


def lost_chart(groups: Sequence[Group]) -> str:
    """Lost deals in per cent, a row for each variant and number of players, on a logarithmic axis.

    A dot is the share in these deals (a bar, where open deals leave a range), a line its interval. A share
    of 0 has no place on such an axis: it is an empty dot at the left end.
    """
    ends = [100 * (1 - end) for group in groups for end in (group.share.most, group.share.high)]
    least = min([end for end in ends if end > 0], default=1.0)
    low = min(math.floor(math.log10(least)), 0)
    y, parts = _HEAD, []
    previous: int | None = None
    for group in groups:
        if group.variant != previous:
            name = escape(f"{group.variant_name} (v{group.variant})")
            parts.append(f'<text class="heading" x="0" y="{y + 17}">{name}</text>')
            y, previous = y + _ROW, group.variant
        parts.append(_lost_row(group, y, low))
        y += _ROW
    grid = []
    for power in range(low, 3):
        x = _lost_x(10.0**power, low)
        grid.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_HEAD - 6}" y2="{y}"/>')
        for at in (_HEAD - 12, y + 16):
            grid.append(
                f'<text class="tick" x="{x:.1f}" y="{at}" text-anchor="middle">{_power(power)} %</text>'
            )
    words = escape(" ".join(f"{_name(group)}: {format_lost(group.share)}." for group in groups))
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {y + _FOOT}" role="img" '
        'aria-labelledby="lost-chart-title lost-chart-desc">'
        '<title id="lost-chart-title">Deals that cannot reach the full score</title>'
        f'<desc id="lost-chart-desc">{words}</desc>{"".join(grid)}{"".join(parts)}'
        f'<text class="tick" x="{(_LEFT + _WIDTH - _RIGHT) / 2:.1f}" y="{y + 36}" text-anchor="middle">'
        "lost deals, logarithmic</text></svg>"
    )


def _lost_row(group: Group, top: int, low: int) -> str:
    share = group.share
    y = top + _ROW / 2
    left, right = (_lost_x(100 * (1 - end), low) for end in (share.high, share.low))
    first, last = (_lost_x(100 * (1 - end), low) for end in (share.most, share.least))
    label = (
        f'<text class="tick" x="{_LEFT - 14}" y="{y + 5}" text-anchor="end">{group.players} players</text>'
    )
    line = f'<line class="interval" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>'
    kind = "none" if share.least == 1 else "dot"
    if share.most == share.least:
        mark = f'<circle class="{kind}" cx="{first:.1f}" cy="{y}" r="6"/>'
    else:
        width = max(last - first, 6)
        mark = f'<rect class="dot" x="{first:.1f}" y="{y - 5}" width="{width:.1f}" height="10" rx="3"/>'
    return f"<g><title>{escape(f'{_name(group)}: {format_lost(share)}')}</title>{label}{line}{mark}</g>"


def _lost_x(percent: float, low: int) -> float:
    power = max(math.log10(percent), low) if percent > 0 else low
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (power - low) / (2 - low)


def time_chart(groups: Sequence[Group], number: int) -> str:
    """Seconds to solve against the rank of a deal, the slowest first, both logarithmic: a line a group.

    The groups are those of one variant; `number` makes the names of its parts differ from other charts'.
    """
    most_rank = max(max(group.deals for group in groups), 10)
    slowest = max(max(group.slowest for group in groups), 0.01)
    low, high = math.log10(_LEAST_SECONDS), math.ceil(math.log10(slowest))
    ranks = math.ceil(math.log10(most_rank))
    right, bottom = _WIDTH - _RIGHT, _HEAD + _PANEL

    def at(rank: float, seconds: float) -> tuple[float, float]:
        x = _PANEL_LEFT + (right - _PANEL_LEFT) * math.log10(rank) / ranks
        y = bottom - _PANEL * (math.log10(max(seconds, _LEAST_SECONDS)) - low) / (high - low)
        return x, y

    parts = []
    for power in range(ranks + 1):
        x = at(10.0**power, 1)[0]
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_HEAD}" y2="{bottom}"/>')
        anchor = "end" if power == ranks else "middle"
        parts.append(
            f'<text class="tick" x="{x:.1f}" y="{bottom + 18}" text-anchor="{anchor}">{_power(power)}</text>'
        )
    for power in range(round(low), high + 1):
        y, left = at(1, 10.0**power)[1], _PANEL_LEFT
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="tick" x="{left - 6}" y="{y + 5:.1f}" text-anchor="end">{_power(power)}</text>'
        )
    for group in groups:
        points = " ".join("{:.1f},{:.1f}".format(*at(rank, seconds)) for rank, seconds in group.curve)
        dash = f' stroke-dasharray="{_DASHES[group.players]}"' if _DASHES[group.players] else ""
        parts.append(f'<polyline class="line p{group.players}"{dash} points="{points}"/>')
    legend, x = [], _PANEL_LEFT
    for group in groups:
        dash = f' stroke-dasharray="{_DASHES[group.players]}"' if _DASHES[group.players] else ""
        legend.append(
            f'<line class="line p{group.players}"{dash} x1="{x}" x2="{x + 40}" y1="12" y2="12"/>'
            f'<text class="tick" x="{x + 46}" y="17">{group.players}</text>'
        )
        x += 76
    words = escape(
        " ".join(
            f"{group.players} players: the slowest of {group.deals:,} deals took "
            f"{format_seconds(group.slowest)} s, the median {format_seconds(group.percentiles[50])} s."
            for group in groups
        )
    )
    title, desc = f"time-{number}-title", f"time-{number}-desc"
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {bottom + 46}" role="img" '
        f'aria-labelledby="{title} {desc}"><title id="{title}">Time against rank</title>'
        f'<desc id="{desc}">{words}</desc>{"".join(parts)}{"".join(legend)}'
        f'<text class="tick" x="{(_PANEL_LEFT + right) / 2:.1f}" y="{bottom + 38}" text-anchor="middle">'
        "rank of the deal, slowest first</text>"
        f'<text class="tick" x="0" y="17">players</text>'
        "</svg>"
    )


def _name(group: Group) -> str:
    return f"{group.variant_name}, {group.players} players"


def _power(power: int) -> str:
    """A power of ten by itself.

    >>> _power(-2), _power(0), _power(4), _power(6)
    ('0.01', '1', '10k', '1M')
    """
    if power < 0:
        return f"{10.0**power:.{-power}f}"
    if power >= 6:
        return f"{10 ** (power - 6)}M"
    return f"{10 ** (power - 3)}k" if power >= 4 else str(10**power)
