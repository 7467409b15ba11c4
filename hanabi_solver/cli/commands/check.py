"""`hanabi-solve check`: do puzzles get the answers they claim, and what else is there to know?"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.guard import guarded, report_input_error, report_internal_error, report_notes
from hanabi_solver.cli.options import (
    MemoryLimitOption,
    MethodOption,
    QuietOption,
    SeedOption,
    TimeLimitOption,
    WorkersOption,
    checked_workers,
)
from hanabi_solver.cli.render.list_summary import PUZZLES, ListOutcome, ListSummary, came_out
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ProgressLine
from hanabi_solver.formats.folders import files_of, is_folder
from hanabi_solver.names import Method
from hanabi_solver.solver.limits import Context, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hanabi_solver.analysis.puzzle_check import PuzzleCheck
    from hanabi_solver.analysis.puzzle_facts import PuzzleFacts, WantedFacts
    from hanabi_solver.formats.source import BadEntry, Entry


def check_command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Puzzle files, or folders of them.")],
    wants_facts: Annotated[
        bool | None,
        typer.Option(
            "--facts/--no-facts",
            help="Describe each puzzle, or only compare it with what it expects. [default: describe a FILE "
            "by itself, and one that expects nothing]",
            show_default=False,
        ),
    ] = None,
    wants_shortest: Annotated[
        bool, typer.Option("--shortest", help="Find a line to the best score with the fewest turns.")
    ] = False,
    wants_any_order: Annotated[
        bool, typer.Option("--any-order", help="Solve the puzzle for every order of its draw pile.")
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            metavar="N",
            min=1,
            help="Where the pile has more than 20,000 orders, solve N random ones of --random-seed. "
            "[default: 1000]",
        ),
    ] = None,
    writes: Annotated[
        bool,
        typer.Option(
            "--write", help="Add the best score and its first moves to each FILE that does not say them."
        ),
    ] = False,
    method: MethodOption = Method.AUTO,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    is_quiet: QuietOption = False,
) -> None:
    """Solve puzzles, describe them, and compare with what they expect; exit code 1 if one fails."""
    if wants_facts is False and (wants_shortest or wants_any_order or writes):
        raise typer.BadParameter(
            "expected no --shortest, --any-order or --write beside it", param_hint="--no-facts"
        )
    if writes and "-" in files:
        raise typer.BadParameter("expected files to write to, got - (stdin)", param_hint="--write")
    is_one = len(files) == 1 and not is_folder(files[0])
    if wants_facts is None and (is_one or wants_shortest or wants_any_order or writes):
        wants_facts = True
    wanted = None
    if wants_facts is not False:
        from hanabi_solver.analysis.any_order import DEFAULT_SAMPLE
        from hanabi_solver.analysis.puzzle_facts import WantedFacts

        wanted = WantedFacts(wants_shortest, wants_any_order, DEFAULT_SAMPLE if sample is None else sample)
    limits = Limits(time_limit, memory=memory_limit, workers=checked_workers(workers, method))
    run = _CheckRun(wanted, bool(wants_facts), writes, method, limits, seed, is_quiet)
    raise typer.Exit(guarded(lambda: run.run(files)))


class _Asked(TypedDict):
    """How every question is asked."""

    method: Method
    limits: Limits
    seed: int
    context: Context


@dataclass(slots=True)
class _CheckRun:
    """One invocation: checks file after file, then shows the table of verdicts and the facts.

    `wanted` are the facts that describe a puzzle, None if none is to be described. Unless it
    `describes_all`, only puzzles that expect nothing are.
    """

    wanted: "WantedFacts | None"
    describes_all: bool
    writes: bool
    method: Method
    limits: Limits
    seed: int
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)
    summary: ListSummary = field(default_factory=lambda: ListSummary(PUZZLES))
    checks: "list[tuple[Entry, PuzzleCheck]]" = field(default_factory=list)
    facts: "list[tuple[Entry, PuzzleFacts]]" = field(default_factory=list)

    def run(self, files: list[str]) -> ExitCode:
        """Check all files and those of all folders; returns the worst of their outcomes."""
        outcomes: list[ExitCode] = []
        is_list = len(files) > 1 or is_folder(files[0])
        try:
            for entry in self._read(files):
                outcomes.append(self._check_entry(entry))
                if self.interrupt.stop.is_set():
                    outcomes.append(ExitCode.INTERRUPTED)
                    break
        except KeyboardInterrupt:  # while reading
            if not is_list:
                raise
            outcomes.append(ExitCode.INTERRUPTED)
        self._show()
        outcomes += self._write() if self.writes else []
        if is_list and not self.is_quiet:
            self.summary.print(is_interrupted=ExitCode.INTERRUPTED in outcomes)
        return worst(outcomes)

    def _read(self, files: list[str]) -> "Iterator[Entry | BadEntry]":
        from hanabi_solver.errors import Fault, InputError
        from hanabi_solver.formats.source import BadEntry, Line, SourceFormat, scan_source, with_advice

        for file in files_of(files, "puzzle"):
            if isinstance(file, BadEntry):
                yield file
                continue
            try:
                for item in scan_source(file, SourceFormat.PUZZLE):
                    if isinstance(item, Line) and self.writes:
                        text = "expected a file with one puzzle, got a list"
                        raise InputError([Fault("--write", text, "give each its own file")], file)
                    yield item.read() if isinstance(item, Line) else item
            except InputError as error:
                yield BadEntry(file, with_advice(error, "give puzzle files, or folders of them"))

    def _check_entry(self, entry: "Entry | BadEntry") -> ExitCode:
        from hanabi_solver.errors import InputError, InternalCheckError
        from hanabi_solver.formats.source import BadEntry

        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            return self._check(entry)
        except InputError as error:
            report_input_error(error)
            self.summary.count(ListOutcome.FAULTY)
            return ExitCode.BAD_INPUT
        except InternalCheckError as error:
            report_internal_error(error)
            self.summary.count(ListOutcome.FAILED)
            return ExitCode.CHECK_FAILED

    def _check(self, entry: "Entry") -> ExitCode:
        from hanabi_solver.analysis.puzzle_check import check_puzzle, compare
        from hanabi_solver.analysis.puzzle_facts import describe_puzzle
        from hanabi_solver.errors import InputError

        puzzle = entry.puzzle
        if puzzle is None:
            raise ValueError(f"{entry.name} was read as something else than a puzzle")
        progress = ProgressLine(is_quiet=self.is_quiet)
        facts = None
        asked: _Asked = {
            "method": self.method,
            "limits": self.limits,
            "seed": self.seed,
            "context": Context(progress.on_event, self.interrupt.stop),
        }
        try:
            with self.interrupt.armed():
                if self.wanted is not None and (self.describes_all or puzzle.expect is None):
                    facts = describe_puzzle(puzzle, self.wanted, **asked)
                    check = compare(puzzle, facts.result, facts.moves, facts.seconds)
                else:
                    check = check_puzzle(puzzle, **asked)
        except InputError as error:
            raise error.at(entry.name) from error
        finally:
            progress.clear()
        outcomes: list[ExitCode] = []
        if check is not None:
            self.checks.append((entry, check))
            outcomes.append(_outcome(check))
        if facts is not None:
            self.facts.append((entry, facts))
            outcomes.append(ExitCode.PROVED if facts.is_complete else ExitCode.GAP)
        self.summary.count(_came(check))
        return worst(outcomes)

    def _show(self) -> None:
        from hanabi_solver.cli.render.checks import print_puzzle_checks
        from hanabi_solver.cli.render.puzzle_facts import print_facts
        from hanabi_solver.cli.render.results import make_console, print_entry_name

        console = make_console()
        if self.checks:
            print_puzzle_checks(console, self.checks)
        for number, (entry, facts) in enumerate(self.facts):
            if self.checks or number:
                console.print()
            print_entry_name(console, entry)
            print_facts(console, facts)
        console.file.flush()

    def _write(self) -> list[ExitCode]:
        """Add what was found to the files, those with a wrong claim left alone."""
        from hanabi_solver.analysis.puzzle_check import Agreement
        from hanabi_solver.errors import InputError

        wrong = {entry.name for entry, check in self.checks if check.agreement is Agreement.WRONG}
        outcomes: list[ExitCode] = []
        for entry, facts in self.facts:
            try:
                note = "a claim is wrong, nothing is written"
                if entry.name not in wrong:
                    note = write_expectation(entry, facts)
            except InputError as error:
                report_input_error(error)
                outcomes.append(ExitCode.BAD_INPUT)
                continue
            if not self.is_quiet:
                report_notes([note], entry.name)
        return outcomes


def write_expectation(entry: "Entry", facts: "PuzzleFacts") -> str:
    """Add what a puzzle can claim to its file, in one step; returns what was done.

    Raises InputError if the file cannot be written, or is not the one any more that was read.
    """
    from dataclasses import replace
    from pathlib import Path

    from hanabi_solver.cli.out_file import check_out, write_out
    from hanabi_solver.errors import Fault, InputError
    from hanabi_solver.formats.puzzle import parse_puzzle
    from hanabi_solver.formats.puzzle_edit import with_expectation
    from hanabi_solver.formats.text import load_text

    expect = facts.expectation
    if expect is None:
        return "the best score is not decided, nothing is written"
    path = Path(entry.name)
    text = load_text(entry.name)
    if parse_puzzle(text, entry.name) != entry.puzzle:
        fault = Fault("--write", "expected the puzzle that was solved, got a file that has changed meanwhile")
        raise InputError([fault], entry.name)
    try:
        new = with_expectation(text, expect)
        if new == text:
            return "nothing is missing, nothing is written"
        # Windows' editors mark a file as UTF-8 so: that is kept too.
        mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
        write_out(check_out(path), [mark, new])
    except InputError as error:
        faults = [replace(fault, place="--write") for fault in error.faults]
        raise InputError(faults, entry.name) from error
    if expect.first_moves is None:
        return "the best score is written; the first moves are not, as not all are decided"
    return "the best score and the first moves that keep it are written"


def _came(check: "PuzzleCheck | None") -> ListOutcome:
    """How a puzzle came out, for the summary; None if it expects nothing."""
    if check is None:
        return ListOutcome.NO_CLAIM
    outcome = _outcome(check)
    return came_out(outcome, is_reached=outcome is ExitCode.PROVED)


def _outcome(check: "PuzzleCheck") -> ExitCode:
    from hanabi_solver.analysis.puzzle_check import Agreement

    match check.agreement:
        case Agreement.RIGHT:
            return ExitCode.PROVED
        case Agreement.WRONG:
            return ExitCode.FALSE
        case Agreement.UNDECIDED:
            return ExitCode.GAP
