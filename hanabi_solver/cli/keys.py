"""Single keys of a terminal, without waiting for Enter; needs termios, which Windows lacks."""

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

# Escape sequences come at once; a lone Escape is followed by nothing for this long (seconds).
_PAUSE = 0.05


class Key(StrEnum):
    """Keys that are no characters."""

    LEFT = "left"
    RIGHT = "right"
    HOME = "home"
    END = "end"
    ENTER = "enter"
    BACKSPACE = "backspace"
    ESCAPE = "escape"
    CLOSED = "closed"
    OTHER = "other"


_SEQUENCES = {
    b"[D": Key.LEFT,
    b"OD": Key.LEFT,
    b"[C": Key.RIGHT,
    b"OC": Key.RIGHT,
    b"[H": Key.HOME,
    b"OH": Key.HOME,
    b"[1~": Key.HOME,
    b"[7~": Key.HOME,
    b"[F": Key.END,
    b"OF": Key.END,
    b"[4~": Key.END,
    b"[8~": Key.END,
}
_CHARACTERS = {
    b"\r": Key.ENTER,
    b"\n": Key.ENTER,
    b"\x7f": Key.BACKSPACE,
    b"\x08": Key.BACKSPACE,
    b"\x04": Key.CLOSED,
    b"": Key.CLOSED,
}


def can_read_keys() -> bool:
    """Whether this system can read single keys."""
    try:
        import termios  # noqa: F401 (only whether it is there)
    except ImportError:
        return False
    return True


@contextmanager
def single_keys(descriptor: int) -> Iterator[None]:
    """Let a terminal hand over each key at once, unseen; as it was before when this ends."""
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_key(descriptor: int) -> Key | str:
    """The next key: a `Key`, or the character that it writes."""
    first = os.read(descriptor, 1)
    if first in _CHARACTERS:
        return _CHARACTERS[first]
    if first == b"\x1b":
        return _read_sequence(descriptor)
    return first.decode("ascii") if first.isascii() and first.decode("ascii").isprintable() else Key.OTHER


def _read_sequence(descriptor: int) -> Key:
    sequence = b""
    while select.select([descriptor], [], [], _PAUSE)[0] and (byte := os.read(descriptor, 1)):
        sequence += byte
        if len(sequence) > 1 and (byte.isalpha() or byte == b"~"):
            break
    return _SEQUENCES.get(sequence, Key.OTHER) if sequence else Key.ESCAPE
