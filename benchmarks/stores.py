"""What benchmarks read in the store of a study."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def rows(path: Path) -> list[tuple[Any, ...]]:
    """What is stored, without times; nothing if the tables were not made yet."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute(
                "SELECT deal, best, upper, reason, nodes, link FROM rows ORDER BY deal"
            ).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return []


def integrity(path: Path) -> str:
    """What SQLite says of the whole file: "ok" if nothing is wrong."""
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
