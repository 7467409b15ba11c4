"""Checking a result without the solver: the engine replays the line, plain Python redoes the bounds."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.checking.recheck import (
    WORK_LIMIT,
    WorkLimitError,
    composition_bound,
    pace_bound,
    single_hand_reaches,
)
from hanabi_solver.checking.recheck_choices import counted_reason, ways
from hanabi_solver.checking.recheck_last_round import WORK_LIMIT as LAST_ROUND_LIMIT
from hanabi_solver.checking.recheck_last_round import last_round_reaches
from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.formats.hanablive.links import Link, read_link
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.names import BoundName
from hanabi_solver.solver.limits import Limits, question_faults
from hanabi_solver.solver.result import Result

# The checks that all others are there for: of a result, and of a certificate.
UPPER_BOUND = "upper bound"
CLAIM = "claim"


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

    @property
    def shows_upper(self) -> bool:
        """Whether nothing is false, and what the whole rests on was checked: its upper bound or claim.

        A reason that was not rechecked does not matter beside one that was.
        """
        rests_on = [check for check in self.unchecked if check.subject in (UPPER_BOUND, CLAIM)]
        return not self.is_false and not rests_on


def verify(
    result: Result, contradictions: Sequence[Fault] = (), work_limit: int = WORK_LIMIT
) -> Verification:
    """Check everything in `result` that can be checked without a search of the real game.

    `contradictions` are those that the file itself holds (`parse_claim`). `work_limit` is the number
    of positions that the recheck of one "single-hand" bound may look at; that of a "last-round" bound
    stops at LAST_ROUND_LIMIT states if that is less. Raises InputError for what is no result.
    """
    if not isinstance(result, Result):
        advice = "solve makes one; to solve and check: verify(solve(...))"
        raise InputError([Fault("result", f"expected a Result, got {type(result).__name__}", advice)])
    checks = [Check("file", Verdict.FAILS, str(fault)) for fault in contradictions]
    problems = result.position.problems() or list(_gone_faults(result.position))
    if problems:
        checks.extend(Check("position", Verdict.FAILS, str(problem)) for problem in problems)
        return Verification(tuple(checks))
    checks.append(Check("position", Verdict.HOLDS, "every card is there, and the state can occur"))
    checks.append(_arguments_check(result))
    checks.extend(_line_checks(result))
    reasons = [recheck_bound(result.position, reason, result.upper, work_limit) for reason in result.reasons]
    checks.extend(reasons)
    checks.append(_upper_check(result, reasons))
    if result.least_turns is not None:
        checks.append(_shortest_check(result, result.least_turns))
    if result.link is not None:
        checks.append(_link_check(result, result.link))
    return Verification(tuple(checks))


def _gone_faults(position: Position) -> Iterator[Fault]:
    """Cards of the deck that were drawn and are in no hand, but neither on a stack nor discarded."""
    held = {index for hand in position.hands for index in hand}
    gone = Counter(
        card for index, card in enumerate(position.deck[: position.draw_index]) if index not in held
    )
    if position.rules.has_set_order:
        stacked = Counter(
            position.rules.card_at(suit, step)
            for suit, height in enumerate(position.stacks)
            for step in range(1, height + 1)
        )
    else:
        stacked = Counter(
            Card(suit, rank) for suit, ranks in enumerate(position.stack_ranks) for rank in ranks
        )
    for card, number in sorted((gone - (stacked + Counter(position.discards))).items()):
        name = format_card(card, position.rules.letters)
        text = f"expected every drawn card in a hand, on a stack or discarded, got {number} {name} too many"
        yield Fault("deck", text)


def _arguments_check(result: Result) -> Check:
    """Whether the solve can have been asked for like this."""
    faults = question_faults(result.position, result.method, result.target, Limits(), result.seed)
    if faults:
        return Check("arguments", Verdict.FAILS, "; ".join(str(fault) for fault in faults))
    return Check("arguments", Verdict.HOLDS, f"method {result.method}, seed {result.seed}")


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


def _shortest_check(result: Result, least: int) -> Check:
    """Whether a line is as short as claimed: its end is looked at, what refutes fewer turns is not."""
    subject, turns = "shortest line", len(result.line)
    if least > turns:
        return Check(subject, Verdict.FAILS, f"expected at least {counted(least, 'turn')}, got {turns}")
    try:
        enough = _first_safe_turn(result)
    except IllegalMoveError as error:
        return Check(subject, Verdict.FAILS, str(error))
    if enough < turns:
        text = f"expected a line that ends with its last point, got one that has it after turn {enough}"
        return Check(subject, Verdict.FAILS, text)
    points = 0 if result.position.rules.all_or_nothing else result.best - result.position.score
    if least <= points:
        text = f"no fewer than {counted(least, 'turn')} bring {counted(points, 'point')}"
        return Check(subject, Verdict.HOLDS, text)
    text = f"at least {counted(least, 'turn')}: rests on a search that has to be run again"
    return Check(subject, Verdict.UNCHECKED, text)


def _first_safe_turn(result: Result) -> int:
    """The number of turns after which the line has its score for good, 0 if it needs none."""
    if result.best == 0 or _is_safe(result.position, result.best):
        return 0
    turns = (step.turn for step in steps(result.position, result.line) if _is_safe(step.after, result.best))
    return next(turns, len(result.line))


def _is_safe(position: Position, score: int) -> bool:
    return position.score >= score and keeps_score(position)


def recheck_bound(
    position: Position,
    reason: Bound,
    upper: int,
    work_limit: int = WORK_LIMIT,
    go_on: Callable[[], bool] = lambda: True,
) -> Check:
    """Whether a bound, recomputed in plain Python, proves `upper`; UNCHECKED if it rests on a search.

    UNCHECKED as well if that takes more than `work_limit` positions, or `go_on` says no before the end.
    """
    subject = f"bound {reason.name}"
    if reason.name not in list(BoundName):
        return Check(subject, Verdict.FAILS, f"expected one of {', '.join(BoundName)}, got another name")
    if reason.value != upper or reason.value < 0:
        text = f"expected the upper bound {upper}, at least 0, got {reason.value}"
        return Check(subject, Verdict.FAILS, text)
    if reason.name == BoundName.GAME_OVER:
        return _game_over_check(position, reason)
    if reason.value >= position.rules.max_score:
        return Check(subject, Verdict.HOLDS, f"no score exceeds {position.rules.max_score}")
    # The least sum of the stacks that would count as more than the bound.
    more = position.rules.max_score if position.rules.all_or_nothing else reason.value + 1
    if not position.rules.has_set_order:
        return _choices_check(position, reason, work_limit, go_on)
    match reason.name:
        case BoundName.COMPOSITION:
            return _compare(subject, reason.value, more, composition_bound(position))
        case BoundName.PACE:
            return _compare(subject, reason.value, more, pace_bound(position))
        case BoundName.SINGLE_HAND:
            try:
                is_reached = single_hand_reaches(position, more, work_limit, go_on)
            except WorkLimitError:
                text = f"too large: more than {work_limit:,} positions of the merged hand"
                return Check(subject, Verdict.UNCHECKED, text)
            if is_reached:
                return Check(subject, Verdict.FAILS, f"one merged hand reaches {more}")
            return Check(subject, Verdict.HOLDS, f"even one merged hand does not reach {more}")
        case BoundName.LAST_ROUND:
            limit = min(work_limit, LAST_ROUND_LIMIT)
            try:
                is_reached = last_round_reaches(position, more, limit, go_on)
            except WorkLimitError:
                text = f"too large: more than {limit:,} states of the last draws"
                return Check(subject, Verdict.UNCHECKED, text)
            if is_reached:
                text = f"the last draws and the final round leave time for {more}"
                return Check(subject, Verdict.FAILS, text)
            text = f"even with free clues and hands of any size, {more} comes too late"
            return Check(subject, Verdict.HOLDS, text)
    text = f"at most {reason.value}: rests on a search that has to be run again"
    return Check(subject, Verdict.UNCHECKED, text)


def _choices_check(position: Position, reason: Bound, work_limit: int, go_on: Callable[[], bool]) -> Check:
    """Whether plain counting refutes every way to stack the suits."""
    subject = f"bound {reason.name}"
    if reason.name != BoundName.CHOICES:
        text = f"expected {BoundName.CHOICES} where suits have no set order, got another bound"
        return Check(subject, Verdict.FAILS, text)
    open_ways = number = 0
    for way in ways(position):
        number += 1
        open_ways += counted_reason(way.position, reason.value, work_limit, go_on) is None
    if open_ways:
        text = f"{open_ways} of {number} ways to stack the suits rest on a search that has to be run again"
        return Check(subject, Verdict.UNCHECKED, text)
    return Check(subject, Verdict.HOLDS, f"counting keeps each of {number} ways at {reason.value} or less")


def _game_over_check(position: Position, reason: Bound) -> Check:
    subject = f"bound {reason.name}"
    if not position.is_over:
        return Check(subject, Verdict.FAILS, "expected a game that is over, got one that goes on")
    verdict = Verdict.HOLDS if position.score == reason.value else Verdict.FAILS
    return Check(subject, verdict, f"the game is over with a score of {position.score}")


def _compare(subject: str, claimed: int, more: int, recomputed: int) -> Check:
    """Whether the stacks' sum that was recomputed stays below `more`, the least that exceeds the claim."""
    if recomputed < more:
        return Check(subject, Verdict.HOLDS, f"at most {claimed} (recomputed: {recomputed})")
    return Check(subject, Verdict.FAILS, f"expected at most {claimed}, got {recomputed} recomputed")


