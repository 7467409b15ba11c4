"""The variant and the options that a game file names, in `options` or at its top, and notes on other keys."""

from collections.abc import Iterable

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import MAX_FAULTS, shorten
from hanabi_solver.formats.hanablive.game_schema import GameFile, OptionsFile, RuleFields
from hanabi_solver.formats.hanablive.options import Options
from hanabi_solver.formats.hanablive.variants import NO_VARIANT, Variant, variant_by_id, variant_by_name
from hanabi_solver.formats.plain_text import one_line

# Options that change nothing that matters when every card is known.
_HARMLESS_OPTIONS = {
    "cardCycle",
    "correspondence",
    "gameName",
    "maxPlayers",
    "name",
    "password",
    "tableName",
    "timeBase",
    "timePerTurn",
    "timed",
}
# Keys at the top of files that say nothing of the rules.
_HARMLESS_KEYS = _HARMLESS_OPTIONS | {
    "characterMetadata",
    "comment",
    "datetimeFinished",
    "datetimeStarted",
    "endCondition",
    "id",
    "incrementNumGames",
    "notes",
    "numGamesOnThisSeed",
    "numTurns",
    "playerNames",
    "score",
    "tags",
}
_RULE_OPTIONS = (
    "one_extra_card",
    "one_less_card",
    "empty_clues",
    "deck_plays",
    "all_or_nothing",
    "speedrun",
)


def file_variant(file: GameFile, given: OptionsFile) -> Variant:
    """The variant that a file names in any of six places; No Variant where it names none.

    Raises InputError for an unknown one, and where two places name different ones.
    """
    found: list[tuple[str, Variant]] = []
    faults: list[Fault] = []
    for prefix, fields in (("options.", given), ("", file)):
        for key, name in (("variant", fields.variant), ("variantName", fields.variant_name)):
            if name is not None:
                _look_up(found, faults, prefix + key, name)
        if fields.variant_id is not None:
            _look_up(found, faults, f"{prefix}variantID", fields.variant_id)
    if faults:
        raise InputError(faults)
    if not found:
        return variant_by_name(NO_VARIANT)
    first, variant = found[0]
    differing = [
        Fault(
            place,
            f'expected "{variant.name}", which {first} names, got "{other.name}"',
            "a game has one variant: mend or remove one of them",
        )
        for place, other in found[1:]
        if other != variant
    ]
    if differing:
        raise InputError(differing)
    return variant


def _look_up(found: list[tuple[str, Variant]], faults: list[Fault], place: str, named: str | int) -> None:
    try:
        variant = variant_by_name(named, place) if isinstance(named, str) else variant_by_id(named, place)
    except InputError as error:
        faults.extend(error.faults)
    else:
        found.append((place, variant))


def file_options(file: GameFile, given: OptionsFile, players: int) -> Options:
    """The options that a file sets, in `options` or at its top.

    Raises InputError where these two disagree, for another number of players, and for a seat to start that is
    none.
    """
    faults: list[Fault] = []
    starts: list[tuple[str, int | None]] = [
        ("options.startingPlayer", given.starting_player),
        ("startingPlayer", file.starting_player),
        ("firstPlayer", file.first_player),
    ]
    named = [(place, seat) for place, seat in starts if seat is not None]
    for place, seat in named:
        if players >= 2 and not 0 <= seat < players:
            faults.append(Fault(place, f"expected a seat of 0 to {players - 1}, got {seat}"))
    for place, number in (("options.numPlayers", given.num_players), ("numPlayers", file.num_players)):
        if number is not None and number != players:
            text = f"expected {players}, as players says, got {number}"
            faults.append(Fault(place, text, "mend or remove one of them"))
    values: dict[str, bool] = {}
    for name in _RULE_OPTIONS:
        inner, outer = getattr(given, name), getattr(file, name)
        values[name] = bool(outer if inner is None else inner)
        if inner is not None and outer is not None and inner != outer:
            alias = RuleFields.model_fields[name].alias or name
            text = f"expected {_json(inner)}, as options.{alias} says, got {_json(outer)}"
            faults.append(Fault(alias, text, "mend or remove one of them"))
    if faults:
        raise InputError(faults)
    return Options(starting_player=named[0][1] if named else 0, **values)


def _json(value: bool) -> str:
    return "true" if value else "false"


def has_characters(file: GameFile, given: OptionsFile) -> bool:
    """Whether some player was bound by the rules of a character."""
    return any(
        (
            given.detrimental_characters,
            file.detrimental_characters,
            any(file.characters or ()),
            names_characters(given.character_assignments),
            names_characters(file.character_assignments),
        )
    )


def names_characters(assigned: object) -> bool:
    """Whether `characterAssignments` assigns any: `true`, or a list with a number or name for some seat.

    >>> names_characters([]), names_characters([None, 0])
    (False, True)
    """
    if isinstance(assigned, list):
        return any(each is not None and each != -1 for each in assigned)
    return assigned is True


def notes_on_keys(file: GameFile, given: OptionsFile) -> list[str]:
    """A note for each option and each key that is set and not known here, as it might change the rules."""
    options = _unknown((given.model_extra or {}).items(), _HARMLESS_OPTIONS)
    keys = _unknown((file.model_extra or {}).items(), _HARMLESS_KEYS)
    notes = [f"the option {name} is not known here, and taken to change nothing" for name in options]
    notes += [f"the key {name} is not known here, and taken to change nothing" for name in keys]
    more = len(notes) - MAX_FAULTS
    return notes if more <= 1 else [*notes[:MAX_FAULTS], f"and {more} more keys are not known here"]


def _unknown(items: Iterable[tuple[str, object]], harmless: set[str]) -> list[str]:
    return sorted(shorten(one_line(name)) for name, value in items if value and name not in harmless)
