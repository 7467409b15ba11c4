"""The shape of a puzzle file (JSON), and its JSON Schema; what the values mean is checked elsewhere."""

from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.formats.validation import StrictModel
from hanabi_solver.names import HandsOrder, Stacking

DECK_KEY = "deck"
POSITION_KEYS = (
    "stacks",
    "hands",
    "hands_order",
    "pile",
    "tokens",
    "strikes",
    "seat",
    "turns_left",
    "last_clue",
    "discards",
)

Cards = str | list[str]


class SuitFile(StrictModel):
    """A suit with copies of its own."""

    letter: str = Field(description="A small letter other than x.")
    copies: list[int] = Field(description="Copies of rank 1, 2, ...; as many ranks in every suit.")
    reversed: bool = Field(default=False, description="Whether it is played from the highest rank down to 1.")
    first: int = Field(
        default=0,
        description="The rank that it starts at, going up and from the highest round to 1; 0: none.",
    )


class ColourClueFile(StrictModel):
    """A colour that clues can name."""

    name: str = Field(description="What it is called.")
    letter: str = Field(description="The small letter that clues are written with.")
    touches: str = Field(
        description="Letters of suits, each with the ranks touched (S: START): 'r12345 m12345'."
    )


class RankClueFile(StrictModel):
    """A rank that clues can name."""

    rank: int = Field(description="The rank.")
    touches: str = Field(description="As for a colour.")


class CluesFile(StrictModel):
    """All clues that there are, where they are not the usual ones."""

    colours: list[ColourClueFile] = Field(description="The colours, in the order of their numbers.")
    ranks: list[RankClueFile] = Field(description="The ranks.")
    alternate: bool = Field(default=False, description="Whether no two clues in a row name the same kind.")
    empty_colours: bool = Field(default=False, description="Whether a clue of a colour may touch no card.")
    empty_ranks: bool = Field(default=False, description="Whether a clue of a rank may touch no card.")


class RulesFile(StrictModel):
    """Rules that differ from the standard ones."""

    players: int | None = Field(
        default=None, description="2 to 6; needed with a deck, else the number of hands."
    )
    suits: str | list[SuitFile] = Field(
        default="rygbp", description="The suits' letters, or suits with copies."
    )
    dark: str = Field(default="", description="Letters of the suits that hold one card of each rank.")
    reversed: str = Field(
        default="",
        description="Letters of the suits that are played from 5 down to 1, with as many copies of the 5 "
        "as others have of the 1.",
    )
    hand_size: int | None = Field(
        default=None, description="5 for 2-3 players, 4 for 4-5, 3 for 6 if not given."
    )
    token_limit: int = Field(default=8, description="The most clue tokens there can be.")
    strike_limit: int = Field(default=3, description="The strike that ends the game.")
    empty_clues: bool = Field(default=False, description="Whether a clue may mark no card.")
    strikeout_scores: bool = Field(
        default=False, description="Whether the stacks count after the last strike."
    )
    first_seat: int = Field(default=0, description="The seat that moves first in a deal.")
    clue_cost: int = Field(
        default=1,
        description="Tokens that a clue costs, 1 or 2; 2 with a token_limit of 16 where a discard regains "
        "half a clue.",
    )
    suit_regains: bool = Field(default=True, description="Whether completing a suit regains a token.")
    deck_plays: bool = Field(
        default=False,
        description="Whether the last card of the draw pile may be played or discarded from there.",
    )
    all_or_nothing: bool = Field(
        default=False,
        description="Whether only the maximum counts, in a game that has no final round (docs/rules.md).",
    )
    discard_at_limit: bool = Field(
        default=False,
        description="Whether a discard is legal while all clue tokens are there (it gains nothing then).",
    )
    speedrun: bool = Field(
        default=False, description="Whether the game is lost once the maximum is out of reach."
    )
    stacking: Stacking = Field(
        default=Stacking.BY_RANK,
        strict=False,  # a text in JSON
        description="How stacks grow. In up-or-down, S is START, which copies state last.",
    )
    clues: CluesFile | None = Field(
        default=None,
        description="Which clues there are and what they touch, if not a colour a suit and every rank.",
    )


class ExpectFile(StrictModel):
    """What the puzzle claims about itself."""

    best: int = Field(description="The best score that can be reached.")
    first_moves: list[str] | None = Field(
        default=None,
        description="All first moves that keep the best score: 'play r4', 'misplay y1', 'discard y1', "
        "'clue', and 'play r5 from the pile' with deck_plays; 'x' is any useless card.",
    )


class _CommonFile(StrictModel):
    title: str = Field(default="", description="A name for people.")
    source: str = Field(default="", description="Where the puzzle comes from.")
    comment: str | list[str] = Field(default="", description="Notes for people, a text or one for each line.")
    rules: RulesFile = RulesFile()
    expect: ExpectFile | None = None


class DealFile(_CommonFile):
    """A puzzle that starts with a full deal."""

    deck: Cards = Field(description="All cards in the order they are dealt: 'r4p1...' or ['r4', 'p1', ...].")


class PositionFile(_CommonFile):
    """A puzzle that starts in the middle of a game."""

    stacks: str | dict[str, int] = Field(
        description="Height of each stack: 'r3 y5' or {'r': 3, 'y': 5}; a suit not named has none. "
        "Where suits have no set order, all cards on the stacks, each suit's from the bottom: 'rS r2 y5'."
    )
    hands: list[Cards] = Field(
        description="The hands from seat 0, oldest card first unless hands_order says otherwise; "
        "x: a useless card."
    )
    hands_order: HandsOrder = Field(
        default=HandsOrder.OLDEST_FIRST,
        strict=False,  # a text in JSON
        description="Which card of each hand is listed first.",
    )
    pile: Cards = Field(default="", description="The draw pile, next card first; x: a useless card.")
    tokens: int = Field(description="Clue tokens there are.")
    strikes: int = Field(default=0, description="Strikes so far.")
    seat: int = Field(default=0, description="The seat to move.")
    turns_left: int | None = Field(
        default=None,
        description="Turns the final round still has; needed once the draw pile is empty, only then.",
    )
    last_clue: Literal["colour", "rank"] | None = Field(
        default=None, description="The kind of the last clue, where the kinds must alternate."
    )
    discards: Cards | None = Field(
        default=None, description="The discard pile; if not given, it holds every card that is nowhere else."
    )


def puzzle_schema() -> dict[str, Any]:
    """The JSON Schema of puzzle files."""
    schema = TypeAdapter(DealFile | PositionFile).json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi puzzle",
        "description": "A full deal or a position with every card known (docs/formats.md).",
        **schema,
    }
