"""The deck of a hanab.live seed: Go's generator, the hash of the seed, the shuffle."""

from pathlib import Path

import pytest

from hanabi_solver.formats.hanablive.gorand import GoRandom
from hanabi_solver.formats.hanablive.shuffle import crc64, shuffled_deck
from hanabi_solver.game.cards import DARK_COPIES, NORMAL_COPIES, format_cards

SUITS = "abcdef"
CRITICAL_FOURS = (3, 2, 2, 1, 1)

# Seeds and their decks as the server dealt them: number of players and variant do not matter here.
DECKS = [
    (
        "p2v0s1",
        [NORMAL_COPIES] * 5,
        "d5e4d3a4c1d3d1a1c2c4a2d2c2e1a2a1d1b3b4a1b4c4e2e3e1a4c5b2e1b1b5b1c3a5e3b2d1c3b3d4b1a3d4a3c1d2c1e4e5e2",
    ),
    (
        "p2v0s2",
        [NORMAL_COPIES] * 5,
        "b4e2a4a3d2d3e5a4b3e3a2b1b2c4a2d5d4d1a5e1b1d2c2c1e2c3b5b2c1d1c3c1a1d4e4a1b1e1b3c2d1a3a1d3e4c4b4e1e3c5",
    ),
    (
        "p2v0s",
        [NORMAL_COPIES] * 5,
        "c1e4e1d5b1e3c3d3a4b1c2b2a3c4e2d2b4a3b4d3d4a1e5e4b1d1b2a1a1d4c2c1e1c3a2e3d1b3a2d2c5e1a5e2c4b5c1a4b3d1",
    ),
    (
        "p2v0sñandú-✓",
        [NORMAL_COPIES] * 5,
        "d1d4b3a1c5b1a2e3d3e3e2a2d2c2a1c1e4b1e5a3a4a1c4d2b2b4d1b2c4c1d3d1d5b3b1c3a5c2e1c1d4e1a3e2c3b4e1e4b5a4",
    ),
    (
        "p6v21s1",
        [*[NORMAL_COPIES] * 4, DARK_COPIES],
        "d1b2b3c4b5a4c4c5a1a1b4a1d1e2a2d3c1c2c3c2d2d5e5a2a5d4a4b1c1b1d2e1e3c3e4b1d4d3c1b3a3b2a3b4d1",
    ),
    (
        "p2v1821s1",
        [CRITICAL_FOURS] * 6,
        "b4e3a1e1a2a1b1e2f1a4a3a5f4f3c2e3f1e1e4b3b1d5c1d4c4f2f2f5d3d1b3d2f1c1f3b1e5d1a2c3e2c2c5d3b5c3c1d2b2a1b2"
        "e1d1a3",
    ),
]


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
    lines = (hanabi_data / "shuffle_vectors.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line]
    assert len(rows) == 118
    for seed, numbers, deck in rows:
        copies = [tuple(int(digit) for digit in suit) for suit in numbers.split()]
        assert dealt(seed, copies) == deck, seed
