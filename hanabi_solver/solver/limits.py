"""What a question may cost, who hears of its progress and can stop it, and what is wrong with a question."""

import importlib.util
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault
from hanabi_solver.game.position import Position
from hanabi_solver.names import Method
from hanabi_solver.solver.budget import Budget
from hanabi_solver.solver.extras import install_command
from hanabi_solver.solver.result import Part, Progress
from hanabi_solver.solver.shared_tables import LEAST_MEMORY, SharedTables

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables

DEFAULT_WORKERS = 2
MOST_WORKERS = 256
MOST_SEED = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What a question may cost.

    `seconds` is the time for all of it (None: any), not counting that the search is loaded or, once on a
    machine, compiled. `seconds_each` is the time of each further question of `explain` and of the facts of a
    puzzle; all else asks no such questions and refuses it. `memory` is the size in bytes of the search's
    tables, at least 16 MiB (None: 1 GiB). `workers` are threads, 1 to 256: with 1 every run gives the same
    answer, 2 or more let the methods work side by side.

    Building one checks nothing: what takes it raises InputError with all that is wrong with a question.

    >>> Limits(seconds=10.0).workers
    2
    """

    seconds: float | None = None
    seconds_each: float | None = None
    memory: int | None = None
    workers: int = DEFAULT_WORKERS

    def faults(self, *, takes_each: bool = False) -> list[Fault]:
        """What is wrong with these limits; empty if nothing is.

        >>> [str(fault) for fault in Limits(seconds=0.0, workers=999).faults()]
        ['time limit: expected more than 0 seconds, got 0.0', 'workers: expected 1 to 256, got 999']
        """
        faults: list[Fault] = []
        for place, seconds in (("time limit", self.seconds), ("each limit", self.seconds_each)):
            if seconds is not None and type(seconds) not in (int, float):
                faults.append(Fault(place, f"expected a number of seconds, got {seconds!r}"))
            elif seconds is not None and not seconds > 0:
                faults.append(Fault(place, f"expected more than 0 seconds, got {seconds}"))
        if self.seconds_each is not None and not takes_each:
            faults.append(
                Fault("each limit", "expected none: only explain and the facts of a puzzle take one")
            )
        if self.memory is not None and type(self.memory) is not int:
            faults.append(Fault("memory limit", f"expected a whole number, got {self.memory!r}"))
        elif self.memory is not None and self.memory < LEAST_MEMORY:
            text = f"expected at least {LEAST_MEMORY >> 20} MiB, got {self.memory} bytes"
            faults.append(Fault("memory limit", text))
        if type(self.workers) is not int:
            faults.append(Fault("workers", f"expected a whole number, got {self.workers!r}"))
        elif not 1 <= self.workers <= MOST_WORKERS:
            faults.append(Fault("workers", f"expected 1 to {MOST_WORKERS}, got {self.workers}"))
        return faults


@dataclass(frozen=True, slots=True)
class Context:
    """Who hears of progress, who can stop the work, and what it shares with other work.

    `on_progress` is called between slices of work, from the thread that asked. Once `stop` is set (by any
    thread) the work ends soon, with what is known by then. `tables` is the memory of the search, worth
    keeping to solve many deals in a row, for one solve at a time; it has a limit of its own, so
    `Limits.memory` must be None beside it. `budget` is the time of what this is a part of.
    """

    on_progress: Callable[[Progress], None] | None = None
    stop: threading.Event | None = None
    tables: SharedTables | None = None
    budget: Budget | None = None
    part: Part | None = None

    def must_stop(self) -> bool:
        """Whether somebody wants the work to end, or its time is over."""
        is_stopped = self.stop is not None and self.stop.is_set()
        return is_stopped or (self.budget is not None and self.budget.is_spent())

    def goes_on(self) -> bool:
        """The opposite of `must_stop`."""
        return not self.must_stop()

    def sharing(self, limits: Limits) -> "tuple[Limits, Context]":
        """Both with tables for several solves in a row to share; unchanged if there are some already."""
        if self.tables is not None:
            return limits, self
        return replace(limits, memory=None), replace(self, tables=SharedTables(limits.memory))

    def begun_tables(self, limits: Limits) -> "Tables":
        """The tables to search with, the shared ones or new ones; only when the search is loaded."""
        return (self.tables or SharedTables(limits.memory)).begun()

    def within(self, seconds: float | None) -> "Context":
        """The same with at most so many seconds from now on."""
        return replace(self, budget=Budget(seconds, within=self.budget))

    def seconds_left(self) -> float | None:
        """The time that is left, at least 0; None for any."""
        return None if self.budget is None else self.budget.left()

    def at(self, part: Part) -> "Context":
        """The same for one part of a longer question."""
        return replace(self, part=part)

    def report(self, progress: Progress) -> None:
        """Let who listens know how far a solve is."""
        if self.on_progress is not None:
            self.on_progress(replace(progress, part=progress.part or self.part))


def has_sat_solver() -> bool:
    """Whether python-sat, the extra `proofs`, is installed."""
    return importlib.util.find_spec("pysat") is not None


def method_faults(method: str) -> list[Fault]:
    """What is wrong with a method; empty if it can be used.

    >>> [str(fault) for fault in method_faults("guess")]
    ["method: expected one of auto, search, cpsat, sat, got 'guess'"]
    """
    if method not in list(Method):
        return [Fault("method", f"expected one of {', '.join(Method)}, got {method!r}")]
    if method == Method.SAT and not has_sat_solver():
        text = "expected python-sat to be installed for the method sat, got none"
        return [Fault("method", text, f"install it: {install_command('proofs')}")]
    return []


def question_faults(
    position: Position,
    method: str,
    target: int | None,
    limits: Limits,
    seed: int,
    context: Context | None = None,
    *,
    takes_each: bool = False,
) -> list[Fault]:
    """Everything that is wrong with a question about `position`; empty if it is sound."""
    most = position.rules.max_score
    return [
        *method_faults(method),
        *target_faults(target, most),
        *cost_faults(limits, context, takes_each=takes_each),
        *seed_faults(seed),
    ]


def target_faults(target: int | None, most: int) -> list[Fault]:
    """What is wrong with a target where `most` is the highest score; empty if nothing is."""
    if target is None:
        return []
    if type(target) is not int:
        return [Fault("target", f"expected a whole number, got {target!r}")]
    if not 0 <= target <= most:
        return [Fault("target", f"expected a score from 0 to {most}, got {target}")]
    return []


def cost_faults(limits: Limits, context: Context | None, *, takes_each: bool = False) -> list[Fault]:
    """What is wrong with limits and a context together; empty if nothing is."""
    for name, value, kind in (("limits", limits, Limits), ("context", context, Context | None)):
        if not isinstance(value, kind):
            return [Fault(name, f"expected {name.capitalize()}(...), got {type(value).__name__}")]
    faults = limits.faults(takes_each=takes_each)
    tables = None if context is None else context.tables
    if not isinstance(tables, SharedTables | None):
        return [*faults, Fault("context", f"expected tables=SharedTables(...), got {type(tables).__name__}")]
    if tables is not None and limits.memory is not None:
        faults.append(Fault("memory limit", "expected none beside tables, which have their own"))
    return faults


def seed_faults(seed: int) -> list[Fault]:
    """What is wrong with the seed of random choices; empty if nothing is."""
    if type(seed) is not int:
        return [Fault("seed", f"expected a whole number, got {seed!r}")]
    if not 0 <= seed <= MOST_SEED:
        return [Fault("seed", f"expected 0 to {MOST_SEED}, got {seed}")]
    return []
