"""The shape of a study's report (JSON, schema 1), and its JSON Schema."""

from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.formats.validation import StrictModel


class ShareFile(StrictModel):
    """The share of winnable deals, from 0 to 1."""

    least: float = Field(description="In these deals, if all open ones were lost.", ge=0, le=1)
    most: float = Field(description="In these deals, if all open ones could be won.", ge=0, le=1)
    low: float = Field(
        description="Lower end of Wilson's interval, nominally 95 %, all open deals lost.", ge=0, le=1
    )
    high: float = Field(
        description="Upper end of Wilson's interval, nominally 95 %, all open deals won.", ge=0, le=1
    )


class MeanFile(StrictModel):
    """The mean best score."""

    least: float = Field(description="If each undecided deal had its lower bound.")
    most: float = Field(description="If each undecided deal had its upper bound.")


class ScoreCountFile(StrictModel):
    """How many deals have a proved best score."""

    best: int
    deals: int


class ReasonCountFile(StrictModel):
    """How many lost deals have a bound as their first reason."""

    bound: str = Field(
        description="Short name of the bound: composition, pace, last-round, single-hand, search, cpsat, sat."
    )
    deals: int


class PercentileFile(StrictModel):
    """The time within which so many per cent of the deals were solved."""

    percent: int
    at: float = Field(description="Seconds.")


class SecondsFile(StrictModel):
    """Times to solve a deal, in seconds."""

    percentiles: list[PercentileFile]
    slowest: float
    total: float
    shared: int = Field(
        description="Deals settled by the fast lane: the time of each is an equal share of its batch's."
    )


class HardDealFile(StrictModel):
    """A deal that took long."""

    deal: str = Field(description="Its seed, link, or what a random deal is made of.")
    best: int
    upper: int = Field(description="More than best if the deal is undecided.")
    seconds: float
    nodes: int = Field(description="Positions that the search visited.")


class GroupFile(StrictModel):
    """The deals of one variant and number of players."""

    variant: int = Field(description="hanab.live's id of the variant.")
    variant_name: str
    players: int
    max_score: int = Field(description="The score with every suit complete.")
    deals: int
    winnable: int = Field(description="Deals that reach max_score.")
    lost: int = Field(description="Deals that are proved not to.")
    open: int = Field(description="Deals that are neither.")
    undecided: int = Field(description="Deals without a proved best score; open ones are among them.")
    share: ShareFile
    mean_best: MeanFile
    scores: list[ScoreCountFile] = Field(description="Decided deals by best score, the highest first.")
    reasons: list[ReasonCountFile] = Field(description="Lost deals by the first reason of their upper bound.")
    seconds: SecondsFile
    hardest: list[HardDealFile] = Field(description="The slowest first.")


class SettingFile(StrictModel):
    """A version of the solver and limits for each deal."""

    solver: str
    method: str
    time_limit: float | None = Field(description="Seconds; null: none.")
    memory_limit: int = Field(description="Bytes.")
    deals: int = Field(description="Deals of this report that were solved so.")


class StudyFile(StrictModel):
    """What a study says."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    groups: list[GroupFile]
    settings: list[SettingFile]
    seeds: list[str] = Field(description="What its runs were asked to solve.")
    first_run: str = Field(description="When the first run started (UTC).")
    last_run: str = Field(description="When the last run started (UTC).")
    versions: dict[str, str] = Field(description="Versions that it was solved with.")
    random_decks: str | None = Field(description="How random decks were dealt; null if there are none.")


def study_schema() -> dict[str, Any]:
    """The JSON Schema of `study report --json`."""
    schema = TypeAdapter(StudyFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Hanabi study",
        "description": "What study report --json prints (docs/formats.md).",
    }
