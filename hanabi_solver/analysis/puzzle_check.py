"""Whether a puzzle gets the answer that it claims: its best score and its saving first moves.

What else there is to know about a puzzle is in puzzle_facts.py.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from hanabi_solver.analysis.first_moves import FirstMoves, keeping_moves
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.first_move import with_trash_as_one
from hanabi_solver.formats.puzzle import Puzzle
from hanabi_solver.names import Method, Status
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS
from hanabi_solver.solver.limits import Context, Limits, cost_faults
from hanabi_solver.solver.result import Result


class Agreement(StrEnum):
    """How an answer compares with what the puzzle expects."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class PuzzleCheck:
    """What a puzzle expects, what was found, and how the two compare.

    `moves` is None if the puzzle names no first moves, or its best score was not confirmed.
    """

    expect: Expectation
    result: Result
    moves: FirstMoves | None
    best_agrees: Agreement
    moves_agree: Agreement | None
    seconds: float

    @property
    def agreement(self) -> Agreement:
        """The verdict on the whole: wrong if anything is, right only if everything is."""
        verdicts = [self.best_agrees, *([] if self.moves_agree is None else [self.moves_agree])]
        for verdict in (Agreement.WRONG, Agreement.UNDECIDED):
            if verdict in verdicts:
                return verdict
        return Agreement.RIGHT


def check_puzzle(
    puzzle: Puzzle,
    *,
    method: str = Method.AUTO,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> PuzzleCheck:
    """Solve a puzzle and compare; `limits` are for the whole check.

    Raises InputError if the puzzle expects nothing, and for a faulty question.
    """
    expect = puzzle.expect
    if expect is None:
        advice = 'add "expect": {"best": SCORE} to the file'
        raise InputError([Fault("expect", "expected the answer to check, got none", advice)])
    if faults := cost_faults(limits, context):
        raise InputError(faults)
    questions = Questions(puzzle.start, method=method, limits=limits, seed=seed, context=context)
    result = replace(questions.first(), source=puzzle.source)
    moves = None
    if expect.first_moves is not None and _compare_best(expect.best, result) is Agreement.RIGHT:
        moves = keeping_moves(
            puzzle.position,
            expect.best,
            method=method,
            limits=Limits(workers=limits.workers),
            seed=seed,
            context=questions.context,
        )
    return _compared(puzzle, expect, result, moves, questions.seconds())


def compare(puzzle: Puzzle, result: Result, moves: FirstMoves | None, seconds: float) -> PuzzleCheck | None:
    """What was found about a puzzle beside what it expects; None if it expects nothing.

    `moves` are its first moves by whether they keep the best score found.
    """
    if puzzle.expect is None:
        return None
    return _compared(puzzle, puzzle.expect, result, moves, seconds)


def _compared(
    puzzle: Puzzle, expect: Expectation, result: Result, moves: FirstMoves | None, seconds: float
) -> PuzzleCheck:
    best_agrees = _compare_best(expect.best, result)
    if moves is None or expect.first_moves is None or best_agrees is not Agreement.RIGHT:
        return PuzzleCheck(expect, result, None, best_agrees, None, seconds)
    return PuzzleCheck(expect, result, moves, best_agrees, _compare_moves(puzzle, expect, moves), seconds)


def _compare_best(expected: int, result: Result) -> Agreement:
    if not result.best <= expected <= result.upper:
        return Agreement.WRONG
    return Agreement.RIGHT if result.status is Status.OPTIMAL else Agreement.UNDECIDED


def _compare_moves(puzzle: Puzzle, expect: Expectation, moves: FirstMoves) -> Agreement:
    position = puzzle.position
    expected = with_trash_as_one(expect.first_moves or (), position)
    keeping = with_trash_as_one(moves.keeping, position)
    losing = with_trash_as_one(moves.losing, position)
    if not keeping <= expected or expected & losing:
        return Agreement.WRONG
    return Agreement.UNDECIDED if moves.undecided else Agreement.RIGHT
