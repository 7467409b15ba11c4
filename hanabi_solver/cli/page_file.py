"""The file of `--html`: one page for one deal, written in one step."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.options import parse_file
from hanabi_solver.cli.out_file import check_other, check_out, write_out
from hanabi_solver.errors import Fault, InputError

if TYPE_CHECKING:
    from hanabi_solver.web.pages.subject import Subject

OPTION = "--html"

HtmlOption = Annotated[
    Path | None,
    typer.Option(
        OPTION,
        metavar="FILE",
        parser=parse_file,
        help="Also write FILE: one page with the board, turn by turn.",
    ),
]


@dataclass(frozen=True, slots=True)
class PageFile:
    """The file that a page goes to."""

    target: Path

    def write(self, subject: "Subject") -> None:
        """Write the page of `subject`; raises InputError if that fails or a move of its line is illegal."""
        from hanabi_solver.errors import IllegalMoveError
        from hanabi_solver.web.pages.template import format_page

        try:
            page = format_page(subject)
        except IllegalMoveError as error:
            raise InputError([Fault("", str(error))]) from error
        write_out(self.target, [page], OPTION)


def page_file(path: Path | None, source: str) -> PageFile | None:
    """The file of `--html`, None if none is asked for.

    Raises InputError, before any work is done, if it cannot be written or is the file that is read.
    """
    if path is None:
        return None
    target = check_out(path, OPTION)
    check_other(target, source, OPTION)
    return PageFile(target)


def list_error(place: str, noun: str = "deal") -> InputError:
    """The error for a list of deals, or of another `noun`, where a page is asked for."""
    one = "a game file, link or number" if noun == "game" else "a seed, a link, or a puzzle or game file"
    text = f"expected one {noun} for one page, got a list of {noun}s"
    return InputError([Fault(OPTION, text, f"give {one}, and a FILE for each")], place)
