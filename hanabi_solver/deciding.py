"""The policy on one target: a short search, then clauses for a while, then everything against it."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.arguments import has_sat_solver
from hanabi_solver.background import in_background, is_done
from hanabi_solver.greedy import greedy_line
from hanabi_solver.line import keeps_score
from hanabi_solver.loading import POLL_SECONDS
from hanabi_solver.result import Bound
from hanabi_solver.standing import Standing
from hanabi_solver.watch import Watch

if TYPE_CHECKING:
    from hanabi_solver.model.sat import SatSearch
    from hanabi_solver.model.verdict import Verdict
    from hanabi_solver.search.driver import TargetSearch
    from hanabi_solver.search.tables import Tables

# Nodes that the search may spend on a target before clauses join in (about 0.1 s), those of a look
# for a line to a lower score, and those of one slice (well under 0.2 s).
SHORT_NODES = 400_000
LOWER_NODES = 300_000
SLICE_NODES = 250_000
# What clauses may cost before the search goes on. The clauses that keep cards refute nearly all that they
# can in so many conflicts of a SAT solver, or so much work of CP-SAT: its own units, about a second each,
# that make a run repeatable. The clauses by turns find lines, where there are many, in part of LINE_WORK.
FIRST_CONFLICTS, FIRST_WORK = 4_000, 2.0
LINE_WORK = 1.0
# With one worker, turn by turn: work of CP-SAT on the clauses by turns; on those that keep cards conflicts in
# all of a SAT solver or, without one, work of CP-SAT; nodes of the search.
TURNS = (
    (LINE_WORK, 20_000, 5.0, 8_000_000),
    (5.0, 120_000, 30.0, 20_000_000),
    (20.0, 600_000, 100.0, 100_000_000),
    (200.0, 4_000_000, 600.0, 600_000_000),
)
# Bytes for the tables of a look for a lower score.
LOOK_BELOW_MEMORY = 4 << 20
# How long to wait for a thread that was told to stop.
STOP_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Deciding:
    """What can be done about one target: the methods, and what they find in `standing`."""

    standing: Standing
    watch: Watch
    method: str
    workers: int
    seed: int
    tables: "Tables"

    def decide(self, target: int) -> bool:
        """Settle whether `target` can be reached, or something stronger; False if a limit was hit."""
        if self.method in ("cpsat", "sat"):
            if not self.standing.line and self.standing.target is None:
                try_greedy(self.standing)
            return self._ask_clauses(target)
        from hanabi_solver.search.driver import TargetSearch

        search = TargetSearch(self.standing.position, target, self.tables, seed=self.seed)
        try:
            if self.search(search, SHORT_NODES):
                return True
            if self.method == "search":
                return self._look_below(target) or self.search(search)
            with self._sat_search(target) as sat:
                if self._ask_kept(target, sat, FIRST_CONFLICTS, FIRST_WORK) or self._look_below(target):
                    return True
                search.drop_free_clues()
                return self._in_turns(search, sat) if self.workers == 1 else self._both(search, sat)
        finally:
            self.watch.nodes += search.nodes

    def search(self, search: "TargetSearch", node_limit: int | None = None) -> bool:
        """Search on, up to `node_limit` nodes in all; whether the target was decided."""
        while not self.watch.must_stop() and (node_limit is None or search.nodes < node_limit):
            search.advance(SLICE_NODES)
            self.watch.tell("search", search.target, search.nodes)
            if self._take(search):
                return True
        return False

    def _take(self, search: "TargetSearch") -> bool:
        from hanabi_solver.search.driver import Outcome

        if search.outcome is Outcome.RUNNING:
            return False
        if search.outcome is Outcome.REACHED:
            self.standing.reached(search.target, search.line, "search")
        else:
            effort = f"an exhaustive search ({search.nodes:,} positions)"
            free = " even if clues cost nothing" if search.fails_with_free_clues else ""
            text = f"{effort} finds no line that scores {search.target}{free}"
            self.standing.bound(Bound("search", search.target - 1, text))
        return True

    def _look_below(self, target: int) -> bool:
        """Try to raise the lower bound while `target` is open; whether that settled `target` too."""
        from hanabi_solver.search.driver import TargetSearch
        from hanabi_solver.search.tables import Tables

        standing = self.standing
        if standing.target is not None or standing.position.rules.all_or_nothing:
            return False
        step = 1
        while target - step > standing.best and not self.watch.must_stop():
            tables = Tables(LOOK_BELOW_MEMORY)
            search = TargetSearch(standing.position, target - step, tables, seed=self.seed)
            decided = self.search(search, LOWER_NODES)
            self.watch.nodes += search.nodes
            if decided:
                return standing.upper < target
            step *= 2
        return False

    def _ask_clauses(self, target: int) -> bool:
        """Clauses alone; whether the target was decided.

        A solution with kept cards may be no line where strikes are scarce; one of the other model always is.
        """
        if self.method == "sat":
            return self.ask_sat(target) or self.ask_sat(target, by_turns=True)
        return (
            self.ask_cpsat(target, LINE_WORK, by_turns=True)
            or self.ask_cpsat(target)
            or self.ask_cpsat(target, by_turns=True)
        )

    def _ask_kept(self, target: int, sat: "SatSearch | None", conflicts: int, work: float) -> bool:
        """The clauses that keep cards, by the SAT solver or else by CP-SAT; whether that was enough."""
        if sat is not None:
            return self._go_on_with_sat(target, sat, conflicts)
        return self.ask_cpsat(target, work)

    def ask_cpsat(
        self,
        target: int,
        work_limit: float | None = None,
        *,
        by_turns: bool = False,
    ) -> bool:
        """CP-SAT alone on `target`, with the clauses `by_turns` or those that keep cards.

        Says whether it was decided.
        """
        if self.watch.must_stop():
            return False
        with self._start_cpsat(target, self.workers, work_limit, by_turns=by_turns) as verdict:
            while not is_done(verdict, POLL_SECONDS):
                self.watch.tell("cpsat", target)
                if self.watch.must_stop():
                    return False
            return self._take_verdict(target, "cpsat", verdict.result())

    def ask_sat(self, target: int, *, by_turns: bool = False) -> bool:
        """A SAT solver alone on `target`; whether it was decided."""
        with self._sat_search(target, by_turns) as sat:
            return sat is not None and self._go_on_with_sat(target, sat)

    def _go_on_with_sat(self, target: int, sat: "SatSearch", conflicts: int | None = None) -> bool:
        """Let a SAT solver go on, up to `conflicts` in all; whether the target was decided."""
        while not sat.is_over and not self.watch.must_stop():
            if conflicts is not None and sat.conflicts >= conflicts:
                return False
            sat.advance(self.watch.seconds_left())
            self.watch.tell("sat", target)
        return self._take_verdict(target, "sat", sat.verdict)

    @contextmanager
    def _sat_search(self, target: int, by_turns: bool = False) -> "Iterator[SatSearch | None]":
        """A SAT solver for `target`, unless there is none."""
        from hanabi_solver.model.sat import SatSearch
        from hanabi_solver.model.task import Model

        if not has_sat_solver():
            yield None
            return
        model = Model.USED_CARDS if by_turns else Model.KEPT_CARDS
        position = self.standing.position
        with closing(SatSearch(position, target, model=model, go_on=self.watch.goes_on)) as sat:
            yield sat

    def _in_turns(self, search: "TargetSearch", sat: "SatSearch | None") -> bool:
        """Clauses and the search by turns, in this thread alone."""
        target = search.target
        for line_work, conflicts, work, nodes in TURNS:
            if (
                self.ask_cpsat(target, line_work, by_turns=True)
                or self._ask_kept(target, sat, conflicts, work)
                or self.search(search, search.nodes + nodes)
            ):
                return True
        return self.search(search)

    def _both(self, search: "TargetSearch", sat: "SatSearch | None") -> bool:
        """The search in this thread, slice by slice with a SAT solver, and CP-SAT in another.

        CP-SAT gets the clauses that the SAT solver does not have. The first proof stops the others.
        """
        workers = max(1, self.workers - 1)
        target = search.target
        if sat is None and self.ask_cpsat(target, LINE_WORK, by_turns=True):
            return True
        if self.watch.must_stop():
            return False
        with self._start_cpsat(target, workers, by_turns=sat is not None) as verdict:
            while not self.watch.must_stop():
                if verdict.done():
                    if self._take_verdict(target, "cpsat", verdict.result()):
                        return True
                    break  # a solution that is no line
                if sat is not None and self._go_on_with_sat(target, sat, sat.conflicts + 1):
                    return True
                if self.search(search, search.nodes + SLICE_NODES):
                    return True
        return self.search(search)

    @contextmanager
    def _start_cpsat(
        self,
        target: int,
        workers: int,
        work_limit: float | None = None,
        *,
        by_turns: bool = False,
    ) -> "Iterator[Future[Verdict]]":
        """CP-SAT at work on a thread of its own, which has ended when the block is left."""
        from hanabi_solver.model.cpsat import decide
        from hanabi_solver.model.task import Model

        enough = threading.Event()
        future = in_background(
            lambda: decide(
                self.standing.position,
                target,
                time_limit=self.watch.seconds_left(),
                work_limit=work_limit,
                workers=workers,
                seed=self.seed,
                stop=enough,
                model=Model.USED_CARDS if by_turns else Model.KEPT_CARDS,
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

    def _take_verdict(self, target: int, name: str, verdict: "Verdict") -> bool:
        from hanabi_solver.model.verdict import Outcome

        if verdict.outcome is Outcome.UNDECIDED:
            return False
        if verdict.outcome is Outcome.REACHED:
            self.standing.reached(target, verdict.line, name)
            return True
        solver = "CP-SAT" if name == "cpsat" else "a SAT solver"
        text = (
            f"the Boolean model of a line that scores {target} has no solution "
            f"({solver}, {verdict.conflicts:,} conflicts)"
        )
        self.standing.bound(Bound(name, target - 1, text, verdict.model))
        return True


def try_greedy(standing: Standing) -> None:
    """Have some line to show: also to a best score of 0 that a shorter line would not keep."""
    line, score = greedy_line(standing.position)
    if score > standing.best or not keeps_score(standing.position):
        standing.reached(score, line, "greedy")
