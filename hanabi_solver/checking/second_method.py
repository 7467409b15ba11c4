"""A second opinion: the answer of one method proved again by another.

After bounds and the search the clauses that keep cards are asked; but what counting alone refutes needs no
clauses, and then plain Python recomputes the bound (`recheck.py`). After clauses the search is asked first,
and then other clauses. All models share the horizon, the counting of the goal and the cuts; those by turns
share the rules of turns, draws and tokens; those that keep cards share which are kept, and how stacks grow.
So the first model comes before the other one that keeps cards. (The search and one cut both rest on the
exchange theorem; no code is shared.)
"""

from hanabi_solver.checking.recheck_choices import counted_reason
from hanabi_solver.checking.verification import Verdict, recheck_bound
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.game.stacking import Chosen, choices, fixed_order
from hanabi_solver.model.task import Task, keeps_cards, task
from hanabi_solver.names import CLAUSE_BOUNDS, COUNTED_BOUNDS, BoundName, Model, SecondMethod
from hanabi_solver.search.driver import FREE_CLUES_FROM, TargetSearch
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.tables import Tables
from hanabi_solver.search.true_walk import TrueWalk
from hanabi_solver.solver.best_score import ALONE
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clauses import Clauses
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.limits import Context, Limits, cost_faults, has_sat_solver
from hanabi_solver.solver.policy import search_on
from hanabi_solver.solver.result import CrossCheck, Result

# What the search and clauses may cost before others are asked: some seconds each.
SEARCH_NODES = 30_000_000
CONFLICTS, WORK = 60_000, 5.0
WALK_NODES = 2_000
# One thread, so that all runs confirm the same.
ONE_WORKER = Limits(workers=1)


def cross_check(result: Result, *, limits: Limits = ONE_WORKER, context: Context = ALONE) -> CrossCheck:
    """Whether a second method proves that no line scores more than `result.upper`.

    Clauses are asked if bounds or the search gave the answer, or plain Python where counting suffices; after
    clauses the search, and the clauses of the other models. `limits` are counted from here; when the time
    runs out or `context.stop` is set the answer is not confirmed. Where every suit can be completed the line
    is all there is to check, and the engine has done so.

    Raises InputError for faulty limits, and InternalCheckError if the second method finds a line to a higher
    score.
    """
    if faults := cost_faults(limits, context):
        raise InputError(faults)
    if result.upper >= result.position.rules.max_score or result.position.is_over:
        return CrossCheck(SecondMethod.ENGINE, True)
    if not result.position.rules.has_set_order:
        return _cross_check_choices(result, limits, context)
    target = result.upper + 1
    asked = {"cross_check": sorted(reason.name for reason in result.reasons), "target": target}
    bracket = Bracket(result.position, target, asked)
    clock = Clock(bracket, limits.seconds, context)
    if not isinstance(task(result.position, target), Task):
        return CrossCheck(SecondMethod.RECHECK, _is_rechecked(result, clock))
    methods = second_methods(result)
    method = methods[0][0]
    if not clock.load_search(target):
        return CrossCheck(method, False)
    tables = context.begun_tables(limits)
    with Clauses(bracket, clock, target, result.seed) as clauses:
        for number, (name, model) in enumerate(methods, start=1):
            if clock.must_stop():
                break
            method = name
            has_limit = number < len(methods)
            if method is SecondMethod.SEARCH:
                search = TargetSearch(
                    bracket.position, target, tables, seed=result.seed, free_clues_from=FREE_CLUES_FROM
                )
                is_settled = search_on(bracket, clock, search, SEARCH_NODES if has_limit else None)
            elif method is SecondMethod.SAT:
                is_settled = clauses.sat(model, conflicts=CONFLICTS if has_limit else None)
            else:
                is_settled = clauses.cpsat(model, work=WORK if has_limit else None, workers=limits.workers)
            if is_settled:
                break
    if bracket.best >= target:
        text = f"{method} reaches {bracket.best} points above the bound {result.upper}"
        raise InternalCheckError(text, bracket.reproducer(bracket.line))
    return CrossCheck(method, bracket.upper < target)


