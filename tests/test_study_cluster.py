"""Studies on a real Dask cluster of two worker processes, one of which is killed."""

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster
from elsewhere import perilous_row
from test_cli import run_here

from hanabi_solver.errors import InputError
from hanabi_solver.study import cluster as cluster_module
from hanabi_solver.study.cluster import Cluster, connect
from hanabi_solver.study.record import Limits, solve_row
from hanabi_solver.study.run import RunState, run_study
from hanabi_solver.study.seeds import parse_seeds
from hanabi_solver.study.store import open_store, read_store

MINUTE = Limits(time_limit=60.0)


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
    local_cluster.scale(2)
    with connect(local_cluster.scheduler_address) as client:
        client.wait_for_workers(2, timeout=30)
        yield client


def test_a_worker_killed_in_the_middle_costs_no_row_and_doubles_none(
    client: Client, local_cluster: LocalCluster, tmp_path: Path
) -> None:
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
            on_event=kill_one,
        )
    assert len(kills) == 1
    assert (state.stored, state.failed, state.now.deals) == (151, 0, 151)
    with read_store(path) as connection:
        found = {deal: rest for deal, *rest in connection.execute("SELECT deal, best, upper, link FROM rows")}
    assert set(found) == {*(f"p3v0s{number}" for number in range(1, 151)), "p2v0s40"}
    for deal in ("p2v0s40", "p3v0s7", "p3v0s150"):
        here = solve_row(MINUTE, deal)
        assert found[deal] == [here.best, here.upper, here.link]


def test_a_deal_that_kills_every_worker_is_named_and_the_others_are_solved(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.run_on_scheduler(allow_no_failures)
    faults: dict[str, str] = {}
    monkeypatch.setattr(cluster_module, "solve_chunk", perilous_chunk)
    with open_store(tmp_path / "study.db") as store:
        state = run_study(
            store,
            [parse_seeds("p2v0s11..16")],
            MINUTE,
            Cluster(client, 3),
            on_fault=lambda error, name: faults.update({name: str(error)}),
        )
    assert (state.stored, state.failed) == (5, 1)
    assert list(faults) == ["p2v0s13"]
    assert "every worker of the cluster that solved it was lost" in faults["p2v0s13"]


def perilous_chunk(limits: Limits, keys: list[str]) -> list[tuple[str, object, None]]:
    return [(key, perilous_row(limits, key), None) for key in keys]


def allow_no_failures(dask_scheduler: object) -> None:
    dask_scheduler.allowed_failures = 0  # type: ignore[attr-defined]  # dask sets it by name


def test_the_command_takes_an_address(
    local_cluster: LocalCluster, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, path = local_cluster.scheduler_address, str(tmp_path / "study.db")
    assert client is not None
    assert run_here("study", "run", "p3v0s1..3", "--store", path, "--cluster", address) == 0
    assert capsys.readouterr().out.startswith("3 deals: 3 winnable")


def test_there_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.3)
    for address in ("tcp://127.0.0.1:9", "no address"):
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
