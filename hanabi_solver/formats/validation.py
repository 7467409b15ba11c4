"""JSON text to checked data: what pydantic and the JSON reader find wrong, said as `Fault`s."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import capped, shorten

# What pydantic calls a wrong type, and what was expected instead.
_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
# What Python's JSON reader calls a text that is no JSON, and what was expected there instead.
_JSON_EXPECTED = {
    "Expecting value": "a value",
    "Expecting property name enclosed in double quotes": 'a key in double quotes, or "}"',
    "Expecting ',' delimiter": "a comma or the end of the list or object",
    "Expecting ':' delimiter": "a colon after the key",
    "Unterminated string starting at": "a text with a double quote at its end",
    "Invalid control character at": "no line end, tabulator or the like in a text",
    "Illegal trailing comma before end of object": "no comma before the end of an object",
    "Illegal trailing comma before end of array": "no comma before the end of a list",
    "Extra data": "the end after the first value",
}
_JSON_HELP = {
    "Extra data": "a file holds one JSON object: write the others to files of their own",
    "Invalid control character at": r"write a line end in a text as \n, a tabulator as \t",
}
# Comments of other languages, which Python's reader reports by what it expected in their place.
_COMMENTS = ("//", "/*", "#")
# No file that makes sense has more; what follows takes time and space for each value.
_MAX_VALUES = 200_000
_MAX_DEPTH = 50
_TOO_DEEP = "expected a few levels of lists and objects, got too many"
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAYBE_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")
_LONG_NUMBER = re.compile(r"[0-9]{1000,}")


class StrictModel(BaseModel):
    """Base of all file models: no unknown keys, and no value turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


Model = TypeVar("Model", bound=StrictModel)


def parse_json(text: str, most_values: int = _MAX_VALUES, *, unusual: list[Fault] | None = None) -> Any:
    """The data that JSON text holds.

    Raises InputError if it is no JSON, has a key twice in an object, half of a character in a text, or
    more values or levels than any file that makes sense (`most_values` for a list of games). Keys that
    stand twice are added to `unusual`, if that is given, with the last value of each in the data.
    """
    doubles: list[Fault] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        seen = dict(items)
        if len(seen) < len(items):
            counts = Counter(key for key, _ in items)
            for key, number in counts.items():
                if number > 1:
                    got = "twice" if number == 2 else f"{number} times"
                    text = f"expected each key once in an object, got it {got}"
                    doubles.append(Fault(_key(key), text, "keep one of them"))
        return seen

    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_constant=_refuse_constant)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError([_json_fault(error)]) from error
    except RecursionError as error:
        raise InputError([Fault("", _TOO_DEEP)]) from error
    except ValueError as error:  # a number with thousands of digits
        match = _LONG_NUMBER.search(text)
        fault = Fault(
            _line_and_column(text, match.start() if match else 0), "expected numbers of a usual size"
        )
        raise InputError([fault]) from error
    may_hold = _MAYBE_SURROGATE.search(text) is not None
    faults = list(_unusual(data, most_values, may_hold_surrogates=may_hold))
    if faults or (doubles and unusual is None):
        raise InputError(capped([*doubles, *faults]))
    if unusual is not None:
        unusual.extend(doubles)
    return data


def _refuse_constant(name: str) -> None:
    raise InputError([Fault("", f"expected numbers of a usual size, got {name}")])


def _json_fault(error: json.JSONDecodeError) -> Fault:
    what = error.msg
    wanted = _JSON_EXPECTED.get(what, "another text")
    if what.startswith("Invalid \\"):
        wanted = 'a backslash only in front of one of "\\/bfnrtu (after u, four hexadecimal digits)'
    advice = _JSON_HELP.get(what, "")
    rest = error.doc[error.pos : error.pos + 200]
    if rest.lstrip().startswith(_COMMENTS):
        rest = rest.lstrip()
        wanted, advice = "no comment, as JSON has none", "remove all comments (//, /* */ and #)"
    line = rest[:40].splitlines()
    got = json.dumps(shorten(line[0]), ensure_ascii=False) if line and line[0] else "the end of the line"
    if not error.doc[error.pos :].strip():
        got = "the end of the file"
    text = f"expected JSON, here {wanted}, got {got}"
    return Fault(f"line {error.lineno}, column {error.colno}", text, advice)


