"""Verification: true results hold, false ones fail, and rechecked bounds are bounds."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from oracle import best_score, tiny_positions
from test_puzzle_format import POSITION, parse

from hanabi_solver.bounds.composition import composition_bound as solver_composition
from hanabi_solver.bounds.pace import pace_bound as solver_pace
from hanabi_solver.deal import Position
from hanabi_solver.errors import Fault
from hanabi_solver.moves import Discard, Play
from hanabi_solver.recheck import WorkLimitError, composition_bound, pace_bound, single_hand_reaches
from hanabi_solver.result import Bound, Result
from hanabi_solver.solve import solve
from hanabi_solver.verify import Verdict, verify

START = parse(POSITION).position
# r4, b5, p5 from the hands of seats 0, 1 and 2, then r5, the card that seat 0 drew.
TRUE = Result(
    position=START,
    best=25,
    upper=25,
    reasons=(),
    line=(Play(3), Play(7), Play(13), Play(15)),
    method="search",
    target=None,
    seconds=0.1,
    nodes=5,
    seed=0,
    versions={},
)


def single_hand_bound(position: Position) -> int:
    score = sum(position.stacks)
    while single_hand_reaches(position, score + 1):
        score += 1
    return score


def verdicts(result: Result) -> dict[str, Verdict]:
    return {check.subject: check.verdict for check in verify(result).checks}


@given(tiny_positions())
@settings(max_examples=300, deadline=None)
def test_rechecked_bounds_are_bounds_and_agree_with_the_solver(position: Position) -> None:
    best = best_score(position)
    keeps_points = position.rules.strikeout_scores or position.rules.token_limit > 0
    if keeps_points and not position.rules.all_or_nothing:
        assert best >= sum(position.stacks)
    composition, pace = composition_bound(position), pace_bound(position)
    assert best <= single_hand_bound(position) <= min(composition, pace)
    assert composition == solver_composition(position).value
    assert min(composition, pace) == min(composition, solver_pace(position).value)


@given(tiny_positions())
@settings(max_examples=100, deadline=None)
def test_what_the_solver_says_holds(position: Position) -> None:
    result = solve(position, workers=1)
    assert result.best == result.upper == best_score(position)
    assert not verify(result).is_false


def test_less_than_all_is_nothing_where_the_rules_say_so() -> None:
    rules = {"rules": {"all_or_nothing": True}, "expect": None}
    reasons = tuple(Bound(name, 0, "") for name in ("composition", "pace", "single-hand"))
    for changes, verdict in (({}, Verdict.FAILS), ({"discards": "r4 r5", "pile": "x x"}, Verdict.HOLDS)):
        start = parse({**POSITION, **rules, **changes}).position
        found = verdicts(replace(TRUE, position=start, best=0, upper=0, line=(), reasons=reasons))
        assert [found[f"bound {reason.name}"] for reason in reasons] == [verdict] * 3


def test_a_true_result_holds() -> None:
    verification = verify(TRUE)
    assert not verification.is_false
    assert verification.unchecked == ()
    assert verdicts(TRUE) == dict.fromkeys(("position", "line", "upper bound"), Verdict.HOLDS)


@pytest.mark.parametrize(
    ("lie", "subject"),
    [
        (replace(TRUE, best=24, upper=24), "line"),
        (replace(TRUE, line=TRUE.line[:3]), "line"),
        (replace(TRUE, line=(Play(7), *TRUE.line[1:])), "line"),
        (replace(TRUE, line=(*TRUE.line, Discard(0))), "line"),
        (replace(TRUE, upper=24), "upper bound"),
        (replace(TRUE, line=TRUE.line[:3], best=24, upper=24), "upper bound"),
        (replace(TRUE, reasons=(Bound("composition", 24, ""),)), "bound composition"),
        (replace(TRUE, reasons=(Bound("pace", 24, ""),)), "bound pace"),
        (replace(TRUE, reasons=(Bound("single-hand", 24, ""),)), "bound single-hand"),
        (replace(TRUE, position=replace(START, tokens=9)), "position"),
        (replace(TRUE, position=replace(START, deck=START.deck[:-1])), "position"),
    ],
)
def test_a_false_result_fails(lie: Result, subject: str) -> None:
    assert verify(lie).is_false
    assert verdicts(lie)[subject] is Verdict.FAILS


def test_contradictions_in_the_file_fail() -> None:
    assert verify(TRUE, [Fault("status", "expected 'bounds', got 'optimal'")]).is_false


def test_what_needs_a_search_is_not_rechecked() -> None:
    searched = replace(TRUE, best=24, upper=24, line=TRUE.line[:3], reasons=(Bound("search", 24, ""),))
    verification = verify(searched)
    assert not verification.is_false
    assert [check.subject for check in verification.unchecked] == ["bound search", "upper bound"]


def test_a_recheck_that_is_too_large_says_so() -> None:
    opening = parse({"rules": {"players": 2, "suits": "rg", "hand_size": 2}, "deck": CROWDED}).position
    assert not single_hand_reaches(opening, 10)
    with pytest.raises(WorkLimitError):
        single_hand_reaches(opening, 10, work_limit=0)
    result = replace(TRUE, position=opening, best=0, upper=9, line=(), reasons=(Bound("single-hand", 9, ""),))
    (check, _upper) = verify(result, work_limit=0).unchecked
    assert check.text == "too large: more than 0 positions of the merged hand"


# Four places, and the ones come last: useful cards must be dropped.
CROWDED = "r5g5r4g4r3g3r2g2r4g4r3g3r2g2r1r1r1g1g1g1"


def test_an_ended_game_is_its_own_bound() -> None:
    over = parse({**POSITION, "pile": "", "discards": "r4 r5", "turns_left": 0, "expect": None}).position
    result = replace(TRUE, position=over, best=21, upper=21, line=(), reasons=(Bound("game over", 21, ""),))
    assert not verify(result).is_false
    assert verdicts(result)["upper bound"] is Verdict.HOLDS
