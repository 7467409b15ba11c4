"""`hanabi-solve show`: a deal or position as a board."""

import typer

from hanabi_solver.cli.guard import check_stdin, guarded, report_input_error, report_notes
from hanabi_solver.cli.options import Form, FormatOption, SourceArgument, TurnOption
from hanabi_solver.cli.outcome import Outcome, worst


def show_command(source: SourceArgument, form: FormatOption = None, turn: TurnOption = None) -> None:
    """Show the stacks, hands, draw pile and what is still to be played."""
    raise typer.Exit(guarded(lambda: _run(source, form, turn)))


def _run(source: str, form: Form | None, turn: int | None) -> Outcome:
    from hanabi_solver.cli.render import make_console, print_entry_name, print_position
    from hanabi_solver.formats.source import BadEntry, SourceFormat, read_source

    console = make_console()
    outcomes: list[Outcome] = []
    check_stdin(source)
    for entry in read_source(source, None if form is None else SourceFormat(form.value), turn=turn):
        if isinstance(entry, BadEntry):
            report_input_error(entry.error)
            outcomes.append(Outcome.BAD_INPUT)
            continue
        if outcomes:
            console.print()
        report_notes(entry.notes, entry.name)
        print_entry_name(console, entry)
        print_position(console, entry.position, entry.unnamed)
        console.file.flush()
        outcomes.append(Outcome.PROVED)
    return worst(outcomes)