def _upper_check(result: Result, reasons: Sequence[Check]) -> Check:
    """Whether the upper bound follows from a reason, and from which kind."""
    position, upper = result.position, result.upper
    if result.best > upper:
        return Check(UPPER_BOUND, Verdict.FAILS, f"expected at least {result.best}, got {upper}")
    if upper > position.rules.max_score:
        text = f"expected at most {position.rules.max_score}, got {upper}"
        return Check(UPPER_BOUND, Verdict.FAILS, text)
    if upper == position.rules.max_score:
        return Check(UPPER_BOUND, Verdict.HOLDS, f"{upper}: every suit complete")
    if position.is_over:
        verdict = Verdict.HOLDS if position.score <= upper else Verdict.FAILS
        return Check(UPPER_BOUND, verdict, f"the game is over with a score of {position.score}")
    verdicts = {check.verdict for check in reasons}
    if Verdict.HOLDS in verdicts:
        return Check(UPPER_BOUND, Verdict.HOLDS, f"{upper}: follows from the bounds above")
    if Verdict.UNCHECKED in verdicts:
        return Check(UPPER_BOUND, Verdict.UNCHECKED, f"{upper}: rests on a reason that was not rechecked")
    return Check(UPPER_BOUND, Verdict.FAILS, f"expected a reason for {upper}, got none that holds")


