"""What a study says: for each variant and number of players the shares, scores, reasons and times."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hanabi_solver.errors import InputError
from hanabi_solver.formats.hanablive.variants import variant_by_id
from hanabi_solver.names import LineFinder
from hanabi_solver.study.combined_rows import Selection, chosen_rows
from hanabi_solver.study.keys import RANDOM_PREFIX
from hanabi_solver.study.statistics import Share, share_of

PERCENTILES = (50, 90, 99)
MOST_HARD = 5
# Undecided deals that a report names, of each group.
MOST_UNDECIDED = 200
# Points of a curve of times: enough for a plot, however many deals there are.
_CURVE_POINTS = 80


@dataclass(frozen=True, slots=True)
class HardDeal:
    """A deal that took long, or is undecided: its key, scores, seconds and the positions searched."""

    deal: str
    best: int
    upper: int
    seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Group:
    """The deals of one variant and number of players.

    `winnable` deals reach `max_score`, `lost` ones are proved not to, `open` ones are neither. `undecided`
    ones have no proved best score (so every open deal is undecided). `scores` counts the decided deals by
    best score, `reasons` the lost ones by the bound that keeps `max_score` out of reach (or a lower score,
    if the best is lower). `mean_best` and `mean_upper` are the mean best score if all undecided deals had
    their lower or upper bound. Times are in seconds: `percentiles` by per cent, `slowest` the longest,
    `total` of all; `curve` gives (rank, seconds), rank 1 the slowest. `unsettled` are the undecided deals,
    the widest gap first, up to MOST_UNDECIDED of them. `shared` deals were settled
    by the fast lane: the time of each is an equal share of that of its batch.
    """

    variant: int
    variant_name: str
    players: int
    max_score: int
    deals: int
    winnable: int
    lost: int
    undecided: int
    mean_best: float
    mean_upper: float
    scores: Mapping[int, int]
    reasons: Mapping[str, int]
    percentiles: Mapping[int, float]
    slowest: float
    total: float
    shared: int
    hardest: tuple[HardDeal, ...]
    curve: tuple[tuple[int, float], ...]
    unsettled: tuple[HardDeal, ...]

    @property
    def open(self) -> int:
        """The deals of which it is not known whether they can be won."""
        return self.deals - self.winnable - self.lost

    @property
    def share(self) -> Share:
        """The share of winnable deals."""
        return share_of(self.winnable, self.open, self.deals)


@dataclass(frozen=True, slots=True)
class SettingUse:
    """The version, method asked for and limits that `deals` of the report's deals were solved under.

    A deal that has several rows counts with the one that leaves the smallest gap.
    """

    solver: str
    method: str
    time_limit: float | None
    memory_limit: int
    deals: int


@dataclass(frozen=True, slots=True)
class Report:
    """All groups of a store, and where they come from.

    `seeds` are the SEEDS of its runs, `first_run` and `last_run` when they started (UTC), `versions`
    everything they were solved with, each list of different values joined by commas.
    """

    groups: tuple[Group, ...]
    settings: tuple[SettingUse, ...]
    seeds: tuple[str, ...]
    first_run: str
    last_run: str
    versions: Mapping[str, str]
    has_random: bool


def study_report(path: Path, selection: Selection | None = None) -> Report:
    """The report on a store; raises InputError if it is none or holds no such deals."""
    with chosen_rows(path, selection or Selection()) as connection:
        groups = connection.execute(
            "SELECT variant, players, max_score, count(*), sum(best = max_score), sum(upper < max_score), "
            "sum(best < upper), avg(best), avg(upper), max(seconds), sum(seconds), "
            f"sum(method IS '{LineFinder.LANE}') "
            "FROM chosen GROUP BY variant, players ORDER BY variant, players"
        ).fetchall()
        runs = connection.execute(
            "SELECT started, seeds, versions FROM runs WHERE id IN "
            "(SELECT run FROM chosen UNION SELECT best_run FROM chosen UNION SELECT upper_run FROM chosen) "
            "ORDER BY id"
        ).fetchall()
        (has_random,) = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM chosen WHERE deal LIKE ?)", (f"{RANDOM_PREFIX}%",)
        ).fetchone()
        settings = connection.execute(
            "SELECT solver, settings.method, time_limit, memory_limit, count(*) FROM chosen "
            "JOIN settings ON settings.id = chosen.setting GROUP BY settings.id "
            "ORDER BY count(*) DESC, settings.id"
        ).fetchall()
        try:
            made = tuple(_group(connection, *values) for values in groups)
        except InputError as error:  # a variant that this version does not know
            raise error.at(str(path)) from error
        return Report(
            groups=made,
            settings=tuple(SettingUse(*values) for values in settings),
            seeds=tuple(dict.fromkeys(name for run in runs for name in json.loads(run[1]))),
            first_run=min(run[0] for run in runs),
            last_run=max(run[0] for run in runs),
            versions=_joined([json.loads(run[2]) for run in runs]),
            has_random=bool(has_random),
        )


def _group(
    connection: sqlite3.Connection,
    variant: int,
    players: int,
    max_score: int,
    deals: int,
    winnable: int,
    lost: int,
    undecided: int,
    mean_best: float,
    mean_upper: float,
    slowest: float,
    total: float,
    shared: int,
) -> Group:
    which = (variant, players)
    scores = connection.execute(
        "SELECT best, count(*) FROM chosen WHERE (variant, players) = (?, ?) AND best = upper "
        "GROUP BY best ORDER BY best DESC",
        which,
    ).fetchall()
    reasons = connection.execute(
        "SELECT reason, count(*) FROM chosen WHERE (variant, players) = (?, ?) AND upper < max_score "
        "GROUP BY reason ORDER BY count(*) DESC, reason",
        which,
    ).fetchall()
    hardest = connection.execute(
        "SELECT deal, best, upper, seconds, nodes FROM chosen WHERE (variant, players) = (?, ?) "
        "ORDER BY seconds DESC, deal LIMIT ?",
        (*which, MOST_HARD),
    ).fetchall()
    unsettled = connection.execute(
        "SELECT deal, best, upper, seconds, nodes FROM chosen WHERE (variant, players) = (?, ?) "
        "AND best < upper ORDER BY upper - best DESC, deal LIMIT ?",
        (*which, MOST_UNDECIDED),
    ).fetchall()
    return Group(
        variant=variant,
        variant_name=variant_by_id(variant, "variant").name,
        players=players,
        max_score=max_score,
        deals=deals,
        winnable=winnable,
        lost=lost,
        undecided=undecided,
        mean_best=mean_best,
        mean_upper=mean_upper,
        scores=dict(scores),
        reasons=dict(reasons),
        percentiles={
            percent: _time_at(connection, which, deals - _rank(percent, deals) + 1) for percent in PERCENTILES
        },
        slowest=slowest,
        total=total,
        shared=shared,
        hardest=tuple(HardDeal(*values) for values in hardest),
        curve=tuple((rank, _time_at(connection, which, rank)) for rank in _curve_ranks(deals)),
        unsettled=tuple(HardDeal(*values) for values in unsettled),
    )


def _rank(percent: int, deals: int) -> int:
    """The nearest rank of a percentile, from 1, the fastest first.

    >>> _rank(50, 5), _rank(99, 5), _rank(1, 5)
    (3, 5, 1)
    """
    return max(1, -(-percent * deals // 100))


def _time_at(connection: sqlite3.Connection, which: tuple[int, int], rank: int) -> float:
    """The time of the deal at `rank`, 1 the slowest."""
    found = connection.execute(
        "SELECT seconds FROM chosen WHERE (variant, players) = (?, ?) "
        "ORDER BY variant DESC, players DESC, seconds DESC LIMIT 1 OFFSET ?",
        (*which, rank - 1),
    ).fetchone()
    return float(found[0])


def _curve_ranks(deals: int) -> list[int]:
    """Ranks from 1 to `deals`, ever further apart.

    >>> _curve_ranks(5)
    [1, 2, 3, 4, 5]
    """
    steps = _CURVE_POINTS - 1
    return sorted({round(deals ** (step / steps)) for step in range(_CURVE_POINTS)})


def _joined(all_versions: list[dict[str, str]]) -> dict[str, str]:
    names = dict.fromkeys(name for versions in all_versions for name in versions)
    return {
        name: ", ".join(dict.fromkeys(versions[name] for versions in all_versions if name in versions))
        for name in names
    }
