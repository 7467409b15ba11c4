"""Sums over what a run has stored, so that a value that was changed to another possible one is found.

SQLite finds damage to the structure of its file, and store_layout.py values that no run writes. A number that
became another number shows only here: each run has the sum of the digests of its rows and of itself, which
grows in the transaction that adds them. Runs of stores from before there were sums have none.
"""

import hashlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from hanabi_solver.study.damage import damaged

SUMS = """
CREATE TABLE IF NOT EXISTS sums (
    run INTEGER PRIMARY KEY REFERENCES runs,
    rows INTEGER NOT NULL,
    digests INTEGER NOT NULL
);
"""
# The columns of a row in the order in which they are digested; the run comes first.
ROW_COLUMNS = (
    *("run", "deal", "setting", "players", "variant", "max_score", "best", "upper"),
    *("reason", "method", "seconds", "nodes", "link", "line"),
)
_ROWS = f"SELECT {', '.join(ROW_COLUMNS)} FROM rows"
_RUNS = (
    "SELECT runs.id, setting, started, seeds, versions, solver, method, time_limit, memory_limit "
    "FROM runs JOIN settings ON settings.id = runs.setting"
)
# A sum stays within the integers of SQLite.
_DIGEST_BYTES = 8
_MODULUS = 1 << 62


def begin_sum(connection: sqlite3.Connection, run: int) -> None:
    """Begin the sum of a run that was just added; in the same transaction."""
    values = connection.execute(f"{_RUNS} WHERE runs.id = ?", (run,)).fetchone()
    connection.execute("INSERT INTO sums VALUES (?, 0, ?)", (run, _digest(values)))


def add_to_sum(connection: sqlite3.Connection, run: int, new: Iterable[tuple[object, ...]]) -> None:
    """Add rows to the sum of their run; in the transaction that added them.

    A row has the values of `ROW_COLUMNS`, each of the very type that SQLite gives back.
    """
    digests = [_digest(values) for values in new]
    connection.execute(
        "UPDATE sums SET rows = rows + ?, digests = (digests + ?) % ? WHERE run = ?",
        (len(digests), sum(digests) % _MODULUS, _MODULUS, run),
    )


def check_sums(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError if a run's rows are not those that it stored; takes a look at every row."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sums'").fetchone() is None:
        return
    connection.execute("BEGIN")  # rows and sums as they are at one moment, also while a run writes
    try:
        wanted = {run: (rows, digests) for run, rows, digests in connection.execute("SELECT * FROM sums")}
        found = {values[0]: (0, _digest(values)) for values in connection.execute(_RUNS)}
        for values in connection.execute(_ROWS):
            rows, digests = found.get(values[0], (0, 0))
            found[values[0]] = (rows + 1, (digests + _digest(values)) % _MODULUS)
    finally:
        connection.rollback()
    for run, total in wanted.items():
        if found.get(run) != total:
            raise damaged(path, f"what run {run} stored is not what it was")


def _digest(values: tuple[object, ...]) -> int:
    digest = hashlib.blake2b(repr(values).encode(), digest_size=_DIGEST_BYTES).digest()
    return int.from_bytes(digest, "big") % _MODULUS
