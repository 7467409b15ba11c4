"""The files of a store: which they are, and whether SQLite may open them."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.paths import PathKind, is_standard_stream, kind_of

APPLICATION_ID = 0x48534D59
_HEADER_BYTES = 100
PAGE_BYTES = 4096
_MARK = slice(68, 72)
_FORMATS = slice(18, 20)


def real(path: Path) -> Path:
    """The file itself, links followed."""
    return Path(os.path.realpath(path))


def lock_file(path: Path) -> Path:
    """The file beside a store that a run holds locked."""
    store = real(path)
    return store.with_name(f"{store.name}-lock")


def store_files(path: Path) -> list[Path]:
    """The files of a store, whether they are there or not: the store itself and those that lie beside it."""
    store = real(path)
    beside = [store.with_name(f"{store.name}{end}") for end in ("-wal", "-shm", "-journal")]
    return [store, *beside, lock_file(path)]


def check_files(path: Path) -> os.stat_result | None:
    """What is known of a store's file before anything is opened; None if its name is free.

    Raises InputError unless it and what lies beside it are regular files or free names: SQLite would write
    to a device, and remove what has the name of its own files.
    """
    kind = kind_of(path)
    if kind not in (PathKind.NOTHING, PathKind.FILE):
        advice = "give the name of a file, or one that is free"
        raise InputError([Fault("", f"expected a study's store, got {kind}", advice)], str(path))
    found = None if kind is PathKind.NOTHING else path.stat()
    if found is not None and is_standard_stream(path):
        raise InputError(
            [Fault("", "expected a study's store, got the file of a standard stream")], str(path)
        )
    if found is not None and not os.access(path, os.R_OK):
        raise InputError([Fault("", "expected a store that may be read, got one that may not")], str(path))
    if found is not None and found.st_nlink > 1:  # each name would have its own lock and its own WAL
        text = f"expected a store under one name, got a file with {found.st_nlink} (hard links)"
        advice = "SQLite keeps them apart, which can damage the store: copy the file, or use a symbolic link"
        raise InputError([Fault("", text, advice)], str(path))
    for beside in store_files(path)[1:]:
        kind = kind_of(beside)
        if beside.is_symlink():
            text = f"expected {beside.name} to be a file of the store, got a link"
        elif kind not in (PathKind.NOTHING, PathKind.FILE):
            text = f"expected {beside.name} to be a file of the store, got {kind}"
        elif kind is PathKind.FILE and beside == lock_file(path) and beside.stat().st_size > 0:
            text = f"expected {beside.name} to be the lock of the store, and empty, got a file that is not"
        else:
            continue
        raise InputError([Fault("", text, "move it away, or give another name")], str(path))
    return found


@contextmanager
def without_strays(path: Path, kept_out: AbstractContextManager[None]) -> Iterator[None]:
    """Remove what a store that could not be opened or made has left, if there is nothing in it.

    In `kept_out` runs are kept away: their files may be empty, too.
    """
    before = {each for each in _sqlite_files(path) if each.exists()}
    try:
        yield
    except InputError:
        with suppress(OSError, InputError), kept_out:
            new = [each for each in _sqlite_files(path) if each not in before and each.exists()]
            if all(each.stat().st_size <= _most_of_nothing(each, path) for each in new):
                for each in new:
                    each.unlink()
        raise


def _sqlite_files(path: Path) -> list[Path]:
    return [each for each in store_files(path) if each != lock_file(path)]


def _most_of_nothing(each: Path, path: Path) -> float:
    """The bytes that a file of a store may have in which nothing is stored: the tables take several pages."""
    if each == real(path):
        return PAGE_BYTES
    return float("inf") if each.name.endswith("-shm") else 0  # which is made anew of the -wal


def is_marked(path: Path) -> bool:
    """Whether a file that SQLite cannot read bears the mark of a store.

    Not for a file that is in use: closing it takes away the locks that SQLite holds in this process.
    """
    return _header(path)[_MARK] == APPLICATION_ID.to_bytes(4, "big")


def has_odd_format(path: Path) -> bool:
    """Whether a file that SQLite does not write to says that it is of a format which no store has."""
    return is_marked(path) and any(number not in (1, 2) for number in _header(path)[_FORMATS])


def _header(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(_HEADER_BYTES)
    except OSError:
        return b""
