"""Kill studies with SIGKILL at random moments, finish them, and compare them with an undisturbed one.

python -m benchmarks.study_kill [--seeds p2v0s1..1000 p4v0s1..1000] [--local 60] [--cluster 40]
  [--workers 2] [--random-seed N]

Of a study on this machine the command or one of its workers is killed, of one on a Dask cluster the
command, a worker, all workers or the scheduler. Each study is begun anew when it is finished. After each
kill all rows of before must be there, and at the end every deal exactly once, with the same bounds, reason,
nodes and line. A command that is not killed itself must end with 0, or name what it lost. Any difference
fails.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from benchmarks.dask_processes import DaskProcesses, dask_processes
from benchmarks.report import note, write_report
from benchmarks.stores import integrity, rows

COMMAND = [sys.executable, "-c", "from hanabi_solver.cli.app import main; main()", "study", "run"]
# A kill comes after so many more deals are stored, and so long after that at most.
MORE_DEALS = (0, 0, 1, 50, 200)
MOST_SECONDS = 3.0
POLL_SECONDS = 0.2
ENDING_SECONDS = 120.0
# What a command may say that lost what it worked with.
NAMED = (
    "the scheduler of the cluster was lost; what is solved is stored",
    "--cluster: expected a Dask scheduler at ",
    "--cluster: expected workers at the scheduler ",
    "the cluster has no workers left: waiting for one",
    "help: ",
    ": not solved: ",
)


class KilledStudies:
    """Studies that are killed again and again, one after another, and what came of it."""

    def __init__(
        self, folder: Path, arguments: argparse.Namespace, wanted: list[Any], cluster: DaskProcesses | None
    ) -> None:
        self._folder = folder
        self._arguments = arguments
        self._wanted = wanted
        self._cluster = cluster
        self._chance = random.Random(arguments.random_seed)
        self._command: subprocess.Popen[str] | None = None
        self._before: set[Any] = set()
        self._stored: list[int] = []
        self._studies = 0
        self.kills: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.faults: list[str] = []

    def run(self, kills: int) -> None:
        """Kill so often, and finish the last study."""
        while self.kills.total() < kills:
            command = self._running()
            self._wait(command)
            if command.poll() is not None:
                self._end(command)
                continue
            victim = self._chance.choice(list(self._victims()))
            if self._victims()[victim](command):
                self.kills[victim] += 1
                self._look()
                self._stored.append(len(self._before))
                note(f"{self.kills.total()}: killed {victim}, {len(self._before)} deals stored")
        while self._before:
            self._end(self._running())

    def _wait(self, command: subprocess.Popen[str]) -> None:
        """Until some more deals are stored, or none, as chance has it, and some moments longer."""
        least = len(self._before) + self._chance.choice(MORE_DEALS)
        while len(rows(self._store)) < least and command.poll() is None:
            time.sleep(POLL_SECONDS)
        time.sleep(self._chance.uniform(0.0, MOST_SECONDS))

    @property
    def figures(self) -> dict[str, Any]:
        """What was killed how often, how commands ended, and what was wrong."""
        return {
            "kills": dict(self.kills),
            "stored_after_each_kill": self._stored,
            "studies_finished": self._studies,
            "ends": dict(self.ends),
            "faults": self.faults,
        }

    def _victims(self) -> dict[str, Callable[[subprocess.Popen[str]], bool]]:
        if self._cluster is None:
            return {"the command": self._kill_command, "a process of it": self._kill_child}
        return {
            "the command": self._kill_command,
            "a worker": self._kill_worker,
            "all workers": self._kill_workers,
            "the scheduler": self._kill_scheduler,
        }

    @property
    def _store(self) -> Path:
        return self._folder / f"killed{self._studies}.db"

    def _running(self) -> subprocess.Popen[str]:
        if self._command is None:
            where = ["--workers", str(self._arguments.workers)]
            if self._cluster is not None:
                where = ["--cluster", self._cluster.address]
            self._command = subprocess.Popen(
                [*COMMAND, *self._arguments.seeds, "--store", str(self._store), *where],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        return self._command

    def _end(self, command: subprocess.Popen[str]) -> None:
        """A command that ends by itself: it has finished its study, or says why not."""
        _output, errors = command.communicate(timeout=ENDING_SECONDS)
        self._command = None
        lines = errors.splitlines()
        if command.returncode not in (0, 2, 70) or not all(any(n in line for n in NAMED) for line in lines):
            self.faults.append(f"ended with {command.returncode}: {errors[-3000:]}")
        told = next((line for line in lines if not line.startswith("help")), "")
        self.ends[f"{command.returncode} {told.split(' at tcp')[0]}".strip()] += 1
        self._look()
        if command.returncode == 0:
            self._finish()

    def _look(self) -> None:
        """What was stored must be there still; another process reads it, as a user would."""
        found = rows(self._store)
        lost = self._before - set(found)
        if lost or len(found) > len({row[0] for row in found}):
            self.faults.append(f"{len(lost)} rows lost, {len(found)} rows")
        self._before = set(found)

    def _finish(self) -> None:
        differing = len(self._before ^ set(self._wanted))
        if differing or integrity(self._store) != "ok":
            self.faults.append(f"{differing} rows differ; {integrity(self._store)}")
        self._before = set()
        self._studies += 1

    def _kill_command(self, command: subprocess.Popen[str]) -> bool:
        command.kill()
        command.communicate()
        self._command = None
        return True

    def _kill_child(self, command: subprocess.Popen[str]) -> bool:
        tasks = Path(f"/proc/{command.pid}/task").glob("*/children")
        children = [int(each) for task in tasks for each in task.read_text(encoding="ascii").split()]
        if not children:
            return False
        os.kill(self._chance.choice(children), signal.SIGKILL)
        return True

    def _kill_worker(self, _command: subprocess.Popen[str]) -> bool:
        assert self._cluster is not None
        self._cluster.kill_worker(self._chance.randrange(len(self._cluster.workers)))
        self._cluster.add_worker()
        return True

    def _kill_workers(self, _command: subprocess.Popen[str]) -> bool:
        assert self._cluster is not None
        count = len(self._cluster.workers)
        for _ in range(count):
            self._cluster.kill_worker(0)
        for _ in range(count):
            self._cluster.add_worker()
        return True

    def _kill_scheduler(self, command: subprocess.Popen[str]) -> bool:
        assert self._cluster is not None
        self._cluster.kill_scheduler()
        self._end(command)
        self._cluster.start()
        return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", nargs="+", default=["p2v0s1..1000", "p4v0s1..1000"])
    parser.add_argument("--local", type=int, default=60)
    parser.add_argument("--cluster", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--random-seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calm = folder / "calm.db"
        started = time.monotonic()
        options = ["--workers", str(arguments.workers), "--quiet"]
        subprocess.run([*COMMAND, *arguments.seeds, "--store", str(calm), *options], check=True)
        seconds = time.monotonic() - started
        wanted = rows(calm)
        results = {}
        for where, kills in (("local", arguments.local), ("cluster", arguments.cluster)):
            own = folder / where
            own.mkdir()
            is_cluster = where == "cluster" and kills
            with dask_processes(own, arguments.workers) if is_cluster else nullcontext() as cluster:
                studies = KilledStudies(own, arguments, wanted, cluster)
                studies.run(kills)
            results[where] = studies.figures
    figures = {
        "options": vars(arguments),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "deals": len(wanted),
        "undisturbed_seconds": round(seconds, 1),
        "kills": sum(sum(each["kills"].values()) for each in results.values()),
        **results,
    }
    write_report("study-kill", figures)
    sys.exit(1 if any(each["faults"] for each in results.values()) else 0)


if __name__ == "__main__":
    main()
