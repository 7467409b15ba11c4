"""Cut the power of a study's store at random moments: what was reported as stored must be there.

python -m benchmarks.power_cut [--stops 60] [--cuts 500] [--random-seed N]

Stops: a process that adds rows and reports each commit is stopped (SIGSTOP), its files are copied, and it
goes on. Cuts, harder, and only where there is strace: of a trace of all that such a process writes and
syncs, files are made as a power cut may leave them at any moment: what was synced, and of what was written
since, any part. Each copy must be readable, sound, and hold every row that was reported. Any other one fails.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.report import note, write_report
from benchmarks.stores import integrity
from benchmarks.synced_writes import STRACE, Disk, trace, unsynced_reports
from hanabi_solver.errors import HanabiError
from hanabi_solver.study.store import open_store, read_store
from hanabi_solver.study.store_files import store_files

NAME = "study.db"
# The commits of a process that is traced: enough for SQLite to tidy up its log in the middle.
BATCHES = 500
MOST_SECONDS = 0.5
# About as long as it takes to make a store.
MAKING_SECONDS = 0.05
POLL_SECONDS = 0.002
NEAR_CALLS = 100
# Adds rows for ever, a few at a time, and reports each commit once it is done.
ADDING = """\
import itertools, os, sys
from pathlib import Path
from hanabi_solver.solver.versions import versions
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.store import open_store
batches = int(sys.argv[2]) if len(sys.argv) > 2 else None
with open_store(Path(sys.argv[1])) as store:
    setting = store.setting(Setting(seconds=60.0), "0.2.0")
    run = store.begin_run(setting, [], versions())
    for batch in itertools.islice(itertools.count(), batches):
        deals = [f"p2v0s{10 * batch + number}" for number in range(10)]
        link = "https://hanab.live/" + 150 * "x"
        rows = [Row(deal, 2, 0, 25, 25, 25, "", "search", 0.5, 7, link, "0.2.0") for deal in deals]
        added = store.add(rows, setting, run)
        os.write(1, b"stored %d\\n" % (10 * batch + added))
"""


def adding(path: Path, batches: int | None = None, code: str = ADDING) -> list[str]:
    """The command that adds rows to a store: ten a commit."""
    return [sys.executable, "-c", code, str(path), *([] if batches is None else [str(batches)])]


def reported(text: bytes) -> int:
    """How many rows were reported as stored in what was said so far."""
    lines = [line for line in text.splitlines(keepends=True) if line.endswith(b"\n")]
    return int(lines[-1].split()[1]) if lines else 0


def fault_of(path: Path, least: int) -> str:
    """What is wrong with a store that must hold the first `least` rows; empty if nothing is."""
    try:
        if least:
            with read_store(path) as connection:
                connection.execute("SELECT count(*) FROM rows").fetchone()
        with open_store(path):
            pass
        with read_store(path) as connection:
            found = [deal for (deal,) in connection.execute("SELECT deal FROM rows ORDER BY rowid")]
    except HanabiError as error:
        return str(error)
    if found != [f"p2v0s{number}" for number in range(len(found))]:
        return "other rows"
    if len(found) < least:
        return f"{len(found)} of {least} rows"
    check = integrity(path)
    return "" if check == "ok" else check


def stop_and_copy(folder: Path, stops: int, chance: random.Random) -> dict[str, Any]:
    """Stop processes that add rows, each several times, and look at copies of their files."""
    faults, stored = [], []
    path, output = folder / NAME, folder / "output"
    process = None
    for number in range(stops):
        if number % 5 == 0:  # from the making of a store on
            end(process)
            for each in store_files(path):
                each.unlink(missing_ok=True)
            with output.open("wb") as stream:
                process = subprocess.Popen(adding(path), stdout=stream)
        assert process is not None
        if number % 5 == 0:
            _wait(process, path.exists)
            time.sleep(chance.uniform(0.0, MAKING_SECONDS))
        else:
            _wait(process, lambda: bool(reported(output.read_bytes())))
            time.sleep(chance.uniform(0.0, MOST_SECONDS))
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        copy = folder / f"copy{number}"
        copy.mkdir()
        least = reported(output.read_bytes())
        for each in store_files(path):
            if each.exists():
                shutil.copyfile(each, copy / each.name)
        process.send_signal(signal.SIGCONT)
        stored.append(least)
        if fault := fault_of(copy / NAME, least):
            faults.append(fault)
        shutil.rmtree(copy)
    end(process)
    return {"stops": stops, "reported_rows": stored, "faults": faults}


def _wait(process: subprocess.Popen[bytes], is_there: Callable[[], bool]) -> None:
    """Wait for what a process does; raises RuntimeError if it ends."""
    while not is_there():
        if process.poll() is not None:
            raise RuntimeError(f"the process that adds rows ended with {process.returncode}")
        time.sleep(POLL_SECONDS)


def end(process: subprocess.Popen[bytes] | None) -> None:
    """End a process that adds rows."""
    if process is not None:
        process.kill()
        process.wait()


def cut(
    folder: Path, cuts: int, chance: random.Random, batches: int = BATCHES, code: str = ADDING
) -> dict[str, Any]:
    """Cut the power of a process that was traced, at random calls of it, and look at what may be left."""
    own = folder / "traced"
    own.mkdir()
    calls = trace(adding(own / NAME, batches, code), own)
    early = unsynced_reports(calls, f"{NAME}-wal")
    # As often near the start and the end, where files are made and removed, as anywhere.
    at = sorted(chance.choice(places(len(calls), chance)) for _ in range(cuts))
    disk, least, done = Disk(), 0, 0
    faults = [f"reported before it was synced: {each!r}" for each in early]
    for number, place in enumerate(at):
        for call in calls[done:place]:
            disk.do(call)
            if call.what == "report":
                least = reported(call.data)
        done = place
        copy = folder / f"cut{number}"
        write(copy, disk.cut(chance))
        if fault := fault_of(copy / NAME, least):
            faults.append(f"after call {place} of {len(calls)}: {fault}")
        shutil.rmtree(copy)
    reports = sum(call.what == "report" for call in calls)
    syncs = sum(call.what == "sync" for call in calls)
    return {"cuts": cuts, "calls": len(calls), "syncs": syncs, "reports": reports, "faults": faults}


def places(count: int, chance: random.Random) -> tuple[int, ...]:
    """Three places among so many calls: one of the first, one of the last, and any."""
    near = chance.randrange(min(NEAR_CALLS, count + 1))
    return near, count - near, chance.randrange(count + 1)


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make the files in a folder of their own."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--stops", type=int, default=60)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--random-seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.random_seed)
    with tempfile.TemporaryDirectory() as name:
        figures = {"stopped": stop_and_copy(Path(name), arguments.stops, chance)}
        if STRACE is None:
            note("no strace: power cuts are left out")
        else:
            figures["cut"] = cut(Path(name), arguments.cuts, chance)
    write_report("power-cut", {"options": vars(arguments), **figures})
    sys.exit(1 if any(each["faults"] for each in figures.values()) else 0)


if __name__ == "__main__":
    main()
