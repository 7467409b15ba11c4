"""`hanabi-solve explain`: why a score cannot be reached, or how narrow the way to it is."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.commands.entries import EntryByEntry
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.options import (
    FormatOption,
    MemoryLimitOption,
    MethodOption,
    OfflineOption,
    QuietOption,
    RulesOption,
    SeedOption,
    SourceArgument,
    TimeLimitOption,
    TurnOption,
    WorkersOption,
    checked_workers,
    parse_seconds,
)
from hanabi_solver.cli.render.list_summary import DEALS, ListOutcome, ListSummary
from hanabi_solver.names import Answer, Method
from hanabi_solver.solver.limits import Context, Limits

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_solver.analysis.explanation import Explanation
    from hanabi_solver.formats.source import Entry


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
    rules: RulesOption = None,
    is_offline: OfflineOption = False,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON explanation a line.")] = False,
    is_quiet: QuietOption = False,
) -> None:
    """Say in a few lines why the highest score cannot be reached, or how narrow the way to it is."""
    limits = Limits(
        seconds=time_limit,
        seconds_each=each_limit,
        memory=memory_limit,
        workers=checked_workers(workers, method),
    )
    explaining = _Explaining(target, ask_what_ifs, method, limits, seed)
    given = GivenSource(source, form, turn, rules, is_offline=is_offline)

    by_entry = EntryByEntry(explaining, ListSummary(DEALS), is_json, is_quiet)
    raise typer.Exit(guarded(lambda: by_entry.run_and_sum_up(given.scan())))


@dataclass(frozen=True, slots=True)
class _Explaining:
    """Explains a deal."""

    target: int | None
    ask_what_ifs: bool
    method: Method
    limits: Limits
    seed: int

    def answer(self, entry: "Entry", context: Context) -> "Explanation":
        from hanabi_solver.analysis.explainer import explain

        entry.check_goes_on()
        explanation = explain(
            entry.value,
            target=self.target,
            ask_what_ifs=self.ask_what_ifs,
            method=self.method,
            limits=self.limits,
            seed=self.seed,
            context=context,
        )
        return replace(explanation, result=replace(explanation.result, source=entry.name))

    def as_json(self, explanation: "Explanation") -> str:
        from hanabi_solver.analysis.explanation import format_explanation

        return format_explanation(explanation)

    def show(self, console: "Console", entry: "Entry", explanation: "Explanation") -> None:
        from hanabi_solver.cli.render.explanation import print_explanation
        from hanabi_solver.cli.render.results import print_entry_name

        print_entry_name(console, entry)
        print_explanation(console, explanation)

    def outcome(self, explanation: "Explanation") -> ExitCode:
        return ExitCode.PROVED if explanation.is_complete else ExitCode.GAP

    def came(self, explanation: "Explanation") -> tuple[ListOutcome, int | None]:
        match explanation.answer:
            case Answer.YES:
                return ListOutcome.REACHED, explanation.goal
            case Answer.NO:
                return ListOutcome.BELOW, explanation.goal
            case Answer.UNKNOWN:
                return ListOutcome.UNDECIDED, explanation.goal
