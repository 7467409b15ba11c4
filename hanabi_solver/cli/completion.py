"""Completion in a shell, installed so that a full disk costs nothing that stood in the shell's own file."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hanabi_solver.errors import InputError
from hanabi_solver.formats.atomic import replacing

INSTALLS = "--install-completion"


@contextmanager
def written_whole() -> Iterator[None]:
    """Have typer, which writes into files as they are, write those of completion whole or not at all.

    Raises InputError if one cannot be written; those that were written before are then as they were.
    """
    from typer import _completion_shared

    written: list[tuple[Path, bytes | None]] = []

    class Whole(type(Path())):  # type: ignore[misc]  # the class of this system's paths
        """A path whose text is replaced in one step, whatever bytes it holds."""

        def read_text(self, *_arguments: Any, **_settings: Any) -> str:
            return Path(self).read_bytes().decode("utf-8", "surrogateescape")

        def write_text(self, data: str, *_arguments: Any, **_settings: Any) -> int:
            path = Path(self)
            old = path.read_bytes() if path.exists() else None
            _replace(path, data.encode("utf-8", "surrogateescape"))
            written.append((path, old))
            return len(data)

    given = vars(_completion_shared)["Path"]
    vars(_completion_shared)["Path"] = Whole
    try:
        yield
    except (InputError, OSError):
        for path, old in reversed(written):
            with suppress(InputError, OSError):
                if old is None:
                    path.unlink()
                else:
                    _replace(path, old)
        raise
    finally:
        vars(_completion_shared)["Path"] = given


def _replace(path: Path, data: bytes) -> None:
    with replacing(path, INSTALLS) as unfinished:
        unfinished.write_bytes(data)
