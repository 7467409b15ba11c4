"""The shortest line to a score: fewer and fewer turns for the search, and for clauses where it takes long."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import steps
from hanabi_solver.model.verdict import ModelOutcome
from hanabi_solver.names import Phase
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.loading import load_within, turns_group
from hanabi_solver.solver.result import Part, Progress, Series
from hanabi_solver.solver.shared_tables import SharedTables

if TYPE_CHECKING:
    from hanabi_solver.search.turn_driver import TurnSearch

# States of the search for each number of turns in the first round, what the next ones have more of, and
# those between two looks at the clock.
FIRST_STATES = 30_000
MORE_STATES = 8
SLICE = 50_000
# Work of CP-SAT after the second round; as many times more after the next ones.
FIRST_CLAUSE_WORK = 0.25


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


def check_set_order(position: Position) -> None:
    """Raise InputError where a shortest line cannot be asked for."""
    if not position.rules.has_set_order:
        text = f"expected suits with a set order, got {position.rules.stacking}"
        raise InputError([Fault("shortest line", text)])


def shortest_line(
    position: Position,
    score: int,
    line: Sequence[Move],
    *,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> ShortestLine:
    """A line to `score` with the fewest turns there can be, given some line that reaches it.

    A line ends where its score is reached and safe: where a reached score can still be lost (no clue tokens
    in the game, or a speedrun), that is the game's end. The search by turns (docs/method.md, T1) is asked
    whether a number of turns is enough, from what counting leaves upwards, in rounds that take longer and
    longer; between them CP-SAT is asked for one turn less than the line has (H3 and C1: its horizon and cuts
    hold for a shortest line). The reports say the range in question, the fewest and the most turns. When
    `context` must stop, the shortest line so far is returned. Of `limits` the workers and the memory count.

    Raises InputError where suits have no set order, InternalCheckError if `line` does not reach `score`.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start()
    >>> from hanabi_solver.solver.best_score import solve
    >>> shortest = shortest_line(start, 1, solve(start).line)
    >>> len(shortest.line), shortest.is_shortest
    (1, True)
    """
    check_set_order(position)
    found = _up_to(position, score, line)
    if not found or score == 0 or (position.score >= score and keeps_score(position)):
        return ShortestLine((), 0)
    rules = position.rules
    plays_alone = rules.token_limit == 0 and not rules.discard_at_limit
    if not keeps_score(position) and plays_alone and score < rules.max_score:
        # Every turn is a play and draws a card, so all games that are not struck out end on the same turn.
        return ShortestLine(found, len(found))
    # Each point that is missing takes a turn.
    least = max(1, score - sum(position.stacks))
    run = _ShortestLineRun(position, score, found, limits, seed, context, least)
    run.close_in()
    return ShortestLine(run.found, run.least)


@dataclass(slots=True)
class _ShortestLineRun:
    """The shortest line so far and the least number of turns not refuted, closing in on each other."""

    position: Position
    score: int
    found: tuple[Move, ...]
    limits: Limits
    seed: int
    context: Context
    least: int

    def close_in(self) -> None:
        """Ask until both meet, or the context must stop."""
        from hanabi_solver.search.turn_driver import TurnSearch

        began = time.perf_counter()
        self._report(0, began)
        if not load_within(
            self.context, lambda part: self._say(Phase.COMPILE, 0, began, part), also=(turns_group,)
        ):
            return
        shared = self.context.tables or SharedTables(self.limits.memory)
        search = TurnSearch(self.position, self.score, seed=self.seed, memory=shared.memory)
        states, work = FIRST_STATES, FIRST_CLAUSE_WORK
        while self._is_open():
            self._ask_search(search, states, began)
            if states > FIRST_STATES and self._has_clauses():
                self._ask_clauses(work)
                work *= MORE_STATES
            states *= MORE_STATES

    def _is_open(self) -> bool:
        return self.least < len(self.found) and not self.context.must_stop()

    def _ask_search(self, search: "TurnSearch", states: int, began: float) -> None:
        """Ask for so many states about each number of turns in question, the fewest first.

        From the second round on one turn less than the line has comes before them, as that settles all.
        """
        if states > FIRST_STATES:
            self._ask_about(len(self.found) - 1, search, states, began)
        turns = self.least
        while turns < len(self.found) and not self.context.must_stop():
            self._ask_about(turns, search, states, began)
            turns += 1

    def _ask_about(self, turns: int, search: "TurnSearch", states: int, began: float) -> None:
        search.ask(turns)
        until = search.nodes + states
        while search.outcome is SearchOutcome.RUNNING and search.nodes < until:
            if self.context.must_stop():
                return
            self._report(search.nodes, began)
            search.advance(SLICE)
        if search.outcome is SearchOutcome.REACHED:
            self.found = _up_to(self.position, self.score, search.line)
        elif search.outcome is SearchOutcome.REFUTED:
            self.least = turns + 1

    def _has_clauses(self) -> bool:
        """Whether the model knows of these lines: it takes one that can be lost to the end of the game."""
        return self.position.rules.clues is None or keeps_score(self.position)

    def _ask_clauses(self, work: float) -> None:
        """Ask CP-SAT for a line with one turn less, again if there is one."""
        from hanabi_solver.model.cpsat import decide

        while self._is_open():
            verdict = decide(
                self.position,
                self.score,
                time_limit=self.context.seconds_left(),
                work_limit=work,
                workers=self.limits.workers,
                seed=self.seed,
                stop=self.context.stop,
                turns=len(self.found) - 1,
            )
            if verdict.outcome is ModelOutcome.REFUTED:
                self.least = len(self.found)
            if verdict.outcome is not ModelOutcome.REACHED:
                return
            self.found = _up_to(self.position, self.score, verdict.line)

    def _report(self, nodes: int, began: float) -> None:
        self._say(Phase.SHORTEST, nodes, began, Part(Series.TURNS_OF_LINE, self.least, len(self.found)))

    def _say(self, phase: Phase, nodes: int, began: float, part: Part) -> None:
        most, spent = self.position.rules.max_score, time.perf_counter() - began
        self.context.at(part).report(Progress(phase, self.score, self.score, most, nodes, spent))


def _up_to(position: Position, score: int, line: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of a line up to the turn on which `score` is reached and safe."""
    for step in steps(position, line):
        if step.after.score >= score and keeps_score(step.after):
            return tuple(line[: step.turn])
    if position.score < score:
        raise InternalCheckError(f"the line that is to be shortened does not reach {score} points")
    return ()
