"""A process that answers questions: how it is started, asked and ended, and what it does itself."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from hanabi_solver.errors import HanabiError
from hanabi_solver.solver.loading import load_search
from hanabi_solver.solver.result import Part

Load = Callable[[threading.Event, Callable[[Part], None]], bool]

_READY = "ready"
# The exit code of a process that says so itself.
_OUT_OF_MEMORY = 77


class WorkerGoneError(Exception):
    """The process at the other end has ended."""


class Worker:
    """A process that answers questions, seen from the thread that asks them."""

    def __init__(self, work: Callable[[Any], Any], load: Load | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self.process = context.Process(
            target=_answer_all, args=(theirs, load or load_search, work), daemon=True
        )
        self.process.start()
        theirs.close()  # else its end would not show when the process dies

    def ask(self, question: Any) -> Any:
        """The answer of the process; raises WorkerGoneError if it has died."""
        try:
            self._connection.send(question)
        except OSError as error:
            raise WorkerGoneError from error
        return self.receive()

    def receive(self) -> Any:
        """What the process says next; raises RuntimeError if that is a bug, with its traceback."""
        try:
            said = self._connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerGoneError from error
        if isinstance(said, _Bug):
            raise RuntimeError(f"an error on another process:\n{said.traceback}")
        return said

    def end(self) -> str:
        """Kill the process unless it has ended already; how it ended."""
        self._connection.close()
        self.process.join(0.5)  # one that has died may take a moment until that shows
        self.process.kill()
        self.process.join()
        code = self.process.exitcode
        self.process.close()
        if code == _OUT_OF_MEMORY:
            return "ran out of memory"
        if code is None or code >= 0:
            return f"ended with exit code {code}"
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"was killed by signal {-code}"


@dataclass(frozen=True, slots=True)
class _Bug:
    """An error that no deal should cause."""

    traceback: str


def keep_interrupts_from_children() -> None:
    """Block SIGINT in this thread; the processes that it starts inherit that, from their first moment."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # when it is started it unblocks the signal
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


def _answer_all(connection: "Connection[Any, Any]", load: Load, work: Callable[[Any], Any]) -> None:
    """What a process does: load the search, then answer questions until nobody is left to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Or a reader of this output would wait for this process too, and a writer of the input not notice.
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)

    said: list[Part] = []

    def ask_to_compile(part: Part) -> None:
        if part in said:
            return
        connection.send(part)
        if not said:  # perhaps another process compiles already
            connection.recv()
        said.append(part)

    load(threading.Event(), ask_to_compile)
    connection.send(_READY)
    while True:
        try:
            item = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_answer(item, work))


def _answer(item: Any, work: Callable[[Any], Any]) -> tuple[Any, HanabiError | None] | _Bug:
    try:
        return work(item), None
    except HanabiError as error:
        return None, error
    except MemoryError:  # a fresh process may have better luck
        os._exit(_OUT_OF_MEMORY)
    except Exception:
        return _Bug(traceback.format_exc())


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
