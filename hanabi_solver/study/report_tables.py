"""A report as data: JSON (schema 1), and flat tables of its groups or of the deals themselves."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from hanabi_solver.study.combined_rows import Selection, chosen_rows
from hanabi_solver.study.keys import RANDOM_METHOD
from hanabi_solver.study.lane.lines import link_of
from hanabi_solver.study.report import Group, Report

SCHEMA = 1
# The columns of a table of deals: those of the view `results` of a store, and their types.
DEAL_COLUMNS: Mapping[str, type] = {
    "seed": str,
    "players": int,
    "variant": int,
    "best": int,
    "upper": int,
    "max_score": int,
    "status": str,
    "method": str,
    "reason": str,
    "seconds": float,
    "nodes": int,
    "link": str,
    "line": str,
    "solver": str,
    "asked_method": str,
    "time_limit": float,
    "memory_limit": int,
    "run_started": str,
}


def format_report(report: Report) -> str:
    """The report as one line of JSON (docs/formats.md, docs/study.schema.json), without a line end."""
    data = {
        "schema": SCHEMA,
        "groups": [_group_data(group) for group in report.groups],
        "settings": [
            {
                "solver": use.solver,
                "method": use.method,
                "time_limit": use.time_limit,
                "memory_limit": use.memory_limit,
                "deals": use.deals,
            }
            for use in report.settings
        ],
        "seeds": list(report.seeds),
        "first_run": report.first_run,
        "last_run": report.last_run,
        "versions": dict(report.versions),
        "random_decks": RANDOM_METHOD if report.has_random else None,
    }
    return json.dumps(data)


def _counts(group: Group) -> dict[str, Any]:
    """Which deals a group is of, and how many came out how."""
    return {
        "variant": group.variant,
        "variant_name": group.variant_name,
        "players": group.players,
        "max_score": group.max_score,
        "deals": group.deals,
        "winnable": group.winnable,
        "lost": group.lost,
        "open": group.open,
        "undecided": group.undecided,
    }


def _group_data(group: Group) -> dict[str, Any]:
    share = group.share
    return {
        **_counts(group),
        "share": {"least": share.least, "most": share.most, "low": share.low, "high": share.high},
        "mean_best": {"least": group.mean_best, "most": group.mean_upper},
        "scores": [{"best": best, "deals": deals} for best, deals in group.scores.items()],
        "reasons": [{"bound": bound, "deals": deals} for bound, deals in group.reasons.items()],
        "seconds": {
            "percentiles": [{"percent": percent, "at": at} for percent, at in group.percentiles.items()],
            "slowest": group.slowest,
            "total": group.total,
            "shared": group.shared,
        },
        "hardest": [
            {
                "deal": deal.deal,
                "best": deal.best,
                "upper": deal.upper,
                "seconds": deal.seconds,
                "nodes": deal.nodes,
            }
            for deal in group.hardest
        ],
    }


def group_columns(report: Report) -> dict[str, type]:
    """The columns of a table of groups and their types."""
    return {name: type(value) for name, value in _flat(report.groups[0]).items()}


def group_rows(report: Report) -> Iterator[dict[str, Any]]:
    """The rows of a table of groups."""
    for group in report.groups:
        yield _flat(group)


def deal_rows(path: Path, selection: Selection, *, with_links: bool = False) -> Iterator[dict[str, Any]]:
    """The deals of a store one by one in the order of their keys, each with what a report counts.

    Deals that the fast lane has settled get a link `with_links` only, as each takes a moment to make.
    """
    with chosen_rows(path, selection) as connection:
        found = connection.execute(
            "SELECT deal, players, variant, best, upper, max_score, "
            "CASE WHEN best = upper THEN 'optimal' ELSE 'bounds' END, chosen.method, reason, "
            "seconds, nodes, link, line, solver, settings.method, time_limit, memory_limit, runs.started "
            "FROM chosen JOIN settings ON settings.id = chosen.setting JOIN runs ON runs.id = chosen.run "
            "ORDER BY deal"
        )
        for values in found:
            row = dict(zip(DEAL_COLUMNS, values, strict=True))
            if with_links and row["line"]:
                row["link"] = link_of(row["seed"], row["line"])
            yield row


def write_csv(stream: TextIO, columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV with a line of headers; what is not known is empty."""
    writer = csv.DictWriter(stream, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _flat(group: Group) -> dict[str, Any]:
    share = group.share
    return {
        **_counts(group),
        "share_least": share.least,
        "share_most": share.most,
        "share_low": share.low,
        "share_high": share.high,
        "mean_best_least": group.mean_best,
        "mean_best_most": group.mean_upper,
        "scores": " ".join(f"{best}:{deals}" for best, deals in group.scores.items()),
        "reasons": " ".join(f"{bound}:{deals}" for bound, deals in group.reasons.items()),
        **{f"seconds_p{percent}": at for percent, at in group.percentiles.items()},
        "seconds_slowest": group.slowest,
        "seconds_total": group.total,
        "seconds_shared": group.shared,
    }
