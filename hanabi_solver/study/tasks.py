"""What engines have done: batches of deals on the fast lane, and what that leaves open the usual way."""

import hashlib
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_solver.errors import HanabiError, InternalCheckError
from hanabi_solver.names import LineFinder, Method, Phase
from hanabi_solver.solver.best_score import ALONE
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Part, Progress
from hanabi_solver.solver.versions import solver_version
from hanabi_solver.study.keys import entry_of
from hanabi_solver.study.lane.lines import check_line
from hanabi_solver.study.lane.loading import load_lane
from hanabi_solver.study.record import Row, Setting, solve_row

# One in so many of the lane's answers is solved the usual way too, and compared.
SAMPLED_OF = 1000
# Deals of the lane between two looks at whether to stop: hard ones take some hundredths of a second each.
STOPPABLE = 25


@dataclass(frozen=True, slots=True)
class DealTask:
    """Deals to do by their keys: on the fast lane, or each the usual way."""

    keys: tuple[str, ...]
    by_lane: bool


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What came of a deal: its row, or the error why there is none. Neither: the lane leaves it open."""

    key: str
    row: Row | None = None
    error: HanabiError | None = None

    def __reduce__(self) -> tuple[type["DealOutcome"], tuple[object, ...]]:
        return DealOutcome, (self.key, self.row, self.error)  # as rows: there are millions


def has_lane(setting: Setting) -> bool:
    """Whether deals may be settled by the fast lane: no other method was asked for."""
    return setting.method == Method.AUTO


def do_task(setting: Setting, task: DealTask, context: Context = ALONE) -> list[DealOutcome]:
    """The outcome of each deal; of the lane fewer if `context` was stopped."""
    if task.by_lane:
        return _on_lane(setting, task.keys, context)
    return [_as_usual(setting, key, context) for key in task.keys]


def is_sampled(key: str) -> bool:
    """Whether the lane's answer to this deal is checked by a solve: one in a thousand, whoever asks.

    >>> [number for number in range(1, 4000) if is_sampled(f"p2v0s{number}")]
    [492, 1088, 1684]
    """
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % SAMPLED_OF == 0


def _as_usual(setting: Setting, key: str, context: Context) -> DealOutcome:
    try:
        return DealOutcome(key, solve_row(setting, key, context))
    except HanabiError as error:
        return DealOutcome(key, error=error)


def _on_lane(setting: Setting, keys: Sequence[str], context: Context) -> list[DealOutcome]:
    def on_compile(part: Part) -> None:
        context.report(Progress(Phase.COMPILE, 0, 0, 0, 0, 0.0, part))

    if not load_lane(context.stop or threading.Event(), on_compile):
        return []
    from hanabi_solver.study.lane.settle import Settled, settle

    solver = solver_version()
    started = time.perf_counter()
    settled: list[Settled | InternalCheckError | None] = []
    # Nothing stops compiled code: where somebody can stop this, it is asked between fewer deals.
    size = STOPPABLE if context.stop is not None else max(len(keys), 1)
    for first in range(0, len(keys), size):
        if context.stop is not None and context.stop.is_set():
            break
        settled += settle(keys[first : first + size])
    # The time of those that it leaves open is shared out too, if it settles any.
    seconds = (time.perf_counter() - started) / max(sum(isinstance(each, Settled) for each in settled), 1)
    outcomes = []
    for key, found in zip(keys, settled, strict=False):
        if not isinstance(found, Settled):
            outcomes.append(DealOutcome(key, error=found))
            continue
        row = Row(
            deal=key,
            players=found.players,
            variant=found.variant,
            max_score=found.max_score,
            best=found.max_score,
            upper=found.max_score,
            reason="",
            method=LineFinder.LANE,
            seconds=seconds,
            nodes=found.nodes,
            link=None,
            solver=solver,
            line=found.line,
        )
        outcomes.append(_checked(setting, row, context) if is_sampled(key) else DealOutcome(key, row))
    return outcomes


def _checked(setting: Setting, row: Row, context: Context) -> DealOutcome:
    """A row of the lane, unless the deal as it is read the usual way, or a solve of it, contradicts it."""
    try:
        _check_deal(row)
    except InternalCheckError as error:
        return DealOutcome(row.deal, error=error)
    usual = _as_usual(setting, row.deal, context)
    if usual.error is not None:
        return usual
    if usual.row is not None and usual.row.upper < row.best:
        return DealOutcome(
            row.deal,
            error=InternalCheckError(
                f"{row.deal}: the fast lane reaches {row.best}, and a solve proves that at most "
                f"{usual.row.upper} can be ({usual.row.reason})"
            ),
        )
    return DealOutcome(row.deal, row)


def _check_deal(row: Row) -> None:
    """Raise InternalCheckError unless the engine replays the line from the deck that plain Python deals."""
    entry = entry_of(row.deal)
    rules = entry.position.rules
    variant = None if entry.game is None else entry.game.variant.id
    expected, got = (
        (rules.players, variant, rules.max_score),
        (row.players, row.variant, row.max_score),
    )
    if expected != got:
        text = f"expected players, variant and highest score {expected}, got {got} on the fast lane"
        raise InternalCheckError(f"{row.deal}: {text}")
    check_line(row.line, entry.position, row.deal)
