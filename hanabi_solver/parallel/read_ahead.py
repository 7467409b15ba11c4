"""Items read on a thread of their own, a bounded number ahead: an input that hangs keeps nobody waiting."""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

Item = TypeVar("Item")


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


def each_read(
    items: Iterable[Item], stop: threading.Event, on_wait: Callable[[], None], seconds: float
) -> Iterator[Item]:
    """The items one by one, read on another thread, until `stop` is set.

    `on_wait` is called when the next one takes longer than `seconds`, and again each time it does.

    >>> list(each_read(["p2v0s1", "p2v0s2"], threading.Event(), lambda: None, 1.0))
    ['p2v0s1', 'p2v0s2']
    """
    with Reading(items, 1) as reading:
        while not reading.is_at_end() and not stop.is_set():
            taken = reading.take(1, seconds)
            if not taken and not reading.is_at_end():
                on_wait()
            yield from taken
