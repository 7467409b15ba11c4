"""`solve_many`: many deals on several processes, each answered or refused by itself."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from hanabi_solver.errors import Fault, InputError, WorkerLostError
from hanabi_solver.formats.any_source import Source
from hanabi_solver.game.rules import MAX_RANKS, MAX_SUITS
from hanabi_solver.names import Answer, Method, Status
from hanabi_solver.parallel.pool import Done, run_many
from hanabi_solver.solver.best_score import NO_LIMITS, solve
from hanabi_solver.solver.limits import (
    Context,
    Limits,
    cost_faults,
    method_faults,
    seed_faults,
    target_faults,
)
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.shared_tables import SharedTables, kept_tables


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
    there; a deal that it cut short is left out.

    A faulty start does not end it: `done.result()` raises its InputError, and `done.error` is that error
    (None for an answer). Raises InputError at once for faulty arguments, and while iterating what `starts`
    raises, and WorkerLostError if processes do not even start.

    >>> for done in solve_many(["p2v0s39", "p2v0", "p2v0s40"], limits=Limits(workers=1)):
    ...     print(done.item, "refused" if done.error else done.result().best)
    p2v0s39 25
    p2v0 refused
    p2v0s40 24
    """
    faults = [
        *method_faults(method),
        *target_faults(target, MAX_SUITS * MAX_RANKS),
        *cost_faults(limits, None),
    ]
    if faults := [*_starts_faults(starts), *faults, *seed_faults(seed)]:
        raise InputError(faults)
    stop = stop or threading.Event()
    work = partial(_solve_alone, target=target, method=method, limits=replace(limits, workers=1), seed=seed)
    if limits.workers == 1:  # in this process: only so does a stop reach the solve under way
        work = partial(work, context=Context(stop=stop, tables=SharedTables(limits.memory)))
    return _each_answer(run_many(starts, work, workers=limits.workers, stop=stop), limits.workers, stop)


def _each_answer(
    answers: Iterator[Done[Source | str, Result]], workers: int, stop: threading.Event
) -> Iterator[Done[Source | str, Result]]:
    try:
        for done in answers:
            if workers == 1 and stop.is_set() and done.answer is not None and not _is_decided(done.answer):
                return  # perhaps cut short
            yield done
    except WorkerLostError as error:
        advice = 'a script that solves on several processes needs `if __name__ == "__main__":` (docs/api.md)'
        raise WorkerLostError(f"{error}; {advice}") from error


def _is_decided(result: Result) -> bool:
    return result.status is Status.OPTIMAL or result.answer in (Answer.YES, Answer.NO)


def _starts_faults(starts: object) -> Iterator[Fault]:
    if isinstance(starts, str | bytes) or not isinstance(starts, Iterable):
        advice = 'one deal is a list too: solve_many(["p2v0s40"])'
        yield Fault("starts", f"expected a list of deals, got {type(starts).__name__}", advice)


def _solve_alone(
    start: Source | str,
    *,
    target: int | None,
    method: str,
    limits: Limits,
    seed: int,
    context: Context | None = None,
) -> Result:
    context = context or Context(tables=kept_tables(limits.memory))
    limits = replace(limits, memory=None)  # the tables have it
    return solve(start, target=target, method=method, limits=limits, seed=seed, context=context)
