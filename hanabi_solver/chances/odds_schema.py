"""The shape of odds (JSON, schema 1), and its JSON Schema."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.formats.validation import StrictModel
from hanabi_solver.solver.result_schema import ErrorFile

_Count = Annotated[str, Field(pattern="^[0-9]+$", description="A number of orders, as digits.")]


class OrdersWonFile(StrictModel):
    """How many orders are won: both numbers are the same if that is known."""

    least: _Count
    most: _Count


class DrawOddsFile(StrictModel):
    """What is left after a draw."""

    card: str = Field(description="The card drawn; x for all useless ones together.")
    ways: int = Field(description="How many cards of the pile it can be.", ge=1)
    orders: _Count
    orders_won: OrdersWonFile


class MoveOddsFile(StrictModel):
    """A kind of first move, played well from there on."""

    move: str = Field(description='Like "play r4", "discard x" (any useless card) or "clue".')
    orders_won: OrdersWonFile
    draws: list[DrawOddsFile] = Field(description="By the card drawn; empty where none is.")


class OddsFile(StrictModel):
    """The chance to reach a score where the cards of the pile are known, and their order is not."""

    schema_: Literal[1] = Field(alias="schema")
    status: Literal["exact", "bounds"] = Field(description="bounds: a limit was hit first.")
    target: int = Field(description="The score to reach.", ge=0)
    target_reason: Literal["given", "lost cards", "no order", "over"] = Field(
        description="lost cards: they allow no more; no order: none reaches more; over: the game is."
    )
    pile: list[str] = Field(description="The cards of the pile, by suit and rank.")
    orders: _Count
    orders_won: OrdersWonFile
    moves: list[MoveOddsFile] = Field(description="The best first; none if the game is over.")
    hangs_on: str = Field(description="What the best move hangs on, in words; empty if that is not known.")
    hindsight: _Count | None = Field(
        description="The orders that could be won if the order were known; null if not found out."
    )
    turn: int = Field(description="The turn of the game, from 1.", ge=1)
    seat: int = Field(description="The seat to move, from 0.", ge=0)
    nodes: int = Field(description="States that the search looked into.", ge=0)
    seconds: float = Field(ge=0)
    source: str


def odds_schema() -> dict[str, Any]:
    """The JSON Schema of what `odds --json` prints, a line a position."""
    schema = TypeAdapter(OddsFile | ErrorFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi odds",
        "description": "One line of odds --json (docs/formats.md).",
        **schema,
    }
