"""Time to spend, kept in one place: that of a question, of its parts, and what does not count."""

import time
from math import inf


class Budget:
    """At most so many seconds from now on (None or infinity: any number), within another budget if given.

    >>> whole = Budget(60.0)
    >>> part = whole.part(1.0)
    >>> 0.9 < part.left() <= 1.0, part.part(5.0).left() <= 1.0, Budget().left()
    (True, True, None)
    >>> whole.leave_out(10.0)  # a wait that is nobody's fault
    >>> 69.9 < whole.left() + whole.spent() + 10.0 <= 70.0
    True
    """

    __slots__ = ("_left_out", "_started", "_within", "seconds")

    def __init__(self, seconds: float | None = None, within: "Budget | None" = None) -> None:
        self.seconds = None if seconds == inf else seconds
        self._within = within
        self._started = time.perf_counter()
        self._left_out = 0.0

    def part(self, seconds: float | None = None) -> "Budget":
        """A budget for a part of the work, which ends with this one at the latest."""
        return Budget(seconds, within=self)

    def spent(self) -> float:
        """The seconds since the start that count."""
        return max(time.perf_counter() - self._started - self._left_out, 0.0)

    def leave_out(self, seconds: float) -> None:
        """Count seconds that have passed as not spent, here and in every budget around this one."""
        self._left_out += seconds
        if self._within is not None:
            self._within.leave_out(seconds)

    def left(self) -> float | None:
        """The seconds that are left, at least 0; None for any number."""
        around = None if self._within is None else self._within.left()
        own = None if self.seconds is None else max(self.seconds - self.spent(), 0.0)
        return min((left for left in (own, around) if left is not None), default=None)

    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left() == 0.0
