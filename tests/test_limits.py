"""Limits, budgets and contexts: what a question may cost, and who can stop it."""

import math
import subprocess
import sys
import threading
from typing import Any

import pytest
from waiting import GUARD_SECONDS

from hanabi_solver.errors import InputError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.names import Method, Phase, Status
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.budget import Budget
from hanabi_solver.solver.limits import Context, Limits, question_faults
from hanabi_solver.solver.result import Part, Progress, Series
from hanabi_solver.solver.shared_tables import SharedTables

# Six players without a turn to spare: hours would not settle it.
HARD = parse_seed("p6v60s472").deal


@pytest.mark.parametrize(
    ("limits", "fault"),
    [
        (Limits(seconds=0), "time limit: expected more than 0 seconds, got 0"),
        (Limits(seconds=float("nan")), "time limit: expected more than 0 seconds, got nan"),
        (Limits(seconds="3"), "time limit: expected a number of seconds, got '3'"),  # type: ignore[arg-type]  # refused
        (Limits(seconds=True), "time limit: expected a number of seconds, got True"),
        (Limits(seconds_each=1.0), "each limit: expected none"),
        (Limits(memory=1 << 20), "memory limit: expected at least 16 MiB, got 1048576 bytes"),
        (Limits(memory=1e9), "memory limit: expected a whole number"),  # type: ignore[arg-type]  # refused
        (Limits(workers=0), "workers: expected 1 to 256, got 0"),
        (Limits(workers=257), "workers: expected 1 to 256, got 257"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limits: Limits, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        solve(HARD, limits=limits)
    assert [str(each)[: len(fault)] for each in caught.value.faults] == [fault]


def test_all_faults_of_a_question_are_reported_at_once() -> None:
    limits = Limits(seconds=-1.0, memory=5, workers=0)
    faults = question_faults(HARD.start(), "guess", 31, limits, -1)
    assert [fault.place for fault in faults] == [
        "method",
        "target",
        "time limit",
        "memory limit",
        "workers",
        "seed",
    ]
    assert question_faults(HARD.start(), Method.AUTO, 30, Limits(1.0, memory=16 << 20, workers=256), 7) == []


@pytest.mark.parametrize("wrong", [{"limits": None}, {"limits": 10}, {"context": threading.Event()}])
def test_what_is_no_limits_or_context_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=rf"{next(iter(wrong))}: expected .*\(\.\.\.\), got"):
        solve(HARD, **wrong)


def test_tables_bring_their_own_memory() -> None:
    context = Context(tables=SharedTables(32 << 20))
    with pytest.raises(InputError, match="memory limit: expected none beside tables"):
        solve(HARD, limits=Limits(memory=32 << 20), context=context)


def test_a_part_ends_with_the_whole(clock: list[float]) -> None:
    whole = Budget(10.0)
    clock[0] += 4.0
    part = whole.part(8.0)
    assert (whole.left(), part.left(), part.spent()) == (6.0, 6.0, 0.0)
    clock[0] += 5.0
    assert (whole.left(), part.left(), whole.part(0.25).left()) == (1.0, 1.0, 0.25)
    clock[0] += 5.0
    assert (whole.left(), part.left(), part.spent()) == (0.0, 0.0, 10.0)
    assert whole.is_spent()
    assert part.is_spent()


def test_a_part_may_end_before_the_whole(clock: list[float]) -> None:
    whole = Budget(10.0)
    part = whole.part(1.0)
    clock[0] += 2.0
    assert part.is_spent()
    assert not whole.is_spent()


def test_what_is_left_out_counts_nowhere(clock: list[float]) -> None:
    whole = Budget(10.0)
    part = whole.part(3.0)
    clock[0] += 60.0
    part.leave_out(60.0)
    assert (part.spent(), part.left(), whole.left()) == (0.0, 3.0, 10.0)


def test_without_seconds_there_is_any_time(clock: list[float]) -> None:
    endless = Budget()
    clock[0] += 1e9
    assert endless.left() is None
    assert not endless.is_spent()
    assert endless.part(2.0).left() == 2.0


def test_a_context_must_stop_when_asked_or_when_its_time_is_over(clock: list[float]) -> None:
    stop = threading.Event()
    context = Context(stop=stop)
    timed = context.within(5.0)
    assert not timed.must_stop()
    assert context.seconds_left() is None
    assert timed.seconds_left() == 5.0
    clock[0] += 5.0
    assert timed.must_stop()
    assert context.goes_on()
    stop.set()
    assert context.must_stop()


def test_reports_say_which_part_they_belong_to() -> None:
    heard: list[Progress] = []
    part = Part(Series.TURN, 3, 50)
    progress = Progress(Phase.SEARCH, 25, 20, 25, 7, 0.1)
    Context(heard.append).report(progress)
    Context(heard.append).at(part).report(progress)
    assert [each.part for each in heard] == [None, part]
    assert heard[0] == progress


def test_a_solve_ends_with_the_time_of_what_it_is_a_part_of(clock: list[float]) -> None:
    over = solve(HARD, limits=Limits(3600.0), context=Context().within(0.0))
    assert over.status is Status.BOUNDS
    assert over.nodes == 0  # the quick bounds alone
    seen: list[int] = []

    def let_time_pass(progress: Progress) -> None:
        if progress.phase is Phase.SEARCH:
            seen.append(progress.nodes)
            clock[0] += 0.2

    part = solve(HARD, limits=Limits(3600.0), context=Context(let_time_pass).within(0.3))
    assert part.status is Status.BOUNDS
    assert part.nodes == seen[-1] > 0
    assert len(seen) == 2


def test_a_solve_that_is_stopped_from_its_own_reports_ends() -> None:
    stop = threading.Event()
    phases: list[Any] = []

    def stop_in_the_search(progress: Progress) -> None:
        phases.append(progress.phase)
        if progress.phase is Phase.SEARCH:
            stop.set()

    result = solve(HARD, context=Context(stop_in_the_search, stop))
    assert result.status is Status.BOUNDS
    assert phases[-1] is Phase.SEARCH
    assert phases.count(Phase.SEARCH) == 1


def test_infinity_is_any_time(clock: list[float]) -> None:
    endless = Budget(math.inf)
    clock[0] += 1e9
    assert endless.left() is None
    assert not endless.is_spent()
    assert Limits(seconds=math.inf).faults() == []


def test_loading_the_search_costs_a_question_no_time() -> None:
    """In a fresh process numba alone takes longer to load than these questions have."""
    code = """
import sys
from hanabi_solver import Limits, parse
from hanabi_solver.analysis.explainer import explain
from hanabi_solver.analysis.questions import Questions
start = parse("p2v0s40").deal.start()
Questions(start, limits=Limits(workers=1))
print("numba" in sys.modules)
print(explain(start, target=25, limits=Limits(seconds=0.3, seconds_each=0.3, workers=1)).answer)
print("numba" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=GUARD_SECONDS, check=True
    )
    assert done.stdout.split() == ["False", "no", "True"]
