"""Puzzle files: round trips, useless cards written x, and every fault with its place."""

import io
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import tiny_deals, tiny_positions
from places import DOCS
from puzzle_samples import POSITION, deck_of, parse

from hanabi_solver.checking.verification import verify
from hanabi_solver.errors import Fault, InputError, UnsupportedRules
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.first_move import FirstMove, MoveKind, first_moves
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle, load_puzzle, parse_puzzle
from hanabi_solver.formats.puzzle_schema import puzzle_schema
from hanabi_solver.formats.source import Entry, read_source
from hanabi_solver.game.cards import Card, Suit
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.solver.result_reader import parse_result
from hanabi_solver.solver.result_schema import result_schema

SCHEMA = jsonschema.Draft202012Validator(puzzle_schema())

ONE_SUIT_DEAL: dict[str, Any] = {
    "rules": {"players": 2, "suits": "r"},
    "deck": "r1r1r1r2r2r3r3r4r4r5",
}


def faults_of(text: str) -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        parse_puzzle(text, "file.json")
    assert caught.value.source == "file.json"
    return {fault.place: fault.text for fault in caught.value.faults}


def faults_with(base: dict[str, Any] = POSITION, **changes: Any) -> dict[str, str]:
    return faults_of(json.dumps({**base, **changes}))


def with_expectation(position: Position, rng: Random) -> Expectation | None:
    if rng.random() < 0.3:
        return None
    moves = tuple(move for move in first_moves(position) if rng.random() < 0.5)
    return Expectation(rng.randint(0, position.rules.max_score), moves if rng.random() < 0.7 else None)


