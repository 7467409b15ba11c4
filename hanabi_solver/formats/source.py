"""What a SOURCE holds: deals and positions, from a text that is one itself, a file or stdin."""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.documents import is_json_start, is_whole_object, read_document
from hanabi_solver.formats.entry import (
    JSON_FORMATS,
    UNCHANGED,
    BadEntry,
    Changes,
    Entry,
    Line,
    SourceFormat,
    read_line,
    read_log_entry,
)
from hanabi_solver.formats.hanablive.game_numbers import is_number
from hanabi_solver.formats.hanablive.links import is_link
from hanabi_solver.formats.hanablive.seeds import is_range, is_seed
from hanabi_solver.formats.learning_env import is_log
from hanabi_solver.formats.text import MAX_LINE_BYTES, read_bounded, unreadable

__all__ = ["STDIN", "BadEntry", "Changes", "Entry", "Line", "SourceFormat", "read_source", "scan_source"]

STDIN = "-"
CLOSED = Fault("", "expected an open stdin, got none (it is closed)")

# What a missing file is called by; a seed may look like that, but a mistyped name is likelier.
_FILE_ENDINGS = (".json", ".txt", ".tsv", ".csv")


def read_source(
    source: str,
    form: SourceFormat | None = None,
    stdin: BinaryIO | None = None,
    turn: int | None = None,
    changes: Changes = UNCHANGED,
) -> Iterator[Entry | BadEntry]:
    """The entries of a source, each as soon as it is read.

    `source` is "-" for stdin, a file, or a text that is a seed, a link or a number itself; if there is a file
    of that name, it is the file. A file that begins with "{" is one puzzle or game, or one a line; one that
    begins with "[" a list of them; a log of the Hanabi Learning Environment is one game. Any other holds a
    deal a line (a seed, link, number or PLAYERS DECK), and blank lines and those that start with "#" are
    skipped.

    `form` insists on one format. `turn` (from 1) chooses the position before that turn of a game or link,
    and `changes` says what every entry is changed in. Raises InputError if there is no such file or nothing
    in it.
    """
    for entry in scan_source(source, form, stdin, turn, changes):
        yield entry.read() if isinstance(entry, Line) else entry


def scan_source(
    source: str,
    form: SourceFormat | None = None,
    stdin: BinaryIO | None = None,
    turn: int | None = None,
    changes: Changes = UNCHANGED,
    *,
    is_path: bool = False,
) -> Iterator[Entry | BadEntry | Line]:
    """The entries of `read_source`, those of a list as lines that can be read elsewhere.

    With `is_path` the source is a file, whatever its name looks like.

    So the kind of the first one separates a list, even one of a single line, from a deal by itself.
    """
    if not is_path and source != STDIN and _is_entry_itself(source, form):
        # The blanks in a seed were quoted for it; its dots may have been meant as a range.
        if form is None and not is_range(source):
            form = SourceFormat.SEED if is_seed(source) else SourceFormat.LINK
        yield read_line(source.encode("utf-8", "surrogatepass"), "", form, turn, changes)
        return
    is_stdin = source == STDIN and not is_path
    name = "stdin" if is_stdin else source
    with (
        _open_file(source, "check the name; a seed, link or deck by itself is what parse takes")
        if is_path
        else _open(source, stdin) as stream
    ):
        is_empty = True
        for entry in _entries(stream, name, form, turn, changes):
            is_empty = False
            yield entry
    if is_empty:
        raise InputError([Fault("", f"expected {_EXPECTED[form]}, got nothing")], name)


_EXPECTED = {
    None: "a puzzle or lines PLAYERS DECK",
    SourceFormat.TEXT: "a puzzle or lines PLAYERS DECK",
    SourceFormat.PUZZLE: "a puzzle",
    SourceFormat.GAME: "a game",
    SourceFormat.SEED: "a seed a line",
    SourceFormat.LINK: "a link a line",
}


def _is_entry_itself(source: str, form: SourceFormat | None) -> bool:
    if form is SourceFormat.SEED:
        return is_seed(source)
    if form is SourceFormat.LINK:
        return is_link(source) or (is_number(source) and not os.path.exists(source))
    if form is not None or os.path.exists(source):
        return False
    if is_number(source):
        return True
    return is_link(source) or (is_seed(source) and "/" not in source and not source.endswith(_FILE_ENDINGS))


def check_source(source: str, form: SourceFormat | None = None) -> bool:
    """Whether a source is a seed, link or number itself; raises InputError for a file that does not open.

    Pipes are not opened, since that waits until somebody writes. What a file holds is not looked at.

    >>> check_source("p2v0s40"), check_source("-")
    (True, False)
    """
    if source == STDIN:
        return False
    if _is_entry_itself(source, form):
        return True
    if not _is_pipe(source):
        _open_file(source).close()
    return False


