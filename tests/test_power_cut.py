"""A commit is synced before it is reported, and a power cut costs no row that was."""

import random
from pathlib import Path

import pytest

from benchmarks.power_cut import ADDING, cut, stop_and_copy
from benchmarks.synced_writes import STRACE

needs_strace = pytest.mark.skipif(STRACE is None, reason="needs strace")


def test_copies_of_a_stopped_process_hold_what_was_reported(tmp_path: Path) -> None:
    found = stop_and_copy(tmp_path, 5, random.Random(1))
    assert (found["stops"], found["faults"]) == (5, [])


@needs_strace
def test_a_power_cut_costs_nothing_that_was_reported(tmp_path: Path) -> None:
    found = cut(tmp_path, 40, random.Random(1), batches=20)
    assert (found["cuts"], found["reports"], found["faults"]) == (40, 20, [])
    assert found["syncs"] > 20


@needs_strace
def test_a_store_that_does_not_sync_is_found_out(tmp_path: Path) -> None:
    careless = ADDING.replace(
        "    setting =", '    store._connection.execute("PRAGMA synchronous = OFF")\n    setting ='
    )
    assert careless != ADDING
    found = cut(tmp_path, 20, random.Random(1), batches=5, code=careless)
    assert found["faults"][0] == "reported before it was synced: b'stored 10\\n'"
    assert any("after call" in fault for fault in found["faults"])
