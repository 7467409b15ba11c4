"""What is wrong with a store, as an InputError that names it: SQLite's errors, and what it passes over."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.study.store_files import has_odd_format, is_marked

_DAMAGED = "expected a sound store, got a damaged one"
_DAMAGED_HELP = 'save what can be read with "sqlite3 FILE .recover", or start another store'
# What Python's module says, by itself, of text that it cannot decode.
_NOT_UTF_8 = "Could not decode to UTF-8"
_NO_ROOM = (
    "expected room on the disk, got none",
    "what is stored is safe: make room and run the same again",
)
# What SQLite's errors mean here: by the start of their names, what was expected and got, what to do.
_MEANINGS = {
    "SQLITE_NOTADB": (
        "expected a study's store, got a file of another kind",
        "give another name",
    ),
    "SQLITE_CORRUPT": (
        _DAMAGED,
        _DAMAGED_HELP,
    ),
    "SQLITE_FULL": _NO_ROOM,
    "SQLITE_IOERR_SHMSIZE": _NO_ROOM,  # for the file that processes share
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


def damaged(path: Path, what: str = "") -> InputError:
    """The error for a store that holds what no run has written, or lacks what every run writes.

    >>> print(damaged(Path("study.db"), "no table runs"))
    study.db: expected a sound store, got a damaged one (no table runs)
    """
    return InputError([Fault("", f"{_DAMAGED} ({what})" if what else _DAMAGED, _DAMAGED_HELP)], str(path))


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Say SQLite's errors about a file as InputErrors; those that would be bugs pass."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = name_of(error)
        if str(error).startswith(_NOT_UTF_8):
            raise damaged(path, "text that is no UTF-8") from error
        is_odd = (name.startswith("SQLITE_NOTADB") and is_marked(path)) or (
            name.startswith("SQLITE_READONLY") and has_odd_format(path)
        )
        if is_odd:
            raise damaged(path, "its header") from error
        for start, (text, advice) in _MEANINGS.items():
            if name.startswith(start):
                raise InputError([Fault("", text, advice)], str(path)) from error
        raise


@contextmanager
def opening_errors(path: Path) -> Iterator[None]:
    """The same around the checks of a store, whose queries are fit for every sound one.

    So what else SQLite says (of a format that it does not know, say) is damage, too.
    """
    try:
        with store_errors(path):
            yield
    except sqlite3.DatabaseError as error:
        if not name_of(error):
            raise
        raise damaged(path) from error
    except UnicodeDecodeError as error:  # Python cannot say an error that quotes the text of a table
        raise damaged(path, "text that is no UTF-8") from error


def name_of(error: sqlite3.DatabaseError) -> str:
    """SQLite's name of an error; empty for those that Python's module raises itself."""
    return getattr(error, "sqlite_errorname", None) or ""
