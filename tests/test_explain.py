"""Explanations: changes against brute force, reasons with their cards, common starts, narrowness, JSON."""

import io
import json
import math
import threading
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import jsonschema
import pytest
from builders import build
from hypothesis import given, settings
from oracle import (
    after_random_moves,
    best_score,
    distinct_moves,
    random_deck,
    random_tiny_position,
    tiny_positions,
)
from places import ROOT
from rich.console import Console

from hanabi_solver.analysis import explainer as explaining
from hanabi_solver.analysis import held_cards, seatless
from hanabi_solver.analysis.common_start import CommonStart, choices
from hanabi_solver.analysis.explainer import explain
from hanabi_solver.analysis.explanation import Explanation, ExplanationKind, WhatIf, format_explanation
from hanabi_solver.analysis.explanation_schema import explanation_schema
from hanabi_solver.analysis.narrowness import pace
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.analysis.relaxations import (
    Change,
    ChangeKind,
    changes,
    one_more_card,
    one_more_in_pile,
    unlimited_clues,
)
from hanabi_solver.analysis.seatless import reaches_without_seats
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.cli.render.explanation import print_explanation
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.formats.first_move import FirstMove, first_moves, with_trash_as_one
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.cards import Card, Suit
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, apply_unchecked
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.names import Answer, Status
from hanabi_solver.solver.limits import Context, Limits

SCHEMA = jsonschema.Draft202012Validator(explanation_schema())

# For each change, tiny positions (most cards, seed): one point more than the best score is within reach after
# it, or is not.
ENOUGH = {
    ChangeKind.SWAP: (8, 73),
    ChangeKind.ONE_MORE_CLUE: (8, 9),
    ChangeKind.ONE_MORE_CARD: (9, 501),
    ChangeKind.ONE_MORE_IN_PILE: (8, 4),
    ChangeKind.UNLIMITED_CLUES: (8, 9),
    ChangeKind.NO_SEAT_ORDER: (8, 12),
}
NOT_ENOUGH = {
    ChangeKind.SWAP: (8, 14),
    ChangeKind.ONE_MORE_CLUE: (8, 4),
    ChangeKind.ONE_MORE_CARD: (8, 4),
    ChangeKind.ONE_MORE_IN_PILE: (8, 43),
    ChangeKind.UNLIMITED_CLUES: (8, 4),
    ChangeKind.NO_SEAT_ORDER: (8, 4),
}


# Every question gets its answer, and in the same way.
NO_HURRY = Limits(workers=1)


def tiny(most: int, seed: int) -> Position:
    return random_tiny_position(Random(seed), most)


def seed_position(seed: str) -> Position:
    return parse_seed(seed).deal.start()


def puzzle_position(name: str) -> Position:
    return parse_puzzle((ROOT / "puzzles" / f"{name}.json").read_text(encoding="utf-8")).position


def best_in_any_order(position: Position, known: dict[Hashable, int]) -> int:
    """The best score if any seat may take any turn, with all rules for tokens and strikes, by brute force."""
    if position.is_over:
        return position.score
    hands = sorted(tuple(sorted(position.hand_cards(seat))) for seat in range(position.rules.players))
    key = (
        *(position.stacks, tuple(sorted(position.discards)), tuple(hands), position.draw_index),
        *(position.tokens, position.strikes, position.turns_left),
    )
    if key not in known:
        known[key] = max(
            (
                best_in_any_order(apply_unchecked(turned, move), known)
                for turned in (replace(position, seat=seat) for seat in range(position.rules.players))
                for move in distinct_moves(turned)
            ),
            default=0,
        )
    return known[key]


def best_after(position: Position, change: Change) -> int:
    """The best score after a change, by brute force."""
    if change.position is None:
        return best_in_any_order(position, {})
    return best_score(change.position.checked())


def is_small(position: Position, change: Change) -> bool:
    """Whether brute force is done soon."""
    if change.kind is ChangeKind.UNLIMITED_CLUES:
        return position.pile_size * position.rules.players <= 6
    return change.kind is ChangeKind.SWAP or position.pile_size <= 3


