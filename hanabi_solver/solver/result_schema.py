"""The shape of a result (JSON, schema 1), and its JSON Schema."""

from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.formats.puzzle_schema import CluesFile, SuitFile
from hanabi_solver.formats.validation import StrictModel
from hanabi_solver.names import Stacking


class ReasonFile(StrictModel):
    """An upper bound on the score."""

    bound: str = Field(
        description="Short name of the bound: composition, pace, last-round, single-hand, choices, "
        "search, cpsat, sat."
    )
    value: int = Field(description="No line scores more than this.")
    text: str = Field(description="The reason in a sentence.")


class TurnFile(StrictModel):
    """One move of the line."""

    turn: int = Field(description="The turn of the game; 1 is the deal, or the position solved.", ge=1)
    seat: int = Field(description="The seat that moves.", ge=0)
    action: Literal["play", "discard", "clue"]
    card: str | None = Field(default=None, description="The card, for a play or discard.")
    deck_index: int | None = Field(default=None, description="Its place in position.deck, from 0.")
    target: int | None = Field(default=None, description="The seat that gets the clue.")
    suit_or_rank: str | None = Field(
        default=None, description="What the clue names: a suit's or colour's letter, or a digit."
    )


class FullRulesFile(StrictModel):
    """The rules, every value stated."""

    players: int
    suits: list[SuitFile]
    hand_size: int
    token_limit: int
    strike_limit: int
    empty_clues: bool
    strikeout_scores: bool
    first_seat: int
    clue_cost: int
    suit_regains: bool
    deck_plays: bool
    all_or_nothing: bool
    discard_at_limit: bool = False
    speedrun: bool = False
    stacking: Stacking = Field(default=Stacking.BY_RANK, strict=False)
    clues: CluesFile | None = Field(default=None, description="Which clues there are, if not the usual ones.")


class ResultPositionFile(StrictModel):
    """The position that was solved."""

    deck: str = Field(description="Cards by deck index, as one text; those drawn before are in it too.")
    hands: list[list[int]] = Field(description="Deck indices by seat, oldest card first.")
    draw_index: int = Field(description="Deck index of the next card to draw.", ge=0)
    stacks: dict[str, int]
    discards: str
    tokens: int
    strikes: int
    seat: int
    turns_left: int | None = Field(description="Turns left in the final round; null before it.")
    stack_ranks: dict[str, list[int]] | None = Field(
        default=None,
        description="The ranks on each stack from the bottom, 7 for START; where suits have no set order.",
    )
    last_clue: Literal["colour", "rank"] | None = Field(
        default=None, description="The kind of the last clue where kinds must alternate."
    )


class CrossCheckFile(StrictModel):
    """What a second method says (solve --cross-check)."""

    method: Literal["search", "cpsat", "sat", "recheck", "engine"] = Field(
        description="Who was asked; recheck is plain Python, engine where the line is all there is to check."
    )
    agrees: bool = Field(description="Whether it proves the upper bound too; false if it ran out of time.")


class ShortestFile(StrictModel):
    """How short the line is (solve --shortest)."""

    turns: int = Field(description="The turns of the line.", ge=0)
    least: int = Field(
        description="No line to best has fewer turns; the line is proved the shortest if it has so many.",
        ge=0,
    )


class ResultFile(StrictModel):
    """The answer for one position."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    status: Literal["optimal", "bounds"] = Field(
        description="optimal exactly if best equals upper and cross_check, if any, agrees."
    )
    best: int = Field(description="The score that the line reaches.")
    upper: int = Field(description="No line scores more than this.")
    max_score: int = Field(description="The score with every suit complete.")
    target: int | None = Field(description="The score that was asked about, or null.")
    answer: Literal["yes", "no", "unknown"] | None = Field(
        description="Whether target can be reached, or null."
    )
    reasons: list[ReasonFile]
    line: list[TurnFile]
    gap: str = Field(
        default="", description="Why best and upper differ, where more time would not help; left out else."
    )
    shortest: ShortestFile | None = Field(
        default=None, description="Left out unless a shortest line was asked for and best is proved."
    )
    link: str | None = Field(
        default=None, description="Where the line can be watched on hanab.live; null if it cannot."
    )
    cross_check: CrossCheckFile | None = Field(default=None, description="Null unless it was asked for.")
    method: str = Field(description="What proved the answer.")
    seconds: float = Field(description="Time it took.", ge=0)
    nodes: int = Field(description="Positions that the search visited.", ge=0)
    seed: int
    versions: dict[str, str] = Field(description="Versions of the solver and of what it is built on.")
    rules: FullRulesFile
    position: ResultPositionFile
    source: str = Field(description="What was solved: a file, a file and line, or a seed.")


class FaultFile(StrictModel):
    """One thing wrong with an input."""

    place: str
    text: str
    help: str


class ErrorFile(StrictModel):
    """Stands in the place of a result when the input was faulty."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    status: Literal["error"]
    source: str
    errors: list[FaultFile]


def result_schema() -> dict[str, Any]:
    """The JSON Schema of one line of `solve --json`."""
    schema = TypeAdapter(ResultFile | ErrorFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi solver result",
        "description": "One line of solve --json (docs/formats.md).",
        **schema,
    }
