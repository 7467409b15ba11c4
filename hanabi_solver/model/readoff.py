"""The line that a solution of the model stands for, read off turn by turn."""

from collections.abc import Callable

from hanabi_solver.deal import Position
from hanabi_solver.errors import IllegalMoveError, InternalCheckError
from hanabi_solver.game import apply, clues_touching
from hanabi_solver.model.variables import Variables
from hanabi_solver.moves import Clue, Discard, Move, Play


def read_line(variables: Variables, holds: Callable[[int], bool]) -> tuple[Move, ...]:
    """The moves of a solution, whose literals `holds` tells; each clue is a legal one that marks a card.

    Raises InternalCheckError if the engine refuses a move, or the line misses the target.
    """
    horizon = variables.horizon
    position = horizon.position
    line: list[Move] = []
    for turn in range(horizon.turns):
        if holds(variables.over[turn]) or (not horizon.to_the_end and position.score >= horizon.target):
            break
        move = _move(variables, holds, turn, position)
        try:
            position = apply(position, move)
        except IllegalMoveError as error:
            raise InternalCheckError(
                f"the model allows an illegal move on turn {turn + 1}: {error}"
            ) from error
        line.append(move)
    if position.score < horizon.target or (horizon.to_the_end and not position.is_over):
        end = position.end_reason or "the game going on"
        raise InternalCheckError(
            f"expected {horizon.target} points from the model's line, got {position.score} and {end}"
        )
    return tuple(line)


def _move(variables: Variables, holds: Callable[[int], bool], turn: int, position: Position) -> Move:
    if holds(variables.clue[turn]):
        return _any_clue(position)
    if holds(variables.from_pile[turn]):
        return Play(len(position.deck) - 1)
    card = next(card for card, use in variables.use[turn].items() if holds(use))
    return Discard(card) if holds(variables.toss[turn]) else Play(card)


def _any_clue(position: Position) -> Clue:
    """A clue to the next seat: it always holds a card, since hands start with two or more."""
    return clues_touching(position, (position.seat + 1) % position.rules.players)[0]
