"""hanab.live's game files (JSON), in both directions."""

import json
from typing import Any

from hanabi_solver.errors import Fault, InputError, UnsupportedRules
from hanabi_solver.formats.counting import checked_deal
from hanabi_solver.formats.faults import capped_error, runs, shorten
from hanabi_solver.formats.hanablive.actions import Action, ActionTable, GameEnd
from hanabi_solver.formats.hanablive.file_rules import (
    file_options,
    file_variant,
    has_characters,
    names_characters,
    notes_on_keys,
)
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_schema import ActionFile, CardFile, GameFile, OptionsFile
from hanabi_solver.formats.hanablive.old_files import from_old_form
from hanabi_solver.formats.hanablive.options import Options, changed_options, rules_for
from hanabi_solver.formats.hanablive.seeds import SEED_HELP, deal_of, differences, is_seed, notes_on_numbers
from hanabi_solver.formats.hanablive.variants import Variant
from hanabi_solver.formats.validation import parse_json, validate
from hanabi_solver.game.cards import START_RANK, Card, format_card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.words import SEAT_NAMES, seat_names
from hanabi_solver.names import Stacking


def is_game(data: Any) -> bool:
    """Whether JSON data looks like a game of hanab.live rather than a puzzle.

    >>> is_game({"players": ["Alice", "Bob"], "seed": "p2v0s1"}), is_game({"hands": []})
    (True, False)
    """
    return isinstance(data, dict) and "rules" not in data and ("players" in data or "actions" in data)


def parse_game(text: str, source: str = "") -> Game:
    """The game that JSON text describes; `source` names the text in errors.

    Without a deck, the seed gives it, and must be one of the file's players and variant. With both, the
    deck counts, and `Game.notes` says if the seed would give another, or is one of other players or
    another variant. Raises InputError with every fault found and its place, and UnsupportedRules for games
    whose rules are not handled. The moves are not replayed (`Game.replay`).
    """
    try:
        return read_game(parse_json(text))
    except InputError as error:
        raise capped_error(error, source) from error


def read_game(data: Any, *, without_characters: bool = False) -> Game:
    """The game that JSON data describes; otherwise like `parse_game`.

    `without_characters` gives the deal of a game with detrimental characters, which is refused otherwise:
    without them and without the moves, and with a note that says so.
    """
    if not isinstance(data, dict):
        raise InputError([Fault("", "expected a JSON object, got another kind of value")])
    data, old_notes = from_old_form(data)
    file = validate(GameFile, data)
    given = file.options or OptionsFile()
    lacks_characters = has_characters(file, given)
    if lacks_characters and not without_characters:
        raise UnsupportedRules([_WITH_CHARACTERS])
    variant = file_variant(file, given)
    players = _read_players(file)
    options = file_options(file, given, len(players))
    rules = rules_for(variant, len(players), options)
    notes = [*old_notes, *notes_on_keys(file, given)]
    seed = file.seed or ""
    if file.deck:
        deal = checked_deal(rules, _read_deck(file.deck, rules))
        notes += _notes_on_seed(seed, variant, options, deal)
    elif seed:
        _check_seed(seed, variant, len(players))
        deal = deal_of(seed, variant, len(players), options)
    else:
        raise InputError([Fault("deck", "expected a deck or a seed, got neither", "add one of them")])
    if lacks_characters:
        notes.append(_WITHOUT_CHARACTERS)
        return Game(variant, players, deal, (), options, seed, None, tuple(notes), lacks_characters=True)
    moves, end = _read_actions(file.actions or [], ActionTable(variant, len(players), deal.deck))
    return Game(variant, players, deal, tuple(moves), options, seed, end, tuple(notes))


def format_game(game: Game) -> str:
    """The game as a JSON file, with deck and seed; parsing it gives the same game (without its notes)."""
    table = game.table
    actions = [table.action(move) for move in game.moves]
    if game.end is not None:
        actions.append(game.end.action)
    data: dict[str, Any] = {
        "players": list(game.players),
        "deck": [{"suitIndex": card.suit, "rank": card.rank} for card in game.deal.deck],
        "actions": [_action_data(action) for action in actions],
        "options": _options_data(game),
    }
    if game.seed:
        data["seed"] = game.seed
    return json.dumps(data, ensure_ascii=False) + "\n"


def _action_data(action: Action) -> dict[str, int]:
    data = {"type": int(action.type), "target": action.target}
    return data if action.value is None else {**data, "value": action.value}


def _options_data(game: Game) -> dict[str, Any]:
    return {"variant": game.variant.name, **changed_options(game.options)}


