"""`hanabi-solve review`: from which turn on games were lost, by what, and what should have been done."""

from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.commands.entries import EntryByEntry
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.given_source import GivenSources
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.options import (
    ListWorkersOption,
    MemoryLimitOption,
    OfflineOption,
    QuietOption,
    RulesOption,
    SeedOption,
    as_option,
    parse_seconds,
)
from hanabi_solver.cli.page_file import HtmlOption, PageFile, list_error, page_file
from hanabi_solver.cli.render.list_summary import GAMES, ListOutcome, ListSummary
from hanabi_solver.errors import InputError
from hanabi_solver.solver.limits import DEFAULT_WORKERS, Context, Limits, seed_faults
from hanabi_solver.solver.shared_tables import kept_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.console import Console

    from hanabi_solver.analysis.game_review import GameReview
    from hanabi_solver.analysis.review_summary import GameRow
    from hanabi_solver.formats.source import BadEntry, Entry, Line


def review_command(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME...",
            help="Game files, folders of them, links or game numbers of hanab.live, files with a link or "
            "number a line, or - for stdin.",
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
    workers: ListWorkersOption = None,
    seed: SeedOption = 0,
    rules: RulesOption = None,
    is_offline: OfflineOption = False,
    shows_each: Annotated[
        bool, typer.Option("--full", help="Of several games, show each review before the table, too.")
    ] = False,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON review a line.")] = False,
    html: HtmlOption = None,
    is_quiet: QuietOption = False,
) -> None:
    """Show from which turn on a game was lost: the best score in reach at every turn, and what lowered it."""
    if is_json and shows_each:
        raise typer.BadParameter("expected no --json beside it, which holds the reviews", param_hint="--full")
    limits = Limits(time_limit, memory=memory_limit)
    given = GivenSources(sources, "game", rules, is_offline)
    run = _ReviewCommandRun(given, limits, workers, seed, shows_each, is_json, is_quiet)
    raise typer.Exit(guarded(lambda: run.run(html)))


@dataclass(frozen=True, slots=True)
class _ReviewCommandRun:
    """One invocation."""

    given: GivenSources
    limits: Limits
    workers: int | None
    seed: int
    shows_each: bool
    is_json: bool
    is_quiet: bool

    def run(self, html: "Path | None") -> ExitCode:
        """Review one game by itself, or several with a table; returns the worst outcome."""
        from hanabi_solver.formats.entry import Line

        if html is not None and not self.given.is_one:
            raise list_error("", "game")
        if faults := [*self.limits.faults(), *seed_faults(self.seed)]:
            raise InputError([as_option(fault) for fault in faults])
        items = self.given.scan()
        page = page_file(html, self.given.sources[0])
        first = next(items)
        items = chain([first], items)
        if self.given.is_one and not isinstance(first, Line):
            limits = replace(self.limits, workers=self.workers or DEFAULT_WORKERS)
            by_entry = self._by_entry(_Reviewing(limits, self.seed), is_list=False)
            if page is not None:
                by_entry.keep = partial(_write_page, page)
            return by_entry.run(items)
        if page is not None:
            raise list_error(first.place if isinstance(first, Line) else "", "game")
        return self._run_list(items)

    def _run_list(self, items: "Iterator[Entry | BadEntry | Line]") -> ExitCode:
        from hanabi_solver.analysis.review_summary import row_of
        from hanabi_solver.parallel.pool import default_workers

        only: list[tuple[Entry, GameReview]] = []
        rows: list[GameRow] = []

        def keep(entry: "Entry", reviewed: "GameReview") -> None:
            rows.append(row_of(reviewed))
            only[:] = [(entry, reviewed)] if len(rows) == 1 else []

        reviewing = _Reviewing(replace(self.limits, workers=1), self.seed)
        by_entry = self._by_entry(reviewing, is_list=True)
        if not self.is_json:
            by_entry.keep = keep
        outcome = by_entry.run(items, self.workers or default_workers())
        if only and not by_entry.shown:
            by_entry.show(*only[0])
        elif len(rows) > 1:
            _show_table(rows, is_below_others=by_entry.shown > 0)
        by_entry.sum_up()
        return outcome

    def _by_entry(self, reviewing: "_Reviewing", *, is_list: bool) -> "EntryByEntry[GameReview]":
        shows_each = self.shows_each or not is_list
        summary = ListSummary(GAMES)
        return EntryByEntry(
            reviewing, summary, self.is_json, self.is_quiet, shows_each=shows_each, is_list=is_list
        )


@dataclass(frozen=True, slots=True)
class _Reviewing:
    """Reviews a game."""

    limits: Limits
    seed: int

    def answer(self, entry: "Entry", context: Context) -> "GameReview":
        from hanabi_solver.analysis.game_review import review_entry

        context = replace(context, tables=kept_tables(self.limits.memory))
        limits = replace(self.limits, memory=None)  # the tables have it
        return review_entry(entry, limits=limits, seed=self.seed, context=context)

    def as_json(self, reviewed: "GameReview") -> str:
        from hanabi_solver.analysis.game_review import format_review

        return format_review(reviewed)

    def show(self, console: "Console", entry: "Entry", reviewed: "GameReview") -> None:
        from hanabi_solver.cli.render.results import print_entry_name
        from hanabi_solver.cli.render.reviews import print_review

        print_entry_name(console, replace(entry, turn=None))  # all of the game is reviewed
        print_review(console, reviewed)

    def outcome(self, reviewed: "GameReview") -> ExitCode:
        return ExitCode.PROVED if reviewed.review.is_decided else ExitCode.GAP

    def came(self, reviewed: "GameReview") -> tuple[ListOutcome, int | None]:
        return (ListOutcome.REACHED if reviewed.review.is_decided else ListOutcome.UNDECIDED), None


def _write_page(page: PageFile, entry: "Entry", review: "GameReview") -> None:
    from hanabi_solver.web.pages.subject import reviewed

    page.write(reviewed(entry, review))


def _show_table(rows: "Sequence[GameRow]", *, is_below_others: bool) -> None:
    from hanabi_solver.cli.render.results import make_console
    from hanabi_solver.cli.render.review_table import print_review_table

    console = make_console()
    if is_below_others:
        console.print()
    print_review_table(console, rows)
    console.file.flush()
