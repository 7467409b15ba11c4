"""What a SOURCE holds: one puzzle file, or deals as lines of plain text; from a file or stdin."""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from hanabi_solver.deal import Deal, Position
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.text import decode, unreadable

if TYPE_CHECKING:
    from hanabi_solver.formats.puzzle import Puzzle

STDIN = "-"


class SourceFormat(StrEnum):
    """The formats that a SOURCE can be in."""

    PUZZLE = "puzzle"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal or position of a source; `name` says where it stands, like "deals.txt:3"."""

    name: str
    start: Deal | Position
    puzzle: "Puzzle | None" = None

    @property
    def position(self) -> Position:
        """The position where play starts."""
        return self.start.start() if isinstance(self.start, Deal) else self.start


@dataclass(frozen=True, slots=True)
class BadEntry:
    """One entry of a source that is faulty; the entries after it may be sound."""

    name: str
    error: InputError


def read_source(
    source: str, form: SourceFormat | None = None, stdin: BinaryIO | None = None
) -> Iterator[Entry | BadEntry]:
    """The entries of a file, or of stdin if `source` is "-", each as soon as it is read.

    A text whose first character other than blanks is "{" is one puzzle file; any other holds a deal
    a line, and blank lines and those that start with "#" are skipped. `form` insists on one of the two.
    Raises InputError if there is no such file or nothing in it.
    """
    name = "stdin" if source == STDIN else source
    with _open(source, stdin) as stream:
        is_empty = True
        for entry in _entries(stream, name, form):
            is_empty = False
            yield entry
    if is_empty:
        expected = "a puzzle" if form is SourceFormat.PUZZLE else "a puzzle or lines PLAYERS DECK"
        raise InputError([Fault("", f"expected {expected}, got nothing")], name)


@contextmanager
def _open(source: str, stdin: BinaryIO | None) -> Iterator[BinaryIO]:
    if source == STDIN:
        yield stdin or sys.stdin.buffer
        return
    try:
        stream = Path(source).open("rb")  # noqa: SIM115 (only a failure to open is told as one)
    except (OSError, ValueError) as error:
        faults = unreadable(source, error, "a file or - for stdin").faults
        advice = "give a puzzle file, a file with lines PLAYERS DECK, or - for stdin"
        raise InputError([replace(fault, help=advice) for fault in faults], source) from error
    with stream:
        yield stream


def _entries(stream: BinaryIO, name: str, form: SourceFormat | None) -> Iterator[Entry | BadEntry]:
    lines = _lines(stream, name)
    head: list[bytes] = []
    for raw in lines:
        head.append(raw.removeprefix(BOM_UTF8) if not head else raw)
        if head[-1].strip():
            break
    else:
        return
    if form is None:
        form = SourceFormat.PUZZLE if head[-1].lstrip().startswith(b"{") else SourceFormat.TEXT
    if form is SourceFormat.PUZZLE:
        yield _puzzle_entry(b"".join([*head, *lines]), name)
        return
    for number, raw in enumerate(chain(head, lines), start=1):
        if raw.strip() and not raw.lstrip().startswith(b"#"):
            yield _line_entry(raw, f"{name}:{number}")


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    try:
        yield from stream
    except OSError as error:
        raise unreadable(name, error) from error


def _puzzle_entry(raw: bytes, name: str) -> Entry | BadEntry:
    from hanabi_solver.formats.puzzle import parse_puzzle  # brings pydantic, which lines do not need

    try:
        puzzle = parse_puzzle(decode(raw))
    except InputError as error:
        return BadEntry(name, error.at(name))
    return Entry(name, puzzle.start, puzzle)


def _line_entry(raw: bytes, name: str) -> Entry | BadEntry:
    try:
        return Entry(name, parse_deal(decode(raw)))
    except InputError as error:
        return BadEntry(name, error.at(name))
