"""Studies on a real Dask cluster of two worker processes, one of which is killed."""

import gc
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import ENVIRONMENT, run_here
from distributed import Client, KilledWorker, LocalCluster
from elsewhere import perilous_task
from study_runs import count, interrupted_while_it_waits, started, wait_for_rows
from waiting import GUARD_SECONDS, wait_until

from hanabi_solver.cli.terminal.study_progress import StudyProgress
from hanabi_solver.errors import Fault, InputError, WorkerLostError
from hanabi_solver.names import Phase
from hanabi_solver.study import cluster as cluster_module
from hanabi_solver.study import feed
from hanabi_solver.study.cluster import Cluster, connect
from hanabi_solver.study.record import Setting
from hanabi_solver.study.run import RunContext, RunState, run_study
from hanabi_solver.study.selection import parse_seeds
from hanabi_solver.study.store import open_store, read_store
from hanabi_solver.study.tasks import DealTask, do_task

MINUTE = Setting(seconds=60.0)


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        yield cluster


@pytest.fixture
def client(local_cluster: LocalCluster) -> Iterator[Client]:
    wait_for_two_workers(local_cluster)
    with connect(local_cluster.scheduler_address) as client:
        yield client


def wait_for_two_workers(local_cluster: LocalCluster) -> None:
    """Ask for them again and again: one that is still closing when it is asked for does not come back."""

    def are_there() -> bool:
        local_cluster.scale(2)
        return len(local_cluster.scheduler_info["workers"]) >= 2

    wait_until(are_there, pause=0.5)