def questions_about(position: Position) -> Questions:
    return Questions(position, limits=Limits(workers=1))


def test_every_change_is_decided_as_brute_force_says() -> None:
    compared = dict.fromkeys(ChangeKind, 0)
    for seed in range(40):
        position = tiny(7, seed)
        best = best_score(position)
        after = {
            change: best_after(position, change) for change in changes(position) if is_small(position, change)
        }
        # A relaxation never does harm.
        assert all(score >= best for change, score in after.items() if change.kind is not ChangeKind.SWAP)
        for goal in range(best + 1, position.rules.max_score + 1):
            explanation = explain(position, target=goal, ask_what_ifs=True, limits=NO_HURRY)
            for change, score in after.items():
                answer = what_if_of(explanation, change).answer
                is_open = answer is Answer.UNKNOWN and change.unplayed is not None
                assert is_open or (answer is Answer.YES) == (score >= goal), (seed, change, goal)
                compared[change.kind] += 1
    assert min(compared.values()) > 5, compared


@pytest.mark.parametrize(("cases", "expected"), [(ENOUGH, Answer.YES), (NOT_ENOUGH, Answer.NO)])
@pytest.mark.parametrize("kind", ChangeKind)
def test_a_change_is_enough_or_not(
    kind: ChangeKind, cases: dict[ChangeKind, tuple[int, int]], expected: Answer
) -> None:
    position = tiny(*cases[kind])
    goal = best_score(position) + 1
    explanation = explain(position, target=goal, ask_what_ifs=True, limits=Limits(workers=1))
    assert explanation.answer is Answer.NO
    asked = [(each, what_if_of(explanation, each)) for each in changes(position) if each.kind is kind]
    assert expected in [what_if.answer for _, what_if in asked]
    for change, what_if in asked:
        assert (what_if.answer is Answer.YES) == (best_after(position, change) >= goal)


def what_if_of(explanation: Explanation, change: Change) -> WhatIf:
    (found,) = [each for each in explanation.what_ifs if each.text == change.text]
    return found


def test_what_follows_is_not_asked() -> None:
    position = tiny(8, 88)
    explanation = explain(
        position, target=best_score(position) + 1, ask_what_ifs=True, limits=Limits(workers=1)
    )
    follows = {each.kind: each.follows_from for each in explanation.what_ifs}
    assert follows[ChangeKind.ONE_MORE_CLUE] is None
    assert follows[ChangeKind.UNLIMITED_CLUES] is ChangeKind.ONE_MORE_CLUE
    assert follows[ChangeKind.NO_SEAT_ORDER] is ChangeKind.UNLIMITED_CLUES
    # A larger change that is not enough settles a smaller one that was not decided, and nothing else does.
    # Asked of the rule itself: which questions of a whole explanation stay open depends on the machine.
    clue = WhatIf(ChangeKind.ONE_MORE_CLUE, "", Answer.UNKNOWN)
    asked = {ChangeKind.UNLIMITED_CLUES: Answer.UNKNOWN, ChangeKind.NO_SEAT_ORDER: Answer.NO}
    assert explaining._implied(clue, asked) == replace(
        clue, answer=Answer.NO, follows_from=ChangeKind.NO_SEAT_ORDER
    )
    assert explaining._implied(clue, {ChangeKind.NO_SEAT_ORDER: Answer.YES}) == clue
    card = WhatIf(ChangeKind.ONE_MORE_CARD, "", Answer.UNKNOWN)
    assert explaining._implied(card, asked) == card


