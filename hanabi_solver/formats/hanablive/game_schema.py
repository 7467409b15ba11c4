"""The shape of hanab.live's game files; what the values mean is checked elsewhere."""

from pydantic import ConfigDict, Field

from hanabi_solver.formats.validation import StrictModel


class _OpenModel(StrictModel):
    """Files of the site hold more than what matters here: unknown keys are no fault."""

    model_config = ConfigDict(extra="ignore", strict=True, populate_by_name=True)


class CardFile(_OpenModel):
    """A card of the deck."""

    suit_index: int = Field(alias="suitIndex")
    rank: int


class ActionFile(_OpenModel):
    """An action: what kind it is, which card or seat it is about, and its value."""

    type: int
    target: int
    value: int | None = 0


class OptionsFile(_OpenModel):
    """The options of a game; those that are not listed are kept, to be judged by name."""

    model_config = ConfigDict(extra="allow")

    variant: str | None = None
    starting_player: int | None = Field(default=None, alias="startingPlayer")
    one_extra_card: bool | None = Field(default=None, alias="oneExtraCard")
    one_less_card: bool | None = Field(default=None, alias="oneLessCard")
    empty_clues: bool | None = Field(default=None, alias="emptyClues")
    deck_plays: bool | None = Field(default=None, alias="deckPlays")
    all_or_nothing: bool | None = Field(default=None, alias="allOrNothing")
    speedrun: bool | None = None
    detrimental_characters: bool | None = Field(default=None, alias="detrimentalCharacters")


class GameFile(_OpenModel):
    """A whole game; `deck` may be missing where `seed` is given."""

    players: list[str] | int
    deck: list[CardFile] | None = None
    actions: list[ActionFile] | None = None
    options: OptionsFile | None = None
    seed: str | None = None
    characters: list[object] | None = None
    starting_player: int | None = Field(default=None, alias="startingPlayer")
    first_player: int | None = Field(default=None, alias="firstPlayer")
