"""A SOURCE with the options that say how it is read, as they were given."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.cli.guard import check_stdin
from hanabi_solver.cli.options import Form, as_option
from hanabi_solver.cli.terminal.streams import stdin_for_threads
from hanabi_solver.errors import InputError

if TYPE_CHECKING:
    from hanabi_solver.formats.source import BadEntry, Changes, Entry, Line


@dataclass(frozen=True, slots=True)
class GivenSource:
    """What a command is asked about: `rules` are texts with names of rules, added to what `source` says.

    With `is_offline` nothing is fetched.
    """

    source: str
    form: Form | None = None
    turn: int | None = None
    rules: list[str] | None = None
    without_characters: bool = False
    is_offline: bool = False

    def scan(self, *, on_thread: bool = False) -> "Iterator[Entry | BadEntry | Line]":
        """The entries, those of a list still to be read, if need be on a thread other than this one.

        Raises InputError at once for faulty options and a closed stdin.
        """
        from hanabi_solver.formats.source import SourceFormat, scan_source

        check_stdin(self.source)
        stdin = stdin_for_threads() if on_thread and self.source == "-" else None
        form = None if self.form is None else SourceFormat(self.form.value)
        return scan_source(self.source, form, stdin, self.turn, self._changes())

    def arguments(self) -> str:
        """The source and its turn and rules, as they are given to another command in a shell.

        >>> GivenSource("a game.json", turn=3, rules=["speedrun"]).arguments()
        "'a game.json' --turn 3 --rules speedrun"
        """
        turn = [] if self.turn is None else ["--turn", str(self.turn)]
        rules = ["--rules", ",".join(self.rules)] if self.rules else []
        return shlex.join([self.source, *turn, *rules])

    def _changes(self) -> "Changes":
        from hanabi_solver.formats.hanablive.added_rules import read_rules
        from hanabi_solver.formats.source import Changes

        try:
            rules = read_rules(self.rules or [])
        except InputError as error:
            raise InputError([as_option(fault) for fault in error.faults]) from error
        return Changes(rules, self.without_characters, True if self.is_offline else None)
