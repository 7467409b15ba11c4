"""What a running solve does, on one line of stderr that is rewritten; only on a terminal."""

import shutil
import sys
import time
from typing import TYPE_CHECKING

from hanabi_solver.cli.wording import counted

if TYPE_CHECKING:
    from hanabi_solver.result import Progress

_INTERVAL = 0.1  # seconds between two rewrites


class ProgressLine:
    """Takes the events of a solve; `clear` before anything else is printed."""

    def __init__(self, *, is_quiet: bool) -> None:
        self.is_quiet = is_quiet
        self.is_live = not is_quiet and sys.stderr.isatty()
        self._is_shown = False
        self._next = 0.0

    def on_event(self, progress: "Progress") -> None:
        """Show one event."""
        if progress.phase == "compile":
            self.note("compiling the search (only once, takes 10 to 30 seconds)")
        elif self.is_live and time.monotonic() >= self._next:
            self._next = time.monotonic() + _INTERVAL
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{describe(progress)[:width]}")
            sys.stderr.flush()
            self._is_shown = True

    def note(self, text: str) -> None:
        """Say something on a line of its own, on a terminal or not."""
        if not self.is_quiet:
            self.clear()
            print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipe the line."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_shown = False


def describe(progress: "Progress") -> str:
    """One event in words.

    >>> from hanabi_solver.result import Progress
    >>> describe(Progress("search", 25, 23, 25, 1234567, 3.21))
    'search: is 25 possible? (best 23, upper bound 25)  1,234,567 positions  3.2 s'
    """
    return (
        f"{progress.phase}: is {progress.target} possible? "
        f"(best {progress.best}, upper bound {progress.upper})  "
        f"{counted(progress.nodes, 'position')}  {progress.seconds:.1f} s"
    )
