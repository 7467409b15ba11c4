"""Runs of `study` in processes of their own, to be stopped in the middle."""

import os
import signal
import sqlite3
import subprocess
from contextlib import suppress
from pathlib import Path

from commands import COMMAND, ENVIRONMENT
from waiting import GUARD_SECONDS, wait_until

from hanabi_solver.errors import InputError
from hanabi_solver.study.store import read_store

BATCH = 10


def started(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    # Small batches, so that a few deals are many of them.
    small = (
        f"import hanabi_solver.study.run as run, hanabi_solver.study.feed as feed; run.BATCH_ROWS = {BATCH}; "
        f"feed.LANE_BATCH = {BATCH // 2}; {COMMAND[2]}"
    )
    return subprocess.Popen(
        [*COMMAND[:2], small, "study", "run", *arguments],
        text=True,
        env=ENVIRONMENT,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def stored(path: Path) -> list[tuple[str, int, int, str, str]]:
    with read_store(path) as connection:
        return connection.execute("SELECT deal, best, upper, reason, link FROM rows ORDER BY deal").fetchall()


def count(path: Path) -> int:
    return len(stored(path)) if path.exists() and path.stat().st_size else 0


def wait_for_rows(path: Path, process: subprocess.Popen[str], least: int) -> None:
    """Return once the run has stored so many rows; it must not have ended before."""

    def are_there() -> bool:
        with suppress(InputError, sqlite3.Error):  # the run is just making the store
            if count(path) >= least:
                return True
        assert process.poll() is None, "the run has ended"
        return False

    wait_until(are_there)


def interrupted_while_it_waits(
    seeds: list[str], *arguments: str, cwd: Path
) -> tuple[subprocess.Popen[str], str, str]:
    """What a run says at Ctrl-C that has stored all `seeds` of its stdin, which stays open."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [*COMMAND, "study", "run", "-", "--store", "study.db", *arguments],
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        cwd=cwd,
    )
    os.close(reading)
    os.write(writing, "".join(f"{seed}\n" for seed in seeds).encode())
    wait_for_rows(cwd / "study.db", process, len(seeds))
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=GUARD_SECONDS)
    os.close(writing)
    return process, output, errors
