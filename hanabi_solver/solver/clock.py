"""The clock and the stop sign of one solve, and who is told how far it is."""

import threading
import time
from collections.abc import Callable

from hanabi_solver.solver.bracket import Standing
from hanabi_solver.solver.result import Progress


class Watch:
    """When a solve must end, and `tell` for what it is doing.

    `nodes` counts the positions that are searched and done with. `restart` starts the clock anew: loading
    the search is not counted.
    """

    def __init__(
        self,
        standing: Standing,
        time_limit: float | None,
        on_event: Callable[[Progress], None] | None,
        stop: threading.Event | None,
    ) -> None:
        self.nodes = 0
        self._standing = standing
        self._time_limit = time_limit
        self._on_event = on_event or (lambda _progress: None)
        self.stop = stop or threading.Event()
        self.restart()

    def restart(self) -> None:
        """Count from now on."""
        self._started = time.perf_counter()
        self._deadline = float("inf") if self._time_limit is None else self._started + self._time_limit

    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started

    def must_stop(self) -> bool:
        """Whether the time is up, or somebody wants the solve to end."""
        return self.stop.is_set() or time.perf_counter() >= self._deadline

    def goes_on(self) -> bool:
        """The opposite of `must_stop`."""
        return not self.must_stop()

    def seconds_left(self) -> float | None:
        """The time until the limit, above 0; None without a limit."""
        left = self._deadline - time.perf_counter()
        return None if left == float("inf") else max(left, 0.001)

    def tell(self, phase: str, target: int, nodes: int = 0) -> None:
        """Say what is going on: `nodes` positions of the search under way are searched as well."""
        standing = self._standing
        self._on_event(
            Progress(phase, target, standing.best, standing.upper, self.nodes + nodes, self.seconds())
        )
