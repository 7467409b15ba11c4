"""The files of a certificate: what is in them, written and read."""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, TypeAdapter

from hanabi_solver.deal import Position
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.formats.text import load_text
from hanabi_solver.formats.validation import StrictModel, parse_json, validate
from hanabi_solver.model.task import Model
from hanabi_solver.moves import Move, format_move, parse_move

SCHEMA = 1
DEAL, LINE, PROOF = "deal.json", "line.json", "proof.json"
CNF, LEGEND, DRAT = "model.cnf", "legend.tsv", "proof.drat"


class Kind(StrEnum):
    """What proves that no line scores more."""

    BOUND = "bound"
    CLAUSES = "clauses"
    NONE = "none"


class LineFile(StrictModel):
    """line.json: a line that reaches a score."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    deal: str = Field(description="SHA-256 of deal.json, in hexadecimal digits.")
    score: int = Field(description="The score that the line reaches.")
    moves: list[str] = Field(
        description='"play CARD", "discard CARD" (deck index in deal.json) or "clue SEAT SUIT_OR_RANK".'
    )


class ProofFile(StrictModel):
    """proof.json: why no line scores more than `upper`."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    deal: str = Field(description="SHA-256 of deal.json, in hexadecimal digits.")
    upper: int = Field(description="No line scores more than this.")
    kind: Literal["bound", "clauses", "none"] = Field(
        description="bound: recomputed from the deal; clauses: model.cnf and proof.drat; none: no proof."
    )
    bound: str | None = Field(default=None, description="Name of the bound (kind bound).")
    model: Literal["used-cards", "kept-cards", "free-clues"] | None = Field(
        default=None, description="Which model the clauses are (kind clauses)."
    )
    text: str = Field(description="The reason in a sentence.")


@dataclass(frozen=True, slots=True)
class LineClaim:
    """What line.json claims."""

    deal: str
    score: int
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class ProofClaim:
    """What proof.json claims."""

    deal: str
    upper: int
    kind: Kind
    bound: str | None
    model: Model | None
    text: str


def digest(text: str) -> str:
    """The SHA-256 of a text, which ties files to their deal.

    >>> digest("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def format_line(deal: str, score: int, line: tuple[Move, ...], letters: str) -> str:
    """The text of line.json; `deal` is that of deal.json."""
    moves = [format_move(move, letters) for move in line]
    data = {"schema": SCHEMA, "deal": digest(deal), "score": score, "moves": moves}
    return json.dumps(data, indent=1) + "\n"


def format_proof(claim: ProofClaim) -> str:
    """The text of proof.json."""
    data = {
        "schema": SCHEMA,
        "deal": claim.deal,
        "upper": claim.upper,
        "kind": claim.kind.value,
        "bound": claim.bound,
        "model": claim.model and claim.model.value,
        "text": claim.text,
    }
    return json.dumps({key: value for key, value in data.items() if value is not None}, indent=1) + "\n"


def certificate_schema() -> dict[str, Any]:
    """The JSON Schema of line.json and proof.json."""
    schema = TypeAdapter(LineFile | ProofFile).json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hanabi solver certificate",
        "description": "line.json or proof.json of a certificate (docs/proof.md).",
        **schema,
    }


def load_deal(folder: Path) -> tuple[str, Position]:
    """The text of deal.json, and the position where its play starts; raises InputError if it is faulty."""
    path = str(folder / DEAL)
    text = load_text(path)
    return text, parse_puzzle(text, path).position.checked()


def load_line(folder: Path, position: Position) -> LineClaim:
    """What line.json claims; raises InputError if it is faulty."""
    path = str(folder / LINE)
    try:
        file = validate(LineFile, _versioned(parse_json(load_text(path))))
        letters = position.rules.letters
        line = tuple(_move(text, number, letters) for number, text in enumerate(file.moves))
    except InputError as error:
        raise error.at(path) from error
    return LineClaim(file.deal, file.score, line)


def load_proof(folder: Path) -> ProofClaim:
    """What proof.json claims; raises InputError if it is faulty."""
    path = str(folder / PROOF)
    try:
        file = validate(ProofFile, _versioned(parse_json(load_text(path))))
        kind = Kind(file.kind)
        if (file.bound is not None) != (kind is Kind.BOUND):
            raise InputError([Fault("bound", "expected the name of a bound exactly with kind bound")])
        if (file.model is not None) != (kind is Kind.CLAUSES):
            raise InputError([Fault("model", "expected the name of a model exactly with kind clauses")])
    except InputError as error:
        raise error.at(path) from error
    model = None if file.model is None else Model(file.model)
    return ProofClaim(file.deal, file.upper, kind, file.bound, model, file.text)


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
