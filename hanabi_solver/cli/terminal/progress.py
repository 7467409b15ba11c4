"""What a solve does, or how far a list is, on one line of stderr that is rewritten; only on a terminal."""

import shutil
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from hanabi_solver.cli.render.wording import counted
from hanabi_solver.cli.terminal.streams import is_dumb_terminal
from hanabi_solver.names import Phase

if TYPE_CHECKING:
    from hanabi_solver.parallel.pool import Headway
    from hanabi_solver.solver.result import Part, Progress

_INTERVAL = 0.1  # seconds between two rewrites
COMPILING = (
    "compiling the search, once on this machine: 10 seconds to a minute (hanabi-solve warmup does it ahead)"
)


class ProgressLine:
    """Takes the events of a solve; `clear` before anything else is printed."""

    def __init__(self, *, is_quiet: bool) -> None:
        self.is_quiet = is_quiet
        self.is_live = not is_quiet and sys.stderr.isatty() and not is_dumb_terminal()
        self._is_shown = False
        self._next = 0.0
        self._compiles_since: float | None = None

    def on_event(self, progress: "Progress") -> None:
        """Show one event."""
        if progress.phase is Phase.COMPILE:
            self.on_compile(progress.part)
        else:
            self.show(lambda: describe(progress))

    def on_compile(self, compiled: "Part | None") -> None:
        """Show how far the compilation is; where no line can be rewritten, only say that it is done."""
        is_first, now = self._compiles_since is None, time.monotonic()
        since = self._compiles_since = now if self._compiles_since is None else self._compiles_since
        if self.is_live:
            self.show(lambda: describe_compiling(compiled, now - since))
        elif is_first:
            self.note(COMPILING)

    def count(self, *, is_undecided: bool) -> None:
        """Take note of an answer that is printed."""

    def show(self, text: Callable[[], str]) -> None:
        """Rewrite the line, unless that was done a moment ago."""
        if self.is_live and time.monotonic() >= self._next:
            self._next = time.monotonic() + _INTERVAL
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{text()[:width]}")
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


class ListProgressLine(ProgressLine):
    """The same for many deals: how many are done, how fast, and how many of them were not decided."""

    def __init__(self, *, is_quiet: bool, noun: str = "deal") -> None:
        super().__init__(is_quiet=is_quiet)
        self.noun = noun
        self.done = 0
        self.printed = 0
        self.undecided = 0
        self._started = time.monotonic()

    def count(self, *, is_undecided: bool) -> None:
        """Take note of an answer that is printed."""
        self.printed += 1
        self.done = max(self.done, self.printed)
        self.undecided += is_undecided

    def on_event(self, progress: "Progress") -> None:
        """Show an event of the deal that is being solved in this process."""
        if progress.phase is Phase.COMPILE:
            super().on_event(progress)
        else:
            self.show(lambda: f"{self._counts()}  {describe(progress)}")

    def on_headway(self, headway: "Headway") -> None:
        """Show how far the processes are."""
        self.done = headway.done
        if headway.phase is Phase.COMPILE:
            self.on_compile(headway.compiled)
        else:
            self.show(self._counts)

    def _counts(self) -> str:
        seconds = time.monotonic() - self._started
        return describe_counts(self.done, self.undecided, seconds, self.noun)


def describe_counts(done: int, undecided: int, seconds: float, noun: str = "deal") -> str:
    """A run over many deals, or games, in words.

    >>> describe_counts(1234, 1, 50.0)
    '1,234 deals done, 24.7 a second, 1 undecided'
    """
    speed = done / max(seconds, 0.001)
    return f"{counted(done, noun)} done, {speed:.1f} a second, {undecided:,} undecided"


def describe_compiling(compiled: "Part | None", seconds: float) -> str:
    """How far the compilation is, in words.

    >>> from hanabi_solver.solver.result import Part, Series
    >>> describe_compiling(Part(Series.FUNCTION, 3, 29), 12.3)
    'compiling the search, once on this machine: 3 of 29 functions (10 %), 12 s'
    """
    where = "" if compiled is None else f": {describe_part(compiled)}"
    return f"compiling the search, once on this machine{where}, {seconds:.0f} s"


def describe(progress: "Progress") -> str:
    """A report in words, with the part of a longer question first.

    >>> from hanabi_solver.solver.result import Part, Progress, Series
    >>> describe(Progress(Phase.SEARCH, 25, 23, 25, 1234567, 3.21))
    'search: is 25 possible? (best 23, upper bound 25)  1,234,567 positions  3.2 s'
    >>> describe(Progress(Phase.SHORTEST, 25, 25, 25, 0, 3.21, Part(Series.TURNS_OF_LINE, 44, 62)))
    'shortest line: 44 to 62 turns'
    >>> describe(Progress(Phase.ODDS, 25, 100, 120, 5000, 1.0))
    'odds of 25: 100 to 120 orders won  5,000 states  1.0 s'
    """
    where = "" if progress.part is None else describe_part(progress.part)
    if progress.phase is Phase.SHORTEST:
        return where
    if progress.phase is Phase.ODDS:
        won = f"odds of {progress.target}: {progress.best:,} to {progress.upper:,} orders won"
        return f"{won}  {counted(progress.nodes, 'state')}  {progress.seconds:.1f} s"
    what = (
        f"{progress.phase}: is {progress.target} possible? "
        f"(best {progress.best}, upper bound {progress.upper})  "
        f"{counted(progress.nodes, 'position')}  {progress.seconds:.1f} s"
    )
    return f"{where}  {what}" if where else what


def describe_part(part: "Part") -> str:
    """Where a longer question is, in words.

    >>> from hanabi_solver.solver.result import Part, Series
    >>> describe_part(Part(Series.ORDER, 1200, 5040)), describe_part(Part(Series.TURN, 12, 50))
    ('orders: 1,200 of 5,040', 'turn 12 of 50')
    """
    from hanabi_solver.solver.result import Series

    match part.series:
        case Series.TURN:
            return f"turn {part.at} of {part.of}"
        case Series.ORDER:
            return f"orders: {part.at:,} of {part.of:,}"
        case Series.TURNS_OF_LINE:
            return f"shortest line: {part.at} to {part.of} turns"
        case Series.FUNCTION:
            return f"{part.at} of {part.of} functions ({100 * part.at // part.of} %)"