@given(tiny_positions(20), st.text(max_size=20), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_positions_survive_their_file(position: Position, title: str, rng: Random) -> None:
    puzzle = Puzzle(
        position, title.encode(errors="ignore").decode(), "a book", with_expectation(position, rng)
    )
    text = format_puzzle(puzzle)
    again = parse_puzzle(text)
    assert format_puzzle(again) == text
    assert parse_puzzle(format_puzzle(again)) == again
    assert (again.title, again.source, again.expect) == (puzzle.title, puzzle.source, puzzle.expect)
    ours, theirs = position, again.position
    assert [theirs.hand_cards(seat) for seat in range(ours.rules.players)] == [
        ours.hand_cards(seat) for seat in range(ours.rules.players)
    ]
    for field in ("rules", "pile", "stacks", "discards", "tokens", "strikes", "seat", "turns_left"):
        assert getattr(theirs, field) == getattr(ours, field)
    SCHEMA.validate(json.loads(text))


@given(tiny_deals(20), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_deals_survive_their_file(deal: Deal, rng: Random) -> None:
    puzzle = Puzzle(deal, "title", "", with_expectation(deal.start(), rng))
    text = format_puzzle(puzzle)
    assert parse_puzzle(text) == puzzle
    SCHEMA.validate(json.loads(text))


@given(tiny_positions(20), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_x_stands_for_exactly_the_useless_cards_left_over(position: Position, rng: Random) -> None:
    data = json.loads(format_puzzle(Puzzle(position)))
    letters = position.rules.letters

    def hide(cards: str) -> str:
        parsed = [Card(letters.index(text[0]), int(text[1])) for text in cards.split()]
        return " ".join(
            "x" if position.is_trash(card) and rng.random() < 0.7 else text
            for card, text in zip(parsed, cards.split(), strict=True)
        )

    data["hands"] = [hide(hand) for hand in data["hands"]]
    data["pile"] = hide(data["pile"])
    again = parse(data).position
    assert again.problems() == []
    before = [*(position.hand_cards(seat) for seat in range(position.rules.players)), position.pile]
    after = [*(again.hand_cards(seat) for seat in range(position.rules.players)), again.pile]
    for ours, theirs in zip(before, after, strict=True):
        for our_card, their_card in zip(ours, theirs, strict=True):
            assert our_card == their_card or (position.is_trash(our_card) and again.is_trash(their_card))
    assert Counter(again.deck[: again.draw_index] + again.pile + again.discards) == Counter(
        [card for section in before for card in section] + list(position.discards)
    )


def test_the_example_is_what_it_says() -> None:
    position = parse(POSITION).position
    assert position.rules == Rules(players=3)
    assert position.stacks == (3, 5, 5, 4, 4)
    assert position.hand_cards(0)[3] == Card(0, 4)
    assert position.pile[0] == Card(0, 5)
    assert len(position.discards) == 12  # r4, and what is left over once each x is a card


def test_without_discards_every_missing_card_is_discarded() -> None:
    full = json.loads(format_puzzle(parse(POSITION)))
    discards = full.pop("discards")
    assert Counter(json.loads(format_puzzle(parse(full)))["discards"].split()) == Counter(discards.split())


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"stacks": "r3 y5 g5 b4 p4"}, {"stacks": {"p": 4, "b": 4, "g": 5, "y": 5, "r": 3}}),
        ({"pile": "r5 x"}, {"pile": ["r5", "x"]}),
        ({"pile": "r5 x"}, {"pile": "r5x"}),
        ({}, {"rules": {"players": 3, "suits": "rygbp"}, "strikes": 0, "seat": 0}),
    ],
)
def test_ways_to_write_the_same(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert parse({**POSITION, **first}) == parse({**POSITION, **second})


def test_rules_of_their_own() -> None:
    deal = parse(
        {"rules": {"players": 2, "suits": "rk", "dark": "k", "hand_size": 3}, "deck": deck_of("rk", "k")}
    )
    assert deal.start.rules == Rules(suits=make_suits("rk", "k"), hand_size=3)
    suits = [{"letter": "a", "copies": [2, 1, 1]}]
    position = parse({"rules": {"suits": suits, "hand_size": 2}, "stacks": "", "hands": ["a1a1", "a2a3"],
                      "tokens": 8, "turns_left": 2})  # fmt: skip
    assert position.start.rules.max_score == 3


def test_reversed_suits_are_played_from_5_down() -> None:
    file = {
        "rules": {"suits": "rp", "reversed": "p", "dark": "r", "hand_size": 3},
        "stacks": "r4 p3",
        "hands": ["r5 p2 x", "x x p2"],
        "pile": "x p1",
        "tokens": 1,
    }
    position = parse(file).position
    rules = position.rules
    assert rules.suits == (Suit("r", (1,) * 5), Suit("p", (1, 2, 2, 2, 3), reversed=True))
    assert [position.is_playable(Card(1, rank)) for rank in (1, 2, 3)] == [False, True, False]
    assert json.loads(format_puzzle(Puzzle(position)))["rules"] == {"players": 2, **file["rules"]}
    short = faults_of(json.dumps({**file, "hands": ["r5 x x", "x x p2"], "pile": "x"}))
    assert short == {
        "hands": "expected every useful card written, but p1, one more p2 are missing: "
        "an x stands only for a useless card"
    }


def test_suits_with_copies_state_their_direction() -> None:
    suits = [{"letter": "r", "copies": [1, 1]}, {"letter": "g", "copies": [2, 1], "reversed": True}]
    rules = parse({"rules": {"players": 2, "hand_size": 2, "suits": suits}, "deck": "r1r2g1g1g2"}).start.rules
    assert [suit.reversed for suit in rules.suits] == [False, True]
    faults = faults_with(rules={"suits": suits, "reversed": "g"})
    assert faults == {
        "rules.reversed": "expected none with suits that state their copies, got 'g'",
        "rules.hand_size": "expected 3 hands that a deck of 5 cards can fill, got 5 cards each",
    }
    assert faults_with(rules={"reversed": "q", "dark": "z"}) == {
        "rules.dark": "expected letters of suits (rygbp), got 'z'",
        "rules.reversed": "expected letters of suits (rygbp), got 'q'",
    }


def test_every_fault_of_a_position_comes_at_once() -> None:
    faults = faults_with(
        hands=["x x x r4 x r1", "x x b5 q7 x", "x x x p5 p5"],
        pile="r5 z1",
        stacks="r3 y9 g5 b4 q4",
        tokens=9,
        strikes="one",
        seat=3,
        pille="x",
    )
    assert faults == {
        "strikes": 'expected a whole number, got "one"',
        "pille": "expected no such key",
        "stacks.y": "expected a height of 0 to 5, got 9",
        "stacks.q": "expected a suit (one of r/y/g/b/p), got 'q'",
        "hands[1][3]": "expected a card (one of r/y/g/b/p, then a rank 1 to 5), got 'q7'",
        "pile[1]": "expected a card (one of r/y/g/b/p, then a rank 1 to 5), got 'z1'",
        "hands[2][4]": "expected at most 1 copy of p5, got 2 (hands[2][3], hands[2][4])",
        "tokens": "expected 0 to 8, got 9",
        "seat": "expected 0 to 2, got 3",
        "hands[0]": "expected 5 cards, got 6",
    }


def test_hands_of_a_wrong_size() -> None:
    faults = faults_with(hands=["x x x r4 x x", "x x b5 x", "x x x p5 x"])
    assert faults == {"hands[0]": "expected 5 cards, got 6", "hands[1]": "expected 5 cards, got 4"}


def test_a_stack_that_the_missing_cards_contradict() -> None:
    assert faults_with(hands=["x x x r4 r3", "x x b5 x r3", "x x x p5 x"]) == {
        "stacks.r": "expected a copy of r3 for the stack, got all elsewhere (hands[0][4], hands[1][4])"
    }


def test_x_where_a_useful_card_is_unaccounted_for() -> None:
    text = "expected every useful card written, but {} missing: an x stands only for a useless card"
    assert faults_with(pile="x x") == {"hands": text.format("r5 is")}
    stacks = "r3 y5 g5 b3 p4"
    assert faults_with(stacks=stacks) == {"hands": text.format("2 copies of b4 are")}
    with pytest.raises(InputError) as caught:
        parse({**POSITION, "stacks": stacks, "pile": "r5 b4"})
    (fault,) = caught.value.faults
    assert (fault.place, fault.text) == ("hands", text.format("one more b4 is"))
    assert fault.help == "put the b4 in a hand, the pile or discards"


def test_more_x_than_the_deck_has_cards() -> None:
    rules = {"suits": [{"letter": "r", "copies": [1, 1, 1, 1, 2]}], "hand_size": 2}
    data = {"rules": rules, "stacks": "r4", "hands": ["r5 r5", "x x"], "tokens": 1, "turns_left": 2}
    assert faults_of(json.dumps(data)) == {"hands[1][0]": "expected no x (the deck has no more cards), got 2"}


def test_discards_that_are_not_complete() -> None:
    full = json.loads(format_puzzle(parse(POSITION)))
    full["discards"] = full["discards"].removeprefix("r4 ")
    assert faults_of(json.dumps(full)) == {
        "discards": "expected all copies of each card, got too few of r4 (1 of 2)"
    }


def test_the_turns_left_are_needed_exactly_with_an_empty_pile() -> None:
    assert faults_with(turns_left=2) == {"turns_left": "expected none while 2 cards are left to draw, got 2"}
    faults = faults_with(pile="", discards="r4 r5")
    assert faults == {"turns_left": "expected 0 to 3 as the draw pile is empty, got none"}


def test_hands_may_be_listed_from_the_newest_card_on() -> None:
    newest = {**POSITION, "hands": ["x r4 x x x", "x x b5 x x", ["x", "p5", "x", "x", "x"]]}
    puzzle = parse({**newest, "hands_order": "newest-first"})
    assert puzzle.position == parse(POSITION).position
    assert puzzle.unnamed == parse(POSITION).unnamed
    assert (puzzle.hands_order, parse(POSITION).hands_order) == ("newest-first", "oldest-first")
    assert parse({**POSITION, "hands_order": "oldest-first"}) == parse(POSITION)
    written = json.loads(format_puzzle(puzzle))
    assert written["hands_order"] == "newest-first"
    assert [hand.split()[::-1] for hand in written["hands"]] == [
        hand.split() for hand in json.loads(format_puzzle(parse(POSITION)))["hands"]
    ]
    assert parse(written) == replace(puzzle, start=parse(written).start)
    assert "hands_order" not in json.loads(format_puzzle(parse(POSITION)))


def test_faults_name_places_as_the_file_lists_its_hands() -> None:
    hands = ["q7 x x r4 x", "x x b5 x x", "x x x p5 p5"]
    for order in ("oldest-first", "newest-first"):
        faults = faults_with(hands=hands, hands_order=order)
        assert faults.keys() == {"hands[0][0]", "hands[2][4]"}
    assert faults_with(hands_order="newest first") == {
        "hands_order": "expected 'oldest-first' or 'newest-first', got \"newest first\""
    }
    assert faults_with(ONE_SUIT_DEAL, hands_order="newest-first") == {
        "hands_order": "expected a deal (deck) or a position (stacks, hands, ...), got keys of both"
    }


def test_faults_of_a_deck() -> None:
    assert faults_with(ONE_SUIT_DEAL, deck="r1r1r1r1r2r3r3r4r4") == {
        "deck": "expected all copies of each card, got too few of r2 (1 of 2), r5 (0 of 1)",
        "deck[3]": "expected at most 3 copies of r1, got 4 (deck[0], deck[1], deck[2], deck[3])",
    }
    assert faults_with(ONE_SUIT_DEAL, tokens=3) == {
        "tokens": "expected a deal (deck) or a position (stacks, hands, ...), got keys of both"
    }
    assert faults_of('{"deck": "r1"}')["rules.players"] == "expected the number of players, got none"


def test_faults_of_rules_do_not_hide_those_of_cards() -> None:
    faults = faults_with(rules={"players": 7, "hand_size": 1}, pile="r5 z1")
    assert faults == {
        "rules.hand_size": "expected at least 2, got 1",
        "rules.players": "expected 2 to 6, got 7",
        "pile[1]": "expected a card (one of r/y/g/b/p, then a rank 1 to 5), got 'z1'",
    }
    assert faults_with(rules={"suits": "rx", "dark": "k"}) == {
        "rules.dark": "expected letters of suits (rx), got 'k'",
        "rules.suits[1]": "expected a small letter other than 'x', got 'x'",
    }
    assert faults_with(rules={"suits": "rx"}) == {
        "rules.suits[1]": "expected a small letter other than 'x', got 'x'"
    }


def test_faults_of_the_expectation() -> None:
    moves = ["play r4", "play p5", "misplay r4", "clue", "discard", "play z1", "misplay x"]
    assert faults_with(expect={"best": 25, "first_moves": moves}) == {
        "expect.first_moves[1]": "expected a move that Alice can make, got 'play p5'",
        "expect.first_moves[2]": "expected a move that Alice can make, got 'misplay r4'",
        "expect.first_moves[3]": "expected a move that Alice can make, got 'clue'",
        "expect.first_moves[4]": "expected a first move, got 'discard'",
        "expect.first_moves[5]": "expected a card (one of r/y/g/b/p, then a rank 1 to 5), got 'z1'",
    }
    assert faults_with(expect={"best": 26}) == {"expect.best": "expected 0 to 25, got 26"}


@pytest.mark.parametrize(
    ("text", "place", "part"),
    [
        ("", "line 1, column 1", "expected JSON"),
        ('{"deck": }', "line 1, column 10", "expected JSON"),
        ("[]", "", "expected a JSON object"),
        ('{"deck": "r1", "deck": "r2"}', "deck", "each key once"),
        ('{"deck": 7}', "deck", "expected a text or a list, got 7"),
        ('{"deck": ["r1", 2]}', "deck[1]", "expected a text, got 2"),
        ('{"stacks": "", "hands": [], "tokens": 8, "rules": {"dark": 1}}', "rules.dark", "a text, got 1"),
        ('{"tokens": 8}', "stacks", "expected a value, got none"),
        ("{} {}", "line 1, column 4", 'expected JSON, here the end after the first value, got "{}"'),
        ('{"a" 1}', "line 1, column 6", "expected JSON, here a colon after the key"),
        ('{"a": "b', "line 1, column 7", "a double quote at its end"),
        ('{"a": "\\q"}', "line 1, column 8", "expected JSON, here a backslash only in front of"),
        ('{"tokens": NaN}', "", "expected numbers of a usual size, got NaN"),
        ('{"title": "\\ud800"}', "title", "expected whole characters, got a text with half of one"),
        ('{"rules": {"\\udfff": 1}}', "rules", "expected whole characters, got a key with half of one"),
        ('{"rules": ' + "[" * 60 + "]" * 60 + "}", "rules" + "[0]" * 50, "expected a few levels"),
        ("[" + "1," * 200_000 + "1]", "", "expected a file of at most 200000 values"),
        ("[" * 100_000, "", "expected a few levels"),
        ('{"tokens": ' + "9" * 5000 + "}", "line 1, column 12", "expected numbers of a usual size"),
    ],
)
def test_text_that_is_no_puzzle(text: str, place: str, part: str) -> None:
    assert part in faults_of(text)[place]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load_puzzle(tmp_path / "no such file.json")
    (tmp_path / "latin.json").write_bytes(b'{"title": "\xe9"}')
    with pytest.raises(InputError, match="expected UTF-8 text, got byte 0xe9"):
        load_puzzle(tmp_path / "latin.json")


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "bom.json").write_text(json.dumps(POSITION), encoding="utf-8-sig")
    assert load_puzzle(tmp_path / "bom.json") == parse(POSITION)