def test_changes_that_would_be_no_relaxation_are_not_asked() -> None:
    suits = make_suits("rgb")
    kinds = {each.kind for each in changes(build(Rules(suits=suits)))}
    assert kinds == set(ChangeKind)
    without_tokens = {each.kind for each in changes(build(Rules(suits=suits, token_limit=0)))}
    assert kinds - without_tokens == {ChangeKind.ONE_MORE_IN_PILE, ChangeKind.NO_SEAT_ORDER}
    from_pile = {each.kind for each in changes(build(Rules(suits=suits, deck_plays=True)))}
    assert kinds - from_pile == {ChangeKind.ONE_MORE_IN_PILE, ChangeKind.NO_SEAT_ORDER}
    last_round = {each.kind for each in changes(build(Rules(suits=suits), pile_size=0))}
    assert kinds - last_round == {ChangeKind.SWAP, ChangeKind.ONE_MORE_IN_PILE}
    full = {each.kind for each in changes(build(Rules(suits=suits, token_limit=200)))}
    assert kinds - full == {ChangeKind.ONE_MORE_CLUE, ChangeKind.UNLIMITED_CLUES}


def test_a_line_with_the_extra_copy_shows_nothing() -> None:
    position = tiny(8, 182)
    change = one_more_in_pile(position)
    assert change is not None
    assert change.unplayed == len(position.deck)
    explanation = explain(position, target=best_score(position) + 1, ask_what_ifs=True, limits=NO_HURRY)
    assert what_if_of(explanation, change).answer is Answer.UNKNOWN
    # With a card on the stacks the extra one is a useless copy of it.
    later = one_more_in_pile(build(Rules(suits=make_suits("rg")), stacks=(1, 0)))
    assert later is not None
    assert later.unplayed is None


def best_with_a_turn_more(position: Position) -> int:
    """The best score if the final round had one turn more, by brute force."""
    if position.is_over:
        return position.score
    best = 0
    for move in distinct_moves(position):
        after = apply_unchecked(position, move)
        if position.turns_left is None and after.turns_left is not None:
            after = replace(after, turns_left=after.turns_left + 1)
        best = max(best, best_with_a_turn_more(after))
    return best


def test_one_more_card_in_the_pile_is_more_than_one_more_turn() -> None:
    position = tiny(8, 18)
    assert (best_score(position), best_with_a_turn_more(position)) == (5, 5)
    change = one_more_in_pile(position)
    assert change is not None
    assert change.text == "one more (useless) card at the bottom of the pile"
    explanation = explain(position, target=6, ask_what_ifs=True, limits=NO_HURRY)
    assert what_if_of(explanation, change).answer is Answer.YES


def test_too_few_tokens_for_unlimited_clues_need_a_bound() -> None:
    six = seed_position("p6v1s1")
    change = unlimited_clues(six)
    assert change is not None
    assert change.needs_bound
    assert change.position is not None
    assert change.position.tokens + six.pile_size + 6 + 6 + 1 == change.position.rules.token_limit == 200
    five = unlimited_clues(seed_position("p5v0s1"))
    assert five is not None
    assert not five.needs_bound
    questions = questions_about(six)
    lost = tiny(8, 12)
    goal = best_score(lost) + 1
    reasons = {reason.name for reason in explain(lost, target=goal, limits=Limits(workers=1)).result.reasons}
    answer = questions.ask(lost, goal, needs_bound=True)
    assert answer is (Answer.NO if reasons - {"search", "cpsat"} else Answer.UNKNOWN)
    searched = puzzle_position("lost-without-a-bound")
    assert questions.ask(searched, 25) is Answer.NO
    assert questions.ask(searched, 25, needs_bound=True) is Answer.UNKNOWN


def test_the_game_without_seats_stops_when_told() -> None:
    position = seed_position("p2v0s1")
    assert reaches_without_seats(position, 25, Context().within(20)) is Answer.YES
    assert reaches_without_seats(position, 25, Context().within(0)) is Answer.UNKNOWN
    stop = threading.Event()
    stop.set()
    assert reaches_without_seats(position, 25, Context(stop=stop)) is Answer.UNKNOWN


def test_the_game_without_seats_stops_when_its_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seatless, "MOST_STATES", 1_500)
    assert reaches_without_seats(seed_position("p2v0s251"), 25) is Answer.UNKNOWN