def _line_and_column(text: str, at: int) -> str:
    return f"line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"


def _unusual(data: Any, most_values: int, *, may_hold_surrogates: bool) -> list[Fault]:
    """What no file that makes sense has, and what the steps after this one rely on not to meet."""
    faults: list[Fault] = []
    left = [(data, "", 0)]
    number = 0
    while left:
        value, place, depth = left.pop()
        inner: Iterable[tuple[str, Any]] = ()
        if isinstance(value, dict):
            number += len(value)
            if may_hold_surrogates and any(_SURROGATE.search(key) for key in value):
                faults.append(_half_a_character(place, "a key"))
            inner = value.items()
        elif isinstance(value, list):
            number += len(value)
            inner = ((f"[{index}]", item) for index, item in enumerate(value))
        elif may_hold_surrogates and isinstance(value, str) and _SURROGATE.search(value):
            faults.append(_half_a_character(place, "a text"))
        if number > most_values:
            return [Fault(place, f"expected a file of at most {most_values} values, got more")]
        if depth > _MAX_DEPTH:
            return [Fault(place, _TOO_DEEP)]
        for part, item in inner:
            if may_hold_surrogates or isinstance(item, dict | list):
                left.append((item, _join(place, part), depth + 1))
    return faults


def _half_a_character(place: str, what: str) -> Fault:
    return Fault(
        place,
        f"expected whole characters, got {what} with half of one (a surrogate, \\ud800 to \\udfff)",
        "write the character itself, or both halves one after the other",
    )


def _key(key: str) -> str:
    """A key of a file as part of a place: shortened, and quoted as JSON does if it is out of the ordinary."""
    shown = shorten(key)
    return shown if shown.isprintable() else json.dumps(shown)


def _join(place: str, part: str) -> str:
    if part.startswith("["):
        return f"{place}{part}"
    return f"{place}.{_key(part)}" if place else _key(part)


