"""The `hanabi-solve` command: how it starts and ends."""

import io
import signal
import sys


def main() -> None:
    """Run the command line; ends the process with an exit code of docs/cli.md."""
    # File names and titles may hold what the terminal's encoding lacks.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Outside of a solve (which stops gently), SIGTERM ends a command like Ctrl-C: files are cleaned up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from hanabi_solver.cli.commands import app  # here, so that Ctrl-C while it loads ends quietly

        app()
    except KeyboardInterrupt:
        sys.exit(130)
