"""One solved deal as a study keeps it, and the limits that it was solved under."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.convert import link_of_line
from hanabi_solver.formats.entry import Entry
from hanabi_solver.solver.best_score import solve, tables_for
from hanabi_solver.solver.limits import DEFAULT_MEMORY
from hanabi_solver.solver.result import Progress, Result
from hanabi_solver.study.keys import entry_of

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables

# A thread has its own tables: a scheduler's worker may solve on several at once.
_kept = threading.local()


@dataclass(frozen=True, slots=True)
class Limits:
    """How each deal of a run is solved: `time_limit` in seconds (None: none), `memory_limit` in bytes."""

    method: str = "auto"
    time_limit: float | None = None
    memory_limit: int = DEFAULT_MEMORY


@dataclass(frozen=True, slots=True)
class Row:
    """What a study keeps of one deal.

    `deal` is its key (deals.py), `variant` the id of hanab.live's variant. A line reaches `best`, none
    exceeds `upper`; `reason` is the name of the first bound that says so, empty if `upper` is the highest
    score there is. `method` names what made the two meet: a bound, or what found the line; None if the deal
    is undecided. `link` shows the line on hanab.live, where it can be shown. `solver` is the version that
    solved it.
    """

    deal: str
    players: int
    variant: int
    max_score: int
    best: int
    upper: int
    reason: str
    method: str | None
    seconds: float
    nodes: int
    link: str | None
    solver: str

    @property
    def is_decided(self) -> bool:
        """Whether the best score is proved."""
        return self.best == self.upper


def solve_row(
    limits: Limits,
    key: str,
    *,
    stop: threading.Event | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> Row:
    """Solve the deal of a key on one thread, so that every run gives the same answer.

    Raises InputError if it cannot be solved, and InternalCheckError as `solve` does.
    """
    entry = entry_of(key)
    if entry.game is None:
        advice = "give a seed, a link, or a random deal: a deck by itself has a link (hanabi-solve convert)"
        raise InputError([Fault("deal", "expected the key of a deal, got a deck by itself", advice)])
    result = solve(
        entry.start,
        method=limits.method,
        time_limit=limits.time_limit,
        tables=_tables(limits.memory_limit),
        workers=1,
        source=key,
        stop=stop,
        on_event=on_event,
    )
    return _row(key, entry, entry.game.variant.id, result)


def _row(key: str, entry: Entry, variant: int, result: Result) -> Row:
    rules = result.position.rules
    return Row(
        deal=key,
        players=rules.players,
        variant=variant,
        max_score=rules.max_score,
        best=result.best,
        upper=result.upper,
        reason=result.reasons[0].name if result.reasons else "",
        method=result.settled_by if result.best == result.upper else None,
        seconds=result.seconds,
        nodes=result.nodes,
        link=_link(entry, result),
        solver=result.versions["hanabi-solver"],
    )


def _link(entry: Entry, result: Result) -> str | None:
    if not result.line:
        return None
    try:
        return link_of_line(entry, result.line)
    except InputError:  # some variants have no link for some lines (docs/hanablive.md)
        return None


def _tables(memory_limit: int) -> "Tables":
    """The tables of this thread, kept from deal to deal."""
    if getattr(_kept, "memory_limit", None) != memory_limit:
        _kept.memory_limit = memory_limit
        _kept.tables = tables_for(memory_limit)
    tables: Tables = _kept.tables
    return tables
