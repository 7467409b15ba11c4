"""Writing the file of `--out`: whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import replacing, unwritten

OPTION = "--out"


class OutFile:
    """The file of `--out` in the making: its lines wait on disk, without a name, until `finish`.

    `target` is that file, links followed. Raises InputError, before any work is done, if it cannot be
    written, or is the file that is read.
    """

    def __init__(self, path: Path, source: str) -> None:
        self.target = check_out(path)
        check_other(self.target, source)
        self._lines: TextIO | None = None

    def write(self, line: str) -> None:
        """Add a line; raises InputError if there is no room for it."""
        try:
            if self._lines is None:
                folder = self.target.parent
                self._lines = tempfile.TemporaryFile("w+", encoding="utf-8", dir=folder)  # noqa: SIM115 (until finish)
            self._lines.write(f"{line}\n")
        except OSError as error:
            raise unwritten(self.target, error, OPTION) from error

    def finish(self) -> None:
        """Put the lines in the place of the file; without any, it stays as it was."""
        if self._lines is None:
            return
        with self._lines as lines:
            try:
                lines.seek(0)
            except OSError as error:  # what was still to be written finds no room
                raise unwritten(self.target, error, OPTION) from error
            write_out(self.target, lines)


def check_out(path: Path, option: str = OPTION) -> Path:
    """The file that `option` names, links followed; raises InputError if it cannot be written.

    Called before any work is done, so that a wrong name does not cost the answer.
    """
    if str(path) == "-":
        advice = "stdout carries the answer; give the name of a file (./- for one that is called so)"
        raise InputError([Fault(option, "expected a file, got -", advice)])
    target = Path(os.path.realpath(path))
    folder = target.parent
    try:
        if not folder.is_dir():
            raise _error(path, f"expected a file in an existing folder, got none ({folder})", option)
        if target.exists() and not target.is_file():
            raise _error(path, "expected a regular file, got a folder or device", option)
    except OSError as error:  # a name that no file can have: too long, say
        raise unwritten(path, error, option) from error
    if not os.access(folder, os.W_OK):
        raise _error(path, f"expected a folder that can be written to, got {folder}", option)
    return target


def check_other(target: Path, source: str, option: str = OPTION) -> None:
    """Raise InputError if the file that would be written is the one that is read."""
    if target.exists() and os.path.exists(source) and os.path.samefile(target, source):
        raise _error(target, "expected another file than the one that is read, got that one", option)


def write_out(target: Path, pieces: Iterable[str], option: str = OPTION) -> None:
    """Replace the text of `target` in one step: readers see the old file or the new one, never a part.

    Raises InputError if that fails; `target` is then as it was.
    """
    with replacing(target, option) as unfinished, unfinished.open("w", encoding="utf-8") as stream:
        stream.writelines(pieces)


def _error(path: Path, text: str, option: str = OPTION) -> InputError:
    return InputError([Fault(option, text)], str(path))
