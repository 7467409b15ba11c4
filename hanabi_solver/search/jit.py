"""How the kernel's functions are compiled, and the few machine instructions that Python lacks.

The types here are what a type checker sees; numba infers its own (everything is an int64).
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])


def jitted(function: Function) -> Function:
    """Compile on the first call, keep the result on disk, and never hold the interpreter lock."""
    return cast(Function, njit(cache=True, nogil=True)(function))


def inlined(function: Function) -> Function:
    """Like `jitted`, for what runs at every node: a call would copy the descriptors of all its arrays."""
    return cast(Function, njit(cache=True, nogil=True, forceinline=True)(function))


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
