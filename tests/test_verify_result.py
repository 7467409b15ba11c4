"""Verification: true results hold, false ones fail, and rechecked bounds are bounds."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from oracle import best_score, tiny_positions
from puzzle_samples import POSITION, parse
from result_samples import CROWDED, START, TRUE

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.composition import composition_bound as solver_composition
from hanabi_solver.bounds.last_round import last_round_bound as solver_last_round
from hanabi_solver.bounds.pace import pace_bound as solver_pace
from hanabi_solver.checking.recheck import WorkLimitError, composition_bound, pace_bound, single_hand_reaches
from hanabi_solver.checking.recheck_last_round import last_round_reaches
from hanabi_solver.checking.verification import Verdict, verify
from hanabi_solver.errors import Fault
from hanabi_solver.formats.hanablive.game import Game, game_of
from hanabi_solver.formats.hanablive.links import format_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.variants import variant_by_id
from hanabi_solver.game.cards import Card, Suit, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.words import SEAT_NAMES
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.solver.result import Result


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


def test_cards_of_seats_without_a_turn_are_not_lost_in_a_speedrun() -> None:
    rules = Rules(players=3, suits=(Suit("r", (2, 1, 3)), Suit("g", (1, 1, 1))), hand_size=3, speedrun=True)
    cards = parse_cards(split_cards("r3r1r1 r2g1g2 g3r3r3"), "rg", "123", "deck")
    last_turn = replace(Deal(rules, tuple(cards)).start(), seat=1, turns_left=1).checked()
    assert best_score(last_turn) == 1
    assert single_hand_bound(last_turn) == 1


@given(tiny_positions())
@settings(max_examples=300, deadline=None)
def test_the_rechecked_last_round_is_a_bound_and_agrees_with_the_solver(position: Position) -> None:
    most = min(composition_bound(position), pace_bound(position))
    claimed = min(most, solver_last_round(position, most).value)
    assert last_round_reaches(position, claimed)
    assert claimed == most or not last_round_reaches(position, claimed + 1)
    assert best_score(position) <= claimed


@given(tiny_positions())
@settings(max_examples=100, deadline=None)
def test_what_the_solver_says_holds(position: Position) -> None:
    result = solve(position, limits=Limits(workers=1))
    assert result.best == result.upper == best_score(position)
    assert not verify(result).is_false


def test_less_than_all_is_nothing_where_the_rules_say_so() -> None:
    rules = {"rules": {"all_or_nothing": True}, "expect": None}
    names = ("composition", "pace", "single-hand", "last-round")
    reasons = tuple(Bound(name, 0, "") for name in names)
    for changes, verdict in (({}, Verdict.FAILS), ({"discards": "r4 r5", "pile": "x x"}, Verdict.HOLDS)):
        start = parse({**POSITION, **rules, **changes}).position
        found = verdicts(replace(TRUE, position=start, best=0, upper=0, line=(), reasons=reasons))
        assert [found[f"bound {reason.name}"] for reason in reasons] == [verdict] * 4


def test_a_true_result_holds() -> None:
    verification = verify(TRUE)
    assert not verification.is_false
    assert verification.unchecked == ()
    subjects = ("position", "arguments", "line", "upper bound")
    assert verdicts(TRUE) == dict.fromkeys(subjects, Verdict.HOLDS)


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
        (replace(TRUE, upper=24, reasons=(Bound("last-round", 24, ""),)), "bound last-round"),
        (replace(TRUE, position=replace(START, tokens=9)), "position"),
        (replace(TRUE, position=replace(START, deck=START.deck[:-1])), "position"),
        (replace(TRUE, method="guess"), "arguments"),
        (replace(TRUE, seed=-1), "arguments"),
        (replace(TRUE, seed=1 << 31), "arguments"),
        (replace(TRUE, target=26), "arguments"),
        (replace(TRUE, upper=26), "upper bound"),
        (replace(TRUE, upper=-1), "upper bound"),
        (replace(TRUE, reasons=(Bound("faith", 25, ""),)), "bound faith"),
        (replace(TRUE, reasons=(Bound("search", 24, ""),)), "bound search"),
        (replace(TRUE, reasons=(Bound("cpsat", 26, ""),)), "bound cpsat"),
        (replace(TRUE, best=-1, upper=-1, reasons=(Bound("search", -1, ""),)), "bound search"),
        (replace(TRUE, reasons=(Bound("game over", 25, ""),)), "bound game over"),
        (replace(TRUE, link="https://example.org/"), "link"),
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


# r1 is the last card of the pile, and whoever draws it has the last turn: r2 can never follow.
LATE_ONE = "r2r3r2r3g1g1g1g2g2g3g3r4g4r5g5g4g5r4r1"


def test_who_draws_the_last_card_plays_last() -> None:
    suits = [{"letter": "r", "copies": [1, 2, 2, 2, 1]}, {"letter": "g", "copies": [3, 2, 2, 2, 2]}]
    opening = parse({"rules": {"players": 2, "suits": suits, "hand_size": 2}, "deck": LATE_ONE}).position
    assert verdict_on_last_round(opening, 5) is Verdict.FAILS
    assert verdict_on_last_round(opening, 6) is Verdict.HOLDS
    assert verdict_on_last_round(opening, 6, work_limit=0) is Verdict.UNCHECKED


@pytest.mark.parametrize(
    ("first", "second", "turns_left", "verdict"),
    [
        ("r4", "r5", 2, Verdict.FAILS),
        ("r4", "r5", 1, Verdict.HOLDS),
        ("r5", "r4", 2, Verdict.HOLDS),
        ("r5", "r4", 3, Verdict.HOLDS),
    ],
)
def test_the_order_of_the_final_round_counts(
    first: str, second: str, turns_left: int, verdict: Verdict
) -> None:
    hands = ["x x x x x", f"x x x {first} x", f"x x {second} x x"]
    rest = {"stacks": "r3 y5 g5 b5 p5", "pile": "", "turns_left": turns_left, "seat": 1, "expect": None}
    assert verdict_on_last_round(parse({**POSITION, **rest, "hands": hands}).position, 24) is verdict


def verdict_on_last_round(position: Position, claim: int, work_limit: int = 1000) -> Verdict:
    bound = Bound("last-round", claim, "")
    result = replace(TRUE, position=position, best=0, upper=claim, line=(), reasons=(bound,))
    (check,) = (c for c in verify(result, work_limit=work_limit).checks if c.subject == "bound last-round")
    return check.verdict


@pytest.mark.parametrize(
    ("seed", "upper"), [("p5v21s42", 23), ("p2v21s13", 21), ("p6v21s50", 23), ("p4v21s21", 24)]
)
def test_the_last_round_of_real_deals(seed: str, upper: int) -> None:
    start = parse_seed(seed).deal.start()
    assert verdict_on_last_round(start, upper) is Verdict.HOLDS
    assert verdict_on_last_round(start, upper - 1) is Verdict.FAILS


def test_an_ended_game_is_its_own_bound() -> None:
    over = parse({**POSITION, "pile": "", "discards": "r4 r5", "turns_left": 0, "expect": None}).position
    result = replace(TRUE, position=over, best=21, upper=21, line=(), reasons=(Bound("game over", 21, ""),))
    assert not verify(result).is_false
    assert verdicts(result)["upper bound"] is Verdict.HOLDS
    wrong = replace(result, best=20, upper=20, reasons=(Bound("game over", 20, ""),))
    assert verdicts(wrong)["bound game over"] is Verdict.FAILS


DEALT = parse_seed("p2v0s1").deal
FIRST, SECOND = DEALT.start().hands
# The oldest card of each seat leaves its hand, after clues that make discards legal.
OPENING = (
    Clue(1, rank=DEALT.deck[SECOND[0]].rank),
    Clue(0, rank=DEALT.deck[FIRST[0]].rank),
    Discard(FIRST[0]),
    Discard(SECOND[0]),
)


def opening_result(keep: int = 0) -> Result:
    """A result without points, from after the first `keep` moves of the opening, with its link."""
    start, line = replay(DEALT.start(), OPENING[:keep]), OPENING[keep:]
    game = Game(variant_by_id(0), SEAT_NAMES[:2], DEALT, OPENING)
    link = format_link(game, keep + 1 if keep else None)
    return replace(TRUE, position=start, line=line, best=0, upper=25, reasons=(), link=link)


def test_the_cards_that_left_the_hands_are_out_or_on_the_stacks() -> None:
    middle = replay(DEALT.start(), OPENING)
    gone = SECOND[0]
    other = next(card for card in DEALT.deck if card not in middle.discards)
    swapped = replace(middle, deck=(*middle.deck[:gone], other, *middle.deck[gone + 1 :]))
    assert swapped.problems() == []
    for position, verdict in ((middle, Verdict.HOLDS), (swapped, Verdict.FAILS)):
        result = replace(TRUE, position=position, line=(), best=0)
        assert verdicts(result)["position"] is verdict


@pytest.mark.parametrize(("seed", "turn"), [("p2v24s1", 15), ("p3v24s3", 20), ("p2v2092s1", 12)])
def test_cards_on_stacks_without_a_set_order_are_those_that_lie_there(seed: str, turn: int) -> None:
    start = parse_seed(seed).deal.start()
    middle = replay(start, solve(start, limits=Limits(workers=1)).line[: turn - 1])
    assert sum(middle.stacks) > 4
    result = solve(middle, limits=Limits(workers=1))
    assert not verify(result).is_false
    suit = middle.stacks.index(max(middle.stacks))
    lying = middle.deck.index(Card(suit, middle.stack_ranks[suit][-1]))
    held = {card for hand in middle.hands for card in hand}
    gone = next(card for card in range(lying, middle.draw_index) if card not in held)
    other = next(card for card in middle.discards if card != middle.deck[gone])
    swapped = replace(middle, deck=(*middle.deck[:gone], other, *middle.deck[gone + 1 :]))
    assert swapped.problems() == []
    assert verdicts(replace(result, position=swapped))["position"] is Verdict.FAILS


@pytest.mark.parametrize("keep", [0, 1, 2])
def test_a_link_shows_the_line(keep: int) -> None:
    result = opening_result(keep)
    assert verdicts(result)["link"] is Verdict.HOLDS
    others = [
        replace(result, line=OPENING[keep:-1]),
        replace(result, best=1),
        replace(result, link=opening_result((keep + 1) % 3).link),
        replace(result, link=format_link(game_of(parse_seed("p2v0s2").deal))),
    ]
    assert [verdicts(other)["link"] for other in others] == [Verdict.FAILS] * 4
