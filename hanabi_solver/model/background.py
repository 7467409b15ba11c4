"""Work on a thread of its own, so that the calling thread can watch the clock and the user."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

Value = TypeVar("Value")


def in_background(work: Callable[[], Value]) -> "Future[Value]":
    """Start `work` on a daemon thread; the future gives its value, or raises what it raised.

    Daemon, since a compilation cannot be interrupted and must not keep the process from ending.

    >>> in_background(lambda: 6 * 7).result()
    42
    """
    future: Future[Value] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def is_done(future: "Future[Value]", seconds: float) -> bool:
    """Whether `future` is done, after waiting at most `seconds` for it.

    >>> is_done(Future(), 0.0)
    False
    """
    return bool(wait([future], seconds).done)
