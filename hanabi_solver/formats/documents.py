"""JSON documents as entries: one puzzle or game, a list of them, or one a line (JSON lines)."""

import json
from collections.abc import Iterator
from typing import Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.entry import UNCHANGED, BadEntry, Changes, Entry, Line, SourceFormat, read_json
from hanabi_solver.formats.faults import capped_error
from hanabi_solver.formats.text import decode

# A page of hanab.live's lists of games is an object with the games under this key.
_ROWS = "rows"
# A list holds many games, each of which may be as large as a file of one (see `validation`).
_MOST_VALUES_OF_A_LIST = 10_000_000


def is_json_start(line: bytes) -> bool:
    """Whether a line begins a JSON object or list, or a comment as other languages have it.

    >>> is_json_start(b"{}"), is_json_start(b"/* a game */"), is_json_start(b"2 r1r1")
    (True, True, False)
    """
    return line.lstrip().startswith((b"{", b"[", b"//", b"/*"))


def is_whole_object(line: bytes) -> bool:
    """Whether a line is one whole JSON object by itself."""
    if not line.lstrip().startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_document(
    raw: bytes, name: str, form: SourceFormat | None, turn: int | None, changes: Changes = UNCHANGED
) -> Iterator[Entry | BadEntry | Line]:
    """The entries of a JSON document: those of a list still to be read, each named with its place in it."""
    if not (raw.lstrip().startswith(b"[") or f'"{_ROWS}"'.encode() in raw):
        yield read_json(raw, name, form, turn, changes)
        return
    from hanabi_solver.formats.validation import as_json, parse_json  # brings pydantic

    try:
        data = parse_json(decode(raw), _MOST_VALUES_OF_A_LIST)
        values = _listed(data)
        if values == []:
            raise InputError([Fault("", "expected a game or puzzle, got an empty list")])
    except InputError as error:
        yield BadEntry(name, capped_error(error, name))
        return
    if values is None:
        yield read_json(raw, name, form, turn, changes)
        return
    for part, value in values:
        place = f"{name}{part}" if part.startswith("[") else f"{name}:{part}"
        if isinstance(value, dict | str):
            text = value if isinstance(value, str) else json.dumps(value)
            yield Line(text.encode("utf-8", "surrogatepass"), place, form, turn, changes)
        else:
            text = f"expected a game, puzzle, seed or link in a list, got {as_json(value)}"
            yield BadEntry(place, InputError([Fault("", text)], place))


def _listed(data: Any) -> list[tuple[str, Any]] | None:
    """The values in a list of games, with their places; None if the data is one game itself.

    >>> _listed({"players": 2}) is None, _listed([{}])
    (True, [('[0]', {})])
    """
    if isinstance(data, list):
        return [(f"[{index}]", value) for index, value in enumerate(data)]
    if isinstance(data, dict) and isinstance(data.get(_ROWS), list) and "players" not in data:
        return [(f"{_ROWS}[{index}]", value) for index, value in enumerate(data[_ROWS])]
    return None