def test_a_way_that_the_engine_refuses_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    # The search makes no such way by itself, and the engine is not to be broken for it.
    monkeypatch.setattr(seatless, "_replayed", lambda _position, _path: 24)
    with pytest.raises(InternalCheckError, match="a way to 25 points without seats is none"):
        reaches_without_seats(seed_position("p2v0s1"), 25)


# `held_reason` is asked only where the single-hand bound is valid: what each of its two arguments is worth by
# itself does not show there, so the next two tests ask them directly.


@cache
def crowded(copies: tuple[int, ...], seed: int) -> tuple[Position, int]:
    """A position of small hands and few copies, where cards are often lost, and its best score."""
    suits = (Suit("r", copies), Suit("g", copies))
    rules = Rules(suits=suits, hand_size=2, token_limit=1, strike_limit=2)
    rng = Random(seed)
    position = after_random_moves(rng, Deal(rules, random_deck(rng, rules)).start())
    return position, best_score(position)


CROWDED = [*(((1, 1, 1, 1), seed) for seed in range(60)), *(((2, 1, 1, 1), seed) for seed in range(20))]


def test_a_crowd_of_waiting_cards_is_a_bound() -> None:
    bounds = 0
    for copies, seed in CROWDED:
        position, best = crowded(copies, seed)
        if position.turns_left is None:
            most = position.rules.max_score
            values = [value for value in range(most) if held_cards._crowd(position, value)]
            assert best <= min(values, default=most), (copies, seed)
            bounds += bool(values)
    assert bounds > 20


def test_a_dead_end_is_one() -> None:
    ends = 0
    for copies, seed in CROWDED:
        position, best = crowded(copies, seed)
        if position.turns_left is None:
            merged = held_cards._HeldHand(position)
            index, _ = merged.first_squeeze()
            assert position.draw_index <= index <= merged.end
            if merged.latest_dead_end() is not None:
                assert best < merged.reachable.bit_count(), (copies, seed)
                ends += 1
    assert ends > 15


@pytest.mark.parametrize(
    ("seed", "value", "sentence"),
    [
        (
            "p2v0s40",
            24,
            "10 cards come for the last time before draw 22 (b1, 18 cards behind it), and none of them can "
            "be played before it (r4 r5 y2 y3 y4 y5 g2 g3 g4 p3); only 9 of them can be kept: the hands hold "
            "10 cards, and one has to go to draw it",
        ),
        (
            "p2v0s1749",
            24,
            "at the latest before draw 23 (g1, 17 cards behind it), all 10 cards in the hands are still "
            "needed and none can be played (r5 y4 y5 g4 b3 b4 b5 p3 p4 p5), and none of them comes again",
        ),
        (
            "p2v0s1686",
            24,
            "before draw 16 (y4, 24 cards behind it), all 10 cards in the hands are still needed and none "
            "can be played (r3 r4 r5 g4 b2 b3 b4 b5 p4 p5); only r4 b2 b3 p4 come again, but whichever is "
            "dropped, 25 points are out of reach",
        ),
        ("p2v0s40", 23, ""),
        ("p2v0s1356", 23, ""),
        ("p2v0s1", 24, ""),
    ],
)
def test_too_many_cards_to_hold_are_named(seed: str, value: int, sentence: str) -> None:
    assert held_cards.held_reason(seed_position(seed), value) == sentence


def test_the_plainest_reason_comes_first() -> None:
    twice = explain(parse_seed("p2v0s242").deal, limits=Limits(workers=1))
    assert [(reason.name, reason.value) for reason in twice.reasons] == [
        ("single-hand", 24),
        ("single-hand", 23),
    ]
    assert twice.reasons[0].text.startswith("10 cards come for the last time before draw ")
    assert twice.what_ifs == ()
    assert (twice.kind, twice.goal, len(twice.missing)) == (ExplanationKind.BOUND, 25, 2)
    once = explain(parse_seed("p2v0s220").deal, limits=Limits(workers=1))
    assert [reason.name for reason in once.reasons] == ["pace"]
    assert "g2 is drawn with 1 card behind it" in once.reasons[0].text
    dead = explain(puzzle_position("red-is-dead"), limits=Limits(workers=1))
    assert dead.reasons[0].name == "composition"


