"""The store of a study: one SQLite file that survives being killed at any moment.

Rows are added in transactions, each synced to disk (WAL, synchronous=FULL): what was committed stays, what
was not leaves no trace. A row is known by its deal, the version of the solver and the limits, so adding it
again changes nothing. One process writes, and holds a lock beside the file that its death releases.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.study.record import Limits, Row

APPLICATION_ID = 0x48534D59
SCHEMA_VERSION = 2
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE settings (
    id INTEGER PRIMARY KEY,
    solver TEXT NOT NULL,
    method TEXT NOT NULL,
    time_limit REAL,
    memory_limit INTEGER NOT NULL
);
CREATE UNIQUE INDEX setting ON settings (solver, method, coalesce(time_limit, 0), memory_limit);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    setting INTEGER NOT NULL REFERENCES settings,
    started TEXT NOT NULL,
    seeds TEXT NOT NULL,
    versions TEXT NOT NULL
);
CREATE TABLE rows (
    deal TEXT NOT NULL,
    setting INTEGER NOT NULL REFERENCES settings,
    run INTEGER NOT NULL REFERENCES runs,
    players INTEGER NOT NULL,
    variant INTEGER NOT NULL,
    max_score INTEGER NOT NULL,
    best INTEGER NOT NULL,
    upper INTEGER NOT NULL,
    reason TEXT NOT NULL,
    method TEXT,
    seconds REAL NOT NULL,
    nodes INTEGER NOT NULL,
    link TEXT,
    UNIQUE (deal, setting),
    CHECK (0 <= best AND best <= upper AND upper <= max_score),
    CHECK ((method IS NULL) = (best < upper))
);
CREATE VIEW results AS
    SELECT rows.deal AS seed, players, variant, best, upper, max_score,
        CASE WHEN best = upper THEN 'optimal' ELSE 'bounds' END AS status,
        rows.method, reason, seconds, nodes, link,
        solver, settings.method AS asked_method, time_limit, memory_limit, runs.started AS run_started,
        settings.id AS setting_id
    FROM rows JOIN settings ON settings.id = rows.setting JOIN runs ON runs.id = rows.run;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
_ROW_NAMES = (
    *("deal", "players", "variant", "max_score", "best", "upper"),
    *("reason", "method", "seconds", "nodes", "link"),
)
_NAMES = ("setting", "run", *_ROW_NAMES)
_ADD = (
    f"INSERT INTO rows ({', '.join(_NAMES)}) VALUES ({', '.join(f':{name}' for name in _NAMES)}) "
    "ON CONFLICT (deal, setting) DO NOTHING"
)
# What SQLite's errors mean here: by the start of their names, what was expected and got, what to do.
_MEANINGS = {
    "SQLITE_NOTADB": (
        "expected a study's store, got a file of another kind",
        "give another name",
    ),
    "SQLITE_CORRUPT": (
        "expected a sound store, got a damaged one",
        'save what can be read with "sqlite3 FILE .recover", or start another store',
    ),
    "SQLITE_FULL": (
        "expected room on the disk, got none",
        "what is stored is safe: make room and run the same again",
    ),
    "SQLITE_READONLY": (
        "expected a file in a folder that can be written to, got one that cannot",
        "give another name",
    ),
    "SQLITE_CANTOPEN": (
        "expected a file in a folder that can be written to, got none",
        "check the name",
    ),
    "SQLITE_PERM": ("expected a file that can be written to, got one that cannot", "give another name"),
    "SQLITE_BUSY": (
        "expected a store that nothing else writes to, got one in use",
        "wait until that is done",
    ),
    "SQLITE_IOERR": (
        "expected a disk that works, got an error of it",
        "what is stored is safe: run the same again once it works",
    ),
}


class Store:
    """A store that is open for writing, by one process at a time; use it as a context."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def setting(self, limits: Limits, solver: str) -> int:
        """The number of the setting, a new one if no run had it before."""
        values = (solver, limits.method, limits.time_limit, limits.memory_limit)
        with told(self.path), self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO settings (solver, method, time_limit, memory_limit) "
                "VALUES (?, ?, ?, ?)",
                values,
            )
            found = self._connection.execute(
                "SELECT id FROM settings "
                "WHERE (solver, method, memory_limit) = (?, ?, ?) AND time_limit IS ?",
                (solver, limits.method, limits.memory_limit, limits.time_limit),
            ).fetchone()
        return int(found[0])

    def begin_run(self, setting: int, seeds: Sequence[str], versions: Mapping[str, str]) -> int:
        """Note that a run starts now; returns its number."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with told(self.path), self._connection:
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
        with told(self.path), self._connection:
            return self._connection.executemany(_ADD, values).rowcount


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """The store in a file, made if there is none, locked against other runs until the block is left.

    Raises InputError if the file is no store or a damaged one, or if another run holds it.
    """
    with _lock(path), told(path):
        is_new = not path.exists() or path.stat().st_size == 0
        with closing(sqlite3.connect(path, timeout=10.0)) as connection:
            if not is_new:
                check_is_store(connection, path, may_be_empty=True)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if _is_empty(connection):
                connection.executescript(_SCHEMA)
            elif connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise InputError([Fault("", *_MEANINGS["SQLITE_CORRUPT"])], str(path))
            yield Store(path, connection)


@contextmanager
def read_store(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to read a store with, also while a run writes to it.

    Raises InputError if there is no such file, or it is no store. SQLite's errors inside the block are
    told as those of the store.
    """
    if not path.is_file():
        advice = "make one with: hanabi-solve study run SEEDS --store FILE"
        raise InputError([Fault("", "expected a study's store, got no such file", advice)], str(path))
    with told(path), closing(_connect_to_read(path)) as connection:
        check_is_store(connection, path)
        yield connection


def check_is_store(connection: sqlite3.Connection, path: Path, *, may_be_empty: bool = False) -> None:
    """Raise InputError if an SQLite file is no store, or one of another version."""
    if may_be_empty and _is_empty(connection):
        return
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        kind = "an empty file" if _is_empty(connection) else "another SQLite file"
        fault = Fault("", f"expected a study's store, got {kind}", "give another name")
        raise InputError([fault], str(path))
    if version != SCHEMA_VERSION:
        text = f"expected a store of version {SCHEMA_VERSION}, got version {version}"
        advice = "use the version of hanabi-solver that made it, or solve again into another file"
        raise InputError([Fault("", text, advice)], str(path))


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Say SQLite's errors about a file as InputErrors; those that would be bugs pass."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        for name, (text, advice) in _MEANINGS.items():
            if _name_of(error).startswith(name):
                raise InputError([Fault("", text, advice)], str(path)) from error
        raise


def _name_of(error: sqlite3.DatabaseError) -> str:
    """SQLite's name of an error; empty for those that Python's module raises itself."""
    return getattr(error, "sqlite_errorname", None) or ""


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


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever put in the file: so a process that died at once leaves it."""
    (count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return (count, application) == (0, 0)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Keep other runs away from a store, whatever links it is named by.

    The lock goes with this process, however that ends.
    """
    store = _real(path)
    beside = store.with_name(f"{store.name}-lock")
    with told(path):
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
        if not _name_of(error).startswith("SQLITE_BUSY"):
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
    """What tells a file from one that takes its name later; None if there is none."""
    try:
        found = path.stat()
    except OSError:  # what else is wrong, the opening tells
        return None
    return (found.st_dev, found.st_ino, found.st_ctime_ns)
