"""Requests one at a time, with a pause between them, also from several processes.

A file in the folder of kept games is locked while one asks; its time says when the next one may. Where there
can be no such file, the pauses are those of this process alone.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hanabi_solver.errors import Fault, InputError

try:
    import fcntl
except ImportError:  # not on Windows: there the file's time alone makes processes wait
    fcntl = None  # type: ignore[assignment]  # a module that is not there

_NAME = "next-request"
# A later time is none that was set here: somebody moved the clock.
LONGEST_WAIT = 600.0
# How long to wait for another process, which asks for some seconds and may have stopped; and between looks.
LONGEST_LOCK = 30.0
_LOOK_AGAIN = 0.05
_lock = threading.Lock()


class RequestTurn:
    """The right to ask, as long as one has it: `due` (seconds since 1970) is when a request may be sent."""

    def __init__(self, file: Path | None, due: float) -> None:
        self._file = file
        self.due = due

    def seconds_left(self) -> float:
        """How long to wait until a request may be sent."""
        left = self.due - time.time()
        return left if 0.0 < left <= LONGEST_WAIT else 0.0

    def wait(self) -> None:
        """Wait until a request may be sent."""
        time.sleep(self.seconds_left())

    def put_off(self, seconds: float) -> None:
        """Let nobody ask for so many seconds from now."""
        self.due = time.time() + min(seconds, LONGEST_WAIT)
        _due_here[self._file] = self.due
        if self._file is not None:
            with suppress(OSError):
                os.utime(self._file, (self.due, self.due))


# When this process may ask next, for each file; of another process the file says it.
_due_here: dict[Path | None, float] = {}


@contextmanager
def one_at_a_time(folder: Path | None) -> Iterator[RequestTurn]:
    """The right to ask, as soon as nobody else has it; None for a folder that cannot be had."""
    with _lock:
        file = None if folder is None else folder / _NAME
        descriptor = _locked(file)
        try:
            due = _due_here.get(file, 0.0)
            if file is not None and descriptor is not None:
                due = max(due, os.fstat(descriptor).st_mtime)
            yield RequestTurn(file if descriptor is not None else None, due)
        finally:
            if descriptor is not None:
                os.close(descriptor)  # which unlocks it


def _locked(file: Path | None) -> int | None:
    if file is None:
        return None
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        return None
    if fcntl is not None:
        end = time.monotonic() + LONGEST_LOCK
        while not _has_lock(descriptor):
            if time.monotonic() > end:
                os.close(descriptor)
                text = f"expected the turn to ask, got none in {LONGEST_LOCK:.0f} seconds"
                raise InputError([Fault("", text, "another process is fetching a game: end it, or wait")])
            time.sleep(_LOOK_AGAIN)
    return descriptor


def _has_lock(descriptor: int) -> bool:
    """Whether the file is locked for this process now; so it counts where there are no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
