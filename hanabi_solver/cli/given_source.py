"""A SOURCE, or several, with the options that say how it is read, as they were given."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hanabi_solver.cli.guard import check_stdin
from hanabi_solver.cli.options import Form, as_option
from hanabi_solver.cli.terminal.streams import stdin_for_threads
from hanabi_solver.errors import InputError
from hanabi_solver.formats.plain_text import shell_quoted

if TYPE_CHECKING:
    from hanabi_solver.formats.source import BadEntry, Changes, Entry, Line


_GAMES_ADVICE = (
    "give game files, folders of them, links or game numbers of hanab.live, files with a link or number a "
    "line, or - for stdin"
)


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
        return scan_source(self.source, form, stdin, self.turn, self.changes())

    def arguments(self) -> str:
        """The source and its turn and rules, as they are given to another command in a shell.

        >>> GivenSource("a game.json", turn=3, rules=["speedrun"]).arguments()
        "'a game.json' --turn 3 --rules speedrun"
        """
        turn = [] if self.turn is None else ["--turn", str(self.turn)]
        rules = ["--rules", ",".join(self.rules)] if self.rules else []
        return " ".join(map(shell_quoted, [self.source, *turn, *rules]))

    def changes(self) -> "Changes":
        """How every entry is changed; raises InputError for faulty options."""
        from hanabi_solver.formats.hanablive.added_rules import read_rules
        from hanabi_solver.formats.source import Changes

        try:
            rules = read_rules(self.rules or [])
        except InputError as error:
            raise InputError([as_option(fault) for fault in error.faults]) from error
        return Changes(rules, self.without_characters, True if self.is_offline else None)


@dataclass(frozen=True, slots=True)
class GivenSources:
    """What a command is asked about that takes several sources and folders; `noun` is what these hold."""

    sources: Sequence[str]
    noun: str
    rules: list[str] | None = None
    is_offline: bool = False

    @property
    def is_one(self) -> bool:
        """Whether there is one source, which is no folder."""
        from hanabi_solver.formats.folders import is_folder

        return len(self.sources) == 1 and not is_folder(self.sources[0])

    def scan(self) -> "Iterator[Entry | BadEntry | Line]":
        """The entries, which may be read on another thread, those of a list still to be read.

        Raises InputError at once for faulty options. One source by itself raises what is wrong with it; of
        several it takes the place of their entries, and the others go on.
        """
        if self.is_one:
            return self._scan_one(self.sources[0])
        self._one("").changes()
        return self._scan_each()

    def _scan_one(self, source: str) -> "Iterator[Entry | BadEntry | Line]":
        return _for_games(self._one(source).scan(on_thread=True))

    def _scan_each(self) -> "Iterator[Entry | BadEntry | Line]":
        from hanabi_solver.formats.entry import LINK_NAME, BadEntry, Line
        from hanabi_solver.formats.folders import files_of

        links = 0
        for source in files_of(self.sources, self.noun):
            if isinstance(source, BadEntry):
                yield source
                continue
            try:
                for item in self._scan_one(source):
                    if isinstance(item, Line) or item.name != LINK_NAME:
                        yield item
                        continue
                    links += 1  # to tell them apart
                    name = f"{LINK_NAME} {links}"
                    if isinstance(item, BadEntry):
                        yield BadEntry(name, item.error.at(name))
                    else:
                        yield replace(item, name=name)
            except InputError as error:
                yield BadEntry(error.source or source, error if error.source else error.at(source))

    def _one(self, source: str) -> GivenSource:
        return GivenSource(source, rules=self.rules, is_offline=self.is_offline)


def _for_games(items: "Iterator[Entry | BadEntry | Line]") -> "Iterator[Entry | BadEntry | Line]":
    """The same, with advice for who asks about games."""
    from hanabi_solver.formats.source import with_advice

    try:
        yield from items
    except InputError as error:
        raise with_advice(error, _GAMES_ADVICE) from error
