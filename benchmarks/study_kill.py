"""Kill a study with SIGKILL at random moments, finish it, and compare it with an undisturbed one.

python -m benchmarks.study_kill [--seeds p2v0s1..1000 p4v0s1..1000] [--kills 5] [--workers 2]
  [--random-seed N]

Every deal must be there exactly once, with the same bounds, reason, nodes and line. Any difference fails.
"""

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.report import note, write_report

# What a process takes before it solves.
STARTING_SECONDS = 2.5
COMMAND = [sys.executable, "-c", "from hanabi_solver.cli.app import main; main()", "study", "run"]


def rows(path: Path) -> list[tuple[Any, ...]]:
    """What is stored, without times."""
    if not path.exists():
        return []
    connection = sqlite3.connect(path)
    try:
        return connection.execute(
            "SELECT deal, best, upper, reason, nodes, link FROM rows ORDER BY deal"
        ).fetchall()
    except sqlite3.OperationalError:  # killed before the tables were made
        return []
    finally:
        connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", nargs="+", default=["p2v0s1..1000", "p4v0s1..1000"])
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--random-seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.random_seed)
    with tempfile.TemporaryDirectory() as folder:
        calm, killed = Path(folder) / "calm.db", Path(folder) / "killed.db"
        options = ["--workers", str(arguments.workers), "--quiet"]
        started = time.monotonic()
        subprocess.run([*COMMAND, *arguments.seeds, "--store", str(calm), *options], check=True)
        seconds = time.monotonic() - started
        after: list[int] = []
        at: list[float] = []
        for kills in range(arguments.kills, 0, -1):
            process = subprocess.Popen([*COMMAND, *arguments.seeds, "--store", str(killed), *options])
            # So that it is not done before the last kill, most likely.
            left = seconds * (1 - len(rows(killed)) / len(rows(calm)))
            at.append(round(STARTING_SECONDS + chance.uniform(-1.0, 1.5 * left / kills), 2))
            time.sleep(at[-1])
            process.send_signal(signal.SIGKILL)
            process.wait()
            after.append(len(rows(killed)))
            note(f"killed after {at[-1]} s: {after[-1]} deals stored")
        subprocess.run([*COMMAND, *arguments.seeds, "--store", str(killed), *options], check=True)
        connection = sqlite3.connect(killed)
        check = connection.execute("PRAGMA integrity_check").fetchone()[0]
        connection.close()
        wanted, found = rows(calm), rows(killed)
    differing = len(set(wanted) ^ set(found))
    twice = len(found) - len({row[0] for row in found})
    figures = {
        "options": vars(arguments),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "deals": len(found),
        "undisturbed_seconds": round(seconds, 1),
        "killed_at_seconds": at,
        "stored_after_each_kill": after,
        "differing_rows": differing,
        "rows_twice": twice,
        "integrity_check": check,
    }
    write_report("study-kill", figures)
    sys.exit(1 if differing or twice or check != "ok" or len(found) != len(wanted) else 0)


if __name__ == "__main__":
    main()
