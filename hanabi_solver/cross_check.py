"""A second opinion: the answer of one method proved again by another.

Clauses share no argument with the bounds and the search. The two clause models of the real game share the
horizon and the cuts (docs/method.md), so after clauses the search is asked first.
"""

import threading
from collections.abc import Callable

from hanabi_solver.arguments import has_sat_solver
from hanabi_solver.deciding import Deciding
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.loading import load_search
from hanabi_solver.result import CrossCheck, Progress, Result
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.solve import tables_for
from hanabi_solver.standing import Standing
from hanabi_solver.watch import Watch

# What the search may cost before clauses are asked: about ten seconds.
SEARCH_NODES = 30_000_000


def cross_check(
    result: Result,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int = 1,
    stop: threading.Event | None = None,
    on_event: Callable[[Progress], None] | None = None,
) -> CrossCheck:
    """Whether a second method proves that no line scores more than `result.upper`.

    Clauses are asked if bounds or the search gave the answer; after clauses the search, and clauses of the
    other model. `time_limit` is in seconds and counted from here; when it runs out or `stop` is set the
    answer is not confirmed. Where every suit can be completed the line is all there is to check, and the
    engine has done so.

    Raises InternalCheckError if the second method finds a line to a higher score.
    """
    if result.upper >= result.position.rules.max_score or result.position.is_over:
        return CrossCheck("engine", True)
    names = {reason.name for reason in result.reasons}
    target = result.upper + 1
    standing = Standing(result.position, target, {"cross_check": sorted(names), "target": target})
    watch = Watch(standing, time_limit, on_event, stop)
    if not load_search(watch.stop, lambda: watch.tell("compile", target)):
        return CrossCheck(_second_methods(names)[0], False)
    watch.restart()
    tables = tables_for(memory_limit)
    for method in _second_methods(names):
        threads = workers if method == "cpsat" else 1
        deciding = Deciding(standing, watch, method, threads, result.seed, tables)
        if _is_settled(deciding, target, names):
            break
    if standing.best >= target:
        text = f"{method} reaches {standing.best} points above the bound {result.upper}"
        raise InternalCheckError(text, standing.reproducer(standing.line))
    return CrossCheck(method, standing.upper < target)


def _second_methods(names: set[str]) -> tuple[str, ...]:
    """Who is asked, one after the other: nobody whose clauses or bounds are among the reasons."""
    clauses = "sat" if has_sat_solver() else "cpsat"
    if names - {"cpsat", "sat"}:
        return (clauses,)
    if "sat" in names:
        return ("search", "cpsat")
    return ("search", "sat") if clauses == "sat" else ("search",)


def _is_settled(deciding: Deciding, target: int, names: set[str]) -> bool:
    """Ask one method; that of clauses leaves out the model that both clause solvers share."""
    if deciding.method == "search":
        search = TargetSearch(deciding.standing.position, target, deciding.tables, seed=deciding.seed)
        return deciding.search(search, SEARCH_NODES if has_sat_solver() or "sat" in names else None)
    if not names & {"cpsat", "sat"}:
        return deciding.decide(target)
    return deciding.ask_cpsat(target) if deciding.method == "cpsat" else deciding.ask_sat(target)
