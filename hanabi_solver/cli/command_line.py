"""The subcommands of `hanabi-solve` and the options before them."""

from typing import Annotated

import typer

from hanabi_solver.cli.commands.check import check_command
from hanabi_solver.cli.commands.convert import convert_command
from hanabi_solver.cli.commands.deal import deal_command
from hanabi_solver.cli.commands.explain import explain_command
from hanabi_solver.cli.commands.gallery import gallery_command
from hanabi_solver.cli.commands.odds import odds_command
from hanabi_solver.cli.commands.play import play_command
from hanabi_solver.cli.commands.puzzles import puzzles_app
from hanabi_solver.cli.commands.review import review_command
from hanabi_solver.cli.commands.schema import schema_command
from hanabi_solver.cli.commands.show import show_command
from hanabi_solver.cli.commands.solve import solve_command
from hanabi_solver.cli.commands.study import study_app
from hanabi_solver.cli.commands.verify import verify_command
from hanabi_solver.cli.commands.warmup import warmup_command
from hanabi_solver.cli.help import App

app = App(name="hanabi-solve", context_settings={"help_option_names": ["-h", "--help"]})
app.command("solve", short_help="The best score, a line that reaches it, and a proof.")(solve_command)
app.command("review", short_help="From which turn on was a game lost, and what was better?")(review_command)
app.command("explain", short_help="Why a score cannot be reached, or how narrowly it can.")(explain_command)
app.command("odds", short_help="The chance of a score where the pile's order is unknown.")(odds_command)
app.command("check", short_help="Do puzzles get the answers they claim, and what else is there to know?")(
    check_command
)
app.add_typer(puzzles_app, name="puzzles", short_help="Make puzzle files.")
app.command("gallery", short_help="Pages of puzzles, to be solved in a browser.")(gallery_command)
app.add_typer(study_app, name="study", short_help="Many deals: solve, store, report, sample.")
app.command("show", short_help="A deal or position as a board.")(show_command)
app.command("play", short_help="Step through a line at the board, and try other moves.")(play_command)
app.command("deal", short_help="The deck that hanab.live deals for a seed.")(deal_command)
app.command("convert", short_help="A deal, position or game in another format.")(convert_command)
app.command("verify", short_help="Is a result true? Needs no solver.")(verify_command)
app.command("schema", short_help="The JSON Schemas of the file formats.")(schema_command)
app.command("warmup", short_help="Compile the search ahead, which is done once on a machine.")(warmup_command)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        print(f"hanabi-solve {version('hanabi-solver')}")
        raise typer.Exit


@app.callback()
def _main_options(
    is_version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """The best score of any fully known Hanabi deal, with a line that reaches it and a proof.

    Exit codes: 0 proved, 1 a checked claim is false, 2 bad input or full output, 3 stopped with a gap,
    70 internal check failed, 130 interrupted, 141 the reader of stdout went away.
    """
