"""`hanabi-solve study`: many deals solved into a store, what they say together, and samples of them."""

from pathlib import Path
from typing import Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.help import App
from hanabi_solver.cli.options import (
    MemoryLimitOption,
    MethodOption,
    QuietOption,
    parse_file,
    parse_seconds,
    parse_store,
)
from hanabi_solver.formats.plain_text import without_controls
from hanabi_solver.names import BoundName, Method

DEFAULT_TIME_LIMIT = 60.0


# The bounds that can be the first reason of a deal's best score: no deal is over at its start.
_REASONS = [str(name) for name in BoundName if name is not BoundName.GAME_OVER]
_REASONS_TEXT = f"[{'|'.join(_REASONS)}]"


def _parse_reason(text: str) -> str:
    if text not in _REASONS:
        raise typer.BadParameter(f"expected one of {', '.join(_REASONS)}, got {text!r}")
    return text


study_app = App()

_StoreArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        parser=parse_store,
        help="The store that study run has written.",
        show_default=False,
    ),
]
_PlayersOption = Annotated[
    list[int] | None,
    typer.Option("--players", metavar="N", min=2, max=6, help="Only deals of N players; may be repeated."),
]
_VariantOption = Annotated[
    list[int] | None,
    typer.Option("--variant", metavar="ID", min=0, help="Only deals of this variant; may be repeated."),
]


@study_app.callback()
def _study() -> None:
    """Solve many deals into a store that can be interrupted at any moment, and see what they say together."""


@study_app.command("run", short_help="Solve deals and store the answers; the same command resumes.")
def run_command(
    store: Annotated[
        Path,
        typer.Option(
            "--store",
            metavar="FILE",
            parser=parse_store,
            help="The file that holds the answers (SQLite); made if it is missing.",
        ),
    ],
    seeds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SEEDS...",
            help="p2v0s1..10000, random:players=3,variant=0,count=5000,seed=7, a seed or link, a file with "
            "a seed, link or PLAYERS DECK a line, or - for stdin.",
            show_default=False,
        ),
    ] = None,
    retries_undecided: Annotated[
        bool,
        typer.Option(
            "--retry-undecided",
            help="Solve what no limits have decided yet; without SEEDS, everything of that kind in FILE.",
        ),
    ] = False,
    method: MethodOption = Method.AUTO,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            parser=parse_seconds,
            help="Stop each deal after this time. [default: 60]",
        ),
    ] = None,
    memory_limit: MemoryLimitOption = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            help="Processes. [default: one for each core]",
            show_default=False,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Solve on the workers of the Dask scheduler at this address (needs the extra 'cluster').",
        ),
    ] = None,
    is_quiet: QuietOption = False,
) -> None:
    """Solve the deals of SEEDS that FILE does not hold yet under these limits, and store the answers.

    It may be killed at any moment: the same command goes on where it stopped.
    """
    if not seeds and not retries_undecided:
        raise typer.BadParameter("expected at least one, like p2v0s1..1000, got none", param_hint="SEEDS")
    if cluster is not None and workers is not None:
        raise typer.BadParameter("the cluster has its own workers: leave it out", param_hint="--workers")
    from hanabi_solver.cli.commands.study_run import StudyCommand

    command = StudyCommand(
        store=store,
        seeds=tuple(seeds or ()),
        retries_undecided=retries_undecided,
        method=method,
        time_limit=DEFAULT_TIME_LIMIT if time_limit is None else time_limit,
        memory_limit=memory_limit,
        workers=workers,
        cluster=cluster,
        is_quiet=is_quiet,
    )
    raise typer.Exit(guarded(command.run))


@study_app.command("report", short_help="Shares with intervals, scores, reasons and times.")
def report_command(
    file: _StoreArgument,
    players: _PlayersOption = None,
    variants: _VariantOption = None,
    is_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    is_csv: Annotated[bool, typer.Option("--csv", help="Print the report as CSV, a group a line.")] = False,
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="FILE",
            parser=parse_file,
            help="Write the same table as Parquet (needs the extra 'parquet').",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            parser=parse_file,
            help="Draw the report into FILE.svg or FILE.png (needs the extra 'plots').",
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            parser=parse_file,
            help="Write the report as FILE: one page with charts and sortable tables.",
        ),
    ] = None,
    by_deal: Annotated[
        bool, typer.Option("--deals", help="With --csv or --parquet: one line a deal, not a group.")
    ] = False,
    with_links: Annotated[
        bool,
        typer.Option(
            "--links", help="With --deals: links of the fast lane's lines too (a millisecond or two each)."
        ),
    ] = False,
) -> None:
    """Say for each variant and number of players how many deals can be won, and the like."""
    if is_json and is_csv:
        raise typer.BadParameter("expected one of --json and --csv, got both", param_hint="--csv")
    if by_deal and (is_json or not (is_csv or parquet is not None)):
        raise typer.BadParameter("expected --csv or --parquet beside it, and no --json", param_hint="--deals")
    if with_links and not by_deal:
        raise typer.BadParameter("expected --deals beside it", param_hint="--links")
    from hanabi_solver.cli.commands.study_report import ReportCommand

    command = ReportCommand(
        file=file,
        players=tuple(players or ()),
        variants=tuple(variants or ()),
        is_json=is_json,
        is_csv=is_csv,
        parquet=parquet,
        plot=plot,
        html=html,
        by_deal=by_deal,
        with_links=with_links,
    )
    raise typer.Exit(guarded(command.run))


@study_app.command("sample", short_help="Random deals of a store that meet a condition.")
def sample_command(
    file: _StoreArgument,
    best: Annotated[
        int | None,
        typer.Option("--best", metavar="N", min=0, help="Only deals whose proved best score is N."),
    ] = None,
    reasons: Annotated[
        list[str] | None,
        typer.Option(
            "--reason",
            metavar=_REASONS_TEXT,
            parser=_parse_reason,
            help="Only deals whose upper bound has this first reason; may be repeated.",
        ),
    ] = None,
    is_undecided: Annotated[
        bool, typer.Option("--undecided", help="Only deals whose best score is not proved.")
    ] = False,
    players: _PlayersOption = None,
    variants: _VariantOption = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="At most so many.")] = 10,
    seed: Annotated[
        int, typer.Option("--random-seed", metavar="N", min=0, help="Another number picks other deals.")
    ] = 0,
) -> None:
    """Print random deals of FILE, a seed or link a line: for solve -, explain -, convert -, ..."""
    if is_undecided and best is not None:
        raise typer.BadParameter("a best score is not known then: leave it out", param_hint="--best")

    def run() -> ExitCode:
        from hanabi_solver.study.combined_rows import Selection
        from hanabi_solver.study.sample import Condition, sample_deals

        selection = Selection(tuple(players or ()), tuple(variants or ()))
        names = tuple(reasons or ())
        for line in sample_deals(file, Condition(selection, best, names, is_undecided), count, seed):
            print(without_controls(line))
        return ExitCode.PROVED

    raise typer.Exit(guarded(run))
