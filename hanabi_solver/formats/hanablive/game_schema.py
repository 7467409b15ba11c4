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

    @property
    def is_hidden(self) -> bool:
        """Whether the file does not say which card it is."""
        return self.suit_index == -1 or self.rank == -1


class ActionFile(_OpenModel):
    """An action: what kind it is, which card or seat it is about, and its value."""

    type: int
    target: int
    value: int | None = 0


class RuleFields(_OpenModel):
    """What changes the rules of a game: an object of its own, or (in old files) at the top."""

    variant: str | None = None
    variant_name: str | None = Field(default=None, alias="variantName")
    variant_id: int | None = Field(default=None, alias="variantID")
    num_players: int | None = Field(default=None, alias="numPlayers")
    starting_player: int | None = Field(default=None, alias="startingPlayer")
    one_extra_card: bool | None = Field(default=None, alias="oneExtraCard")
    one_less_card: bool | None = Field(default=None, alias="oneLessCard")
    empty_clues: bool | None = Field(default=None, alias="emptyClues")
    deck_plays: bool | None = Field(default=None, alias="deckPlays")
    all_or_nothing: bool | None = Field(default=None, alias="allOrNothing")
    speedrun: bool | None = None
    detrimental_characters: bool | None = Field(default=None, alias="detrimentalCharacters")
    character_assignments: bool | list[object] | None = Field(default=None, alias="characterAssignments")


# The keys that change the rules of a game wherever they stand.
RULE_KEYS = frozenset(
    {
        *(field.alias or name for name, field in RuleFields.model_fields.items()),
        "characters",
        "firstPlayer",
    }
)


class OptionsFile(RuleFields):
    """The options of a game; those that are not listed are kept, to be judged by name."""

    model_config = ConfigDict(extra="allow")


class GameFile(RuleFields):
    """A whole game; `deck` may be missing where `seed` is given. Other keys are kept, as those of options."""

    model_config = ConfigDict(extra="allow")

    players: list[str] | int
    deck: list[CardFile] | None = None
    actions: list[ActionFile] | None = None
    options: OptionsFile | None = None
    seed: str | None = None
    characters: list[object] | None = None
    first_player: int | None = Field(default=None, alias="firstPlayer")
