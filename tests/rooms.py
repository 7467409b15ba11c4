"""Rooms in which commands are run in trouble, and what every outcome has to be."""

import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from troubled import NONE, Nursery, Outcome, Trouble

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="limits, devices and /proc are those of Linux")
MEGABYTE = 1 << 20
# Above what a process has loaded: a file of 64 MB as bytes, as text, and what is made of it.
MOST_MEMORY = 400 * MEGABYTE
TOO_LONG = "x" * 300
OLD = "an older file\n"


@dataclass(frozen=True, slots=True)
class Room:
    """Where a run finds and leaves files: `shelf` is read, `out` written, `tmp` for temporary files."""

    folder: Path
    nursery: Nursery

    @property
    def out(self) -> Path:
        return self.folder / "out"

    def run(self, words: tuple[str, ...], trouble: Trouble = NONE, **options: object) -> Outcome:
        """Run a command here; the temporary folder is this room's own."""
        given: dict[str, str] = dict(options.pop("environment", {}))  # type: ignore[call-overload]  # a mapping
        environment = {"TMPDIR": str(self.folder / "tmp"), **given}
        return self.nursery.run(
            *words,
            cwd=self.folder,
            trouble=trouble,
            environment=environment,
            executes=bool(options.get("executes")),
        )


def open_room(folder: Path) -> None:
    """Let everybody look into a room: pytest's own folders are closed to others than who runs it."""
    folder.chmod(0o755)
    for name in ("out", "tmp"):
        (folder / name).mkdir()
        (folder / name).chmod(0o777)


@contextmanager
def new_room(nursery: Nursery, shelf: Path) -> Iterator[Room]:
    """A room with a copy of the shelf, which is there for one run or two."""
    with tempfile.TemporaryDirectory() as folder:
        open_room(Path(folder))
        shutil.copytree(shelf, Path(folder) / "shelf")
        yield Room(Path(folder), nursery)


def cases(items: Iterable[Any], troubles: Iterable[str]) -> list[Any]:
    """Each item in each trouble."""
    return [pytest.param(item, trouble, id=f"{item}-{trouble}") for item in items for trouble in troubles]


def assert_in_words(outcome: Outcome, *names: str) -> None:
    """One line says what is wrong, and where."""
    assert outcome.code == 2, outcome
    assert "Traceback" not in outcome.stderr
    assert "internal error" not in outcome.stderr
    assert len(outcome.faults) == 1, outcome.stderr
    assert any(name in outcome.faults[0] for name in names), outcome.stderr
    assert outcome.memory < MOST_MEMORY


def lines_of(stdout: str, target: str) -> list[str]:
    """An answer, but for the time it took and where something was written."""
    return [re.sub(r"\d+\.\d+", "N", line) for line in stdout.splitlines() if target not in line]


def clear(target: Path) -> None:
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    target.unlink(missing_ok=True)
