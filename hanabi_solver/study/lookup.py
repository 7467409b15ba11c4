"""What a store holds of single deals already, so that a run leaves them alone."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hanabi_solver.study.record import Limits
from hanabi_solver.study.store import read_store

_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Stored:
    """The scores of a deal that is stored."""

    best: int
    upper: int
    max_score: int


class Lookup:
    """Tells which deals need no solving under a setting.

    Without `retries_undecided` these are the deals that were solved under this very setting. With it, those
    that were decided under any setting, and those that the same method and version left open with
    limits no smaller than these.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        setting: int,
        limits: Limits,
        solver: str,
        *,
        retries_undecided: bool,
    ) -> None:
        self._connection = connection
        if not retries_undecided:
            self._query = "SELECT best, upper, max_score FROM rows WHERE deal = ? AND setting = ?"
            self._values: tuple[object, ...] = (setting,)
            return
        self._query = (
            "SELECT best, upper, max_score FROM rows JOIN settings ON settings.id = rows.setting WHERE "
            "deal = ? AND (best = upper OR (solver = ? AND method = ? AND memory_limit >= ?"
            " AND coalesce(time_limit, 9e999) >= ?)) ORDER BY upper - best LIMIT 1"
        )
        time_limit = float("inf") if limits.time_limit is None else limits.time_limit
        self._values = (solver, limits.method, limits.memory_limit, time_limit)

    def find(self, deal: str) -> Stored | None:
        """What is stored of a deal that needs no solving; None if it does."""
        found = self._connection.execute(self._query, (deal, *self._values)).fetchone()
        return None if found is None else Stored(*found)


def undecided_deals(path: Path) -> Iterator[str]:
    """The keys of all deals of a store that no setting has decided, page by page.

    Each page is a query of its own, since a long one would keep the store from being tidied meanwhile.
    """
    after = ""
    while page := _undecided_after(path, after):
        yield from page
        after = page[-1]


def count_undecided(path: Path) -> int:
    """How many deals `undecided_deals` gives."""
    with read_store(path) as connection:
        query = "SELECT count(*) FROM (SELECT deal FROM rows GROUP BY deal HAVING min(upper - best) > 0)"
        return int(connection.execute(query).fetchone()[0])


def _undecided_after(path: Path, after: str) -> list[str]:
    with read_store(path) as connection:
        return [
            deal
            for (deal,) in connection.execute(
                "SELECT deal FROM rows WHERE deal > ? GROUP BY deal HAVING min(upper - best) > 0 "
                "ORDER BY deal LIMIT ?",
                (after, _PAGE),
            )
        ]
