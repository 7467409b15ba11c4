"""How narrow the way to a score is: first moves that keep it, and what a line has to spare."""

from dataclasses import dataclass

from hanabi_solver.analysis.common_start import choices
from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import steps
from hanabi_solver.solver.result import Result


@dataclass(frozen=True, slots=True)
class Narrowness:
    """The first moves by whether they keep the score, and the least that the shown line has to spare.

    `first_moves` is None if no move is needed. `least_pace` is the smallest number of turns to spare: cards
    to draw plus players (in the final round: turns left) minus the plays still needed; None where the game
    has no final round. `least_tokens` is the smallest number of clue tokens. Each comes with the turn before
    which it occurs first (counted as in the result; the turn after the line's last one is its end).
    """

    first_moves: FirstMoves | None
    least_pace: int | None
    pace_turn: int | None
    least_tokens: int
    tokens_turn: int


def narrowness(result: Result, score: int, questions: Questions) -> Narrowness:
    """How narrow the way to `score` is, which the line of `result` reaches."""
    position, line, first_turn = result.position, result.line, result.first_turn
    passed = [position, *(step.after for step in steps(position, line))]
    paces = [pace(each, score) for each in passed] if position.rules.has_final_round else []
    least_pace = min(paces, default=None)
    tokens = [each.tokens for each in passed]
    first = choices(position, score, questions) if line else None
    return Narrowness(
        first,
        least_pace,
        None if least_pace is None else paces.index(least_pace) + first_turn,
        min(tokens),
        tokens.index(min(tokens)) + first_turn,
    )


def pace(position: Position, score: int) -> int:
    """Turns to spare on the way to `score`: how many may pass without a play.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    >>> pace(deal.start(), 10)
    2
    """
    turns = position.rules.players if position.turns_left is None else position.turns_left
    return position.pile_size + turns - max(score - sum(position.stacks), 0)