def test_a_way_without_a_final_round_has_no_pace() -> None:
    rules = Rules(suits=(Suit("r", (2, 2, 3)),), hand_size=2, all_or_nothing=True)
    start = build(rules, "r1r2", "r3r3", pile_size=1)
    explanation = explain(start, limits=Limits(workers=1))
    narrow = explanation.narrowness
    assert narrow is not None
    assert (explanation.answer, narrow.least_pace, narrow.pace_turn) == (Answer.YES, None, None)
    assert narrow.least_tokens >= 0
    SCHEMA.validate(json.loads(format_explanation(explanation)))
    console = Console(file=io.StringIO(), width=200)
    print_explanation(console, explanation)
    printed = console.file.getvalue()
    assert f"there are never fewer than {narrow.least_tokens} clue tokens (turn " in printed
    assert "to spare" not in printed


def test_a_proof_without_a_bound_asks_what_would_be_enough() -> None:
    explanation = explain(puzzle_position("lost-without-a-bound"), limits=Limits(workers=1))
    assert explanation.kind is ExplanationKind.WHAT_IF
    assert {reason.name for reason in explanation.reasons} <= {"search", "cpsat", "sat"}
    assert Answer.YES in [each.answer for each in explanation.what_ifs]
    assert explanation.is_complete
    SCHEMA.validate(json.loads(format_explanation(explanation)))


def test_an_empty_hand_gets_no_second_copy() -> None:
    rules = Rules(suits=(Suit("r", (1, 1, 1, 1)),), hand_size=2, token_limit=1, all_or_nothing=True)
    start = Deal(rules, tuple(Card(0, rank) for rank in (1, 3, 2, 4))).start()
    late = replace(start, stacks=(2,), hands=(start.hands[0][1:], start.hands[1][1:]), tokens=0).checked()
    assert one_more_card(late) is not None
    empty = replace(late, stacks=(3,), hands=((), late.hands[1]), seat=1, tokens=1).checked()
    assert one_more_card(empty) is None
    assert explain(empty, limits=Limits(workers=1)).answer is Answer.YES


def test_only_the_maximum_counts() -> None:
    rules = Rules(suits=make_suits("r"), hand_size=2, all_or_nothing=True)
    lost = build(rules, "r1r1", "r5r2", pile_size=4, tokens=0)  # of r5 and of r2 nothing can be discarded
    explanation = explain(lost, target=2, limits=Limits(workers=1))
    assert (explanation.goal, explanation.answer, explanation.missing) == (5, Answer.NO, ())
    assert len(explanation.reasons) == 1
    assert explanation.reasons[0].value == 0


def test_reasons_count_as_the_score_does() -> None:
    position = seed_position("p2v0s40")
    position = replace(position, rules=replace(position.rules, all_or_nothing=True))
    (reason,) = explain(position, limits=Limits(workers=1)).reasons
    assert (reason.name, reason.value) == ("single-hand", 0)
    assert reason.text.startswith("10 cards come for")
    assert reason.text.count("less than all counts as nothing") == 1


def test_cards_that_come_late_are_no_reason_without_a_final_round() -> None:
    position = seed_position("p2v0s220")
    assert explain(position, limits=Limits(workers=1)).reasons[0].name == "pace"
    position = replace(position, rules=replace(position.rules, all_or_nothing=True))
    explanation = explain(position, limits=Limits(workers=1))
    assert (explanation.answer, explanation.goal, explanation.reasons) == (Answer.YES, 25, ())


def test_a_game_that_is_over_needs_no_changes() -> None:
    over = build(Rules(suits=make_suits("r"), hand_size=2), stacks=(2,), pile_size=0, turns_left=0)
    explanation = explain(over, ask_what_ifs=True)
    assert explanation.reasons[0] == Bound("game over", 2, "the game is over: final round over")
    assert (explanation.kind, explanation.what_ifs, explanation.start) == (ExplanationKind.BOUND, (), None)
    reached = explain(over, target=2)
    assert reached.narrowness is not None
    assert (reached.answer, reached.narrowness.first_moves, reached.start) == (Answer.YES, None, None)


