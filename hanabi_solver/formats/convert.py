"""A deal, position or game written in another format, or why it cannot be."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum

from hanabi_solver.errors import Fault, IllegalMoveError, InputError, UnsupportedRules
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.game import Game, game_of
from hanabi_solver.formats.hanablive.links import format_link
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, changed_options
from hanabi_solver.formats.plain import WHITE_LETTERS, format_deal
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.names import HandsOrder

_NOT_SMALL = re.compile("[A-Z]")


class TargetFormat(StrEnum):
    """The formats that can be written."""

    PUZZLE = "puzzle"
    GAME = "game"
    LINK = "link"
    TEXT = "text"

    @property
    def is_one_line(self) -> bool:
        """Whether a file may hold several of them, one a line."""
        return self in (TargetFormat.LINK, TargetFormat.TEXT)


def convert(entry: Entry, to: TargetFormat, hands_order: HandsOrder | None = None) -> str:
    """The entry as text, without the last line end; a game keeps its moves as a game or link.

    `hands_order` is how a puzzle lists the hands of a position: as before if not given, of what is no puzzle
    the oldest card first. Raises InputError that says what the format cannot express.
    """
    if hands_order is not None and (to is not TargetFormat.PUZZLE or isinstance(entry.start, Deal)):
        got = "a deal" if to is TargetFormat.PUZZLE else f"a {to}"
        advice = "only puzzles that start with a position list hands: leave out --hands-order"
        raise InputError([Fault("", f"expected hands to list {hands_order}, got {got}", advice)])
    with _illegal_moves_as_faults():
        match to:
            case TargetFormat.PUZZLE:
                return _as_puzzle(entry, hands_order)
            case TargetFormat.TEXT:
                return _as_text(entry)
            case TargetFormat.LINK:
                return format_link(_as_game(entry, "a link"), entry.turn)
            case TargetFormat.GAME:
                from hanabi_solver.formats.hanablive.game_files import format_game  # brings pydantic

                if entry.game is not None and entry.added != NO_OPTIONS:
                    entry.game.replay()  # its moves were made under other rules
                return format_game(_as_game(entry, "a game")).rstrip("\n")


def link_of_line(entry: Entry, line: Sequence[Move]) -> str:
    """The link that shows `line`, played from where the entry starts, on hanab.live.

    In the middle of a game its own moves come first, and the link opens where the line starts. Raises
    InputError that says why there is no such link.
    """
    with _illegal_moves_as_faults():
        if entry.game is None:
            return format_link(game_of(_deal(entry, "a link"), line))
        played = entry.game.moves[: (entry.turn or 1) - 1]
        shown = entry.game.with_line((*played, *line))
        return format_link(shown, entry.turn)


def no_link_reason(entry: Entry, error: InputError) -> str:
    """Why the game of an entry has no link, for readers: what follows "No link to hanab.live:"."""
    if isinstance(error.__cause__, IllegalMoveError):
        return f"a move of the game breaks a rule ({error.__cause__.text})"
    if entry.game is None and isinstance(entry.start, Position):
        return "links hold whole deals, and this is a position"
    if entry.game is not None and entry.game.options != NO_OPTIONS:
        names = ", ".join(
            _NOT_SMALL.sub(r" \g<0>", name).lower() for name in changed_options(entry.game.options)
        )
        return f"a link cannot hold the options of this game ({names}); a game file can"
    return "no variant of hanab.live has these rules"


def _as_game(entry: Entry, wanted: str) -> Game:
    return game_of(_deal(entry, wanted)) if entry.game is None else entry.game


def _as_puzzle(entry: Entry, hands_order: HandsOrder | None) -> str:
    from hanabi_solver.formats.puzzle import Puzzle, format_puzzle  # brings pydantic

    puzzle = entry.puzzle
    if puzzle is None:
        puzzle = Puzzle(entry.start, *_about(entry))
    if hands_order is not None:
        puzzle = replace(puzzle, hands_order=hands_order)
    return format_puzzle(puzzle).rstrip("\n")


def _about(entry: Entry) -> tuple[str, str]:
    """Title and source of a puzzle made of an entry."""
    if entry.game is None:
        return "", ""
    title = entry.game.seed if entry.turn is None else f"{entry.game.seed} turn {entry.turn}".strip()
    return title, f"hanab.live, {entry.game.variant.name}"


def _as_text(entry: Entry) -> str:
    deal = _deal(entry, "a line PLAYERS DECK")
    usual = Rules(players=deal.rules.players)
    if deal.rules not in (usual, replace(usual, suits=make_suits(WHITE_LETTERS))):
        advice = "the line has no place for rules: write a puzzle, which states them"
        raise UnsupportedRules([Fault("rules", "expected the standard rules and suits, got others", advice)])
    return format_deal(deal)


def _deal(entry: Entry, wanted: str) -> Deal:
    if isinstance(entry.start, Deal):
        return entry.start
    advice = "a position can only be written as a puzzle"
    raise InputError([Fault("", f"expected a deal to write as {wanted}, got a position", advice)])


@contextmanager
def _illegal_moves_as_faults() -> Iterator[None]:
    try:
        yield
    except IllegalMoveError as error:
        raise InputError([Fault("", str(error))]) from error
