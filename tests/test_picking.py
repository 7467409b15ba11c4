"""Which job is given out next: in the order of reading, or as they are done."""

import threading
from queue import SimpleQueue

import pytest

from hanabi_solver.parallel.delivery import AsDone, InOrder, Job

Picking = InOrder | AsDone
BOTH = pytest.mark.parametrize("kind", [InOrder, AsDone])


def under_way(
    kind: type[InOrder] | type[AsDone], *items: str
) -> "tuple[Picking, list[Job], SimpleQueue[Job | None]]":
    order: SimpleQueue[Job | None] = SimpleQueue()
    jobs = [Job(item) for item in items]
    for job in jobs:
        order.put(job)
    return kind(order), jobs, order


def given(picking: Picking) -> str | None:
    job = picking.next_done(0.0)
    return None if job is None else str(job.item)


def test_in_order_a_job_waits_for_those_before_it() -> None:
    picking, (first, second), order = under_way(InOrder, "a", "b")
    second.outcome.set_result(None)
    assert given(picking) is None
    first.outcome.set_result(None)
    assert [given(picking), given(picking), given(picking)] == ["a", "b", None]
    assert not picking.is_at_end()
    order.put(None)
    assert given(picking) is None
    assert picking.is_at_end()


def test_as_done_a_job_waits_for_none() -> None:
    picking, (first, second, third), order = under_way(AsDone, "a", "b", "c")
    third.outcome.set_result(None)
    assert [given(picking), given(picking)] == ["c", None]
    second.outcome.set_result(None)
    first.outcome.set_result(None)
    order.put(None)
    assert not picking.is_at_end()
    assert [given(picking), given(picking)] == ["b", "a"]
    assert picking.is_at_end()


@BOTH
def test_the_end_is_not_told_while_a_job_is_under_way(kind: type[InOrder] | type[AsDone]) -> None:
    picking, (job,), order = under_way(kind, "a")
    order.put(None)
    assert given(picking) is None
    assert not picking.is_at_end()
    job.outcome.set_result(None)
    assert given(picking) == "a"
    assert given(picking) is None
    assert picking.is_at_end()


@BOTH
def test_what_is_left_has_not_been_given_out(kind: type[InOrder] | type[AsDone]) -> None:
    picking, jobs, order = under_way(kind, "a", "b", "c")
    order.put(None)
    for job in jobs[:2]:
        job.outcome.set_result(None)
    assert given(picking) == "a"
    # In order: also one that is not done, for the caller to see in its outcome.
    assert [job.item for job in picking.left()] == (["b", "c"] if kind is InOrder else ["b"])
    assert picking.left() == []


@BOTH
def test_a_job_that_is_done_meanwhile_ends_the_wait(kind: type[InOrder] | type[AsDone]) -> None:
    picking, (job,), _ = under_way(kind, "a")
    threading.Timer(0.05, job.outcome.set_result, [None]).start()
    assert picking.next_done(threading.TIMEOUT_MAX) is job  # a wait to its end would never return
