"""The tables of a store: how they are made, and whether a file has them with values that runs write."""

import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.plain_text import without_controls
from hanabi_solver.study.damage import damaged
from hanabi_solver.study.store_files import APPLICATION_ID
from hanabi_solver.study.store_sums import SUMS

# 4: since then rows of the fast lane have a line, of which a link is made when it is asked for.
SCHEMA_VERSION = 4
# No version will be so large: what says so is damaged.
_NO_VERSION = 100
SCHEMA = f"""
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
    line TEXT NOT NULL,
    UNIQUE (deal, setting),
    CHECK (0 <= best AND best <= upper AND upper <= max_score),
    CHECK ((method IS NULL) = (best < upper))
);
CREATE VIEW results AS
    SELECT rows.deal AS seed, players, variant, best, upper, max_score,
        CASE WHEN best = upper THEN 'optimal' ELSE 'bounds' END AS status,
        rows.method, reason, seconds, nodes, link, line,
        solver, settings.method AS asked_method, time_limit, memory_limit, runs.started AS run_started,
        settings.id AS setting_id
    FROM rows JOIN settings ON settings.id = rows.setting JOIN runs ON runs.id = rows.run;
{SUMS}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
# Stores from before there were sums have none.
_SUMS = "table sums"
_CONTROLS = "[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || ']"
_TEXT = f"typeof({{0}}) = 'text' AND {{0}} NOT GLOB '*{_CONTROLS}*' AND instr({{0}}, char(0)) = 0"
_NUMBER = "typeof({0}) = 'integer' AND {0} >= 0"
_SECONDS = "typeof({0}) = 'real' AND {0} >= 0 AND {0} < 9e999"
# What each column may hold, which the types of SQLite do not say.
_VALUES: Mapping[str, Mapping[str, str]] = {
    "settings": {
        "solver": _TEXT,
        "method": _TEXT,
        "time_limit": f"{{0}} IS NULL OR ({_SECONDS})",
        "memory_limit": _NUMBER,
    },
    "runs": {
        "setting": "{0} IN (SELECT id FROM settings)",
        "started": _TEXT,
        "seeds": _TEXT,
        "versions": _TEXT,
    },
    "rows": {
        "deal": _TEXT,
        "setting": "{0} IN (SELECT id FROM settings)",
        "run": "{0} IN (SELECT id FROM runs)",
        "players": f"{_NUMBER} AND {{0}} BETWEEN 2 AND 6",
        "variant": _NUMBER,
        "max_score": f"{_NUMBER} AND {{0}} >= upper",
        "best": _NUMBER,
        "upper": f"{_NUMBER} AND {{0}} >= best",
        "reason": _TEXT,
        "method": f"{{0}} IS NULL OR ({_TEXT})",
        "seconds": _SECONDS,
        "nodes": _NUMBER,
        "link": f"{{0}} IS NULL OR ({_TEXT})",
        "line": _TEXT,
    },
}


def check_is_store(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError if an SQLite file is no store, or one of another version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        if _made_layout().keys() - {_SUMS} <= _layout(connection).keys():
            raise damaged(path, "its header")
        kind = "an empty file" if is_empty(connection) else "another SQLite file"
        fault = Fault("", f"expected a study's store, got {kind}", "give another name")
        raise InputError([fault], str(path))
    if not 0 < version < _NO_VERSION:
        raise damaged(path, "its header")
    if version != SCHEMA_VERSION:
        text = f"expected a store of version {SCHEMA_VERSION}, got version {version}"
        advice = "use the version of hanabi-solver that made it, or solve again into another file"
        raise InputError([Fault("", text, advice)], str(path))


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever put in the file: so a process that died at once leaves it."""
    (count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return (count, application) == (0, 0)


def check_layout(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError if a store lacks a table, index or view, has another one of that name, or more."""
    found, all_made = _layout(connection), _made_layout()
    for name, made in all_made.items():
        if name not in found:
            if name == _SUMS:
                continue
            raise damaged(path, f"no {name}")
        if found[name] != made:
            raise damaged(path, f"another {name}")
    faults = [
        Fault(
            "",
            f"expected a store of its own tables only, got one with the {without_controls(name)} too",
            "what is not the store's own can change its rows or hide them: drop it with sqlite3",
        )
        for name in sorted(found.keys() - all_made.keys())
    ]
    if faults:
        raise InputError(faults, str(path))


def check_values(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError if a store holds a value that no run writes; takes one look at every row."""
    for table, columns in _VALUES.items():
        faulty = ", ".join(
            f"max(({condition.format(f'{table}.{name}')}) IS NOT 1)" for name, condition in columns.items()
        )
        counts = connection.execute(f"SELECT {faulty} FROM {table}").fetchone()
        for name, is_faulty in zip(columns, counts, strict=True):
            if is_faulty:
                raise damaged(path, f"a value of {table}.{name} that no run writes")
    for seeds, versions in connection.execute("SELECT seeds, versions FROM runs"):
        if not _is_json(seeds, list):
            raise damaged(path, "a value of runs.seeds that no run writes")
        if not _is_json(versions, dict):
            raise damaged(path, "a value of runs.versions that no run writes")


def _is_json(text: str, kind: type[list[object]] | type[dict[str, object]]) -> bool:
    """Whether a text is a JSON list or object of texts."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    values = data.values() if isinstance(data, dict) else data
    return isinstance(data, kind) and all(isinstance(value, str) for value in values)


def _layout(connection: sqlite3.Connection) -> dict[str, str]:
    """What a file was made with, each thing by its kind and name, blanks left out of account."""
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return {f"{kind} {name}": re.sub(r"\s+", " ", f"{table}: {sql}") for kind, name, table, sql in found}


@cache
def _made_layout() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return _layout(connection)
