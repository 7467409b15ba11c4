"""The store of a study: one SQLite file that survives being killed at any moment.

Rows are added in transactions, each synced to disk (WAL, synchronous=FULL): what was committed stays, what
was not leaves no trace. A row is known by its deal, the solver (`solver_version`) and the limits, so
adding it again changes nothing. One process writes, and holds a lock beside the file that its death releases.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.study.damage import damaged, name_of, opening_errors, store_errors
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.store_files import check_files, lock_file, real, without_strays
from hanabi_solver.study.store_layout import SCHEMA, check_is_store, check_layout, check_values, is_empty
from hanabi_solver.study.store_sums import ROW_COLUMNS, SUMS, add_to_sum, begin_sum, check_sums

_ADD = (
    f"INSERT INTO rows ({', '.join(ROW_COLUMNS)}) VALUES ({', '.join('?' * len(ROW_COLUMNS))}) "
    "ON CONFLICT (deal, setting) DO NOTHING"
)


class Store:
    """A store that is open for writing, by one process at a time; use it as a context."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def setting(self, setting: Setting, solver: str) -> int:
        """The number of the setting, a new one if no run had it before."""
        values = (solver, str(setting.method), setting.seconds, setting.memory)
        with store_errors(self.path), self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO settings (solver, method, time_limit, memory_limit) "
                "VALUES (?, ?, ?, ?)",
                values,
            )
            found = self._connection.execute(
                "SELECT id FROM settings "
                "WHERE (solver, method, memory_limit) = (?, ?, ?) AND time_limit IS ?",
                (solver, str(setting.method), setting.memory, setting.seconds),
            ).fetchone()
        return int(found[0])

    def begin_run(self, setting: int, seeds: Sequence[str], versions: Mapping[str, str]) -> int:
        """Note that a run starts now; returns its number."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with store_errors(self.path), self._connection:
            cursor = self._connection.execute(
                "INSERT INTO runs (setting, started, seeds, versions) VALUES (?, ?, ?, ?)",
                (setting, started, json.dumps(list(seeds)), json.dumps(dict(versions))),
            )
            run = int(cursor.lastrowid or 0)
            begin_sum(self._connection, run)
        return run

    def add(self, rows: Iterable[Row], setting: int, run: int) -> int:
        """Add rows, all or none; returns how many were new."""
        with store_errors(self.path), self._connection:
            cursor = self._connection.cursor()
            all_values = (_values(row, setting, run) for row in rows)
            new = [values for values in all_values if cursor.execute(_ADD, values).rowcount == 1]
            add_to_sum(self._connection, run, new)
        return len(new)


def _values(row: Row, setting: int, run: int) -> tuple[object, ...]:
    """The columns of a row, each of the type that SQLite gives back."""
    method = None if row.method is None else str(row.method)
    scores = (row.players, row.variant, row.max_score, row.best, row.upper)
    return (
        *(run, row.deal, setting, *scores, str(row.reason), method),
        *(float(row.seconds), row.nodes, row.link, row.line),
    )


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """The store in a file, made if there is none, locked against other runs until the block is left.

    Raises InputError if the file is no store or a damaged one, or if another run holds it; it is then as it
    was.
    """
    check_files(path)
    with _lock(path), without_strays(path, nullcontext()), store_errors(path):
        check_files(path)  # now that nobody else makes it
        # By its whole path, so that SQLite takes no name for an address, or for a store in memory.
        with closing(sqlite3.connect(real(path), timeout=10.0)) as connection:
            with opening_errors(path):
                is_new = is_empty(connection)
                if not is_new:
                    check_is_store(connection, path)
                    check_layout(connection, path)
                    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                        raise damaged(path)
                    check_values(connection, path)
                    check_sums(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.executescript(SCHEMA if is_new else SUMS)
            yield Store(path, connection)


@contextmanager
def read_store(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to read a store with, also while a run writes to it.

    Raises InputError if there is no such file, or it is no store. SQLite's errors inside the block are
    reported as those of the store.
    """
    if check_files(path) is None:
        advice = "make one with: hanabi-solve study run SEEDS --store FILE"
        raise InputError([Fault("", "expected a study's store, got no such file", advice)], str(path))
    with store_errors(path):
        with without_strays(path, _lock(path)):
            connection = _open_to_read(path)
        with closing(connection):
            yield connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """A connection to a sound store; none is left open if it is no such one."""
    with opening_errors(path):
        connection = _connect_to_read(path)
        try:
            check_is_store(connection, path)
            check_layout(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    path = real(path)  # SQLite's files lie beside the store, not beside a link to it
    name = path.as_uri()
    # Not "ro": the last one to close a store must be able to tidy up its other files.
    connection = sqlite3.connect(f"{name}?mode=rw", uri=True, timeout=10.0, check_same_thread=False)
    try:
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if name_of(error).startswith(("SQLITE_IOERR", "SQLITE_FULL")):
            # On a full disk there is no room for what processes share, and one that has the store for
            # itself needs none.
            connection = sqlite3.connect(f"{name}?mode=rw", uri=True, timeout=10.0, check_same_thread=False)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA user_version").fetchone()
            with suppress(OSError):  # of the first try: nobody else has the store now
                path.with_name(f"{path.name}-shm").unlink()
            return connection
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # In a folder that cannot be written to, a store that nobody has open can still be read so.
        connection = sqlite3.connect(f"{name}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    return connection


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Keep other runs away from a store, whatever links it is named by.

    The lock goes with this process, however that ends.
    """
    beside = lock_file(path)
    with store_errors(path):
        connection = _locked(beside, path)
        while connection is None:
            connection = _locked(beside, path)
        with closing(connection):
            try:
                yield
            finally:
                # While it is still locked, so that nobody else gets the lock of a file that is gone. Where
                # open files cannot be removed it stays, which does no harm.
                with suppress(OSError):
                    beside.unlink()


def _locked(beside: Path, path: Path) -> sqlite3.Connection | None:
    """A connection that holds the lock; None if the file that it locked is not the one that is there.

    A run that ends removes the file of its lock. Who opened it before that locks what nobody else will find,
    so the lock counts only if the file was there before it was opened and is there still.
    """
    before = _identity(beside)
    connection = sqlite3.connect(beside, timeout=0.0, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # no file of its own beside
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if not name_of(error).startswith("SQLITE_BUSY"):
            raise
        fault = Fault(
            "--store",
            "expected a store that no other run writes to, got one in use",
            "wait until the other run has ended, or give this one a store of its own",
        )
        raise InputError([fault], str(path)) from error
    if before is not None and before == _identity(beside):
        return connection
    connection.close()
    return None


def _identity(path: Path) -> tuple[int, ...] | None:
    """What distinguishes a file from one that takes its name later; None if there is none."""
    try:
        found = path.stat()
    except OSError:  # what else is wrong, opening it reports
        return None
    return (found.st_dev, found.st_ino, found.st_ctime_ns)
