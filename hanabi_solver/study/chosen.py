"""The rows that a report is made of: for each deal the one that says most."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.study.store import read_store


@dataclass(frozen=True, slots=True)
class Selection:
    """Which deals of a store: of these numbers of players and variants, where not empty."""

    players: tuple[int, ...] = ()
    variants: tuple[int, ...] = ()

    @property
    def condition(self) -> str:
        """The condition in SQL; its values are numbers, so nothing can be smuggled in."""
        parts = [
            f"{name} IN ({', '.join(str(int(value)) for value in values)})"
            for name, values in (("players", self.players), ("variant", self.variants))
            if values
        ]
        return " AND ".join(parts) or "1"


@contextmanager
def chosen_rows(path: Path, selection: Selection) -> Iterator[sqlite3.Connection]:
    """A connection to a store with a table `chosen`: one row of `rows` for each deal selected.

    That is the one with the smallest gap between best and upper, of several the first that was solved.
    Raises InputError if there is none, and InternalCheckError if two rows of one deal contradict each other.
    """
    with read_store(path) as connection:
        # On disk where it does not fit in memory: SQLite's temporary tables see to that.
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute(
            "CREATE TEMP TABLE chosen AS SELECT * FROM ("
            "SELECT *, row_number() OVER (PARTITION BY deal ORDER BY upper - best, setting) AS place "
            f"FROM rows WHERE {selection.condition}) WHERE place = 1"
        )
        if connection.execute("SELECT 1 FROM chosen LIMIT 1").fetchone() is None:
            raise InputError([Fault("", f"expected deals {_wanted(selection)}, got none", "")], str(path))
        _check_agreement(connection, path)
        connection.execute("CREATE INDEX temp.chosen_time ON chosen (variant, players, seconds)")
        yield connection


def _wanted(selection: Selection) -> str:
    parts = [
        f"of {noun} {' or '.join(map(str, values))}"
        for noun, values in (("players", selection.players), ("variant", selection.variants))
        if values
    ]
    return " and ".join(parts) or "in the store"


def _check_agreement(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute(
        "SELECT deal, max(best), min(upper) FROM rows GROUP BY deal HAVING max(best) > min(upper) LIMIT 1"
    ).fetchone()
    if found is not None:
        deal, best, upper = found
        raise InternalCheckError(
            f"{path}: of {deal} one row says that {best} is reached, another that at most {upper} can be"
        )