def _cross_check_choices(result: Result, limits: Limits, context: Context) -> CrossCheck:
    """Every way to stack the suits once more: by plain counting, or by the search and by clauses as well.

    Which of these two refuted a way at first is not known, so both are asked. Of a way that has a line of
    its own, both are asked by the true rules.
    """
    target = result.upper + 1
    name = SecondMethod.SAT if has_sat_solver() else SecondMethod.CPSAT
    bracket = Bracket(result.position, target, {"cross_check": name, "target": target})
    clock = Clock(bracket, limits.seconds, context)
    left = [
        Chosen.of(result.position, choice)
        for choice in choices(result.position)
        if counted_reason(fixed_order(result.position, choice), result.upper, go_on=clock.goes_on) is None
    ]
    if not left:
        return CrossCheck(SecondMethod.RECHECK, True)
    if not clock.load_search(target):
        return CrossCheck(name, False)
    is_searched = [_search_refutes(chosen, result, clock, context.begun_tables(limits)) for chosen in left]
    if None in is_searched or (False in is_searched and not _walk_refutes(result, clock)):
        return CrossCheck(name, False)
    for chosen in left:
        own = Bracket(chosen.fixed, target, {"cross_check": name, "target": target})
        with Clauses(own, clock, target, result.seed, chosen) as clauses:
            if name is SecondMethod.SAT:
                clauses.sat(Model.USED_CARDS)
            else:
                clauses.cpsat(Model.USED_CARDS, workers=limits.workers)
        if own.best >= target:
            line = chosen.true_line(own.line)
            if line is None or not keeps_score(replay(result.position, line)):
                return CrossCheck(name, False)  # a variant's clues are not in the clauses
            text = f"{name} reaches {own.best} points above the bound {result.upper}"
            raise InternalCheckError(text, own.reproducer(own.line))
        if own.upper >= target:
            return CrossCheck(name, False)
    return CrossCheck(name, True)


def _search_refutes(chosen: Chosen, result: Result, clock: Clock, tables: Tables) -> bool | None:
    """Whether the search refutes the target of a choice; None if the time ran out."""
    target = result.upper + 1
    bracket = Bracket(chosen.fixed, target, {"cross_check": "search", "target": target})
    search = TargetSearch(chosen.fixed, target, tables, seed=result.seed)
    return bracket.upper < target if search_on(bracket, clock, search) else None


def _walk_refutes(result: Result, clock: Clock) -> bool:
    """Whether a plain search by the true rules refutes the target in time."""
    walk = TrueWalk(result.position, result.upper + 1)
    while walk.outcome is SearchOutcome.RUNNING and not clock.must_stop():
        walk.advance(WALK_NODES)
    if walk.outcome is SearchOutcome.REACHED:
        raise InternalCheckError(f"a search by the true rules reaches more than {result.upper} points")
    return walk.outcome is SearchOutcome.REFUTED


def _is_rechecked(result: Result, clock: Clock) -> bool:
    """Whether plain Python confirms one of the bounds that say so; a bound that it refutes is an error."""
    for reason in result.reasons:
        if clock.must_stop():
            return False
        if reason.name in COUNTED_BOUNDS:
            check = recheck_bound(result.position, reason, result.upper, go_on=clock.goes_on)
            if check.verdict is Verdict.FAILS:
                raise InternalCheckError(f"{check.subject}: {check.text}")
            if check.verdict is Verdict.HOLDS:
                return True
    return False


def second_methods(result: Result) -> tuple[tuple[SecondMethod, Model], ...]:
    """Who is asked, one after the other: never the clauses that gave the answer."""
    solver = SecondMethod.SAT if has_sat_solver() else SecondMethod.CPSAT
    can_keep = keeps_cards(result.position, result.upper + 1)
    clauses = {reason.model for reason in result.reasons if reason.name in CLAUSE_BOUNDS}
    if not clauses:
        kept = [(solver, Model.KEPT_CARDS), (solver, Model.KEPT_BY_TURNS)]
        return tuple(kept) if can_keep else ((solver, Model.USED_CARDS),)
    # What a SAT solver refuted, CP-SAT is asked, and the other way round. Of a result that was read, nobody
    # knows which clauses it rests on.
    is_cpsat = any(reason.name == BoundName.CPSAT for reason in result.reasons)
    other = solver if is_cpsat else SecondMethod.CPSAT
    keeping = [Model.KEPT_BY_TURNS, Model.KEPT_CARDS] if can_keep else []
    models = [model for model in (Model.USED_CARDS, *keeping) if not clauses & {model, ""}]
    return ((SecondMethod.SEARCH, Model.USED_CARDS), *((other, model) for model in models))
