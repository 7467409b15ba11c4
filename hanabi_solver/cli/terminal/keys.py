"""Single keys of a terminal, without waiting for Enter; needs termios, which Windows lacks."""

import os
import select
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
    REDRAW = "redraw"
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


def read_key(descriptor: int, woken: int | None = None) -> Key | str:
    """The next key: a `Key`, or the character that it writes.

    What comes on `woken`, a pipe that does not block, is taken from there, and is `Key.REDRAW`.
    """
    if woken is not None and woken in select.select([descriptor, woken], [], [])[0]:
        os.read(woken, 4096)
        return Key.REDRAW
    try:
        first = os.read(descriptor, 1)
    except OSError:  # the terminal is gone
        return Key.CLOSED
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
