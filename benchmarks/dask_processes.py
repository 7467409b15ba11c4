"""A Dask cluster on this machine: scheduler and workers as processes that can be killed one by one."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Far more than a start takes, even while the machine does other work.
STARTING_SECONDS = 120.0


class DaskProcesses:
    """A scheduler and its workers of one thread each; nothing restarts by itself."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._count = workers
        self._starts = 0
        self.address = ""
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start a scheduler, and workers that know it; the ones before are killed."""
        self.kill_all()
        self._starts += 1
        file = self._folder / f"scheduler{self._starts}.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
        self.scheduler = self._dask("scheduler", *options)
        deadline = time.monotonic() + STARTING_SECONDS
        while not (file.exists() and file.stat().st_size):
            if time.monotonic() > deadline or self.scheduler.poll() is not None:
                raise TimeoutError("the scheduler has not started")
            time.sleep(0.05)
        self.address = json.loads(file.read_text(encoding="utf-8"))["address"]
        for _ in range(self._count):
            self.add_worker()

    def add_worker(self) -> None:
        """Start another worker."""
        options = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        self.workers.append(self._dask("worker", self.address, *options))

    def kill_worker(self, number: int) -> None:
        """Kill one of the workers, and forget it."""
        _kill(self.workers.pop(number))

    def kill_scheduler(self) -> None:
        """Kill the scheduler; the workers stay, without one."""
        if self.scheduler is not None:
            _kill(self.scheduler)

    def kill_all(self) -> None:
        """Kill whatever runs."""
        for process in (*self.workers, *([self.scheduler] if self.scheduler else [])):
            _kill(process)
        self.workers, self.scheduler = [], None

    def _dask(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *arguments]
        return subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


@contextmanager
def dask_processes(folder: Path, workers: int) -> Iterator[DaskProcesses]:
    """A cluster that is started, and gone afterwards."""
    found = DaskProcesses(folder, workers)
    try:
        found.start()
        yield found
    finally:
        found.kill_all()


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
