"""The `hanabi-solve` command: how it starts and ends."""

import gc
import signal
import sys
import warnings
from collections.abc import Sequence

from hanabi_solver.cli.terminal.streams import StdoutLostError, prepare_streams


def main() -> None:
    """Run the command line; ends the process with an exit code of docs/cli.md."""
    # Outside of a solve (which stops gently), SIGTERM ends a command like Ctrl-C: files are cleaned up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Python's own helper of processes begins anew where it was killed; there is nothing to do about it.
    warnings.filterwarnings("ignore", message="resource_tracker: process died unexpectedly")
    try:
        prepare_streams()
        try:
            _run(sys.argv[1:])
        finally:
            sys.stdout.flush()
            # Else the interpreter's last collections take half a second over the objects of numba.
            gc.freeze()
    except KeyboardInterrupt:
        sys.exit(130)
    except StdoutLostError as error:
        sys.exit(error.report())


def _run(arguments: Sequence[str]) -> None:
    """Run the command that is asked for; what it needs loads here, so that Ctrl-C meanwhile ends quietly."""
    match arguments:
        case ["solve", source] if source and not source.startswith("-"):
            # There are no options: to load what parses them, and the other commands, takes longer than most
            # answers.
            import typer

            from hanabi_solver.cli.commands.solve import solve_command

            try:
                solve_command(source)
            except typer.Exit as end:
                sys.exit(end.exit_code)
        case _:
            from hanabi_solver.cli.command_line import app

            app()
