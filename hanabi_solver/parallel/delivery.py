"""Which of many jobs under way is given out next: the first in order, or the first that is done."""

from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from hanabi_solver.model.background import is_done


class Job:
    """An item on its way to be Done, or an error that ends the run."""

    __slots__ = ("item", "outcome")

    def __init__(self, item: Any) -> None:
        self.item = item
        self.outcome: Future[Any] = Future()


class InOrder:
    """Gives jobs out in the order they were read; None in `order` says that no more follow."""

    def __init__(self, order: "SimpleQueue[Job | None]") -> None:
        self._order = order
        self._head: Job | None = None
        self._is_at_end = False

    def is_at_end(self) -> bool:
        """Whether all have been given out."""
        return self._is_at_end

    def next_done(self, seconds: float) -> Job | None:
        """The next job, if it is done within that time."""
        if self._head is None:
            try:
                self._head = self._order.get(timeout=seconds)
            except Empty:
                return None
            self._is_at_end = self._head is None
        if self._head is None or not is_done(self._head.outcome, seconds):
            return None
        first, self._head = self._head, None
        return first

    def left(self) -> list[Job]:
        """The jobs that have not been given out."""
        left = [] if self._head is None else [self._head]
        while not self._order.empty():
            left += [job for job in [self._order.get()] if job is not None]
        return left


class AsDone:
    """Gives jobs out in the order they are done."""

    def __init__(self, order: "SimpleQueue[Job | None]") -> None:
        self._order = order
        self._done: SimpleQueue[Job] = SimpleQueue()
        self._under_way = 0
        self._all_read = False

    def is_at_end(self) -> bool:
        """Whether all have been given out."""
        self._take_over()
        return self._all_read and not self._under_way

    def next_done(self, seconds: float) -> Job | None:
        """The next job that is done within that time."""
        self._take_over()
        try:
            job = self._done.get(timeout=seconds)
        except Empty:
            return None
        self._under_way -= 1
        return job

    def left(self) -> list[Job]:
        """The jobs that are done and have not been given out."""
        self._take_over()
        left = []
        while not self._done.empty():
            left.append(self._done.get())
        return left

    def _take_over(self) -> None:
        """Have the jobs that were read report here once they are done."""
        while not self._order.empty():
            job = self._order.get()
            if job is None:
                self._all_read = True
                continue
            self._under_way += 1
            job.outcome.add_done_callback(partial(self._report, job))

    def _report(self, job: Job, _outcome: "Future[Any]") -> None:
        self._done.put(job)
