"""What `study run` does: it starts a run, shows how far it is, and says how it ended."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.guard import check_stdin, report_input_error, report_internal_error
from hanabi_solver.cli.options import as_option
from hanabi_solver.cli.render.wording import counted
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.streams import stdin_for_threads
from hanabi_solver.cli.terminal.study_progress import StudyProgress
from hanabi_solver.errors import Fault, HanabiError, InputError, InternalCheckError, WorkerLostError
from hanabi_solver.formats.plain_text import one_line, without_controls
from hanabi_solver.names import Method

if TYPE_CHECKING:
    from hanabi_solver.study.record import Setting
    from hanabi_solver.study.run import Engine, RunState
    from hanabi_solver.study.selection import Seeds


@dataclass(slots=True)
class StudyCommand:
    """One invocation, its options as given."""

    store: Path
    seeds: tuple[str, ...]
    retries_undecided: bool
    method: Method
    time_limit: float
    memory_limit: int | None
    workers: int | None
    cluster: str | None
    is_quiet: bool
    interrupt: Interrupt = field(default_factory=Interrupt)
    outcomes: list[ExitCode] = field(default_factory=list)

    def run(self) -> ExitCode:
        """Solve what is missing; returns the worst outcome of all deals that were asked for."""
        from hanabi_solver.study.run import RunContext, run_study
        from hanabi_solver.study.selection import parse_seeds
        from hanabi_solver.study.store import open_store

        self._check_store()
        for text in self.seeds:
            check_stdin(text)
        stdin = stdin_for_threads() if "-" in self.seeds else None
        seeds = [parse_seeds(text, stdin) for text in self.seeds]
        setting = self._setting()
        try:
            with (
                self._engine() as engine,  # before the store: what is refused leaves none behind
                open_store(self.store) as store,
                StudyProgress(is_quiet=self.is_quiet) as progress,
                self.interrupt.armed(),
            ):
                state = run_study(
                    store,
                    seeds,
                    setting,
                    engine,
                    names=self.seeds,
                    retries_undecided=self.retries_undecided,
                    context=RunContext(self.interrupt.stop, progress.on_event, self._on_fault),
                )
        except WorkerLostError as error:  # processes do not even start, or a scheduler is lost
            print(error, file=sys.stderr)
            return ExitCode.CHECK_FAILED
        return self._finish(state, seeds)

    def _check_store(self) -> None:
        """Raise InputError if the store can be none, or is to be there and is not."""
        from hanabi_solver.study.store_files import check_files

        if check_files(self.store) is None and not self.seeds:
            text = "expected a study's store to retry what is undecided in, got no such file"
            advice = "check the name, or give SEEDS for a new store"
            raise InputError([Fault("--store", text, advice)], str(self.store))

    def _setting(self) -> "Setting":
        from hanabi_solver.solver.shared_tables import DEFAULT_MEMORY
        from hanabi_solver.study.record import Setting

        try:
            memory = DEFAULT_MEMORY if self.memory_limit is None else self.memory_limit
            return Setting(self.method, self.time_limit, memory)
        except InputError as error:
            raise InputError([as_option(fault) for fault in error.faults]) from error

    @contextmanager
    def _engine(self) -> Iterator["Engine"]:
        if self.cluster is not None:
            from hanabi_solver.study.cluster import Cluster, connect

            with closing(connect(self.cluster)) as client:
                yield Cluster(client)
            return
        from hanabi_solver.parallel.pool import default_workers
        from hanabi_solver.study.local import Local

        yield Local(self.workers or default_workers())

    def _on_fault(self, error: HanabiError, name: str) -> None:
        """Report why a deal could not be read or solved; it is not stored, so the next run tries again."""
        if isinstance(error, InputError):
            report_input_error(error if error.source else error.at(name))
            self.outcomes.append(ExitCode.BAD_INPUT)
            return
        if isinstance(error, InternalCheckError):
            report_internal_error(error)
        else:
            print(without_controls(f"{name}: not solved: {error}"), file=sys.stderr)
            print("help: if memory is short, lower --memory-limit or --workers", file=sys.stderr)
        self.outcomes.append(ExitCode.CHECK_FAILED)

    def _finish(self, state: "RunState", seeds: "list[Seeds]") -> ExitCode:
        undecided = state.before.undecided + state.now.undecided
        self.outcomes.append(ExitCode.GAP if undecided else ExitCode.PROVED)
        for line in self._summary(state, seeds):
            print(line)
        if self.interrupt.stop.is_set():
            text = f"interrupted: what was solved is in {self.store}; the same command goes on from there"
            print(without_controls(text), file=sys.stderr)
            self.outcomes.append(ExitCode.INTERRUPTED)
        elif undecided and not self.is_quiet:
            print(
                f"{counted(undecided, 'deal')} undecided: try --retry-undecided with a larger --time-limit",
                file=sys.stderr,
            )
        return worst(self.outcomes)

    def _summary(self, state: "RunState", seeds: "list[Seeds]") -> list[str]:
        from hanabi_solver.solver.versions import versions
        from hanabi_solver.study.keys import RANDOM_METHOD
        from hanabi_solver.study.selection import RandomDeals

        if not self.seeds and state.total == 0:
            return [f"Nothing in {one_line(str(self.store))} is undecided: there is nothing to retry."]
        deals = state.before.deals + state.now.deals
        winnable = state.before.winnable + state.now.winnable
        lost = state.before.lost + state.now.lost
        undecided = state.before.undecided + state.now.undecided
        # Of some that cannot be won the best score is not known: so that each deal counts once, they are
        # counted with those.
        lost_undecided = winnable + lost + undecided - deals
        of_these = f" (of {lost_undecided:,} the best score is undecided)" if lost_undecided else ""
        speed = f", {state.now.deals / max(state.seconds, 0.001):.1f} a second" if state.now.deals else ""
        lines = [
            f"{counted(deals, 'deal')}: {winnable:,} winnable, "
            f"{lost:,} not winnable{of_these}, {undecided - lost_undecided:,} undecided",
            f"{state.now.deals:,} solved now in {state.seconds:.1f} s{speed}; "
            f"{state.before.deals:,} in the store before",
        ]
        if state.repeated:
            lines[-1] += f"; {counted(state.repeated, 'deal')} named again"
        if any(isinstance(each, RandomDeals) for each in seeds):
            lines.append(f"random decks: {RANDOM_METHOD} (numpy {versions()['numpy']})")
        return lines
