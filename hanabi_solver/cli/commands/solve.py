"""`hanabi-solve solve`: the best score of each deal or position of a source, with a line and its proof."""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.commands import certifying
from hanabi_solver.cli.commands.answer import Answered, Question, answer, give_up, refuse
from hanabi_solver.cli.commands.lane_answers import (
    Item,
    LaneItem,
    answer_by_lane,
    answer_lane_item,
    may_use_lane,
    read,
    with_lane,
)
from hanabi_solver.cli.commands.solve_options import Printed, SolveOptions
from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded, report_input_error, report_internal_error, report_notes
from hanabi_solver.cli.options import (
    FormatOption,
    ListWorkersOption,
    MemoryLimitOption,
    MethodOption,
    OfflineOption,
    QuietOption,
    RulesOption,
    SeedOption,
    SourceArgument,
    TimeLimitOption,
    TurnOption,
    WithoutCharactersOption,
    default_threads,
    parse_file,
    workers_fault,
)
from hanabi_solver.cli.page_file import HtmlOption, PageFile, list_error, page_file
from hanabi_solver.cli.render.list_summary import DEALS, ListSummary, came_out
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ListProgressLine, ProgressLine
from hanabi_solver.errors import Fault, InputError, InternalCheckError, WorkerLostError
from hanabi_solver.names import BoundName, Method
from hanabi_solver.solver.limits import Context, Limits

if TYPE_CHECKING:
    from hanabi_solver.cli.out_file import OutFile
    from hanabi_solver.formats.source import BadEntry, Entry, Line
    from hanabi_solver.solver.result import Result


def solve_command(
    source: SourceArgument,
    method: MethodOption = Method.AUTO,
    target: Annotated[
        int | None, typer.Option("--target", metavar="N", min=0, help="Only ask: can N be reached?")
    ] = None,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    workers: ListWorkersOption = None,
    seed: SeedOption = 0,
    form: FormatOption = None,
    turn: TurnOption = None,
    rules: RulesOption = None,
    without_characters: WithoutCharactersOption = False,
    is_offline: OfflineOption = False,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON result a line.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            parser=parse_file,
            help="Also write the JSON results to FILE, whole or not at all.",
        ),
    ] = None,
    asks_twice: Annotated[
        bool, typer.Option("--cross-check", help="Call nothing proved before a second method agrees.")
    ] = False,
    wants_shortest: Annotated[
        bool, typer.Option("--shortest", help="Find a line to the best score with the fewest turns.")
    ] = False,
    certificate: certifying.CertificateOption = None,
    html: HtmlOption = None,
    shows_board: Annotated[
        bool | None,
        typer.Option(
            "--board/--no-board",
            help="Draw the board before the line. [default: for one deal on a terminal]",
            show_default=False,
        ),
    ] = None,
    shows_lines: Annotated[
        bool | None,
        typer.Option(
            "--lines/--no-lines",
            help="Print the line of each deal, turn by turn. [default: for one deal, not for a list]",
            show_default=False,
        ),
    ] = None,
    shows_all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Print each clue of the line, also several in a row.")
    ] = False,
    is_quiet: QuietOption = False,
) -> None:
    """Find the best score, a line that reaches it, and why none does better."""
    if is_json and shows_board:
        raise typer.BadParameter(
            "expected no --json beside it, which prints results only", param_hint="--board"
        )
    if is_json and shows_lines is not None:
        raise typer.BadParameter("expected no --json beside it, which holds the lines", param_hint="--lines")
    if shows_all_moves and (is_json or shows_lines is False):
        other = "--json, which holds all moves" if is_json else "--no-lines, which prints none"
        raise typer.BadParameter(f"expected no {other}", param_hint="--all-moves")
    if wants_shortest and target is not None:
        raise typer.BadParameter(
            "expected no --target beside it, as it is a line to the best score", param_hint="--shortest"
        )
    question = Question(
        method=method,
        target=target,
        limits=Limits(time_limit, memory=memory_limit),
        seed=seed,
        is_json=is_json,
        asks_twice=asks_twice,
        wants_shortest=wants_shortest,
    )
    options = SolveOptions(
        given=GivenSource(source, form, turn, rules, without_characters, is_offline),
        question=question,
        workers=workers,
        out=out,
        certificate=certificate,
        html=html,
        shows_board=shows_board,
        shows_lines=shows_lines,
        shows_all_moves=shows_all_moves,
        is_quiet=is_quiet,
    )
    raise typer.Exit(guarded(lambda: _SolveCommandRun(options).run()))


