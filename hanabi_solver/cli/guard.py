"""The one place where errors become messages and exit codes."""

import hashlib
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.terminal.streams import StdoutLostError
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.formats.atomic import replacing
from hanabi_solver.formats.plain_text import without_controls


def guarded(command: Callable[[], ExitCode]) -> ExitCode:
    """Run a command; whatever it raises is printed on stderr and turned into an exit code."""
    try:
        outcome = command()
        sys.stdout.flush()
    except InputError as error:
        report_input_error(error)
        return ExitCode.BAD_INPUT
    except InternalCheckError as error:
        report_internal_error(error)
        return ExitCode.CHECK_FAILED
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except StdoutLostError as error:
        return error.report()
    except Exception:  # a bug: it must not exit with 1, which means "the claim is false"
        traceback.print_exc()
        print("internal error: this is a bug, please report it with the lines above", file=sys.stderr)
        return ExitCode.CHECK_FAILED
    return outcome


def check_stdin(source: str) -> None:
    """Raise InputError if the source is stdin and stdin is closed."""
    if source == "-" and sys.stdin is None:
        from hanabi_solver.formats.source import CLOSED

        raise InputError([CLOSED], "stdin")


def report_input_error(error: InputError) -> None:
    """Print every fault on stderr: "source, place: expected X, got Y", then a help line."""
    for fault in error.faults:
        where = ", ".join(part for part in (error.source, fault.place) if part)
        _tell(f"{where}: {fault.text}" if where else fault.text)
        if fault.help:
            _tell(f"help: {fault.help}")


def report_notes(notes: Iterable[str], source: str) -> None:
    """Print remarks on an input, which change nothing in the exit code, on stderr."""
    for note in notes:
        _tell(f"{source}: note: {note}")


def _tell(text: str) -> None:
    """Print a line on stderr; what it quotes of an input does nothing to the terminal."""
    print(without_controls(text), file=sys.stderr)


def report_internal_error(error: InternalCheckError) -> None:
    """Print the contradiction on stderr, and write the input that shows it to a file."""
    _tell(f"internal check failed: {error}")
    if not error.reproducer:
        return
    path = _write_reproducer(error.reproducer)
    if path is not None:
        _tell(f"help: please report it with the file {path}")
    else:
        _tell("help: please report it with the next line, as no file could be written")
        _tell(error.reproducer)


def _write_reproducer(text: str) -> Path | None:
    """The file with the input that shows a contradiction; None if it can be written nowhere."""
    name = f"hanabi-reproducer-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    for folder in (Path.cwd, lambda: Path(tempfile.mkdtemp(prefix="hanabi-"))):
        try:
            path = folder() / name
            with replacing(path, "") as unfinished:
                unfinished.write_text(text, encoding="utf-8")
        except (InputError, OSError):  # no room, no permission, no such folder any more
            continue
        return path
    return None
