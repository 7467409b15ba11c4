"""The files of a certificate: what is in them, written and read."""

import hashlib
import json
import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.formats.text import MAX_FILE_BYTES, decode, unreadable
from hanabi_solver.formats.validation import StrictModel, parse_json, validate
from hanabi_solver.game.moves import Move, format_move, parse_move
from hanabi_solver.game.position import Position
from hanabi_solver.names import COUNTED_BOUNDS, BoundName, Model

SCHEMA = 1
DEAL, LINE, PROOF = "deal.json", "line.json", "proof.json"
CNF, LEGEND, DRAT = "model.cnf", "legend.tsv", "proof.drat"


class CannotCheckError(InputError):
    """Something keeps a certificate from being checked, which says nothing about what it claims."""


class ProofKind(StrEnum):
    """What proves that no line scores more.

    WAYS: a proof for each way to stack the suits, where they have no set order.
    """

    BOUND = "bound"
    CLAUSES = "clauses"
    WAYS = "ways"
    NONE = "none"


class LineFile(StrictModel):
    """line.json: a line that reaches a score."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    deal: str = Field(description="SHA-256 of deal.json, in hexadecimal digits.")
    score: int = Field(description="The score that the line reaches.")
    moves: list[str] = Field(
        description='"play CARD", "discard CARD" (deck index in deal.json) or "clue SEAT SUIT_OR_RANK".'
    )


class WayFile(StrictModel):
    """The proof for one way to stack the suits, where they have no set order."""

    way: str = Field(description='The way: "r up, g down", or "r from 3, g from 1".')
    kind: Literal["bound", "clauses"] = Field(description="As in proof.json.")
    bound: str | None = Field(default=None, description="Name of the bound (kind bound).")
    model: Literal["used-cards", "kept-cards", "kept-cards-by-turns"] | None = Field(
        default=None, description="Which model the clauses are (kind clauses)."
    )
    number: int | None = Field(
        default=None, description="Kind clauses: the files are model-NUMBER.cnf and so on.", ge=1
    )


class ProofFile(StrictModel):
    """proof.json: why no line scores more than `upper`."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    deal: str = Field(description="SHA-256 of deal.json, in hexadecimal digits.")
    upper: int = Field(description="No line scores more than this.")
    kind: Literal["bound", "clauses", "ways", "none"] = Field(
        description="bound: recomputed from the deal; clauses: model.cnf and proof.drat; ways: one proof for "
        "each way to stack the suits; none: no proof."
    )
    bound: str | None = Field(default=None, description="Name of the bound (kind bound).")
    model: Literal["used-cards", "kept-cards", "kept-cards-by-turns"] | None = Field(
        default=None, description="Which model the clauses are (kind clauses)."
    )
    ways: list[WayFile] = Field(default=[], description="Kind ways: a proof for each of them.")
    text: str = Field(description="The reason in a sentence.")


@dataclass(frozen=True, slots=True)
class LineClaim:
    """What line.json claims."""

    deal: str
    score: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class WayClaim:
    """What proof.json claims of one way to stack the suits; `number` is that of its files, if it has some."""

    way: str
    kind: ProofKind
    bound: str | None = None
    model: Model | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ProofClaim:
    """What proof.json claims."""

    deal: str
    upper: int
    kind: ProofKind
    bound: str | None
    model: Model | None
    text: str
    ways: tuple[WayClaim, ...] = ()


def numbered(name: str, number: int | None) -> str:
    """The name of a file of the proof with this number; None where there is one proof.

    >>> numbered(CNF, 7), numbered(DRAT, None)
    ('model-7.cnf', 'proof.drat')
    """
    stem, suffix = name.split(".")
    return name if number is None else f"{stem}-{number}.{suffix}"


