"""Checking a result without the solver: the engine replays the line, plain Python redoes the bounds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hanabi_solver.errors import Fault, IllegalMoveError
from hanabi_solver.line import keeps_score, replay
from hanabi_solver.recheck import (
    WORK_LIMIT,
    WorkLimitError,
    composition_bound,
    pace_bound,
    single_hand_reaches,
)
from hanabi_solver.result import Bound, Result


class Verdict(StrEnum):
    """What came of one check."""

    HOLDS = "holds"
    FAILS = "fails"
    UNCHECKED = "not rechecked"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a result claims, and what came of checking it."""

    subject: str
    verdict: Verdict
    text: str


@dataclass(frozen=True, slots=True)
class Verification:
    """All checks of one result."""

    checks: tuple[Check, ...]

    @property
    def is_false(self) -> bool:
        """Whether a check failed: the result is wrong."""
        return any(check.verdict is Verdict.FAILS for check in self.checks)

    @property
    def unchecked(self) -> tuple[Check, ...]:
        """What has to be taken on trust."""
        return tuple(check for check in self.checks if check.verdict is Verdict.UNCHECKED)


def verify(
    result: Result, contradictions: Sequence[Fault] = (), work_limit: int = WORK_LIMIT
) -> Verification:
    """Check everything in `result` that can be checked without a search of the real game.

    `contradictions` are those that the file itself holds (`parse_claim`). `work_limit` is the number
    of positions that the recheck of one "single-hand" bound may look at.
    """
    checks = [Check("file", Verdict.FAILS, str(fault)) for fault in contradictions]
    problems = result.position.problems()
    if problems:
        checks.extend(Check("position", Verdict.FAILS, str(problem)) for problem in problems)
        return Verification(tuple(checks))
    checks.append(Check("position", Verdict.HOLDS, "every card is there, and the state can occur"))
    checks.extend(_line_checks(result))
    reasons = [_reason_check(result, reason, work_limit) for reason in result.reasons]
    checks.extend(reasons)
    checks.append(_upper_check(result, reasons))
    return Verification(tuple(checks))


def _line_checks(result: Result) -> Iterator[Check]:
    try:
        final = replay(result.position, result.line)
    except IllegalMoveError as error:
        yield Check("line", Verdict.FAILS, str(error))
        return
    moves = "1 legal move" if len(result.line) == 1 else f"{len(result.line)} legal moves"
    if final.score != result.best:
        yield Check("line", Verdict.FAILS, f"expected a score of {result.best}, got {final.score}")
    elif final.score > 0 and not keeps_score(final):
        text = f"score {final.score} after {moves}, but the moves still to make can lose it"
        yield Check("line", Verdict.FAILS, text)
    else:
        yield Check("line", Verdict.HOLDS, f"score {final.score} after {moves}")


def _reason_check(result: Result, reason: Bound, work_limit: int) -> Check:
    position, subject = result.position, f"bound {reason.name}"
    if reason.value >= position.rules.max_score:
        return Check(subject, Verdict.HOLDS, f"no score exceeds {position.rules.max_score}")
    # The least sum of the stacks that would count as more than the bound.
    more = position.rules.max_score if position.rules.all_or_nothing else reason.value + 1
    match reason.name:
        case "composition":
            return _compare(subject, reason.value, more, composition_bound(position))
        case "pace":
            return _compare(subject, reason.value, more, pace_bound(position))
        case "single-hand":
            try:
                is_reached = single_hand_reaches(position, more, work_limit)
            except WorkLimitError:
                text = f"too large: more than {work_limit:,} positions of the merged hand"
                return Check(subject, Verdict.UNCHECKED, text)
            if is_reached:
                return Check(subject, Verdict.FAILS, f"one merged hand reaches {more}")
            return Check(subject, Verdict.HOLDS, f"even one merged hand does not reach {more}")
    text = f"at most {reason.value}: rests on a search that has to be run again"
    return Check(subject, Verdict.UNCHECKED, text)


def _compare(subject: str, claimed: int, more: int, recomputed: int) -> Check:
    """Whether the stacks' sum that was recomputed stays below `more`, the least that exceeds the claim."""
    if recomputed < more:
        return Check(subject, Verdict.HOLDS, f"at most {claimed} (recomputed: {recomputed})")
    return Check(subject, Verdict.FAILS, f"expected at most {claimed}, got {recomputed} recomputed")


def _upper_check(result: Result, reasons: Sequence[Check]) -> Check:
    """Whether the upper bound follows from a reason, and from which kind."""
    position, upper = result.position, result.upper
    if result.best > upper:
        return Check("upper bound", Verdict.FAILS, f"expected at least {result.best}, got {upper}")
    if upper >= position.rules.max_score:
        return Check("upper bound", Verdict.HOLDS, f"{upper}: every suit complete")
    if position.is_over:
        verdict = Verdict.HOLDS if position.score <= upper else Verdict.FAILS
        return Check("upper bound", verdict, f"the game is over with a score of {position.score}")
    verdicts = {
        check.verdict for check, reason in zip(reasons, result.reasons, strict=True) if reason.value <= upper
    }
    if Verdict.HOLDS in verdicts:
        return Check("upper bound", Verdict.HOLDS, f"{upper}: follows from the bounds above")
    if Verdict.UNCHECKED in verdicts:
        return Check("upper bound", Verdict.UNCHECKED, f"{upper}: rests on a reason that was not rechecked")
    return Check("upper bound", Verdict.FAILS, f"expected a reason for {upper}, got none that holds")
