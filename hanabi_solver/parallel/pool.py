"""Many deals on several processes: answers in the order of the questions, and a bounded number under way.

A thread reads the questions, and one thread for each process hands them to it one by one. Processes, since
the search of one deal keeps a core busy; started afresh (not forked), since threads and forks do not mix.
"""

import os
import threading
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from hanabi_solver.errors import Fault, HanabiError, InputError, WorkerLostError
from hanabi_solver.names import Phase
from hanabi_solver.parallel.delivery import AsDone, InOrder, Job
from hanabi_solver.parallel.read_ahead import read_on_thread
from hanabi_solver.parallel.worker import (
    Load,
    Worker,
    WorkerGoneError,
    keep_interrupts_from_children,
)
from hanabi_solver.solver.limits import MOST_WORKERS
from hanabi_solver.solver.result import Part

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# Questions that are read and not answered in order yet, for each process: so many easy deals can be
# solved while a hard one is under way.
WINDOW_PER_WORKER = 16
# A question whose process dies is asked once more: what killed it may have been somebody else's greed.
TRIES = 2
# Processes that may die in a row before they get to a question, until the fault is in starting them.
MOST_FAILED_STARTS = 3
# How long to wait for an answer before looking at `stop` again.
POLL_SECONDS = 0.05
# How long to wait for threads whose processes were killed.
CLOSE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Done(Generic[Item, Answer]):
    """One question with its answer, or with the error why there is none."""

    item: Item
    answer: Answer | None
    error: HanabiError | None = None

    def result(self) -> Answer:
        """The answer; raises the error instead if there is one."""
        if self.error is not None:
            raise self.error
        return self.answer  # type: ignore[return-value]  # None only if the answer itself is None


@dataclass(frozen=True, slots=True)
class Headway:
    """How far a run over many deals is, reported while it waits and with each answer.

    `phase` is COMPILE (once on a machine) or WORK; `done` counts the questions that are answered,
    given out already or not; `seconds` are those since the start. `compiled` says how far a compilation is.
    """

    phase: Phase
    done: int
    seconds: float
    compiled: Part | None = None


