"""What a solve returns: the best score with its line, and the upper bound with its reasons."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.plain_text import one_line
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, steps
from hanabi_solver.names import Answer, Phase, SecondMethod, SettledBy, Status


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What a second method says about the upper bound of a result.

    `agrees` is false if it ran out of time.
    """

    method: SecondMethod
    agrees: bool


class Series(StrEnum):
    """What the parts of a longer question are counted as."""

    TURN = "turn"
    ORDER = "order"
    TURNS_OF_LINE = "turns of the shortest line"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True)
class Part:
    """Where a longer question is: at turn `at` of `of`, say.

    Of TURNS_OF_LINE the shortest line has `at` to `of` turns; of FUNCTION `at` are compiled.
    """

    series: Series
    at: int
    of: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What a running solve is doing: reported between slices of work.

    `target` is the score being decided; `best` and `upper` what is known by now; `nodes` the positions
    searched so far; `seconds` those since the start. `part` says which part of a longer question this is,
    or how far a compilation is.
    """

    phase: Phase
    target: int
    best: int
    upper: int
    nodes: int
    seconds: float
    part: Part | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """The answer for one position.

    `best` is the score that `line` reaches from `position`; no line exceeds `upper`, for the
    `reasons` given. With a `target`, the solve stopped as soon as it knew whether that score can be
    reached. `method` is the one that was asked for (a `names.Method`, but in a result that was read
    from JSON); the reasons name what proved the answer. `nodes` counts the positions that the search visited,
    `seconds` leaves out the loading of the search. `link` shows the line on hanab.live; None where it was
    not asked for or cannot be. `cross_check` is None unless a second method was asked. `settled_by` names
    what made `best` and `upper` meet: a bound, or what found the line; None while they differ, and in a
    result that was read from JSON, which does not hold it. `gap` says why they differ, where it is known
    that more time would not help. `first_turn` is the number of the line's first turn: 1 at a deal or at a
    position by itself, the turn of its game elsewhere. `least_turns` is None unless a shortest line was
    asked for and `best` is proved: no line to it has fewer turns, and `line` is the shortest if it has so
    many.
    """

    position: Position
    best: int
    upper: int
    reasons: tuple[Bound, ...]
    line: tuple[Move, ...]
    method: str
    target: int | None
    seconds: float
    nodes: int
    seed: int
    versions: Mapping[str, str]
    source: str = ""
    link: str | None = None
    cross_check: CrossCheck | None = None
    settled_by: SettledBy | None = None
    gap: str = ""
    first_turn: int = 1
    least_turns: int | None = None

    def steps(self) -> Iterator[Step]:
        """The turns of the line, each with the positions around it; `print(step)` says it in words."""
        return steps(self.position, self.line, self.first_turn)

    def to_json(self) -> str:
        """The result as one line of JSON (docs/result.schema.json), as `solve --json` prints it."""
        from hanabi_solver.solver.result_json import format_result

        return format_result(self)

    def __str__(self) -> str:
        """The answer in one line."""
        from hanabi_solver.solver.words import summary

        return f"{one_line(self.source)}: {summary(self)}" if self.source else summary(self)

    def __repr__(self) -> str:
        return f"<Result {replace(self, source=shorten(self.source))}>"

    @property
    def status(self) -> Status:
        """Optimal only when the line reaches the upper bound, and the second method, if asked, agrees."""
        return Status.OPTIMAL if self.best == self.upper and self._is_confirmed else Status.BOUNDS

    @property
    def answer(self) -> Answer | None:
        """Whether the target can be reached; None if no target was given."""
        if self.target is None:
            return None
        if self.best >= self.target:
            return Answer.YES
        return Answer.NO if self.upper < self.target and self._is_confirmed else Answer.UNKNOWN

    @property
    def is_shortest(self) -> bool:
        """Whether it is proved that no line to `best` has fewer turns than `line`."""
        return self.least_turns == len(self.line)

    @property
    def _is_confirmed(self) -> bool:
        return self.cross_check is None or self.cross_check.agrees
