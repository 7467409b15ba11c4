"""What kind of mistake a move was that lowered the best score in reach: the move, and the plainest reason."""

from dataclasses import dataclass
from enum import StrEnum

from hanabi_solver.analysis.review_result import Drop
from hanabi_solver.formats.first_move import MoveKind, first_move_of
from hanabi_solver.names import BoundName


class Cause(StrEnum):
    """Why the score is out of reach after the move, to be read after the kind of move."""

    LAST_COPY = "of a last copy"
    WRONG_WAY = "that sent the suit the wrong way"
    LAST_STRIKE = "with the last strike"
    END = "that ended the game"
    TIME = "that left too little time"
    ROOM = "that left too little time or room"
    WAYS = "that no way to stack allows"
    SEARCH = "that a search refutes"


# `pace` and `last-round` count turns, whatever the hands hold and clues cost. `single-hand` counts the places
# in hands too. What is left rests on a search (of positions, or of a model's clauses): no single thing is to
# blame.
_CAUSES = {
    BoundName.PACE: Cause.TIME,
    BoundName.LAST_ROUND: Cause.TIME,
    BoundName.SINGLE_HAND: Cause.ROOM,
    BoundName.CHOICES: Cause.WAYS,
}
# How all or nothing and speedrun end when a card is lost for good.
_LOST_FOR_GOOD = "full score out of reach"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake; as text, in words.

    >>> print(Mistake(MoveKind.DISCARD, Cause.LAST_COPY))
    discard of a last copy
    """

    move: MoveKind
    cause: Cause

    def __str__(self) -> str:
        return f"{self.move.value} {self.cause.value}"


def mistake_of(drop: Drop) -> Mistake:
    """The kind of mistake that lowered the best score in reach.

    The last strike counts first, then a card that was lost for good, then that the game is over; else the
    first reason of the drop, which is the plainest that was found. So a kind says what was enough to lose
    the score, not all that speaks against the move.
    """
    position, move = drop.turn.position, drop.turn.move
    kind, after = first_move_of(position, move).kind, position.play(move)
    if after.is_struck_out:
        return Mistake(kind, Cause.LAST_STRIKE)
    if sum(after.reachable_heights()) < drop.turn.before.best or after.end_reason == _LOST_FOR_GOOD:
        # Where suits choose their way, a card that is played may leave others without a place.
        return Mistake(kind, Cause.WRONG_WAY if kind is MoveKind.PLAY else Cause.LAST_COPY)
    if after.is_over:
        return Mistake(kind, Cause.END)
    return Mistake(kind, _CAUSES.get(BoundName(drop.reasons[0].name), Cause.SEARCH))
