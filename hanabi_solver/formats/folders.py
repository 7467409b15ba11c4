"""Which files of a folder are read, by every command that takes folders of puzzles or games."""

import os
from collections.abc import Iterable, Iterator

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.entry import BadEntry
from hanabi_solver.formats.text import unreadable

_STDIN = "-"
# Puzzles, and games as hanab.live exports them; what else lies there (notes, pages, lists) is given by name.
_ENDING = ".json"


def is_folder(source: str) -> bool:
    """Whether a source is a folder; "-" is stdin, whatever there is of that name.

    >>> is_folder("puzzles"), is_folder("puzzles/hold-the-four.json"), is_folder("-")
    (True, False, False)
    """
    return source != _STDIN and os.path.isdir(source)


def files_in(folder: str, noun: str) -> list[str]:
    """The files of a folder that are read, sorted by name: `*.json` in capitals or not, no hidden ones.

    Folders inside it are not looked into, so that no link can lead round in a circle, and pipes and the like
    are left out, as they may never end. A link that leads nowhere is in, to be reported where it is opened.
    Raises InputError, with `noun` for what was expected, if the folder cannot be read or holds no such file.
    """
    try:
        names = os.listdir(folder)
    except OSError as error:
        raise unreadable(folder, error, "a folder that can be read") from error
    paths = [os.path.join(folder, name) for name in sorted(names) if _is_wanted(name)]
    if files := [path for path in paths if os.path.isfile(path) or not os.path.exists(path)]:
        return files
    advice = "files of other names are given one by one, and so are folders inside the folder"
    fault = Fault("", f"expected {noun} files (*{_ENDING}) in the folder, got none", advice)
    raise InputError([fault], folder)


def files_of(sources: Iterable[str], noun: str) -> Iterator[str | BadEntry]:
    """The sources in order, each folder as its files, or as what is wrong with it."""
    for source in sources:
        if not is_folder(source):
            yield source
            continue
        try:
            yield from files_in(source, noun)
        except InputError as error:
            yield BadEntry(source, error)


def _is_wanted(name: str) -> bool:
    return name.lower().endswith(_ENDING) and not name.startswith(".")
