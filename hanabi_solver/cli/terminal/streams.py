"""The standard streams as commands need them: closed, full or left by their reader, they end cleanly."""

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, BinaryIO, TextIO

from hanabi_solver.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class StdoutLostError(Exception):
    """Nothing more can be written to stdout; `reason` is empty if its reader went away."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"cannot write to stdout: {reason}")

    def report(self) -> ExitCode:
        """Say so on stderr, unless a reader left on purpose; returns the exit code."""
        if not self.reason:
            return ExitCode.BROKEN_PIPE
        print(self, file=sys.stderr, flush=True)
        return ExitCode.BAD_INPUT


class _Stdout(io.FileIO):
    """Raises StdoutLostError at the first failure; what is still buffered then is dropped."""

    is_lost = False

    def write(self, data: "ReadableBuffer") -> int:
        if self.is_lost:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except OSError as error:
            self.is_lost = True
            has_left = error.errno == errno.EPIPE
            raise StdoutLostError("" if has_left else error.strerror or str(error)) from error


class _Stderr(io.FileIO):
    """Drops what cannot be written: messages that nobody can read are no reason to withhold the answer."""

    def write(self, data: "ReadableBuffer") -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def prepare_streams() -> None:
    """Put streams with these habits in the place of stdout and stderr.

    Raises StdoutLostError if stdout is closed.
    """
    # A file that is opened later must not get the number of a closed standard stream.
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for as long as the process runs)
    sys.stderr = _with_raw(sys.stderr, _Stderr)
    if sys.stdout is None:
        raise StdoutLostError("it is closed")
    sys.stdout = _with_raw(sys.stdout, _Stdout)
    # Else numba, where colorama is installed, writes a code that resets colours as the process ends.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")


def _with_raw(stream: TextIO, kind: type[io.FileIO]) -> TextIO:
    """`stream` written through a raw file of this kind; as it is where it is no plain file or pipe."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # File names and titles may hold what the terminal's encoding lacks.
    stream.reconfigure(errors="backslashreplace")
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO:  # a console of Windows
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(kind(raw.fileno(), "wb", closefd=False)),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering or stream.write_through,
    )


def is_dumb_terminal() -> bool:
    """Whether the terminal is said to know no codes: neither colours nor moves of the cursor."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def stdin_for_threads() -> BinaryIO:
    """Stdin as a stream of its own: a thread that still reads sys.stdin when Python ends makes it crash."""
    try:
        return io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False))
    except (OSError, ValueError):  # no real file, as in tests
        return sys.stdin.buffer
