"""`hanabi-solve puzzles`: making puzzle files."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.help import App

puzzles_app = App()


@puzzles_app.callback()
def _puzzles() -> None:
    """Make puzzle files."""


@puzzles_app.command("new", short_help="A puzzle file to start from, with comments.")
def new_command(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            parser=Path,
            help="The file to write; stdout if not given, or -.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write a puzzle with comments that say how to change it; FILE must not exist yet."""
    raise typer.Exit(guarded(lambda: _new(file)))


def _new(file: Path | None) -> ExitCode:
    from hanabi_solver.cli.out_file import check_out, write_out
    from hanabi_solver.errors import Fault, InputError
    from hanabi_solver.formats.puzzle_edit import TEMPLATE

    if file is None or str(file) == "-":
        sys.stdout.write(TEMPLATE)
        return ExitCode.PROVED
    if os.path.lexists(file):
        advice = "give another name, or remove the file first"
        raise InputError([Fault("", "expected a name that is not taken, got a file", advice)], str(file))
    try:
        write_out(check_out(file), [TEMPLATE])
    except InputError as error:
        raise InputError([Fault("", fault.text, fault.help) for fault in error.faults], str(file)) from error
    return ExitCode.PROVED