def validate(model: type[Model], data: Any) -> Model:
    """`data` as `model`; raises InputError with a fault for every place that does not fit."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(capped([fault for _, fault in _faulty_places(error, data)])) from error


def validate_leniently(
    model: type[Model], data: Any, stand_ins: Mapping[str, Any]
) -> tuple[Model, list[Fault], list[str]]:
    """`data` as `model`, what was wrong with it, and the places of the values that others stand in for.

    Unknown keys are taken out of `data` itself. A faulty value is replaced by the stand-in of the longest
    place around it that has one: `stand_ins` are by place with numbers left out and `*` for any key, like
    "hands[]" or "rules.*", and `LEFT_OUT` takes the key out. So one faulty value does not hide the faults
    of others. Raises InputError if `data` still does not fit.
    """
    try:
        return model.model_validate(data), [], []
    except ValidationError as error:
        found = list(_faulty_places(error, data))
        extra = [detail["loc"] for detail in error.errors(include_url=False) if _is_extra(detail)]
    gone = {_path(location, data, is_missing=False) for location in extra}
    for location in extra:
        _remove(data, location)
    replaced: list[str] = []
    for path, _ in found:
        at = next((at for at in _stand_in_places(path) if at[1] in stand_ins), None)
        if at is not None and path not in gone:
            _put(data, path[: at[0]], stand_ins[at[1]])
            replaced.append(_place(path[: at[0]]))
    faults = [fault for _, fault in found]
    try:
        return model.model_validate(data), faults, replaced
    except ValidationError as error:
        raise InputError(capped(faults)) from error


# What stands in for the value of a key that is rather taken out.
LEFT_OUT = object()
Path = tuple[int | str, ...]


def _stand_in_places(path: Path) -> Iterator[tuple[int, str]]:
    """The places around a value that may have a stand-in, the longest first, with their lengths."""
    for length in range(len(path), 0, -1):
        yield length, _joined(path[:length])
        if isinstance(path[length - 1], str):
            yield length, _joined((*path[: length - 1], "*"))


def _joined(path: Path) -> str:
    """A path with numbers left out.

    >>> _joined(("hands", 1, 2)), _joined(("rules", "suits"))
    ('hands[][]', 'rules.suits')
    """
    return "".join("[]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _put(data: Any, path: Sequence[Any], value: Any) -> None:
    """Put a value in the place of another; where that is gone with what was around it, do nothing."""
    for part in path[:-1]:
        data = data[part] if isinstance(data, dict | list) else None
    if isinstance(data, dict) and value is LEFT_OUT:
        data.pop(path[-1], None)
    elif isinstance(data, dict | list):
        data[path[-1]] = value


def _is_extra(detail: Any) -> bool:
    return bool(detail["type"] == "extra_forbidden")


def _faulty_places(error: ValidationError, data: Any) -> Iterator[tuple[Path, Fault]]:
    """One fault a place, with its path; the branches of a union ("a text or a list") are reported as one."""
    expected: dict[str, list[str]] = {}
    faults: dict[str, Fault] = {}
    paths: dict[str, Path] = {}
    for detail in error.errors(include_url=False):
        path = _path(detail["loc"], data, is_missing=detail["type"] == "missing")
        place = _place(path)
        paths[place] = path
        kind, got = detail["type"], detail["input"]
        if kind == "missing":
            faults[place] = Fault(place, "expected a value, got none", "add this key")
        elif kind == "extra_forbidden":
            faults[place] = Fault(
                place, "expected no such key", "remove it, or look up its spelling in docs/formats.md"
            )
        elif kind in _EXPECTED:
            wanted = expected.setdefault(place, [])
            if _EXPECTED[kind] not in wanted:
                wanted.append(_EXPECTED[kind])
            faults[place] = Fault(place, f"expected {' or '.join(wanted)}, got {as_json(got)}")
        elif kind in ("literal_error", "enum"):
            wanted_value = detail["ctx"]["expected"]
            faults[place] = Fault(place, f"expected {wanted_value}, got {as_json(got)}")
        elif kind == "greater_than_equal":
            faults[place] = Fault(place, f"expected at least {detail['ctx']['ge']}, got {as_json(got)}")
        else:
            faults[place] = Fault(place, f"expected another value, got {as_json(got)}")
    # A union reports the list itself and the faulty item in it: the item says more.
    outer = {place[:at] for place in faults for at, character in enumerate(place) if character in "[."}
    for place, fault in faults.items():
        if place not in expected or place not in outer:
            yield paths[place], fault


def _path(location: Sequence[int | str], data: Any, *, is_missing: bool) -> Path:
    """The way to a value in the file, without the names that pydantic adds for the branches of a union."""
    path: list[int | str] = []
    for index, part in enumerate(location):
        is_last_missing = is_missing and index == len(location) - 1
        if isinstance(part, int):
            path.append(part)
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif is_last_missing or (isinstance(data, dict) and part in data):
            path.append(part)
            data = data.get(part) if isinstance(data, dict) else None
    return tuple(path)


def _place(path: Path) -> str:
    place = ""
    for part in path:
        place = _join(place, f"[{part}]" if isinstance(part, int) else part)
    return place


def _remove(data: Any, location: Sequence[int | str]) -> None:
    """Take the entry at `location` out of `data`."""
    for key in location[:-1]:
        is_here = isinstance(key, int) if isinstance(data, list) else isinstance(data, dict) and key in data
        if is_here:  # else it is the name of a union's branch
            data = data[key]
    if isinstance(data, dict):
        data.pop(location[-1], None)


def as_json(value: Any) -> str:
    """A value of a file as JSON, shortened; it must not hold more levels than `parse_json` lets pass.

    >>> as_json(None), as_json("r1")
    ('null', '"r1"')
    """
    return shorten(json.dumps(value, ensure_ascii=False))


def format_schema(schema: Mapping[str, Any]) -> str:
    """A JSON Schema as the text that is kept in docs/, without the last line end."""
    return json.dumps(schema, indent=2, ensure_ascii=False)
