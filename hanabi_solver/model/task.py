"""One target to be decided by clauses: which model is asked, and what a solution means."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.stacking import Chosen
from hanabi_solver.model.build import write_kept_model, write_kept_turns_model, write_used_model
from hanabi_solver.model.cuts import ALL_CUTS
from hanabi_solver.model.horizon import Horizon, horizon
from hanabi_solver.model.keeping import can_keep
from hanabi_solver.model.read_line import read_kept_line, read_kept_turns_line, read_line
from hanabi_solver.model.sink import TRUE, Sink
from hanabi_solver.model.verdict import ModelOutcome, ModelVerdict
from hanabi_solver.names import Model

# Turns the values of a solution, variable by variable, into the outcome and its line.
Reader = Callable[[Sequence[bool]], tuple[ModelOutcome, tuple[Move, ...]]]


@dataclass(frozen=True, slots=True)
class Task:
    """A target that counting does not decide.

    A model without a solution refutes the target. `cuts` are those of the models of the real game.
    """

    frame: Horizon
    model: Model
    cuts: frozenset[str]

    def write(self, sink: Sink) -> Reader:
        """Write the model into `sink`; returns what reads a solution."""
        if self.model is Model.KEPT_CARDS:
            kept = write_kept_model(self.frame, sink, self.cuts)
            return lambda values: _found(read_kept_line(kept, _holds(values)))
        if self.model is Model.KEPT_BY_TURNS:
            by_turns = write_kept_turns_model(self.frame, sink, self.cuts)
            return lambda values: _found(read_kept_turns_line(by_turns, _holds(values)))
        variables = write_used_model(self.frame, sink, self.cuts)
        return lambda values: _found(read_line(variables, _holds(values)))


def task(
    position: Position,
    target: int,
    *,
    model: Model = Model.USED_CARDS,
    cuts: frozenset[str] = ALL_CUTS,
    turns: int | None = None,
    chosen: Chosen | None = None,
) -> Task | ModelVerdict:
    """The model for "some line from `position` reaches `target` points", or the verdict if none is needed.

    Where cards cannot be kept (`can_keep`) the task is that of the first model. With `turns`, only lines of
    at most so many are meant; KEPT_CARDS does not count turns. With `chosen`, whose fixed position is asked
    about, the first model allows only lines of the true game.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start()
    >>> task(start, 0).outcome.value, type(task(start, 1)).__name__
    ('reached', 'Task')
    """
    if not position.rules.has_set_order:
        raise ValueError("expected suits with a set order: a model is that of one way to stack them")
    to_the_end = not keeps_score(position)
    if position.is_over:
        return ModelVerdict(ModelOutcome.REACHED if position.score >= target else ModelOutcome.REFUTED)
    if target <= (0 if to_the_end else position.score):
        return ModelVerdict(ModelOutcome.REACHED, _line_to_the_end(position) if to_the_end else ())
    if position.rules.all_or_nothing:
        target = max(target, position.rules.max_score)
    frame = horizon(position, target, to_the_end=to_the_end, chosen=chosen)
    if frame is None:
        return ModelVerdict(ModelOutcome.REFUTED)
    if model is not Model.USED_CARDS and not can_keep(frame):
        model = Model.USED_CARDS
    cuts = cuts - _invalid_cuts(frame)
    if turns is not None and turns < frame.turns:
        frame = replace(frame, turns=turns)
    return Task(frame, model, cuts)


def _invalid_cuts(frame: Horizon) -> frozenset[str]:
    """The cuts that rest on what these rules change (docs/method.md, C7)."""
    rules = frame.position.rules
    if not rules.has_final_round:
        return frozenset({"pace", "rounds", "strike-at-limit"})
    return frozenset({"rounds", "strike-at-limit"}) if rules.speedrun or frame.chosen else frozenset()


def keeps_cards(position: Position, target: int) -> bool:
    """Whether the models that keep cards are valid for this target, which counting alone does not decide."""
    asked = task(position, target, model=Model.KEPT_CARDS)
    return isinstance(asked, Task) and asked.model is Model.KEPT_CARDS


def _found(line: tuple[Move, ...] | None) -> tuple[ModelOutcome, tuple[Move, ...]]:
    return (ModelOutcome.NO_LINE, ()) if line is None else (ModelOutcome.REACHED, line)


def _holds(values: Sequence[bool]) -> Callable[[int], bool]:
    def holds(literal: int) -> bool:
        variable = abs(literal)
        return (variable == TRUE or values[variable - 1]) == (literal > 0)

    return holds


def _line_to_the_end(position: Position) -> tuple[Move, ...]:
    """Some line to the game's end, whatever it scores: in a final round a play is always legal."""
    line: list[Move] = []
    while not position.is_over:
        line.append(Play(position.hands[position.seat][0]))
        position = apply(position, line[-1])
    return tuple(line)
