"""Loading the search kernel, which takes its time, while the calling thread can still be stopped."""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

from hanabi_solver.model.background import in_background, is_done
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Part

if TYPE_CHECKING:
    from hanabi_solver.solver.warmup import Compilation, CompiledGroup, MakeGroup

# How long to wait for another thread before looking at `stop` again.
POLL_SECONDS = 0.02


def load_search(
    stop: threading.Event, on_compile: Callable[[Part], None], also: "Sequence[MakeGroup]" = ()
) -> bool:
    """Load the kernel, and the functions of the groups that `also` makes; False if `stop` was set meanwhile.

    `on_compile` is called first if it has to be compiled, which happens once on a machine, and then again
    and again with how many functions are done. Once the kernel is loaded, this takes no time.
    """
    loaded = sys.modules.get("hanabi_solver.solver.warmup")
    if loaded is not None and loaded.is_loaded(also):
        return True
    needs = in_background(partial(_needed_compilation, also))
    if not _wait_for(needs, stop):
        return False
    compilation = needs.result()
    if compilation is None:
        ready = in_background(partial(_load, also))
    else:
        on_compile(compilation.part())
        ready = in_background(compilation.run)
    while not is_done(ready, POLL_SECONDS):
        if stop.is_set():
            return False
        if compilation is not None:
            on_compile(compilation.part())
    ready.result()
    return True


def load_within(
    context: Context,
    on_compile: Callable[[Part], None] = lambda _part: None,
    also: "Sequence[MakeGroup]" = (),
) -> bool:
    """Load the kernel without spending the time of a context; False if that was stopped."""
    started = time.perf_counter()
    is_loaded = load_search(context.stop or threading.Event(), on_compile, also)
    if context.budget is not None:
        context.budget.leave_out(time.perf_counter() - started)
    return is_loaded


def turns_group() -> "CompiledGroup":
    """The search by turns, as one of those that may be loaded beside the search; made when it is called."""
    from hanabi_solver.solver import warmup

    return warmup.turns_group()


def _needed_compilation(also: "Sequence[MakeGroup]") -> "Compilation | None":
    from hanabi_solver.solver.warmup import Compilation, is_compiled

    return None if is_compiled(also) else Compilation(also)


def _load(also: "Sequence[MakeGroup]") -> None:
    from hanabi_solver.solver.warmup import compile_kernel

    compile_kernel(also)


def _wait_for(work: "Future[Any]", stop: threading.Event) -> bool:
    """Wait for work that cannot be interrupted; False if stopped meanwhile."""
    while not is_done(work, POLL_SECONDS):
        if stop.is_set():
            return False
    return True
