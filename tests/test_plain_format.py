"""Deals as lines of plain text."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import random_deck
from puzzle_samples import ONE_SUIT

from hanabi_solver.errors import InputError
from hanabi_solver.formats.plain import format_deal, parse_deal
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import Rules, make_suits


def faults_of(text: str, suits: str = "r") -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        parse_deal(text, suits=suits)
    return [(fault.place, fault.text) for fault in caught.value.faults]


@given(st.integers(2, 6), st.integers(2, 6), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_deal_survives_its_line(players: int, number_of_suits: int, rng: Random) -> None:
    suits = "rygbpt"[:number_of_suits]
    rules = Rules(players=players, suits=make_suits(suits))
    deal = Deal(rules, random_deck(rng, rules))
    assert parse_deal(format_deal(deal), suits=suits) == deal


@pytest.mark.parametrize("blank", [" ", "\t", "   "])
def test_any_blanks_part_players_and_cards(blank: str) -> None:
    spaced = blank.join(["2", *(ONE_SUIT[at : at + 2] for at in range(0, 20, 2))])
    assert parse_deal(f" {spaced}\r\n", suits="r") == parse_deal(f"2 {ONE_SUIT}", suits="r")


@pytest.mark.parametrize("text", ["", "2", "nonsense", "x r1r2", "-2 r1", "222 r1", ONE_SUIT])
def test_a_line_of_another_form_is_refused(text: str) -> None:
    ((place, message),) = faults_of(text)
    assert place == ""
    assert message.startswith("expected PLAYERS DECK, got")


def test_all_faults_of_a_line_come_together() -> None:
    assert faults_of("9 r1r1r1r1r2z9r3r3r4r4r5r5") == [
        ("players", "expected 2 to 6, got 9"),
        ("deck[5]", "expected a card (one of r, then a rank 1 to 5), got 'z9'"),
        ("deck", "expected 10 cards, got 12"),
        ("deck[3]", "expected at most 3 copies of r1, got 4 (deck[0], deck[1], deck[2], deck[3])"),
        ("deck[11]", "expected at most 1 copy of r5, got 2 (deck[10], deck[11])"),
    ]


def test_missing_cards_are_named() -> None:
    (wrong_size, missing) = faults_of("2 r1r1r1r2r2r3r3")
    assert wrong_size == ("deck", "expected 10 cards, got 7")
    assert missing == (
        "deck",
        "expected all copies of each card, got too few of r4 (0 of 2), r5 (0 of 1)",
    )


def test_a_deck_of_quite_another_size_is_told_its_size() -> None:
    assert faults_of("2 r1", suits="rygbp") == [("deck", "expected 50 cards, got 1")]
    assert faults_of("2 r1r1r1r1y5y5", suits="rygbp") == [
        ("deck", "expected 50 cards, got 6"),
        ("deck[3]", "expected at most 3 copies of r1, got 4 (deck[0], deck[1], deck[2], deck[3])"),
        ("deck[5]", "expected at most 1 copy of y5, got 2 (deck[4], deck[5])"),
    ]


def test_capitals_are_the_same_letters() -> None:
    assert parse_deal(f"2 {ONE_SUIT.upper()}", suits="r") == parse_deal(f"2 {ONE_SUIT}", suits="r")
    assert format_deal(parse_deal(f"2 {ONE_SUIT.upper()}", suits="r")) == f"2 {ONE_SUIT}"
    assert ("deck[1]", "expected a card (one of r, then a rank 1 to 5), got 'Z9'") in faults_of("2 R1Z9")


def test_a_long_line_of_faults_is_told_in_part() -> None:
    for cards in ("q7", "r1"):
        faults = faults_of(f"2 {cards * 20_000}")
        assert len(faults) <= 51
        assert all(len(text) < 200 for _, text in faults)


def test_a_deck_has_no_place_for_x() -> None:
    assert ("deck[9]", "expected a card (one of r, then a rank 1 to 5), got 'x'") in faults_of(
        "2 r1r1r1r2r2r3r3r4r4x"
    )
