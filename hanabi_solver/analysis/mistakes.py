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
    SEARCH = "that a search refutes"


# `pace` and `last-round` count turns, whatever the hands hold and clues cost. `single-hand` counts the places
# in hands too. What is left rests on a search (of positions, or of a model's clauses): no single thing is to
# blame.
_CAUSES = {
    BoundName.PACE: Cause.TIME,
    BoundName.LAST_ROUND: Cause.TIME,
    BoundName.SINGLE_HAND: Cause.ROOM,
}


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
    """The kind of mistake that lowered the best score in reach, by the first reason of the drop.

    The first reason is the plainest that holds, so a kind says what was enough to lose the score, not all
    that speaks against the move. A game that ends by the move is told apart by how it ends.
    """
    position, move = drop.turn.position, drop.turn.move
    kind = first_move_of(position, move).kind
    name = BoundName(drop.reasons[0].name)
    if name is BoundName.GAME_OVER:
        return Mistake(kind, _end(position.play(move).end_reason))
    if name is BoundName.COMPOSITION:
        # Only what is lost lowers it, but where suits choose their way a card that is played does so too.
        return Mistake(kind, Cause.WRONG_WAY if kind is MoveKind.PLAY else Cause.LAST_COPY)
    return Mistake(kind, _CAUSES.get(name, Cause.SEARCH))


def _end(reason: str | None) -> Cause:
    match reason:
        case "strikeout":
            return Cause.LAST_STRIKE
        case "full score out of reach":  # as all or nothing and speedrun end
            return Cause.LAST_COPY
    return Cause.END
