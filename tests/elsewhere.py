"""What tests have done on other processes, in a module of its own: each process loads it."""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from studies import row

from hanabi_solver.cli.commands.answer import Answered, Question
from hanabi_solver.cli.commands.entries import Taken
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.formats.source import BadEntry, Entry, Line
from hanabi_solver.solver.result import Part, Series
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.tasks import DealOutcome, DealTask


def load_nothing(_stop: threading.Event, _on_compile: Callable[[Part], None]) -> bool:
    return True


def compile_in_steps(_stop: threading.Event, on_compile: Callable[[Part], None]) -> bool:
    """Says every step twice, as what asks does not know what is new."""
    for done in (0, 2, 4):
        on_compile(Part(Series.FUNCTION, done, 4))
        on_compile(Part(Series.FUNCTION, done, 4))
    return True


def perilous(item: tuple[str, Path]) -> str:
    """Something happens to the process, or to the question, as its name says."""
    name, folder = item
    with (folder / name).open("a") as log:
        log.write(f"{os.getpid()}\n")
    tries = len((folder / name).read_text().splitlines())
    if name == "deadly" or (name == "deadly once" and tries == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "huge":
        raise MemoryError
    if name == "faulty":
        raise InputError([Fault("deck", "expected 50 cards, got 2", "count")], "here")
    if name == "contradiction":
        raise InternalCheckError("25 above 24", '{"position": 1}')
    if name == "bug":
        raise ZeroDivisionError("no deal divides")
    return name.upper()


def double(number: int) -> int:
    return 2 * number


def has_come(path: Path) -> Path:
    """Answer once there is such a file."""
    while not path.exists():
        time.sleep(0.005)
    return path


class EndsWhenSent:
    """A function that ends the process that gets it."""

    def __call__(self, _item: int) -> None:
        raise AssertionError

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)


def perilous_answer(question: Question, item: Entry | BadEntry | Line) -> Answered:
    """Something happens to the process or the question of the lines 2 and 3."""
    assert isinstance(item, Line)
    if item.place.endswith(":2"):
        os.kill(os.getpid(), signal.SIGKILL)
    answered = Answered(ExitCode.PROVED, f'{{"source": "{item.place}"}}', item.place)
    if item.place.endswith(":3"):
        error = InternalCheckError("25 points reached above 24", '{"position": 1}')
        answered = replace(answered, outcome=ExitCode.CHECK_FAILED, error=error)
    return answered


def perilous_row(setting: Setting, key: str) -> Row:
    """A row of any deal, but p2v0s13 kills the process."""
    if key == "p2v0s13":
        os.kill(os.getpid(), signal.SIGKILL)
    return row(key)


def perilous_task(setting: Setting, task: DealTask) -> list[DealOutcome]:
    """Rows of any deals, on the lane too, but p2v0s13 kills the process."""
    return [DealOutcome(key, perilous_row(setting, key)) for key in task.keys]


def perilous_taken(_command: object, item: Entry | BadEntry | Line) -> Taken[object]:
    """The second line kills the process, the others are refused."""
    assert isinstance(item, Line)
    if item.place.endswith(":2"):
        os.kill(os.getpid(), signal.SIGKILL)
    return Taken(item.place, error=InputError([Fault("", "expected a game, got none")], item.place))
