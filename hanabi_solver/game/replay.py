"""Lines: replaying one from a position with the engine alone (the verifier of every answer)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One turn of a replayed line: its number (from 1), the move, and the positions around it."""

    turn: int
    move: Move
    before: Position
    after: Position

    def __str__(self) -> str:
        """The turn in one line: who does what, the card that is drawn, and the score after it."""
        from hanabi_solver.game.words import describe_step

        return describe_step(self)

    def __repr__(self) -> str:
        return f"<Step {self}>"


def steps(position: Position, line: Sequence[Move], first_turn: int = 1) -> Iterator[Step]:
    """Replay `line` turn by turn, numbered from `first_turn` on.

    Raises IllegalMoveError with the turn at the first illegal move.
    """
    for turn, move in enumerate(line, start=first_turn):
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
