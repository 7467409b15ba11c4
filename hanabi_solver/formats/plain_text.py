"""Text that was read (titles, names, sources, seeds), made fit to be shown: it can command no terminal."""

import os
import shlex
import unicodedata
from collections.abc import Sequence

# Line ends and tabulators separate words; all other controls do not.
_BLANKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
# Joiners belong to words: Persian and Indian spelling, and pictures made of several, need them.
_JOINERS = frozenset("\u200c\u200d")
_REFUSED = frozenset({"Cc", "Cf"})


def without_controls(text: str) -> str:
    """The text without control characters and without those that turn the direction of what follows.

    Escape sequences, C1 controls, bidirectional marks and other invisible formats are dropped; what is left
    of them is harmless text. Line ends and tabulators become blanks, so that the length in lines stays one.

    >>> without_controls("a\\x1b[31mb\\u202ec\\nd")
    'a[31mbc d'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if character in _BLANKS else character
        for character in text
        if character in _BLANKS or character in _JOINERS or unicodedata.category(character) not in _REFUSED
    )


def shell_quoted(text: str) -> str:
    """A name as a shell takes it, in one line of text that commands no terminal (bash, zsh, ksh: $'...').

    >>> print(shell_quoted("a proof"), shell_quoted("a\\x1b[31m proof"))
    'a proof' $'a\\x1b[31m proof'
    """
    if without_controls(text) == text and not any(map(_is_surrogate, text)):
        return shlex.quote(text)
    return f"$'{''.join(map(_escaped, text))}'"


def _is_surrogate(character: str) -> bool:
    """Whether it is for a byte of a file name that is no text."""
    return "\ud800" <= character <= "\udfff"


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if without_controls(character) == character and not _is_surrogate(character):
        return character
    return "".join(f"\\x{byte:02x}" for byte in os.fsencode(character))


def one_line(text: str) -> str:
    """The same without blanks around it: a title or name to be shown.

    >>> one_line(" First\\r\\n")
    'First'
    """
    return without_controls(text).strip()


def player_names(players: Sequence[str]) -> list[str]:
    """The players' names as text that does nothing to a terminal."""
    names = []
    for number, player in enumerate(players, start=1):
        names.append(one_line(player) or f"player {number}")
    return names
