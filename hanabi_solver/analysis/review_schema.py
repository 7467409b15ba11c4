"""The shape of a review (JSON, schema 1), and its JSON Schema."""

from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.formats.validation import StrictModel
from hanabi_solver.solver.result_schema import ErrorFile, FullRulesFile, ReasonFile, TurnFile


class ReachFile(StrictModel):
    """The best score that can be reached from a position; the two differ if a limit was hit."""

    best: int = Field(description="A line reaches this score.", ge=0)
    upper: int = Field(description="No line scores more than this.", ge=0)


class GameTurnFile(TurnFile):
    """A move at a turn of the game."""

    turn: int = Field(description="The turn of the game, 1 for its first move.", ge=1)


class ReviewedTurnFile(GameTurnFile):
    """A move of the game, and the best score in reach around it."""

    before: ReachFile
    after: ReachFile


class DropFile(StrictModel):
    """A move that lowered the best score in reach, and what would have kept it."""

    turn: int = Field(description="The turn of the game.", ge=1)
    seat: int = Field(description="The seat that moved.", ge=0)
    move: str = Field(description="The move, named like a first move of a puzzle.")
    before: ReachFile
    after: ReachFile
    keeping: list[str] = Field(description="All first moves after which before.best can still be reached.")
    undecided: list[str] = Field(description="First moves that could not be decided within the limits.")
    reasons: list[ReasonFile] = Field(description="Why before.best is out of reach after the move.")
    line: list[GameTurnFile] = Field(
        description="A line from before the move to before.best; empty if the stacks had that score already."
    )
    link: str | None = Field(description="Where the line can be watched on hanab.live; null if it cannot.")


class LossFile(StrictModel):
    """How max_score got out of reach."""

    first_turn: int = Field(description="The earliest turn whose move may have done it; 0: the deal.", ge=0)
    last_turn: int = Field(description="The latest; the same if all is decided.", ge=0)
    reasons: list[ReasonFile] = Field(description="Why it is out of reach after last_turn.")


class ReviewFile(StrictModel):
    """A game turn by turn."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    status: Literal["decided", "bounds"] = Field(
        description="decided if every score and every move that keeps one is known, else bounds."
    )
    best: ReachFile = Field(description="What the deal allows.")
    end: ReachFile = Field(description="What could still be reached after the last move.")
    score: int = Field(description="The score after the last move, as the rules count it.", ge=0)
    recorded: int | None = Field(
        default=None,
        description="The score as hanab.live records it: 0 if the game was stopped; null if it is not over.",
        ge=0,
    )
    on_stacks: int | None = Field(
        default=None, description="The number of cards on the stacks after the last move.", ge=0
    )
    max_score: int = Field(description="The score with every suit complete.")
    ending: str = Field(
        description="How the game ended: by the rules (strikeout, perfect, final round over), 'no "
        "further point' where the site ends a game by itself, why it was "
        "stopped (terminated, time ran out, ...), or 'not stated'."
    )
    loss: LossFile | None = Field(description="null as long as max_score is not proved to be out of reach.")
    players: list[str] = Field(description="The players' names, from seat 0.")
    variant: str = Field(description="The name of hanab.live's variant.")
    rules: FullRulesFile
    deck: str = Field(description="All cards in the order they are dealt, as one text.")
    turns: list[ReviewedTurnFile]
    drops: list[DropFile]
    seconds: float = Field(description="Time it took.", ge=0)
    questions: int = Field(description="Positions that were solved for the scores of the turns.", ge=0)
    seed: int = Field(description="Seed of the search's random choices.")
    versions: dict[str, str] = Field(description="Versions of the solver and of what it is built on.")
    source: str = Field(description="What was reviewed: a file, a file and line, or link.")


def review_schema() -> dict[str, Any]:
    """The JSON Schema of one line of `review --json`."""
    schema = TypeAdapter(ReviewFile | ErrorFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi game review",
        "description": "One line of review --json (docs/formats.md).",
        **schema,
    }
