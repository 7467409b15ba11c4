"""The clock of one solve: when it must stop, and reports of how far it is."""

import threading
from dataclasses import replace

from hanabi_solver.names import Phase
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.budget import Budget
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.loading import load_within
from hanabi_solver.solver.result import Part, Progress


class Clock:
    """When a solve within `seconds` must end, and `report` for what it is doing.

    `nodes` counts the positions that are searched and done with.
    """

    def __init__(self, bracket: Bracket, seconds: float | None, context: Context) -> None:
        self.nodes = 0
        self._bracket = bracket
        self._context = context
        self._budget = Budget(seconds, within=context.budget)
        self._stop = context.stop or threading.Event()

    def seconds(self) -> float:
        """The time since the start, without that for loading the search."""
        return self._budget.spent()

    def must_stop(self) -> bool:
        """Whether the time is up, or somebody wants the solve to end."""
        return self._stop.is_set() or self._budget.is_spent()

    def goes_on(self) -> bool:
        """The opposite of `must_stop`."""
        return not self.must_stop()

    def seconds_left(self) -> float | None:
        """The time until the limit, above 0; None without a limit."""
        left = self._budget.left()
        return None if left is None else max(left, 0.001)

    def load_search(self, target: int) -> bool:
        """Load the search, which does not count; False if that was stopped, or the context's time is over."""
        if self._context.must_stop():
            return False
        counted = replace(self._context, budget=self._budget)
        return load_within(counted, lambda part: self.report(Phase.COMPILE, target, part=part))

    def report(self, phase: Phase, target: int, nodes: int = 0, part: Part | None = None) -> None:
        """Say what is going on: `nodes` positions of the search under way are searched as well."""
        bracket = self._bracket
        self._context.report(
            Progress(phase, target, bracket.best, bracket.upper, self.nodes + nodes, self.seconds(), part)
        )
