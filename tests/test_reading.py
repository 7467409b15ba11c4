"""Items read on another thread: how far ahead, and that what they have open is closed there."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from hanabi_solver.parallel.read_ahead import Reading, each_read


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_no_more_is_read_than_there_is_room_for_and_a_generator_is_closed_where_it_was_read() -> None:
    read: list[int] = []
    threads: list[int] = []

    def numbers() -> Iterator[int]:
        try:
            for number in range(1000):
                read.append(number)
                yield number
        finally:
            threads.append(threading.get_ident())

    with Reading(numbers(), 3) as reading:
        wait_until(lambda: len(read) == 3)
        time.sleep(0.05)
        assert len(read) == 3
        assert reading.take(2, 1.0) == [0, 1]
        wait_until(lambda: len(read) == 5)
        assert not reading.is_at_end()
    wait_until(lambda: len(threads) == 1)
    assert threads[0] != threading.get_ident()


def test_what_is_there_is_given_before_what_the_items_raise() -> None:
    def items() -> Iterator[str]:
        yield "a"
        raise OSError("unreadable")

    with Reading(items(), 5) as reading:
        assert reading.take(1, 10.0) == ["a"]
        assert reading.take(1, 10.0) == []
        assert reading.has_ended
        with pytest.raises(OSError, match="unreadable"):
            reading.is_at_end()


def test_time_passes_while_an_item_is_awaited_and_a_stop_ends_the_wait() -> None:
    never, stop = threading.Event(), threading.Event()
    waits: list[float] = []

    def items() -> Iterator[str]:
        yield "a"
        never.wait()

    def on_wait() -> None:
        waits.append(time.monotonic())
        if len(waits) == 3:
            stop.set()

    assert list(each_read(items(), stop, on_wait, 0.01)) == ["a"]
    assert len(waits) == 3
    never.set()
