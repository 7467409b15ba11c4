"""The page of a study: what its report says, as sortable tables and charts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from hanabi_solver.game.plurals import counted
from hanabi_solver.study.keys import RANDOM_METHOD
from hanabi_solver.study.report import Group, HardDeal, Report
from hanabi_solver.study.report_words import (
    INTERVALS,
    describe_setting,
    describe_shared,
    format_interval,
    format_lost,
    format_mean,
    format_seconds,
    format_share,
    lost_share,
    shorten_key,
)
from hanabi_solver.web.pages.study_charts import lost_chart, time_chart
from hanabi_solver.web.pages.template import asset, fill

# What keeps the full score out of reach, as a player would say it.
_REASONS = {
    "game over": "the game is over",
    "composition": "too few cards are left",
    "pace": "the needed cards come too late",
    "last-round": "the final round is too short",
    "single-hand": "all hands together cannot hold the needed cards",
    "choices": "counting, for every way to stack the suits",
    "search": "all ways were tried",
    "cpsat": "refuted by clauses (CP-SAT)",
    "sat": "refuted by clauses (SAT)",
}
# More rows than this are scrolled in a box of their own.
_LONG = 25


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a cell shows, and the number that its column is sorted by; text by itself if there is none."""

    text: str
    value: float | None = None
    is_heading: bool = False


def format_study(report: Report) -> str:
    """The report as one self-contained HTML page."""
    deals = sum(group.deals for group in report.groups)
    sections = [
        _section(
            "lost", "Deals that cannot be won", f"{_figure(lost_chart(report.groups))}{_shares(report)}"
        ),
        _section("scores", "Best scores", _scores(report)),
        _section("reasons", "Why deals are lost", _reasons(report)),
        _section("times", "Time", f"{_time_figures(report)}{_times(report)}"),
        _section("hardest", "The slowest deals", _deals(report, "hardest")),
        _section("undecided", "Undecided deals", _undecided(report)),
    ]
    values = {
        "title": f"A study of {counted(deals, 'Hanabi deal')}",
        "summary": "".join(f"<p>{escape(text)}</p>" for text in _summary(report)),
        "sections": "".join(sections),
        "notes": "".join(f"<p>{escape(text)}</p>" for text in _notes(report)),
    }
    return fill(asset("study.html"), values, styles=("page.css", "study.css"), script_name="study.js")


def _summary(report: Report) -> Iterable[str]:
    """The result in a few sentences."""
    groups = report.groups
    lost, is_open = sum(group.lost for group in groups), sum(group.open for group in groups)
    deals = sum(group.deals for group in groups)
    rest = f"; of {is_open:,} it is not known" if is_open else ", and there is none of which it is not known"
    yield f"{lost:,} of {counted(deals, 'deal')} cannot reach the full score{rest}."
    if len(groups) > 1:
        ordered = sorted(groups, key=lambda group: group.share.least)
        yield (
            f"Most often lost: {_name(ordered[0])}, {format_lost(ordered[0].share)}. "
            f"Least often: {_name(ordered[-1])}, {format_lost(ordered[-1].share)}."
        )


def _notes(report: Report) -> Iterable[str]:
    if note := describe_shared(report):
        yield f"{note}."
    for use in report.settings:
        yield f"{counted(use.deals, 'deal')} solved with {describe_setting(use)}."
    days = " to ".join(dict.fromkeys((report.first_run[:10], report.last_run[:10])))
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    yield f"Solved {days} (UTC); {versions}."
    yield f"Seeds: {', '.join(report.seeds)}."
    if report.has_random:
        yield f"Random decks: {RANDOM_METHOD}."
    yield INTERVALS


def _shares(report: Report) -> str:
    columns = ("Variant", "Players", "Deals", "Lost", "Lost, %", "95 % interval", "Open", "Mean best score")
    rows = [
        (
            *_group_cells(group),
            _number(group.deals),
            _number(group.lost),
            _Cell(format_share(lost_share(group.share)), 1 - group.share.least),
            _Cell(format_interval(lost_share(group.share), 3), 1 - group.share.low),
            _number(group.open),
            _Cell(f"{format_mean(group)} of {group.max_score}", group.mean_best - group.max_score),
        )
        for group in report.groups
    ]
    return _table("Lost deals by variant and number of players", columns, rows)


def _scores(report: Report) -> str:
    shorts = sorted({group.max_score - best for group in report.groups for best in group.scores})
    names = ["Full score" if short == 0 else f"{short} less" for short in shorts]
    rows = [
        (
            *_group_cells(group),
            *(_number(group.scores.get(group.max_score - short, 0)) for short in shorts),
            _number(group.undecided),
        )
        for group in report.groups
    ]
    return _table("Deals by proved best score", ("Variant", "Players", *names, "Undecided"), rows)


