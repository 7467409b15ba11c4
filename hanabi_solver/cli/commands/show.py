"""`hanabi-solve show`: a deal or position as a board."""

from pathlib import Path

import typer

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded, report_input_error, report_notes
from hanabi_solver.cli.options import (
    FormatOption,
    OfflineOption,
    RulesOption,
    SourceArgument,
    TurnOption,
    WithoutCharactersOption,
)
from hanabi_solver.cli.page_file import HtmlOption, list_error, page_file


def show_command(
    source: SourceArgument,
    form: FormatOption = None,
    turn: TurnOption = None,
    rules: RulesOption = None,
    without_characters: WithoutCharactersOption = False,
    is_offline: OfflineOption = False,
    html: HtmlOption = None,
) -> None:
    """Show the stacks, hands, draw pile and what is still to be played."""
    given = GivenSource(source, form, turn, rules, without_characters, is_offline)
    raise typer.Exit(guarded(lambda: _run(given, html)))


def _run(given: GivenSource, html: Path | None) -> ExitCode:
    from hanabi_solver.cli.render.board import (
        hands_order_remark,
        names_of,
        next_move,
        print_outcome,
        print_position,
    )
    from hanabi_solver.cli.render.results import make_console, print_entry_name
    from hanabi_solver.formats.source import BadEntry, Line

    console = make_console()
    outcomes: list[ExitCode] = []
    items = given.scan()
    page = page_file(html, given.source)
    for item in items:
        if page is not None and isinstance(item, Line):
            raise list_error(item.place)
        entry = item.read() if isinstance(item, Line) else item
        if isinstance(entry, BadEntry):
            report_input_error(entry.error)
            outcomes.append(ExitCode.BAD_INPUT)
            continue
        report_notes(entry.notes, entry.name)
        if outcomes:
            console.print()
        print_entry_name(console, entry)
        names, remark = names_of(entry), hands_order_remark(entry)
        print_position(console, entry.position, entry.unnamed, names, next_move(entry), remark)
        print_outcome(console, entry)
        console.file.flush()
        if page is not None:
            from hanabi_solver.web.pages.subject import shown

            page.write(shown(entry))
        outcomes.append(ExitCode.PROVED)
    return worst(outcomes)
