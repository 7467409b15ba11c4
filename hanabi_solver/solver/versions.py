"""What an answer was computed with."""

import hashlib
import platform
from functools import cache
from pathlib import Path

# The code that decides answers: what a deal is, and what its best score is. A comment counts too,
# which costs a second solve at most; what is left out would cost a wrong claim of who solved a deal.
DECIDING = (
    *("errors.py", "names.py", "game", "formats", "search", "bounds", "model", "solver"),
    *("study/keys.py", "study/record.py", "study/tasks.py", "study/lane"),
)
# Nothing else counts: editors, systems and Python leave files of their own beside these.
_SOURCES = (".py", ".txt")
_PACKAGE = Path(__file__).resolve().parent.parent


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


@cache
def solver_version() -> str:
    """The version of this package with a digest of the code that decides answers, like "0.2.0+3f9c2b7a51d0".

    It is the same wherever the same sources are installed, and computed once in a process.
    """
    return f"{_found()['hanabi-solver']}+{source_digest(_PACKAGE)}"


def source_digest(package: Path) -> str:
    """Twelve hexadecimal digits that change with the deciding sources below the folder `package`.

    Line ends do not count, as some systems rewrite them, nor does what is no source.
    """
    digest = hashlib.sha256()
    for path in sorted(_sources(package), key=lambda path: path.relative_to(package).as_posix()):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(package).as_posix()} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()[:12]


def _sources(package: Path) -> list[Path]:
    found = []
    for name in DECIDING:
        place = package / name
        found += [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
    return [path for path in found if path.suffix in _SOURCES and not path.name.startswith(".")]
