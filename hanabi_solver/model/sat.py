"""Deciding one target with a SAT solver (CaDiCaL by python-sat), slice by slice."""

import time
from collections.abc import Callable, Sequence

from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.stacking import Chosen
from hanabi_solver.model.background import in_background
from hanabi_solver.model.cnf import CnfSink
from hanabi_solver.model.task import task
from hanabi_solver.model.verdict import ModelOutcome, ModelVerdict, Stopped
from hanabi_solver.names import Model

SOLVER = "cadical195"
# Conflicts of the first slices. Every slice begins with the solver's quick restarts, and only long ones get
# to its steady phases: so slices grow with what has been spent, up to about half a second.
SLICE_CONFLICTS = 500
MOST_SLICE_CONFLICTS = 5_000
SLICE_SHARE = 4
# Without "reason side bumping" CaDiCaL is faster on clauses by draws (docs/measurements.md).
OPTIONS = {Model.KEPT_CARDS: {"bumpreason": 0}}


class SatSearch:
    """A target under way in a SAT solver, to be advanced by conflicts and closed in the end.

    `verdict` is UNDECIDED until the solver has an answer.
    """

    def __init__(
        self,
        position: Position,
        target: int,
        *,
        model: Model = Model.KEPT_CARDS,
        go_on: Callable[[], bool] = lambda: True,
        chosen: Chosen | None = None,
    ) -> None:
        from pysat.solvers import Solver

        self._started = time.perf_counter()
        self.is_over = False
        self.conflicts = 0
        self._solver: Solver | None = None
        asked = task(position, target, model=model, chosen=chosen)
        if isinstance(asked, ModelVerdict):
            self.verdict, self.is_over = asked, True
            return
        self.verdict = ModelVerdict(ModelOutcome.UNDECIDED)
        self._model = asked.model
        sink = CnfSink(go_on)
        try:
            self._read = asked.write(sink)
        except Stopped:
            self.is_over = True
            return
        self._variables = len(sink.names)
        self._clauses = len(sink.formula)
        self._build_seconds = time.perf_counter() - self._started
        self._solver = Solver(name=SOLVER)
        self._solver.configure(OPTIONS.get(asked.model, {}))
        self._solver.append_formula(sink.formula)

    def advance(self, seconds_left: float | None = None) -> None:
        """Search on for a slice of conflicts, or until there is an answer.

        The slice is shorter if it would take more than `seconds_left`, at the pace so far.
        """
        if self.is_over or self._solver is None:
            return
        conflicts = min(max(SLICE_CONFLICTS, self.conflicts // SLICE_SHARE), MOST_SLICE_CONFLICTS)
        if seconds_left is not None and self.conflicts:
            pace = self.conflicts / (time.perf_counter() - self._started)
            conflicts = max(1, min(conflicts, int(pace * seconds_left)))
        self._solver.conf_budget(conflicts)
        # On the main thread python-sat would take Ctrl-C for itself, and leave the solver in the midst of it.
        answer = in_background(self._solver.solve_limited).result()
        self.conflicts = self._solver.accum_stats()["conflicts"]
        outcome = ModelOutcome.UNDECIDED
        line: tuple[Move, ...] = ()
        if answer is not None:
            self.is_over = True
            outcome = ModelOutcome.REFUTED
            if answer:
                outcome, line = self._read(_values(self._solver.get_model(), self._variables))
        self.verdict = ModelVerdict(
            outcome,
            line,
            time.perf_counter() - self._started,
            self._build_seconds,
            self._variables,
            self._clauses,
            self.conflicts,
            model=self._model.value,
        )

    def close(self) -> None:
        """Give the solver's memory back."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None


def _values(model: Sequence[int], variables: int) -> list[bool]:
    """The values by variable; those in no clause are not in the model, and false."""
    values = [False] * variables
    for literal in model:
        if literal > 0:
            values[literal - 1] = True
    return values
