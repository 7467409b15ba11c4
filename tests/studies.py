"""Rows, stores and engines for tests of studies, without solving anything."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hanabi_solver.errors import HanabiError
from hanabi_solver.names import Phase
from hanabi_solver.parallel.pool import Done
from hanabi_solver.solver.versions import solver_version, versions
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.run import OnPhase
from hanabi_solver.study.store import open_store

SOLVER = solver_version()


def row(deal: str, best: int = 25, upper: int | None = None, **changes: object) -> Row:
    """A row of a deal like p2v0s1, decided if `upper` is not given."""
    upper = best if upper is None else upper
    numbers = {"players": int(deal[1]), "variant": int(deal[3 : deal.index("s")])}
    values: dict[str, object] = {
        "deal": deal,
        "players": numbers["players"],
        "variant": numbers["variant"],
        "max_score": 25,
        "best": best,
        "upper": upper,
        "reason": "" if upper == 25 else "pace",
        "method": "search" if best == upper else None,
        "seconds": 0.5,
        "nodes": 7,
        "link": None,
        "solver": SOLVER,
        **changes,
    }
    return Row(**values)  # type: ignore[arg-type]  # values of mixed types by name


def fill(path: Path, rows: Sequence[Row], setting: Setting | None = None, solver: str = SOLVER) -> None:
    """Add rows to a store as one run."""
    with open_store(path) as store:
        number = store.setting(setting or Setting(seconds=60.0), solver)
        run = store.begin_run(number, ["made for a test"], versions() | {"hanabi-solver": solver})
        store.add(rows, number, run)


@dataclass(slots=True)
class FakeEngine:
    """Answers with rows that are known, and keeps what it was asked."""

    scores: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    errors: Mapping[str, HanabiError] = field(default_factory=dict)
    solver: str = SOLVER
    asked: list[str] = field(default_factory=list)
    stop_after: int | None = None

    def __call__(
        self,
        keys: Iterable[str],
        _setting: Setting,
        stop: threading.Event,
        on_phase: OnPhase,
    ) -> Iterator[Done[str, Row]]:
        for key in keys:
            self.asked.append(key)
            on_phase(Phase.WORK)
            if len(self.asked) == self.stop_after:
                stop.set()
            if key in self.errors:
                yield Done(key, None, self.errors[key])
            else:
                yield Done(key, row(key, *self.scores.get(key, (25, 25)), solver=self.solver))
            if stop.is_set():
                return
