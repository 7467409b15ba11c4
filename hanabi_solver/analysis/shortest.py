"""The shortest line to a score: the Boolean model with fewer and fewer turns, until none is left to try."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_solver.errors import InternalCheckError
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import steps
from hanabi_solver.model.cpsat import decide
from hanabi_solver.model.horizon import horizon
from hanabi_solver.model.verdict import ModelOutcome
from hanabi_solver.names import Phase
from hanabi_solver.solver.best_score import ALONE
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Part, Progress, Series


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
    workers: int = 1,
    seed: int = 0,
    context: Context = ALONE,
) -> ShortestLine:
    """A line to `score` with the fewest turns there can be, given some line that reaches it.

    A line ends where its score is reached and safe: where a reached score can still be lost (no clue tokens
    in the game, or a speedrun), that is the game's end. Whether a number of turns is enough is decided by
    CP-SAT on the model with only so many (docs/method.md, H3 and C1: its horizon and cuts hold for a
    shortest line), halving the range in question each time; the reports say that range, the fewest and the
    most turns. When `context` must stop, the shortest line so far is returned. Raises InternalCheckError if
    `line` does not reach `score`.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start()
    >>> from hanabi_solver.solver.best_score import solve
    >>> shortest = shortest_line(start, 1, solve(start).line)
    >>> len(shortest.line), shortest.is_shortest
    (1, True)
    """
    is_safe = keeps_score(position)
    found = _up_to(position, score, line)
    if score == 0 or (position.score >= score and is_safe):
        return ShortestLine((), 0)
    rules = position.rules
    plays_alone = rules.token_limit == 0 and not rules.discard_at_limit
    if not is_safe and plays_alone and score < rules.max_score:
        # Every turn is a play and draws a card, so all games that are not struck out end on the same turn.
        return ShortestLine(found, len(found))
    frame = horizon(position, score, to_the_end=not is_safe)
    if frame is None:
        raise InternalCheckError(f"counting refutes the {score} points that a line reaches")
    began = time.perf_counter()
    least = frame.plays
    while least < len(found):
        if context.must_stop():
            break
        where = context.at(Part(Series.TURNS_OF_LINE, least, len(found)))
        spent = time.perf_counter() - began
        where.report(Progress(Phase.SHORTEST, score, score, position.rules.max_score, 0, spent))
        turns = (least + len(found)) // 2
        verdict = decide(
            position,
            score,
            time_limit=context.seconds_left(),
            workers=workers,
            seed=seed,
            stop=context.stop,
            turns=turns,
        )
        if verdict.outcome is ModelOutcome.UNDECIDED:
            break
        if verdict.outcome is ModelOutcome.REACHED:
            found = verdict.line
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
