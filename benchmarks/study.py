"""Studies: deals a second with one and two workers, and peak memory of short and long runs.

python -m benchmarks.study [--seeds p4v0s1..N] [--speed 5000] [--memory 1000 20000] [--repeat 2]

N is put in the place of the number of deals. Speeds are without the start of the processes, which a run of
one deal for each of them tells. Memory is the peak of the parent and
that of its largest child, read from /proc.
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.report import note, write_report
from hanabi_solver.cli.exit_codes import ExitCode

COMMAND = [sys.executable, "-c", "from hanabi_solver.cli.app import main; main()", "study", "run"]
_PEAK = re.compile(r"VmHWM:\s+([0-9]+) kB")


def peak_megabytes(pid: int) -> float:
    try:
        found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def children(pid: int) -> list[int]:
    found: list[int] = []
    for each in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # the thread has just ended
            found += map(int, each.read_text().split())
    return found


def cpu_seconds() -> float:
    """CPU time of all processes that have ended: it says on a busy machine what an idle one could do."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_study_command(seeds: str, store: str, workers: int) -> None:
    """Run a study and wait for its end; raises CalledProcessError if it fails. Deals may stay undecided."""
    command = [*COMMAND, seeds, "--store", store, "--workers", str(workers), "--quiet"]
    ended = subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    if ended.returncode != ExitCode.GAP:
        ended.check_returncode()


def measure(seeds: str, workers: int, start: float = 0.0) -> dict[str, Any]:
    """One run of a study into a store of its own."""
    parent, child, load = 0.0, 0.0, os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        started, cpu = time.monotonic(), cpu_seconds()
        process = subprocess.Popen(
            [*COMMAND, seeds, "--store", f"{folder}/study.db", "--workers", str(workers), "--quiet"],
            stdout=subprocess.PIPE,
            text=True,
        )
        while process.poll() is None:
            parent = max(parent, peak_megabytes(process.pid))
            child = max([child, *map(peak_megabytes, children(process.pid))])
            time.sleep(0.5 if time.monotonic() - started > 5 else 0.1)
        output = process.communicate()[0]
        seconds = time.monotonic() - started
        size = os.path.getsize(f"{folder}/study.db")
    counted = re.search(r"([0-9,]+) solved now in ([0-9.]+) s", output)
    assert counted is not None, output
    deals = int(counted[1].replace(",", ""))
    figures = {
        "deals": deals,
        "workers": workers,
        "seconds": round(seconds, 1),
        "run_seconds": float(counted[2]),
        "cpu_seconds": round(cpu_seconds() - cpu, 1),
        "deals_per_second": round(deals / max(float(counted[2]) - start, 0.001), 1),
        "parent_peak_megabytes": round(parent),
        "child_peak_megabytes": round(child),
        "store_bytes_per_deal": round(size / deals),
        "load_average_before": round(load, 2),
    }
    note(f"{figures}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", default="p4v0s1..N")
    parser.add_argument("--speed", type=int, default=5000)
    parser.add_argument("--memory", type=int, nargs="*", default=[1000, 20000])
    parser.add_argument("--repeat", type=int, default=2)
    arguments = parser.parse_args()
    starts = {
        workers: measure(arguments.seeds.replace("N", str(workers)), workers)["run_seconds"]
        for workers in (1, 2)
    }
    speeds = [
        measure(arguments.seeds.replace("N", str(arguments.speed)), workers, starts[workers])
        for _ in range(arguments.repeat)
        for workers in (1, 2)
    ]
    median = {
        workers: statistics.median(each["deals_per_second"] for each in speeds if each["workers"] == workers)
        for workers in (1, 2)
    }
    memory = [measure(arguments.seeds.replace("N", str(deals)), 2) for deals in arguments.memory]
    figures = {
        "options": vars(arguments),
        "start_seconds": starts,
        "speeds": speeds,
        "median_deals_per_second": median,
        "speedup": round(median[2] / median[1], 2),
        "memory": memory,
    }
    write_report("study", figures)


if __name__ == "__main__":
    main()
