"""`hanabi-solve schema`: the JSON Schemas of the file formats."""

from enum import StrEnum
from typing import Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.guard import guarded


class SchemaName(StrEnum):
    """The formats that have a schema."""

    PUZZLE = "puzzle"
    RESULT = "result"
    REVIEW = "review"
    EXPLANATION = "explanation"
    CERTIFICATE = "certificate"
    STUDY = "study"
    ODDS = "odds"


def schema_command(
    name: Annotated[
        SchemaName,
        typer.Argument(metavar="NAME", help=f"Whose schema to print: one of {', '.join(SchemaName)}."),
    ],
) -> None:
    """Print the JSON Schema of a format (kept in docs/)."""
    raise typer.Exit(guarded(lambda: _run(name)))


def _run(name: SchemaName) -> ExitCode:
    from hanabi_solver.analysis.explanation_schema import explanation_schema
    from hanabi_solver.analysis.review_schema import review_schema
    from hanabi_solver.certificate.files import certificate_schema
    from hanabi_solver.chances.odds_schema import odds_schema
    from hanabi_solver.formats.puzzle_schema import puzzle_schema
    from hanabi_solver.formats.validation import format_schema
    from hanabi_solver.solver.result_schema import result_schema
    from hanabi_solver.study.report_schema import study_schema

    schemas = {
        SchemaName.PUZZLE: puzzle_schema,
        SchemaName.RESULT: result_schema,
        SchemaName.REVIEW: review_schema,
        SchemaName.EXPLANATION: explanation_schema,
        SchemaName.CERTIFICATE: certificate_schema,
        SchemaName.STUDY: study_schema,
        SchemaName.ODDS: odds_schema,
    }
    print(format_schema(schemas[name]()))
    return ExitCode.PROVED
