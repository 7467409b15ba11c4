"""The options of `hanabi-solve solve` as one value: what is printed, and what cannot apply to a list."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from hanabi_solver.cli.commands.answer import Question
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.errors import Fault, InputError


class Printed(Enum):
    """What is printed of each answer."""

    JSON = "a line of JSON"
    SHORT = "a line of text"
    WHOLE = "the answer with its line, turn by turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """The options of one run, as given."""

    given: GivenSource
    question: Question
    workers: int | None
    out: Path | None
    certificate: Path | None
    html: Path | None
    shows_board: bool | None
    shows_lines: bool | None
    shows_all_moves: bool
    is_quiet: bool

    def printed(self, *, is_list: bool) -> Printed:
        """What is printed of each answer, of one in a list or of one by itself."""
        if self.question.is_json:
            return Printed.JSON
        shows_lines = not is_list if self.shows_lines is None else self.shows_lines
        return Printed.WHOLE if shows_lines else Printed.SHORT

    def check_for_list(self) -> None:
        """Raise InputError for what is shown beside lines only, if those of a list are not printed."""
        for option, is_given in (("--all-moves", self.shows_all_moves), ("--board", self.shows_board)):
            if is_given and not self.shows_lines:
                text = "expected --lines beside it for a list, whose moves are not printed otherwise"
                raise InputError([Fault(option, text)])
