"""The tasks of a run: batches of keys for the fast lane, and what that leaves open for the usual way."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from hanabi_solver.parallel.pool import Done
from hanabi_solver.parallel.read_ahead import Chunks, Reading
from hanabi_solver.study.record import Row
from hanabi_solver.study.tasks import DealOutcome, DealTask

# Deals of a batch: some milliseconds of work, so that handing it out and back is little beside it.
LANE_BATCH = 250
# Keys that are read ahead: what many workers take at once.
MOST_READ = 1000
# How long to wait for a key, or for what comes back, before looking at everything else again.
_WAIT_SECONDS = 0.05


class Feed:
    """The tasks for these keys, which are read on another thread; use it as a context.

    With `by_lane` the keys first go through the lane, and those that `take` hears of as left open follow,
    `size` a task; else all of them go the usual way. `take` may be called on another thread than the rest.
    """

    def __init__(self, keys: Iterable[str], *, by_lane: bool, size: int = 1) -> None:
        self._reading = Reading(keys, MOST_READ)
        self._chunks = Chunks(self._reading, LANE_BATCH if by_lane else size)
        self._by_lane = by_lane
        self._size = size
        self._left: deque[str] = deque()
        self._batches = 0
        self._lock = threading.Lock()
        self._is_closed = threading.Event()

    def __enter__(self) -> "Feed":
        self._reading.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_closed.set()
        self._reading.__exit__(*error)

    def is_at_end(self) -> bool:
        """Whether no task is left, nor can come back; raises what the reading of keys raised."""
        with self._lock:  # what a batch leaves is there before that is done
            return not self._batches and not self._left and self._chunks.is_at_end()

    def next_task(self) -> DealTask | None:
        """The next task; None if it is not there after a moment."""
        if task := self._next_left():
            return task
        chunk = self._chunks.take(_WAIT_SECONDS)
        if not chunk:
            return None
        with self._lock:
            self._batches += self._by_lane
        return DealTask(tuple(chunk), self._by_lane)

    def each_task(self, stop: threading.Event, on_wait: Callable[[], None]) -> Iterator[DealTask]:
        """All tasks until the end, until `stop` is set, or this is closed; `on_wait` hears of each moment
        without one."""
        while not self.is_at_end() and not stop.is_set() and not self._is_closed.is_set():
            task = self.next_task()
            if task is not None:
                yield task
                continue
            on_wait()
            if self._reading.has_ended:  # then nothing else has waited
                self._is_closed.wait(_WAIT_SECONDS)

    def take(self, task: DealTask, outcomes: Iterable[DealOutcome]) -> Iterator[Done[str, Row]]:
        """What a task came to, without what is left open, which comes again as a task of its own."""
        left = []
        for outcome in outcomes:
            if outcome.row is None and outcome.error is None:
                left.append(outcome.key)
            else:
                yield Done(outcome.key, outcome.row, outcome.error)
        self._finish(task, left)

    def take_lost(self, task: DealTask) -> None:
        """A task of the lane was lost with its process: each of its deals is left open."""
        self._finish(task, task.keys)

    def _finish(self, task: DealTask, left: Iterable[str]) -> None:
        with self._lock:
            self._left.extend(left)
            self._batches -= task.by_lane

    def _next_left(self) -> DealTask | None:
        with self._lock:
            keys = tuple(self._left.popleft() for _ in range(min(self._size, len(self._left))))
        return DealTask(keys, by_lane=False) if keys else None
