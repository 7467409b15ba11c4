"""The one policy: bounds, then the search, then CP-SAT beside it, until best and upper bound meet.

Every line passes line.py before it leaves this module. numba and ortools are imported only when a
solve gets that far.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hanabi_solver.arguments import DEFAULT_MEMORY, DEFAULT_WORKERS, argument_faults
from hanabi_solver.background import in_background, is_done
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.deal import Deal, Position
from hanabi_solver.errors import Fault, IllegalMoveError, InputError, InternalCheckError
from hanabi_solver.greedy import greedy_line
from hanabi_solver.line import keeps_score, replay
from hanabi_solver.moves import Move, format_move
from hanabi_solver.result import Bound, Progress, Result
from hanabi_solver.versions import versions

if TYPE_CHECKING:
    from hanabi_solver.model.cpsat import Verdict
    from hanabi_solver.search.driver import TargetSearch

# Nodes that the search may spend on a target before CP-SAT joins in (about 0.3 s), those of a look
# for a line to a lower score meanwhile, and those of one slice (well under 0.2 s).
SHORT_NODES = 1_500_000
LOWER_NODES = 300_000
SLICE_NODES = 250_000
# With one worker the methods take turns: CP-SAT gets this much work (in its own units, about a second
# each, that make a run repeatable), then the search goes on alone.
CPSAT_TURN_WORK = 20.0
# Bytes for the tables of a look for a lower score.
LOOK_BELOW_MEMORY = 4 << 20
# How long to wait for another thread before looking at the clock again, and for one told to stop.
POLL_SECONDS = 0.02
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
) -> Result:
    """The best reachable score from `start`, with a line that reaches it and why none does better.

    `method` is "auto", "search" or "cpsat". With a `target`, only "can that score be reached?" is
    decided. `time_limit` is in seconds (loading the search, and compiling it once, is not counted, nor
    in the result's `seconds`), `memory_limit` in bytes for the tables of the search. A limit, or `stop`
    being set, ends the solve early with what is known: `best < upper`. `on_event` is called from this
    thread while it works.

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
    if faults:
        raise InputError(faults)
    run = _Run(
        position=position,
        method=method,
        target=target,
        time_limit=time_limit,
        memory_limit=DEFAULT_MEMORY if memory_limit is None else memory_limit,
        workers=workers,
        seed=seed,
        on_event=on_event or (lambda _progress: None),
        stop=stop or threading.Event(),
    )
    try:
        run.solve()
    except InternalCheckError as error:
        if error.reproducer:
            raise
        raise InternalCheckError(str(error), run.reproducer(())) from error
    return Result(
        position=position,
        best=run.best,
        upper=run.upper,
        reasons=run.reasons(),
        line=run.line,
        method=method,
        target=target,
        seconds=time.perf_counter() - run.started,
        nodes=run.nodes,
        seed=seed,
        versions=versions(),
        source=source,
    )


class _Run:
    """One solve under way: the bounds that close in on each other, and the limits."""

    def __init__(
        self,
        *,
        position: Position,
        method: str,
        target: int | None,
        time_limit: float | None,
        memory_limit: int,
        workers: int,
        seed: int,
        on_event: Callable[[Progress], None],
        stop: threading.Event,
    ) -> None:
        self.position = position
        self.method = method
        self.target = target
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.workers = workers
        self.seed = seed
        self.on_event = on_event
        self.stop = stop
        self.started = time.perf_counter()
        self.deadline = float("inf")
        self.nodes = 0
        self.best = position.score if keeps_score(position) else 0
        self.line: tuple[Move, ...] = ()
        self.upper = position.rules.max_score
        self.bounds: list[Bound] = []

    def solve(self) -> None:
        """Work until the question is settled or a limit is hit."""
        self._close_in()
        if not self.line and not (self._is_settled() and keeps_score(self.position)):
            self._try_greedy()

    def _close_in(self) -> None:
        if self.position.is_over:
            self._bound(
                Bound("game over", self.position.score, f"the game is over: {self.position.end_reason}")
            )
            return
        self._bound(composition_bound(self.position))
        self._bound(pace_bound(self.position))
        if self._is_settled() or not self._load():
            return
        self.started = time.perf_counter()
        if self.time_limit is not None:
            self.deadline = self.started + self.time_limit
        self._single_hand()
        while not self._is_settled() and not self._must_stop():
            if not self._decide(self.upper if self.target is None else self.target):
                return

    def reasons(self) -> tuple[Bound, ...]:
        """Why no line exceeds the upper bound, cheapest first; none if it is the highest score there is."""
        return tuple(bound for bound in self.bounds if bound.value == self.upper)

    def _is_settled(self) -> bool:
        if self.target is not None and (self.best >= self.target or self.upper < self.target):
            return True
        return self.best >= self.upper

    def _must_stop(self) -> bool:
        return self.stop.is_set() or time.perf_counter() >= self.deadline

    def _seconds_left(self) -> float | None:
        left = self.deadline - time.perf_counter()
        return None if left == float("inf") else max(left, 0.001)

    def _tell(self, phase: str, target: int, nodes: int = 0) -> None:
        seconds = time.perf_counter() - self.started
        self.on_event(Progress(phase, target, self.best, self.upper, self.nodes + nodes, seconds))

    def _bound(self, bound: Bound) -> None:
        if self.position.rules.all_or_nothing and bound.value < self.position.rules.max_score:
            bound = replace(bound, value=0, text=f"{bound.text}, and less than all counts as nothing")
        if bound.value < self.position.rules.max_score:
            self.bounds.append(bound)
        self.upper = min(self.upper, bound.value)
        if self.best > self.upper:
            raise self._contradiction(f"{self.best} points reached above the bound {bound}", self.line)

    def _reached(self, target: int, line: tuple[Move, ...]) -> None:
        try:
            final = replay(self.position, line)
        except IllegalMoveError as error:
            raise self._contradiction(f"a line to {target} points is illegal: {error}", line) from error
        if final.score < target or not keeps_score(final):
            raise self._contradiction(f"a line to {target} points reaches {final.score}", line)
        self.line, self.best = line, final.score
        if self.best > self.upper:
            raise self._contradiction(f"{self.best} points reached above {self.bounds}", line)

    def _contradiction(self, text: str, line: tuple[Move, ...]) -> InternalCheckError:
        return InternalCheckError(text, self.reproducer(line))

    def reproducer(self, line: tuple[Move, ...]) -> str:
        """What was asked, and a line that was found, as JSON."""
        letters = self.position.rules.letters
        asked = {"method": self.method, "target": self.target, "workers": self.workers, "seed": self.seed}
        moves = [format_move(move, letters) for move in line]
        return json.dumps({**asked, "position": repr(self.position), "line": moves})

    def _load(self) -> bool:
        """Load the kernel, compiling it if need be; False if stopped meanwhile."""

        def needs_compiling() -> bool:
            from hanabi_solver.warmup import is_compiled

            return not is_compiled()

        def load() -> None:
            from hanabi_solver.warmup import compile_kernel

            compile_kernel()

        needs = in_background(needs_compiling)
        if not self._wait_for(needs):
            return False
        if needs.result():
            self._tell("compile", self.upper)
        loaded = in_background(load)
        if not self._wait_for(loaded):
            return False
        loaded.result()
        return True

    def _wait_for(self, work: "Future[Any]") -> bool:
        """Wait for work that cannot be interrupted; False if stopped meanwhile."""
        while not is_done(work, POLL_SECONDS):
            if self.stop.is_set():
                return False
        return True

    def _single_hand(self) -> None:
        from hanabi_solver.bounds.single_hand import single_hand_bound
        from hanabi_solver.search.tables import Tables

        self._tell("bounds", self.upper)
        self._bound(single_hand_bound(self.position, Tables(self.memory_limit)))

    def _decide(self, target: int) -> bool:
        """Settle whether `target` can be reached, or something stronger; False if a limit was hit."""
        if self.method == "cpsat":
            if not self.line and self.target is None:
                self._try_greedy()
            return self._ask_cpsat(target)
        from hanabi_solver.search.driver import TargetSearch
        from hanabi_solver.search.tables import Tables

        tables = Tables(self.memory_limit - LOOK_BELOW_MEMORY)
        search = TargetSearch(self.position, target, tables, seed=self.seed)
        try:
            if self._search(search, SHORT_NODES):
                return True
            if self._has_lower_targets() and self._look_below(target):
                return True
            if self.method == "search":
                return self._search(search)
            if self.workers == 1:
                return self._ask_cpsat(target, CPSAT_TURN_WORK) or self._search(search)
            return self._both(search)
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
            self._reached(search.target, search.line)
        else:
            effort = f"{search.nodes:,} positions"
            text = f"an exhaustive search ({effort}) finds no line that scores {search.target}"
            self._bound(Bound("search", search.target - 1, text))
        return True

    def _try_greedy(self) -> None:
        """Have some line to show: also to a best score of 0 that a shorter line would not keep."""
        line, score = greedy_line(self.position)
        if score > self.best or not keeps_score(self.position):
            self._reached(score, line)

    def _has_lower_targets(self) -> bool:
        return self.target is None and not self.position.rules.all_or_nothing

    def _look_below(self, target: int) -> bool:
        """Try to raise the lower bound while `target` is open; whether that settled `target` too."""
        from hanabi_solver.search.driver import TargetSearch
        from hanabi_solver.search.tables import Tables

        step = 1
        while target - step > self.best and not self._must_stop():
            search = TargetSearch(self.position, target - step, Tables(LOOK_BELOW_MEMORY), seed=self.seed)
            decided = self._search(search, LOWER_NODES)
            self.nodes += search.nodes
            if decided:
                return self.upper < target
            step *= 2
        return False

    def _ask_cpsat(self, target: int, work_limit: float | None = None) -> bool:
        """CP-SAT alone on `target`; whether it was decided."""
        with self._start_cpsat(target, self.workers, work_limit) as verdict:
            while not is_done(verdict, POLL_SECONDS):
                self._tell("cpsat", target)
                if self._must_stop():
                    return False
            return self._take_verdict(target, verdict.result())

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
        self, target: int, workers: int, work_limit: float | None = None
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
            self._reached(target, verdict.line)
        else:
            text = (
                f"the Boolean model of a line that scores {target} has no solution "
                f"(CP-SAT, {verdict.conflicts:,} conflicts)"
            )
            self._bound(Bound("cpsat", target - 1, text))
        return True
