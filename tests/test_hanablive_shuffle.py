"""The deck of a hanab.live seed: Go's generator, the hash of the seed, the shuffle."""

from pathlib import Path

import pytest
from shuffle_vectors import DECKS, SUITS, read_vectors

from hanabi_solver.formats.hanablive.gorand import GoRandom
from hanabi_solver.formats.hanablive.shuffle import crc64, shuffled_deck
from hanabi_solver.game.cards import DARK_COPIES, NORMAL_COPIES, format_cards


def dealt(seed: str, copies: list[tuple[int, ...]]) -> str:
    return format_cards(shuffled_deck(copies, seed), SUITS, "")


def test_go_yields_its_documented_numbers() -> None:
    # The first numbers of rand.Intn(100) in Go's tour, which seeds with 1.
    random = GoRandom(1)
    assert [random.below(100) for _ in range(10)] == [81, 87, 47, 59, 81, 18, 25, 40, 56, 0]


def test_a_seed_of_zero_is_the_fixed_one() -> None:
    zero, fixed = GoRandom(0), GoRandom(89482311)
    assert [zero.below(10) for _ in range(20)] == [fixed.below(10) for _ in range(20)]


def test_negative_seeds_count_from_the_modulus() -> None:
    negative, positive = GoRandom(-5), GoRandom(2**31 - 1 - 5)
    assert [negative.below(1000) for _ in range(20)] == [positive.below(1000) for _ in range(20)]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 50, 2**31 - 1])
def test_numbers_stay_below_the_limit(limit: int) -> None:
    random = GoRandom(12345)
    assert all(0 <= random.below(limit) < limit for _ in range(2000))


def test_the_generator_runs_through_its_whole_state() -> None:
    # y[k] = y[k-607] + y[k-273] holds for what it yields, so for its bits up to a carry from below.
    random = GoRandom(7)
    outputs = [random.below(2**30) for _ in range(2000)]
    for index in range(607, 2000):
        expected = (outputs[index - 607] + outputs[index - 273]) % 2**30
        assert (outputs[index] - expected) % 2**30 in (0, 1)


def test_the_check_value_of_the_hash() -> None:
    assert crc64(b"123456789") % 2**64 == 0x995DC9BBDF1939FA
    assert crc64(b"") == 0
    assert crc64(b"123456789") < 0


@pytest.mark.parametrize(("seed", "copies", "deck"), DECKS)
def test_seeds_give_the_decks_of_the_server(seed: str, copies: list[tuple[int, ...]], deck: str) -> None:
    assert dealt(seed, copies) == deck


def test_the_prefix_of_old_seeds_changes_nothing() -> None:
    assert dealt("legacy-1-p2v0s1", [NORMAL_COPIES] * 5) == DECKS[0][2]
    assert dealt("legacy-x-p2v0s1", [NORMAL_COPIES] * 5) != DECKS[0][2]


def test_any_text_is_a_seed() -> None:
    copies = [NORMAL_COPIES, DARK_COPIES]
    for seed in ("", "p2v0sñandú-✓", "\ud800", "a" * 10_000):
        assert sorted(shuffled_deck(copies, seed)) == sorted(shuffled_deck(copies, "p2v0s1"))


@pytest.mark.acceptance
def test_all_vectors(hanabi_data: Path) -> None:
    vectors = read_vectors(hanabi_data)
    assert len(vectors) == 118
    for seed, copies, deck in vectors:
        assert dealt(seed, copies) == deck, seed
