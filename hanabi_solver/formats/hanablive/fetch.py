"""A game of hanab.live by its number: kept from before, or fetched from the site.

Only what somebody named by its number or link is ever fetched. `HANABI_SITE` is the site's address (https, or
http on this machine), and `HANABI_OFFLINE` forbids to ask it.
"""

import os
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import urlsplit

from hanabi_solver.errors import Fault, InputError, UnsupportedRules
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.hanablive.bounded_get import (
    LOOPBACK_HOSTS,
    FetchLimits,
    TooManyRequests,
    bounded_get,
)
from hanabi_solver.formats.hanablive.game_files import is_game, parse_game
from hanabi_solver.formats.hanablive.kept_games import KeptGames
from hanabi_solver.formats.hanablive.one_at_a_time import one_at_a_time
from hanabi_solver.formats.text import decode
from hanabi_solver.formats.validation import parse_json

SITE = "https://hanab.live"
SITE_SETTING = "HANABI_SITE"
OFFLINE_SETTING = "HANABI_OFFLINE"
LIMITS = FetchLimits()
# How long nobody asks again after a 429 that does not say it.
_SECONDS_AFTER_429 = 60


@dataclass(frozen=True, slots=True)
class FetchedGame:
    """The JSON text of a game as the site gave it, and remarks for people on how it was got."""

    raw: bytes
    notes: tuple[str, ...] = ()


def fetch_game(number: int, *, offline: bool | None = None, limits: FetchLimits | None = None) -> FetchedGame:
    """The game of a number, kept from before or fetched now and kept.

    With `offline` the site is not asked; None leaves that to the environment. A kept file that is no such
    game is replaced. Raises InputError that says what came instead of a game, and how to get it by hand.
    """
    limits = limits or LIMITS
    site = site_address()
    kept = KeptGames.of(urlsplit(site).netloc)
    damage = ""
    raw = kept.read(number, limits.size)
    if raw is not None:
        damage = _damage(raw, number, limits)
        if not damage and _is_readable(raw):
            return FetchedGame(raw)
        damage = damage or "a file that is no whole game"
    refused_by = _refused_by(offline)
    address = f"{site}/export/{number}"
    if refused_by:
        raise _offline_error(address, number, refused_by, kept, damage)
    try:
        return _fetched(address, number, kept, limits)
    except InputError as error:
        raise InputError([_with_help(fault, address, number) for fault in error.faults]) from error


def site_address() -> str:
    """The address of the site, without a slash at its end; raises InputError for one that may not be asked.

    >>> site_address()
    'https://hanab.live'
    """
    given = os.environ.get(SITE_SETTING, "").strip() or SITE
    try:
        parts = urlsplit(given)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK_HOSTS)
    is_bare = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    if not (host and is_safe and is_bare and given.isascii() and given.isprintable()):
        text = f'expected an address like {SITE} (http only on this machine), got "{shorten(given)}"'
        raise InputError([Fault(SITE_SETTING, text, f"unset the environment variable {SITE_SETTING}")])
    return f"{parts.scheme}://{parts.netloc}"


def _fetched(address: str, number: int, kept: KeptGames, limits: FetchLimits) -> FetchedGame:
    why_not_kept = kept.prepare()
    with one_at_a_time(None if why_not_kept else kept.folder) as turn:
        raw = kept.read(number, limits.size)  # another process may have been here while this one waited
        if raw is not None and not _damage(raw, number, limits) and _is_readable(raw):
            return FetchedGame(raw)
        seconds = turn.seconds_left()
        if seconds > limits.pause:
            text = "expected a site that may be asked, got status 429 (too many requests) a moment ago"
            raise InputError([Fault("", text, f"wait {seconds:.0f} seconds")])
        turn.wait()
        try:
            raw = bounded_get(address, _agent(), limits)
        except TooManyRequests as error:
            turn.put_off(_SECONDS_AFTER_429 if error.seconds is None else error.seconds)
            raise
        except BaseException:
            turn.put_off(limits.pause)
            raise
        turn.put_off(limits.pause)
        if damage := _damage(raw, number, limits):
            raise InputError([Fault("", f"expected game {number} in JSON, got {damage}")])
        if not _is_readable(raw):
            return FetchedGame(raw, ("the site gave no whole game: it is not kept",))
        why_not_kept = kept.keep(number, raw)
    if why_not_kept:
        return FetchedGame(raw, (f"fetched, but not kept for the next time: {why_not_kept}",))
    return FetchedGame(raw)


def _damage(raw: bytes, number: int, limits: FetchLimits) -> str:
    """What a text is that should be the game of that number; empty if it is."""
    if len(raw) > limits.size:
        return "a larger file"
    if not raw.strip():
        return "nothing"
    if raw.lstrip()[:1] == b"<":
        return "a web page (HTML)"
    try:
        data = parse_json(decode(raw))
    except InputError as error:
        return f"another text ({error.faults[0]})"
    if not is_game(data):
        return "other JSON"
    other = data.get("id", number)
    if type(other) is not int or other != number:
        return f"game {shorten(str(other))}"
    return ""


def _is_readable(raw: bytes) -> bool:
    """Whether the text is that of a game, be it one of rules that are not played here."""
    try:
        parse_game(decode(raw))
    except UnsupportedRules:
        return True
    except InputError:
        return False
    return True


def _refused_by(offline: bool | None) -> str:
    """What forbids to ask the site; empty if nothing does."""
    if offline is not None:
        return "--offline (offline=True from Python)" if offline else ""
    return OFFLINE_SETTING if os.environ.get(OFFLINE_SETTING, "") not in ("", "0") else ""


def _offline_error(address: str, number: int, refused_by: str, kept: KeptGames, damage: str) -> InputError:
    file = kept.file(number)
    if damage:
        text = f"expected game {number} in {file}, got {damage}, and {refused_by} forbids to fetch it again"
    else:
        text = f"expected a game that was fetched before, got none, and {refused_by} forbids to fetch it"
    return InputError([_with_help(Fault("", text), address, number)])


def _with_help(fault: Fault, address: str, number: int) -> Fault:
    if fault.place == SITE_SETTING:
        return fault
    by_hand = f"open {address} in a browser, save it as {number}.json, and give that file"
    return replace(fault, help=f"{fault.help}; or {by_hand}" if fault.help else by_hand)


def _agent() -> str:
    try:
        number = f"/{version('hanabi-solver')}"
    except PackageNotFoundError:  # sources that are not installed
        number = ""
    return f"hanabi-solver{number} (one game, which a person named)"
