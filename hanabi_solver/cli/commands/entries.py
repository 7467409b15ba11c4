"""Answering a source entry by entry: a fault is reported in its place, and the rest goes on."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.guard import report_input_error, report_internal_error, report_notes
from hanabi_solver.cli.render.list_summary import ListOutcome, ListSummary
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ListProgressLine, ProgressLine
from hanabi_solver.errors import Fault, InputError, InternalCheckError, WorkerLostError
from hanabi_solver.solver.limits import Context

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_solver.formats.source import BadEntry, Entry, Line

    Item = Entry | BadEntry | Line

AnswerT = TypeVar("AnswerT")


class Command(Protocol[AnswerT]):
    """What a command does with one entry; pickled, if it answers on several processes."""

    def answer(self, entry: "Entry", context: Context) -> AnswerT:
        """The answer to an entry; early, with what is known by then, once `context` must stop."""

    def as_json(self, answer: AnswerT) -> str:
        """An answer as one line of JSON, without a line end."""

    def show(self, console: "Console", entry: "Entry", answer: AnswerT) -> None:
        """Print an answer for people, the name of the entry first."""

    def outcome(self, answer: AnswerT) -> ExitCode:
        """What an answer means for the exit code."""

    def came(self, answer: AnswerT) -> tuple[ListOutcome, int | None]:
        """How an answer came out, and the score that was to be reached if the summary names it."""


@dataclass(frozen=True, slots=True)
class Taken(Generic[AnswerT]):
    """An entry with its answer, or with the error why there is none; `entry` is None if it is faulty."""

    name: str
    entry: "Entry | None" = None
    answer: AnswerT | None = None
    error: InputError | InternalCheckError | None = None


@dataclass(slots=True)
class EntryByEntry(Generic[AnswerT]):
    """One invocation: answers entry after entry, each as soon as it is there.

    `summary` counts the answers; `keep` gets each of them, whether it is shown or not.
    """

    command: Command[AnswerT]
    summary: ListSummary
    is_json: bool
    is_quiet: bool
    shows_each: bool = True
    keep: "Callable[[Entry, AnswerT], None]" = lambda _entry, _answer: None
    is_list: bool = False
    interrupt: Interrupt = field(default_factory=Interrupt)
    shown: int = 0
    outcomes: list[ExitCode] = field(default_factory=list)

    def run(self, items: "Iterator[Item]", workers: int = 1) -> ExitCode:
        """Answer all entries, on so many processes; returns the worst of their outcomes.

        Of a list, what ends it early is reported here, so that its answers can be summed up.
        """
        from hanabi_solver.formats.source import Line

        try:
            first = next(items)
            self.is_list = self.is_list or isinstance(first, Line)
            items = chain([first], items)
            if workers > 1:
                self._answer_elsewhere(items, workers)
            else:
                self._answer_here(items)
        except KeyboardInterrupt:  # while waiting for the next line
            if not self.is_list:
                raise
            self.outcomes.append(ExitCode.INTERRUPTED)
        except InputError as error:  # a source that cannot be read on
            if not self.is_list:
                raise
            report_input_error(error)
            self.outcomes.append(ExitCode.BAD_INPUT)
        return worst(self.outcomes)

    def run_and_sum_up(self, items: "Iterator[Item]") -> ExitCode:
        """Answer all entries in this process, and say what came of them if they are a list."""
        outcome = self.run(items)
        self.sum_up()
        return outcome

    def sum_up(self) -> None:
        """Say on stderr what came of a list."""
        if self.is_list and not self.is_quiet:
            self.summary.print(is_interrupted=ExitCode.INTERRUPTED in self.outcomes)

    def _progress(self) -> ProgressLine:
        if self.is_list:
            return ListProgressLine(is_quiet=self.is_quiet, noun=self.summary.words.noun)
        return ProgressLine(is_quiet=self.is_quiet)

    def _answer_here(self, items: "Iterator[Item]") -> None:
        progress = self._progress()
        context = Context(progress.on_event, self.interrupt.stop)
        for item in items:
            found: Taken[AnswerT] = _read(item)
            if found.entry is not None:
                self._report_notes(found.entry)
                try:
                    with self.interrupt.armed():
                        found = _answered(self.command, found.entry, context)
                finally:
                    progress.clear()
            self._take(found, progress)
            if self.interrupt.stop.is_set():
                self.outcomes.append(ExitCode.INTERRUPTED)
                return

    def _answer_elsewhere(self, items: "Iterator[Item]", workers: int) -> None:
        from hanabi_solver.parallel.pool import run_many

        progress, stop = self._progress(), self.interrupt.stop
        on_event = progress.on_headway if isinstance(progress, ListProgressLine) else None
        work = partial(read_and_answered, self.command)
        answers = run_many(items, work, workers=workers, stop=stop, on_event=on_event)
        try:
            with self.interrupt.armed(), closing(answers):
                for done in answers:
                    progress.clear()
                    if isinstance(done.error, WorkerLostError):
                        self._give_up(done.item, done.error, progress)
                        continue
                    found = done.result()
                    if found.entry is not None:
                        self._report_notes(found.entry)
                    self._take(found, progress)
        except WorkerLostError as error:
            progress.clear()
            print(error, file=sys.stderr)
            self.outcomes.append(ExitCode.CHECK_FAILED)
        finally:
            progress.clear()
        if stop.is_set():
            self.outcomes.append(ExitCode.INTERRUPTED)

    def _report_notes(self, entry: "Entry") -> None:
        if not self.is_quiet:
            report_notes(entry.notes, entry.name)

    def _take(self, found: Taken[AnswerT], progress: ProgressLine) -> None:
        """Print and count an answer or error."""
        outcome, came, goal = ExitCode.PROVED, ListOutcome.FAULTY, None
        if isinstance(found.error, InternalCheckError):
            outcome, came = ExitCode.CHECK_FAILED, ListOutcome.FAILED
            self._write_error([Fault("", f"internal check failed: {found.error}")], found.name)
            report_internal_error(found.error)
        elif found.error is not None:
            outcome = ExitCode.BAD_INPUT
            self._write_error(found.error.faults, found.name)
            report_input_error(found.error)
        elif found.entry is not None and found.answer is not None:
            outcome = self.command.outcome(found.answer)
            came, goal = self.command.came(found.answer)
        # Before it is shown, as Ctrl-C may come in the midst of that.
        self.outcomes.append(outcome)
        self.summary.count(came, goal)
        progress.count(is_undecided=outcome is ExitCode.GAP)
        if found.entry is not None and found.answer is not None:
            if self.is_json or self.shows_each:
                self.show(found.entry, found.answer)
            # After it is shown: what is kept may go to a file that finds no room.
            self.keep(found.entry, found.answer)

    def _give_up(self, item: "Item", error: WorkerLostError, progress: ProgressLine) -> None:
        """Report an entry that cost a process its life."""
        from hanabi_solver.formats.source import Line

        name = item.place if isinstance(item, Line) else item.name
        advice = "if memory is short, lower --memory-limit or --workers; then try this one again"
        lost = InputError([Fault("", f"not done: {error}", advice)], name)
        self._write_error(lost.faults, name)
        report_input_error(lost)
        self.outcomes.append(ExitCode.CHECK_FAILED)
        self.summary.count(ListOutcome.FAILED)
        progress.count(is_undecided=False)

    def show(self, entry: "Entry", answer: AnswerT) -> None:
        """Print an answer."""
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

    def _write_error(self, faults: Sequence[Fault], name: str) -> None:
        if self.is_json:
            from hanabi_solver.solver.result_json import format_error

            _write(format_error(faults, name))


def _read(item: "Item") -> Taken[AnswerT]:
    """The entry of an item, not answered yet, or what is wrong with it."""
    from hanabi_solver.formats.source import BadEntry, Line

    entry = item.read() if isinstance(item, Line) else item
    if isinstance(entry, BadEntry):
        return Taken(entry.name, error=entry.error)
    return Taken(entry.name, entry)


def _answered(command: Command[AnswerT], entry: "Entry", context: Context) -> Taken[AnswerT]:
    try:
        return Taken(entry.name, entry, command.answer(entry, context))
    except InputError as error:
        return Taken(entry.name, entry, error=error if error.source else error.at(entry.name))
    except InternalCheckError as error:
        return Taken(entry.name, entry, error=error)


def read_and_answered(command: Command[AnswerT], item: "Item") -> Taken[AnswerT]:
    """What each process does."""
    found: Taken[AnswerT] = _read(item)
    return found if found.entry is None else _answered(command, found.entry, Context())


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
