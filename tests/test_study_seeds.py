"""What a study can be asked to solve: ranges, random deals, lists; and the keys that name deals."""

import os
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from hanabi_solver.errors import InputError, UnsupportedRules
from hanabi_solver.formats.entry import BadEntry, Entry
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.hanablive.game import game_of
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import format_deal
from hanabi_solver.study.keys import RandomDeal, entry_of, key_of, random_order
from hanabi_solver.study.selection import known_count, parse_seeds

LINK = "https://hanab.live/replay-json/315jxfdwihkwxfklubuy-ibktqprqshsclamgunmv-pacgepvdanofr,043a,0"
# The line of a solve of p2v0s1.
PLAYED = (
    "https://hanab.live/replay-json/215txrdkrpalnbqlubap-hiainvwudogufjfmewgp-mhsfcsckqkxyv,03eeeh-"
    "ekegemenpbelecffgbfi-gbfpgbfqgbftpbewtbex-ebfyfogafdgaf2lae3pa-e1taerese6eje4e0f5ga-f8xaeD1aeataeFxaeze7-"
    "fAfukbfIkbfv1beM,0,p2v0s1"
)


def keys(text: str) -> list[str]:
    return [key if isinstance(key, str) else f"bad: {key.error}" for key in parse_seeds(text).each_key()]