def refuse_characters(data: Any) -> None:
    """Raise UnsupportedRules if JSON data is a game with detrimental characters, whatever else it holds."""
    if is_game(data):
        options = data.get("options")
        given = [data, options] if isinstance(options, dict) else [data]
        characters = data.get("characters")
        if (isinstance(characters, list) and any(characters)) or any(
            each.get("detrimentalCharacters") is True or names_characters(each.get("characterAssignments"))
            for each in given
        ):
            raise UnsupportedRules([_WITH_CHARACTERS])


_WITH_CHARACTERS = Fault(
    "options.detrimentalCharacters",
    "expected a game without detrimental characters, got one with them",
    "they bind each player to rules of their own, which are not supported; for the deal without them: "
    "solve or show with --without-characters (without_characters=True from Python)",
)
_WITHOUT_CHARACTERS = (
    "read without its characters and its moves: a best score is that of the deal alone, and the characters' "
    "rules may make it unreachable"
)


def _read_players(file: GameFile) -> tuple[str, ...]:
    if isinstance(file.players, int):
        if not 2 <= file.players <= len(SEAT_NAMES):
            raise InputError([Fault("players", f"expected 2 to {len(SEAT_NAMES)}, got {file.players}")])
        return seat_names(file.players)
    return tuple(file.players)


def _read_deck(cards: list[CardFile], rules: Rules) -> tuple[Card, ...]:
    faults = _hidden(cards)
    for index, card in enumerate(cards):
        if card.is_hidden:
            continue
        if not 0 <= card.suit_index < len(rules.suits):
            place, highest = f"deck[{index}].suitIndex", len(rules.suits) - 1
            faults.append(Fault(place, f"expected a suit's number of 0 to {highest}, got {card.suit_index}"))
        start = (START_RANK,) if rules.stacking is Stacking.UP_OR_DOWN else ()
        if card.rank not in (*range(1, rules.ranks + 1), *start):
            place, or_start = f"deck[{index}].rank", f", or {START_RANK} for START" if start else ""
            faults.append(Fault(place, f"expected a rank of 1 to {rules.ranks}{or_start}, got {card.rank}"))
    if faults:
        raise InputError(faults)
    return tuple(Card(card.suit_index, card.rank) for card in cards)


def _hidden(cards: list[CardFile]) -> list[Fault]:
    """One fault for all cards that the file does not show, as in a game that goes on."""
    hidden = [index for index, card in enumerate(cards) if card.is_hidden]
    if not hidden:
        return []
    number = f"{len(hidden)} unknown card{'' if len(hidden) == 1 else 's'}"
    advice = "a game that goes on hides cards: save its file when it is over"
    text = f"expected every card of the deck, got {number} (suit or rank -1): {runs(hidden)}"
    return [Fault(f"deck[{hidden[0]}]", text, advice)]


def _check_seed(seed: str, variant: Variant, players: int) -> None:
    """Refuse a seed that is to give the deck but is none, or is one of another game."""
    if not is_seed(seed):
        raise InputError([Fault("seed", f'expected a seed, got "{shorten(seed)}"', SEED_HELP)])
    faults = [
        Fault(
            "seed",
            f'expected a seed of {wanted}, as the file says, got "{shorten(seed)}" of {got}',
            "mend what is wrong, or add the deck: it counts before the seed",
        )
        for got, wanted in differences(seed, variant, players)
    ]
    if faults:
        raise InputError(faults)


def _notes_on_seed(seed: str, variant: Variant, options: Options, deal: Deal) -> list[str]:
    if not seed:
        return []
    notes = notes_on_numbers(seed, variant, deal.rules.players)
    dealt = deal_of(seed, variant, deal.rules.players, options).deck
    differing = [index for index, card in enumerate(deal.deck) if card != dealt[index]]
    if not differing:
        return notes
    first, letters = differing[0], deal.rules.letters
    differ = f"{counted(len(differing), 'card')} {'differs' if len(differing) == 1 else 'differ'}"
    return [
        *notes,
        f'the deck is not that of the seed "{seed}": {differ}, the first at deck index '
        f"{first} ({format_card(deal.deck[first], letters)}; the seed gives "
        f"{format_card(dealt[first], letters)}); the deck counts",
    ]


def _read_actions(actions: list[ActionFile], table: ActionTable) -> tuple[list[Move], GameEnd | None]:
    moves: list[Move] = []
    faults: list[Fault] = []
    end: GameEnd | None = None
    for index, file in enumerate(actions):
        place = f"actions[{index}]"
        try:
            move = table.move(Action(file.type, file.target, file.value), place)
        except InputError as error:
            faults.extend(error.faults)
            continue
        if end is not None:
            faults.append(Fault(place, "expected no action after the end of the game, got one"))
        elif isinstance(move, GameEnd):
            end = move
        else:
            moves.append(move)
    if faults:
        raise InputError(faults)
    return moves, end
