"""What a report is made of: for each deal what all of its rows say together."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.study.store import read_store
from hanabi_solver.study.store_layout import check_values
from hanabi_solver.study.store_sums import check_sums


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


# A row with both the best line and the lowest bound leaves the smallest gap: it is chosen for all three.
_CHOOSE = """
CREATE TEMP TABLE chosen AS SELECT * FROM (
    SELECT deal, setting, run, players, variant, max_score, method, seconds, nodes,
        first_value(best) OVER reaching AS best,
        first_value(link) OVER reaching AS link,
        first_value(line) OVER reaching AS line,
        first_value(run) OVER reaching AS best_run,
        first_value(upper) OVER refuting AS upper,
        first_value(reason) OVER refuting AS reason,
        first_value(run) OVER refuting AS upper_run,
        row_number() OVER (PARTITION BY deal ORDER BY rows.upper - rows.best, run) AS place
    FROM rows WHERE {condition}
    WINDOW reaching AS (PARTITION BY deal ORDER BY rows.best DESC, rows.upper - rows.best, run),
        refuting AS (PARTITION BY deal ORDER BY rows.upper, rows.upper - rows.best, run)
) WHERE place = 1
"""


@contextmanager
def chosen_rows(path: Path, selection: Selection) -> Iterator[sqlite3.Connection]:
    """A connection to a store with a table `chosen`: one row like those of `rows` for each deal selected.

    `best` is the best score that any row of the deal reaches, with its `link` and `line`, and `upper` the
    lowest bound of any, with its `reason`; they come from the runs `best_run` and `upper_run`. All else is
    that of the row with the smallest gap between the two. Of several such rows that of the first run counts.
    Raises InputError if there is none, and InternalCheckError if two rows of one such deal contradict each
    other.
    """
    with read_store(path) as connection:
        check_values(connection, path)
        check_sums(connection, path)
        # On disk where it does not fit in memory: SQLite's temporary tables see to that.
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute(_CHOOSE.format(condition=selection.condition))
        if connection.execute("SELECT 1 FROM chosen LIMIT 1").fetchone() is None:
            raise InputError([Fault("", f"expected deals {_wanted(selection)}, got none", "")], str(path))
        check_agreement(connection, path, selection)
        connection.execute("CREATE INDEX temp.chosen_time ON chosen (variant, players, seconds)")
        yield connection


def _wanted(selection: Selection) -> str:
    parts = [
        f"of {noun} {' or '.join(map(str, values))}"
        for noun, values in (("players", selection.players), ("variant", selection.variants))
        if values
    ]
    return " and ".join(parts) or "in the store"


def check_agreement(connection: sqlite3.Connection, path: Path, selection: Selection | None = None) -> None:
    """Raise InternalCheckError if two rows of one deal of a selection (of all) contradict each other."""
    condition = (selection or Selection()).condition
    found = connection.execute(
        f"SELECT deal, max(best), min(upper) FROM rows WHERE {condition} "
        "GROUP BY deal HAVING max(best) > min(upper) LIMIT 1"
    ).fetchone()
    if found is not None:
        raise contradiction(str(path), *found)


def contradiction(store: str, deal: str, best: int, upper: int) -> InternalCheckError:
    """The error for rows of one deal that cannot all be true."""
    text = f"of {deal} one row says that {best} is reached, another that at most {upper} can be"
    return InternalCheckError(f"{store}: {text}")
