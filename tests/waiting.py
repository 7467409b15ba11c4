"""Waiting for what other threads and processes do, in tests: for an event, never for a span of time."""

import time
from collections.abc import Callable

# Only against hanging: far more than anything here takes, even while the machine compiles for others.
GUARD_SECONDS = 100.0


def wait_until(condition: Callable[[], bool], pause: float = 0.02) -> None:
    """Return as soon as `condition` holds; fail if it never does."""
    deadline = time.monotonic() + GUARD_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"not within {GUARD_SECONDS:.0f} seconds"
        time.sleep(pause)
