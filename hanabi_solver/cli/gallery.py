"""`hanabi-solve gallery`: pages for a folder of puzzles, each with its solution behind a button."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.guard import guarded, report_input_error
from hanabi_solver.cli.interrupt import Interrupt
from hanabi_solver.cli.options import MemoryLimitOption, QuietOption, TimeLimitOption
from hanabi_solver.cli.outcome import Outcome, worst
from hanabi_solver.cli.progress import ProgressLine
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.plain_text import one_line

if TYPE_CHECKING:
    from hanabi_solver.formats.entry import Entry
    from hanabi_solver.page.gallery import Exhibit

_OPTION = "--out"


def gallery_command(
    sources: Annotated[
        list[str], typer.Argument(metavar="PUZZLES...", help="Puzzle files, or folders of them.")
    ],
    out: Annotated[
        Path, typer.Option(_OPTION, metavar="DIR", help="The folder for the pages; made if it is missing.")
    ],
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    is_quiet: QuietOption = False,
) -> None:
    """Solve puzzles and write an index page with one page for each, the solution behind a button."""
    run = _Run(out, time_limit, memory_limit, is_quiet)
    raise typer.Exit(guarded(lambda: run.run(sources)))


@dataclass(slots=True)
class _Run:
    """One invocation: reads and solves all puzzles, then writes all pages."""

    out: Path
    time_limit: float | None
    memory_limit: int | None
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)

    def run(self, sources: list[str]) -> Outcome:
        """Make the gallery; nothing is written if a puzzle is faulty or wrong, or a file is in the way."""
        from hanabi_solver.page.gallery import INDEX, page_name
        from hanabi_solver.sentences import counted

        entries = list(_read_all(sources))
        names = [page_name(entry) for entry in entries]
        _check_names(entries, names)
        self._check_folder(set(names))
        outcomes: list[Outcome] = []
        exhibits: list[Exhibit] = []
        for number, (entry, name) in enumerate(zip(entries, names, strict=True), start=1):
            exhibit, outcome = self._solve(entry, name, f"puzzle {number} of {len(entries)}")
            if self.interrupt.stop.is_set():
                raise KeyboardInterrupt
            exhibits.append(exhibit)
            outcomes.append(outcome)
        if Outcome.FALSE in outcomes:
            return worst(outcomes)
        self._write(exhibits)
        print(f"{one_line(str(self.out / INDEX))}: {counted(len(exhibits), 'puzzle')}")
        return worst(outcomes)

    def _solve(self, entry: "Entry", name: str, where: str) -> "tuple[Exhibit, Outcome]":
        from hanabi_solver.analysis.puzzle_check import Agreement, compare
        from hanabi_solver.page.gallery import Exhibit
        from hanabi_solver.result import Status
        from hanabi_solver.solve import solve

        progress = ProgressLine(is_quiet=self.is_quiet)
        progress.show(lambda: where)
        try:
            with self.interrupt.armed():
                result = solve(
                    entry.start,
                    time_limit=self.time_limit,
                    memory_limit=self.memory_limit,
                    workers=1,  # the same line every time
                    on_event=progress.on_event,
                    stop=self.interrupt.stop,
                )
        finally:
            progress.clear()
        outcome = Outcome.PROVED if result.status is Status.OPTIMAL else Outcome.GAP
        check = None if entry.puzzle is None else compare(entry.puzzle, result, None, result.seconds)
        if check is not None and check.agreement is Agreement.WRONG:
            expected, got = check.expect.best, f"{result.best} to {result.upper}"
            got = str(result.best) if result.best == result.upper else got
            fault = Fault("expect.best", f"expected {expected}, got {got}", "correct the puzzle")
            report_input_error(InputError([fault], entry.name))
            outcome = Outcome.FALSE
        return Exhibit(entry, result, name), outcome

    def _check_folder(self, names: set[str]) -> None:
        """Raise InputError if files would be overwritten that are no pages of a gallery."""
        from hanabi_solver.page.gallery import INDEX

        if not self.out.exists():
            return
        if not self.out.is_dir():
            raise InputError([Fault(_OPTION, "expected a folder, got a file")], str(self.out))
        foreign = [name for name in sorted({*names, INDEX}) if _is_foreign(self.out / name)]
        if foreign:
            advice = "give another folder, or move these files away"
            text = f"expected no other files of the names of the pages, got {', '.join(foreign)}"
            raise InputError([Fault(_OPTION, text, advice)], str(self.out))

    def _write(self, exhibits: "list[Exhibit]") -> None:
        from hanabi_solver.cli.outfile import check_out, write_out
        from hanabi_solver.page.gallery import INDEX, format_exhibit, format_index

        try:
            self.out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            text = f"expected a folder that can be made, got an error ({error.strerror})"
            raise InputError([Fault(_OPTION, text)], str(self.out)) from error
        for exhibit in exhibits:
            write_out(check_out(self.out / exhibit.page), [format_exhibit(exhibit)])
        write_out(check_out(self.out / INDEX), [format_index(exhibits)])


def _read_all(sources: list[str]) -> "Iterator[Entry]":
    """The puzzles of all files and folders; raises InputError with the faults of all files."""
    from hanabi_solver.formats.source import BadEntry, SourceFormat, read_source

    faults: list[Fault] = []
    for file in _files(sources):
        for entry in read_source(file, SourceFormat.PUZZLE):
            if isinstance(entry, BadEntry):
                faults.extend(
                    Fault(", ".join(filter(None, (file, fault.place))), fault.text, fault.help)
                    for fault in entry.error.faults
                )
            else:
                yield entry
    if faults:
        raise InputError(faults)


def _files(sources: list[str]) -> Iterator[str]:
    for source in sources:
        if not Path(source).is_dir():
            yield source
            continue
        files = sorted(str(path) for path in Path(source).glob("*.json"))
        if not files:
            raise InputError([Fault("", "expected puzzle files (*.json) in the folder, got none")], source)
        yield from files


def _check_names(entries: "Sequence[Entry]", names: Sequence[str]) -> None:
    """Raise InputError if two puzzles would have the same page, or one that of the index."""
    from hanabi_solver.page.gallery import INDEX

    taken = {INDEX: "the index"}
    for entry, name in zip(entries, names, strict=True):
        if name.lower() in taken:
            text = f"expected a page of its own, got {name}, which is that of {taken[name.lower()]}"
            raise InputError([Fault("", text, "rename the puzzle's file")], entry.name)
        taken[name.lower()] = entry.name


def _is_foreign(path: Path) -> bool:
    from hanabi_solver.page.gallery import SIGN

    if not path.exists():
        return False
    try:
        with path.open("rb") as stream:
            return SIGN.encode() not in stream.read(4096)
    except OSError:  # a folder, or nothing that can be read: not ours
        return True
