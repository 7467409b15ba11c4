"""Writing the file of `--out`: whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import replacing, unwritten
from hanabi_solver.formats.paths import check_target

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
        self._is_lost = False

    def write(self, line: str) -> None:
        """Add a line; raises InputError if there is no room for it: `finish` then leaves the file alone."""
        try:
            if self._lines is None:
                folder = self.target.parent
                self._lines = tempfile.TemporaryFile("w+", encoding="utf-8", dir=folder)  # noqa: SIM115 (until finish)
            self._lines.write(f"{line}\n")
            self._lines.flush()  # while it can still be said which answer found no room
        except OSError as error:
            self._is_lost = True
            self._close()
            raise unwritten(self.target, error, OPTION) from error

    def finish(self) -> None:
        """Put the lines in the place of the file; without any, or if one was lost, it stays as it was."""
        if self._lines is None or self._is_lost:
            return
        try:
            self._lines.seek(0)
            write_out(self.target, self._lines)
        except OSError as error:
            raise unwritten(self.target, error, OPTION) from error
        finally:
            self._close()

    def _close(self) -> None:
        # What is still buffered found no room before, and finds none now.
        with suppress(OSError):
            if self._lines is not None:
                self._lines.close()


def check_out(path: Path, option: str = OPTION) -> Path:
    """The file that `option` names, links followed; raises InputError if it cannot be written.

    Called before any work is done, so that a wrong name does not cost the answer.
    """
    if str(path) == "-":
        advice = "stdout carries the answer; give the name of a file (./- for one that is called so)"
        raise InputError([Fault(option, "expected a file, got -", advice)])
    return check_target(path, option)


def check_other(target: Path, source: str, option: str = OPTION) -> None:
    """Raise InputError if the file that would be written is the one that is read."""
    if target.exists() and os.path.exists(source) and os.path.samefile(target, source):
        text = "expected another file than the one that is read, got that one"
        raise InputError([Fault(option, text)], str(target))


def write_out(target: Path, pieces: Iterable[str], option: str = OPTION) -> None:
    """Replace the text of `target` in one step: readers see the old file or the new one, never a part.

    Raises InputError if that fails; `target` is then as it was.
    """
    with replacing(target, option) as unfinished, unfinished.open("w", encoding="utf-8") as stream:
        stream.writelines(pieces)
