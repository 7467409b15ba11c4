"""One deal or position of a source: read from a line of text or a JSON file, whatever its format."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.formats.faults import capped_error
from hanabi_solver.formats.hanablive.added_rules import game_with, rule_names, start_with
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_numbers import GameNumber, is_number, named_game
from hanabi_solver.formats.hanablive.links import is_link, read_link
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, Options
from hanabi_solver.formats.hanablive.seeds import is_range, is_seed, parse_seed
from hanabi_solver.formats.learning_env import is_trace, read_log, read_trace
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.text import decode
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import seat_names

if TYPE_CHECKING:
    from hanabi_solver.formats.puzzle import Puzzle


class SourceFormat(StrEnum):
    """The formats that a SOURCE can be in."""

    PUZZLE = "puzzle"
    TEXT = "text"
    SEED = "seed"
    LINK = "link"
    GAME = "game"


JSON_FORMATS = (SourceFormat.PUZZLE, SourceFormat.GAME)


@dataclass(frozen=True, slots=True)
class Changes:
    """How what a source says is changed where it is read.

    `added` are options of hanab.live that count besides its own rules. `without_characters` takes the deal
    of a game with detrimental characters, without them. `offline` forbids to fetch games that are named by
    number; None leaves that to the environment.
    """

    added: Options = NO_OPTIONS
    without_characters: bool = False
    offline: bool | None = None


UNCHANGED = Changes()

# What a link by itself is called.
LINK_NAME = "link"


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal or position of a source.

    `name` says where it stands, like "deals.txt:3"; a seed is its own name, or follows in brackets.
    `puzzle` is set for a puzzle file; `game` for a seed (without moves), a link or a game file. `turn`
    is the turn (from 1) of that game at which `start` is the position, or None for its deal. `added` are
    options that all of these have beyond what the source says; `remarks` say how it was got.
    """

    name: str
    start: Deal | Position
    puzzle: "Puzzle | None" = None
    game: Game | None = None
    turn: int | None = None
    added: Options = NO_OPTIONS
    remarks: tuple[str, ...] = ()

    @property
    def value(self) -> Deal | Position | Game:
        """What `parse` and `load` give: a game, which knows its turn, or else where play starts."""
        return self.start if self.game is None else replace(self.game, turn=self.turn)

    @property
    def position(self) -> Position:
        """The position where play starts."""
        return self.start.start() if isinstance(self.start, Deal) else self.start

    def check_goes_on(self) -> None:
        """Raise InputError if the last strike has fallen: nothing can be asked of a game after that."""
        if self.position.is_struck_out:
            text = f"expected a turn before the last strike, got turn {self.turn}: the game is over there"
            raise InputError([Fault("turn", text, f"its score is {self.position.score}")], self.name)

    @property
    def unnamed(self) -> frozenset[int]:
        """The deck indices of cards that were written `x`, for any useless card."""
        return frozenset() if self.puzzle is None else self.puzzle.unnamed

    @property
    def changes_in_words(self) -> tuple[str, ...]:
        """What counts here beyond what the source says, or is left out of that, in sentences."""
        added = ", ".join(rule_names(self.added))
        sentences = [f"Added rules: {added}."] if added else []
        if self.game is not None and self.game.lacks_characters:
            text = "Without its characters, whose rules may make the best score of this deal unreachable."
            sentences.append(text)
        return tuple(sentences)

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for people about what was read."""
        return self.remarks if self.game is None else (*self.game.notes, *self.remarks)


@dataclass(frozen=True, slots=True)
class BadEntry:
    """One entry of a source that is faulty; the entries after it may be sound."""

    name: str
    error: InputError


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a list, a deal a line, still to be read: `raw` at `place`, and how it is to be read."""

    raw: bytes
    place: str
    form: SourceFormat | None = None
    turn: int | None = None
    changes: Changes = UNCHANGED

    def read(self) -> Entry | BadEntry:
        """The entry of this line."""
        return read_line(self.raw, self.place, self.form, self.turn, self.changes)


def read_line(
    raw: bytes, place: str, form: SourceFormat | None, turn: int | None, changes: Changes = UNCHANGED
) -> Entry | BadEntry:
    """The entry of a line: a seed, link, number, `PLAYERS DECK` or JSON, recognised by its form if not said.

    `place` names the line; where it is empty the entry is named by what it is.
    """
    name = place
    if raw.lstrip().startswith(b"{") and (form is None or form in JSON_FORMATS):
        return read_json(raw, place, form, turn, changes)
    try:
        text = decode(raw).strip()
        if form is SourceFormat.SEED or (form is None and is_seed(text)):
            name = f"{place} ({text})" if place else text
            return _seed_entry(text, name, is_insisted=form is not None, turn=turn, added=changes.added)
        if form is SourceFormat.LINK or (form is None and (is_link(text) or is_number(text))):
            name = place or LINK_NAME
            named = named_game(text)
            if named is not None:
                name = f"{place} ({named})" if place else str(named)
            if isinstance(named, str):
                return _seed_entry(named, name, is_insisted=True, turn=turn, added=changes.added)
            if named is not None:
                return _numbered_entry(named, name, turn, changes)
            link = read_link(text)
            if turn is None and link.turn is not None:
                # The site counts the action that stopped a game as a turn of its own.
                turn = min(max(link.turn, 1), len(link.game.moves) + 1)
            return _game_entry(name, link.game, turn, changes.added)
        _refuse_turn(turn)
        return Entry(name, start_with(parse_deal(text), changes.added), added=changes.added)
    except InputError as error:
        return BadEntry(name, capped_error(error, name))


