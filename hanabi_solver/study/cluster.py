"""Solving on a Dask cluster (dask.distributed, the extra `cluster`): chunks of deals as tasks.

The scheduler gives the chunks of a lost worker to others by itself, and gives up those that lose it several.
It cannot tell which task of a worker was at fault. So the deals of chunks that were given up are done again
at the end, each when nothing else is under way: then the one at fault is named, and the others are solved.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, HanabiError, InputError, WorkerLostError
from hanabi_solver.many import Done
from hanabi_solver.study.record import Limits, Row, solve_row

if TYPE_CHECKING:
    from distributed import Client, Future

# Deals of a task: some seconds of work for easy ones, and little to do again if a worker is lost.
CHUNK = 20
# Tasks under way for each thread of the cluster: one at work, the others waiting close to it.
TASKS_PER_THREAD = 3
CONNECT_SECONDS = 10.0
_POLL_SECONDS = 0.2
_LEAST_SECONDS = 0.01
_RESUME = "what is solved is stored, and the same command goes on from there"

_Answer = tuple[str, Row | None, HanabiError | None]


def solve_chunk(limits: Limits, keys: list[str]) -> list[_Answer]:
    """The rows of a chunk of deals, or the errors in their place: what a worker of the cluster does."""
    answers: list[_Answer] = []
    for key in keys:
        try:
            answers.append((key, solve_row(limits, key), None))
        except HanabiError as error:
            answers.append((key, None, error))
    return answers


def connect(address: str) -> "Client":
    """A client of the scheduler at an address; raises InputError if there is none, or no `distributed`."""
    try:
        from distributed import Client
    except ImportError as error:
        advice = 'install it with: pip install distributed (the extra "cluster" brings it)'
        raise InputError(
            [Fault("--cluster", "expected the package distributed, got none", advice)]
        ) from error
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:  # ValueError: no possible address
        text = f"expected a Dask scheduler at {address}, got none ({error})"
        raise InputError([Fault("--cluster", text, "start one with: dask scheduler")]) from error
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as error:
        client.close()
        text = f"expected workers at the scheduler {address}, got none"
        raise InputError([Fault("--cluster", text, f"start some with: dask worker {address}")]) from error
    return client


@dataclass(frozen=True, slots=True)
class Cluster:
    """Solves deals on the workers of a Dask scheduler, `chunk` at a time; an engine of a run."""

    client: "Client"
    chunk: int = CHUNK

    def __call__(
        self,
        keys: Iterable[str],
        limits: Limits,
        stop: threading.Event,
        on_event: Callable[[str], None],
    ) -> Iterator[Done[str, Row]]:
        """The rows of the keys, chunk by chunk as they are there; none twice.

        A deal that costs every worker its life is answered by a WorkerLostError. Raises InputError if the
        workers lack this package, and RuntimeError for an error that is a bug.
        """
        waiting = _Waiting(self.client, partial(solve_chunk, limits))
        iterator = iter(keys)
        has_more = True
        try:
            while not stop.is_set():
                while has_more and len(waiting) < self._most_tasks():
                    chunk = list(islice(iterator, self.chunk))
                    has_more = bool(chunk)
                    if chunk:
                        waiting.submit(chunk)
                if not has_more and not len(waiting):
                    if not waiting.suspects:
                        return
                    waiting.submit([waiting.suspects.popleft()], is_alone=True)
                on_event("work")
                yield from waiting.collect(_POLL_SECONDS)
            yield from waiting.collect(_LEAST_SECONDS)
        finally:
            waiting.cancel()

    def _most_tasks(self) -> int:
        # While all workers are lost, one may come back.
        threads: int = sum(self.client.nthreads().values())
        return TASKS_PER_THREAD * max(threads, 1)


class _Waiting:
    """The tasks that are under way, each with the keys of its chunk; `suspects` are to be done alone."""

    def __init__(self, client: "Client", work: Callable[[list[str]], list[_Answer]]) -> None:
        self._client = client
        self._work = work
        self._chunks: dict[Future[list[_Answer]], list[str]] = {}
        self._is_alone = False
        self.suspects: deque[str] = deque()

    def __len__(self) -> int:
        return len(self._chunks)

    def submit(self, chunk: list[str], *, is_alone: bool = False) -> None:
        """Have a chunk solved; `is_alone` says that nothing else is under way, nor will be."""
        self._is_alone = is_alone
        # Not pure: a chunk that was lost with its workers must be done again, not looked up.
        self._chunks[self._client.submit(self._work, chunk, pure=False)] = chunk

    def collect(self, seconds: float) -> Iterator[Done[str, Row]]:
        """The answers of the tasks that are done, after waiting at most so long for the first."""
        from distributed import wait
        from distributed.client import FuturesCancelledError

        try:
            with self._client.as_current():
                done = wait(list(self._chunks), timeout=seconds, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            return
        except FuturesCancelledError as error:
            raise WorkerLostError(f"the scheduler of the cluster was lost ({error}); {_RESUME}") from error
        for future in done:
            chunk = self._chunks.pop(future)
            failure = future.exception()
            if failure is None:
                for key, row, fault in future.result():
                    yield Done(key, row, fault)
            else:
                yield from self._take_error(chunk, failure)

    def cancel(self) -> None:
        """Give up what is under way."""
        if self._chunks:
            self._client.cancel(list(self._chunks), force=True)

    def _take_error(self, chunk: list[str], error: BaseException) -> Iterator[Done[str, Row]]:
        from distributed import KilledWorker

        if isinstance(error, ModuleNotFoundError):
            advice = "install the same version of hanabi-solver on every worker"
            fault = Fault(
                "--cluster", f"expected workers with this package, got ones without ({error})", advice
            )
            raise InputError([fault]) from error
        if not isinstance(error, KilledWorker):
            raise RuntimeError(f"an error on the cluster: {error!r}") from error
        if not self._is_alone:
            self.suspects.extend(chunk)
            return
        text = f"every worker of the cluster that solved it was lost ({error.allowed_failures + 1} of them)"
        yield Done(chunk[0], None, WorkerLostError(text))
