"""The store of a study: one SQLite file that survives being killed at any moment.

Rows are added in transactions, each synced to disk (WAL, synchronous=FULL): what was committed stays, what
was not leaves no trace. A row is known by its deal, the solver (`solver_version`) and the limits, so
adding it again changes nothing. One process writes, and holds a lock beside the file that its death releases.
"""

import json
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.study.damage import damaged, name_of, store_errors
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.store_layout import SCHEMA, check_is_store, check_layout, check_values, is_empty

_ROW_NAMES = (
    *("deal", "players", "variant", "max_score", "best", "upper"),
    *("reason", "method", "seconds", "nodes", "link"),
)
_NAMES = ("setting", "run", *_ROW_NAMES)
_ADD = (
    f"INSERT INTO rows ({', '.join(_NAMES)}) VALUES ({', '.join(f':{name}' for name in _NAMES)}) "
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
        return int(cursor.lastrowid or 0)

    def add(self, rows: Iterable[Row], setting: int, run: int) -> int:
        """Add rows, all or none; returns how many were new."""
        values = [
            {"setting": setting, "run": run, **{name: getattr(row, name) for name in _ROW_NAMES}}
            for row in rows
        ]
        with store_errors(self.path), self._connection:
            return self._connection.executemany(_ADD, values).rowcount


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """The store in a file, made if there is none, locked against other runs until the block is left.

    Raises InputError if the file is no store or a damaged one, or if another run holds it.
    """
    _check_links(path, _stat(path))
    with _lock(path), store_errors(path):
        found = _stat(path)  # now that nobody else makes it
        # By its whole path, so that SQLite takes no name for an address, or for a store in memory.
        with closing(sqlite3.connect(_real(path), timeout=10.0)) as connection:
            if found is not None and found.st_size > 0:
                check_is_store(connection, path, may_be_empty=True)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if is_empty(connection):
                connection.executescript(SCHEMA)
            elif connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise damaged(path)
            else:
                check_layout(connection, path)
                check_values(connection, path)
            yield Store(path, connection)


@contextmanager
def read_store(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to read a store with, also while a run writes to it.

    Raises InputError if there is no such file, or it is no store. SQLite's errors inside the block are
    reported as those of the store.
    """
    found = _stat(path)
    if found is None or not stat.S_ISREG(found.st_mode):
        kind = "no such file" if found is None else "no regular file"
        advice = "make one with: hanabi-solve study run SEEDS --store FILE"
        raise InputError([Fault("", f"expected a study's store, got {kind}", advice)], str(path))
    _check_links(path, found)
    with store_errors(path), closing(_connect_to_read(path)) as connection:
        check_is_store(connection, path)
        check_layout(connection, path)
        yield connection


def store_files(path: Path) -> list[Path]:
    """The files of a store, whether they are there or not: the store itself and those that lie beside it."""
    store = _real(path)
    return [store.with_name(f"{store.name}{end}") for end in ("", "-wal", "-shm", "-journal", "-lock")]


def _stat(path: Path) -> os.stat_result | None:
    """What is known of a file; None if there is none. Raises InputError for an impossible name."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # too long, say
        reason = error.strerror if isinstance(error, OSError) else str(error)
        fault = Fault("", f"{reason}: expected the name of a store", "check the name")
        raise InputError([fault], str(path)) from error


def _check_links(path: Path, found: os.stat_result | None) -> None:
    """Raise InputError for a file that has several names: each would have its own lock and its own WAL."""
    if found is not None and stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
        text = f"expected a store under one name, got a file with {found.st_nlink} (hard links)"
        advice = "SQLite keeps them apart, which can damage the store: copy the file, or use a symbolic link"
        raise InputError([Fault("", text, advice)], str(path))


def _connect_to_read(path: Path) -> sqlite3.Connection:
    path = _real(path)  # SQLite's files lie beside the store, not beside a link to it
    name = path.as_uri()
    # Not "ro": the last one to close a store must be able to tidy up its other files.
    connection = sqlite3.connect(f"{name}?mode=rw", uri=True, timeout=10.0, check_same_thread=False)
    try:
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        connection.close()
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
    store = _real(path)
    beside = store.with_name(f"{store.name}-lock")
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


def _real(path: Path) -> Path:
    """The file itself, links followed."""
    return Path(os.path.realpath(path))


def _identity(path: Path) -> tuple[int, ...] | None:
    """What distinguishes a file from one that takes its name later; None if there is none."""
    try:
        found = path.stat()
    except OSError:  # what else is wrong, opening it reports
        return None
    return (found.st_dev, found.st_ino, found.st_ctime_ns)
