"""The compiled dealer against vectors of the site and the dealer in plain Python."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shuffle_vectors import DECKS, SUITS, read_special_vectors, read_vectors

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.shuffle import crc64, shuffled_deck
from hanabi_solver.game.cards import DARK_COPIES, NORMAL_COPIES, UP_OR_DOWN_COPIES, format_cards
from hanabi_solver.study.lane.dealing import NUMBERS_END, deal_range, deal_seeds, sorted_deck
from hanabi_solver.study.lane.layout import Bytes, card_of, faces_of

# For these, one number or other is drawn again: so it is for one deck in two million.
REDRAWN_SEEDS = ["p2v0s2006865", "p2v0s5395256", "p2v0s6230432"]
USUAL = [NORMAL_COPIES] * 5
SEEDS = st.text(st.characters(), max_size=40)  # surrogates, too
COPIES = st.lists(
    st.lists(st.integers(1, 3), min_size=1, max_size=5).map(tuple)
    | st.sampled_from([NORMAL_COPIES, DARK_COPIES, UP_OR_DOWN_COPIES]),
    min_size=1,
    max_size=6,
)


def told(deck: Bytes) -> str:
    return format_cards([card_of(int(face)) for face in deck], SUITS, "")


def by_python(copies: Sequence[Sequence[int]], seeds: Sequence[str]) -> list[list[int]]:
    return [faces_of(shuffled_deck(copies, seed)).tolist() for seed in seeds]


@pytest.mark.parametrize(("seed", "copies", "deck"), DECKS)
def test_seeds_give_the_decks_of_the_server(seed: str, copies: list[tuple[int, ...]], deck: str) -> None:
    (dealt,) = deal_seeds(sorted_deck(copies), [seed])
    assert told(dealt) == deck


@given(COPIES, st.lists(SEEDS, max_size=5))
@settings(deadline=None)
def test_any_texts_are_dealt_as_by_python(copies: list[tuple[int, ...]], seeds: list[str]) -> None:
    assert deal_seeds(sorted_deck(copies), seeds).tolist() == by_python(copies, seeds)


@given(COPIES, st.integers(2, 6), st.integers(0, 2500), st.integers(0, NUMBERS_END - 9), st.integers(0, 4))
@settings(deadline=None)
def test_ranges_are_dealt_as_by_python(
    copies: list[tuple[int, ...]], players: int, variant: int, first: int, count: int
) -> None:
    start = f"p{players}v{variant}s"
    seeds = [f"{start}{number}" for number in range(first, first + count)]
    assert deal_range(sorted_deck(copies), start, first, count).tolist() == by_python(copies, seeds)


@pytest.mark.parametrize("first", [0, 8, 98, 998, 10**9 - 2, NUMBERS_END - 4])
def test_numbers_have_all_their_digits_and_no_more(first: int) -> None:
    seeds = [f"p4v0s{number}" for number in range(first, first + 4)]
    assert deal_range(sorted_deck(USUAL), "p4v0s", first, 4).tolist() == by_python(USUAL, seeds)


def test_the_mark_of_old_seeds_changes_nothing() -> None:
    deck = sorted_deck(USUAL)
    with_mark, without, with_another = deal_seeds(deck, ["legacy-1-p2v0s1", "p2v0s1", "legacy-x-p2v0s1"])
    assert with_mark.tolist() == without.tolist() != with_another.tolist()
    assert deal_range(deck, "legacy-1-p2v0s", 1, 1).tolist() == [without.tolist()]


def test_no_seed_is_no_deck() -> None:
    deck = sorted_deck(USUAL)
    assert deal_seeds(deck, []).shape == deal_range(deck, "p2v0s", 7, 0).shape == (0, 50)


@pytest.mark.parametrize(("first", "count"), [(-1, 2), (5, -1), (NUMBERS_END, 1), (NUMBERS_END - 1, 2)])
def test_numbers_without_room_are_refused(first: int, count: int) -> None:
    with pytest.raises(ValueError, match="expected numbers from 0 to 999999999999999999, got"):
        deal_range(sorted_deck(USUAL), "p2v0s", first, count)


def test_a_hash_that_go_takes_another_number_for() -> None:
    assert crc64(b"") % (2**31 - 1) == 0
    assert deal_seeds(sorted_deck(USUAL), [""]).tolist() == by_python(USUAL, [""])


def test_numbers_that_are_drawn_again() -> None:
    assert deal_seeds(sorted_deck(USUAL), REDRAWN_SEEDS).tolist() == by_python(USUAL, REDRAWN_SEEDS)


def test_every_variant_of_random_seeds() -> None:
    rng = Random(19)
    for _ in range(60):
        players, variant, number = rng.randint(2, 6), rng.randrange(2000), rng.randrange(10**6)
        deal = parse_seed(f"p{players}v{variant}s{number}").deal
        copies = [suit.copies for suit in deal.rules.suits]
        (dealt,) = deal_range(sorted_deck(copies), f"p{players}v{variant}s", number, 1)
        assert dealt.tolist() == faces_of(deal.deck).tolist()


def test_a_batch_is_written_in_bytes() -> None:
    assert deal_range(sorted_deck(USUAL), "p2v0s", 1, 3).dtype == np.uint8


@pytest.mark.acceptance
def test_all_vectors(hanabi_data: Path) -> None:
    vectors = read_vectors(hanabi_data)
    vectors += [
        (seed, [suit.copies for suit in parse_seed(seed).deal.rules.suits], deck)
        for seed, deck in read_special_vectors(hanabi_data)
    ]
    assert len(vectors) == 118 + 24
    for seed, copies, deck in vectors:
        (dealt,) = deal_seeds(sorted_deck(copies), [seed])
        assert told(dealt) == deck, seed