def test_a_worker_killed_in_the_middle_costs_no_row_and_doubles_none(
    client: Client, local_cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LANE_BATCH", 5)
    path = tmp_path / "study.db"
    kills: list[int] = []

    def kill_one(state: RunState) -> None:
        if state.now.deals >= 20 and not kills:
            kills.append(next(iter(client.run(os.getpid).values())))
            os.kill(kills[0], signal.SIGKILL)

    with open_store(path) as store:
        state = run_study(
            store,
            [parse_seeds("p3v0s1..150"), parse_seeds("p2v0s40")],
            MINUTE,
            Cluster(client, 5),
            context=RunContext(on_state=kill_one),
        )
    assert len(kills) == 1
    assert (state.stored, state.failed, state.now.deals) == (151, 0, 151)
    with read_store(path) as connection:
        query = "SELECT deal, best, upper, method, link, line FROM rows"
        found = {deal: rest for deal, *rest in connection.execute(query)}
    assert set(found) == {*(f"p3v0s{number}" for number in range(1, 151)), "p2v0s40"}
    for deal, by_lane in (("p2v0s40", False), ("p3v0s7", True), ("p3v0s150", True)):
        here = do_task(MINUTE, DealTask((deal,), by_lane))[0].row
        assert here is not None
        assert found[deal] == [here.best, here.upper, str(here.method), here.link, here.line]


def test_a_deal_that_kills_every_worker_is_named_and_the_others_are_solved(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.run_on_scheduler(allow_no_failures)
    faults: dict[str, str] = {}
    monkeypatch.setattr(cluster_module, "do_task", perilous_task)
    with open_store(tmp_path / "study.db") as store:
        state = run_study(
            store,
            [parse_seeds("p2v0s11..16")],
            MINUTE,
            Cluster(client, 3),
            context=RunContext(on_fault=lambda error, name: faults.update({name: str(error)})),
        )
    assert (state.stored, state.failed) == (5, 1)
    assert list(faults) == ["p2v0s13"]
    assert "every worker of the cluster that solved it was lost" in faults["p2v0s13"]


def allow_no_failures(dask_scheduler: object) -> None:
    dask_scheduler.allowed_failures = 0  # type: ignore[attr-defined]  # dask sets it by name


def test_the_command_takes_an_address(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, path = client.scheduler.address, str(tmp_path / "study.db")
    assert run_here("study", "run", "p3v0s1..3", "--store", path, "--cluster", address) == 0
    assert capsys.readouterr().out.startswith("3 deals: 3 winnable")


def test_ctrl_c_ends_a_run_that_waits_for_a_line(client: Client, tmp_path: Path) -> None:
    """More lines than one chunk and fewer than two: all are solved and stored while the next is awaited."""
    seeds = [f"p3v0s{number}" for number in range(1, 26)]
    process, output, errors = interrupted_while_it_waits(
        seeds, "--cluster", client.scheduler.address, cwd=tmp_path
    )
    assert process.returncode == 130
    assert errors == "interrupted: what was solved is in study.db; the same command goes on from there\n"
    assert output.startswith("25 deals")


def test_a_lost_scheduler_ends_the_run_cleanly_and_what_was_solved_stays(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with dask("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", cwd=tmp_path) as scheduler:
        address = address_of(scheduler)
        single = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        with dask("worker", address, *single, cwd=tmp_path):
            process = started("p3v0s1..9999", "--store", path.name, "--cluster", address, cwd=tmp_path)
            wait_for_rows(path, process, 1)
            scheduler.kill()
            output, errors = process.communicate(timeout=GUARD_SECONDS)
    assert (process.returncode, output) == (70, "")
    assert errors == (
        "the scheduler of the cluster was lost; "
        "what is solved is stored, and the same command goes on from there\n"
    )
    assert count(path) > 0


class LostClient:
    """A client whose scheduler goes in the middle: its calls raise what those of distributed do then."""

    def __init__(self, error: Exception, status: str) -> None:
        self.error = error
        self.status = status

    def nthreads(self) -> dict[str, int]:
        raise self.error

    def close(self) -> None:
        self.status = "closed"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OSError("Timed out trying to connect"), "running"),
        (TimeoutError("no answer"), "connecting"),
        (CancelledError("lost"), "running"),
        (RuntimeError("Tried sending message after closing"), "closed"),
    ],
)
def test_a_scheduler_that_is_lost_while_it_is_asked_is_told_as_such(
    error: Exception, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = LostClient(error, status)
    monkeypatch.setattr("distributed.Client", lambda *_address, **_options: client)
    with pytest.raises(
        WorkerLostError, match="the scheduler of the cluster was lost; what is solved is stored"
    ):
        connect("tcp://127.0.0.1:1")
    assert client.status == "closed"
    # What distributed would log, traceback and all, is said by that error.
    assert logging.getLogger("distributed.client").level == logging.CRITICAL
    answers = Cluster(LostClient(error, status))(["p2v0s1"], MINUTE, threading.Event(), lambda _phase: None)  # type: ignore[arg-type]  # stands in for one
    with pytest.raises(WorkerLostError):
        next(answers)


class LostFuture:
    """A task that was done, whose answers are lost with their worker each time they are asked for."""

    def exception(self) -> None:
        return None

    def result(self) -> object:
        raise KilledWorker("task", None, 3)


class ForgetfulClient(LostClient):
    def __init__(self, error: Exception, status: str) -> None:
        super().__init__(error, status)
        self.tasks: list[DealTask] = []

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def submit(self, _work: object, task: DealTask, **_options: object) -> LostFuture:
        self.tasks.append(task)
        return LostFuture()

    def cancel(self, *_futures: object, **_options: object) -> None:
        raise self.error

    def as_current(self) -> AbstractContextManager[None]:
        return nullcontext()


def test_answers_that_are_lost_with_every_worker_are_those_of_a_deal_that_kills_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("distributed.wait", lambda futures, **_options: SimpleNamespace(done=futures))
    client = ForgetfulClient(OSError("gone"), "running")
    engine = Cluster(client, 2)  # type: ignore[arg-type]  # stands in for one
    found = list(engine(["p2v0s1", "p2v0s2", "p2v0s3"], MINUTE, threading.Event(), lambda _phase: None))
    assert [done.item for done in found] == ["p2v0s1", "p2v0s2", "p2v0s3"]
    assert all(isinstance(done.error, WorkerLostError) for done in found)
    # Not each deal of a large batch by itself at once: first in chunks the usual way.
    assert [(len(task.keys), task.by_lane) for task in client.tasks] == [
        *((3, True), (2, False), (1, False)),
        *[(1, False)] * 3,
    ]


def test_an_error_that_is_a_bug_passes_while_the_scheduler_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    client = LostClient(ZeroDivisionError("a bug"), "running")
    monkeypatch.setattr("distributed.Client", lambda *_address, **_options: client)
    with pytest.raises(ZeroDivisionError):
        connect("tcp://127.0.0.1:1")


@contextmanager
def dask(*arguments: str, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        text=True,
        env=ENVIRONMENT,
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address_of(scheduler: subprocess.Popen[str]) -> str:
    assert scheduler.stderr is not None
    for line in scheduler.stderr:
        if (found := re.search(r"Scheduler at:\s+(tcp://\S+)", line)) is not None:
            return found[1]
    raise AssertionError("the scheduler told no address")


def test_while_all_workers_are_lost_the_run_says_so_and_goes_on_with_a_new_one(
    client: Client, local_cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "GONE_SECONDS", 0.5)
    local_cluster.scale(0)
    wait_until(lambda: not client.nthreads())
    phases: list[str] = []

    def on_state(state: RunState) -> None:
        phases.append(state.phase)
        if phases.count(Phase.NO_WORKERS) == 2:
            local_cluster.scale(2)

    with open_store(tmp_path / "study.db") as store:
        context = RunContext(on_state=on_state)
        state = run_study(store, [parse_seeds("p3v0s1..3")], MINUTE, Cluster(client), context=context)
    assert state.stored == 3
    assert phases[0] == phases[-1] == Phase.WORK
    assert phases.count(Phase.NO_WORKERS) >= 2


def test_the_lack_of_workers_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    for is_quiet, messages in ((False, 2), (True, 0)):
        with StudyProgress(is_quiet=is_quiet) as progress:
            for phase in (Phase.WORK, Phase.NO_WORKERS, Phase.NO_WORKERS, Phase.WORK, Phase.NO_WORKERS):
                progress.on_event(RunState(None, phase=phase))
        assert capsys.readouterr().err.count("the cluster has no workers left: waiting for one") == messages


def nowhere(_package: str) -> object:
    return None


def in_process(process: int, _package: str) -> object:
    return process if os.getpid() == process else None


def test_a_cluster_without_the_package_is_refused(
    local_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "find_spec", nowhere)
    with pytest.raises(InputError, match="all workers, got none on the scheduler"):
        connect(local_cluster.scheduler_address)
    # The scheduler of these tests is in this process, its workers are not.
    monkeypatch.setattr(cluster_module, "find_spec", partial(in_process, os.getpid()))
    with pytest.raises(InputError, match="all workers, got none on the worker tcp://"):
        connect(local_cluster.scheduler_address)


def test_what_the_reading_of_keys_raises_comes_after_what_was_solved(client: Client) -> None:
    def keys() -> Iterator[str]:
        yield from ("p3v0s1", "p3v0s2")
        raise InputError([Fault("", "unreadable")])

    answers = Cluster(client)(keys(), MINUTE, threading.Event(), lambda _phase: None)
    assert [next(answers).item, next(answers).item] == ["p3v0s1", "p3v0s2"]
    with pytest.raises(InputError, match="unreadable"):
        next(answers)


def test_there_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.3)
    for address in ("tcp://127.0.0.1:9", "no address", "tls://127.0.0.1:9", "ucx://127.0.0.1:9", "x://a:9"):
        # A client that failed to start takes dask's lock when it is collected. If that happens while the next
        # one starts, on its thread, both wait for each other (a run connects once only).
        gc.collect()
        with pytest.raises(InputError, match=r"expected a Dask scheduler at .*, got none"):
            connect(address)


def test_there_are_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1.0)
    with (
        LocalCluster(
            n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
        ) as empty,
        pytest.raises(InputError, match=r"expected workers at the scheduler .*, got none"),
    ):
        connect(empty.scheduler_address)
