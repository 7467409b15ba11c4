"""A run of a study: solve what the store does not hold yet, and add it batch by batch."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from hanabi_solver.errors import Fault, HanabiError, InputError
from hanabi_solver.formats.entry import BadEntry
from hanabi_solver.names import Phase
from hanabi_solver.parallel.pool import Done
from hanabi_solver.solver.result import Part
from hanabi_solver.solver.versions import solver_version, versions
from hanabi_solver.study.lookup import Lookup, count_undecided, undecided_deals
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.selection import Seeds, known_count
from hanabi_solver.study.store import Store, read_store

# A batch is committed when it has so many rows, or its first one is so old.
BATCH_ROWS = 10_000
BATCH_SECONDS = 2.0
# How long to wait for the reading of SEEDS to end after the work has ended: it may hang on a pipe.
READ_SECONDS = 0.5


@dataclass(slots=True)
class Tally:
    """What is known of the deals that a run was asked for: those stored before, or those solved now."""

    deals: int = 0
    winnable: int = 0
    lost: int = 0
    undecided: int = 0

    def count(self, best: int, upper: int, max_score: int) -> None:
        """Take note of a deal."""
        self.deals += 1
        self.winnable += best == max_score
        self.lost += upper < max_score
        self.undecided += best < upper


@dataclass(slots=True)
class RunState:
    """How far a run is, reported with each deal. `total` is None as long as it is not known.

    `repeated` counts deals that were named again in SEEDS after this run had them solved, or while it did.
    `phase` is COMPILE (once on a machine; `compiled` says how far it is), WORK, or NO_WORKERS while a cluster
    has none. `stored` counts the rows that this run has added.
    """

    total: int | None
    before: Tally = field(default_factory=Tally)
    now: Tally = field(default_factory=Tally)
    stored: int = 0
    repeated: int = 0
    failed: int = 0
    phase: Phase = Phase.WORK
    seconds: float = 0.0
    compiled: Part | None = None


class OnPhase(Protocol):
    """Hears what an engine does, and how far a compilation is."""

    def __call__(self, phase: Phase, compiled: Part | None = None) -> None:
        """Take note of it."""


class Engine(Protocol):
    """What solves deals: processes of this machine (`local.Local`), or a cluster."""

    def __call__(
        self,
        keys: Iterable[str],
        setting: Setting,
        stop: threading.Event,
        on_phase: OnPhase,
    ) -> Iterator[Done[str, Row]]:
        """The rows of the keys, in any order. `on_phase` is called with each answer, and while it waits."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """Who can stop a run, and who hears of it.

    When `stop` is set, what is solved is stored and the run ends; a deal that was cut short by it is not
    stored. `on_state` hears how far the run is, `on_fault` of each deal that cannot be read or solved, with
    its name; the others go on.
    """

    stop: threading.Event = field(default_factory=threading.Event)
    on_state: Callable[[RunState], None] = lambda _state: None
    on_fault: Callable[[HanabiError, str], None] = lambda _error, _name: None


def run_study(
    store: Store,
    seeds: Sequence[Seeds],
    setting: Setting,
    engine: Engine,
    *,
    names: Sequence[str] = (),
    retries_undecided: bool = False,
    context: RunContext | None = None,
) -> RunState:
    """Solve the deals of `seeds` that the store does not hold under this setting; returns how it went.

    `retries_undecided` solves instead those that no setting has decided yet (lookup.py); without `seeds`
    these are all such deals of the store. `names` say in the store what was asked for.
    """
    run = _StudyRun(store, seeds, setting, engine, retries_undecided, context or RunContext())
    return run.run(names)


@dataclass(slots=True)
class _StudyRun:
    store: Store
    seeds: Sequence[Seeds]
    setting: Setting
    engine: Engine
    retries_undecided: bool
    context: RunContext
    started: float = field(default_factory=time.monotonic)
    setting_number: int = 0
    number: int = 0
    state: RunState = field(default_factory=lambda: RunState(None))
    batch: list[Row] = field(default_factory=list)
    batch_since: float = 0.0
    # Given out and neither committed nor failed: as many as are under way and in a batch. The thread that
    # reads adds to it, this one takes away, after the commit: so a deal is here or can be looked up.
    given: set[str] = field(default_factory=set)
    # Read on another thread; reported on this one.
    bad: "SimpleQueue[BadEntry]" = field(default_factory=SimpleQueue)
    has_read: threading.Event = field(default_factory=threading.Event)

    def run(self, names: Sequence[str]) -> RunState:
        solver = solver_version()
        self.setting_number = self.store.setting(self.setting, solver)
        self.number = self.store.begin_run(self.setting_number, names, versions())
        path = self.store.path
        self.state.total = known_count(self.seeds) if self.seeds else count_undecided(path)
        keys = (
            chain.from_iterable(seeds.each_key() for seeds in self.seeds)
            if self.seeds
            else undecided_deals(path)
        )
        try:
            for done in self.engine(
                self._pending(keys, path, solver), self.setting, self.context.stop, self._report
            ):
                self._take(done, solver)
                self._report(Phase.WORK)
        finally:  # also what was solved before an error
            self._flush()
            # The last connection to a store tidies its files up: let it be ours.
            self.has_read.wait(READ_SECONDS)
        self._report(Phase.WORK)
        return self.state

    def _pending(self, keys: Iterable[str | BadEntry], path: Path, solver: str) -> Iterator[str]:
        """The keys of deals to solve. Runs on the thread that reads, with a connection of its own."""
        try:
            with read_store(path) as connection:
                lookup = Lookup(
                    connection,
                    self.setting_number,
                    self.setting,
                    solver,
                    retries_undecided=self.retries_undecided,
                )
                yield from self._unknown(keys, lookup)
        finally:
            self.has_read.set()

    def _unknown(self, keys: Iterable[str | BadEntry], lookup: Lookup) -> Iterator[str]:
        for key in keys:
            if self.context.stop.is_set():
                return
            if isinstance(key, BadEntry):
                self.bad.put(key)
                continue
            if key in self.given:
                self.state.repeated += 1
                continue
            stored = lookup.find(key)
            if stored is None:
                self.given.add(key)
                yield key
            elif stored.run == self.number:
                self.state.repeated += 1
            else:
                self.state.before.count(stored.best, stored.upper, stored.max_score)

    def _take(self, done: Done[str, Row], solver: str) -> None:
        if done.error is not None:
            self.given.discard(done.item)
            self._fail(done.error, done.item)
            return
        row = done.result()
        if row.solver != solver:
            fault = Fault(
                "workers",
                f"expected hanabi-solver {solver} on all of them, got {row.solver}",
                "install the same sources on all machines, and leave them as they are while a study runs",
            )
            raise InputError([fault])
        if self.context.stop.is_set() and not row.is_decided:
            return  # perhaps cut short: under these limits it may yet be decided
        if not self.batch:
            self.batch_since = time.monotonic()
        self.batch.append(row)
        self.state.now.count(row.best, row.upper, row.max_score)

    def _report(self, phase: Phase, compiled: Part | None = None) -> None:
        """Between two deals, and while waiting for one."""
        age = time.monotonic() - self.batch_since
        if len(self.batch) >= BATCH_ROWS or (self.batch and age >= BATCH_SECONDS):
            self._flush()
        while True:
            try:
                entry = self.bad.get_nowait()
            except Empty:
                break
            self._fail(entry.error, entry.name)
        self.state.phase = phase
        self.state.compiled = compiled
        self.state.seconds = time.monotonic() - self.started
        self.context.on_state(self.state)

    def _fail(self, error: HanabiError, name: str) -> None:
        self.state.failed += 1
        self.context.on_fault(error, name)

    def _flush(self) -> None:
        self.state.stored += self.store.add(self.batch, self.setting_number, self.number)
        self.given.difference_update(row.deal for row in self.batch)
        self.batch = []
