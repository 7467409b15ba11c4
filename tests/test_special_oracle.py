"""The brute force for the special rules is right where one can see it, and agrees with the reference."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from special_oracle import (
    START,
    TooBigError,
    best_score,
    best_with_strikes_at_will,
    count_states,
    is_over,
    most_possible,
    start_state,
)
from special_positions import FAMILIES, MAX_STATES, positions, random_position, traps
from special_samples import stored_traps

SLICES = 4
# Of those that took the reference more states, each takes seconds.
MOST_STATES = 3_000
UP_OR_DOWN = {"1": 1, "2": 2, "3": 2, "4": 2, "5": 1, START: 1}


def tiny(**changes: Any) -> dict[str, Any]:
    """One suit of ranks 1 to 3, a copy each, two players; `rules` changes single rules."""
    rules = {
        "discard_at_limit": False,
        "final_round": not changes.get("rules", {}).get("all_or_nothing", False),
        "all_or_nothing": False,
        "strikeout_scores": False,
        "suit_regains": True,
        "clue_cost": 1,
        "empty_clues": False,
    }
    position = {
        "stack_rule": "up",
        "suits": [{"letter": "a", "copies": {"1": 1, "2": 1, "3": 1}}],
        "players": 2,
        "hand_size": 1,
        "stacks": [[]],
        "hands": [["a1"], ["a2"]],
        "pile": ["a3"],
        "discards": [],
        "tokens": 0,
        "token_limit": 1,
        "strikes": 0,
        "strike_limit": 1,
        "seat": 0,
        "turns_left": None,
        **changes,
    }
    return {**position, "rules": rules | changes.get("rules", {})}


def design_example(**changes: Any) -> dict[str, Any]:
    """Up or Down: START lies; hands a2, a4, a1; pile a3 a2 a4; 1 of 1 tokens."""
    return tiny(
        **{
            "stack_rule": "up_or_down",
            "suits": [{"letter": "a", "copies": UP_OR_DOWN}],
            "players": 3,
            "stacks": [["aS"]],
            "hands": [["a2"], ["a4"], ["a1"]],
            "pile": ["a3", "a2", "a4"],
            "discards": ["a3", "a5"],
            "tokens": 1,
            "strike_limit": 3,
            **changes,
        }
    )


@pytest.mark.parametrize(
    ("position", "best"),
    [
        # a1, a2 and, drawn by the first seat, a3 in the final round.
        (tiny(), 3),
        # Seat 1 first: a2 goes, a1 is played, and then a3 can neither be kept (no card to clue) nor be
        # discarded (1 of 1 tokens): a strike ends the game.
        (tiny(seat=1), 0),
        # With room for a second token a3 is discarded.
        (tiny(seat=1, token_limit=2), 1),
        # At the limit of no tokens nothing can be discarded: a2 is a strike, the first is the last.
        (tiny(seat=1, tokens=0, token_limit=0), 0),
        # Where a struck-out game counts, the stacks of none are none; with a1 there already, 1.
        (
            tiny(
                seat=1,
                token_limit=0,
                stacks=[["a1"]],
                hands=[["a2"], ["a3"]],
                pile=[],
                turns_left=1,
                rules={"strikeout_scores": True},
            ),
            1,
        ),
        # A discard at the limit gains nothing, but it saves the strike: a2 goes, then a1 is played.
        (tiny(seat=1, tokens=0, token_limit=0, rules={"discard_at_limit": True}), 1),
        # a2 played leads up to a4, as a5 is lost: 4. Down there would be five, but for that the a2 in the
        # first hand must make room: it fits, so it is no strike, and at the limit it cannot be discarded.
        (design_example(), 4),
        # With a token more and a card more in the pile: clue, a4, clue, a2 discarded (a2 is drawn), a3,
        # clue, a2, and the last round still comes to a1.
        (
            design_example(tokens=2, token_limit=2, pile=["a3", "a2", "a4", "a3"], discards=["a5"]),
            5,
        ),
        # 5, 4, 3, 2, 1 is a whole stack too, START or not.
        (
            tiny(
                stack_rule="up_or_down",
                suits=[{"letter": "a", "copies": dict.fromkeys(UP_OR_DOWN, 1)}],
                stacks=[["a5", "a4", "a3"]],
                hands=[["a2"], ["a1"]],
                pile=["aS"],
            ),
            5,
        ),
        # A complete stack takes no START: the strike would end the game, so it is discarded (or kept).
        (
            tiny(
                stack_rule="up_or_down",
                suits=[{"letter": letter, "copies": dict.fromkeys(UP_OR_DOWN, 1)} for letter in ("a", "b")],
                stacks=[["a5", "a4", "a3", "a2", "a1"], ["b1", "b2", "b3", "b4"]],
                hands=[["aS"], ["b5"]],
                pile=[],
                discards=["bS"],
                turns_left=2,
            ),
            10,
        ),
        # Sudoku: a2 and b1 start their suits, and a1 and b2 are drawn and follow.
        (
            tiny(
                stack_rule="sudoku",
                suits=[{"letter": letter, "copies": {"1": 1, "2": 1}} for letter in ("a", "b")],
                stacks=[[], []],
                hands=[["a2"], ["b1"]],
                pile=["a1", "b2"],
            ),
            4,
        ),
        # Both first cards have rank 2: one of the two stacks has to wait for its 1, here the last card.
        (
            tiny(
                stack_rule="sudoku",
                suits=[{"letter": letter, "copies": {"1": 1, "2": 1}} for letter in ("a", "b")],
                stacks=[["a2"], []],
                hands=[["a1"], ["b2"]],
                pile=["b1"],
                strike_limit=2,
            ),
            3,
        ),
        # All or nothing: no final round, so after the last draw turns go on to the end.
        (tiny(hands=[["a2"], ["a1"]], tokens=1, rules={"all_or_nothing": True}), 3),
        # One card short of the full score counts nothing.
        (tiny(stacks=[["a1"]], hands=[["a3"], ["a2"]], pile=[], rules={"all_or_nothing": True}), 0),
        # The last play leaves the next player without card or token: lost, unless the suit regains one.
        (tiny(stacks=[["a1", "a2"]], hands=[["a3"], []], pile=[], rules={"all_or_nothing": True}), 3),
        (
            tiny(
                stacks=[["a1", "a2"]],
                hands=[["a3"], []],
                pile=[],
                rules={"all_or_nothing": True, "suit_regains": False},
            ),
            0,
        ),
        # Speedrun: the only way to act is to lose a card, and that is the end with no point.
        (
            tiny(
                stacks=[["a1"]],
                hands=[["a3"], ["a2"]],
                pile=[],
                turns_left=2,
                rules={"speedrun": True},
            ),
            0,
        ),
        # The same without it: a3 is discarded and a2 is played.
        (tiny(stacks=[["a1"]], hands=[["a3"], ["a2"]], pile=[], turns_left=2), 2),
        # The last card played from the pile: a2 stays in the hand, and is played after.
        (
            tiny(
                players=2,
                stacks=[[]],
                hands=[["a2"], ["a3"]],
                pile=["a1"],
                rules={"deck_plays": True},
            ),
            2,
        ),
        # Discarded from the pile, a lost card gives the token with which the other seat waits.
        (
            tiny(
                suits=[{"letter": "a", "copies": {"1": 2, "2": 1, "3": 1}}],
                stacks=[["a1"]],
                hands=[["a3"], ["a2"]],
                pile=["a1"],
                rules={"deck_plays": True},
            ),
            3,
        ),
        # A reversed suit goes from 3 to 1.
        (
            tiny(
                suits=[{"letter": "a", "copies": {"1": 1, "2": 1, "3": 1}, "reversed": True}],
                hands=[["a3"], ["a2"]],
                pile=["a1"],
            ),
            3,
        ),
        # A clue at the price of 2 cannot be given with 1: a2 has to go, and a3 later.
        (tiny(seat=1, tokens=1, token_limit=3, rules={"clue_cost": 2}), 1),
        (tiny(seat=1, tokens=2, token_limit=2, rules={"clue_cost": 2}), 3),
    ],
)
def test_small_positions(position: dict[str, Any], best: int) -> None:
    assert best_score(position) == best


def test_what_lost_cards_allow_in_sudoku() -> None:
    """Suits of 3: without a 2, suit a makes two points from 3; b and c are whole from 1 and 2."""
    suits = [{"letter": letter, "copies": dict.fromkeys("123", 1)} for letter in "abc"]
    position = tiny(stack_rule="sudoku", suits=suits, stacks=[[], [], []], discards=["a2"])
    assert most_possible(position, start_state(position)) == 8
    taken = {**position, "stacks": [[], ["b3"], []]}
    assert most_possible(taken, start_state(taken)) == 7  # suit a starts at 1, and stops there


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooBigError):
        count_states(design_example(), 3)


@pytest.mark.parametrize("family", FAMILIES)
def test_random_positions_are_sound(family: str) -> None:
    made = positions(family, 6, seed=5)
    assert made == positions(family, 6, seed=5)
    for position in made:
        rules, hands = position["rules"], position["hands"]
        copies = {
            suit["letter"] + rank: number
            for suit in position["suits"]
            for rank, number in suit["copies"].items()
        }
        cards = [*position["pile"], *position["discards"]]
        cards += [card for group in (*hands, *position["stacks"]) for card in group]
        assert {card: cards.count(card) for card in cards} == copies
        assert (position["turns_left"] is not None) == (not position["pile"] and rules["final_round"])
        if position["pile"]:
            assert {len(hand) for hand in hands} == {position["hand_size"]}
        assert not is_over(position, start_state(position))
        assert 0 <= position["tokens"] <= position["token_limit"] <= 8
        assert position["states"] <= MAX_STATES
        assert best_score(position) == position["best"] <= position["max_score"]


def test_families_have_their_rules() -> None:
    rng = Random(1)
    assert random_position(rng, "orange")["rules"]["discard_at_limit"]
    assert random_position(rng, "speedrun")["rules"]["speedrun"]
    assert random_position(rng, "deck_plays")["rules"]["deck_plays"]
    assert random_position(rng, "sudoku")["stack_rule"] == "sudoku"
    assert not random_position(rng, "all_or_nothing")["rules"]["final_round"]


@pytest.mark.parametrize("stack_rule", ["up_or_down", "sudoku"])
def test_traps_punish_a_model_that_strikes_at_will(stack_rule: str) -> None:
    for position in traps(stack_rule, 3):
        assert position["tokens"] == position["token_limit"]
        assert best_score(position) == position["best"]
        assert best_with_strikes_at_will(position) == position["wrong"] > position["best"]
    assert best_with_strikes_at_will(design_example()) == 5


def test_stored_traps() -> None:
    """Those that the package is asked about (`test_special_rules.py`)."""
    cases = stored_traps()
    assert Counter(case["stack_rule"] for case in cases) == {"up_or_down": 10, "sudoku": 10}
    for case in cases:
        assert case["hand_size"] == 2
        assert case["tokens"] == case["token_limit"]
        assert best_score(case) == case["best"]
        assert best_with_strikes_at_will(case) == case["wrong"] > case["best"]


@pytest.mark.acceptance
@pytest.mark.parametrize("part", range(SLICES))
def test_reference(hanabi_data: Path, part: int) -> None:
    """The smaller ones, in half a minute; all 800, which take five, were equal too."""
    lines = (hanabi_data / "tiny_special.jsonl").read_text(encoding="utf-8").splitlines()
    positions = [position for position in map(json.loads, lines) if position["states"] <= MOST_STATES]
    assert len(positions) == 470
    for position in positions[part::SLICES]:
        assert best_score(position) == position["best"], position["id"]
