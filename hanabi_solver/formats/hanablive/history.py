"""Summaries of games in hanab.live's lists, of a user or a seed: they hold neither decks nor moves."""

from dataclasses import replace
from typing import Any

from pydantic import Field

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_files import read_game
from hanabi_solver.formats.hanablive.game_schema import RULE_KEYS, OptionsFile
from hanabi_solver.formats.hanablive.seeds import is_seed, numbers_of
from hanabi_solver.formats.validation import StrictModel, validate

_MARKS = ("score", "playerNames", "num_players", "users", "numTurns")


class _Summary(StrictModel, extra="ignore"):
    """What is read of a summary."""

    id: int
    seed: str | None = None
    options: OptionsFile | None = None
    names: list[str] | str | None = Field(default=None, alias="playerNames")


def is_summary(data: Any) -> bool:
    """Whether JSON data is a game in a list of hanab.live, which holds neither its deck nor its moves.

    >>> is_summary({"id": 7, "score": 25, "seed": "p2v0s1"}), is_summary({"id": 7, "players": 2, "deck": []})
    (True, False)
    """
    return (
        isinstance(data, dict)
        and "id" in data
        and any(mark in data for mark in _MARKS)
        and not {"deck", "actions", "players", "hands"} & set(data)
    )


def read_summary(data: dict[str, Any], *, without_characters: bool = False) -> Game:
    """The deal of a summary that has a seed and options, without its moves, and with a note that says so.

    Raises InputError, pointing at the number of the game, for a summary without them.
    """
    summary = validate(_Summary, data)
    where = f"https://hanab.live/export/{summary.id}"
    if not summary.seed or not is_seed(summary.seed) or summary.options is None:
        missing = "options" if summary.seed and is_seed(summary.seed) else "seed"
        text = f"expected a game, got the summary of game {summary.id}, without deck, moves and {missing}"
        raise InputError([Fault("", text, f"give its number, or save its file from {where}")])
    players = numbers_of(summary.seed)[0]
    given = summary.names.split(", ") if isinstance(summary.names, str) else summary.names
    if given is not None and len(given) != players:
        text = f"expected {players} names, as the seed is of so many players, got {len(given)}"
        raise InputError([Fault("playerNames", text, f"give its number, or save its file from {where}")])
    names: list[str] | int = players if given is None else given
    # Whatever may change the rules counts where it stands.
    stated = {name: value for name, value in data.items() if name in RULE_KEYS}
    data = {**stated, "players": names, "seed": summary.seed, "options": data["options"]}
    game = read_game(data, without_characters=without_characters)
    note = f"game {summary.id} is a summary: its deal alone is read; its moves are in {where}"
    return replace(game, notes=(*game.notes, note))
