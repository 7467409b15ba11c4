"""The line that a solution of a model stands for, read off turn by turn or draw by draw."""

from collections.abc import Callable

from hanabi_solver.deal import Position
from hanabi_solver.errors import IllegalMoveError, InternalCheckError
from hanabi_solver.game import apply, clues_touching
from hanabi_solver.model.kept import Kept
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


def read_kept_line(kept: Kept, holds: Callable[[int], bool]) -> tuple[Move, ...] | None:
    """The moves of a solution of the model that keeps cards; None if they make no line to the target.

    Cards that go have no name there, so one is chosen here. A misplay may find playable cards alone: then one
    of them is played, and the kept copy goes in its turn. With few strikes that may fail.
    """
    frame = kept.frame
    position = frame.position
    line: list[Move] = []
    for step in range(len(kept.put)):
        clues = sum(holds(clue) for clue in kept.clues[step][1:]) if step < frame.draws else 0
        for is_clue in [True] * clues + [False]:
            if position.score >= frame.target or position.is_over:
                break
            move = _any_clue(position) if is_clue else _kept_move(kept, holds, step, position)
            if move is None:
                return None
            try:
                position = apply(position, move)
            except IllegalMoveError:
                return None
            line.append(move)
    return tuple(line) if position.score >= frame.target else None


def _kept_move(kept: Kept, holds: Callable[[int], bool], step: int, position: Position) -> Move | None:
    is_final = step >= kept.frame.draws  # what a seat loses then does not matter any more
    hand = position.hands[position.seat]
    fits = {card: position.is_playable(position.deck[card]) for card in hand}
    for place, put in kept.put[step].items():
        for card in kept.copies[place]:
            if holds(put) and holds(kept.keep[card]) and fits.get(card):
                return Play(card)
    if is_final and position.tokens >= position.rules.clue_cost:
        return _any_clue(position)
    free = [card for card in hand if is_final or not _is_waiting(kept, holds, position, card)]
    if not free:
        return None
    useless = next((card for card in free if not fits[card]), free[0])
    is_strike = not is_final and holds(kept.strike[step])
    if not is_strike and position.tokens < position.rules.token_limit:
        return Discard(useless)
    return Play(useless)


def _is_waiting(kept: Kept, holds: Callable[[int], bool], position: Position, card: int) -> bool:
    """Whether a card is kept for a play that is still to come."""
    face = position.deck[card]
    on_stack = position.stacks[face.suit] >= position.rules.step(face)
    return card in kept.keep and holds(kept.keep[card]) and not on_stack


def _any_clue(position: Position) -> Clue:
    """A clue to the next seat: it always holds a card, since hands start with two or more."""
    return clues_touching(position, (position.seat + 1) % position.rules.players)[0]
