"""The one policy: bounds, then target by target (`deciding.py`), until best and upper bound meet.

Every line passes line.py before it leaves this module. numba and ortools are imported only when a
solve gets that far.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import keeps_score
from hanabi_solver.solver.bracket import Standing
from hanabi_solver.solver.clock import Watch
from hanabi_solver.solver.limits import DEFAULT_MEMORY, DEFAULT_WORKERS, argument_faults
from hanabi_solver.solver.loading import load_search
from hanabi_solver.solver.policy import LOOK_BELOW_MEMORY, Deciding, try_greedy
from hanabi_solver.solver.result import Progress, Result
from hanabi_solver.solver.versions import versions

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables


def solve(
    start: Deal | Position,
    *,
    method: str = "auto",
    target: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int = DEFAULT_WORKERS,
    seed: int = 0,
    source: str = "",
    on_event: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    tables: "Tables | None" = None,
) -> Result:
    """The best reachable score from `start`, with a line that reaches it and why none does better.

    `method` is "auto", "search", "cpsat" or "sat" (that one needs the extra `proofs`). With a `target`,
    only "can that score be reached?" is decided. `time_limit` is in seconds (loading the search, and
    compiling it once, is not counted, nor in the result's `seconds`), `memory_limit` in bytes for the
    tables of the search. A limit, or `stop`
    being set, ends the solve early with what is known: `best < upper`. `on_event` is called from this
    thread while it works. `tables` is the memory of the search, worth keeping to solve many deals in a
    row (`tables_for`; one solve at a time); they bring their own limit, so `memory_limit` must be None.

    Raises InputError for a faulty position or argument, and InternalCheckError rather than return a
    line that the engine refuses.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    >>> result = solve(deal)
    >>> result.best, result.upper, result.status.value
    (10, 10, 'optimal')
    """
    if not isinstance(start, Deal | Position):
        raise InputError([Fault("start", f"expected a Deal or a Position, got {type(start).__name__}")])
    position = (start.start() if isinstance(start, Deal) else start).checked()
    faults = list(argument_faults(position, method, target, time_limit, memory_limit, workers, seed))
    if tables is not None and memory_limit is not None:
        faults.append(Fault("memory limit", "expected none beside tables, which have their own"))
    if faults:
        raise InputError(faults)
    asked = {"method": method, "target": target, "workers": workers, "seed": seed}
    standing = Standing(position, target, asked)
    watch = Watch(standing, time_limit, on_event, stop)
    run = _SolveRun(standing, watch, method, memory_limit, workers, seed, tables)
    try:
        run.solve()
    except InternalCheckError as error:
        if error.reproducer:
            raise
        raise InternalCheckError(str(error), standing.reproducer()) from error
    return Result(
        position=position,
        best=standing.best,
        upper=standing.upper,
        reasons=standing.reasons(),
        line=standing.line,
        method=method,
        target=target,
        seconds=watch.seconds(),
        nodes=watch.nodes,
        seed=seed,
        versions=versions(),
        source=source,
        settled_by=standing.settled_by,
    )


def tables_for(memory_limit: int | None) -> "Tables":
    """The tables that a solve with this memory limit (None: the default) makes for itself.

    Give them to one solve after the other, to save that.

    >>> tables_for(64 << 20).memory_limit <= 64 << 20
    True
    """
    from hanabi_solver.search.tables import Tables

    return Tables((DEFAULT_MEMORY if memory_limit is None else memory_limit) - LOOK_BELOW_MEMORY)


@dataclass(slots=True)
class _SolveRun:
    """One solve under way: the bounds that close in on each other."""

    standing: Standing
    watch: Watch
    method: str
    memory_limit: int | None
    workers: int
    seed: int
    tables: "Tables | None"

    def solve(self) -> None:
        """Work until the question is settled or a limit is hit."""
        position, standing = self.standing.position, self.standing
        if position.is_over:
            text = f"the game is over: {position.end_reason}"
            standing.bound(Bound("game over", position.score, text))
        else:
            self._close_in()
        if not standing.line and not (standing.is_settled() and keeps_score(position)):
            try_greedy(standing)

    def _close_in(self) -> None:
        position, standing = self.standing.position, self.standing
        standing.bound(composition_bound(position))
        standing.bound(pace_bound(position))
        standing.bound(last_round_bound(position, standing.upper))
        if standing.is_settled():
            return
        if not load_search(self.watch.stop, lambda: self.watch.tell("compile", standing.upper)):
            return
        self.watch.restart()
        from hanabi_solver.bounds.single_hand import single_hand_bound

        if self.tables is None:
            self.tables = tables_for(self.memory_limit)
        else:
            self.tables.start_over()
        self.watch.tell("bounds", standing.upper)
        standing.bound(single_hand_bound(position, self.tables))
        deciding = Deciding(standing, self.watch, self.method, self.workers, self.seed, self.tables)
        while not standing.is_settled() and not self.watch.must_stop():
            if not deciding.decide(standing.upper if standing.target is None else standing.target):
                return
