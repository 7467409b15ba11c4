"""What a store holds of single deals already, so that a run leaves them alone."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hanabi_solver.study.combined_rows import check_agreement, contradiction
from hanabi_solver.study.record import Setting
from hanabi_solver.study.store import read_store

_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Stored:
    """The scores of a deal that is stored, by all of its rows together; `run` is the last that added one."""

    best: int
    upper: int
    max_score: int
    run: int


class Lookup:
    """Which deals need no solving under a setting.

    Without `retries_undecided` these are the deals that were solved under this very setting. With it, those
    that are decided by what all settings say together, and those that the same method and version left open
    with limits no smaller than these.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        number: int,
        setting: Setting,
        solver: str,
        *,
        retries_undecided: bool,
    ) -> None:
        self._connection = connection
        self._retries = retries_undecided
        enough = "rows.setting = ?"
        self._values: tuple[object, ...] = (number,)
        if retries_undecided:
            same = "solver = ? AND settings.method = ?"
            enough = f"{same} AND memory_limit >= ? AND coalesce(time_limit, 9e999) >= ?"
            time_limit = float("inf") if setting.seconds is None else setting.seconds
            self._values = (solver, str(setting.method), setting.memory, time_limit)
        self._query = (
            f"SELECT max(best), min(upper), max(max_score), max(run), max({enough}) "
            "FROM rows JOIN settings ON settings.id = rows.setting WHERE deal = ? HAVING count(*) > 0"
        )

    def find(self, deal: str) -> Stored | None:
        """What all rows of a deal that needs no solving say; None if it does.

        Raises InternalCheckError if they contradict each other.
        """
        # Most deals of a large run are new, which this says sooner.
        if self._connection.execute("SELECT 1 FROM rows WHERE deal = ?", (deal,)).fetchone() is None:
            return None
        found = self._connection.execute(self._query, (*self._values, deal)).fetchone()
        if found is None:
            return None
        best, upper, max_score, run, has_had_enough = found
        if best > upper:
            raise contradiction("the store", deal, best, upper)
        is_known = has_had_enough or (self._retries and best == upper)
        return Stored(best, upper, max_score, run) if is_known else None


def undecided_deals(path: Path) -> Iterator[str]:
    """The keys of all deals of a store that its rows together do not decide, page by page.

    Each page is a query of its own, since a long one would keep the store from being tidied meanwhile.
    """
    after = ""
    while page := _undecided_after(path, after):
        yield from page
        after = page[-1]


def count_undecided(path: Path) -> int:
    """How many deals `undecided_deals` gives; raises InternalCheckError if rows contradict each other."""
    with read_store(path) as connection:
        check_agreement(connection, path)
        query = "SELECT count(*) FROM (SELECT deal FROM rows GROUP BY deal HAVING max(best) < min(upper))"
        return int(connection.execute(query).fetchone()[0])


def _undecided_after(path: Path, after: str) -> list[str]:
    with read_store(path) as connection:
        return [
            deal
            for (deal,) in connection.execute(
                "SELECT deal FROM rows WHERE deal > ? GROUP BY deal HAVING max(best) < min(upper) "
                "ORDER BY deal LIMIT ?",
                (after, _PAGE),
            )
        ]
