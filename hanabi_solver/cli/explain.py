"""`hanabi-solve explain`: why a score cannot be reached, or how narrow the way to it is."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
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
    parse_seconds,
)
from hanabi_solver.cli.outcome import Outcome, worst
from hanabi_solver.cli.progress import ProgressLine

if TYPE_CHECKING:
    from hanabi_solver.analysis.explanation import Explanation
    from hanabi_solver.errors import Fault
    from hanabi_solver.formats.source import BadEntry, Entry


def explain_command(
    source: SourceArgument,
    target: Annotated[
        int | None,
        typer.Option("--target", metavar="N", min=0, help="Explain N instead of the highest score."),
    ] = None,
    ask_what_ifs: Annotated[
        bool, typer.Option("--what-if", help="Say what would have been enough even if a bound says why not.")
    ] = False,
    method: MethodOption = Method.AUTO,
    time_limit: TimeLimitOption = None,
    each_limit: Annotated[
        float | None,
        typer.Option(
            "--each",
            metavar="SECONDS",
            parser=parse_seconds,
            help="Stop each question after the first (a change, a first move) after this time. [default: 3]",
        ),
    ] = None,
    memory_limit: MemoryLimitOption = None,
    workers: WorkersOption = None,
    seed: SeedOption = 0,
    form: FormatOption = None,
    turn: TurnOption = None,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON explanation a line.")] = False,
    is_quiet: QuietOption = False,
) -> None:
    """Say in a few lines why the highest score cannot be reached, or how narrow the way to it is."""
    run = _Run(
        target=target,
        ask_what_ifs=ask_what_ifs,
        method=method,
        time_limit=time_limit,
        each_limit=each_limit,
        memory_limit=memory_limit,
        workers=checked_workers(workers, method),
        seed=seed,
        is_json=is_json,
        is_quiet=is_quiet,
    )
    raise typer.Exit(guarded(lambda: run.run(source, form, turn)))


@dataclass(slots=True)
class _Run:
    """One invocation: explains entry after entry."""

    target: int | None
    ask_what_ifs: bool
    method: Method
    time_limit: float | None
    each_limit: float | None
    memory_limit: int | None
    workers: int
    seed: int
    is_json: bool
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)
    shown: int = 0

    def run(self, source: str, form: Form | None, turn: int | None) -> Outcome:
        """Explain all entries; returns the worst of their outcomes."""
        from hanabi_solver.formats.source import SourceFormat, read_source

        check_stdin(source)
        outcomes: list[Outcome] = []
        for entry in read_source(source, None if form is None else SourceFormat(form.value), turn=turn):
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
            explanation = self._explain(entry)
        except InputError as error:
            named = error if error.source else error.at(entry.name)
            self._write_error(named.faults, entry.name)
            report_input_error(named)
            return Outcome.BAD_INPUT
        except InternalCheckError as error:
            self._write_error([Fault("", f"internal check failed: {error}")], entry.name)
            report_internal_error(error)
            return Outcome.CHECK_FAILED
        self._show(entry, explanation)
        return Outcome.PROVED if explanation.is_complete else Outcome.GAP

    def _explain(self, entry: "Entry") -> "Explanation":
        from hanabi_solver.analysis.explain import EACH_LIMIT, explain

        progress = ProgressLine(is_quiet=self.is_quiet)
        try:
            with self.interrupt.armed():
                return explain(
                    entry.start,
                    target=self.target,
                    ask_what_ifs=self.ask_what_ifs,
                    method=self.method.value,
                    time_limit=self.time_limit,
                    each_limit=EACH_LIMIT if self.each_limit is None else self.each_limit,
                    memory_limit=self.memory_limit,
                    workers=self.workers,
                    seed=self.seed,
                    source=entry.name,
                    on_event=progress.on_event,
                    stop=self.interrupt.stop,
                )
        finally:
            progress.clear()

    def _show(self, entry: "Entry", explanation: "Explanation") -> None:
        if self.is_json:
            from hanabi_solver.analysis.explanation import format_explanation

            self._write(format_explanation(explanation))
            return
        from hanabi_solver.cli.render import make_console, print_entry_name
        from hanabi_solver.cli.render_explain import print_explanation

        console = make_console()
        if self.shown:
            console.print()
        print_entry_name(console, entry)
        print_explanation(console, explanation)
        console.file.flush()
        self.shown += 1

    def _write_error(self, faults: "Sequence[Fault]", name: str) -> None:
        if self.is_json:
            from hanabi_solver.formats.result import format_error

            self._write(format_error(faults, name))

    def _write(self, line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
