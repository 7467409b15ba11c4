"""`solve_many`: many deals on several processes, each answered or refused by itself."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import Source
from hanabi_solver.names import Method
from hanabi_solver.parallel.pool import Done, run_many
from hanabi_solver.solver.best_score import NO_LIMITS, solve
from hanabi_solver.solver.kept_tables import kept_tables
from hanabi_solver.solver.limits import Context, Limits, cost_faults, method_faults, seed_faults
from hanabi_solver.solver.result import Result


def solve_many(
    starts: Iterable[Source | str],
    *,
    target: int | None = None,
    method: str = Method.AUTO,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    stop: threading.Event | None = None,
) -> Iterator[Done[Source | str, Result]]:
    """Each start with the result of its solve, in order, on `limits.workers` processes.

    A start is what `solve` takes. Each process solves on one thread, so that answers do not depend on how
    many there are; seconds and memory of `limits` are those of each deal and each process. `starts` may be
    endless: a bounded number is read ahead. Once `stop` is set, the iteration ends with the answers that are
    there.

    A faulty start does not end it: `done.result()` raises its InputError, and `done.error` is that error
    (None for an answer). Raises InputError at once for faulty limits, and while iterating what `starts`
    raises, and WorkerLostError if processes do not even start.

    >>> for done in solve_many(["p2v0s39", "p2v0", "p2v0s40"], limits=Limits(workers=1)):
    ...     print(done.item, "refused" if done.error else done.result().best)
    p2v0s39 25
    p2v0 refused
    p2v0s40 24
    """
    if faults := [*method_faults(method), *cost_faults(limits, None), *seed_faults(seed)]:
        raise InputError(faults)
    work = partial(_solve_alone, target=target, method=method, limits=replace(limits, workers=1), seed=seed)
    if limits.workers == 1:  # in this process: only so does a stop reach the solve under way
        work = partial(work, stop=stop)
    return run_many(starts, work, workers=limits.workers, stop=stop)


def _solve_alone(
    start: Source | str,
    *,
    target: int | None,
    method: str,
    limits: Limits,
    seed: int,
    stop: threading.Event | None = None,
) -> Result:
    context = Context(stop=stop, tables=kept_tables(limits.memory))
    limits = replace(limits, memory=None)  # the tables have it
    return solve(start, target=target, method=method, limits=limits, seed=seed, context=context)
