"""`hanabi-solve check`: do puzzles get the answers that they claim?"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.guard import guarded, report_input_error, report_internal_error
from hanabi_solver.cli.interrupt import Interrupt
from hanabi_solver.cli.options import (
    MemoryLimitOption,
    Method,
    MethodOption,
    QuietOption,
    SeedOption,
    TimeLimitOption,
    WorkersOption,
    checked_workers,
)
from hanabi_solver.cli.outcome import Outcome, worst
from hanabi_solver.cli.progress import ProgressLine

if TYPE_CHECKING:
    from hanabi_solver.analysis.puzzle_check import PuzzleCheck
    from hanabi_solver.formats.source import Entry


def check_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Puzzle files that state what they expect.")
    ],
    method: MethodOption = Method.AUTO,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    is_quiet: QuietOption = False,
) -> None:
    """Solve puzzles and compare with what they expect; exit code 1 if one fails."""
    run = _Run(method, time_limit, memory_limit, checked_workers(workers, method), seed, is_quiet)
    raise typer.Exit(guarded(lambda: run.run(files)))


@dataclass(slots=True)
class _Run:
    """One invocation: checks file after file, then shows the table of verdicts."""

    method: Method
    time_limit: float | None
    memory_limit: int | None
    workers: int
    seed: int
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)
    checks: "list[tuple[Entry, PuzzleCheck]]" = field(default_factory=list)

    def run(self, files: list[str]) -> Outcome:
        """Check all files; returns the worst of their outcomes."""
        from hanabi_solver.cli.render import make_console
        from hanabi_solver.cli.render_checks import print_puzzle_checks

        outcomes: list[Outcome] = []
        for file in files:
            outcomes.append(self._check_file(file))
            if outcomes[-1] is Outcome.INTERRUPTED:
                break
        if self.checks:
            print_puzzle_checks(make_console(), self.checks)
        return worst(outcomes)

    def _check_file(self, file: str) -> Outcome:
        from hanabi_solver.errors import InputError, InternalCheckError
        from hanabi_solver.formats.source import Entry, SourceFormat, read_source

        try:
            (entry,) = read_source(file, SourceFormat.PUZZLE)
            if not isinstance(entry, Entry):
                raise entry.error
            check = self._check(entry)
        except InputError as error:
            report_input_error(error)
            return Outcome.BAD_INPUT
        except InternalCheckError as error:
            report_internal_error(error)
            return Outcome.CHECK_FAILED
        self.checks.append((entry, check))
        return Outcome.INTERRUPTED if self.interrupt.stop.is_set() else _outcome(check)

    def _check(self, entry: "Entry") -> "PuzzleCheck":
        from hanabi_solver.analysis.puzzle_check import check_puzzle
        from hanabi_solver.errors import InputError

        if entry.puzzle is None:
            raise ValueError(f"{entry.name} was read as something else than a puzzle")
        progress = ProgressLine(is_quiet=self.is_quiet)
        try:
            with self.interrupt.armed():
                return check_puzzle(
                    entry.puzzle,
                    method=self.method.value,
                    time_limit=self.time_limit,
                    memory_limit=self.memory_limit,
                    workers=self.workers,
                    seed=self.seed,
                    on_event=progress.on_event,
                    stop=self.interrupt.stop,
                )
        except InputError as error:
            raise error.at(entry.name) from error
        finally:
            progress.clear()


def _outcome(check: "PuzzleCheck") -> Outcome:
    from hanabi_solver.analysis.puzzle_check import Agreement

    match check.agreement:
        case Agreement.RIGHT:
            return Outcome.PROVED
        case Agreement.WRONG:
            return Outcome.FALSE
        case Agreement.UNDECIDED:
            return Outcome.GAP