def test_the_published_schema_is_current() -> None:
    assert json.loads((DOCS / "puzzle.schema.json").read_text(encoding="utf-8")) == puzzle_schema()
    SCHEMA.validate(POSITION)
    SCHEMA.validate(ONE_SUIT_DEAL)
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate({**POSITION, "extra": 1})


def test_x_in_expected_moves_means_a_useless_card() -> None:
    puzzle = parse({**POSITION, "tokens": 1, "expect": {"best": 25, "first_moves": ["discard x", "play x"]}})
    assert puzzle.expect is not None
    assert puzzle.expect.first_moves == (FirstMove(MoveKind.DISCARD), FirstMove(MoveKind.MISPLAY))


@pytest.mark.parametrize(
    ("changes", "place", "text"),
    [
        ({"rules": {"suits": ""}}, "rules.suits", "expected 1 to 6 suits, got 0"),
        ({"rules": {"suits": []}}, "rules.suits", "expected 1 to 6 suits, got 0"),
        ({"rules": {"suits": "", "dark": "r"}}, "rules.suits", "expected 1 to 6 suits, got 0"),
        ({"rules": {"hand_size": 0}}, "rules.hand_size", "expected at least 2, got 0"),
        ({"rules": {"players": 0}}, "rules.players", "expected 2 to 6, got 0"),
        ({"rules": {"strike_limit": 0}}, "rules.strike_limit", "expected 1 to 200, got 0"),
        ({"rules": {"clue_cost": 0}}, "rules.clue_cost", "expected 1 or 2, got 0"),
        ({"hands": []}, "hands", "expected 2 to 6 hands, got 0"),
        ({"hands": ["", "", ""]}, "hands[0]", "expected 5 cards, got 0"),
    ],
)
def test_nothing_is_not_taken_for_the_usual(changes: dict[str, Any], place: str, text: str) -> None:
    assert faults_with(**changes)[place] == text


