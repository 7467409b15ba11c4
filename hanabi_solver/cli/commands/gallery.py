"""`hanabi-solve gallery`: pages for a folder of puzzles, each with its solution behind a button."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.guard import guarded, report_input_error
from hanabi_solver.cli.options import MemoryLimitOption, QuietOption, TimeLimitOption
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ProgressLine
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.folders import files_of
from hanabi_solver.formats.paths import PathKind, kind_of
from hanabi_solver.formats.plain_text import one_line
from hanabi_solver.solver.limits import Context, Limits

if TYPE_CHECKING:
    from hanabi_solver.formats.entry import Entry
    from hanabi_solver.web.pages.gallery import Exhibit

_OPTION = "--out"


def gallery_command(
    sources: Annotated[
        list[str], typer.Argument(metavar="PUZZLES...", help="Puzzle files, or folders of them.")
    ],
    out: Annotated[
        str, typer.Option(_OPTION, metavar="DIR", help="The folder for the pages; made if it is missing.")
    ],
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    is_quiet: QuietOption = False,
) -> None:
    """Solve puzzles and write an index page with one page for each, the solution behind a button."""
    if not out.strip():
        raise typer.BadParameter("expected the name of a folder, got an empty text", param_hint=_OPTION)
    limits = Limits(time_limit, memory=memory_limit, workers=1)  # one: the same line every time
    run = _GalleryRun(Path(out), limits, is_quiet)
    raise typer.Exit(guarded(lambda: run.run(sources)))


@dataclass(slots=True)
class _GalleryRun:
    """One invocation: reads and solves all puzzles, then writes all pages."""

    out: Path
    limits: Limits
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)

    def run(self, sources: list[str]) -> ExitCode:
        """Make the gallery; nothing is written if a puzzle is faulty or wrong, or a file is in the way."""
        from hanabi_solver.game.plurals import counted
        from hanabi_solver.web.pages.gallery import INDEX, page_name

        entries, faults = _read_all(sources)
        names = [page_name(entry) for entry in entries]
        faults = [*faults, *_name_faults(entries, names), *self._folder_faults({*names, INDEX})]
        if faults:
            raise InputError(faults)
        outcomes: list[ExitCode] = []
        exhibits: list[Exhibit] = []
        for number, (entry, name) in enumerate(zip(entries, names, strict=True), start=1):
            exhibit, outcome = self._solve(entry, name, f"puzzle {number} of {len(entries)}")
            if self.interrupt.stop.is_set():
                raise KeyboardInterrupt
            exhibits.append(exhibit)
            outcomes.append(outcome)
        if ExitCode.FALSE in outcomes:
            return worst(outcomes)
        self._write(exhibits)
        print(f"{one_line(str(self.out / INDEX))}: {counted(len(exhibits), 'puzzle')}")
        return worst(outcomes)

    def _solve(self, entry: "Entry", name: str, where: str) -> "tuple[Exhibit, ExitCode]":
        from hanabi_solver.analysis.puzzle_check import Agreement, compare
        from hanabi_solver.names import Status
        from hanabi_solver.solver.best_score import solve
        from hanabi_solver.web.pages.gallery import Exhibit

        progress = ProgressLine(is_quiet=self.is_quiet)
        progress.show(lambda: where)
        try:
            with self.interrupt.armed():
                result = solve(
                    entry.start,
                    limits=self.limits,
                    context=Context(progress.on_event, self.interrupt.stop),
                )
        finally:
            progress.clear()
        outcome = ExitCode.PROVED if result.status is Status.OPTIMAL else ExitCode.GAP
        check = None if entry.puzzle is None else compare(entry.puzzle, result, None, result.seconds)
        if check is not None and check.agreement is Agreement.WRONG:
            expected, got = check.expect.best, f"{result.best} to {result.upper}"
            got = str(result.best) if result.best == result.upper else got
            fault = Fault("expect.best", f"expected {expected}, got {got}", "correct the puzzle")
            report_input_error(InputError([fault], entry.name))
            outcome = ExitCode.FALSE
        return Exhibit(entry, result, name), outcome

    def _folder_faults(self, names: set[str]) -> Iterator[Fault]:
        """What keeps the pages from being written: no such folder, or files that are no such pages."""
        place = f"{self.out}, {_OPTION}"
        try:
            if text := self._folder_fault():
                yield Fault(place, text)
        except InputError as error:  # a name that no folder can have: too long, say
            yield from (replace(fault, place=place) for fault in error.faults)
        foreign = [name for name in sorted(names) if _is_foreign(self.out / name)]
        if foreign:
            advice = "give another folder, or move these files away"
            text = f"expected no other files of the names of the pages, got {', '.join(foreign)}"
            yield Fault(place, text, advice)

    def _folder_fault(self) -> str:
        kind = kind_of(self.out)
        if kind is PathKind.FOLDER:
            can_write = os.access(self.out, os.W_OK | os.X_OK)
            return "" if can_write else "expected a folder that can be written to, got another"
        if kind is not PathKind.NOTHING:
            return f"expected a folder, got {kind}"
        if os.path.islink(self.out):
            return "expected a folder, got a link that leads nowhere"
        nearest = next(folder for folder in self.out.absolute().parents if os.path.lexists(folder))
        if kind_of(nearest) is not PathKind.FOLDER or not os.access(nearest, os.W_OK | os.X_OK):
            return f"expected a folder that can be made, got {nearest}, in which none can be"
        return ""

    def _write(self, exhibits: "list[Exhibit]") -> None:
        from hanabi_solver.formats.atomic import made, replacing
        from hanabi_solver.web.pages.gallery import INDEX, format_exhibit, format_index

        # Links are not followed: a page is written in the folder or not at all. All are whole before the
        # first takes its place, that of the index the last.
        texts = {INDEX: format_index(exhibits), **{each.page: format_exhibit(each) for each in exhibits}}
        try:
            with made(self.out), ExitStack() as pages:
                for name, text in texts.items():
                    unfinished = pages.enter_context(replacing(self.out / name, _OPTION))
                    unfinished.write_text(text, encoding="utf-8")
        except OSError as error:
            text = f"expected a folder that can be made, got an error ({error.strerror})"
            raise InputError([Fault(_OPTION, text)], str(self.out)) from error


def _read_all(sources: list[str]) -> "tuple[list[Entry], list[Fault]]":
    """The puzzles of all files and folders, and all that is wrong with any of them."""
    from hanabi_solver.formats.source import STDIN, BadEntry, SourceFormat, read_source

    entries: list[Entry] = []
    faults: list[Fault] = []
    for file in files_of(sources, "puzzle"):
        try:
            if isinstance(file, BadEntry):
                raise file.error
            if file != STDIN and kind_of(file) is PathKind.NOTHING:
                raise InputError([_no_file(file)])
            for entry in read_source(file, SourceFormat.PUZZLE):
                if isinstance(entry, BadEntry):
                    raise entry.error
                entries.append(entry)
        except InputError as error:
            name = file.name if isinstance(file, BadEntry) else "stdin" if file == STDIN else file
            for fault in error.faults:
                faults.append(replace(fault, place=", ".join(filter(None, (name, fault.place)))))
    return entries, faults


def _no_file(source: str) -> Fault:
    from hanabi_solver.formats.hanablive.links import is_link
    from hanabi_solver.formats.hanablive.seeds import is_seed

    kind, advice = "no file of that name", "give puzzle files, or folders of them"
    if is_seed(source) or is_link(source):
        kind = "a seed" if is_seed(source) else "a link"
        advice = f"write its deal to a puzzle file first: convert {source} --to puzzle"
    return Fault("", f"expected a puzzle file or a folder, got {kind}", advice)


def _name_faults(entries: "Sequence[Entry]", names: Sequence[str]) -> Iterator[Fault]:
    """Puzzles that would have the page of another, or of the index."""
    from hanabi_solver.web.pages.gallery import INDEX

    taken = {INDEX: "the index"}
    for entry, name in zip(entries, names, strict=True):
        key = name.casefold()  # some file systems take small and capital letters for the same
        if key in taken:
            text = f"expected a page of its own, got {name}, which is that of {taken[key]}"
            yield Fault(entry.name, text, "rename the puzzle's file")
        taken.setdefault(key, entry.name)


def _is_foreign(path: Path) -> bool:
    """Whether a file is none that this command has written; a link may lead anywhere."""
    from hanabi_solver.web.pages.gallery import SIGN

    if not os.path.lexists(path):
        return False
    if path.is_symlink():
        return True
    try:
        with path.open("rb") as stream:
            return SIGN.encode() not in stream.read(4096)
    except OSError:  # a folder, or nothing that can be read: not ours
        return True
