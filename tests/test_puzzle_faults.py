"""All faults of a puzzle file in one run: each that can be judged, none that only follows from another."""

import copy
import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import PUZZLES
from planted_faults import faults_for, independent, with_x, written_out
from puzzle_samples import POSITION, parse

from hanabi_solver.errors import InputError
from hanabi_solver.formats.entry import BadEntry, read_json
from hanabi_solver.formats.puzzle import load_puzzle, parse_puzzle
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position

POSITIONS = [file for file in sorted(PUZZLES.glob("*.json")) if not isinstance(load_puzzle(file).start, Deal)]
DEAL: dict[str, Any] = {
    "rules": {"players": 2, "suits": "rg", "hand_size": 3},
    "deck": [
        "r1",
        "r1",
        "r1",
        "r2",
        "r2",
        "r3",
        "r3",
        "r4",
        "r4",
        "r5",
        "g1",
        "g1",
        "g1",
        "g2",
        "g2",
        "g3",
        "g3",
        "g4",
        "g4",
        "g5",
    ],
}


def faults_of(data: Any) -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        parse_puzzle(data if isinstance(data, str) else json.dumps(data))
    return {fault.place: fault.text for fault in caught.value.faults}


def changed(base: dict[str, Any] = POSITION, **changes: Any) -> dict[str, str]:
    return faults_of({**base, **changes})


@given(st.sampled_from(POSITIONS), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_independent_faults_are_reported_in_one_run(file: Any, rng: Random) -> None:
    text = file.read_text(encoding="utf-8")
    position = parse_puzzle(text).position
    sound = with_x(written_out(text), position, rng)
    assert parse_puzzle(json.dumps(sound)).position.problems() == []
    planted = independent(faults_for(sound, position, rng), rng.randint(2, 4))
    assert len(planted) >= 2
    faulty = copy.deepcopy(sound)
    for fault in planted:
        fault.change(faulty)
    found = faults_of(faulty)
    for fault in planted:
        assert found.keys() & set(fault.places), (fault.places, found)
    assert not re.search(r"\b1 (copies|cards|hands|stacks|suits|ranks|faults)\b", " ".join(found.values()))


def test_a_short_hand_is_reported_beside_other_faults() -> None:
    assert changed(hands=["x x x r4 x", "x x b5 x", "x x x p5 x"], tokens=9, seat=3) == {
        "tokens": "expected 0 to 8, got 9",
        "seat": "expected 0 to 2, got 3",
        "hands[1]": "expected 5 cards, got 4",
    }
    assert changed(hands=["x x x r4 x", "x x b5 x", "x x x p5 x"], pile="x x") == {
        "hands[1]": "expected 5 cards, got 4",
        "hands": "expected every useful card written, but r5 is missing: an x stands only for a useless card",
    }


def test_a_shape_that_does_not_fit_hides_nothing_else() -> None:
    faults = changed(
        stacks={"r": "3", "y": 5, "g": 5, "b": 4, "p": 4},
        hands=["x x x r4 x", ["x", 7, "b5", "x", "x"], "x x x p5"],
        rules={"token_limit": "eight", "strike_limit": 0},
        expect={"best": 26, "first_moves": [3, "jump"]},
        turns_left=1,
    )
    assert faults == {
        "stacks.r": 'expected a whole number, got "3"',
        "hands[1][1]": "expected a text, got 7",
        "rules.token_limit": 'expected a whole number, got "eight"',
        "rules.strike_limit": "expected 1 to 200, got 0",
        "hands[2]": "expected 5 cards, got 4",
        "turns_left": "expected none while 2 cards are left to draw, got 1",
        "expect.best": "expected 0 to 25, got 26",
        "expect.first_moves[0]": "expected a text, got 3",
        "expect.first_moves[1]": "expected a first move, got 'jump'",
    }


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        # What cannot be read may be the card that is missing, and a hand that is missing may hold it.
        ({"pile": "q9 x"}, {"pile[0]"}),
        ({"hands": ["x x x r4 x", "x x b5 x x"], "rules": {"players": 3}}, {"hands"}),
        ({"hands": ["x x x r4 x", 4, "x x x p5 x"]}, {"hands[1]"}),
        ({"hands": 4}, {"hands"}),
        ({"hands": ["x x x r4 x"]}, {"hands"}),
        # The limits that a number is checked by, or the stack that a card must fit, are not known.
        ({"tokens": 12, "rules": {"token_limit": "many"}}, {"rules.token_limit"}),
        ({"hands": ["x x r4", "b5 x x", "x p5 x"], "rules": {"hand_size": 1}}, {"rules.hand_size"}),
        ({"stacks": "r9 y5 g5 b4 p4"}, {"stacks.r"}),
        ({"stacks": "r3 y5 g5 b4 q4"}, {"stacks.q"}),
        ({"stacks": "r3 y5 g5 b4 p"}, {"stacks"}),
        ({"rules": {"suits": "rygbx"}}, {"rules.suits[4]"}),
        ({"rules": {"suits": "rygb", "dark": "p"}}, {"rules.dark", "stacks.p", "hands[2][3]"}),
        # A misspelt key may hold what is missing.
        ({"discards": None, "discard": "r4", "pile": "r5 x"}, {"discard"}),
        ({"rules": {"handsize": 4}, "hands": ["x x x r4", "x x b5 x", "x x p5 x"]}, {"rules.handsize"}),
        ({"tokns": 3, "expect": {"best": 25, "first_moves": ["clue"]}}, {"tokns", "expect.first_moves[0]"}),
        # A card too many in a hand is not an x too many besides.
        ({"hands": ["x x x r4 x x", "x x b5 x x", "x x x p5 x"], "pile": "r5 x"}, {"hands[0]"}),
        # Which move can be made depends on what is faulty.
        ({"seat": 5, "expect": {"best": 1, "first_moves": ["play b5"]}}, {"seat"}),
        ({"tokens": "no", "expect": {"best": 1, "first_moves": ["clue"]}}, {"tokens"}),
    ],
)
def test_what_only_follows_from_another_fault_is_left_out(changes: dict[str, Any], places: set[str]) -> None:
    left_out = {"expect", *(key for key, value in changes.items() if value is None)}
    base = {key: value for key, value in POSITION.items() if key not in left_out}
    given = {key: value for key, value in changes.items() if value is not None}
    assert changed(base, **given).keys() == places