def test_an_empty_deck_is_told_its_size() -> None:
    for deck in ("", []):
        assert faults_with(ONE_SUIT_DEAL, deck=deck) == {"deck": "expected 10 cards, got 0"}


def test_faults_of_rules_and_keys_come_together_where_the_suits_have_too_few_cards() -> None:
    suits = [{"letter": "r", "copies": [1]}]
    assert set(faults_with(rules={"suits": suits}, pille="")) == {"pille", "rules.hand_size"}


def test_capitals_are_the_same_letters() -> None:
    capitals = {
        **POSITION,
        "stacks": {"R": 3, "Y": 5, "g": 5, "b": 4, "p": 4},
        "hands": ["X x x R4 x", "xxB5 X x", ["x", "X", "x", "P5", "x"]],
        "discards": "R4",
        "expect": {"best": 25, "first_moves": ["Play R4"]},
    }
    assert parse(capitals) == parse({**capitals, "stacks": "R3 Y5 G5 B4 P4"}) == parse(POSITION)
    assert "r4" in format_puzzle(parse(capitals))
    faults = faults_with(stacks={"r": 3, "R": 3, "y": 5, "g": 5, "b": 4, "p": 4}, pile="R5 X Q7")
    assert faults == {
        "stacks.r": "expected one height, got two",
        "pile[2]": "expected a card (one of r/y/g/b/p, then a rank 1 to 5), got 'Q7'",
    }


