"""Files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.paths import check_target

# In characters, of which each can take four bytes; a folder's names are usually limited to 255.
_MOST_PREFIX = 25


@contextmanager
def replacing(path: Path, place: str) -> Iterator[Path]:
    """A file to write to, which takes the place of `path` in one step if the block is left without error.

    Readers see the old file or the new one, never a part. It is empty, in the same folder, and its name ends
    like that of `path`. Of a link, the file that it leads to is replaced; a file keeps its mode. Raises
    InputError, its fault at `place`, for what `check_target` refuses and if writing fails; `path` is then as
    it was.
    """
    target = check_target(path, place)
    try:
        descriptor, name = tempfile.mkstemp(
            # Shortened, since a name as long as can be has no room for more.
            prefix=f".{target.stem[:_MOST_PREFIX]}.",
            suffix=target.suffix[-_MOST_PREFIX:],
            dir=target.parent,
        )
        os.close(descriptor)
        unfinished = Path(name)
        try:
            yield unfinished
            with unfinished.open("r+b") as stream:
                os.fsync(stream.fileno())
            unfinished.chmod(_mode(target))
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritten(target, error, place) from error


@contextmanager
def made(folder: Path) -> Iterator[None]:
    """A folder that is there, made with those above it if need be; if the block fails, these go again.

    What is in one by then stays, and so does the folder. Raises OSError where it cannot be made.
    """
    missing = [each for each in (folder, *folder.parents) if not os.path.lexists(each)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise


def unwritten(target: Path, error: OSError, place: str) -> InputError:
    """The error for a file that could not be written."""
    text = f"expected to write the file, got an error ({error.strerror or error})"
    return InputError([Fault(place, text)], str(target))


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, or that of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