def read_json(
    raw: bytes, name: str, form: SourceFormat | None, turn: int | None, changes: Changes = UNCHANGED
) -> Entry | BadEntry:
    """The entry of a JSON file: a puzzle or a game of hanab.live, recognised by its keys if not said.

    What a puzzle expects is left out if rules are added: it was said of others.
    """
    # These bring pydantic, which lines do not need.
    from hanabi_solver.formats.hanablive.game_files import is_game, refuse_characters
    from hanabi_solver.formats.puzzle import parse_puzzle
    from hanabi_solver.formats.validation import parse_json

    try:
        text = decode(raw)
        unusual: list[Fault] = []
        data = parse_json(text, unusual=unusual)
        if form is not SourceFormat.PUZZLE:
            if unusual and not _is_like_a_puzzle(data):
                raise InputError(unusual)
            game = _game_in(data, changes, is_insisted=form is SourceFormat.GAME)
            if game is not None:
                return _game_entry(name, game, turn, changes.added)
        elif is_game(data) and "hands" not in data:
            raise InputError([_A_GAME])
        _refuse_turn(turn)
        refuse_characters(data)
        puzzle = parse_puzzle(text)
        if changes.added != NO_OPTIONS:
            puzzle = replace(puzzle, start=start_with(puzzle.start, changes.added), expect=None)
    except InputError as error:
        return BadEntry(name, capped_error(error, name))
    return Entry(name, puzzle.start, puzzle, added=changes.added)


_A_GAME = Fault(
    "",
    "expected a puzzle, got a game of hanab.live",
    "games are read by review and solve, and made puzzles of by convert --to puzzle",
)


def _is_like_a_puzzle(data: Any) -> bool:
    from hanabi_solver.formats.puzzle_schema import POSITION_KEYS

    return isinstance(data, dict) and bool({"rules", "expect", *POSITION_KEYS[:2]} & data.keys())


def read_log_entry(raw: bytes, name: str, turn: int | None, changes: Changes = UNCHANGED) -> Entry | BadEntry:
    """The entry of a text log of the Hanabi Learning Environment: one game."""
    try:
        return _game_entry(name, read_log(decode(raw)), turn, changes.added)
    except InputError as error:
        return BadEntry(name, capped_error(error, name))


def _game_in(data: Any, changes: Changes, *, is_insisted: bool) -> Game | None:
    """The game that JSON data is, in one of its forms; None if it is none of them, and need not be one."""
    from hanabi_solver.formats.hanablive.game_files import is_game, read_game
    from hanabi_solver.formats.hanablive.history import is_summary, read_summary

    if is_trace(data):
        return read_trace(data)
    if is_summary(data):
        return read_summary(data, without_characters=changes.without_characters)
    if is_insisted or is_game(data):
        return read_game(data, without_characters=changes.without_characters)
    return None


_INSIST = '--format seed (form="seed" from Python)'


def _seed_entry(text: str, name: str, *, is_insisted: bool, turn: int | None, added: Options) -> Entry:
    if len(text.split()) > 1 and not is_insisted:
        # The site allows blanks in a seed, but here they rather mean that something else is in the line.
        advice = "leave out what follows the seed, or say that all of it is the seed: " + _INSIST
        raise InputError([Fault("seed", "expected a seed alone, got a text with blanks", advice)])
    if is_range(text) and not is_insisted:
        advice = (
            "solve a range with: hanabi-solve study run; or give a seed a line in a file or to stdin, "
            f"or say that the dots belong to its name: {_INSIST}"
        )
        raise InputError([Fault("seed", "expected one seed, got a range of them", advice)])
    _refuse_turn(turn)
    seed = parse_seed(text)
    names = seat_names(seed.deal.rules.players)
    return _game_entry(name, Game(seed.variant, names, seed.deal, seed=seed.seed), None, added)


def _numbered_entry(named: GameNumber, name: str, turn: int | None, changes: Changes) -> Entry | BadEntry:
    """The entry of a game that was fetched, now or before; `turn` counts more than that of its link."""
    from hanabi_solver.formats.hanablive.fetch import fetch_game

    fetched = fetch_game(named.number, offline=changes.offline)
    entry = read_json(fetched.raw, name, SourceFormat.GAME, turn, changes)
    if isinstance(entry, Entry) and entry.game is not None and turn is None and named.turn is not None:
        turn = min(named.turn, len(entry.game.moves) + 1)
        if turn > 1:
            entry = read_json(fetched.raw, name, SourceFormat.GAME, turn, changes)
    return replace(entry, remarks=fetched.notes) if isinstance(entry, Entry) else entry


def _game_entry(name: str, game: Game, turn: int | None, added: Options) -> Entry:
    """The deal of a game under added options, or with a turn after the first the position there."""
    game = game_with(game, added)
    if turn is None or turn == 1:
        return Entry(name, game.deal, game=game, added=added)
    try:
        return Entry(name, replace(game, turn=turn).start, game=game, turn=turn, added=added)
    except IllegalMoveError as error:
        raise InputError([Fault("", str(error))]) from error


def _refuse_turn(turn: int | None) -> None:
    if turn is not None:
        raise InputError([Fault("turn", f"expected a game with moves to choose turn {turn} of, got none")])
