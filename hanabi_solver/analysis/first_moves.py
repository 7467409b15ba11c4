"""Which first moves keep a score: the complete set, by face."""

from dataclasses import dataclass, replace

from hanabi_solver.errors import InputError
from hanabi_solver.formats.first_move import FirstMove, first_moves, with_trash_as_one
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.names import Answer, Method
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS, solve
from hanabi_solver.solver.limits import Context, Limits, question_faults


@dataclass(frozen=True, slots=True)
class FirstMoves:
    """The first moves of a position by what they leave possible; `undecided` ones hit a limit."""

    keeping: tuple[FirstMove, ...]
    losing: tuple[FirstMove, ...]
    undecided: tuple[FirstMove, ...]


def keeping_moves(
    position: Position,
    score: int,
    *,
    method: str = Method.AUTO,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> FirstMoves:
    """All first moves after which `score` can still be reached; every clue is one move, "clue", which
    keeps it if one of them does.

    Useless cards of a hand are interchangeable, so one of each kind of move is solved for all of them.
    `limits` are for all moves together; all solves share the tables of the context, or tables that are made
    once. Raises InputError for a faulty position or question.
    """
    if faults := question_faults(position.checked(), method, score, limits, seed, context):
        raise InputError(faults)
    limits, context = context.within(limits.seconds).sharing(limits)
    limits = replace(limits, seconds=None)  # the context has it
    answers: dict[frozenset[FirstMove], Answer] = {}
    named = first_moves(position)
    for name, move in named.items():
        alike = with_trash_as_one([name], position)
        if alike in answers:
            continue
        found: set[Answer] = set()
        for each in _kinds(position, move):
            after = apply(position, each)
            if after.is_over or (after.score >= score and keeps_score(after)):
                found.add(Answer.YES if after.score >= score else Answer.NO)
            elif context.must_stop():
                found.add(Answer.UNKNOWN)
            else:
                result = solve(after, target=score, method=method, limits=limits, seed=seed, context=context)
                found.add(result.answer or Answer.UNKNOWN)
        answers[alike] = next(each for each in (Answer.YES, Answer.UNKNOWN, Answer.NO) if each in found)
    by_answer: dict[Answer, list[FirstMove]] = {answer: [] for answer in Answer}
    for name in named:
        by_answer[answers[with_trash_as_one([name], position)]].append(name)
    return FirstMoves(
        tuple(by_answer[Answer.YES]), tuple(by_answer[Answer.NO]), tuple(by_answer[Answer.UNKNOWN])
    )


def _kinds(position: Position, move: Move) -> list[Move]:
    """The move; of a clue one of each kind, where clues alternate and so do not lead on alike."""
    clues = position.rules.clues
    if not isinstance(move, Clue) or clues is None or not clues.alternate:
        return [move]
    return list({each.kind: each for each in legal_moves(position) if isinstance(each, Clue)}.values())