def digest(data: bytes) -> str:
    """The SHA-256 of a file, byte for byte as sha256sum gives it, which ties files to their deal.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(data).hexdigest()


def format_line(deal: bytes, score: int, line: tuple[Move, ...], letters: str) -> str:
    """The text of line.json; `deal` is what deal.json holds.

    >>> import json
    >>> from hanabi_solver.game.moves import Play
    >>> json.loads(format_line(b"", 1, (Play(0),), "r"))["moves"]
    ['play 0']
    """
    moves = [format_move(move, letters) for move in line]
    data = {"schema": SCHEMA, "deal": digest(deal), "score": score, "moves": moves}
    return json.dumps(data, indent=1) + "\n"


def format_proof(claim: ProofClaim) -> str:
    """The text of proof.json.

    >>> claim = ProofClaim(digest(b""), 24, ProofKind.NONE, None, None, "a search")
    >>> print(format_proof(claim).split(",")[2].strip())
    "upper": 24
    """
    data = {
        "schema": SCHEMA,
        "deal": claim.deal,
        "upper": claim.upper,
        "kind": claim.kind.value,
        "bound": claim.bound,
        "model": claim.model and claim.model.value,
        "ways": [_way_data(way) for way in claim.ways] or None,
        "text": claim.text,
    }
    return json.dumps({key: value for key, value in data.items() if value is not None}, indent=1) + "\n"


def _way_data(way: WayClaim) -> dict[str, Any]:
    model = way.model and way.model.value
    data = {"way": way.way, "kind": way.kind.value, "bound": way.bound, "model": model, "number": way.number}
    return {key: value for key, value in data.items() if value is not None}


def certificate_schema() -> dict[str, Any]:
    """The JSON Schema of line.json and proof.json.

    >>> certificate_schema()["title"]
    'Hanabi solver certificate'
    """
    schema = TypeAdapter(LineFile | ProofFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi solver certificate",
        "description": "line.json or proof.json of a certificate (docs/proof.md).",
        **schema,
    }


def read_regular(path: Path, most: int = MAX_FILE_BYTES) -> bytes:
    """What a file of a certificate holds.

    Raises InputError if there is none, and CannotCheckError if it is no regular one, cannot be read or has
    more than `most` bytes, of which none is read then. A pipe or device is refused rather than waited for: a
    certificate may come from anyone.

    >>> read_regular(Path("/no/such/file"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hanabi_solver.errors.InputError: /no/such/file: No such file or directory: expected a regular file
    """
    return _read(path, most, most)


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of such a file, at most so many; raises what `read_regular` does."""
    return _read(path, most, None)


def _read(path: Path, most: int, largest: int | None) -> bytes:
    try:
        with open(path, "rb", opener=_open_at_once) as stream:
            found = os.fstat(stream.fileno())
            if not stat.S_ISREG(found.st_mode):
                text = "expected a regular file, got a pipe or device"
                raise CannotCheckError([Fault("", text)], str(path))
            if largest is not None and found.st_size > largest:
                text = f"expected at most {largest >> 20} MB, got more"
                raise CannotCheckError([Fault("", text)], str(path))
            return stream.read(most)
    except InputError:
        raise
    except FileNotFoundError as error:
        raise unreadable(str(path), error, "a regular file") from error
    except (OSError, ValueError) as error:
        faults = unreadable(str(path), error, "a file that can be read").faults
        raise CannotCheckError(faults, str(path)) from error


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without a wait for the other end of a pipe, where pipes have names."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def load_deal(folder: Path) -> tuple[bytes, Position]:
    """What deal.json holds, and the position where its play starts; raises InputError if it is faulty."""
    path = folder / DEAL
    data = read_regular(path)
    return data, parse_puzzle(_text(data, path), str(path)).position.checked()


def load_line(folder: Path, position: Position) -> LineClaim:
    """What line.json claims; raises InputError if it is faulty."""
    path = folder / LINE
    data = read_regular(path)
    try:
        file = validate(LineFile, _versioned(parse_json(_text(data, path))))
        letters = position.rules.clue_letters
        line = tuple(_move(text, number, letters) for number, text in enumerate(file.moves))
    except InputError as error:
        raise error.at(str(path)) from error
    return LineClaim(file.deal, file.score, line)


def load_proof(folder: Path) -> ProofClaim:
    """What proof.json claims; raises InputError if it is faulty."""
    path = folder / PROOF
    data = read_regular(path)
    try:
        file = validate(ProofFile, _versioned(parse_json(_text(data, path))))
        kind = ProofKind(file.kind)
        if (file.bound is not None) != (kind is ProofKind.BOUND):
            raise InputError([Fault("bound", "expected the name of a bound exactly with kind bound")])
        if (file.model is not None) != (kind is ProofKind.CLAUSES):
            raise InputError([Fault("model", "expected the name of a model exactly with kind clauses")])
        if bool(file.ways) != (kind is ProofKind.WAYS):
            raise InputError([Fault("ways", "expected proofs for ways exactly with kind ways")])
        ways = tuple(_way(way, index) for index, way in enumerate(file.ways))
    except InputError as error:
        raise error.at(str(path)) from error
    model = None if file.model is None else Model(file.model)
    return ProofClaim(file.deal, file.upper, kind, file.bound, model, file.text, ways)


def _way(file: WayFile, index: int) -> WayClaim:
    kind = ProofKind(file.kind)
    place, clausal = f"ways[{index}]", (file.model, file.number)
    if kind is ProofKind.BOUND:
        if file.bound not in (BoundName.GAME_OVER, *COUNTED_BOUNDS) or clausal != (None, None):
            text = "expected the name of a bound and neither a model nor a number with kind bound"
            raise InputError([Fault(place, text)])
    elif file.bound is not None or None in clausal:
        raise InputError([Fault(place, "expected a model and a number and no bound with kind clauses")])
    model = None if file.model is None else Model(file.model)
    return WayClaim(file.way, kind, file.bound, model, file.number)


def _text(data: bytes, path: Path) -> str:
    try:
        return decode(data)
    except InputError as error:
        raise error.at(str(path)) from error


def _versioned(data: Any) -> Any:
    """The data, if its version is the whole number: Python takes true and 1.0 for the same."""
    if isinstance(data, dict) and type(data.get("schema", SCHEMA)) is not int:
        raise InputError([Fault("schema", f"expected the whole number {SCHEMA}, got another value")])
    return data


def _move(text: str, number: int, letters: str) -> Move:
    try:
        return parse_move(text, letters)
    except InputError as error:
        faults = [Fault(f"moves[{number}]", fault.text, fault.help) for fault in error.faults]
        raise InputError(faults) from error
