"""The shape of an explanation (JSON, schema 1), and its JSON Schema."""

from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.formats.validation import StrictModel
from hanabi_solver.solver.result_schema import ErrorFile, ReasonFile, ResultFile

_CHANGES = Literal[
    "swap",
    "one-more-clue",
    "one-more-card",
    "one-more-card-in-the-pile",
    "unlimited-clues",
    "no-seat-order",
]


class WhatIfFile(StrictModel):
    """One change of the position, and whether it would be enough."""

    change: _CHANGES
    text: str = Field(description="The change in words.")
    answer: Literal["yes", "no", "unknown"]
    follows_from: _CHANGES | None = Field(
        description="The change whose answer settles this one; null if it was asked itself."
    )


class ChoiceFile(StrictModel):
    """All first moves of a position; useless cards count as one, and so do clues."""

    keeping: list[str]
    losing: list[str]
    undecided: list[str] = Field(description="Moves that hit a limit.")


class NarrownessFile(StrictModel):
    """How narrow the way to the goal is; turns are those of the game, the one after the line is its end."""

    first_moves: ChoiceFile | None = Field(description="null if no move is needed.")
    least_pace: int | None = Field(
        description="The fewest turns to spare on the line; null where there is no final round.", ge=0
    )
    pace_turn: int | None = Field(description="The first turn before which there are so few.", ge=1)
    least_tokens: int = Field(description="The fewest clue tokens on the line.", ge=0)
    tokens_turn: int = Field(description="The first turn before which there are so few.", ge=1)


class CommonStartFile(StrictModel):
    """What all lines to a score have in common."""

    score: int = Field(description="The goal if it can be reached, else the best score.", ge=0)
    moves: list[str] = Field(description="The moves with which all of them start.")
    choice: ChoiceFile | None = Field(
        description="The turn after these moves; null if the score is reached. Lines surely part there if "
        "two or more moves keep the score."
    )


class ExplanationFile(StrictModel):
    """Why a score is out of reach, or how narrow the way to it is."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    status: Literal["reachable", "unreachable", "undecided"] = Field(description="Of the goal.")
    kind: Literal["bound", "what-if"] | None = Field(
        description="What explains an unreachable goal: a named bound, or a change that would be enough."
    )
    goal: int = Field(description="The score that is asked about.", ge=0)
    best: int = Field(description="A line reaches this score.", ge=0)
    upper: int = Field(description="No line scores more than this.", ge=0)
    max_score: int = Field(description="The score with every suit complete.")
    reasons: list[ReasonFile] = Field(description="Bounds below the goal, the plainest first.")
    what_ifs: list[WhatIfFile] = Field(description="Empty if they were not asked.")
    missing: list[str] = Field(description="The cards that the line of an unreachable goal leaves out.")
    narrowness: NarrownessFile | None = Field(description="null unless the goal can be reached.")
    common_start: CommonStartFile | None = Field(
        description="Of the goal if it can be reached, else of the best score; null if that is not known, or "
        "no move is needed."
    )
    seconds: float = Field(description="Time it took.", ge=0)
    source: str = Field(description="What was explained: a file, a file and line, or a seed.")
    result: ResultFile = Field(description="The solve behind it; `verify` can recheck it.")


def explanation_schema() -> dict[str, Any]:
    """The JSON Schema of one line of `explain --json`."""
    schema = TypeAdapter(ExplanationFile | ErrorFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi explanation",
        "description": "One line of explain --json (docs/formats.md).",
        **schema,
    }
