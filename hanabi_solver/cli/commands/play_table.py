"""A line being played: what each command does, and what the solver says of the place that it leads to."""

import signal
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ProgressLine
from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.shared_tables import SharedTables

if TYPE_CHECKING:
    from hanabi_solver.analysis.hypothetical import Exploration, Remaining
    from hanabi_solver.analysis.review_result import Reach
    from hanabi_solver.cli.render.play import Stage, View
    from hanabi_solver.game.moves import Move


class QuestionCancelled(Exception):  # noqa: N818 (no error: it was asked for)
    """Ctrl-C came while the solver was at a question."""


@dataclass(slots=True)
class Solver:
    """Asks what is left, each place once.

    `at_end` gives the terminal back if a second Ctrl-C ends the process in the middle of a question.
    """

    limits: Limits
    known: "dict[tuple[Move, ...], Remaining]" = field(default_factory=dict)
    tables: SharedTables | None = None
    at_end: Callable[[], None] | None = None

    def ask(self, place: "Exploration") -> "Remaining":
        """What can be reached from a place; progress is shown on stderr while it takes long.

        Raises QuestionCancelled after Ctrl-C, and KeyboardInterrupt after SIGTERM.
        """
        from hanabi_solver.analysis.hypothetical import remaining

        if place.made not in self.known:
            if self.tables is None:
                self.tables = SharedTables(self.limits.memory)
            progress, interrupt = ProgressLine(is_quiet=False), Interrupt(self.at_end)
            try:
                with interrupt.armed():
                    left = remaining(
                        place.position,
                        limits=replace(self.limits, memory=None),
                        context=Context(progress.on_event, interrupt.stop, self.tables),
                    )
            finally:
                progress.clear()
            if interrupt.stop.is_set():
                raise QuestionCancelled if interrupt.signal is signal.SIGINT else KeyboardInterrupt
            self.known[place.made] = left
        return self.known[place.made]

    def follow(self, place: "Exploration") -> None:
        """Take note of what is left along the rest of a path that reaches the best score."""
        from hanabi_solver.analysis.hypothetical import Remaining

        left = self.known[place.made]
        for ahead in range(1, len(left.line) + 1):
            later = place.moved_to(place.at + ahead)
            self.known.setdefault(later.made, Remaining(left.reach, left.line[ahead:]))


@dataclass(slots=True)
class PlayTable:
    """A line being played: takes commands and shows where they lead."""

    stage: "Stage"
    solver: Solver
    place: "Exploration"
    message: str = ""
    shows_help: bool = False

    def __post_init__(self) -> None:
        if self.place.made in self.solver.known:
            self.solver.follow(self.place)

    def take(self, command: str) -> bool:
        """Do what a command says; returns whether to go on. Raises InputError for one that cannot be done."""
        self.message, self.shows_help = "", False
        try:
            return self._take(command.strip().lower())
        except QuestionCancelled:
            self.message = "Cancelled: what can be reached here is not known (s asks again)."
            return True

    def _take(self, command: str) -> bool:
        place = self.place
        match command:
            case "" | "n" | "next":
                self.place = place.moved_to(place.at + 1)
            case "b" | "back":
                self.place = place.moved_to(place.at - 1)
            case "0" | "first":
                self.place = place.moved_to(0)
            case "$" | "last":
                self.place = place.moved_to(len(place.path))
            case "u" | "undo":
                self.place = place.undone()
                self.message = "" if place.earlier else "There is nothing to undo."
            case "l" | "line":
                self.place = place.back_on_line()
            case "s" | "solve":
                self._ask(place)
            case "?" | "h" | "help":
                self.shows_help = True
            case "q" | "quit" | "exit":
                return False
            case number if number.removeprefix("turn ").isascii() and number.removeprefix("turn ").isdigit():
                self._go_to(int(number.removeprefix("turn ")[:6]))
            case attempt:
                self._try(attempt)
        return True

    def _go_to(self, turn: int) -> None:
        """The board before a turn, as `--turn` and links count them; the one after the last is the end."""
        first, last = self.stage.first_turn, self.stage.first_turn + len(self.place.path)
        self.place = self.place.moved_to(turn - first)
        if not first <= turn <= last:
            self.message = f"There is no turn {turn} here: they are {first} to {last} (after the last move)."

    def _try(self, text: str) -> None:
        from hanabi_solver.analysis.hypothetical import parse_attempt

        place = self.place
        move = parse_attempt(text, place.position, self.stage.unnamed, self.stage.names)
        try:
            tried = place.tried(move)
        except IllegalMoveError as error:
            raise InputError([Fault("move", f"expected a legal move, got {text!r}: {error}")]) from error
        try:
            self._ask(place)
        finally:  # if that is cancelled the move is made all the same, and nothing is known of it
            self.place = tried
        self._ask(tried)

    def _ask(self, place: "Exploration") -> None:
        """Find out what is left; where the path ends, it goes on with a line to that."""
        left = self.solver.ask(place)
        if place.next_move is None and left.line:
            self.place = place.continued(left.line)
            self.solver.follow(self.place)

    @property
    def view(self) -> "View":
        """What is to be shown."""
        from hanabi_solver.cli.render.play import View

        place = self.place
        here = self.solver.known.get(place.made)
        before = self.solver.known.get(place.made[:-1]) if place.at and not place.is_on_line else None
        return View(self.stage, place, _reach(here), _reach(before), self.message, self.shows_help)


def _reach(left: "Remaining | None") -> "Reach | None":
    return None if left is None else left.reach