def _is_pipe(source: str) -> bool:
    try:
        return Path(source).is_fifo()
    except OSError:  # no possible name, which opening it reports
        return False


@contextmanager
def _open(source: str, stdin: BinaryIO | None) -> Iterator[BinaryIO]:
    if source == STDIN:
        if stdin is None and sys.stdin is None:
            raise InputError([CLOSED], "stdin")
        yield stdin or sys.stdin.buffer
        return
    with _open_file(source) as stream:
        yield stream


_ADVICE = (
    "give a seed (p2v0s40), a hanab.live link or game number, a puzzle or game file, "
    "a file with lines PLAYERS DECK, or - for stdin"
)


_FOLDER = Fault(
    "",
    "expected a file or - for stdin, got a folder",
    "give a file of it; folders as a whole are for review (games), check and gallery (puzzles)",
)


def with_advice(error: InputError, advice: str) -> InputError:
    """The error with other advice where a source could not be opened, for a command that takes less."""
    faults = [replace(fault, help=advice) if fault.help == _ADVICE else fault for fault in error.faults]
    return InputError(faults, error.source)


def _open_file(source: str, advice: str = _ADVICE) -> BinaryIO:
    if not source:
        raise InputError([Fault("", "expected the name of a file, got an empty text", advice)])
    try:
        return Path(source).open("rb")
    except (OSError, ValueError) as error:
        if os.path.isdir(source):
            raise InputError([_FOLDER], source) from error
        wanted = "a file or - for stdin" if advice == _ADVICE else "a readable file"
        faults = unreadable(source, error, wanted).faults
        raise InputError([replace(fault, help=advice) for fault in faults], source) from error


def _entries(
    stream: BinaryIO, name: str, form: SourceFormat | None, turn: int | None, changes: Changes
) -> Iterator[Entry | BadEntry | Line]:
    lines = _lines(stream, name)
    head: list[bytes] = []
    skipped = 0
    for raw in lines:
        head.append(raw.removeprefix(BOM_UTF8) if not head else raw)
        if not _is_skipped(head[-1]):
            break
        skipped += len(raw)
        if skipped > MAX_LINE_BYTES:
            if not any(line.strip() for line in head):
                raise InputError([Fault("", f"expected {_EXPECTED[form]}, got blank lines only")], name)
            break
    else:
        return
    is_text = form is None and is_log(head[-1].decode("utf-8", "replace"))
    is_document = is_text or form in JSON_FORMATS or (form is None and is_json_start(head[-1]))
    if is_document and not _is_followed(lines, head):
        try:
            document = read_bounded(stream, b"".join(head))
        except OSError as error:
            raise unreadable(name, error) from error
        except InputError as error:
            yield BadEntry(name, error.at(name))
            return
        if is_text:
            yield read_log_entry(document, name, turn, changes)
        else:
            yield from read_document(document, name, form, turn, changes)
        return
    for number, raw in enumerate(chain(head, lines), start=1):
        place = f"{name}:{number}"
        if len(raw) > MAX_LINE_BYTES:
            yield BadEntry(place, InputError([_LONG_LINE], place))
            return
        if not _is_skipped(raw):
            yield Line(raw, place, form, turn, changes)


def _is_skipped(line: bytes) -> bool:
    """Whether a line of a list is blank or a remark."""
    return not line.strip() or line.lstrip().startswith(b"#")


def _is_followed(lines: Iterator[bytes], head: list[bytes]) -> bool:
    """Whether the last line of `head` is a whole JSON object and more comes after it: then it is a list.

    So it is where a remark comes first, which no JSON document has: a program that writes a line and waits
    for its answer begins with one. The lines that were read to find out are added to `head`.
    """
    if not is_whole_object(head[-1]):
        return False
    if any(line.lstrip().startswith(b"#") for line in head):
        return True
    read = 0
    for raw in lines:
        head.append(raw)
        read += len(raw)
        if not _is_skipped(raw) or read > MAX_LINE_BYTES:
            # Such a remark belongs to the JSON before it, where it is one fault.
            return not _is_skipped(raw) and not raw.lstrip().startswith((b"//", b"/*"))
    return False


_LONG_LINE = Fault(
    "",
    f"expected lines of at most {MAX_LINE_BYTES} bytes, got a longer one",
    "write one deal a line; what follows is not read",
)


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines as they come; one that is too long is cut, which shows in its length."""
    try:
        while raw := stream.readline(MAX_LINE_BYTES + 1):
            yield raw
    except OSError as error:
        raise unreadable(name, error) from error