@given(tiny_positions(7))
@settings(max_examples=25, deadline=None)
def test_common_starts_and_shares_are_those_of_brute_force(position: Position) -> None:
    explanation = explain(position, limits=Limits(workers=1))
    best = best_score(position)
    most = position.rules.max_score
    assert explanation.answer is (Answer.YES if best == most else Answer.NO)
    SCHEMA.validate(json.loads(format_explanation(explanation)))
    start = explanation.start
    if start is not None:
        assert start.score == best
        check_start(position, start)
        if best == most:
            assert explanation.narrowness is not None
            first = explanation.narrowness.first_moves
            assert first is not None
            assert set(first.keeping) == keeping(position, best)
    elif keeps_score(position):
        assert position.score == best


def check_start(position: Position, start: CommonStart) -> None:
    for name in start.moves:
        assert keeping(position, start.score) == {name}
        position = apply(position, distinct(position)[name])
    if start.choice is None:
        assert position.score >= start.score
    else:
        assert set(start.choice.keeping) == keeping(position, start.score)
        assert len(start.choice.keeping) > 1
        assert len(start.choice.keeping) + len(start.choice.losing) == len(distinct(position))


def distinct(position: Position) -> dict[FirstMove, object]:
    return {
        next(iter(with_trash_as_one([name], position))): move for name, move in first_moves(position).items()
    }


def keeping(position: Position, score: int) -> set[FirstMove]:
    named = first_moves(position).items()
    kept = [name for name, move in named if best_score(apply(position, move)) >= score]
    return set(with_trash_as_one(kept, position))


class Scripted(Questions):
    """Questions with known answers about the moves of one position."""

    def __init__(self, position: Position, answers: dict[Move, Answer]) -> None:
        super().__init__(position)
        self.answers = answers

    def ask_after(self, position: Position, move: Move, target: int) -> Answer:
        return self.answers[move]


@pytest.mark.parametrize(("yes", "unknown"), [(2, 0), (2, 1), (1, 2), (0, 2), (0, 1), (1, 0)])
def test_lines_part_only_where_two_moves_keep_the_score(yes: int, unknown: int) -> None:
    position = puzzle_position("hold-the-five")
    moves = list(first_moves(position).values())
    answers = dict.fromkeys(moves, Answer.NO)
    answers |= dict.fromkeys(moves[:yes], Answer.YES)
    answers |= dict.fromkeys(moves[yes : yes + unknown], Answer.UNKNOWN)
    choice = choices(position, 25, Scripted(position, answers))
    # A score that can be reached is kept by some move: by the one that is left.
    assert len(choice.keeping) == (1 if (yes, unknown) == (0, 1) else yes)
    assert CommonStart(25, (), choice).parts is (yes == 2)
    assert not CommonStart(25, (), None).parts


def test_a_common_start_is_told_of_a_target_below_an_unknown_best_score() -> None:
    explanation = explain(seed_position("p2v0s1"), target=22, limits=Limits(workers=1))
    assert explanation.answer is Answer.YES
    assert explanation.result.status is Status.BOUNDS
    assert explanation.start is not None
    assert explanation.start.score == 22


def test_the_least_that_a_line_has_to_spare() -> None:
    deal = parse_seed("p2v0s1").deal
    explanation = explain(deal, limits=Limits(workers=1))
    narrow, line = explanation.narrowness, explanation.result.line
    assert narrow is not None
    passed = [deal.start(), *(step.after for step in steps(deal.start(), line))]
    assert [pace(each, 25) for each in passed][narrow.pace_turn - 1] == narrow.least_pace
    assert min(pace(each, 25) for each in passed) == narrow.least_pace
    assert [each.tokens for each in passed].index(narrow.least_tokens) == narrow.tokens_turn - 1
    assert pace(deal.start(), 25) == 40 + 2 - 25
    assert pace(replay(deal.start(), line), 25) >= 0


