"""`hanabi-solve review`: from which turn on a game was lost, and what should have been done."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.guard import (
    check_stdin,
    guarded,
    report_input_error,
    report_internal_error,
    report_notes,
)
from hanabi_solver.cli.interrupt import Interrupt
from hanabi_solver.cli.options import (
    MemoryLimitOption,
    QuietOption,
    SeedOption,
    WorkersOption,
    parse_seconds,
)
from hanabi_solver.cli.outcome import Outcome, worst
from hanabi_solver.cli.progress import ProgressLine, describe

if TYPE_CHECKING:
    from hanabi_solver.analysis.game_review import GameReview
    from hanabi_solver.analysis.reviewed import ReviewProgress
    from hanabi_solver.errors import Fault
    from hanabi_solver.formats.source import BadEntry, Entry

_DEFAULT_THREADS = 2


def review_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game file or link of hanab.live, a file with a link a line, or - for stdin.",
            show_default=False,
        ),
    ],
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", metavar="SECONDS", parser=parse_seconds, help="Stop each game after this time."
        ),
    ] = None,
    memory_limit: MemoryLimitOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON review a line.")] = False,
    is_quiet: QuietOption = False,
) -> None:
    """Show from which turn on a game was lost: the best score in reach at every turn, and what lowered it."""
    run = _Run(time_limit, memory_limit, workers or _DEFAULT_THREADS, seed, is_json, is_quiet)
    raise typer.Exit(guarded(lambda: run.run(source)))


@dataclass(slots=True)
class _Run:
    """One invocation: reviews game after game."""

    time_limit: float | None
    memory_limit: int | None
    workers: int
    seed: int
    is_json: bool
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)
    shown: int = 0

    def run(self, source: str) -> Outcome:
        """Review all games; returns the worst of their outcomes."""
        from hanabi_solver.formats.source import read_source

        check_stdin(source)
        outcomes: list[Outcome] = []
        for entry in read_source(source):
            outcomes.append(self._answer(entry))
            if self.interrupt.stop.is_set():
                outcomes.append(Outcome.INTERRUPTED)
                break
        return worst(outcomes)

    def _answer(self, entry: "Entry | BadEntry") -> Outcome:
        from hanabi_solver.errors import Fault, InputError, InternalCheckError
        from hanabi_solver.formats.source import BadEntry

        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            if not self.is_quiet:
                report_notes(entry.notes, entry.name)
            reviewed = self._review(entry)
        except InputError as error:
            named = error if error.source else error.at(entry.name)
            self._write_error(named.faults, entry.name)
            report_input_error(named)
            return Outcome.BAD_INPUT
        except InternalCheckError as error:
            self._write_error([Fault("", f"internal check failed: {error}")], entry.name)
            report_internal_error(error)
            return Outcome.CHECK_FAILED
        self._show(entry, reviewed)
        return Outcome.PROVED if reviewed.review.is_decided else Outcome.GAP

    def _review(self, entry: "Entry") -> "GameReview":
        from hanabi_solver.analysis.game_review import review_entry

        progress = ProgressLine(is_quiet=self.is_quiet)
        try:
            with self.interrupt.armed():
                return review_entry(
                    entry,
                    time_limit=self.time_limit,
                    memory_limit=self.memory_limit,
                    workers=self.workers,
                    seed=self.seed,
                    on_event=partial(_tell, progress),
                    stop=self.interrupt.stop,
                )
        finally:
            progress.clear()

    def _show(self, entry: "Entry", reviewed: "GameReview") -> None:
        if self.is_json:
            from hanabi_solver.analysis.game_review import format_review

            self._write(format_review(reviewed))
            return
        from hanabi_solver.cli.render import make_console, print_entry_name
        from hanabi_solver.cli.render_review import print_review

        console = make_console()
        if self.shown:
            console.print()
        print_entry_name(console, replace(entry, turn=None))  # all of the game is reviewed
        print_review(console, reviewed)
        console.file.flush()
        self.shown += 1

    def _write_error(self, faults: "Sequence[Fault]", name: str) -> None:
        if self.is_json:
            from hanabi_solver.formats.result import format_error

            self._write(format_error(faults, name))

    def _write(self, line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _tell(progress: ProgressLine, event: "ReviewProgress") -> None:
    """Show where a review is."""
    if event.solve.phase == "compile":
        progress.on_event(event.solve)
    else:
        progress.show(lambda: f"turn {event.turn} of {event.turns}, {describe(event.solve)}")
