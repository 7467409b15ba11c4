"""What a solve can be asked for: methods and limits, and what is wrong with a request."""

import importlib.util

from hanabi_solver.errors import Fault
from hanabi_solver.game.position import Position

METHODS = ("auto", "search", "cpsat", "sat")
DEFAULT_WORKERS = 2
MOST_WORKERS = 256
DEFAULT_MEMORY = 1 << 30
LEAST_MEMORY = 16 << 20


def has_sat_solver() -> bool:
    """Whether python-sat, the extra `proofs`, is installed."""
    return importlib.util.find_spec("pysat") is not None


def argument_faults(
    position: Position,
    method: str,
    target: int | None,
    time_limit: float | None,
    memory_limit: int | None,
    workers: int,
    seed: int,
) -> list[Fault]:
    """Everything that is wrong with the arguments of a solve of `position`; empty if they are sound."""
    most = position.rules.max_score
    numbers = {"workers": workers, "seed": seed}
    numbers |= {} if target is None else {"target": target}
    numbers |= {} if memory_limit is None else {"memory limit": memory_limit}
    faults = [
        Fault(place, f"expected a whole number, got {value!r}")
        for place, value in numbers.items()
        if type(value) is not int
    ]
    if time_limit is not None and type(time_limit) not in (int, float):
        faults.append(Fault("time limit", f"expected a number of seconds, got {time_limit!r}"))
    if faults:
        return faults
    if method not in METHODS:
        faults.append(Fault("method", f"expected one of {', '.join(METHODS)}, got {method!r}"))
    elif method == "sat" and not has_sat_solver():
        text = "expected python-sat to be installed for the method sat, got none"
        faults.append(Fault("method", text, 'install it: pip install "hanabi-solver[proofs]"'))
    if target is not None and not 0 <= target <= most:
        faults.append(Fault("target", f"expected a score from 0 to {most}, got {target}"))
    if time_limit is not None and not time_limit > 0:
        faults.append(Fault("time limit", f"expected more than 0 seconds, got {time_limit}"))
    if memory_limit is not None and memory_limit < LEAST_MEMORY:
        faults.append(
            Fault("memory limit", f"expected at least {LEAST_MEMORY >> 20} MiB, got {memory_limit} bytes")
        )
    if not 1 <= workers <= MOST_WORKERS:
        faults.append(Fault("workers", f"expected 1 to {MOST_WORKERS}, got {workers}"))
    if not 0 <= seed < 1 << 31:
        faults.append(Fault("seed", f"expected 0 to {(1 << 31) - 1}, got {seed}"))
    return faults
