"""Many questions about a deal, each with a time of its own, all within one limit and on the same tables."""

import threading
import time
from collections.abc import Callable

from hanabi_solver.deal import Deal, Position
from hanabi_solver.game import apply
from hanabi_solver.line import keeps_score
from hanabi_solver.moves import Move, Play
from hanabi_solver.result import Answer, Bound, Progress, Result
from hanabi_solver.solve import solve, tables_for

# Reasons that hold with any number of clue tokens.
_TOKEN_FREE = ("composition", "pace", "last-round", "single-hand")


class Questions:
    """Asks the solver, as long as there is time.

    `time_limit` (seconds) counts from now on for all questions together, `each_limit` for each one of `ask`.
    """

    def __init__(
        self,
        method: str = "auto",
        time_limit: float | None = None,
        each_limit: float | None = None,
        memory_limit: int | None = None,
        workers: int = 2,
        seed: int = 0,
        on_event: Callable[[Progress], None] | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        self.stop = stop or threading.Event()
        self._method = method
        self._time_limit = time_limit
        self._deadline: float | None = None
        self._each_limit = each_limit
        self._memory_limit = memory_limit
        self._workers = workers
        self._seed = seed
        self._on_event = on_event

    def solve(self, start: Deal | Position, target: int | None, source: str) -> Result:
        """The first question: with all the time there is, and every argument checked."""
        result = solve(
            start,
            method=self._method,
            target=target,
            time_limit=self._time_limit,
            memory_limit=self._memory_limit,
            workers=self._workers,
            seed=self._seed,
            source=source,
            on_event=self._on_event,
            stop=self.stop,
        )
        if self._time_limit is not None:
            self._deadline = time.monotonic() + self._time_limit - result.seconds
        self._tables = tables_for(self._memory_limit)
        return result

    def seconds_for_one(self) -> float | None:
        """How long the next question may take, 0 if nothing more can be asked; None for any time."""
        if self.stop.is_set():
            return 0.0
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        limits = [limit for limit in (left, self._each_limit) if limit is not None]
        return min(limits, default=None)

    def ask(
        self, position: Position, target: int, *, needs_bound: bool = False, unplayed: int | None = None
    ) -> Answer:
        """Whether `target` can be reached from `position`.

        With `needs_bound`, a refutation counts only if it holds with any number of tokens. A line that plays
        the card with the deck index `unplayed` counts as nothing found.
        """
        left = self.seconds_for_one()
        if left == 0.0:
            return Answer.UNKNOWN
        result = solve(
            position,
            method=self._method,
            target=target,
            time_limit=left,
            workers=self._workers,
            seed=self._seed,
            on_event=self._on_event,
            stop=self.stop,
            tables=self._tables,
        )
        if result.answer is Answer.NO and needs_bound:
            names = {reason.name for reason in result.reasons}
            return Answer.NO if names & set(_TOKEN_FREE) else Answer.UNKNOWN
        if result.answer is Answer.YES and unplayed is not None and Play(unplayed) in result.line:
            return Answer.UNKNOWN
        return result.answer or Answer.UNKNOWN

    def ask_after(self, position: Position, move: Move, target: int) -> Answer:
        """Whether `target` can be reached after `move`."""
        after = apply(position, move)
        if after.is_over or (after.score >= target and keeps_score(after)):
            return Answer.YES if after.score >= target else Answer.NO
        return self.ask(after, target)

    def single_hand(self, position: Position) -> list[Bound]:
        """The single-hand bound of a position that is not over; nothing if the search was not loaded."""
        from hanabi_solver.bounds.single_hand import single_hand_bound
        from hanabi_solver.loading import load_search

        if not load_search(self.stop, lambda: None):
            return []
        return [single_hand_bound(position, self._tables)]
