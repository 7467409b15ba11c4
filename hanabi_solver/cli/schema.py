"""`hanabi-solve schema`: the JSON Schemas of the file formats."""

from enum import StrEnum
from typing import Annotated

import typer

from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.outcome import Outcome


class SchemaName(StrEnum):
    """The formats that have a schema."""

    PUZZLE = "puzzle"
    RESULT = "result"


def schema_command(
    name: Annotated[SchemaName, typer.Argument(metavar="puzzle|result", help="Whose schema to print.")],
) -> None:
    """Print the JSON Schema of puzzle files or of results (both are kept in docs/)."""
    raise typer.Exit(guarded(lambda: _run(name)))


def _run(name: SchemaName) -> Outcome:
    from hanabi_solver.formats.puzzle_schema import puzzle_schema
    from hanabi_solver.formats.result_schema import result_schema
    from hanabi_solver.formats.validation import format_schema

    print(format_schema(puzzle_schema() if name is SchemaName.PUZZLE else result_schema()))
    return Outcome.PROVED
