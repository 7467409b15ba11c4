"""Clauses asked about one target, by a SAT solver or by CP-SAT, and what their verdicts mean."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.game.stacking import Chosen
from hanabi_solver.model.background import in_background, is_done
from hanabi_solver.names import BoundName, LineFinder, Method, Model, Phase
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.limits import has_sat_solver
from hanabi_solver.solver.loading import POLL_SECONDS

if TYPE_CHECKING:
    from hanabi_solver.model.sat import SatSearch
    from hanabi_solver.model.verdict import ModelVerdict

# How long to wait for a thread that was asked to stop.
STOP_SECONDS = 0.4


class Clauses:
    """One target in clauses: what is found about it goes into `bracket`, within the limits of `clock`.

    SAT solvers keep what they have learned from one question to the next, until the block is left. Every
    question is answered by whether the target is settled. A solution with kept cards that is no line
    settles nothing, and its model is not asked again; nor is CP-SAT with no more work than before.

    `has_sat` says whether there is a SAT solver to ask, `can_keep` whether the models that keep cards are
    valid for this target (else the first model is asked). With `chosen` the first model allows only lines
    of the true game.
    """

    def __init__(
        self, bracket: Bracket, clock: Clock, target: int, seed: int, chosen: Chosen | None = None
    ) -> None:
        self.bracket = bracket
        self.clock = clock
        self.target = target
        self.has_sat = has_sat_solver()
        self._seed = seed
        self._chosen = chosen
        self._sats: dict[Model, SatSearch] = {}
        self._work_spent: dict[Model, float] = {}
        self._without_line: set[Model] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for sat in self._sats.values():
            sat.close()

    @cached_property
    def can_keep(self) -> bool:
        """Whether the models that keep cards are valid for this target."""
        from hanabi_solver.model.task import keeps_cards

        return keeps_cards(self.bracket.position, self.target)

    def is_without_line(self, model: Model) -> bool:
        """Whether a solution of this model was found that is no line: it has no other answer."""
        return model in self._without_line

    def ask(self, model: Model, *, conflicts: int, work: float, workers: int) -> bool:
        """A SAT solver up to `conflicts` in all; if there is none, CP-SAT with `work`."""
        if self.has_sat:
            return self.sat(model, conflicts=conflicts)
        return self.cpsat(model, work=work, workers=workers)

    def sat(self, model: Model, *, conflicts: int | None = None) -> bool:
        """Let the SAT solver of `model` go on, up to `conflicts` in all."""
        if self.clock.must_stop() or self.is_without_line(model):
            return False
        sat = self._sat(model)
        while not sat.is_over and not self.clock.must_stop():
            if conflicts is not None and sat.conflicts >= conflicts:
                return False
            sat.advance(self.clock.seconds_left())
            self.clock.report(Phase.SAT, self.target)
        return self.take(Method.SAT, sat.verdict)

    def sat_slice(self, model: Model) -> bool:
        """Let the SAT solver of `model` go on for a slice."""
        return self.sat(model, conflicts=self._sat(model).conflicts + 1)

    def cpsat(self, model: Model, *, workers: int, work: float | None = None) -> bool:
        """CP-SAT alone from the start, with `work` in its own units at most."""
        has_more = work is None or work > self._work_spent.get(model, 0.0)
        if self.clock.must_stop() or self.is_without_line(model) or not has_more:
            return False
        with self.cpsat_beside(model, workers=workers, work=work) as verdict:
            while not is_done(verdict, POLL_SECONDS):
                self.clock.report(Phase.CPSAT, self.target)
                if self.clock.must_stop():
                    return False
            self._work_spent[model] = work or 0.0
            return self.take(Method.CPSAT, verdict.result())

    @contextmanager
    def cpsat_beside(
        self, model: Model, *, workers: int, work: float | None = None
    ) -> "Iterator[Future[ModelVerdict]]":
        """CP-SAT at work on a thread of its own, which has ended when the block is left."""
        from hanabi_solver.model.cpsat import decide

        enough = threading.Event()
        future = in_background(
            lambda: decide(
                self.bracket.position,
                self.target,
                time_limit=self.clock.seconds_left(),
                work_limit=work,
                workers=workers,
                seed=self._seed,
                stop=enough,
                model=model,
                chosen=self._chosen,
            )
        )
        try:
            yield future
        finally:
            enough.set()
            # What cannot be interrupted (the import of ortools) ends on its own a little later.
            wait([future], STOP_SECONDS)
        if future.done() and (error := future.exception()) is not None:
            raise error  # even if the search was first: a contradiction must not go unseen

    def take(self, method: Method, verdict: "ModelVerdict") -> bool:
        """Note in `bracket` what this method, SAT or CPSAT, has found."""
        from hanabi_solver.model.verdict import ModelOutcome

        if verdict.outcome is ModelOutcome.NO_LINE or not self._is_kept(verdict):
            self._without_line.add(Model(verdict.model))
            if self.bracket.position.rules.clues is not None:
                self.bracket.lacks_clue(self.target)
            return False
        if verdict.outcome is ModelOutcome.UNDECIDED:
            return False
        if verdict.outcome is ModelOutcome.REACHED:
            self.bracket.reached(self.target, verdict.line, LineFinder(method))
            return True
        solver = "CP-SAT" if method is Method.CPSAT else "a SAT solver"
        text = (
            f"the Boolean model of a line that scores {self.target} has no solution "
            f"({solver}, {verdict.conflicts:,} conflicts)"
        )
        self.bracket.bound(Bound(BoundName(method), self.target - 1, text, verdict.model))
        return True

    def _is_kept(self, verdict: "ModelVerdict") -> bool:
        """Whether the score of a line that was found is kept, for which a variant's clues may not suffice."""
        if not verdict.line or self.bracket.position.rules.clues is None:
            return True
        return keeps_score(replay(self.bracket.position, verdict.line))

    def _sat(self, model: Model) -> "SatSearch":
        from hanabi_solver.model.sat import SatSearch

        if model not in self._sats:
            self._sats[model] = SatSearch(
                self.bracket.position,
                self.target,
                model=model,
                go_on=self.clock.goes_on,
                chosen=self._chosen,
            )
        return self._sats[model]
