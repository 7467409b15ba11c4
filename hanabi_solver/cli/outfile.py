"""Writing the file of `--out`: whole or not at all."""

import os
import tempfile
from pathlib import Path

from hanabi_solver.errors import Fault, InputError


def check_out(path: Path) -> Path:
    """The file that `--out` names, links followed; raises InputError if it cannot be written.

    Called before any work is done, so that a wrong name does not cost the answer.
    """
    target = Path(os.path.realpath(path))
    folder = target.parent
    if not folder.is_dir():
        raise _error(path, f"expected a file in an existing folder, got none ({folder})")
    if target.exists() and not target.is_file():
        raise _error(path, "expected a regular file, got a folder or device")
    if not os.access(folder, os.W_OK):
        raise _error(path, f"expected a folder that can be written to, got {folder}")
    return target


def write_out(target: Path, text: str) -> None:
    """Replace `target` by `text` in one step: readers see the old file or the new one, never a part.

    Raises InputError if that fails; `target` is then as it was.
    """
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(temporary, _mode(target))
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise _error(target, f"expected to write the file, got an error ({error.strerror})") from error


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, or that of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _error(path: Path, text: str) -> InputError:
    return InputError([Fault("--out", text)], str(path))
