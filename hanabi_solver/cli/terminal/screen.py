"""A terminal taken over for single keys, on a screen of its own, and given back whatever happens."""

import os
import signal
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from hanabi_solver.cli.terminal.keys import Key, read_key

_OTHER_SCREEN, _OWN_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"
# These end the program, as they do by default: a hangup, and Ctrl-\. Ctrl-C and SIGTERM are exceptions, which
# unwind to `open_screen`.
_DEADLY = (signal.SIGHUP, signal.SIGQUIT)


@dataclass(slots=True)
class Screen:
    """The terminal with this descriptor, and how it was before.

    `give_back` and `take` may be called from signal handlers: they write to the descriptor itself, as a
    buffered stream may be in the middle of a write there.
    """

    descriptor: int
    before: list[Any]
    woken: int
    is_taken: bool = field(default=False)

    def take(self) -> None:
        """Hand over each key at once, unseen, on a screen of its own.

        In the background (after `bg`) the terminal is the shell's: this stops there, as any write to it does,
        until `fg` sends SIGCONT. A shell without job control leaves it running: then nothing is done.
        """
        if not self.is_taken and not self.is_in_foreground:
            os.kill(os.getpid(), signal.SIGTTOU)
        if not self.is_taken and self.is_in_foreground:
            tty.setcbreak(self.descriptor)
            os.write(self.descriptor, _OTHER_SCREEN)
            self.is_taken = True

    def give_back(self) -> None:
        """The terminal as it was, on its own screen; does nothing if that is so already."""
        if self.is_taken:
            self.is_taken = False
            # After a hangup there is no terminal any more.
            with suppress(OSError):
                os.write(self.descriptor, _OWN_SCREEN)
            with suppress(termios.error):
                termios.tcsetattr(self.descriptor, termios.TCSANOW, self.before)

    @property
    def is_in_foreground(self) -> bool:
        """Whether this process may write to the terminal."""
        try:
            return os.tcgetpgrp(self.descriptor) == os.getpgrp()
        except OSError:  # not the terminal of this session: no job control there
            return True

    def read(self) -> Key | str:
        """The next key; `Key.REDRAW` if the screen has to be drawn anew first."""
        return read_key(self.descriptor, self.woken)


@contextmanager
def open_screen(descriptor: int) -> Iterator[Screen]:
    """Take a terminal over; while it is stopped (Ctrl-Z), and when this ends in any way, it is as before."""
    woken, waker = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(waker, False)
    screen = Screen(descriptor, termios.tcgetattr(descriptor), woken)
    # Each signal with a handler writes a byte there, which ends the wait for a key.
    earlier = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, handler) for number, handler in _handlers(screen).items()}
    try:
        screen.take()
        yield screen
    finally:
        screen.give_back()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(earlier)
        os.close(woken)
        os.close(waker)


def _handlers(screen: Screen) -> dict[signal.Signals, Any]:
    def stop(number: int, frame: FrameType | None) -> None:
        screen.give_back()
        _act_by_default(number, stop)
        screen.take()  # where a stop is ignored no SIGCONT comes

    def resume(number: int, frame: FrameType | None) -> None:
        screen.take()

    def redraw(number: int, frame: FrameType | None) -> None:
        """The byte that the signal wrote is enough."""

    def end(number: int, frame: FrameType | None) -> None:
        screen.give_back()
        _act_by_default(number, end)

    # SIGCONT comes after a stop that could not be seen coming (SIGSTOP) too.
    handlers = {signal.SIGTSTP: stop, signal.SIGCONT: resume, signal.SIGWINCH: redraw}
    # What is ignored (nohup) stays so.
    deadly = {number: end for number in _DEADLY if signal.getsignal(number) is not signal.SIG_IGN}
    return {**handlers, **deadly}


def _act_by_default(number: int, handler: Any) -> None:
    """Let a signal do to this process what it does without a handler; returns when it goes on, if it does."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    signal.signal(number, handler)
