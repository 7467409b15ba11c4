"""The line that a solution of a model describes, read off turn by turn or draw by draw."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hanabi_solver.errors import IllegalMoveError, InternalCheckError
from hanabi_solver.game.engine import any_clue, apply, may_discard
from hanabi_solver.game.moves import Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.model.horizon import Horizon
from hanabi_solver.model.keeping import Place
from hanabi_solver.model.kept_by_draws import Kept
from hanabi_solver.model.kept_by_turns import KeptTurns
from hanabi_solver.model.variables import Variables


def read_line(variables: Variables, holds: Callable[[int], bool]) -> tuple[Move, ...] | None:
    """The moves of a solution, whose true literals `holds` knows; None if a turn of it has no legal clue.

    Raises InternalCheckError if the engine refuses a move, or the line misses the target.
    """
    horizon = variables.horizon
    position = horizon.position
    line: list[Move] = []
    for turn in range(horizon.turns):
        if holds(variables.over[turn]) or (not horizon.to_the_end and position.score >= horizon.target):
            break
        try:
            move = any_clue(position) if holds(variables.clue[turn]) else _move(variables, holds, turn)
        except IllegalMoveError:
            return None  # the variant's clues are not in the model
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


def _move(variables: Variables, holds: Callable[[int], bool], turn: int) -> Move:
    if holds(variables.from_pile[turn]):
        card = len(variables.horizon.position.deck) - 1
    else:
        card = next(card for card, use in variables.use[turn].items() if holds(use))
    return Discard(card) if holds(variables.toss[turn]) else Play(card)


@dataclass(frozen=True, slots=True)
class _Step:
    """A turn that a solution with kept cards asks for: a clue, or the play of one of `plays`, or a drop.

    `is_strike`: the drop is a misplay. `is_last`: the seat has no other turn, so it may pass as it likes.
    """

    is_clue: bool = False
    plays: tuple[int, ...] = ()
    is_strike: bool = False
    is_last: bool = False


def read_kept_line(kept: Kept, holds: Callable[[int], bool]) -> tuple[Move, ...] | None:
    """The moves of a solution with cards kept by draws; None if they make no line to the target.

    Cards that go have no name there, so one is chosen here. A misplay may find playable cards alone: then one
    of them is played, and the kept copy goes in its turn. With few strikes that may fail.
    """
    frame = kept.frame
    steps: list[_Step] = []
    for k, puts in enumerate(kept.put):
        plays = _plays(puts, kept.copies, kept.keep, holds)
        if k < frame.draws:
            steps += [_Step(is_clue=True)] * sum(map(holds, kept.clues[k][1:]))
            steps.append(_Step(plays=plays, is_strike=holds(kept.strike[k])))
        else:
            steps.append(_Step(plays=plays, is_last=True))
    return _replayed(frame, kept.keep, steps, holds)


def read_kept_turns_line(kept: KeptTurns, holds: Callable[[int], bool]) -> tuple[Move, ...] | None:
    """The moves of a solution with cards kept by turns; None if they make no line to the target."""
    v = kept.turns
    steps = [
        _Step(
            is_clue=holds(v.clue[turn]),
            plays=_plays(puts, kept.copies, kept.keep, holds),
            is_strike=holds(v.strike[turn]),
        )
        for turn, puts in enumerate(kept.put)
        if not holds(v.over[turn])
    ]
    return _replayed(v.horizon, kept.keep, steps, holds)


def _plays(
    puts: dict[Place, int], copies: dict[Place, list[int]], keep: dict[int, int], holds: Callable[[int], bool]
) -> tuple[int, ...]:
    return tuple(
        card for place, put in puts.items() if holds(put) for card in copies[place] if holds(keep[card])
    )


def _replayed(
    frame: Horizon, keep: dict[int, int], steps: Iterable[_Step], holds: Callable[[int], bool]
) -> tuple[Move, ...] | None:
    position = frame.position
    line: list[Move] = []
    for step in steps:
        if position.score >= frame.target or position.is_over:
            break
        try:
            move = any_clue(position) if step.is_clue else _kept_move(step, keep, holds, position)
            if move is None:
                return None
            position = apply(position, move)
        except IllegalMoveError:
            return None
        line.append(move)
    return tuple(line) if position.score >= frame.target else None


def _kept_move(
    step: _Step, keep: dict[int, int], holds: Callable[[int], bool], position: Position
) -> Move | None:
    hand = position.hands[position.seat]
    fits = {card: position.is_playable(position.deck[card]) for card in hand}
    for card in step.plays:
        if fits.get(card):
            return Play(card)
    if step.is_last and position.tokens >= position.rules.clue_cost:
        return any_clue(position)
    free = [card for card in hand if step.is_last or not _is_waiting(keep, holds, position, card)]
    if not free:
        return None
    useless = next((card for card in free if not fits[card]), free[0])
    if not step.is_strike and may_discard(position):
        return Discard(useless)
    return Play(useless)


def _is_waiting(keep: dict[int, int], holds: Callable[[int], bool], position: Position, card: int) -> bool:
    """Whether a card is kept for a play that is still to come."""
    face = position.deck[card]
    on_stack = position.stacks[face.suit] >= position.rules.step(face)
    return card in keep and holds(keep[card]) and not on_stack
