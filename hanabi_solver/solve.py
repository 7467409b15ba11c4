"""The one policy: bounds, then the search, then CP-SAT beside it, until best and upper bound meet.

Every line passes line.py before it leaves this module. numba and ortools are imported only when a
solve gets that far.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hanabi_solver.arguments import DEFAULT_MEMORY, DEFAULT_WORKERS, argument_faults
from hanabi_solver.background import in_background, is_done
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.deal import Deal, Position
from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.greedy import greedy_line
from hanabi_solver.line import keeps_score
from hanabi_solver.loading import POLL_SECONDS, load_search
from hanabi_solver.result import Bound, Progress, Result
from hanabi_solver.standing import Standing
from hanabi_solver.versions import versions

if TYPE_CHECKING:
    from hanabi_solver.model.cpsat import Verdict
    from hanabi_solver.search.driver import TargetSearch
    from hanabi_solver.search.tables import Tables

# Nodes that the search may spend on a target before CP-SAT joins in (about 0.1 s), those of a look
# for a line to a lower score, and those of one slice (well under 0.2 s).
SHORT_NODES = 400_000
LOWER_NODES = 300_000
SLICE_NODES = 250_000
# With one worker the methods take turns: CP-SAT by this much work (in its own units, about a second each,
# that make a run repeatable), without and with inprocessing; then the search by so many nodes, and many more
# while free clues may refute.
TURNS = ((2.0, False, 16_000_000), (60.0, False, 60_000_000), (600.0, True, 600_000_000))
FREE_CLUES_NODES = 150_000_000
# Bytes for the tables of a look for a lower score.
LOOK_BELOW_MEMORY = 4 << 20
# How long to wait for a thread that was told to stop.
STOP_SECONDS = 0.4


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

    `method` is "auto", "search" or "cpsat". With a `target`, only "can that score be reached?" is
    decided. `time_limit` is in seconds (loading the search, and compiling it once, is not counted, nor
    in the result's `seconds`), `memory_limit` in bytes for the tables of the search. A limit, or `stop`
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
    run = _Run(
        standing=standing,
        method=method,
        time_limit=time_limit,
        memory_limit=memory_limit,
        workers=workers,
        seed=seed,
        on_event=on_event or (lambda _progress: None),
        stop=stop or threading.Event(),
        tables=tables,
    )
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
        seconds=time.perf_counter() - run.started,
        nodes=run.nodes,
        seed=seed,
        versions=versions(),
        source=source,
    )


def tables_for(memory_limit: int | None) -> "Tables":
    """The tables that a solve with this memory limit (None: the default) makes for itself.

    Give them to one solve after the other, to save that.

    >>> tables_for(64 << 20).memory_limit <= 64 << 20
    True
    """
    from hanabi_solver.search.tables import Tables

    return Tables((DEFAULT_MEMORY if memory_limit is None else memory_limit) - LOOK_BELOW_MEMORY)


class _Run:
    """One solve under way: the bounds that close in on each other, and the limits."""

    def __init__(
        self,
        *,
        standing: Standing,
        method: str,
        time_limit: float | None,
        memory_limit: int | None,
        workers: int,
        seed: int,
        on_event: Callable[[Progress], None],
        stop: threading.Event,
        tables: "Tables | None",
    ) -> None:
        self.standing = standing
        self.position = standing.position
        self.method = method
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.workers = workers
        self.seed = seed
        self.on_event = on_event
        self.stop = stop
        self.started = time.perf_counter()
        self.deadline = float("inf")
        self.nodes = 0
        self._tables = tables

    def solve(self) -> None:
        """Work until the question is settled or a limit is hit."""
        self._close_in()
        if not self.standing.line and not (self.standing.is_settled() and keeps_score(self.position)):
            self._try_greedy()

    def _close_in(self) -> None:
        if self.position.is_over:
            self.standing.bound(
                Bound("game over", self.position.score, f"the game is over: {self.position.end_reason}")
            )
            return
        self.standing.bound(composition_bound(self.position))
        self.standing.bound(pace_bound(self.position))
        self.standing.bound(last_round_bound(self.position, self.standing.upper))
        if self.standing.is_settled():
            return
        if not load_search(self.stop, lambda: self._tell("compile", self.standing.upper)):
            return
        self.started = time.perf_counter()
        if self._tables is not None:
            self._tables.start_over()
        if self.time_limit is not None:
            self.deadline = self.started + self.time_limit
        self._single_hand()
        while not self.standing.is_settled() and not self._must_stop():
            if not self._decide(
                self.standing.upper if self.standing.target is None else self.standing.target
            ):
                return

    def _must_stop(self) -> bool:
        return self.stop.is_set() or time.perf_counter() >= self.deadline

    def _seconds_left(self) -> float | None:
        left = self.deadline - time.perf_counter()
        return None if left == float("inf") else max(left, 0.001)

    def _tell(self, phase: str, target: int, nodes: int = 0) -> None:
        seconds = time.perf_counter() - self.started
        self.on_event(
            Progress(phase, target, self.standing.best, self.standing.upper, self.nodes + nodes, seconds)
        )

    def _single_hand(self) -> None:
        from hanabi_solver.bounds.single_hand import single_hand_bound

        self._tell("bounds", self.standing.upper)
        self.standing.bound(single_hand_bound(self.position, self._search_tables()))

    def _search_tables(self) -> "Tables":
        if self._tables is None:
            self._tables = tables_for(self.memory_limit)
        return self._tables

    def _decide(self, target: int) -> bool:
        """Settle whether `target` can be reached, or something stronger; False if a limit was hit."""
        if self.method == "cpsat":
            if not self.standing.line and self.standing.target is None:
                self._try_greedy()
            return self._ask_cpsat(target)
        from hanabi_solver.search.driver import TargetSearch

        search = TargetSearch(self.position, target, self._search_tables(), seed=self.seed)
        try:
            if self._search(search, SHORT_NODES):
                return True
            if self.method == "search":
                return self._look_below(target) or self._search(search)
            if self.workers == 1:
                return self._in_turns(search)
            return self._look_below(target) or self._both(search)
        finally:
            self.nodes += search.nodes

    def _search(self, search: "TargetSearch", node_limit: int | None = None) -> bool:
        """Search on, up to `node_limit` nodes in all; whether the target was decided."""
        while not self._must_stop() and (node_limit is None or search.nodes < node_limit):
            search.advance(SLICE_NODES)
            self._tell("search", search.target, search.nodes)
            if self._take(search):
                return True
        return False

    def _take(self, search: "TargetSearch") -> bool:
        from hanabi_solver.search.driver import Outcome

        if search.outcome is Outcome.RUNNING:
            return False
        if search.outcome is Outcome.REACHED:
            self.standing.reached(search.target, search.line)
        else:
            effort = f"an exhaustive search ({search.nodes:,} positions)"
            free = " even if clues cost nothing" if search.fails_with_free_clues else ""
            text = f"{effort} finds no line that scores {search.target}{free}"
            self.standing.bound(Bound("search", search.target - 1, text))
        return True

    def _try_greedy(self) -> None:
        """Have some line to show: also to a best score of 0 that a shorter line would not keep."""
        line, score = greedy_line(self.position)
        if score > self.standing.best or not keeps_score(self.position):
            self.standing.reached(score, line)

    def _look_below(self, target: int) -> bool:
        """Try to raise the lower bound while `target` is open; whether that settled `target` too."""
        from hanabi_solver.search.driver import TargetSearch
        from hanabi_solver.search.tables import Tables

        if self.standing.target is not None or self.position.rules.all_or_nothing:
            return False
        step = 1
        while target - step > self.standing.best and not self._must_stop():
            search = TargetSearch(self.position, target - step, Tables(LOOK_BELOW_MEMORY), seed=self.seed)
            decided = self._search(search, LOWER_NODES)
            self.nodes += search.nodes
            if decided:
                return self.standing.upper < target
            step *= 2
        return False

    def _ask_cpsat(
        self, target: int, work_limit: float | None = None, inprocessing: bool | None = None
    ) -> bool:
        """CP-SAT alone on `target`; whether it was decided."""
        with self._start_cpsat(target, self.workers, work_limit, inprocessing) as verdict:
            while not is_done(verdict, POLL_SECONDS):
                self._tell("cpsat", target)
                if self._must_stop():
                    return False
            return self._take_verdict(target, verdict.result())

    def _in_turns(self, search: "TargetSearch") -> bool:
        """CP-SAT and the search by turns, in this thread alone."""
        target = search.target
        for turn, (work, inprocessing, nodes) in enumerate(TURNS):
            if self._ask_cpsat(target, work, inprocessing) or (turn == 0 and self._look_below(target)):
                return True
            if self._search(search, search.nodes + nodes):
                return True
            while search.may_fail_with_free_clues and search.nodes < FREE_CLUES_NODES:
                if self._search(search, search.nodes + SLICE_NODES):
                    return True
                if self._must_stop():
                    return False
        return self._search(search)

    def _both(self, search: "TargetSearch") -> bool:
        """The search in this thread, CP-SAT in another; the first proof stops the other."""
        workers = max(1, self.workers - 1)
        with self._start_cpsat(search.target, workers) as verdict:
            while not self._must_stop():
                if verdict.done():
                    return self._take_verdict(search.target, verdict.result()) or self._search(search)
                if self._search(search, search.nodes + SLICE_NODES):
                    return True
        return False

    @contextmanager
    def _start_cpsat(
        self,
        target: int,
        workers: int,
        work_limit: float | None = None,
        inprocessing: bool | None = None,
    ) -> "Iterator[Future[Verdict]]":
        """CP-SAT at work on a thread of its own, which has ended when the block is left."""
        from hanabi_solver.model.cpsat import decide

        enough = threading.Event()
        future = in_background(
            lambda: decide(
                self.position,
                target,
                time_limit=self._seconds_left(),
                work_limit=work_limit,
                workers=workers,
                seed=self.seed,
                stop=enough,
                inprocessing=inprocessing,
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

    def _take_verdict(self, target: int, verdict: "Verdict") -> bool:
        from hanabi_solver.model.cpsat import Outcome

        if verdict.outcome is Outcome.UNDECIDED:
            return False
        if verdict.outcome is Outcome.REACHED:
            self.standing.reached(target, verdict.line)
        else:
            text = (
                f"the Boolean model of a line that scores {target} has no solution "
                f"(CP-SAT, {verdict.conflicts:,} conflicts)"
            )
            self.standing.bound(Bound("cpsat", target - 1, text))
        return True
