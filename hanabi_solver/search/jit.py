"""How the kernel's functions are compiled, and the few machine instructions that Python lacks.

The types here are what a type checker sees; numba infers its own (everything is an int64).
"""

import hashlib
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import config as numba_config
from numba import njit, types
from numba.extending import intrinsic
from numba.misc.appdirs import AppDirs

Function = TypeVar("Function", bound=Callable[..., Any])

# Held while numba's one setting of the folder is another: two threads would restore each other's.
FOLDER_LOCK = threading.RLock()
# Where functions are compiled: here, for odds, and in the fast lane of studies.
COMPILED_FOLDERS = tuple(Path(__file__).parents[1] / room for room in ("search", "chances", "study/lane"))


@cache
def cache_folder() -> str:
    """Where compiled functions are kept, unless NUMBA_CACHE_DIR says otherwise.

    One folder for each state of the sources that are compiled, since numba itself would overlook a change in
    a function that another one calls. It is outside of the package: an installer does not know the files
    and would leave them behind.
    """
    digest = hashlib.sha256()
    for folder in COMPILED_FOLDERS:
        for source in sorted(folder.glob("*.py")):
            digest.update(source.read_bytes())
    folders: Any = AppDirs("hanabi-solver", appauthor=False)  # type: ignore[no-untyped-call]  # numba has no types for it
    return str(Path(folders.user_cache_dir, digest.hexdigest()[:16]))


def jitted(function: Function) -> Function:
    """Compile on the first call, keep the result on disk, and never hold the interpreter lock."""
    return _compiled(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Like `jitted`, for what runs at every node: a call would copy the descriptors of all its arrays."""
    return _compiled(function, forceinline=True)


def _compiled(function: Function, forceinline: bool) -> Function:
    # Arrays belong to the caller, and none is made in here: without the counting of references to them, two
    # atomic instructions each time, the search is much faster (docs/measurements.md). numba has no public
    # name for this; should it ever lose the option, it refuses it here.
    compiled = partial(njit, nogil=True, forceinline=forceinline, _nrt=False)
    settings: Any = numba_config
    with FOLDER_LOCK:
        given = settings.CACHE_DIR
        settings.CACHE_DIR = given or cache_folder()
        try:
            dispatcher: Any = compiled(cache=True)(function)
        except RuntimeError:
            # No folder can be written to: compile anew in each process, which is_compiled() foretells.
            return cast(Function, compiled()(function))
        finally:
            settings.CACHE_DIR = given
    _tolerate_faults(dispatcher._cache)
    return cast(Function, dispatcher)


def _tolerate_faults(kept: Any) -> None:
    """Let a cache of compiled functions do without what cannot be written or read.

    A full disk or a damaged file costs time then, as what is not kept is compiled anew, and no answer.
    A damaged index is begun anew.
    """
    save, load = kept.save_overload, kept.load_overload

    def save_overload(signature: Any, data: Any) -> None:
        with suppress(Exception):  # it reads the index first, which may be damaged
            save(signature, data)

    def load_overload(signature: Any, context: Any) -> Any:
        with suppress(OSError):
            try:
                return load(signature, context)
            except Exception:  # reading a damaged pickle can raise anything
                kept.flush()
        return None

    kept.save_overload, kept.load_overload = save_overload, load_overload


def _bit_instruction(generate: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    def typed(_context: Any, _mask: Any) -> Any:
        return types.int64(types.int64), lambda _target, builder, _signature, args: generate(builder, args[0])

    return cast(Callable[[int], int], intrinsic(typed))


def _high_bit(builder: Any, mask: Any) -> Any:
    leading = builder.ctlz(mask, ir.Constant(ir.IntType(1), 1))
    return builder.sub(ir.Constant(ir.IntType(64), 63), leading)


# Number of set bits of an int64.
popcount = _bit_instruction(lambda builder, mask: builder.ctpop(mask))
# Number of the lowest and of the highest set bit of an int64 other than 0.
low_bit_number = _bit_instruction(lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 1)))
high_bit_number = _bit_instruction(_high_bit)
