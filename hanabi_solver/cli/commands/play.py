"""`hanabi-solve play`: stepping through a line at the board, and trying other moves."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.commands.play_table import PlayTable, QuestionCancelled, Solver
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded, report_input_error, report_notes
from hanabi_solver.cli.options import (
    FormatOption,
    MemoryLimitOption,
    OfflineOption,
    RulesOption,
    SourceArgument,
    TurnOption,
    parse_seconds,
)
from hanabi_solver.cli.terminal.keys import Key, can_read_keys
from hanabi_solver.cli.terminal.streams import is_dumb_terminal
from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.solver.limits import Limits

if TYPE_CHECKING:
    from hanabi_solver.cli.terminal.screen import Screen
    from hanabi_solver.formats.entry import Entry

# What a key does at once; letters as they are written without shift.
_KEYS = {
    Key.RIGHT: "n",
    Key.ENTER: "n",
    " ": "n",
    "n": "n",
    Key.LEFT: "b",
    "b": "b",
    Key.HOME: "0",
    "0": "0",
    Key.END: "$",
    "$": "$",
    "u": "u",
    "l": "l",
    "s": "s",
    "?": "?",
    "h": "?",
    "q": "q",
    Key.CLOSED: "q",
}
_SECONDS = 2.0
_STARTS = "pdc123456789"
_CLEAR = "\x1b[H\x1b[2J"


def play_command(
    source: SourceArgument,
    form: FormatOption = None,
    turn: TurnOption = None,
    rules: RulesOption = None,
    is_offline: OfflineOption = False,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            parser=parse_seconds,
            help="For each answer of the solver. [default: 2]",
            show_default=False,
        ),
    ] = None,
    memory_limit: MemoryLimitOption = None,
) -> None:
    """Step through a game's moves, or a line to the best score, and try any other move at any turn."""
    given = GivenSource(source, form, turn, rules, is_offline=is_offline)
    limits = Limits(time_limit or _SECONDS, memory=memory_limit)
    raise typer.Exit(guarded(lambda: _run(given, limits)))


def _run(given: GivenSource, limits: Limits) -> ExitCode:
    from hanabi_solver.analysis.hypothetical import Exploration
    from hanabi_solver.cli.render.board import names_of
    from hanabi_solver.cli.render.play import Stage

    entry = _read_one(given)
    report_notes(entry.notes, entry.name)
    solver = Solver(limits)
    played = (entry.turn or 1) - 1
    line = () if entry.game is None else entry.game.moves[played:]
    try:
        place = Exploration.along(entry.position, line)
    except IllegalMoveError as error:
        raise InputError([Fault("", str(error))], entry.name) from error
    if not line:
        try:
            place = Exploration.along(entry.position, solver.ask(place).line)
        except QuestionCancelled:  # there is no line to play yet
            raise KeyboardInterrupt from None
    table = PlayTable(Stage(names_of(entry), entry.unnamed, played + 1), solver, place)
    players = _Players(entry, table)
    has_screen = can_read_keys() and _is_terminal() and not is_dumb_terminal()
    return players.play_with_keys() if has_screen else players.play_with_lines()


def _read_one(given: GivenSource) -> "Entry":
    from hanabi_solver.formats.source import BadEntry, Line

    if given.source == "-":
        advice = "give a file, a seed or a link"
        raise InputError([Fault("", "expected another SOURCE, as stdin holds the commands", advice)], "stdin")
    for item in given.scan():
        if isinstance(item, Line):
            advice = "give a seed, a link, or a puzzle or game file"
            raise InputError(
                [Fault("", "expected one deal to play, got a list of deals", advice)], item.place
            )
        if isinstance(item, BadEntry):
            raise item.error
        return item
    raise AssertionError("a source without entries is refused where it is read")


def _read_command() -> bytes:
    """The next line of stdin, empty at its end; raises InputError for one without end."""
    from hanabi_solver.formats.text import MAX_LINE_BYTES, unreadable

    if sys.stdin is None:
        return b""
    try:
        line = sys.stdin.buffer.readline(MAX_LINE_BYTES + 1)
    except OSError as error:
        raise unreadable("stdin", error) from error
    if len(line) > MAX_LINE_BYTES:
        text = f"expected commands of at most {MAX_LINE_BYTES} bytes, got a longer line"
        raise InputError([Fault("", text)], "stdin")
    return line


def _text(command: bytes) -> str:
    from hanabi_solver.formats.text import decode

    try:
        return decode(command)
    except InputError as error:
        raise error.at("stdin") from error


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


@dataclass(frozen=True, slots=True)
class _Players:
    """Those who give the commands, by single keys or line by line."""

    entry: "Entry"
    table: PlayTable

    def play_with_lines(self) -> ExitCode:
        """Take commands line by line from stdin; a faulty one is reported and makes the exit code 2."""
        from hanabi_solver.cli.render.results import make_console, print_entry_name

        is_asked, outcome = _is_terminal(), ExitCode.PROVED
        print_entry_name(make_console(), self.entry)
        self._print()
        while True:
            if is_asked:
                print("> ", end="", flush=True)
            command = _read_command()
            if not command:
                return outcome
            try:
                if not self.table.take(_text(command)):
                    return outcome
            except InputError as error:
                report_input_error(error)
                outcome = ExitCode.BAD_INPUT
                continue
            print()
            self._print()

    def _print(self) -> None:
        from hanabi_solver.cli.render.play import print_place
        from hanabi_solver.cli.render.results import make_console

        console = make_console()
        print_place(console, self.table.view)
        console.file.flush()

    def play_with_keys(self) -> ExitCode:
        """Take single keys of the terminal, on a screen of its own, until q."""
        from hanabi_solver.cli.terminal.screen import open_screen  # needs termios

        sys.stdout.flush()
        with open_screen(sys.stdin.fileno()) as screen:
            self.table.solver.at_end = screen.give_back
            self._draw(screen)
            while self._take_key(screen):
                self._draw(screen)
        return ExitCode.PROVED

    def _take_key(self, screen: "Screen") -> bool:
        key = screen.read()
        if key is Key.REDRAW:
            return True
        key = key if isinstance(key, Key) else key.lower()
        is_start = not isinstance(key, Key) and key in _STARTS
        command = self._read_command(screen, key) if is_start else _KEYS.get(key)
        if command is None:
            self.table.message, self.table.shows_help = "", False
            return True
        try:
            return self.table.take(command)
        except InputError as error:
            self.table.message = "\n".join(f"{fault.text}\n{fault.help}".strip() for fault in error.faults)
            return True

    def _read_command(self, screen: "Screen", text: str) -> str | None:
        """A command that starts with `text`, up to Enter; None if it is given up with Escape."""
        while True:
            self._draw(screen, f"> {text}")
            key = screen.read()
            if key is Key.ENTER:
                return text
            if key in (Key.ESCAPE, Key.CLOSED) or (key is Key.BACKSPACE and len(text) == 1):
                return None
            if key is Key.BACKSPACE:
                text = text[:-1]
            elif not isinstance(key, Key):
                text += key

    def _draw(self, screen: "Screen", prompt: str = "") -> None:
        from hanabi_solver.cli.render.play import screen_rows
        from hanabi_solver.cli.render.results import entry_name, make_console

        if not screen.is_taken:  # in the background
            return
        console = make_console()
        rows = screen_rows(console, list(entry_name(self.entry)), self.table.view, prompt)
        sys.stdout.write(_CLEAR)
        for number, row in enumerate(rows, start=1):
            console.print(row, end="" if number == len(rows) else "\n", no_wrap=True, overflow="crop")
        console.file.flush()
