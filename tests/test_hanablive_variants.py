"""hanab.live's variants: the package's list of them, their decks, letters and rules."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from hanabi_solver.errors import InputError, UnsupportedRules
from hanabi_solver.formats.hanablive.clues import clue_rules
from hanabi_solver.formats.hanablive.options import Options, options_of, rules_for
from hanabi_solver.formats.hanablive.seeds import deal_of
from hanabi_solver.formats.hanablive.variants import (
    all_variants,
    suit_letters,
    variant_by_id,
    variant_by_name,
)
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import Stacking


def test_no_variant_is_the_usual_game() -> None:
    assert rules_for(variant_by_id(0), 2) == Rules()


def test_ids_and_names_find_the_same_variants() -> None:
    variants = all_variants()
    assert len(variants) == 2426
    assert all(variant_by_name(variant.name) is variant for variant in variants)
    assert all(variant_by_id(variant.id) is variant for variant in variants)


def test_letters_are_of_the_suit_and_of_no_other() -> None:
    for variant in all_variants():
        assert len(set(variant.letters)) == len(variant.suits), variant.name
        assert variant.letters.isascii()
        assert variant.letters.islower()
        assert "x" not in variant.letters


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Red", "Yellow", "Green", "Blue", "Purple", "Teal"], "rygbpt"),
        (["Red", "Green", "Blue", "Dark Rainbow", "Black"], "rgbmk"),
        (["Tomato", "Mahogany", "Berry", "Navy", "Black Reversed"], "tmbnk"),
        (["Ice EA", "Aqua EA", "Sky EA", "Berry EA", "Navy EA", "Ocean EA"], "iasbno"),
        (["Ruby", "Red"], "ur"),  # the usual letter goes first, wherever the suit stands
        (["Ox", "Oxo", "Oo"], "oab"),
    ],
)
def test_letters_are_the_usual_ones_or_taken_from_the_name(names: list[str], letters: str) -> None:
    assert suit_letters(names) == letters


@pytest.mark.parametrize(
    ("name", "last_suit"),
    [
        ("6 Suits", (3, 2, 2, 2, 1)),
        ("Black (6 Suits)", (1, 1, 1, 1, 1)),
        ("Reversed (6 Suits)", (1, 2, 2, 2, 3)),
        ("Black Reversed (6 Suits)", (1, 1, 1, 1, 1)),
        ("Critical Fours (6 Suits)", (3, 2, 2, 1, 1)),
        ("Critical Fours & Black (6 Suits)", (1, 1, 1, 1, 1)),
        ("Scarce Ones (5 Suits)", (2, 2, 2, 2, 1)),
        ("Scarce Ones & Black (6 Suits)", (1, 1, 1, 1, 1)),
        ("Sudoku (4 Suits)", (2, 2, 2, 2)),
    ],
)
def test_each_deck_holds_what_its_rules_say(name: str, last_suit: tuple[int, ...]) -> None:
    assert variant_by_name(name).copies[-1] == last_suit


def test_inverted_suits_are_the_orange_ones() -> None:
    inverted = {suit.name for variant in all_variants() for suit in variant.suits if suit.inverted}
    assert inverted == {"Orange", "Dark Orange", "Orange Reversed", "Dark Orange Reversed"}
    assert variant_by_name("Orange (5 Suits)").has_inverted_suits
    assert not variant_by_name("No Variant").has_inverted_suits


@pytest.mark.parametrize(
    ("name", "is_usual"),
    [
        ("No Variant", True),
        ("3 Suits", True),
        ("Black (5 Suits)", True),
        ("Reversed (4 Suits)", True),
        ("Orange Reversed (6 Suits)", True),
        ("Throw It in a Hole & Black (6 Suits)", True),
        ("Cow & Pig (6 Suits)", True),
        ("Rainbow (6 Suits)", False),
        ("White Reversed (6 Suits)", False),
        ("Pink-Ones (6 Suits)", False),
        ("RGB Mix (6 Suits)", False),
        ("Number Mute (6 Suits)", False),
        ("Dark Prism (6 Suits)", False),
    ],
)
def test_usual_clues_are_no_rules_of_their_own(name: str, is_usual: bool) -> None:
    assert (clue_rules(variant_by_name(name)) is None) is is_usual


def test_unknown_variants_are_refused_with_advice() -> None:
    with pytest.raises(InputError) as caught:
        variant_by_name("Black (6 Suit)", "options.variant")
    (fault,) = caught.value.faults
    assert str(fault) == 'options.variant: expected the name of a variant, got "Black (6 Suit)"'
    assert '"Black (6 Suits)"' in fault.help
    with pytest.raises(InputError, match="expected the id of a variant, got 99999"):
        variant_by_id(99999)


@pytest.mark.parametrize(
    ("name", "stacking", "ranks", "max_score"),
    [
        ("Up or Down (5 Suits)", Stacking.UP_OR_DOWN, 5, 25),
        ("Up or Down & Black (6 Suits)", Stacking.UP_OR_DOWN, 5, 30),
        ("Sudoku (4 Suits)", Stacking.SUDOKU, 4, 16),
        ("Sudoku & Orange (5 Suits)", Stacking.SUDOKU, 5, 25),
        ("Reversed (5 Suits)", Stacking.BY_RANK, 5, 25),
    ],
)
def test_other_orders_of_play_are_in_the_rules(
    name: str, stacking: Stacking, ranks: int, max_score: int
) -> None:
    rules = rules_for(variant_by_name(name), 2)
    assert (rules.stacking, rules.ranks, rules.max_score) == (stacking, ranks, max_score)


@pytest.mark.parametrize(
    ("name", "is_allowed"),
    [("No Variant", False), ("Orange (3 Suits)", True), ("Sudoku & Orange (5 Suits)", True)],
)
def test_inverted_suits_allow_discards_at_the_token_limit(name: str, is_allowed: bool) -> None:
    assert rules_for(variant_by_name(name), 3).discard_at_limit is is_allowed


def test_options_change_the_rules_and_are_told_by_them() -> None:
    options = Options(starting_player=3, one_less_card=True, empty_clues=True)
    rules = rules_for(variant_by_id(0), 4, options)
    assert rules == Rules(players=4, hand_size=3, empty_clues=True, first_seat=3)
    assert options_of(rules) == options
    assert rules_for(variant_by_id(0), 6, Options(one_extra_card=True)).hand_size == 4


def test_only_the_option_allows_clues_that_mark_no_card() -> None:
    rainbow = variant_by_name("Rainbow (6 Suits)")
    assert not rules_for(rainbow, 3).empty_clues
    assert rules_for(rainbow, 3, Options(empty_clues=True)).empty_clues


@pytest.mark.parametrize("players", [0, 1, 7, 100])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(UnsupportedRules, match=rf"rules\.players: expected 2 to 6, got {players}"):
        rules_for(variant_by_id(0), players)


def test_every_variant_makes_rules_and_a_sound_deal() -> None:
    kinds: Counter[Stacking] = Counter()
    for variant in all_variants():
        rules = rules_for(variant, 3)
        kinds[rules.stacking] += 1
        deal = deal_of("seed", variant, 3)
        assert deal.rules == rules
        assert deal.start().problems() == [], variant.name
        for suit, copies in zip(variant.suits, variant.copies, strict=True):
            most = {Stacking.BY_RANK: 10, Stacking.UP_OR_DOWN: 9, Stacking.SUDOKU: 2 * variant.stack_size}
            assert len(copies) == variant.stack_size + int(rules.stacking is Stacking.UP_OR_DOWN)
            assert sum(copies) <= most[rules.stacking]
            assert not suit.one_of_each or set(copies) == {1}
    assert kinds == {Stacking.BY_RANK: 2360, Stacking.UP_OR_DOWN: 33, Stacking.SUDOKU: 33}


@pytest.mark.acceptance
def test_the_list_holds_all_facts(hanabi_data: Path) -> None:
    with (hanabi_data / "variants.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert len(rows) == len(all_variants())
    for row in rows:
        variant = variant_by_id(int(row["id"]))
        special = {
            "inverted": variant.has_inverted_suits,
            "throw-it-in-a-hole": variant.throw_in_a_hole,
            "up-or-down": variant.stacking is Stacking.UP_OR_DOWN,
            "sudoku": variant.stacking is Stacking.SUDOKU,
            "scarce-ones": variant.scarce_ones,
            "clue-starved": variant.clue_starved,
            "critical-rank-4": variant.critical_rank == 4,
        }
        told = {word for word, holds in special.items() if holds}
        assert variant.name == row["name"]
        assert ", ".join(suit.name for suit in variant.suits) == row["suits"]
        assert "".join(str(int(suit.one_of_each)) for suit in variant.suits) == row["one_of_each"]
        assert "".join(str(int(suit.reversed)) for suit in variant.suits) == row["reversed"]
        assert str(variant.stack_size) == row["stack_size"]
        assert told == (set() if row["special"] == "-" else set(row["special"].split(",")))
