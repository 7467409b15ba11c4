"""The rules that the fast lane takes, and how cards and turns are counted in its arrays."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_lines import random_lane_deal

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.formats.hanablive.options import Options, rules_for
from hanabi_solver.formats.hanablive.variants import variant_by_name
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import any_clue, apply, legal_moves
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.names import Stacking
from hanabi_solver.study.lane.layout import (
    FACES,
    card_of,
    face_of,
    faces_of,
    lane_rules,
    lane_takes,
    most_turns,
    why_not,
)

SUDOKU_SUITS = make_suits("rgb", "", Stacking.SUDOKU)
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"deck_plays": True, "discard_at_limit": True, "suit_regains": False, "clue_cost": 2}, ""),
        ({"token_limit": 0, "strikeout_scores": True, "first_seat": 1}, ""),
        ({"all_or_nothing": True}, "a game that is lost before its end"),
        ({"speedrun": True}, "a game that is lost before its end"),
        ({"stacking": Stacking.SUDOKU, "suits": SUDOKU_SUITS}, "suits without a set order"),
        ({"hand_size": 6}, ""),
        ({"hand_size": 7}, "hands of more than 6 cards"),
    ],
)
def test_the_rules_that_it_takes(changes: dict[str, Any], reason: str) -> None:
    rules = Rules(**changes)
    assert why_not(rules) == reason
    assert lane_takes(rules) == (not reason)


@pytest.mark.parametrize(
    ("variant", "players", "is_taken"),
    [
        ("Rainbow (6 Suits)", 4, True),
        ("Orange (5 Suits)", 2, True),
        ("Reversed (5 Suits)", 2, True),
        ("Clue Starved (5 Suits)", 3, True),
        ("Alternating Clues (5 Suits)", 2, True),
        # Ten cards that no clue marks: five hands of three cards hold more, two of five may hold none else.
        ("Null (5 Suits)", 5, True),
        ("Null (5 Suits)", 4, False),
        ("Null (5 Suits)", 2, False),
        ("Up or Down (5 Suits)", 2, False),
    ],
)
def test_the_variants_that_it_takes(variant: str, players: int, is_taken: bool) -> None:
    assert lane_takes(rules_for(variant_by_name(variant), players)) == is_taken


def test_clues_that_may_be_empty_can_always_be_given() -> None:
    null = variant_by_name("Null (5 Suits)")
    assert why_not(rules_for(null, 2)) == "clues that may mark no card"
    assert lane_takes(rules_for(null, 2, Options(empty_clues=True)))


def test_other_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="takes no rules with a game that is lost before its end"):
        lane_rules(Rules(speedrun=True))


@given(SEEDS)
@settings(deadline=None)
def test_a_clue_that_is_paid_for_can_be_given(seed: int) -> None:
    """On every turn of random games of the rules that it takes, which are no longer than it says."""
    rng = Random(seed)
    position = random_lane_deal(rng).start()
    turns = 0
    while not position.is_over:
        if position.tokens >= position.rules.clue_cost:
            assert any_clue(position)
        clues = [move for move in legal_moves(position) if isinstance(move, Clue)]
        moves = clues if clues and rng.random() < 0.5 else legal_moves(position)
        position = apply(position, rng.choice(moves))
        turns += 1
    assert turns <= most_turns(position.rules)


def test_a_clue_cannot_always_be_given_elsewhere() -> None:
    """So the test above could fail: some hands hold nothing but cards that no clue marks."""
    rules = rules_for(variant_by_name("Null (5 Suits)"), 2)
    null = [face for face in rules.faces() if face.suit == 4]
    cards = [face for face in rules.faces() for _ in range(rules.copies(face))]
    cards.sort(key=lambda card: card not in null)  # first: they fill both hands
    with pytest.raises(IllegalMoveError, match="no clue that may be given"):
        any_clue(Deal(rules, tuple(cards)).start())


@given(SEEDS)
def test_compiled_rules_say_what_the_rules_say(seed: int) -> None:
    rules = random_lane_deal(Random(seed)).rules
    compiled = lane_rules(rules)
    for face in range(FACES):
        card = card_of(face)
        is_card = card in set(rules.faces())
        assert compiled.copies[face] == (rules.copies(card) if is_card else 0)
        assert compiled.steps[face] == (rules.step(card) if is_card else 0)
    assert compiled.copies.sum() == compiled.deck_size == rules.deck_size
    for name in ("players", "hand_size", "ranks", "token_limit", "clue_cost", "strike_limit", "first_seat"):
        assert getattr(compiled, name) == getattr(rules, name)
    for name in ("suit_regains", "discard_at_limit", "deck_plays", "strikeout_scores"):
        assert getattr(compiled, name) == int(getattr(rules, name))
    assert compiled.suits * compiled.ranks == rules.max_score


@pytest.mark.parametrize("stacking", list(Stacking))
def test_every_card_has_a_number_of_its_own(stacking: Stacking) -> None:
    cards = list(Rules(suits=make_suits("rgbyp", "p", stacking), stacking=stacking).faces())
    assert [card_of(face_of(card)) for card in cards] == cards
    assert len(set(faces_of(cards).tolist())) == len(cards)
