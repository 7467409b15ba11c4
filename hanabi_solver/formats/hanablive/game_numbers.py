"""Texts that name a game of hanab.live without holding it: its number, or a link to a page of the site.

Nothing is fetched here (`fetch.py` does): this says which game or seed a text names, and what to give in
place of a page that names none.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.hanablive.seeds import SEED_HELP, is_seed

# Fewer digits are rather the number of players, or the name of something else.
_NUMBER = re.compile(r"(?P<number>[0-9]{3,9})(?:#(?P<turn>.*))?")
_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?hanabi?\.live(?::[0-9]{1,5})?(?:/(?P<path>[^?#\s]*))?"
    r"(?:\?[^#\s]*)?(?:#(?P<turn>.*))?",
    re.IGNORECASE,
)
_ON_THE_SITE = re.compile(r"hanabi?\.live(?:[/:?#]|$)", re.IGNORECASE)
_HOLDS_A_GAME = "replay-json/"
_OF_GAMES = ("replay", "shared-replay", "export")
_OF_TABLES = ("game", "pre-game")
_GAME_HELP = "give the number of a finished game, or its link: https://hanab.live/replay/NUMBER"
# Pages of which one is likely to have the link at hand, and how a game is found there.
_OTHER_PAGES = {
    **dict.fromkeys(("scores", "profile"), "a page about a player"),
    "history": "a list of games",
    "missing-scores": "a page about a player",
    **dict.fromkeys(("tag", "tags"), "a list of games"),
    "variant": "a page about a variant",
    "stats": "a page of statistics",
    "videos": "a list of videos",
    **dict.fromkeys(("", "lobby", "create-table"), "the site's lobby"),
}


@dataclass(frozen=True, slots=True)
class GameNumber:
    """A game of hanab.live and the turn that its link points to (from 1), or None."""

    number: int
    turn: int | None = None

    def __str__(self) -> str:
        return f"game {self.number}"


def is_number(text: str) -> bool:
    """Whether a text is the number of a game, of 3 to 9 digits, perhaps with a turn.

    >>> is_number("1746851"), is_number("1746851#30"), is_number("12"), is_number("p2v0s1")
    (True, True, False, False)
    """
    return _NUMBER.fullmatch(text.strip()) is not None


def is_site_link(text: str) -> bool:
    """Whether a text names hanab.live, by its present or its old host.

    >>> is_site_link("https://hanab.live/replay/5"), is_site_link("hanabi.live"), is_site_link("p2v0s1")
    (True, True, False)
    """
    return _ON_THE_SITE.search(text.strip()) is not None


def named_game(text: str) -> GameNumber | str | None:
    """The game that a number or link names, or a link's seed; None for a link that holds its game itself.

    Raises InputError for other pages of the site, with what to give instead.

    >>> named_game("http://www.hanabi.live/shared-replay/1746851/#30"), named_game("hanab.live/seed/p2v0s1")
    (GameNumber(number=1746851, turn=30), 'p2v0s1')
    """
    text = text.strip()
    digits = _NUMBER.fullmatch(text)
    if digits is not None:
        return _game(digits["number"], digits["turn"])
    if _HOLDS_A_GAME in text or not is_site_link(text):
        return None
    link = _LINK.fullmatch(text)
    if link is None:
        raise _error(f'expected a link to hanab.live alone, got "{shorten(text)}"', _GAME_HELP)
    page, *rest = [part for part in (link["path"] or "").split("/") if part] or [""]
    if page == "seed":
        return _seed(unquote("/".join(rest)))
    if page in _OF_GAMES:
        return _numbered(page, rest, link["turn"])
    if page in _OF_TABLES:
        text = (
            f"expected a finished game, got a link to a table (/{page}/...), whose game may still be played"
        )
        raise _error(text, f"{_GAME_HELP} (the site shows it when the game is over)")
    if page in _OTHER_PAGES:
        raise _error(f"expected a game, got {_OTHER_PAGES[page]}", f"open a game there: {_GAME_HELP}")
    raise _error(f"expected a link to a game, got another page (/{shorten(page)})", _GAME_HELP)


def _numbered(page: str, rest: list[str], turn: str | None) -> GameNumber:
    number = rest[0] if rest else ""
    if not (number.isascii() and number.isdigit() and len(number) <= 9):
        got = f'"{shorten(number)}"' if number else "none"
        raise _error(f"expected the number of a game after /{page}/, got {got}", _GAME_HELP)
    if len(rest) > 1:
        text = f'expected nothing after the number but "#" and a turn, got "/{shorten("/".join(rest[1:]))}"'
        raise _error(text, f"choose a turn like this: https://hanab.live/replay/{number}#12")
    return _game(number, turn)


def _game(digits: str, turn: str | None) -> GameNumber:
    number = int(digits)
    if number == 0:
        raise _error("expected the number of a game, from 1, got 0", _GAME_HELP)
    return GameNumber(number, _turn(turn))


def _turn(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text)):
        raise _error(f'expected a turn after "#", from 1, got "{shorten(text)}"', "the first turn is 1")
    return int(text)


def _seed(text: str) -> str:
    if not is_seed(text):
        got = f'"{shorten(text)}"' if text else "none"
        raise _error(f"expected a seed after /seed/, got {got}", SEED_HELP)
    return text


def _error(text: str, advice: str) -> InputError:
    return InputError([Fault("", text, advice)])
