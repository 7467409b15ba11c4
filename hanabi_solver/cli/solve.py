"""`hanabi-solve solve`: the best score of each deal or position of a source, with a line and its proof."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
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
    Form,
    FormatOption,
    MemoryLimitOption,
    Method,
    MethodOption,
    QuietOption,
    SeedOption,
    SourceArgument,
    TimeLimitOption,
    TurnOption,
    WorkersOption,
    checked_workers,
)
from hanabi_solver.cli.outcome import Outcome, worst
from hanabi_solver.cli.progress import ProgressLine

if TYPE_CHECKING:
    from hanabi_solver.formats.source import BadEntry, Entry
    from hanabi_solver.result import Result


@dataclass(frozen=True, slots=True)
class _Options:
    """The options of one run, as given."""

    source: str
    form: Form | None
    turn: int | None
    method: Method
    target: int | None
    time_limit: float | None
    memory_limit: int | None
    workers: int
    seed: int
    is_json: bool
    is_quiet: bool
    out: Path | None


def solve_command(
    source: SourceArgument,
    method: MethodOption = Method.AUTO,
    target: Annotated[
        int | None, typer.Option("--target", metavar="N", min=0, help="Only ask: can N be reached?")
    ] = None,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    form: FormatOption = None,
    turn: TurnOption = None,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON result a line.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Also write the JSON results to FILE, whole or not at all."
        ),
    ] = None,
    is_quiet: QuietOption = False,
) -> None:
    """Find the best score, a line that reaches it, and why none does better."""
    options = _Options(
        source,
        form,
        turn,
        method,
        target,
        time_limit,
        memory_limit,
        checked_workers(workers, method),
        seed,
        is_json,
        is_quiet,
        out,
    )
    raise typer.Exit(guarded(lambda: _Run(options).run()))


@dataclass(slots=True)
class _Run:
    """One invocation: solves entry after entry, and keeps what `--out` will hold."""

    options: _Options
    interrupt: Interrupt = field(default_factory=Interrupt)
    written: list[str] = field(default_factory=list)
    shown: int = 0

    def run(self) -> Outcome:
        """Solve all entries; returns the worst of their outcomes."""
        from hanabi_solver.cli.outfile import check_out, write_out
        from hanabi_solver.formats.source import Entry, SourceFormat, read_source

        options = self.options
        check_stdin(options.source)
        target_file = None if options.out is None else check_out(options.out)
        form = None if options.form is None else SourceFormat(options.form.value)
        outcomes: list[Outcome] = []
        try:
            for entry in read_source(options.source, form, turn=options.turn):
                outcome = self._solve(entry) if isinstance(entry, Entry) else self._refuse(entry)
                outcomes.append(outcome)
                if outcome is Outcome.INTERRUPTED:
                    break
        except KeyboardInterrupt:  # while waiting for the next line
            outcomes.append(Outcome.INTERRUPTED)
        finally:  # what is solved is kept, even if the reader of stdout went away
            if target_file is not None and self.written:
                write_out(target_file, "".join(f"{line}\n" for line in self.written))
        return worst(outcomes)

    def _solve(self, entry: "Entry") -> Outcome:
        from hanabi_solver.errors import Fault, InputError, InternalCheckError
        from hanabi_solver.formats.result import format_error
        from hanabi_solver.formats.source import BadEntry
        from hanabi_solver.solve import solve

        options = self.options
        if not options.is_quiet:
            report_notes(entry.notes, entry.name)
        progress = ProgressLine(is_quiet=options.is_quiet)
        try:
            with self.interrupt.armed():
                result = solve(
                    entry.start,
                    method=options.method.value,
                    target=options.target,
                    time_limit=options.time_limit,
                    memory_limit=options.memory_limit,
                    workers=options.workers,
                    seed=options.seed,
                    source=entry.name,
                    on_event=progress.on_event,
                    stop=self.interrupt.stop,
                )
        except InputError as error:
            progress.clear()
            return self._refuse(BadEntry(entry.name, error.at(entry.name)))
        except InternalCheckError as error:
            progress.clear()
            report_internal_error(error)
            fault = Fault("", f"internal check failed: {error}")
            self._write(format_error([fault], entry.name))
            return Outcome.CHECK_FAILED
        progress.clear()
        self._show(entry, result)
        return Outcome.INTERRUPTED if self.interrupt.stop.is_set() else _outcome(result)

    def _refuse(self, entry: "BadEntry") -> Outcome:
        from hanabi_solver.formats.result import format_error

        self._write(format_error(entry.error.faults, entry.name))
        report_input_error(entry.error)
        return Outcome.BAD_INPUT

    def _show(self, entry: "Entry", result: "Result") -> None:
        from hanabi_solver.formats.result import format_result

        result, why_no_link = _with_link(entry, result)
        self._write(format_result(result))
        if self.options.is_json:
            return
        from hanabi_solver.cli.render import make_console, print_entry_name, print_result

        console = make_console()
        if self.shown:
            console.print()
        print_entry_name(console, entry)
        print_result(console, result, entry.unnamed)
        if why_no_link and entry.game is not None:
            console.print(f"No link to hanab.live: {why_no_link}.", soft_wrap=True)
        console.file.flush()
        self.shown += 1

    def _write(self, line: str) -> None:
        if self.options.out is not None:
            self.written.append(line)
        if self.options.is_json:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


def _with_link(entry: "Entry", result: "Result") -> tuple["Result", str]:
    """The result with the link of its line, or else why it has none (nothing if it has no line)."""
    from hanabi_solver.errors import InputError
    from hanabi_solver.formats.convert import link_of_line

    if not result.line:
        return result, ""
    try:
        return replace(result, link=link_of_line(entry, result.line)), ""
    except InputError as error:
        fault = error.faults[0]
        return result, f"{fault}; {fault.help}" if fault.help else str(fault)


def _outcome(result: "Result") -> Outcome:
    from hanabi_solver.result import Answer, Status

    match result.answer:
        case Answer.YES:
            return Outcome.PROVED
        case Answer.NO:
            return Outcome.FALSE
        case Answer.UNKNOWN:
            return Outcome.GAP
    return Outcome.PROVED if result.status is Status.OPTIMAL else Outcome.GAP
