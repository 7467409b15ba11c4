"""`hanabi-solve convert`: deals, positions and games in another format."""

from enum import StrEnum
from typing import Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded, report_input_error, report_notes
from hanabi_solver.cli.options import FormatOption, OfflineOption, RulesOption, SourceArgument, TurnOption
from hanabi_solver.names import HandsOrder


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
    rules: RulesOption = None,
    hands_order: Annotated[
        HandsOrder | None,
        typer.Option(
            "--hands-order",
            help="How a puzzle lists the hands of a position; as SOURCE does if not given.",
            show_default=False,
        ),
    ] = None,
    is_offline: OfflineOption = False,
) -> None:
    """Write a deal, position or game in another format; what a format cannot express is refused."""
    if hands_order is not None and target is not Target.PUZZLE:
        fault = f"expected no {hands_order} with --to {target}, which lists no hands"
        raise typer.BadParameter(fault, param_hint="--hands-order")
    given = GivenSource(source, form, turn, rules, is_offline=is_offline)
    raise typer.Exit(guarded(lambda: _run(given, target, hands_order)))


def _run(source: GivenSource, target: Target, hands_order: HandsOrder | None) -> ExitCode:
    from hanabi_solver.errors import Fault, InputError
    from hanabi_solver.formats.convert import TargetFormat, convert
    from hanabi_solver.formats.source import BadEntry, Line

    to = TargetFormat(target.value)
    outcomes: list[ExitCode] = []
    for item in source.scan():
        entry = item.read() if isinstance(item, Line) else item
        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            if outcomes and not to.is_one_line:
                advice = "a file holds one puzzle or game: convert the lines one by one"
                raise InputError([Fault("", f"expected one deal to write as a {target}, got more", advice)])
            report_notes(entry.notes, entry.name)
            print(convert(entry, to, hands_order), flush=True)
        except InputError as error:
            report_input_error(error if error.source else error.at(entry.name))
            outcomes.append(ExitCode.BAD_INPUT)
        else:
            outcomes.append(ExitCode.PROVED)
    return worst(outcomes)