def test_moves_are_judged_as_far_as_the_rest_is_known() -> None:
    moves = ["play b5", "clue", "play r4", "misplay r4"]
    expect = {"best": 25, "first_moves": moves}
    impossible = {f"expect.first_moves[{index}]" for index in (0, 1, 3)}
    assert changed(expect=expect, strikes=7).keys() == {"strikes", *impossible}
    assert changed(expect=expect, hands=["x x x r4 x", "x x b5 q7 x", "x x x p5 x"]).keys() == {
        "hands[1][3]",
        *impossible,
    }
    assert changed(expect=expect, tokens=9).keys() == {"tokens", *(impossible - {"expect.first_moves[1]"})}
    # The card that cannot be read is in the hand of the seat to move.
    assert changed(expect=expect, hands=["x x q7 r4 x", "x x b5 x x", "x x x p5 x"]).keys() == {
        "hands[0][2]",
        "expect.first_moves[1]",
    }


def test_more_cards_missing_than_could_not_be_read() -> None:
    assert changed(pile="q7 x", hands=["x x x x x", "x x b5 x x", "x x x p5 x"])["hands"] == (
        "expected every useful card written, but one more r4, r5 are missing "
        "(1 of them may be what cannot be read): an x stands only for a useless card"
    )


def test_faults_of_a_deal_come_at_once() -> None:
    deck = [*DEAL["deck"]]
    deck[3], deck[4] = "q9", 7
    rules = {**DEAL["rules"], "strike_limit": 0}
    expect = {"best": 99, "first_moves": ["jump", "discard r1", "play r1"]}
    assert changed(DEAL, deck=deck, rules=rules, expect=expect, tokens=8, title=3) == {
        "tokens": "expected a deal (deck) or a position (stacks, hands, ...), got keys of both",
        "title": "expected a text, got 3",
        "deck[4]": "expected a text, got 7",
        "rules.strike_limit": "expected 1 to 200, got 0",
        "deck[3]": "expected a card (one of r/g, then a rank 1 to 5), got 'q9'",
        "expect.best": "expected 0 to 10, got 99",
        "expect.first_moves[0]": "expected a first move, got 'jump'",
        "expect.first_moves[1]": "expected a move that Alice can make, got 'discard r1'",
    }
    assert changed(DEAL, rules={"suits": "rg", "players": 9}).keys() == {"rules.players"}
    # How many cards there are depends on the suits.
    assert changed(DEAL, rules={**DEAL["rules"], "suits": "rgg"}).keys() == {"rules.suits[2]"}


def test_keys_that_stand_twice_hide_nothing_else() -> None:
    text = json.dumps({**POSITION, "strikes": 5}).replace('"tokens": 0', '"tokens": 0, "tokens": 99')
    assert faults_of(text) == {
        "tokens": "expected each key once in an object, got it twice",
        "strikes": "expected 0 to 2, got 5",
    }
    entry = read_json(text.encode(), "file.json", None, None)
    assert isinstance(entry, BadEntry)
    assert {fault.place for fault in entry.error.faults} == {"tokens", "strikes"}


def test_clues_and_rules_are_checked_to_the_end() -> None:
    clues = {
        "colours": [{"name": "Red", "letter": "r", "touches": "q1"}],
        "ranks": [{"rank": 9, "touches": "r1"}],
    }
    faults = changed(rules={"clues": clues, "players": 9, "first_seat": 7})
    assert faults == {
        "rules.clues.colours[0].touches": "expected a suit (one of r/y/g/b/p) and ranks, got 'q1'",
        "rules.clues.ranks[0]": "expected a rank of 1 to 5, got 9",
        "rules.players": "expected 2 to 6, got 9",
        "rules.first_seat": "expected 0 to 5, got 7",
    }


def test_a_position_from_python_reports_hands_beside_numbers() -> None:
    position = parse(POSITION).position
    fields = {name: getattr(position, name) for name in position.__slots__}
    short = Position(**{**fields, "hands": (position.hands[0][:4], *position.hands[1:]), "tokens": 9})
    assert {"tokens", "hands[0]"} < {fault.place for fault in short.problems()}
    many = Position(**{**fields, "strikes": 3, "discards": position.discards[1:]})
    first, second = many.problems()
    assert first.place == "strikes"
    assert second.text.startswith("expected ")
    assert Position(**fields).problems() == []
