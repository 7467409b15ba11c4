"""Files as text: reading and decoding them, with faults instead of Python's errors."""

from pathlib import Path

from hanabi_solver.errors import Fault, InputError


def decode(raw: bytes) -> str:
    """Bytes as UTF-8 text, a byte order mark left out; raises InputError if they are something else.

    >>> decode(b"2 r1")
    '2 r1'
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fault = Fault(f"byte {error.start + 1}", f"expected UTF-8 text, got byte {raw[error.start]:#04x}")
        raise InputError([fault]) from error


def load_text(path: str) -> str:
    """The text of a file; raises InputError, with the path as source, if it cannot be read."""
    try:
        return decode(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    except InputError as error:
        raise error.at(path) from error


def unreadable(path: str, error: OSError | ValueError, instead: str = "a readable file") -> InputError:
    """The error for a file that cannot be opened or read (ValueError: no possible file name)."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return InputError([Fault("", f"expected {instead}, got none ({reason})")], path)
