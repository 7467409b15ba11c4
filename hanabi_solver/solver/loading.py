"""Loading the search kernel, which takes its time, while the calling thread can still be stopped."""

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from hanabi_solver.model.background import in_background, is_done
from hanabi_solver.solver.limits import Context

# How long to wait for another thread before looking at `stop` again.
POLL_SECONDS = 0.02


def load_search(stop: threading.Event, on_compile: Callable[[], None]) -> bool:
    """Load the kernel; False if `stop` was set meanwhile.

    `on_compile` is called first if it has to be compiled, which happens once on a machine. Once it is
    loaded, this takes no time.
    """
    loaded = sys.modules.get("hanabi_solver.solver.warmup")
    if loaded is not None and loaded.is_loaded():
        return True
    needs = in_background(_needs_compiling)
    if not _wait_for(needs, stop):
        return False
    if needs.result():
        on_compile()
    ready = in_background(_load)
    if not _wait_for(ready, stop):
        return False
    ready.result()
    return True


def load_within(context: Context, on_compile: Callable[[], None] = lambda: None) -> bool:
    """Load the kernel without spending the time of a context; False if that was stopped."""
    started = time.perf_counter()
    is_loaded = load_search(context.stop or threading.Event(), on_compile)
    if context.budget is not None:
        context.budget.leave_out(time.perf_counter() - started)
    return is_loaded


def _needs_compiling() -> bool:
    from hanabi_solver.solver.warmup import is_compiled

    return not is_compiled()


def _load() -> None:
    from hanabi_solver.solver.warmup import compile_kernel

    compile_kernel()


def _wait_for(work: "Future[Any]", stop: threading.Event) -> bool:
    """Wait for work that cannot be interrupted; False if stopped meanwhile."""
    while not is_done(work, POLL_SECONDS):
        if stop.is_set():
            return False
    return True