def _link_check(result: Result, text: str) -> Check:
    """Whether the link on hanab.live starts at the position, and shows the line up to its last point.

    Clues count as one another: in some variants the site needs others than the line has.
    """
    try:
        link = read_link(text)
        start, shown = _shown(link)
        final = replay(start, shown)
    except (InputError, IllegalMoveError) as error:
        return Check("link", Verdict.FAILS, f"expected a link to a game, got {error}")
    if _without_letters(start) != _without_letters(result.position):
        return Check("link", Verdict.FAILS, "expected a game that comes to the position, got another")
    if [_kind(move) for move in shown] != [_kind(move) for move in result.line[: len(shown)]]:
        return Check("link", Verdict.FAILS, "expected the moves of the line, got others")
    if sum(final.stacks) < result.best:
        text = f"expected a game with {result.best} on the stacks, got {sum(final.stacks)}"
        return Check("link", Verdict.FAILS, text)
    return Check("link", Verdict.HOLDS, "shows the line up to its last point")


def _shown(link: Link) -> tuple[Position, tuple[Move, ...]]:
    """The position at the turn that a link points to, and the moves from there on."""
    played = (link.turn or 1) - 1
    return replay(link.game.deal.start(), link.game.moves[:played]), link.game.moves[played:]


def _without_letters(position: Position) -> Position:
    """The position with what a link leaves open set alike: letters of suits, order of the discards.

    Neither does a link tell whether points count after the last strike. Its clues are those of its variant,
    while results of earlier versions allow every clue in variants whose clues mark other cards than usual.
    """
    suits = tuple(
        replace(suit, letter=letter) for suit, letter in zip(position.rules.suits, "abcdef", strict=False)
    )
    rules = replace(position.rules, suits=suits, strikeout_scores=False, empty_clues=False, clues=None)
    return replace(position, rules=rules, last_clue="", discards=tuple(sorted(position.discards)))


def _kind(move: Move) -> Move | None:
    return None if isinstance(move, Clue) else move
