"""What a path leads to: looked at in one way, before anything is opened, by every command."""

import os
import stat
from enum import StrEnum
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.text import unreadable


class PathKind(StrEnum):
    """What a path leads to, links followed."""

    NOTHING = "nothing"
    FILE = "a regular file"
    FOLDER = "a folder"
    PIPE = "a pipe"
    DEVICE = "a device"
    SOCKET = "a socket"


def kind_of(path: Path | str, place: str = "") -> PathKind:
    """What there is at a path; a link that leads nowhere counts as nothing.

    Raises InputError, its fault at `place`, for a name that no file can have, a circle of links, and a path
    through a folder that may not be looked into.

    >>> kind_of("puzzles").value, kind_of("puzzles/hold-the-four.json").value, kind_of("/dev/null").value
    ('a folder', 'a regular file', 'a device')
    >>> kind_of("x" * 300)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hanabi_solver.errors.InputError: xxx...: File name too long: expected a path that can be looked at
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return PathKind.NOTHING
    except (OSError, ValueError) as error:
        fault = unreadable(str(path), error, "a path that can be looked at").faults[0]
        raise InputError([Fault(place, fault.text)], str(path)) from error
    if stat.S_ISREG(mode):
        return PathKind.FILE
    if stat.S_ISDIR(mode):
        return PathKind.FOLDER
    if stat.S_ISFIFO(mode):
        return PathKind.PIPE
    return PathKind.SOCKET if stat.S_ISSOCK(mode) else PathKind.DEVICE


def check_target(path: Path, place: str) -> Path:
    """The file that is to be written at a path, links followed; nothing is opened.

    Raises InputError, its fault at `place`, unless it is a regular file that may be written to, or a free
    name, in a folder that new files can be made in, and no standard stream.
    """
    kind = kind_of(path, place)
    if kind not in (PathKind.NOTHING, PathKind.FILE):
        raise _error(path, place, f"expected a regular file, got {kind}")
    if kind is PathKind.FILE and is_standard_stream(path):
        raise _error(path, place, "expected a file of its own, got that of a standard stream")
    target = Path(os.path.realpath(path))
    folder = kind_of(target.parent, place)
    if folder is not PathKind.FOLDER:
        raise _error(path, place, f"expected a file in an existing folder, got none ({target.parent})")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise _error(path, place, f"expected a folder that can be written to, got {target.parent}")
    if kind is PathKind.FILE and not os.access(target, os.W_OK):
        raise _error(path, place, "expected a file that may be written to, got one that is write-protected")
    return target


def is_standard_stream(path: Path) -> bool:
    """Whether a file is what stdout or stderr go to: the answer would be lost with the old file."""
    found = os.stat(path)
    for descriptor in (1, 2):
        try:
            if os.path.samestat(found, os.fstat(descriptor)):
                return True
        except OSError:  # it is closed
            continue
    return False


def _error(path: Path, place: str, text: str) -> InputError:
    return InputError([Fault(place, text)], str(path))
