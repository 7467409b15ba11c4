"""What `study report` does: it reads a store and shows, prints, writes or draws what it says."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.errors import Fault, InputError

if TYPE_CHECKING:
    from hanabi_solver.study.combined_rows import Selection
    from hanabi_solver.study.report import Report


@dataclass(frozen=True, slots=True)
class ReportCommand:
    """One invocation, its options as given."""

    file: Path
    players: tuple[int, ...]
    variants: tuple[int, ...]
    is_json: bool
    is_csv: bool
    parquet: Path | None
    plot: Path | None
    html: Path | None
    by_deal: bool
    with_links: bool

    def run(self) -> ExitCode:
        """Report; what was asked for is checked before anything is read."""
        from hanabi_solver.study.combined_rows import Selection
        from hanabi_solver.study.report import study_report

        self._check()
        selection = Selection(self.players, self.variants)
        report = study_report(self.file, selection)
        self._print(report, selection)
        sys.stdout.flush()
        if self.parquet is not None:
            self._write_parquet(self.parquet, report, selection)
        if self.plot is not None:
            from hanabi_solver.study.plots import plot_report

            plot_report(report, self.plot)
        if self.html is not None:
            from hanabi_solver.cli.out_file import check_out, write_out
            from hanabi_solver.web.pages.study_page import format_study

            write_out(check_out(self.html, "--html"), [format_study(report)], "--html")
        return ExitCode.PROVED

    def _check(self) -> None:
        targets: dict[Path, str] = {}
        for option, out in (("--parquet", self.parquet), ("--plot", self.plot), ("--html", self.html)):
            if out is None:
                continue
            target = _check_out(option, out, self.file)
            if target in targets:
                text = f"expected another file than that of {targets[target]}, got the same"
                raise InputError([Fault(option, text)])
            targets[target] = option
        if self.parquet is not None:
            from hanabi_solver.study.parquet import check_parquet

            check_parquet()
        if self.plot is not None:
            from hanabi_solver.study.plots import check_plot

            check_plot(self.plot)

    def _write_parquet(self, path: Path, report: "Report", selection: "Selection") -> None:
        from hanabi_solver.study.parquet import write_parquet
        from hanabi_solver.study.report_tables import DEAL_COLUMNS, group_columns, group_rows

        if self.by_deal:
            write_parquet(path, DEAL_COLUMNS, self._deals(selection))
        else:
            write_parquet(path, group_columns(report), group_rows(report))

    def _deals(self, selection: "Selection") -> Iterator[dict[str, Any]]:
        from hanabi_solver.study.report_tables import deal_rows

        return deal_rows(self.file, selection, with_links=self.with_links)

    def _print(self, report: "Report", selection: "Selection") -> None:
        from hanabi_solver.study.report_tables import (
            DEAL_COLUMNS,
            format_report,
            group_columns,
            group_rows,
            write_csv,
        )

        if self.is_json:
            print(format_report(report))
        elif self.is_csv and self.by_deal:
            write_csv(sys.stdout, DEAL_COLUMNS, self._deals(selection))
        elif self.is_csv:
            write_csv(sys.stdout, group_columns(report), group_rows(report))
        else:
            from hanabi_solver.cli.render.results import make_console
            from hanabi_solver.cli.render.study import print_report

            console = make_console()
            print_report(console, report)
            console.file.flush()


def _check_out(option: str, out: Path, store: Path) -> Path:
    """The file that an option names, links followed; raises InputError if it is one of the store's."""
    from hanabi_solver.cli.out_file import check_out
    from hanabi_solver.study.store_files import store_files

    target = check_out(out, option)
    for each in store_files(store):
        if target == each or (target.exists() and each.exists() and os.path.samefile(target, each)):
            text = f"expected another file than those of the store, got {each.name}"
            raise InputError([Fault(option, text, "give another name")], str(out))
    return target
