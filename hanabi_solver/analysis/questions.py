"""Many questions about a deal, each with a time of its own, all within one limit and on the same tables."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import keeps_score
from hanabi_solver.solver.best_score import solve, tables_for
from hanabi_solver.solver.limits import DEFAULT_WORKERS, argument_faults
from hanabi_solver.solver.result import Answer, Progress, Result

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables

# Reasons that hold with any number of clue tokens.
_TOKEN_FREE = ("composition", "pace", "last-round", "single-hand")


class Questions:
    """Asks the solver, as long as there is time.

    `time_limit` (seconds) counts from the first question on for all of them together, `each_limit` for each
    one of `ask`. Raises InputError for a faulty `each_limit`; the other arguments are checked by the first
    question.
    """

    def __init__(
        self,
        method: str = "auto",
        time_limit: float | None = None,
        each_limit: float | None = None,
        memory_limit: int | None = None,
        workers: int = DEFAULT_WORKERS,
        seed: int = 0,
        on_event: Callable[[Progress], None] | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        if each_limit is not None and type(each_limit) not in (int, float):
            raise InputError([Fault("each limit", f"expected a number of seconds, got {each_limit!r}")])
        if each_limit is not None and not each_limit > 0:
            raise InputError([Fault("each limit", f"expected more than 0 seconds, got {each_limit}")])
        self.stop = stop or threading.Event()
        self._method = method
        self._time_limit = time_limit
        self._deadline: float | None = None
        self._each_limit = each_limit
        self._memory_limit = memory_limit
        self._workers = workers
        self._seed = seed
        self._on_event = on_event
        self._is_checked = False
        self._tables: Tables | None = None

    def solve(self, start: Deal | Position, target: int | None, source: str) -> Result:
        """The first question, with all the time there is."""
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
        self._is_checked = True
        if self._time_limit is not None:
            self._deadline = time.monotonic() + self._time_limit - result.seconds
        return result

    def seconds_for_one(self) -> float | None:
        """How long the next question may take, 0 if nothing more can be asked; None for any time."""
        if self.stop.is_set():
            return 0.0
        if self._deadline is None and self._time_limit is not None:
            self._deadline = time.monotonic() + self._time_limit
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
        self._check(position)
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
            tables=self._search_tables(),
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
        from hanabi_solver.solver.loading import load_search

        self._check(position)
        if not load_search(self.stop, lambda: None):
            return []
        return [single_hand_bound(position, self._search_tables())]

    def _check(self, position: Position) -> None:
        """Raise InputError if an argument of all questions is faulty and none has been asked yet."""
        if not self._is_checked:
            faults = argument_faults(
                position, self._method, None, self._time_limit, self._memory_limit, self._workers, self._seed
            )
            if faults:
                raise InputError(faults)
            self._is_checked = True

    def _search_tables(self) -> "Tables":
        if self._tables is None:
            self._tables = tables_for(self._memory_limit)
        return self._tables