@dataclass(slots=True)
class _SolveCommandRun:
    """One invocation: answers entry after entry, and keeps what `--out` will hold."""

    options: SolveOptions
    interrupt: Interrupt = field(default_factory=Interrupt)
    outcome: ExitCode = ExitCode.PROVED
    out: "OutFile | None" = None
    page: PageFile | None = None
    is_list: bool = False
    is_interrupted: bool = False
    summary: ListSummary = field(default_factory=lambda: ListSummary(DEALS))
    shown: int = 0
    # The deal of a list that was shown in short, as long as it is the only one: then it is shown in full too.
    only: Answered | None = None

    def run(self) -> ExitCode:
        """Solve all entries; returns the worst of their outcomes."""
        from hanabi_solver.cli.out_file import OutFile

        options, source = self.options, self.options.given.source
        entries = options.given.scan(on_thread=True)
        if options.certificate is not None:
            certifying.prepare(options.certificate, is_quiet=options.is_quiet)
        self.out = None if options.out is None else OutFile(options.out, source)
        self.page = page_file(options.html, source)
        files = (("--out", self.out), ("--html", self.page))
        certifying.check_apart(options.certificate, {name: file.target for name, file in files if file})
        try:
            self._answer_all(entries)
        except KeyboardInterrupt:  # while waiting for the next line
            self._end_early()
        finally:  # what is solved is kept, even if the reader of stdout went away
            if self.out is not None:
                self.out.finish()
        if self.is_list and not options.is_quiet:
            self.summary.print(is_interrupted=self.is_interrupted)
        return self.outcome

    def _answer_all(self, entries: "Iterator[Entry | BadEntry | Line]") -> None:
        from hanabi_solver.formats.source import Line

        is_quiet = self.options.is_quiet
        first = next(entries)
        if self.options.certificate is not None:
            self._answer_one(first, entries)
            return
        entries = chain([first], entries)
        if not isinstance(first, Line):
            self._answer_here(entries, self._threads(), ProgressLine(is_quiet=is_quiet))
            return
        self.is_list = True
        if self.page is not None:
            raise list_error(first.place)
        self.options.check_for_list()
        from hanabi_solver.parallel.pool import default_workers

        shows_scores_alone = self.options.printed(is_list=True) is Printed.SHORT and self.out is None
        items: Iterator[Item] = entries
        if shows_scores_alone and may_use_lane(self.options.question):
            items = with_lane(entries)
        workers = self.options.workers or default_workers()
        if workers == 1:
            self._answer_here(items, 1, ListProgressLine(is_quiet=is_quiet))
        else:
            self._answer_elsewhere(items, workers, ListProgressLine(is_quiet=is_quiet))
        only = self.only
        if only is not None and only.entry and only.result and self.options.shows_lines is None:
            self._show(only, only.entry, only.result)

    def _answer_one(
        self, item: "Entry | BadEntry | Line", others: "Iterator[Entry | BadEntry | Line]"
    ) -> None:
        """Answer the one entry of a source, with a certificate; raises InputError if there are more."""
        if next(others, None) is not None:
            text = "expected one deal, got several"
            raise InputError(
                [Fault("--certificate", text, "solve them one by one, each with its own folder")]
            )
        self._answer_here(iter([item]), self._threads(), ProgressLine(is_quiet=self.options.is_quiet))

    def _threads(self) -> int:
        """The number of threads for a deal by itself; raises InputError where more than one would idle."""
        workers, method = self.options.workers, self.options.question.method
        if fault := workers_fault(workers, method):
            raise InputError([Fault("--workers", fault)])
        return workers or default_threads(method)

    def _answer_here(self, items: "Iterator[Item]", workers: int, progress: ProgressLine) -> None:
        """Solve one after the other in this process."""
        from hanabi_solver.formats.source import BadEntry

        asked = self.options.question
        question = replace(asked, limits=replace(asked.limits, workers=workers))
        for item in items:
            entry = read(item)
            if isinstance(entry, BadEntry):
                self._take(refuse(entry), progress)
                continue
            self._report_notes(entry.notes, entry.name)
            usual = partial(answer, question, entry, Context(progress.on_event, self.interrupt.stop))
            try:
                with self.interrupt.armed():
                    answered = answer_by_lane(entry, usual) if isinstance(item, LaneItem) else usual()
            finally:
                progress.clear()
            self._take(answered, progress)
            if self.interrupt.stop.is_set():
                self._end_early()
                return

    def _answer_elsewhere(self, items: "Iterator[Item]", workers: int, progress: ListProgressLine) -> None:
        """Solve the lines of a list on several processes."""
        from hanabi_solver.parallel.pool import run_many

        work = partial(answer_lane_item, self.options.question)
        answers = run_many(
            items, work, workers=workers, stop=self.interrupt.stop, on_event=progress.on_headway
        )
        try:
            with self.interrupt.armed(), closing(answers):
                for done in answers:
                    progress.clear()
                    if isinstance(done.error, WorkerLostError):
                        answered = give_up(read(done.item).name, done.error)
                    else:
                        answered = done.result()
                    self._report_notes(answered.notes, answered.name)
                    self._take(answered, progress)
        except WorkerLostError as error:
            progress.clear()
            print(error, file=sys.stderr)
            self._count(ExitCode.CHECK_FAILED)
        finally:
            progress.clear()
        if self.interrupt.stop.is_set():
            self._end_early()

    def _end_early(self) -> None:
        self.is_interrupted = True
        self._count(ExitCode.INTERRUPTED)

    def _count(self, outcome: ExitCode) -> None:
        self.outcome = worst((self.outcome, outcome))

    def _report_notes(self, notes: tuple[str, ...], name: str) -> None:
        if not self.options.is_quiet:
            report_notes(notes, name)

    def _take(self, answered: Answered, progress: ProgressLine) -> None:
        """Print and keep an answer."""
        self._count(answered.outcome)
        outcome = ExitCode.PROVED if answered.is_decided else answered.outcome
        self.summary.count(came_out(outcome, is_reached=answered.is_reached), answered.goal)
        progress.count(is_undecided=answered.outcome is ExitCode.GAP)
        entry, result, folder = answered.entry, answered.result, self.options.certificate
        if isinstance(answered.error, InternalCheckError):
            report_internal_error(answered.error)
        if isinstance(answered.error, InputError):
            report_input_error(answered.error)
        try:
            self._print(answered)
        finally:
            # Only then what may find no room or no permission; and also if the reader of stdout went away.
            if self.out is not None:
                self.out.write(answered.line)
        if result is not None and entry is not None and self.page is not None:
            from hanabi_solver.web.pages.subject import solved

            self.page.write(solved(entry, result, answered.why_no_link))
        if folder is not None and entry is not None and result is not None:
            text = certifying.certify_answer(
                entry.start, result, folder, self.options.question.limits.seconds, self.interrupt
            )
            print(text, file=sys.stderr if self.options.question.is_json else sys.stdout)

    def _print(self, answered: Answered) -> None:
        """Print an answer as it is asked for."""
        entry, result = answered.entry, answered.result
        printed = self.options.printed(is_list=self.is_list)
        if printed is Printed.JSON:
            print(answered.line, flush=True)
        elif not answered.short and (entry is None or result is None):
            pass  # it is faulty, which stands on stderr
        elif printed is Printed.SHORT:
            from hanabi_solver.cli.commands.answer_shown import show_short

            show_short(answered)
            self.only = None if self.shown else answered
            self.shown += 1
        elif entry is not None and result is not None:
            self._show(answered, entry, result)

    def _advice(self, result: "Result") -> str:
        """Where to learn more of a bound whose reason names no cards."""
        given = self.options.given
        is_vague = bool(result.reasons) and result.reasons[0].name == BoundName.SINGLE_HAND
        if self.is_list or given.source == "-" or given.without_characters or not is_vague:
            return ""
        return f"Which cards these are says: hanabi-solve explain {given.arguments()}"

    def _show(self, answered: Answered, entry: "Entry", result: "Result") -> None:
        from hanabi_solver.cli.commands.answer_shown import show_whole

        if self.shown:
            print()
        show_whole(
            answered,
            entry,
            result,
            shows_board=self.options.shows_board,
            is_list=self.is_list,
            folds_clues=not self.options.shows_all_moves,
            advice=self._advice(result),
        )
        self.shown += 1
