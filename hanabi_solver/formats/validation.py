"""JSON text to checked data: what pydantic and the JSON reader find wrong, said as `Fault`s."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from hanabi_solver.errors import Fault, InputError

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
_TOO_DEEP = Fault("", "expected a few levels of lists and objects, got hundreds")


class StrictModel(BaseModel):
    """Base of all file models: no unknown keys, and no value turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


Model = TypeVar("Model", bound=StrictModel)


def parse_json(text: str) -> Any:
    """The data that JSON text holds; raises InputError if it is no JSON or an object has a key twice."""
    doubles: list[Fault] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        seen = dict(items)
        for key in seen:
            if sum(key == other for other, _ in items) > 1:
                doubles.append(Fault(key, "expected each key once in an object, got it twice"))
        return seen

    try:
        data = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError([Fault(place, f"expected JSON, got something else ({error.msg})")]) from error
    except RecursionError as error:
        raise InputError([_TOO_DEEP]) from error
    except ValueError as error:  # a number with thousands of digits
        raise InputError([Fault("", f"expected numbers of a usual size ({error})")]) from error
    if doubles:
        raise InputError(doubles)
    return data


def validate(model: type[Model], data: Any) -> Model:
    """`data` as `model`; raises InputError with a fault for every place that does not fit."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise InputError(list(_faults(error, data))) from error


def validate_leniently(
    model: type[Model], data: Any, stand_ins: Mapping[str, Any]
) -> tuple[Model, list[Fault]]:
    """`data` as `model`, and what had to be left out of it to make it fit.

    Unknown keys are left out; a faulty value under one of the top-level keys of `stand_ins` is
    replaced by the value given there. So one faulty key does not hide the faults of the others.
    Raises InputError if `data` still does not fit.
    """
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        faults = list(_faults(error, data))
        for detail in error.errors(include_url=False):
            location = detail["loc"]
            if detail["type"] == "extra_forbidden":
                data = _without(data, location)
            elif location and location[0] in stand_ins and location[0] in data:
                data = {**data, str(location[0]): stand_ins[str(location[0])]}
    try:
        return model.model_validate(data), faults
    except ValidationError as error:
        raise InputError(faults) from error


def _faults(error: ValidationError, data: Any) -> Iterator[Fault]:
    """One fault a place; the branches of a union ("a text or a list") are told as one."""
    expected: dict[str, list[str]] = {}
    faults: dict[str, Fault] = {}
    for detail in error.errors(include_url=False):
        place = _place(detail["loc"], data, is_missing=detail["type"] == "missing")
        kind, got = detail["type"], detail["input"]
        if kind == "missing":
            faults[place] = Fault(place, "expected a value, got none")
        elif kind == "extra_forbidden":
            faults[place] = Fault(
                place, "expected no such key", "remove it, or look up its spelling in docs/formats.md"
            )
        elif kind in _EXPECTED:
            wanted = expected.setdefault(place, [])
            if _EXPECTED[kind] not in wanted:
                wanted.append(_EXPECTED[kind])
            faults[place] = Fault(place, f"expected {' or '.join(wanted)}, got {_shorten(got)}")
        elif kind == "literal_error":
            wanted_value = detail["ctx"]["expected"]
            faults[place] = Fault(place, f"expected {wanted_value}, got {_shorten(got)}")
        else:
            faults[place] = Fault(place, f"{detail['msg']}, got {_shorten(got)}")
    # A union reports the list itself and the faulty item in it: the item says more.
    for place, fault in faults.items():
        if place in expected and any(other.startswith((f"{place}[", f"{place}.")) for other in faults):
            continue
        yield fault


def _place(location: Sequence[int | str], data: Any, *, is_missing: bool) -> str:
    """The place in the file, without the names that pydantic adds for the branches of a union."""
    parts: list[str] = []
    for index, part in enumerate(location):
        is_last_missing = is_missing and index == len(location) - 1
        if isinstance(part, int):
            parts.append(f"[{part}]")
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif is_last_missing or (isinstance(data, dict) and part in data):
            parts.append(f".{part}" if parts else part)
            data = data.get(part) if isinstance(data, dict) else None
    return "".join(parts)


def _without(data: Any, location: Sequence[int | str]) -> Any:
    """`data` without the entry at `location`."""
    if not location:
        return data
    key, rest = location[0], location[1:]
    if isinstance(data, dict) and key in data:
        if not rest:
            return {other: value for other, value in data.items() if other != key}
        return {other: _without(value, rest) if other == key else value for other, value in data.items()}
    if isinstance(data, list) and isinstance(key, int):
        return [_without(value, rest) if at == key else value for at, value in enumerate(data)]
    return _without(data, rest)  # the name of a union's branch


def _shorten(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


def format_schema(schema: Mapping[str, Any]) -> str:
    """A JSON Schema as the text that is kept in docs/, without the last line end."""
    return json.dumps(schema, indent=2, ensure_ascii=False)
