"""`hanabi-solve convert`: deals, positions and games in another format."""

from enum import StrEnum
from typing import Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.guard import check_stdin, guarded, report_input_error, report_notes
from hanabi_solver.cli.options import Form, FormatOption, SourceArgument, TurnOption


class Target(StrEnum):
    """What can be written."""

    PUZZLE = "puzzle"
    GAME = "game"
    LINK = "link"
    TEXT = "text"


def convert_command(
    source: SourceArgument,
    target: Annotated[Target, typer.Option("--to", help="The format to write.")],
    form: FormatOption = None,
    turn: TurnOption = None,
) -> None:
    """Write a deal, position or game in another format; what a format cannot express is refused."""
    raise typer.Exit(guarded(lambda: _run(source, target, form, turn)))


def _run(source: str, target: Target, form: Form | None, turn: int | None) -> ExitCode:
    from hanabi_solver.errors import Fault, InputError
    from hanabi_solver.formats.convert import TargetFormat, convert
    from hanabi_solver.formats.source import BadEntry, SourceFormat, read_source

    to = TargetFormat(target.value)
    outcomes: list[ExitCode] = []
    check_stdin(source)
    for entry in read_source(source, None if form is None else SourceFormat(form.value), turn=turn):
        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            if outcomes and not to.is_one_line:
                advice = "a file holds one puzzle or game: convert the lines one by one"
                raise InputError([Fault("", f"expected one deal to write as a {target}, got more", advice)])
            report_notes(entry.notes, entry.name)
            print(convert(entry, to), flush=True)
        except InputError as error:
            report_input_error(error if error.source else error.at(entry.name))
            outcomes.append(ExitCode.BAD_INPUT)
        else:
            outcomes.append(ExitCode.PROVED)
    return worst(outcomes)
