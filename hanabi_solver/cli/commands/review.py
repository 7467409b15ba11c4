"""`hanabi-solve review`: from which turn on a game was lost, and what should have been done."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.commands.entries import EntryByEntry
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.options import (
    MemoryLimitOption,
    OfflineOption,
    QuietOption,
    RulesOption,
    SeedOption,
    WorkersOption,
    parse_seconds,
)
from hanabi_solver.cli.page_file import HtmlOption, PageFile, page_file
from hanabi_solver.cli.terminal.progress import ProgressLine
from hanabi_solver.solver.limits import DEFAULT_WORKERS, Context, Limits

if TYPE_CHECKING:
    import threading

    from rich.console import Console

    from hanabi_solver.analysis.game_review import GameReview
    from hanabi_solver.formats.source import Entry


def review_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game file, link or game number of hanab.live, a file with a link or number a line, "
            "or - for stdin.",
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
    rules: RulesOption = None,
    is_offline: OfflineOption = False,
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON review a line.")] = False,
    html: HtmlOption = None,
    is_quiet: QuietOption = False,
) -> None:
    """Show from which turn on a game was lost: the best score in reach at every turn, and what lowered it."""

    def run() -> ExitCode:
        page = page_file(html, source)
        limits = Limits(time_limit, memory=memory_limit, workers=workers or DEFAULT_WORKERS)
        reviewing = _Reviewing(limits, seed, page)
        one_by_one = EntryByEntry(reviewing, is_json, is_quiet, takes_lists=page is None)
        return one_by_one.run(GivenSource(source, rules=rules, is_offline=is_offline))

    raise typer.Exit(guarded(run))


@dataclass(frozen=True, slots=True)
class _Reviewing:
    """Reviews a game, and writes its page if one is asked for."""

    limits: Limits
    seed: int
    page: PageFile | None

    def answer(self, entry: "Entry", progress: ProgressLine, stop: "threading.Event") -> "GameReview":
        from hanabi_solver.analysis.game_review import review_entry

        review = review_entry(
            entry, limits=self.limits, seed=self.seed, context=Context(progress.on_event, stop)
        )
        if self.page is not None:
            from hanabi_solver.web.pages.subject import reviewed

            self.page.write(reviewed(entry, review))
        return review

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
