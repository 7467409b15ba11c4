"""Answering a source entry by entry: a fault is reported in its place, and the rest goes on."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import report_input_error, report_internal_error, report_notes
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ProgressLine

if TYPE_CHECKING:
    import threading

    from rich.console import Console

    from hanabi_solver.errors import Fault
    from hanabi_solver.formats.source import BadEntry, Entry

AnswerT = TypeVar("AnswerT")


class Command(Protocol[AnswerT]):
    """What a command does with one entry."""

    def answer(self, entry: "Entry", progress: ProgressLine, stop: "threading.Event") -> AnswerT:
        """The answer to an entry; early, with what is known by then, once `stop` is set."""

    def as_json(self, answer: AnswerT) -> str:
        """An answer as one line of JSON, without a line end."""

    def show(self, console: "Console", entry: "Entry", answer: AnswerT) -> None:
        """Print an answer for people, the name of the entry first."""

    def outcome(self, answer: AnswerT) -> ExitCode:
        """What an answer means for the exit code."""


@dataclass(slots=True)
class EntryByEntry(Generic[AnswerT]):
    """One invocation: answers entry after entry, each as soon as it is there."""

    command: Command[AnswerT]
    is_json: bool
    is_quiet: bool
    takes_lists: bool = True
    interrupt: Interrupt = field(default_factory=Interrupt)
    shown: int = 0

    def run(self, source: GivenSource) -> ExitCode:
        """Answer all entries of a source; returns the worst of their outcomes."""
        from hanabi_solver.cli.page_file import list_error
        from hanabi_solver.formats.source import Line

        outcomes: list[ExitCode] = []
        for item in source.scan():
            if isinstance(item, Line) and not self.takes_lists:
                raise list_error(item.place)
            outcomes.append(self._take(item.read() if isinstance(item, Line) else item))
            if self.interrupt.stop.is_set():
                outcomes.append(ExitCode.INTERRUPTED)
                break
        return worst(outcomes)

    def _take(self, entry: "Entry | BadEntry") -> ExitCode:
        from hanabi_solver.errors import Fault, InputError, InternalCheckError
        from hanabi_solver.formats.source import BadEntry

        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            if not self.is_quiet:
                report_notes(entry.notes, entry.name)
            answer = self._answer(entry)
        except InputError as error:
            named = error if error.source else error.at(entry.name)
            self._write_error(named.faults, entry.name)
            report_input_error(named)
            return ExitCode.BAD_INPUT
        except InternalCheckError as error:
            self._write_error([Fault("", f"internal check failed: {error}")], entry.name)
            report_internal_error(error)
            return ExitCode.CHECK_FAILED
        self._show(entry, answer)
        return self.command.outcome(answer)

    def _answer(self, entry: "Entry") -> AnswerT:
        progress = ProgressLine(is_quiet=self.is_quiet)
        try:
            with self.interrupt.armed():
                return self.command.answer(entry, progress, self.interrupt.stop)
        finally:
            progress.clear()

    def _show(self, entry: "Entry", answer: AnswerT) -> None:
        if self.is_json:
            _write(self.command.as_json(answer))
            return
        from hanabi_solver.cli.render.results import make_console

        console = make_console()
        if self.shown:
            console.print()
        self.command.show(console, entry, answer)
        console.file.flush()
        self.shown += 1

    def _write_error(self, faults: "Sequence[Fault]", name: str) -> None:
        if self.is_json:
            from hanabi_solver.solver.result_json import format_error

            _write(format_error(faults, name))


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
