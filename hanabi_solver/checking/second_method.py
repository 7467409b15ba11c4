"""A second opinion: the answer of one method proved again by another.

After bounds and the search the clauses that keep cards are asked; but what counting alone refutes needs no
clauses, and then plain Python recomputes the bound (`recheck.py`). After clauses the search is asked first,
and then other clauses. All models share the horizon, the counting of the goal and the cuts; those by turns
share the rules of turns, draws and tokens; those that keep cards share which are kept, and how stacks grow.
So the first model comes before the other one that keeps cards. (The search and one cut both rest on the
exchange theorem; no code is shared.)
"""

import threading
from collections.abc import Callable

from hanabi_solver.checking.verification import Verdict as Recheck
from hanabi_solver.checking.verification import recheck_bound
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.model.kinds import Model
from hanabi_solver.model.task import Task, keeps_cards, task
from hanabi_solver.search.driver import FREE_CLUES_FROM, TargetSearch
from hanabi_solver.solver.best_score import tables_for
from hanabi_solver.solver.bracket import Standing
from hanabi_solver.solver.clauses import Clauses
from hanabi_solver.solver.clock import Watch
from hanabi_solver.solver.limits import has_sat_solver
from hanabi_solver.solver.loading import load_search
from hanabi_solver.solver.policy import search_on
from hanabi_solver.solver.result import CrossCheck, Progress, Result

# What the search and clauses may cost before others are asked: some seconds each.
SEARCH_NODES = 30_000_000
CONFLICTS, WORK = 60_000, 5.0
# Bounds that the counting in front of the clauses may repeat.
COUNTED = ("composition", "pace", "last-round", "single-hand")


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

    Clauses are asked if bounds or the search gave the answer, or plain Python where counting suffices; after
    clauses the search, and the clauses of the other models. `time_limit` is in seconds and counted from here;
    when it runs out or `stop` is set the answer is not confirmed. Where every suit can be completed the line
    is all there is to check, and the engine has done so.

    Raises InternalCheckError if the second method finds a line to a higher score.
    """
    if result.upper >= result.position.rules.max_score or result.position.is_over:
        return CrossCheck("engine", True)
    target = result.upper + 1
    asked = {"cross_check": sorted(reason.name for reason in result.reasons), "target": target}
    standing = Standing(result.position, target, asked)
    watch = Watch(standing, time_limit, on_event, stop)
    if not isinstance(task(result.position, target), Task):
        return CrossCheck("recheck", _is_rechecked(result, watch))
    methods = second_methods(result)
    if not load_search(watch.stop, lambda: watch.tell("compile", target)):
        return CrossCheck(methods[0][0], False)
    watch.restart()
    tables = tables_for(memory_limit)
    method = methods[0][0]
    with Clauses(standing, watch, target, result.seed) as clauses:
        for number, (name, model) in enumerate(methods, start=1):
            if watch.must_stop():
                break
            method = name
            has_limit = number < len(methods)
            if method == "search":
                search = TargetSearch(
                    standing.position, target, tables, seed=result.seed, free_clues_from=FREE_CLUES_FROM
                )
                is_settled = search_on(standing, watch, search, SEARCH_NODES if has_limit else None)
            elif method == "sat":
                is_settled = clauses.sat(model, conflicts=CONFLICTS if has_limit else None)
            else:
                is_settled = clauses.cpsat(model, work=WORK if has_limit else None, workers=workers)
            if is_settled:
                break
    if standing.best >= target:
        text = f"{method} reaches {standing.best} points above the bound {result.upper}"
        raise InternalCheckError(text, standing.reproducer(standing.line))
    return CrossCheck(method, standing.upper < target)


def _is_rechecked(result: Result, watch: Watch) -> bool:
    """Whether plain Python confirms one of the bounds that say so; a bound that it refutes is an error."""
    for reason in result.reasons:
        if watch.must_stop():
            return False
        if reason.name in COUNTED:
            check = recheck_bound(result.position, reason, result.upper, go_on=watch.goes_on)
            if check.verdict is Recheck.FAILS:
                raise InternalCheckError(f"{check.subject}: {check.text}")
            if check.verdict is Recheck.HOLDS:
                return True
    return False


def second_methods(result: Result) -> tuple[tuple[str, Model], ...]:
    """Who is asked, one after the other: never the clauses that gave the answer."""
    solver = "sat" if has_sat_solver() else "cpsat"
    can_keep = keeps_cards(result.position, result.upper + 1)
    clauses = {reason.model for reason in result.reasons if reason.name in ("cpsat", "sat")}
    if not clauses:
        kept = [(solver, Model.KEPT_CARDS), (solver, Model.KEPT_BY_TURNS)]
        return tuple(kept) if can_keep else ((solver, Model.USED_CARDS),)
    # What a SAT solver refuted, CP-SAT is asked, and the other way round. Of a result that was read, nobody
    # knows which clauses it rests on.
    other = solver if any(reason.name == "cpsat" for reason in result.reasons) else "cpsat"
    keeping = [Model.KEPT_BY_TURNS, Model.KEPT_CARDS] if can_keep else []
    models = [model for model in (Model.USED_CARDS, *keeping) if not clauses & {model, ""}]
    return (("search", Model.USED_CARDS), *((other, model) for model in models))
