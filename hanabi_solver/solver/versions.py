"""What an answer was computed with."""

import platform
from functools import cache


@cache
def _found() -> dict[str, str]:
    import importlib.metadata  # here, as it takes a tenth of a second

    found = {"python": platform.python_version()}
    for name in ("hanabi-solver", "ortools", "numba", "numpy", "python-sat"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"  # run from a checkout
    return found


def versions() -> dict[str, str]:
    """The versions of Python, of this package, and of the solvers it rests on."""
    return dict(_found())
