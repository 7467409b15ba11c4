"""Loading the compiled search over orders, while the calling thread can still be stopped."""

import sys
import threading
import time
from collections.abc import Callable

from hanabi_solver.model.background import in_background, is_done
from hanabi_solver.solver.loading import POLL_SECONDS


def load_odds(stop: threading.Event, on_compile: Callable[[], None]) -> bool:
    """Load the search; False if `stop` was set meanwhile.

    `on_compile` is called if it has to be compiled, which happens once on a machine. Once it is loaded, this
    takes no time.
    """
    loaded = sys.modules.get("hanabi_solver.chances.warmup")
    if loaded is not None and loaded.is_loaded():
        return True
    is_compiled = in_background(_is_compiled)
    while not is_done(is_compiled, POLL_SECONDS):
        if stop.is_set():
            return False
    if not is_compiled.result():
        on_compile()
    ready = in_background(_compile)
    while not is_done(ready, POLL_SECONDS):
        if stop.is_set():
            return False
    ready.result()
    return True


def timed_load(stop: threading.Event, on_compile: Callable[[], None]) -> tuple[bool, float]:
    """The same, with the seconds that it took."""
    started = time.perf_counter()
    return load_odds(stop, on_compile), time.perf_counter() - started


def _is_compiled() -> bool:
    from hanabi_solver.chances.warmup import is_compiled

    return is_compiled()


def _compile() -> None:
    from hanabi_solver.chances.warmup import compile_odds

    compile_odds()
