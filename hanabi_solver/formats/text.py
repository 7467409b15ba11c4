"""Files as text: reading them within bounds and decoding them, with faults instead of Python's errors."""

from pathlib import Path
from typing import BinaryIO

from hanabi_solver.errors import Fault, InputError

_MEGABYTE = 1024 * 1024
MAX_FILE_BYTES = 64 * _MEGABYTE
MAX_LINE_BYTES = _MEGABYTE


def decode(raw: bytes) -> str:
    """Bytes as UTF-8 text, a byte order mark left out; raises InputError if they are something else.

    >>> decode(b"2 r1")
    '2 r1'
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = Fault(
            f"byte {error.start + 1}",
            f"expected UTF-8 text, got byte {raw[error.start]:#04x}",
            "save the file as UTF-8",
        )
        raise InputError([fault]) from error


def read_bounded(stream: BinaryIO, head: bytes = b"") -> bytes:
    """`head` and all that is left of a stream; raises InputError if that is more than a file may hold.

    No more than that is ever read, so that an endless stream is refused as well.
    """
    pieces = [head]
    size = len(head)
    while size <= MAX_FILE_BYTES and (piece := stream.read(_MEGABYTE)):
        pieces.append(piece)
        size += len(piece)
    if size > MAX_FILE_BYTES:
        most = MAX_FILE_BYTES // _MEGABYTE
        fault = Fault("", f"expected at most {most} MB, got more", "give smaller files, one after the other")
        raise InputError([fault])
    return b"".join(pieces)


def load_text(path: str) -> str:
    """The text of a file; raises InputError, with the path as source, if it cannot be read."""
    try:
        with Path(path).open("rb") as stream:
            return decode(read_bounded(stream))
    except InputError as error:
        raise error.at(path) from error
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error


def unreadable(path: str, error: OSError | ValueError, instead: str = "a readable file") -> InputError:
    """The error for a file that cannot be opened or read (ValueError: no possible file name)."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return InputError([Fault("", f"{reason}: expected {instead}")], path)