def test_a_range_holds_both_ends_and_is_never_listed_whole() -> None:
    assert keys("p4v2s9..11") == ["p4v2s9", "p4v2s10", "p4v2s11"]
    vast = parse_seeds("p2v0s1..1000000000000")
    assert vast.count == 10**12
    assert list(islice(vast.each_key(), 2)) == ["p2v0s1", "p2v0s2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p2v0s10..1", "expected a first number up to the last, got 10..1"),
        ("p2v0s1..", "expected a range of seeds"),
        ("p2v0s..5", "expected a range of seeds"),
        (f"p2v0s1..{'9' * 5000}", "expected numbers up to 1,000,000,000,000, got one of 5,000 digits"),
        ("p2v0sa..c", "expected a range of seeds"),
        ("p2v0s01..9", "without zeros in front, got 01"),
        ("p2v0s1..9999999999999", "expected numbers up to 1,000,000,000,000"),
        ("p7v0s1..9", "players: expected 2 to 6, got 7"),
        ("p2v99999s1..9", "variant"),
        (
            "random:players=3,count=5,size=2",
            'expected NAME=NUMBER with one of players, variant, count, seed, got "size=2"',
        ),
        ("random:players=3", "expected a number for count, got none"),
        ("random:", "expected NAME=NUMBER"),
        ("random:players=3,count=0", "expected a count of 1 or more"),
        ("random:players=9,count=1", "players: expected 2 to 6, got 9"),
        ("random:players=3,count=-1", "expected NAME=NUMBER"),
    ],
)
def test_what_is_no_range_or_stream_is_refused_before_anything_is_solved(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_seeds(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{shorten(text)}: ")


def test_a_random_deal_is_made_of_its_key_alone_whatever_the_count() -> None:
    few, many = keys("random:players=3,count=2,seed=7"), keys("random:players=3,variant=0,count=4,seed=7")
    assert few == many[:2]
    assert few[0] == "random:players=3,variant=0,seed=7,index=1"
    deals = [entry_of(key).start for key in many]
    assert len({deal.deck for deal in deals}) == 4  # type: ignore[union-attr]  # all are deals here
    assert entry_of(many[3]).start == RandomDeal(3, 0, 7, 4).entry().start
    # The stream is part of what a published key means.
    assert random_order(10, 7, 1) == [1, 4, 9, 3, 2, 6, 5, 8, 0, 7]


def test_random_orders_are_uniform() -> None:
    orders = Counter(tuple(random_order(3, 1, index)) for index in range(6000))
    assert len(orders) == 6
    # Chi-squared with 5 degrees of freedom: above 20.5 once in a thousand streams, and this one is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


def test_a_random_deal_of_a_variant_has_its_cards() -> None:
    entry = entry_of("random:players=5,variant=2,seed=1,index=1")
    assert len(entry.position.deck) == 55
    assert entry.game is not None
    assert entry.game.variant.id == 2


@pytest.mark.parametrize("key", ["random:players=3", "nonsense", "random:players=3,variant=0,seed=7,index=x"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(InputError):
        entry_of(key)


def test_the_same_deal_has_one_key_as_link_and_as_line() -> None:
    deal = entry_of(LINK)
    line = format_deal(deal.start)  # type: ignore[arg-type]  # a deal here
    assert key_of(deal) == key_of(entry_of(line)) == LINK
    assert entry_of(key_of(deal)).start == deal.start


def test_a_link_with_the_seed_of_its_deck_has_the_seed_as_key() -> None:
    seed = "p2v0s1"
    bare = key_of(entry_of(format_deal(parse_seed(seed).deal)))
    assert key_of(entry_of(f"{bare},{seed}")) == seed
    assert key_of(entry_of(f"{bare},p2v0s2")) == bare


def test_a_list_gives_keys_and_says_what_is_wrong_with_each_line(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"# deals\np2v0s1\n\nnonsense\n{PLAYED}#5\n{LINK}\np2v0s1..9\np9v0s1\n", encoding="utf-8")
    seeds = parse_seeds(str(path))
    assert seeds.count == 6
    good = [key for key in seeds.each_key() if isinstance(key, str)]
    bad = [key for key in seeds.each_key() if isinstance(key, BadEntry)]
    assert good == ["p2v0s1", LINK]
    assert [entry.name for entry in bad] == [f"{path}:4", f"{path}:5", f"{path}:7", f"{path}:8 (p9v0s1)"]
    assert "got a position in the middle of a game" in str(bad[1].error)
    assert "got a range of them" in str(bad[2].error)
    assert isinstance(bad[3].error, UnsupportedRules)


@pytest.mark.parametrize("seed", ["p2v0s1..10", "p2v0s\x1b[31m", "p2v0s\u202e1"])
def test_a_seed_that_cannot_be_read_back_as_one_has_the_link_of_its_deal_as_key(seed: str) -> None:
    entry = Entry("link", parse_seed(seed).deal, game=game_of(parse_seed(seed).deal, seed=seed))
    key = key_of(entry)
    assert key.startswith("https://hanab.live/replay-json/")
    assert entry_of(key).start == entry.start


def test_a_position_in_a_game_is_no_deal() -> None:
    entry = entry_of("p2v0s1")
    with pytest.raises(InputError, match="expected a deal, got a position in the middle of a game"):
        key_of(type(entry)(entry.name, entry.position, game=entry.game, turn=3))


def test_a_file_with_the_name_of_a_range_is_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p2v0s1..9").write_text("p3v0s5\n", encoding="utf-8")
    assert keys("p2v0s1..9") == ["p3v0s5"]


def test_the_number_of_deals_is_known_unless_stdin_is_among_them() -> None:
    known = [parse_seeds("p2v0s1..10"), parse_seeds("random:players=2,count=3"), parse_seeds("p2v0s1")]
    assert known_count(known) == 14
    assert known_count([*known, parse_seeds("-")]) is None


def test_what_is_no_file_seed_or_link_is_refused_before_anything_is_solved(tmp_path: Path) -> None:
    for text in (str(tmp_path / "none.txt"), "nonsense", "p2v0s1.txt", str(tmp_path), "a\0b"):
        with pytest.raises(InputError, match=": expected a file or - for stdin") as caught:
            parse_seeds(text)
        assert caught.value.source == text
    for text, error in (("p9v0s1", UnsupportedRules), (f"{PLAYED}#5", InputError), (f"{LINK}x", InputError)):
        with pytest.raises(error):
            parse_seeds(text)


def test_a_pipe_is_not_opened_before_its_turn(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    seeds = parse_seeds(str(tmp_path / "pipe"))  # would wait for a writer
    assert seeds.count is None