def _reasons(report: Report) -> str:
    totals: dict[str, int] = {}
    for group in report.groups:
        for reason, deals in group.reasons.items():
            totals[reason] = totals.get(reason, 0) + deals
    if not totals:
        return "<p>No deal is lost.</p>"
    reasons = sorted(totals, key=lambda reason: -totals[reason])
    rows = [
        (*_group_cells(group), *(_number(group.reasons.get(reason, 0)) for reason in reasons))
        for group in report.groups
        if group.reasons
    ]
    words = "".join(
        f"<dt>{escape(reason)}</dt><dd>{escape(_REASONS.get(reason, reason))}</dd>" for reason in reasons
    )
    table = _table("Lost deals by the first reason", ("Variant", "Players", *reasons), rows)
    return f'<div class="drop"><dl>{words}</dl></div>{table}'


def _times(report: Report) -> str:
    rows = [
        (
            *_group_cells(group),
            *(_seconds(seconds) for seconds in group.percentiles.values()),
            _seconds(group.slowest),
            _seconds(group.total),
        )
        for group in report.groups
    ]
    percents = [
        "Median, s" if percent == 50 else f"{percent} %, s" for percent in report.groups[0].percentiles
    ]
    return _table("Seconds to solve a deal", ("Variant", "Players", *percents, "Slowest, s", "All, s"), rows)


def _time_figures(report: Report) -> str:
    figures = []
    for number, variant in enumerate(dict.fromkeys(group.variant for group in report.groups), start=1):
        groups = [group for group in report.groups if group.variant == variant]
        caption = escape(f"{groups[0].variant_name} (v{variant}): seconds against rank")
        figures.append(_figure(time_chart(groups, number), caption))
    return f'<div class="figures">{"".join(figures)}</div>'


def _deals(report: Report, which: str) -> str:
    """A table of single deals: the `hardest` or the `unsettled` ones of every group."""
    rows = []
    for group in report.groups:
        deals: Sequence[HardDeal] = getattr(group, which)
        for deal in deals:
            rows.append(
                (
                    _Cell(shorten_key(deal.deal), is_heading=True),
                    _Cell(f"{group.variant_name} (v{group.variant})"),
                    _number(group.players),
                    _number(deal.best),
                    _number(deal.upper),
                    _seconds(deal.seconds),
                    _number(deal.nodes),
                )
            )
    columns = ("Deal", "Variant", "Players", "Best score", "Upper bound", "Seconds", "Positions")
    caption = "The slowest deals of each group" if which == "hardest" else "Deals without a proved best score"
    return _table(caption, columns, rows)


def _undecided(report: Report) -> str:
    if not any(group.undecided for group in report.groups):
        return "<p>None: the best score of every deal is proved.</p>"
    table = _deals(report, "unsettled")
    missing = sum(group.undecided - len(group.unsettled) for group in report.groups)
    return table if not missing else f"{table}<p>{missing:,} more are not listed.</p>"


def _name(group: Group) -> str:
    return f"{group.variant_name} with {group.players} players"


def _group_cells(group: Group) -> tuple[_Cell, _Cell]:
    name = f"{group.variant_name} (v{group.variant})"
    return _Cell(name, is_heading=True), _number(group.players)


def _number(number: int) -> _Cell:
    return _Cell(f"{number:,}", number)


def _seconds(seconds: float) -> _Cell:
    return _Cell(format_seconds(seconds), seconds)


def _section(name: str, title: str, content: str) -> str:
    heading = f'<h2 id="{name}-title">{escape(title)}</h2>'
    return f'<section class="panel" id="{name}" aria-labelledby="{name}-title">{heading}{content}</section>'


def _figure(chart: str, caption: str = "") -> str:
    return f"<figure>{f'<figcaption>{caption}</figcaption>' if caption else ''}{chart}</figure>"


def _table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[_Cell]]) -> str:
    """A table that can be sorted; columns whose cells have values are those of numbers."""
    is_number = [all(row[index].value is not None for row in rows) for index in range(len(columns))]
    head = "".join(
        f'<th scope="col" class="{"num" if number else "text"}">{escape(name)}</th>'
        for name, number in zip(columns, is_number, strict=True)
    )
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    length = " long" if len(rows) > _LONG else ""
    return (
        f'<div class="scroll{length}" tabindex="0" role="group" aria-label="{escape(caption)}">'
        f'<table class="sortable"><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(cell: _Cell) -> str:
    if cell.is_heading:
        return f'<th scope="row" class="deal">{escape(cell.text)}</th>'
    if cell.value is None:
        return f"<td>{escape(cell.text)}</td>"
    return f'<td class="num" data-value="{cell.value:.9g}">{escape(cell.text)}</td>'
