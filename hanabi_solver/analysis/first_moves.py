"""Which first moves keep a score: the complete set, by face."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.first_move import FirstMove, first_moves, with_trash_as_one
from hanabi_solver.game.engine import apply
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import keeps_score
from hanabi_solver.solver.best_score import solve, tables_for
from hanabi_solver.solver.limits import DEFAULT_WORKERS, argument_faults
from hanabi_solver.solver.result import Answer, Progress

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables


@dataclass(frozen=True, slots=True)
class FirstMoves:
    """The first moves of a position by what they leave possible; `undecided` ones hit a limit."""

    keeping: tuple[FirstMove, ...]
    losing: tuple[FirstMove, ...]
    undecided: tuple[FirstMove, ...]


def keeping_moves(
    position: Position,
    score: int,
    *,
    method: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int = DEFAULT_WORKERS,
    seed: int = 0,
    on_event: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    tables: "Tables | None" = None,
) -> FirstMoves:
    """All first moves after which `score` can still be reached; every clue is one move, "clue".

    Useless cards of a hand are interchangeable, so one of each kind of move is solved for all of them.
    `time_limit` (seconds) is for all moves together. All solves share `tables`, as `solve` takes them; if
    None, tables of `memory_limit` are made once. Raises InputError for a faulty position or argument.
    """
    started = time.monotonic()
    faults = argument_faults(position.checked(), method, score, None, memory_limit, workers, seed)
    if tables is not None and memory_limit is not None:
        faults.append(Fault("memory limit", "expected none beside tables, which have their own"))
    if faults:
        raise InputError(faults)
    answers: dict[frozenset[FirstMove], Answer] = {}
    named = first_moves(position)
    for name, move in named.items():
        alike = with_trash_as_one([name], position)
        if alike in answers:
            continue
        after = apply(position, move)
        if after.is_over or (after.score >= score and keeps_score(after)):
            answers[alike] = Answer.YES if after.score >= score else Answer.NO
            continue
        left = None if time_limit is None else max(time_limit - (time.monotonic() - started), 0.0)
        is_stopped = stop is not None and stop.is_set()
        if left == 0.0 or is_stopped:
            answers[alike] = Answer.UNKNOWN
            continue
        if tables is None:
            tables = tables_for(memory_limit)
        result = solve(
            after,
            method=method,
            target=score,
            time_limit=left,
            workers=workers,
            seed=seed,
            on_event=on_event,
            stop=stop,
            tables=tables,
        )
        answers[alike] = result.answer or Answer.UNKNOWN
    by_answer: dict[Answer, list[FirstMove]] = {answer: [] for answer in Answer}
    for name in named:
        by_answer[answers[with_trash_as_one([name], position)]].append(name)
    return FirstMoves(
        tuple(by_answer[Answer.YES]), tuple(by_answer[Answer.NO]), tuple(by_answer[Answer.UNKNOWN])
    )
