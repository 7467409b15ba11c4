"""Items read on another thread: how far ahead, and that what they have open is closed there."""

import threading
from collections.abc import Iterator

import pytest
from waiting import wait_until

from hanabi_solver.parallel import read_ahead
from hanabi_solver.parallel.read_ahead import Chunks, Reading


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
        wait_until(lambda: len(read) >= 3)
        assert reading.take(2, 100.0) == [0, 1]
        wait_until(lambda: len(read) >= 5)
        assert not reading.is_at_end()
    # The generator is closed, so no more is read: three and the room of the two that were taken.
    wait_until(lambda: len(threads) == 1)
    assert len(read) == 5
    assert threads[0] != threading.get_ident()


def test_what_is_there_is_given_before_what_the_items_raise() -> None:
    def items() -> Iterator[str]:
        yield "a"
        raise OSError("unreadable")

    with Reading(items(), 5) as reading:
        assert reading.take(1, 100.0) == ["a"]
        assert reading.take(1, 100.0) == []
        assert reading.has_ended
        with pytest.raises(OSError, match="unreadable"):
            reading.is_at_end()


def test_a_chunk_is_full_or_the_last_or_has_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, never = [0.0], threading.Event()
    monkeypatch.setattr(read_ahead.time, "monotonic", lambda: clock[0])

    def items() -> Iterator[str]:
        yield from "abcd"
        never.wait()
        yield "e"

    with Reading(items(), 10) as reading:
        chunks = Chunks(reading, 3)
        taken = []
        while len(taken) < 1:  # the thread that reads takes its time
            taken += filter(None, [chunks.take(0.01)])
        assert taken == [["a", "b", "c"]]
        assert chunks.take(0.01) == []
        clock[0] += read_ahead.PART_SECONDS
        assert chunks.take(0.01) == ["d"]
        never.set()
        assert chunks.take(100.0) == ["e"]
        assert chunks.is_at_end()
