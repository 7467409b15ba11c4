"""Solving on a Dask cluster (dask.distributed, the extra `cluster`): chunks of deals as tasks.

The scheduler gives the chunks of a lost worker to others by itself, and gives up those that lose it several.
It cannot tell which task of a worker was at fault. So the deals of chunks that were given up are done again
at the end, each when nothing else is under way: then the one at fault is named, and the others are solved.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, HanabiError, InputError, WorkerLostError
from hanabi_solver.names import Phase
from hanabi_solver.parallel.pool import Done
from hanabi_solver.solver.extras import install_command
from hanabi_solver.study.feed import Feed
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.run import OnPhase
from hanabi_solver.study.tasks import DealOutcome, DealTask, do_task, has_lane

if TYPE_CHECKING:
    from distributed import Client, Future

# Deals of a task: some seconds of work for easy ones, and little to do again if a worker is lost.
CHUNK = 20
# Tasks under way for each thread of the cluster: one at work, the others waiting close to it.
TASKS_PER_THREAD = 3
CONNECT_SECONDS = 10.0
# For how many seconds there are no workers until that is reported.
GONE_SECONDS = 5.0
_POLL_SECONDS = 0.2
_LEAST_SECONDS = 0.05
# What the scheduler, which reads the tasks too, and all workers must have.
_PACKAGE = "hanabi_solver"
_RESUME = "what is solved is stored, and the same command goes on from there"


def connect(address: str) -> "Client":
    """A client of the scheduler at an address.

    Raises InputError if there is none, or no worker, or no `distributed`, or if they lack this package, and
    WorkerLostError if the scheduler is lost meanwhile.
    """
    try:
        from distributed import Client
    except ImportError as error:
        advice = f"install it: {install_command('cluster')}"
        raise InputError(
            [Fault("--cluster", "expected the package distributed, got none", advice)]
        ) from error
    # It would log the traceback of a scheduler that is lost; what that means is said by an error. (Only now,
    # since its import sets the level.)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    # ValueError: no possible address; the others: one of a kind that needs something that is not here.
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        text = f"expected a Dask scheduler at {address}, got none ({error})"
        raise InputError([Fault("--cluster", text, "start one with: dask scheduler")]) from error
    try:
        with _scheduler_errors(client):
            _wait_for_workers(client, address)
            _check_package(client)
    except HanabiError:
        client.close()
        raise
    return client


def _wait_for_workers(client: "Client", address: str) -> None:
    """Raise InputError if there are none for some time."""
    deadline = time.monotonic() + CONNECT_SECONDS
    # Not by the client's own wait, which has one TimeoutError for this and for a scheduler that goes.
    while not client.nthreads():
        if time.monotonic() > deadline:
            text = f"expected workers at the scheduler {address}, got none"
            raise InputError([Fault("--cluster", text, f"start some with: dask worker {address}")])
        time.sleep(_LEAST_SECONDS)


def _check_package(client: "Client") -> None:
    """Raise InputError where the package is missing: a worker would end over its first task, silently."""
    # A function that everybody has: one of this package could not be read there.
    found = {"the scheduler": client.run_on_scheduler(find_spec, _PACKAGE)}
    # A worker that is lost just now gives an error in the place of an answer, which is no lack.
    answers = client.run(find_spec, _PACKAGE, on_error="return")
    found |= {f"the worker {name}": answer for name, answer in answers.items()}
    missing = [name for name, answer in found.items() if answer is None]
    if missing:
        text = f"expected the package {_PACKAGE} on the scheduler and all workers, got none on {missing[0]}"
        raise InputError([Fault("--cluster", text, "install the same version of hanabi-solver there")])


@dataclass(frozen=True, slots=True)
class Cluster:
    """Solves deals on the workers of a Dask scheduler, `chunk` at a time; an engine of a run.

    Where the setting allows it, larger batches go through the fast lane first.
    """

    client: "Client"
    chunk: int = CHUNK

    def __call__(
        self,
        keys: Iterable[str],
        setting: Setting,
        stop: threading.Event,
        on_phase: OnPhase,
    ) -> Iterator[Done[str, Row]]:
        """The rows of the keys, chunk by chunk as they are there; none twice.

        They are read on another thread. A deal that costs every worker its life is answered by a
        WorkerLostError. While there are no workers it waits, and reports the phase NO_WORKERS.
        Raises WorkerLostError if the scheduler is lost, and RuntimeError for an error that is a bug.
        """
        with Feed(keys, by_lane=has_lane(setting), size=self.chunk) as feed:
            waiting = _Waiting(self.client, partial(do_task, setting), feed)
            try:
                workers = _Workers(self.client)
                while not stop.is_set():
                    most = TASKS_PER_THREAD * workers.count()
                    while len(waiting) < most and (task := feed.next_task()):
                        waiting.submit(task)
                    if not len(waiting) and feed.is_at_end():
                        if not waiting.suspects:
                            return
                        waiting.submit(DealTask((waiting.suspects.popleft(),), by_lane=False), is_alone=True)
                    on_phase(Phase.WORK if workers.are_there() else Phase.NO_WORKERS)
                    yield from waiting.collect(_POLL_SECONDS if len(waiting) >= most else _LEAST_SECONDS)
                yield from waiting.collect(_LEAST_SECONDS)
            finally:
                waiting.cancel()


@contextmanager
def _scheduler_errors(client: "Client") -> Iterator[None]:
    """Say what a client raises whose scheduler has gone as a WorkerLostError.

    Around what is asked of the client only: what others raise meanwhile may be an OSError, too.
    """
    try:
        yield
    except (CancelledError, OSError) as error:
        raise _scheduler_lost() from error
    except Exception as error:  # what it says of things that it has closed by itself is of no fixed kind
        if isinstance(error, HanabiError) or client.status == "running":
            raise
        raise _scheduler_lost() from error


def _scheduler_lost() -> WorkerLostError:
    return WorkerLostError(f"the scheduler of the cluster was lost; {_RESUME}")


class _Workers:
    """The workers of a cluster: how many threads they have, and whether there are any."""

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._seen = time.monotonic()

    def count(self) -> int:
        """Their threads; 1 while all are lost, since one may come back."""
        with _scheduler_errors(self._client):
            threads: int = sum(self._client.nthreads().values())
        if threads:
            self._seen = time.monotonic()
        return max(threads, 1)

    def are_there(self) -> bool:
        """False once there have been none for some seconds."""
        return time.monotonic() - self._seen < GONE_SECONDS


class _Waiting:
    """The tasks that are under way; `suspects` are deals to be done alone."""

    def __init__(self, client: "Client", work: Callable[[DealTask], list[DealOutcome]], feed: Feed) -> None:
        self._client = client
        self._work = work
        self._feed = feed
        self._tasks: dict[Future[list[DealOutcome]], DealTask] = {}
        self._is_alone = False
        self.suspects: deque[str] = deque()

    def __len__(self) -> int:
        return len(self._tasks)

    def submit(self, task: DealTask, *, is_alone: bool = False) -> None:
        """Have a task done; `is_alone` says that nothing else is under way, nor will be."""
        self._is_alone = is_alone
        # Not pure: a task that was lost with its workers must be done again, not looked up.
        with _scheduler_errors(self._client):
            future = self._client.submit(self._work, task, pure=False)
        self._tasks[future] = task

    def collect(self, seconds: float) -> Iterator[Done[str, Row]]:
        """The answers of the tasks that are done, after waiting at most so long for the first."""
        for future in self._done(seconds):
            task = self._tasks.pop(future)
            outcomes, failure = self._outcome(future)
            if failure is None:
                yield from self._feed.take(task, outcomes)
            elif task.by_lane and self._is_lost(failure):
                self._feed.take_lost(task)  # in chunks the usual way: only what is lost then is suspect
            else:
                yield from self._take_error(task, failure)
                yield from self._feed.take(task, ())

    def cancel(self) -> None:
        """Give up what is under way."""
        with suppress(WorkerLostError), _scheduler_errors(self._client):
            if self._tasks:
                self._client.cancel(list(self._tasks), force=True)

    def _done(self, seconds: float) -> "Iterable[Future[list[DealOutcome]]]":
        from distributed import wait

        if not self._tasks:
            return ()
        with _scheduler_errors(self._client), self._client.as_current(), suppress(TimeoutError):
            done: Iterable[Future[list[DealOutcome]]] = wait(
                list(self._tasks), timeout=seconds, return_when="FIRST_COMPLETED"
            ).done
            return done
        return ()

    def _outcome(self, future: "Future[list[DealOutcome]]") -> tuple[list[DealOutcome], BaseException | None]:
        """The answers of a task that is done, or what went wrong."""
        from distributed import KilledWorker

        with _scheduler_errors(self._client):
            failure: BaseException | None = future.exception()
            if failure is not None:
                return [], failure
            try:  # they lie on a worker, and may be lost with it
                return future.result(), None
            except KilledWorker as error:
                return [], error

    def _is_lost(self, error: BaseException) -> bool:
        """Whether a task was given up as it lost its workers; else the error is a bug."""
        from distributed import KilledWorker

        return isinstance(error, KilledWorker)

    def _take_error(self, task: DealTask, error: BaseException) -> Iterator[Done[str, Row]]:
        from distributed import KilledWorker

        if not isinstance(error, KilledWorker):
            raise RuntimeError(f"an error on the cluster: {error!r}") from error
        if not self._is_alone:
            self.suspects.extend(task.keys)
            return
        text = f"every worker of the cluster that solved it was lost ({error.allowed_failures + 1} of them)"
        yield Done(task.keys[0], None, WorkerLostError(text))
