"""`load` and `parse`: whatever the command line takes as a SOURCE, as one value."""

from collections.abc import Sequence
from os import PathLike, fspath

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.documents import is_json_start, read_document
from hanabi_solver.formats.entry import (
    JSON_FORMATS,
    BadEntry,
    Changes,
    Entry,
    Line,
    SourceFormat,
    read_line,
    read_log_entry,
)
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.hanablive.added_rules import read_rules
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_numbers import is_number
from hanabi_solver.formats.hanablive.links import is_link
from hanabi_solver.formats.hanablive.seeds import is_seed
from hanabi_solver.formats.learning_env import is_log
from hanabi_solver.formats.source import scan_source
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position

# What PLAYERS DECK begins with, as `str.split` gives it.
_PLAYERS = [[str(players)] for players in range(100)]
# What a solve, a review or an explanation can start from.
Source = Deal | Position | Game


def parse(
    text: str,
    *,
    turn: int | None = None,
    form: str | None = None,
    rules: Sequence[str] = (),
    without_characters: bool = False,
    offline: bool | None = None,
) -> Source:
    """The deal, position or game that a text is.

    It is a seed, a link, a number, `PLAYERS DECK`, or the JSON of a puzzle or game.

    A seed, a link and a game are a `Game` of hanab.live (a seed without moves), a puzzle is its `Deal` or
    `Position`, and `PLAYERS DECK` a `Deal`. `turn` (from 1) chooses the one that a game or link opens at, as
    does the "#12" of a link. `form` insists on one format: "puzzle", "text", "seed", "link" or "game". A text
    is never taken for the name of a file: that is what `load` is for.

    `rules` are names of options of hanab.live, which seeds and links do not hold, that are added to what the
    text says: "all-or-nothing", "speedrun", "deck-plays", "empty-clues", "one-extra-card" or "one-less-card".
    With `without_characters` a game with detrimental characters, which is refused otherwise, is read as its
    deal, without them and without moves.

    A number or link of a game on hanab.live is fetched from there, once (docs/hanablive.md). With
    `offline` only what was fetched before is read; None leaves that to the environment (HANABI_OFFLINE).

    Raises InputError with all that is wrong with the text.

    >>> str(parse("p2v0s40")), parse("2 r1r1r1r2r2r3r3r4r4r5y1y1y1y2y2y3y3y4y4y5g1g1g1g2g2g3g3g4g4g5"
    ...     "b1b1b1b2b2b3b3b4b4b5p1p1p1p2p2p3p3p4p4p5").rules.players
    ('p2v0s40, No Variant, 2 players, no moves', 2)
    >>> parse("p2v0s40", rules=["all-or-nothing", "one-extra-card"]).deal.rules.hand_size
    6
    """
    if not isinstance(text, str):
        raise InputError([Fault("", f"expected a text, got {type(text).__name__}", "use load for files")])
    form = _checked_format(form, turn)
    changes = Changes(read_rules(rules), without_characters, offline)
    text = text.strip("\ufeff \t\r\n")
    raw = text.encode("utf-8", "surrogatepass")
    if form in JSON_FORMATS or (form is None and is_json_start(raw)):
        entry = _only(list(read_document(raw, "", form, turn, changes)))
    elif form is None and is_log(text):
        entry = read_log_entry(raw, "", turn, changes)
    elif form or is_seed(text) or is_link(text) or is_number(text) or text.split(maxsplit=1)[:1] in _PLAYERS:
        entry = read_line(raw, "", form, turn, changes)
    else:
        wanted = "a seed, a link of hanab.live, PLAYERS DECK, or a puzzle or game in JSON"
        fault = Fault("", f"expected {wanted}, got {shorten(text)!r}", 'a file is read by load("FILE")')
        raise InputError([fault])
    if isinstance(entry, BadEntry):
        raise type(entry.error)(entry.error.faults)
    return entry.value


def load(
    path: str | PathLike[str],
    *,
    turn: int | None = None,
    form: str | None = None,
    rules: Sequence[str] = (),
    without_characters: bool = False,
    offline: bool | None = None,
) -> Source:
    """The deal, position or game in a file: a puzzle, a game of hanab.live, or one line that `parse` takes.

    The options are those of `parse`. Raises InputError, with the path, if there is no such file or it
    is faulty, and for a file with several deals: `solve_many` takes its lines one by one.

    >>> load("puzzles/hold-the-four.json").score
    21
    """
    name = fspath(path) if isinstance(path, str | PathLike) else None
    if not isinstance(name, str):
        raise InputError([Fault("", f"expected the path of a file, got {type(path).__name__}")])
    form, changes = _checked_format(form, turn), Changes(read_rules(rules), without_characters, offline)
    entries = scan_source(name, form, turn=turn, changes=changes, is_path=True)
    entry = next(entries)
    if isinstance(entry, Line) and next(entries, None) is not None:
        advice = "give its lines to solve_many, which takes seeds, links and PLAYERS DECK"
        raise InputError([Fault("", "expected one deal, got a list of deals", advice)], name)
    found = entry.read() if isinstance(entry, Line) else entry
    if isinstance(found, BadEntry):
        raise found.error
    return found.value


def _only(entries: list[Entry | BadEntry | Line]) -> Entry | BadEntry:
    """The entry of a document with one; raises InputError for a list of several."""
    if len(entries) > 1:
        advice = "take its items one by one"
        raise InputError([Fault("", f"expected one deal or game, got a list of {len(entries)}", advice)])
    first = entries[0]
    return first.read() if isinstance(first, Line) else first


def _checked_format(form: str | None, turn: int | None) -> SourceFormat | None:
    faults = []
    if form is not None and form not in list(SourceFormat):
        faults.append(Fault("form", f"expected one of {', '.join(SourceFormat)}, got {form!r}"))
    if turn is not None and type(turn) is not int:
        faults.append(Fault("turn", f"expected a whole number, got {turn!r}"))
    if faults:
        raise InputError(faults)
    return None if form is None else SourceFormat(form)
