"""One solved deal as a study keeps it, and the setting that it was solved under."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.convert import link_of_line
from hanabi_solver.formats.entry import Entry
from hanabi_solver.names import Method
from hanabi_solver.solver.best_score import ALONE, solve
from hanabi_solver.solver.limits import Context, Limits, method_faults
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.shared_tables import DEFAULT_MEMORY, kept_tables
from hanabi_solver.solver.versions import solver_version
from hanabi_solver.study.keys import entry_of


@dataclass(frozen=True, slots=True)
class Setting:
    """How each deal of a run is solved, on one thread: `seconds` (None: any), `memory` in bytes."""

    method: str = Method.AUTO
    seconds: float | None = None
    memory: int = DEFAULT_MEMORY

    def __post_init__(self) -> None:
        """Raise InputError if no solve can have this setting."""
        faults = Limits(self.seconds, memory=self.memory, workers=1).faults()
        if faults := [*method_faults(self.method), *faults]:
            raise InputError(faults)


@dataclass(frozen=True, slots=True)
class Row:
    """What a study keeps of one deal.

    `deal` is its key (keys.py), `variant` the id of hanab.live's variant. A line reaches `best`, none
    exceeds `upper`; `reason` is the name of the first bound that says so, empty if `upper` is the highest
    score there is. `method` names what made the two meet: a bound, or what found the line; None if the deal
    is undecided. `link` shows the line on hanab.live, where it can be shown; a row of the fast lane has
    `line` instead (`lane.lines`), of which a link is made when it is asked for. `solver` is what solved it
    (`solver_version`).
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
    line: str = ""

    def __reduce__(self) -> tuple[type["Row"], tuple[object, ...]]:
        # A quarter of the time that dataclasses take: rows come from other processes by the million.
        return Row, _values(self)

    @property
    def is_decided(self) -> bool:
        """Whether the best score is proved."""
        return self.best == self.upper


_values: Callable[[Row], tuple[object, ...]] = attrgetter(*Row.__match_args__)


def solve_row(setting: Setting, key: str, context: Context = ALONE) -> Row:
    """Solve the deal of a key on one thread, so that every run gives the same answer.

    Raises InputError if it cannot be solved, and InternalCheckError as `solve` does.
    """
    solver = solver_version()  # before the solve: of the sources as they were loaded, were they to change
    entry = entry_of(key)
    if entry.game is None:
        advice = "give a seed, a link, or a random deal: a deck by itself has a link (hanabi-solve convert)"
        raise InputError([Fault("deal", "expected the key of a deal, got a deck by itself", advice)])
    result = solve(
        entry.start,
        method=setting.method,
        limits=Limits(setting.seconds, workers=1),
        context=replace(context, tables=kept_tables(setting.memory)),
    )
    return _row(key, entry, entry.game.variant.id, result, solver)


def _row(key: str, entry: Entry, variant: int, result: Result, solver: str) -> Row:
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
        solver=solver,
    )


def _link(entry: Entry, result: Result) -> str | None:
    if not result.line:
        return None
    try:
        return link_of_line(entry, result.line)
    except InputError:  # some variants have no link for some lines (docs/hanablive.md)
        return None
