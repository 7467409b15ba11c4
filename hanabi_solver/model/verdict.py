"""What a solver of the model says about one target."""

from dataclasses import dataclass
from enum import StrEnum

from hanabi_solver.game.moves import Move


class ModelOutcome(StrEnum):
    """What is known about a target in the end.

    NO_LINE: there is a solution with kept cards, but it makes no line (where strikes are scarce).
    """

    REACHED = "reached"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    NO_LINE = "no line"


@dataclass(frozen=True, slots=True)
class ModelVerdict:
    """The answer to "can the target be reached?".

    `line` reaches it (only if `outcome` is REACHED): to the target, or to the game's end where a
    score that is reached can still be lost. `seconds` is the time in all, `build_seconds` that of
    writing the model; the counts are 0, and `model` (a name in `kinds.Model`) is empty, if none was needed.
    """

    outcome: ModelOutcome
    line: tuple[Move, ...] = ()
    seconds: float = 0.0
    build_seconds: float = 0.0
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0
    branches: int = 0
    model: str = ""


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """A limit was hit while the model was written."""
