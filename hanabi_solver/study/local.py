"""Solving on processes of this machine; an engine of a run."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.names import Phase
from hanabi_solver.parallel.pool import Done, Headway, run_many
from hanabi_solver.solver.limits import MOST_WORKERS, Context
from hanabi_solver.solver.result import Progress
from hanabi_solver.study.feed import Feed
from hanabi_solver.study.lane.loading import load_lane
from hanabi_solver.study.record import Row, Setting
from hanabi_solver.study.run import OnPhase
from hanabi_solver.study.tasks import do_task, has_lane


@dataclass(frozen=True, slots=True)
class Local:
    """Solves deals on `workers` processes of this machine, on the fast lane first if the setting has one."""

    workers: int

    def __post_init__(self) -> None:
        """Raise InputError for a wrong number of workers, before anything is begun."""
        if not 1 <= self.workers <= MOST_WORKERS:
            raise InputError([Fault("workers", f"expected 1 to {MOST_WORKERS}, got {self.workers}")])

    def __call__(
        self,
        keys: Iterable[str],
        setting: Setting,
        stop: threading.Event,
        on_phase: OnPhase,
    ) -> Iterator[Done[str, Row]]:
        """The rows of the keys, each as soon as it is there."""

        def report(headway: Headway) -> None:
            on_phase(headway.phase, headway.compiled)

        def report_solve(progress: Progress) -> None:
            if progress.phase is Phase.COMPILE:
                on_phase(progress.phase, progress.part)
            else:
                on_phase(Phase.WORK)

        def on_wait() -> None:
            if self.workers == 1:  # on this thread
                on_phase(Phase.WORK)

        by_lane = has_lane(setting)
        work = partial(do_task, setting)
        # In this process: only so does a stop reach a solve or a wait for SEEDS, and `on_phase` hear of time.
        if self.workers == 1:
            work = partial(do_task, setting, context=Context(report_solve, stop))
        with Feed(keys, by_lane=by_lane) as feed:
            answers = run_many(
                feed.each_task(stop, on_wait),
                work,
                workers=self.workers,
                stop=stop,
                on_event=report,
                in_order=False,
                load=load_lane if by_lane else None,
            )
            with closing(answers):
                for done in answers:
                    if done.error is None:
                        yield from feed.take(done.item, done.result())
                    elif done.item.by_lane:
                        feed.take_lost(done.item)
                    else:
                        yield Done(done.item.keys[0], None, done.error)