# Only time shows work that grows with the square of the size; what is done here in a second has room.
@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "text",
    [
        json.dumps({**POSITION, **{f"key{number}": 1 for number in range(30_000)}}),
        "{" + ", ".join(f'"key{number % 20_000}": 1' for number in range(40_000)) + "}",
        json.dumps({"rules": {"players": 2}, "deck": [1] * 30_000}),
        json.dumps({"rules": {"players": 2}, "deck": "q7" * 30_000}),
        json.dumps({**POSITION, "expect": {"best": 25, "first_moves": [1] * 30_000}}),
        json.dumps({**POSITION, "expect": {"best": 25, "first_moves": ["no"] * 30_000}}),
        json.dumps({**POSITION, "stacks": "no " * 30_000}),
    ],
)
def test_many_faults_are_found_fast_and_told_in_part(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_puzzle(text)
    assert len(caught.value.faults) == 51
    assert caught.value.faults[-1].text.startswith("and ")
    assert caught.value.faults[-1].text.endswith(" more faults")


@pytest.mark.parametrize(
    "changes",
    [
        {"n" * 100_000: 1},
        {"title": ["t"] * 100_000},
        {"pile": ["p" * 100_000]},
        {"pile": "r1" * 30_000},
        {"stacks": "s" * 100_000},
        {"stacks": {"s" * 100_000: 1}},
        {"rules": {"suits": "s" * 100_000}},
        {"expect": {"best": 1, "first_moves": ["m" * 100_000]}},
    ],
)
def test_long_values_are_told_in_part(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        parse({**POSITION, **changes})
    assert all(len(str(fault)) < 1000 for fault in caught.value.faults)
    assert len(caught.value.faults) <= 51


def test_a_file_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_solver.formats.text.MAX_FILE_BYTES", 2 * 1024 * 1024)
    with pytest.raises(InputError, match="/dev/zero: expected at most 2 MB, got more"):
        load_puzzle(Path("/dev/zero"))


def test_an_error_keeps_its_class_where_its_source_is_named() -> None:
    with pytest.raises(UnsupportedRules):
        raise UnsupportedRules([Fault("rules", "expected others")]).at("file.json")


def test_the_examples_in_the_docs_are_sound() -> None:
    text = (DOCS / "formats.md").read_text(encoding="utf-8")
    assert "..." not in text
    kinds: Counter[str] = Counter()
    for language, example in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        data = json.loads(example) if language == "json" else None
        if data is None:
            kinds["lines"] += 1
            (entry,) = read_source("-", stdin=io.BytesIO(example.encode()))
            assert isinstance(entry, Entry)
        elif "schema" not in data:
            kinds["puzzles"] += 1
            parse_puzzle(example)
            SCHEMA.validate(data)
        else:
            kinds[data["status"]] += 1
            jsonschema.Draft202012Validator(result_schema()).validate(data)
            if data["status"] != "error":
                assert not verify(parse_result(example), ()).is_false
    assert kinds == {"lines": 1, "puzzles": 5, "optimal": 1, "error": 1}
