"""What all lines to a score have in common: the moves up to the first turn that leaves a choice."""

from dataclasses import dataclass

from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.formats.first_move import FirstMove, first_moves, with_trash_as_one
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.names import Answer


@dataclass(frozen=True, slots=True)
class CommonStart:
    """The moves with which every line to `score` starts, and what there is to choose from then.

    `moves` are those moves in order, all that were found; `choice` is the turn after them, None if the score
    is reached then. Useless cards count as one ("x"), and so do all clues.
    """

    score: int
    moves: tuple[FirstMove, ...]
    choice: FirstMoves | None

    @property
    def parts(self) -> bool:
        """Whether the lines surely part on the turn after `moves`: two or more moves keep the score there.

        If they do not, though there is a choice, some moves were not decided: the lines may agree further.
        """
        return self.choice is not None and len(self.choice.keeping) > 1


def choices(position: Position, score: int, questions: Questions) -> FirstMoves:
    """All different first moves by whether they keep `score`, which can be reached.

    Useless cards count as one, clues too. If all but one move lose, that one keeps the score.
    """
    by_answer: dict[Answer, list[FirstMove]] = {answer: [] for answer in Answer}
    for name, move in _distinct(position).items():
        by_answer[questions.ask_after(position, move, score)].append(name)
    if not by_answer[Answer.YES] and len(by_answer[Answer.UNKNOWN]) == 1:
        by_answer[Answer.YES].append(by_answer[Answer.UNKNOWN].pop())
    return FirstMoves(*(tuple(by_answer[answer]) for answer in (Answer.YES, Answer.NO, Answer.UNKNOWN)))


def common_start(
    position: Position, score: int, questions: Questions, first: FirstMoves | None = None
) -> CommonStart | None:
    """What all lines to `score`, which can be reached, have in common; None if no move is needed.

    `first` are the choices in `position`, if they are known.
    """
    if _is_reached(position, score):
        return None
    moves: list[FirstMove] = []
    while not _is_reached(position, score):
        choice = first or choices(position, score, questions)
        first = None
        if len(choice.keeping) != 1 or choice.undecided:
            return CommonStart(score, tuple(moves), choice)
        moves.append(choice.keeping[0])
        position = apply(position, _distinct(position)[choice.keeping[0]])
    return CommonStart(score, tuple(moves), None)


def _is_reached(position: Position, score: int) -> bool:
    return position.is_over or (position.score >= score and keeps_score(position))


def _distinct(position: Position) -> dict[FirstMove, Move]:
    distinct: dict[FirstMove, Move] = {}
    for name, move in first_moves(position).items():
        (alike,) = with_trash_as_one([name], position)
        distinct.setdefault(alike, move)
    return distinct
