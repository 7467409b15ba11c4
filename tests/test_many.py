"""Many deals on several processes: order, a bounded window, and processes that die or are unwanted."""

import os
import pickle
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from elsewhere import EndsWhenSent, compile_in_steps, double, has_come, load_nothing, perilous
from waiting import GUARD_SECONDS, wait_until

from hanabi_solver.errors import (
    Fault,
    HanabiError,
    IllegalMoveError,
    InputError,
    InternalCheckError,
    UnsupportedRules,
    WorkerLostError,
)
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.deal import Deal
from hanabi_solver.parallel import pool, worker
from hanabi_solver.parallel.pool import WINDOW_PER_WORKER, Headway, run_many
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.solver.result import Part, Series

HALF = Part(Series.FUNCTION, 2, 4)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert not active_children()


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that do not load the search, as they solve no deal: they are there sooner."""
    monkeypatch.setattr(worker, "load_search", load_nothing)


def test_results_are_those_of_one_worker_in_the_same_order() -> None:
    # The first takes much longer than all others together.
    seeds = ["p2v0s5", *(f"p{players}v0s{number}" for number in (1, 2) for players in (2, 3, 4, 5))]
    deals = [parse_seed(seed).deal for seed in seeds]
    work = partial(solve, limits=Limits(workers=1))
    alone, together = (
        [(done.item, done.result()) for done in run_many(deals, work, workers=workers)] for workers in (1, 2)
    )
    assert [deal for deal, _ in together] == deals
    assert [(result.best, result.upper, result.line) for _, result in together] == [
        (result.best, result.upper, result.line) for _, result in alone
    ]


@pytest.mark.usefixtures("unloaded")
def test_a_process_that_dies_costs_no_other_item(tmp_path: Path) -> None:
    names = ["a", "deadly", "b", "faulty", "deadly once", "contradiction", "c"]
    done = list(run_many([(name, tmp_path) for name in names], perilous, workers=2))
    assert [each.item[0] for each in done] == names
    assert [each.answer for each in done] == ["A", None, "B", None, "DEADLY ONCE", None, "C"]
    lost, faulty, contradiction = (each.error for each in done if each.error is not None)
    assert isinstance(lost, WorkerLostError)
    assert str(lost) == "the process that solved it was killed by SIGKILL"
    assert isinstance(faulty, InputError)
    assert (faulty.faults[0].help, faulty.source) == ("count", "here")
    assert str(faulty) == "here: deck: expected 50 cards, got 2"
    assert isinstance(contradiction, InternalCheckError)
    assert (str(contradiction), contradiction.reproducer) == ("25 above 24", '{"position": 1}')
    tries = {name: (tmp_path / name).read_text().count("\n") for name in names}
    assert tries == {name: 2 if "deadly" in name else 1 for name in names}


@pytest.mark.usefixtures("unloaded")
def test_memory_that_is_short_and_bugs_are_told(tmp_path: Path) -> None:
    answers = run_many([(name, tmp_path) for name in ("huge", "bug", "a")], perilous, workers=2)
    assert str(next(answers).error) == "the process that solved it ran out of memory"
    with pytest.raises(RuntimeError, match="ZeroDivisionError: no deal divides"):
        next(answers)


@pytest.mark.usefixtures("unloaded")
def test_no_more_is_read_than_the_window_and_what_was_given_out() -> None:
    window = 2 * WINDOW_PER_WORKER
    asked = read = most_ahead = 0
    closed = threading.Event()
    events: list[Headway] = []

    def numbers() -> Iterator[int]:
        nonlocal read, most_ahead
        try:
            for number in count():
                read += 1
                most_ahead = max(most_ahead, read - asked)
                yield number
        finally:
            closed.set()

    answers = run_many(numbers(), double, workers=2, on_event=events.append)
    for asked in range(1, 4 * window):
        assert next(answers).answer == 2 * (asked - 1)
    wait_until(lambda: read >= asked + window)
    answers.close()
    assert closed.wait(GUARD_SECONDS)
    assert most_ahead <= window + 1  # one more as the run ends
    assert {event.phase for event in events} <= {"compile", "work"}
    assert [event.done for event in events] == sorted(event.done for event in events)


@pytest.mark.usefixtures("unloaded")
def test_stop_gives_what_is_there_in_order_and_drops_the_rest(tmp_path: Path) -> None:
    stop = threading.Event()

    def stop_at_four(headway: Headway) -> None:
        if headway.done == 4:
            stop.set()

    # What never comes is not waited for, or this would go on for ever.
    there, never = tmp_path, tmp_path / "never"
    items = [there, there, never, there, there, never, never, there]
    answers = run_many(items, has_come, workers=2, stop=stop, on_event=stop_at_four)
    assert [done.answer for done in answers] == [there] * 4


@pytest.mark.usefixtures("unloaded")
def test_each_answer_comes_before_the_next_item_is_asked_for() -> None:
    answered: list[int] = []
    is_answered = threading.Semaphore(0)

    def waiting() -> Iterator[int]:
        for number in range(5):
            assert len(answered) == number
            yield number
            assert is_answered.acquire(timeout=GUARD_SECONDS)

    for done in run_many(waiting(), double, workers=4):
        answered.append(done.result())
        is_answered.release()
        assert len(active_children()) == 1  # no more processes than there is work for
    assert answered == [0, 2, 4, 6, 8]


@pytest.mark.usefixtures("unloaded")
def test_what_the_items_raise_comes_in_its_place() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise InputError([Fault("", "unreadable")], "stdin")

    answers = run_many(failing(), double, workers=2)
    assert next(answers).answer == 2
    with pytest.raises(InputError, match="stdin: unreadable"):
        next(answers)


@pytest.mark.usefixtures("unloaded")
def test_processes_that_do_not_start_end_the_run() -> None:
    with pytest.raises(WorkerLostError, match="do not start: each ended with exit code 3"):
        next(run_many([1], EndsWhenSent(), workers=2))


def test_one_worker_is_this_process_and_reads_nothing_ahead() -> None:
    numbers = iter(range(10))
    stop = threading.Event()
    answers = run_many(numbers, lambda number: (number, os.getpid()), workers=1, stop=stop)
    assert next(answers).answer == (0, os.getpid())
    assert next(numbers) == 1
    stop.set()
    assert list(answers) == []


@pytest.mark.usefixtures("unloaded")
def test_out_of_order_a_slow_answer_keeps_nothing_back(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    items = [slow, *[tmp_path] * 60]
    answers: list[Path] = []
    for done in run_many(items, has_come, workers=2, in_order=False):
        answers.append(done.item)
        # More than fit into the window are given out before the first is there.
        if len(answers) == WINDOW_PER_WORKER * 2 + 1:
            slow.touch()
    assert answers.index(slow) > WINDOW_PER_WORKER * 2
    assert sorted(answers) == sorted(items)


@pytest.mark.usefixtures("unloaded")
def test_out_of_order_a_stop_gives_what_is_there_and_an_error_of_the_items_comes_out() -> None:
    stop = threading.Event()
    given = 0
    for done in run_many(count(), double, workers=2, stop=stop, in_order=False):
        assert done.result() == 2 * done.item
        given += 1
        if given == 50:
            stop.set()
    assert 50 <= given <= 50 + 2 * WINDOW_PER_WORKER

    def failing() -> Iterator[int]:
        yield 1
        raise InputError([Fault("", "unreadable")], "stdin")

    with pytest.raises(InputError, match="stdin: unreadable"):
        list(run_many(failing(), double, workers=2, in_order=False))


def refuse(deal: Deal) -> None:
    raise InputError([Fault("deal", f"expected another, got one of {len(deal.deck)} cards")])


def test_a_result_raises_the_error_of_its_item() -> None:
    (done,) = run_many([parse_seed("p2v0s1").deal], refuse, workers=1)
    with pytest.raises(InputError, match="got one of 50 cards"):
        done.result()


@pytest.mark.parametrize("workers", [0, 257, True, 2.0])
def test_a_wrong_number_of_workers_is_refused(workers: Any) -> None:
    with pytest.raises(InputError, match="workers: expected 1 to 256"):
        run_many([], double, workers=workers)


def test_one_process_compiles_while_the_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    started = threading.Semaphore(0)
    log: list[str] = []
    heard: list[tuple[str, Part | None]] = []
    half = threading.Event()

    def hear(headway: Headway) -> None:
        heard.append((headway.phase, headway.compiled))
        if headway.compiled == HALF:
            half.set()

    class Uncompiled:
        """A process that would have to compile; the first does so until all have started."""

        def __init__(self, _work: object, _load: object) -> None:
            self.process = self
            self.is_first = False
            self.asks = True

        def receive(self) -> Part | str:
            if self.asks:
                self.asks = False
                started.release()
                return Part(Series.FUNCTION, 0, 4)
            if self.is_first:
                assert half.wait(GUARD_SECONDS)
            log.append("ends")
            return "ready"

        def ask(self, question: int | None) -> Any:
            if question is not None:
                return question, None
            log.append("begins")
            if len(log) == 1:
                self.is_first = True
                assert all(started.acquire(timeout=GUARD_SECONDS) for _ in range(3))
                # No event says that the others wait: here they have the time to do what they should not.
                time.sleep(0.2)
            return HALF

        def kill(self) -> None: ...

        def end(self) -> str:
            return "ended"

    monkeypatch.setattr(pool, "Worker", Uncompiled)
    answers = run_many(range(9), double, workers=3, on_event=hear)
    assert [done.answer for done in answers] == list(range(9))
    assert log[:2] == ["begins", "ends"]
    assert len(log) == 6
    assert heard[-1] == ("work", None)  # what the others loaded is not said any more
    assert {phase for phase, compiled in heard if compiled is not None} == {"compile"}
    assert {phase for phase, compiled in heard if compiled is None} == {"work"}


def test_a_process_says_how_far_its_compilation_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "load_search", compile_in_steps)
    answerer = worker.Worker(double)
    try:
        assert answerer.receive() == Part(Series.FUNCTION, 0, 4)
        assert answerer.ask(None) == HALF
        assert answerer.receive() == Part(Series.FUNCTION, 4, 4)
        assert not isinstance(answerer.receive(), Part)
        assert answerer.ask(21) == (42, None)
    finally:
        answerer.end()


@pytest.mark.parametrize(
    "error",
    [
        InputError([Fault("deck", "expected 50 cards, got 2", "count")], "here"),
        UnsupportedRules([Fault("rules.players", "expected 2 to 6, got 7")]),
        IllegalMoveError("game-over", "the game is over", 3),
        InternalCheckError("25 above 24", '{"position": 1}'),
        WorkerLostError("the process ended"),
    ],
)
def test_errors_survive_pickling(error: HanabiError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))