def test_limits_leave_questions_open() -> None:
    stop = threading.Event()
    stop.set()
    lost = puzzle_position("lost-without-a-bound")
    nothing = explain(lost, context=Context(stop=stop))
    assert (nothing.answer, nothing.kind, nothing.is_complete) == (Answer.UNKNOWN, None, False)
    assert (nothing.reasons, nothing.start) == ((), None)
    hasty = explain(lost, limits=Limits(seconds_each=1e-6, workers=1))
    assert hasty.answer is Answer.NO
    undecided = [each for each in hasty.what_ifs if each.answer is Answer.UNKNOWN]
    assert undecided
    assert hasty.is_complete is (hasty.kind is not None)


def test_without_a_word_each_question_has_the_usual_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = puzzle_position("lost-without-a-bound")
    monkeypatch.setattr(explaining, "EACH_SECONDS", 1e-6)
    usual = explain(lost, limits=Limits(seconds=60.0, workers=1))
    assert Answer.UNKNOWN in {each.answer for each in usual.what_ifs}
    patient = explain(lost, limits=Limits(seconds=60.0, seconds_each=math.inf, workers=1))
    assert Answer.UNKNOWN not in {each.answer for each in patient.what_ifs}


def test_faulty_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="target"):
        explain(seed_position("p2v0s1"), target=26)
    with pytest.raises(InputError, match="start"):
        explain(25)  # type: ignore[arg-type]  # a wrong type is what is refused here
    for limit, fault in [
        (0, "expected more than 0 seconds, got 0"),
        (float("nan"), "more than 0"),
        (-1.0, "0 s"),
    ]:
        with pytest.raises(InputError, match=f"each limit: .*{fault}"):
            explain(seed_position("p2v0s1"), limits=Limits(seconds_each=limit))
    with pytest.raises(InputError, match="each limit: expected a number of seconds, got '3'"):
        explain(seed_position("p2v0s1"), limits=Limits(seconds_each="3"))  # type: ignore[arg-type]  # as above


def test_questions_can_be_asked_before_a_solve() -> None:
    position = tiny(8, 88)
    best = best_score(position)
    assert Questions(position, limits=Limits(workers=1)).ask(position, best) is Answer.YES
    assert Questions(position, limits=Limits(workers=1)).ask(position, best + 1) is Answer.NO
    (bound,) = Questions(position, limits=Limits(workers=1)).single_hand(position)
    assert bound.value >= best
    with pytest.raises(InputError, match="memory limit"):
        Questions(position, limits=Limits(memory=5))
    with pytest.raises(InputError, match="workers"):
        Questions(position, limits=Limits(workers=0))


def test_a_question_has_its_own_time_and_no_more_than_all_have() -> None:
    position = tiny(8, 88)
    for limits, most in ((Limits(100.0), 100.0), (Limits(100.0, 3.0), 3.0), (Limits(2.0, 3.0), 2.0)):
        left = Questions(position, limits=limits).one().seconds_left()
        assert left is not None
        assert most / 2 < left <= most
    assert Questions(position).one().seconds_left() is None


def test_the_published_schema_is_current() -> None:
    published = (ROOT / "docs" / "explanation.schema.json").read_text(encoding="utf-8")
    assert json.loads(published) == explanation_schema()


@pytest.mark.acceptance
def test_every_lost_reference_deal_gets_a_reason(hanabi_data: Path) -> None:
    lines = (hanabi_data / "reference_optima.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith(("#", "seed"))]
    assert len(rows) == 29
    for seed, best in rows:
        deal: Deal = parse_seed(seed).deal
        explanation = explain(deal, limits=Limits(workers=1))
        assert (explanation.result.best, explanation.kind) == (int(best), ExplanationKind.BOUND), seed
        SCHEMA.validate(json.loads(format_explanation(explanation)))
