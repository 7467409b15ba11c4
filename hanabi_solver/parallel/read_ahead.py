"""Items read on a thread of their own, a bounded number ahead: an input that hangs keeps nobody waiting."""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

Item = TypeVar("Item")

# A chunk that the next item is long in coming for is given out as it is.
PART_SECONDS = 0.5


def read_on_thread(
    items: Iterable[Item],
    room: threading.Semaphore,
    is_closed: Callable[[], bool],
    give: Callable[[Item], None],
    end: Callable[[BaseException | None], None],
) -> None:
    """Give each item on a daemon thread as soon as there is room for it, until there are no more.

    Then `end` is called once: with what `items` raised, if anything. It is also called when `is_closed` is
    true after room was made. `items` is used on that thread alone; a generator is closed there, so that
    what it has open is closed too.
    """

    def read() -> None:
        failure: BaseException | None = None
        iterator: Iterator[Item] = iter(())
        try:
            iterator = iter(items)
            while room.acquire() and not is_closed():
                try:
                    item = next(iterator)
                except StopIteration:
                    break
                give(item)
        except BaseException as error:  # for the thread that takes
            failure = error
        finally:
            if isinstance(iterator, Generator):
                iterator.close()
        end(failure)

    threading.Thread(target=read, daemon=True).start()


class Reading(Generic[Item]):
    """Items that are read ahead, at most `most`; use it as a context, or the thread waits for ever.

    `has_ended` says that all have been taken, or that the items raised something: `is_at_end` raises it.

    >>> with Reading(["p2v0s1", "p2v0s2"], 2) as reading:
    ...     reading.take(1, 10.0), reading.is_at_end()
    (['p2v0s1'], False)
    """

    def __init__(self, items: Iterable[Item], most: int) -> None:
        self._items = items
        self._room = threading.Semaphore(most)
        # Each in a tuple, so that an item may be anything; what ends the items is none.
        self._read: SimpleQueue[tuple[Item] | None] = SimpleQueue()
        self._is_closed = False
        self.has_ended = False
        self._failure: BaseException | None = None

    def __enter__(self) -> "Reading[Item]":
        read_on_thread(
            self._items, self._room, lambda: self._is_closed, lambda item: self._read.put((item,)), self._end
        )
        return self

    def __exit__(self, *_error: object) -> None:
        self._is_closed = True
        self._room.release()  # the thread sees it

    def is_at_end(self) -> bool:
        """Whether all have been taken; raises what the items raised, if they did."""
        if self.has_ended and self._failure is not None:
            raise self._failure
        return self.has_ended

    def take(self, most: int, seconds: float) -> list[Item]:
        """The next items, at most so many: those that are there, after waiting so long for the first."""
        taken: list[Item] = []
        while len(taken) < most and not self.has_ended:
            try:
                read = self._read.get(timeout=seconds) if not taken else self._read.get_nowait()
            except Empty:
                break
            if read is None:
                self.has_ended = True
                break
            self._room.release()
            taken.append(read[0])
        return taken

    def _end(self, failure: BaseException | None) -> None:
        self._failure = failure
        self._read.put(None)


class Chunks(Generic[Item]):
    """Items that are read ahead, in chunks of `size`; a part that waits for the next item for long is one."""

    def __init__(self, reading: Reading[Item], size: int) -> None:
        self._reading = reading
        self._size = size
        self._part: list[Item] = []
        self._since = 0.0

    def is_at_end(self) -> bool:
        """Whether all items have been taken; raises what their reading raised."""
        return not self._part and self._reading.is_at_end()

    def take(self, seconds: float) -> list[Item]:
        """The next chunk; empty if it is not there after so many seconds, or there are no more items."""
        found = self._reading.take(self._size - len(self._part), seconds)
        if not self._part:
            self._since = time.monotonic()
        self._part += found
        is_old = time.monotonic() - self._since >= PART_SECONDS
        if len(self._part) < self._size and not is_old and not self._reading.has_ended:
            return []
        chunk, self._part = self._part, []
        return chunk
