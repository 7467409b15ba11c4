"""How far a study is, as a bar on stderr; only on a terminal."""

import sys
import time
from typing import TYPE_CHECKING

from hanabi_solver.cli.terminal.progress import COMPILING, describe_compiling
from hanabi_solver.names import Phase

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from hanabi_solver.study.run import RunState

# How often the bar changes at most: thousands of deals can be done in a second.
_EVERY_SECONDS = 0.05
# What is printed when a phase begins.
_NOTES = {
    Phase.COMPILE: COMPILING,
    Phase.NO_WORKERS: "the cluster has no workers left: waiting for one (Ctrl-C ends the run)",
}


class StudyProgress:
    """A bar with deals a second, time left, winnable share so far and undecided deals; use as a context."""

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._is_live = not is_quiet and sys.stderr.isatty()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._phase: Phase | None = None
        self._phase_since = 0.0
        self._shown = -_EVERY_SECONDS

    def __enter__(self) -> "StudyProgress":
        return self

    def __exit__(self, *_error: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def on_event(self, state: "RunState") -> None:
        """Show how far the run is."""
        if state.phase != self._phase:
            self._phase, self._phase_since = state.phase, time.monotonic()
            if state.phase in _NOTES and not self._is_quiet:
                print(_NOTES[state.phase], file=sys.stderr, flush=True)
        now = time.monotonic()
        if not self._is_live or (now < self._shown + _EVERY_SECONDS and state.phase is not Phase.COMPILE):
            return
        self._shown = now
        if self._bar is None:
            self._bar = _make_bar()
            self._bar.start()
            self._task = self._bar.add_task("", total=state.total, counts="")
        if self._task is not None:
            done = state.before.deals + state.now.deals + state.repeated + state.failed
            counts = describe_state(state)
            if state.phase is Phase.COMPILE:
                counts = describe_compiling(state.compiled, time.monotonic() - self._phase_since)
            self._bar.update(self._task, total=state.total, completed=done, counts=counts)


def describe_state(state: "RunState") -> str:
    """What stands beside the bar.

    >>> from hanabi_solver.study.run import RunState, Tally
    >>> before, now = Tally(100, 99, 1, 0), Tally(1250, 1225, 20, 6)
    >>> describe_state(RunState(2000, before, now, seconds=10.0))
    '1,350 of 2,000, 125.0 deals/s, 0:05 left, 98.07 % winnable, 6 undecided'
    """
    deals = state.before.deals + state.now.deals
    winnable = state.before.winnable + state.now.winnable
    undecided = state.before.undecided + state.now.undecided
    done = deals + state.repeated + state.failed
    speed = state.now.deals / max(state.seconds, 0.001)
    parts = [f"{done:,}" + ("" if state.total is None else f" of {state.total:,}")]
    parts.append(f"{speed:.1f} deals/s")
    if state.total is not None and speed > 0:
        parts.append(f"{_clock((state.total - done) / speed)} left")
    if deals:
        parts.append(f"{100 * winnable / deals:.2f} % winnable")
    parts.append(f"{undecided:,} undecided")
    if state.failed:
        parts.append(f"{state.failed:,} failed")
    return ", ".join(parts)


def _clock(seconds: float) -> str:
    """A time in hours, minutes and seconds.

    >>> _clock(5), _clock(3723)
    ('0:05', '1:02:03')
    """
    minutes, rest = divmod(round(max(seconds, 0.0)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _make_bar() -> "Progress":
    from rich.progress import BarColumn, Progress, TextColumn

    from hanabi_solver.cli.render.results import make_console

    return Progress(
        BarColumn(bar_width=20),
        TextColumn("{task.fields[counts]}", markup=False),
        console=make_console(sys.stderr),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=True,
    )
