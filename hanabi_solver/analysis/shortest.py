"""The shortest line to a score: the Boolean model with fewer and fewer turns, until none is left to try."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hanabi_solver.background import in_background, is_done
from hanabi_solver.deal import Position
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.line import keeps_score, steps
from hanabi_solver.loading import POLL_SECONDS
from hanabi_solver.model.horizon import Horizon, horizon
from hanabi_solver.moves import Move


@dataclass(frozen=True, slots=True)
class ShortestLine:
    """A line to a score, and the number of turns that no line to it goes below.

    The line is the shortest exactly if it has `least` turns; else a limit was hit.
    """

    line: tuple[Move, ...]
    least: int

    @property
    def is_shortest(self) -> bool:
        """Whether no line with fewer turns exists."""
        return len(self.line) == self.least


def shortest_line(
    position: Position,
    score: int,
    line: Sequence[Move],
    *,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    on_event: Callable[[int, int], None] | None = None,
    stop: threading.Event | None = None,
) -> ShortestLine:
    """A line to `score` with the fewest turns there can be, given some line that reaches it.

    A line ends where its score is reached and safe: where a reached score can still be lost (no clue tokens
    in the game), that is the game's end. Whether a number of turns is enough is decided by CP-SAT on the
    model with only so many (docs/method.md: its horizon and cuts hold for a shortest line), halving the range
    in question each time. `on_event` is told that range, the fewest and the most turns. After `time_limit`
    (seconds), or soon after `stop` is set, the shortest line so far is returned. Raises InternalCheckError if
    `line` does not reach `score`.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start()
    >>> from hanabi_solver.solve import solve
    >>> shortest = shortest_line(start, 1, solve(start).line)
    >>> len(shortest.line), shortest.is_shortest
    (1, True)
    """
    is_safe = keeps_score(position)
    found = _up_to(position, score, line)
    if score == 0 or (position.score >= score and is_safe):
        return ShortestLine((), 0)
    if not is_safe and score < position.rules.max_score:
        # Every turn is a play and draws a card, so all games that are not struck out end on the same turn.
        return ShortestLine(found, len(found))
    frame = horizon(position, score, to_the_end=False)
    if frame is None:
        raise InternalCheckError(f"counting refutes the {score} points that a line reaches")
    deadline = float("inf") if time_limit is None else time.monotonic() + time_limit
    asker = _Asker(frame, deadline, workers, seed, stop or threading.Event())
    least = frame.plays
    while least < len(found):
        if on_event is not None:
            on_event(least, len(found))
        turns = (least + len(found)) // 2
        shorter = asker.within(turns)
        if shorter is None:
            break
        if shorter:
            found = shorter
        else:
            least = turns + 1
    return ShortestLine(found, least)


def _up_to(position: Position, score: int, line: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of a line up to the turn on which `score` is reached and safe."""
    for step in steps(position, line):
        if step.after.score >= score and keeps_score(step.after):
            return tuple(line[: step.turn])
    if position.score < score:
        raise InternalCheckError(f"the line that is to be shortened does not reach {score} points")
    return ()


@dataclass(frozen=True, slots=True)
class _Asker:
    """Asks CP-SAT whether a number of turns is enough."""

    frame: Horizon
    deadline: float
    workers: int
    seed: int
    stop: threading.Event

    def within(self, turns: int) -> tuple[Move, ...] | None:
        """A line of at most so many turns; () if there is none, None if a limit was hit."""
        from ortools.sat.python import cp_model

        from hanabi_solver.model.build import write_model
        from hanabi_solver.model.cpsat import PARAMETERS, CpSatSink, Stopped
        from hanabi_solver.model.readoff import read_line

        sink = CpSatSink(self._go_on)
        try:
            variables = write_model(replace(self.frame, turns=turns), sink)
            model = sink.model()
        except Stopped:
            return None
        solver = cp_model.CpSolver()
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        solver.parameters.num_workers = self.workers
        solver.parameters.random_seed = self.seed
        verdict = in_background(lambda: solver.solve(model))
        while not is_done(verdict, POLL_SECONDS):
            if not self._go_on():
                # Again and again: a request that comes before the solve has begun is lost.
                solver.stop_search()
        status = verdict.result()
        if status == cp_model.INFEASIBLE:
            return ()
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        values = solver.response_proto.solution
        return read_line(variables, _reader([bool(value) for value in values]))

    def _go_on(self) -> bool:
        return not self.stop.is_set() and time.monotonic() < self.deadline


def _reader(values: Sequence[bool]) -> Callable[[int], bool]:
    from hanabi_solver.model.sink import TRUE

    def holds(literal: int) -> bool:
        variable = abs(literal)
        return (variable == TRUE or values[variable - 1]) == (literal > 0)

    return holds
