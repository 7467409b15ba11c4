"""Deciding one target with CP-SAT: the sink that writes its model, and the solve with its limits."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import InternalCheckError
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.stacking import Chosen
from hanabi_solver.model.cuts import ALL_CUTS
from hanabi_solver.model.sink import Sink
from hanabi_solver.model.task import Reader, Task, task
from hanabi_solver.model.verdict import ModelOutcome, ModelVerdict, Stopped
from hanabi_solver.names import Model

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

# The model comes out of the builders as tight as presolve would make it, and has no arithmetic to
# relax or probe (docs/method.md, P2).
PARAMETERS = {
    "cp_model_presolve": False,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "catch_sigint_signal": False,
}
# Between restarts CP-SAT can rewrite its clauses. Without that it is about twice as fast on what it settles
# soon; some deals that take it long need it. So it comes in after this much work (docs/measurements.md).
WORK_BEFORE_INPROCESSING = 60.0
STOP_POLL_SECONDS = 0.02
# Constraints that CP-SAT reads at a time: about 20 ms.
TEXT_CHUNK = 5000


class CpSatSink(Sink):
    """Writes the model as text in CP-SAT's format: several times faster than through its objects.

    `go_on` is asked every so often; once it says no, writing raises Stopped.
    """

    def __init__(self, go_on: Callable[[], bool] = lambda: True) -> None:
        from ortools.sat.python.cp_model import CpModel

        super().__init__()
        self._go_on = go_on
        self._model = CpModel()
        self._text: list[str] = []

    def model(self) -> "CpModel":
        """The CP-SAT model, complete: variable `v` has the index `v - 1`."""
        self._text.append("variables{domain:[0,1]}" * len(self.names))
        self._flush()
        return self._model

    def _write_clause(self, literals: Sequence[int]) -> None:
        self._write("bool_or", literals)

    def _write_at_most_one(self, literals: Sequence[int]) -> None:
        self._write("at_most_one", literals)

    def _write_exactly_one(self, literals: Sequence[int]) -> None:
        self._write("exactly_one", literals)

    def _write(self, kind: str, literals: Sequence[int]) -> None:
        # CP-SAT's "not v" is -index - 1, which is minus our literal.
        indices = ",".join([str(literal - 1 if literal > 0 else literal) for literal in literals])
        self._text.append(f"constraints{{{kind}{{literals:[{indices}]}}}}")
        if len(self._text) >= TEXT_CHUNK:
            self._flush()

    def _flush(self) -> None:
        if not self._go_on():
            raise Stopped
        if not self._model.proto.merge_text_format("".join(self._text)):
            raise InternalCheckError("CP-SAT does not read the model")
        self._text.clear()


def decide(
    position: Position,
    target: int,
    *,
    time_limit: float | None = None,
    work_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    stop: threading.Event | None = None,
    cuts: frozenset[str] = ALL_CUTS,
    model: Model = Model.USED_CARDS,
    turns: int | None = None,
    chosen: Chosen | None = None,
) -> ModelVerdict:
    """Whether some line from `position` reaches at least `target` points, with such a line.

    `time_limit` is in seconds and covers the writing of the model; `work_limit` is in CP-SAT's
    deterministic time, so that the same run ends at the same point everywhere. When one runs out, or
    soon after `stop` is set, the outcome is UNDECIDED. `workers` is the number of CP-SAT's threads; with
    one, a `seed` fixes the run. `cuts` are the names of the cuts to use, and `model` the model
    (docs/method.md, C1); a solution with kept cards that is no line gives NO_LINE. With `turns` only
    lines of at most so many are asked for; for `chosen` see `task`.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start()
    >>> [decide(start, target).outcome.value for target in (1, 2)]
    ['reached', 'refuted']
    """
    started = time.perf_counter()
    asked = task(position, target, model=model, cuts=cuts, turns=turns, chosen=chosen)
    if isinstance(asked, ModelVerdict):
        return asked
    deadline = None if time_limit is None else started + time_limit
    limits = _Limits(deadline, work_limit, stop)
    return _decide(asked, started, limits, workers, seed)


@dataclass(frozen=True, slots=True)
class _Limits:
    """When to give up: a reading of the clock, an amount of work, and an event; and the phases until then."""

    deadline: float | None
    work: float | None
    stop: threading.Event | None

    def go_on(self) -> bool:
        """Whether none of the limits is hit."""
        in_time = self.deadline is None or time.perf_counter() < self.deadline
        return in_time and not (self.stop is not None and self.stop.is_set())

    def phases(self) -> Iterator[tuple[bool, float]]:
        """Whether clauses are rewritten, with how much work at most."""
        work = float("inf") if self.work is None else self.work
        yield False, min(work, WORK_BEFORE_INPROCESSING)
        if work > WORK_BEFORE_INPROCESSING:
            yield True, work - WORK_BEFORE_INPROCESSING


def _decide(asked: Task, started: float, limits: _Limits, workers: int, seed: int) -> ModelVerdict:
    from ortools.sat.python import cp_model

    sink = CpSatSink(limits.go_on)
    try:
        read = asked.write(sink)
        model = sink.model()
    except Stopped:
        seconds = time.perf_counter() - started
        return ModelVerdict(ModelOutcome.UNDECIDED, seconds=seconds, build_seconds=seconds)
    built = time.perf_counter()
    solver = cp_model.CpSolver()
    for name, value in PARAMETERS.items():
        setattr(solver.parameters, name, value)
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    conflicts = branches = 0
    with _stopped_by(limits.stop, solver):
        for rewrites, work in limits.phases():
            solver.parameters.use_sat_inprocessing = rewrites
            solver.parameters.max_deterministic_time = work
            if limits.deadline is not None:
                solver.parameters.max_time_in_seconds = max(0.0, limits.deadline - time.perf_counter())
            status = solver.solve(model)
            conflicts += solver.num_conflicts
            branches += solver.num_branches
            if status != cp_model.UNKNOWN or not limits.go_on():
                break
    outcome, line = _answer(status, solver, read)
    return ModelVerdict(
        outcome=outcome,
        line=line,
        seconds=time.perf_counter() - started,
        build_seconds=built - started,
        variables=len(sink.names),
        clauses=sink.clauses,
        conflicts=conflicts,
        branches=branches,
        model=asked.model.value,
    )


def _answer(status: object, solver: "CpSolver", read: Reader) -> tuple[ModelOutcome, tuple[Move, ...]]:
    """The outcome that a status means; the one place where values are read, behind that status."""
    from ortools.sat.python import cp_model

    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return read([bool(value) for value in solver.response_proto.solution])
    if status == cp_model.INFEASIBLE:
        return ModelOutcome.REFUTED, ()
    if status == cp_model.UNKNOWN:
        return ModelOutcome.UNDECIDED, ()
    raise InternalCheckError(f"CP-SAT refuses the model: {status}")


@contextmanager
def _stopped_by(stop: threading.Event | None, solver: "CpSolver") -> Iterator[None]:
    """End the solve inside the block soon after `stop` is set."""
    if stop is None:
        yield
        return
    done = threading.Event()

    def watch() -> None:
        # Again and again: a request that comes before the solve has begun is lost.
        while not done.wait(STOP_POLL_SECONDS):
            if stop.is_set():
                solver.stop_search()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
