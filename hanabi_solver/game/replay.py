"""Lines: replaying one from a position with the engine alone (the verifier of every answer)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a replayed line: its 1-based number, the move, and the positions around it."""

    turn: int
    move: Move
    before: Position
    after: Position


def steps(position: Position, line: Sequence[Move]) -> Iterator[Step]:
    """Replay `line` turn by turn; raises IllegalMoveError with the turn at the first illegal move."""
    for turn, move in enumerate(line, start=1):
        try:
            after = apply(position, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, error.text, turn) from error
        yield Step(turn, move, position, after)
        position = after


def replay(position: Position, line: Sequence[Move]) -> Position:
    """The position after `line`; raises IllegalMoveError with the turn at the first illegal move."""
    final = position
    for step in steps(position, line):
        final = step.after
    return final


def keeps_score(position: Position) -> bool:
    """Whether the score of `position` can be kept to the game's end, whatever else is lost.

    True once the game is over. Before that, a seat that can neither clue nor discard may be forced
    into strikes; with tokens in the game this never happens, since every turn has a legal clue or a
    legal discard (docs/method.md, "Passing").
    """
    rules = position.rules
    return position.is_over or rules.token_limit > 0 or rules.strikeout_scores