def default_workers() -> int:
    """The number of processes that keeps every core busy that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_WORKERS)


def run_many(
    items: Iterable[Item],
    work: Callable[[Item], Answer],
    *,
    workers: int,
    stop: threading.Event | None = None,
    on_event: Callable[[Headway], None] | None = None,
    in_order: bool = True,
    load: Load | None = None,
) -> Generator[Done[Item, Answer], None, None]:
    """What `work` makes of each item, in the order of the items, on `workers` processes.

    `work` solves one deal, like `partial(solve, workers=1)`; it can read the deal from the item first and
    make something small of the result, all on the other process. It is a function of a module (or a
    `partial` of one), since items, `work` and answers are pickled. With one worker it is called in this
    process, and nothing is pickled.

    An answer is given as soon as it and all before it are there, even if the next item takes its time.
    Items are read on another thread when there is room for them: at most `WINDOW_PER_WORKER * workers`
    are read and not given out. Nothing else is kept, so a run may be endless. With `in_order` False each
    answer is given as soon as it is there itself, so that a hard item keeps nothing back. Processes are
    started as they are needed, and begin with `load` (if nothing is said, they load the search). Each has its
    own memory: `memory_limit` of a solve counts for each.

    A HanabiError that `work` raises is the `error` of its item. So is a WorkerLostError, if the process
    died twice over the same item (killed, or out of memory); other items do not suffer. When `stop` is
    set, all answers that are there are given in order, the others are dropped, and the iteration ends.
    When it ends, or the iterator is closed, so do the processes, at once. They also end if this process
    dies. Ctrl-C is for this process alone; they ignore it.

    Raises InputError for a wrong number of workers; while iterating, what `items` raises, WorkerLostError
    if processes do not even start, and RuntimeError for any other error in `work` (a bug).

    >>> [done.result() for done in run_many(["r1", "r2"], str.upper, workers=1)]
    ['R1', 'R2']
    """
    if type(workers) is not int or not 1 <= workers <= MOST_WORKERS:
        raise InputError([Fault("workers", f"expected 1 to {MOST_WORKERS}, got {workers!r}")])
    stop = stop or threading.Event()
    report = _HeadwayReporter(on_event or (lambda _headway: None))
    return (
        _one_by_one(items, work, stop, report)
        if workers == 1
        else _side_by_side(
            items, _Crew(work, workers, load), workers, stop, report, InOrder if in_order else AsDone
        )
    )


@dataclass(slots=True)
class _HeadwayReporter:
    on_event: Callable[[Headway], None]
    started: float = field(default_factory=time.monotonic)

    def __call__(self, done: int, compiled: Part | None = None) -> None:
        phase = Phase.WORK if compiled is None else Phase.COMPILE
        self.on_event(Headway(phase, done, time.monotonic() - self.started, compiled))


def _one_by_one(
    items: Iterable[Item], work: Callable[[Item], Answer], stop: threading.Event, report: _HeadwayReporter
) -> Generator[Done[Item, Answer], None, None]:
    for number, item in enumerate(items, start=1):
        if stop.is_set():
            return
        done: Done[Item, Answer]
        try:
            done = Done(item, work(item))
        except HanabiError as error:
            done = Done(item, None, error)
        report(number)
        yield done


def _side_by_side(
    items: Iterable[Item],
    crew: "_Crew",
    workers: int,
    stop: threading.Event,
    report: _HeadwayReporter,
    pick: type[InOrder] | type[AsDone],
) -> Generator[Done[Item, Answer], None, None]:
    order: SimpleQueue[Job | None] = SimpleQueue()
    jobs = pick(order)
    room = threading.Semaphore(WINDOW_PER_WORKER * workers)
    _start_reading(items, order, room, crew)
    try:
        while not stop.is_set():
            report(crew.done, crew.compiled)
            if jobs.is_at_end():
                return
            job = jobs.next_done(POLL_SECONDS)
            if job is not None:
                room.release()
                yield job.outcome.result()
        crew.close()
        for job in jobs.left():
            if job.outcome.done():
                yield job.outcome.result()
    finally:
        crew.close()
        room.release()  # the reader sees that the crew is gone


def _start_reading(
    items: Iterable[Any], order: SimpleQueue[Job | None], room: threading.Semaphore, crew: "_Crew"
) -> None:
    """Have a thread read: an item when there is room for it, until there are no more."""

    def give(item: Any) -> None:
        job = Job(item)
        order.put(job)
        crew.give(job)

    def end(failure: BaseException | None) -> None:
        if failure is not None:
            job = Job(None)
            job.outcome.set_exception(failure)
            order.put(job)
        order.put(None)

    read_on_thread(items, room, lambda: crew.is_closed, give, end)


class _Crew:
    """The processes, each with the thread that asks it; there are no more than the work needs."""

    def __init__(self, work: Callable[[Any], Any], most: int, load: Load | None) -> None:
        self.done = 0
        self.is_closed = False
        self.compiled: Part | None = None
        self._work = work
        self._load = load
        self._most = most
        self._todo: SimpleQueue[Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._given = 0
        self._threads: list[threading.Thread] = []
        self._workers: set[Worker] = set()
        self._compiling = threading.Lock()
        self._has_compiled = False

    def give(self, job: Job) -> None:
        """Have a job done; another process is started if all are busy and there may be more."""
        with self._lock:
            if self.is_closed:
                return
            self._given += 1
            self._todo.put(job)
            if len(self._threads) < min(self._given - self.done, self._most):
                self._threads.append(threading.Thread(target=self._serve, daemon=True))
                self._threads[-1].start()

    def close(self) -> None:
        """Kill the processes; what is not done stays so."""
        with self._lock:
            self.is_closed = True
            for worker in self._workers:
                worker.process.kill()
        for _ in self._threads:
            self._todo.put(None)
        deadline = time.monotonic() + CLOSE_SECONDS
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0.0))

    def _serve(self) -> None:
        """What each thread does: one job after the other, on a process of its own."""
        keep_interrupts_from_children()
        worker: Worker | None = None
        while (job := self._todo.get()) is not None and not self.is_closed:
            worker, outcome = self._do(job.item, worker)
            if outcome is None:
                break
            with self._lock:
                self.done += 1
            if isinstance(outcome, Done):
                job.outcome.set_result(outcome)
            else:
                job.outcome.set_exception(outcome)
        if worker is not None:
            self._end(worker)

    def _do(
        self, item: Any, worker: "Worker | None"
    ) -> "tuple[Worker | None, Done[Any, Any] | BaseException | None]":
        """Have one item done, by this process if there is one.

        Returns the process to go on with, and the outcome: an error ends the run, None says it has ended.
        """
        fates: list[str] = []
        try:
            while len(fates) < TRIES:
                worker = worker or self._start()
                try:
                    return worker, Done(item, *worker.ask(item))
                except WorkerGoneError:
                    fates.append(self._end(worker))
                    worker = None
            error = WorkerLostError(f"the process that solved it {_joined(fates)}")
            return None, None if self.is_closed else Done(item, None, error)
        except BaseException as error:  # for the thread that iterates
            return worker, None if self.is_closed else error

    def _start(self) -> "Worker":
        fates: list[str] = []
        while len(fates) < MOST_FAILED_STARTS:
            with self._lock:
                if self.is_closed:
                    break
                worker = Worker(self._work, self._load)
                self._workers.add(worker)
            try:
                said = worker.receive()
                if isinstance(said, Part):
                    self._let_compile(worker, said)
                return worker
            except WorkerGoneError:
                fates.append(self._end(worker))
        raise WorkerLostError(f"processes to solve deals do not start: each {_joined(fates)}")

    def _let_compile(self, worker: "Worker", compiled: Part) -> None:
        """One compiles while the others wait; then they load what it compiled."""
        with self._compiling:
            is_first, self._has_compiled = not self._has_compiled, True
            if is_first:
                self.compiled = compiled
                self._go_on(worker)
        if not is_first:
            self._go_on(worker)

    def _go_on(self, worker: "Worker") -> None:
        """Wait until a process has compiled, or loaded what is compiled; note how far it is meanwhile."""
        try:
            said = worker.ask(None)
            while isinstance(said, Part):
                self.compiled = said
                said = worker.receive()
        finally:
            self.compiled = None

    def _end(self, worker: "Worker") -> str:
        """End a process; returns how it ended."""
        with self._lock:
            self._workers.discard(worker)
        return worker.end()


def _joined(fates: list[str]) -> str:
    """How several processes ended, in words.

    >>> _joined(["was killed by SIGKILL", "was killed by SIGKILL"])
    'was killed by SIGKILL'
    >>> _joined(["was killed by SIGKILL", "ended with exit code 1"])
    'was killed by SIGKILL, then ended with exit code 1'
    """
    return ", then ".join(dict.fromkeys(fates))
