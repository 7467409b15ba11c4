"""The `hanabi-solve` command: how it starts and ends."""

import gc
import signal
import sys

from hanabi_solver.cli.terminal.streams import StdoutLostError, prepare_streams


def main() -> None:
    """Run the command line; ends the process with an exit code of docs/cli.md."""
    # Outside of a solve (which stops gently), SIGTERM ends a command like Ctrl-C: files are cleaned up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        prepare_streams()
        from hanabi_solver.cli.command_line import app  # here, so that Ctrl-C while it loads ends quietly

        try:
            app()
        finally:
            sys.stdout.flush()
            # Else the interpreter's last collections take half a second over the objects of numba.
            gc.freeze()
    except KeyboardInterrupt:
        sys.exit(130)
    except StdoutLostError as error:
        sys.exit(error.report())
