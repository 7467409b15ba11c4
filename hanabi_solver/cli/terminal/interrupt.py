"""Ctrl-C and SIGTERM: the first asks a running solve to stop, the second ends the process."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from hanabi_solver.cli.exit_codes import ExitCode

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """`stop` is set by the first signal that comes while `armed`, and `signal` is that one.

    `at_end` is called before the second one ends the process, where no `finally` is reached.
    """

    def __init__(self, at_end: Callable[[], None] | None = None) -> None:
        self.stop = threading.Event()
        self.signal: signal.Signals | None = None
        self.at_end = at_end

    @contextmanager
    def armed(self) -> Iterator[None]:
        """Take the signals over; outside, they end the command as KeyboardInterrupt."""
        previous = {number: signal.signal(number, self._handle) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.stop.is_set():
            if self.at_end is not None:
                self.at_end()
            os._exit(ExitCode.INTERRUPTED)
        self.signal = signal.Signals(number)
        self.stop.set()
