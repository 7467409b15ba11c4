"""What `solve` prints of one answer for people: a line, or all of it."""

from typing import TYPE_CHECKING

from hanabi_solver.cli.commands.answer import Answered
from hanabi_solver.formats.plain_text import one_line

if TYPE_CHECKING:
    from hanabi_solver.formats.source import Entry
    from hanabi_solver.solver.result import Result


def show_short(answered: Answered) -> None:
    """One line: the score, and the names of the bounds that say why no more."""
    from hanabi_solver.cli.render.results import make_console
    from hanabi_solver.solver.words import summary

    text, console = answered.short, make_console()
    if answered.result is not None:
        text = f"{one_line(answered.name)}: {summary(answered.result)}"
    console.print(text, soft_wrap=True)
    console.file.flush()


def show_whole(
    answered: Answered,
    entry: "Entry",
    result: "Result",
    *,
    shows_board: bool | None,
    is_list: bool,
    folds_clues: bool,
    advice: str,
) -> None:
    """The answer with its line; a board before it if wanted, or for one deal on a terminal."""
    from hanabi_solver.analysis.offered_line import no_button_sentence
    from hanabi_solver.cli.render.board import fitting, names_of, print_board
    from hanabi_solver.cli.render.results import make_console, print_entry_name, print_result

    console, names = make_console(), names_of(entry)
    print_entry_name(console, entry)
    if shows_board is None:
        shows_board = console.is_terminal and not is_list
    if shows_board and not result.position.is_over:
        console.print()
        print_board(console, result.position, entry.unnamed, names, next(iter(result.line), None))
        console.print()
    names = [fitting(name, console.encoding) for name in names]
    print_result(console, result, entry.unnamed, names, advice, folds_clues=folds_clues)
    if answered.why_no_link and entry.game is not None:
        console.print(f"No link to hanab.live: {answered.why_no_link}.", soft_wrap=True)
    if answered.without_button:
        console.print(no_button_sentence(answered.without_button), soft_wrap=True)
    console.file.flush()
