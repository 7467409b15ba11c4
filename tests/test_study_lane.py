"""Studies on the fast lane: what it settles, how that is checked, and that all else goes the usual way."""

import pickle
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from commands import run_here
from studies import row
from waiting import GUARD_SECONDS

from hanabi_solver.errors import HanabiError, InternalCheckError, WorkerLostError
from hanabi_solver.formats.hanablive.links import format_link, parse_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.replay import replay
from hanabi_solver.names import LineFinder
from hanabi_solver.search.table import Words
from hanabi_solver.solver.limits import Context
from hanabi_solver.study import feed as feed_module
from hanabi_solver.study import tasks
from hanabi_solver.study.combined_rows import Selection
from hanabi_solver.study.feed import Feed
from hanabi_solver.study.keys import entry_of, key_of
from hanabi_solver.study.lane import settle as settle_module
from hanabi_solver.study.lane.layout import Bytes
from hanabi_solver.study.lane.lines import moves_of
from hanabi_solver.study.lane.loading import load_lane
from hanabi_solver.study.lane.search import LaneSearch
from hanabi_solver.study.lane.settle import Settled, settle
from hanabi_solver.study.local import Local
from hanabi_solver.study.record import Row, Setting, solve_row
from hanabi_solver.study.report import study_report
from hanabi_solver.study.report_tables import deal_rows
from hanabi_solver.study.run import RunContext, RunState, run_study
from hanabi_solver.study.selection import parse_seeds
from hanabi_solver.study.store import open_store
from hanabi_solver.study.tasks import DealOutcome, DealTask, do_task

MINUTE = Setting(seconds=60.0)
LINK = format_link(replace(parse_link(solve_row(MINUTE, "p3v0s7").link or ""), moves=(), seed=""))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.db"


def study(path: Path, seeds: str, engine: Local, context: RunContext | None = None) -> RunState:
    with open_store(path) as store:
        return run_study(
            store, [parse_seeds(text) for text in seeds.split()], MINUTE, engine, context=context
        )


KEYS = {
    "p2v0s1": True,
    "p2v0s40": False,  # lost
    "legacy-1-p2v0s1": True,
    "p3v0sfriday-the-13th": True,
    "random:players=4,variant=21,seed=3,index=1": True,
    "random:players=4,variant=0,seed=3,index=1": True,
    LINK: True,
    "p4v1s9": True,
    "p3v16s1": True,  # clues that every card has
    "p4v24s5": False,  # Up or Down
    "p2v99999s1": False,  # no variant
    "p9v0s1": False,
    "random:players=4,variant=99999,seed=3,index=1": False,
    "random:nonsense": False,
    "nonsense": False,
    "2 r1": False,
}


def test_keys_of_all_kinds_are_settled_or_left() -> None:
    found = dict(zip(KEYS, settle(list(KEYS)), strict=True))
    assert {key: isinstance(each, Settled) for key, each in found.items()} == KEYS
    for key, each in found.items():
        if isinstance(each, Settled):
            entry = entry_of(key)
            assert entry.game is not None
            rules = entry.position.rules
            assert (each.players, each.max_score) == (rules.players, rules.max_score)
            assert each.variant == entry.game.variant.id
            assert replay(entry.position, moves_of(each.line, entry.position)).score == rules.max_score


def test_the_same_deal_has_the_same_line_in_any_batch() -> None:
    keys = [f"p{players}v0s{number}" for number in range(1, 8) for players in (2, 3, 4, 5, 6)]
    together = settle(keys)
    assert [settle([key])[0] for key in keys] == together
    assert settle(keys[::-1]) == together[::-1]


def test_a_tampered_line_is_an_error_that_names_the_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert load_lane(threading.Event(), lambda _part: None)
    find = LaneSearch.find

    def tampered(search: LaneSearch, decks: Bytes) -> tuple[Bytes, Words]:
        lines, nodes = find(search, decks)
        lines[1, 0] = 16  # a discard with all tokens there
        lines[2, np.flatnonzero(lines[2])[-1]] = 0  # one move short
        return lines, nodes

    monkeypatch.setattr(settle_module.LaneSearch, "find", tampered)
    outcomes = do_task(MINUTE, DealTask(("p3v0s1", "p3v0s2", "p3v0s3"), by_lane=True))
    assert outcomes[0].row is not None
    assert [str(each.error) for each in outcomes[1:]] == [
        "p3v0s2: expected the line of the fast lane to reach 25, got a discard while all clue tokens are "
        "there (turn 1)",
        "p3v0s3: expected the line of the fast lane to reach 25, got 24 points",
    ]


def test_a_row_of_the_lane_says_so_and_has_its_line() -> None:
    (outcome,) = do_task(MINUTE, DealTask(("p3v0s7",), by_lane=True))
    found, usual = outcome.row, solve_row(MINUTE, "p3v0s7")
    assert found is not None
    assert (found.method, found.link, found.reason) == (LineFinder.LANE, None, "")
    assert replace(found, method="quick", line="", seconds=0.0, nodes=0, link=usual.link) == replace(
        usual, seconds=0.0, nodes=0
    )
    assert usual.line == ""


def test_the_time_of_a_batch_is_shared_out_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 102.0])
    monkeypatch.setattr(tasks.time, "perf_counter", lambda: next(clock))
    outcomes = do_task(MINUTE, DealTask(("p3v0s1", "p2v0s40", "p3v0s2"), by_lane=True))
    assert [None if each.row is None else each.row.seconds for each in outcomes] == [1.0, None, 1.0]


def test_a_sample_is_the_same_everywhere_and_one_in_a_thousand() -> None:
    keys = [f"p4v0s{number}" for number in range(1, 100_001)]
    sampled = [key for key in keys if tasks.is_sampled(key)]
    assert 80 <= len(sampled) <= 120
    assert sampled[:2] == ["p4v0s920", "p4v0s2242"]


def test_a_solve_that_contradicts_the_lane_is_an_error_that_names_the_deal(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    checked: list[str] = []

    def contradicts(_setting: Setting, key: str, _context: object) -> Row:
        checked.append(key)
        return row(key, 24) if key == "p3v0s2" else row(key, 20, 25)

    monkeypatch.setattr(tasks, "is_sampled", lambda key: key != "p3v0s3")
    monkeypatch.setattr(tasks, "solve_row", contradicts)
    faults: list[tuple[str, str]] = []
    context = RunContext(on_fault=lambda error, name: faults.append((str(error), name)))
    state = study(path, "p3v0s1..4", Local(1), context)
    assert checked == ["p3v0s1", "p3v0s2", "p3v0s4"]
    assert (state.stored, state.failed) == (3, 1)
    assert faults == [
        ("p3v0s2: the fast lane reaches 25, and a solve proves that at most 24 can be (pace)", "p3v0s2")
    ]


def test_a_lane_that_deals_another_deck_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its referee replays from the same deck: only plain Python deals the right one."""
    usual = settle_module.deal_seeds
    monkeypatch.setattr(tasks, "is_sampled", lambda _key: True)
    monkeypatch.setattr(
        settle_module, "deal_seeds", lambda deck, keys: usual(deck, [f"{key}0" for key in keys])
    )
    (outcome,) = do_task(MINUTE, DealTask(("p3v0s1",), by_lane=True))
    assert outcome.row is None
    assert str(outcome.error).startswith("p3v0s1: expected the line of the fast lane to reach 25, got ")


def test_a_lane_that_takes_another_variant_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = settle_module.settle

    def of_six_suits(keys: list[str]) -> list[object]:
        return [
            Settled(each.players, 1, 30, each.line, each.nodes)
            for each in usual(keys)
            if isinstance(each, Settled)
        ]

    monkeypatch.setattr(tasks, "is_sampled", lambda _key: True)
    monkeypatch.setattr(settle_module, "settle", of_six_suits)
    (outcome,) = do_task(MINUTE, DealTask(("p3v0s1",), by_lane=True))
    text = "expected players, variant and highest score (3, 0, 25), got (3, 1, 30) on the fast lane"
    assert str(outcome.error) == f"p3v0s1: {text}"


def test_an_error_in_the_check_is_that_of_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_setting: Setting, _key: str, _context: object) -> Row:
        raise InternalCheckError("wrong")

    monkeypatch.setattr(tasks, "is_sampled", lambda _key: True)
    monkeypatch.setattr(tasks, "solve_row", fails)
    (outcome,) = do_task(MINUTE, DealTask(("p3v0s1",), by_lane=True))
    assert (outcome.row, str(outcome.error)) == (None, "wrong")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_study_has_the_lane_first_and_solves_the_rest(workers: int, path: Path) -> None:
    state = study(path, f"p2v0s38..41 p3v0s1..300 {LINK}", Local(workers))
    assert (state.stored, state.now.lost, state.now.undecided) == (305, 1, 0)
    found = {deal["seed"]: deal for deal in deal_rows(path, Selection())}
    assert found["p2v0s40"]["method"] == "search"
    assert found["p2v0s40"]["line"] == ""
    by_lane = [deal for deal in found.values() if deal["method"] == "lane"]
    assert len(by_lane) > 295
    assert all(deal["line"] and deal["link"] is None for deal in by_lane)
    (two, three) = study_report(path).groups
    assert two.shared + three.shared == len(by_lane)
    # Links are made when they are asked for.
    linked = next(deal for deal in deal_rows(path, Selection(), with_links=True) if deal["seed"] == "p3v0s9")
    game = parse_link(linked["link"])
    assert replay(game.deal.start(), game.moves).score == 25
    assert game.seed == "p3v0s9"


def test_another_method_has_no_lane(path: Path) -> None:
    with open_store(path) as store:
        setting = Setting(method="search", seconds=60.0)
        run_study(store, [parse_seeds("p3v0s1..2")], setting, Local(1))
    assert {deal["method"] for deal in deal_rows(path, Selection())} == {"search"}


def test_the_command_says_what_times_are_and_makes_links(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here("study", "run", "p3v0s1..3", "--store", str(path), "--workers", "1") == 0
    capsys.readouterr()
    assert run_here("study", "report", str(path)) == 0
    said = "3 of 3 deals settled by the fast lane; the time of each is an equal share of that of its batch"
    assert said in capsys.readouterr().out.replace("\n", " ")
    assert run_here("study", "report", str(path), "--csv", "--deals") == 0
    assert "replay-json" not in capsys.readouterr().out
    assert run_here("study", "report", str(path), "--csv", "--deals", "--links") == 0
    assert capsys.readouterr().out.count("https://hanab.live/replay-json/") == 3
    assert run_here("study", "report", str(path), "--csv", "--links") == 2
    assert "expected --deals beside it" in capsys.readouterr().err


def test_a_stop_ends_a_batch_of_the_lane_early(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, usual = threading.Event(), settle_module.settle
    sizes: list[int] = []

    def stopped_in_the_second(keys: list[str]) -> list[object]:
        sizes.append(len(keys))
        if len(sizes) == 2:
            stop.set()
        return list(usual(keys))

    monkeypatch.setattr(settle_module, "settle", stopped_in_the_second)
    monkeypatch.setattr(tasks, "STOPPABLE", 3)
    task = DealTask(tuple(f"p4v0s{number}" for number in range(1, 11)), by_lane=True)
    outcomes = do_task(MINUTE, task, Context(stop=stop))
    assert sizes == [3, 3]
    assert [outcome.key for outcome in outcomes] == list(task.keys[:6])
    assert len(do_task(MINUTE, task)) == 10  # where nobody can stop it, all at once
    assert sizes == [3, 3, 10]


def test_what_the_lane_leaves_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "LANE_BATCH", 2)
    with Feed(["a", "b", "c", "d"], by_lane=True) as feed:
        tasks_ = feed.each_task(threading.Event(), lambda: None)
        first = next(tasks_)
        assert first == DealTask(("a", "b"), by_lane=True)
        (done,) = feed.take(first, [DealOutcome("a"), DealOutcome("b", error=WorkerLostError("lost"))])
        assert done.item == "b"
        assert next(tasks_) == DealTask(("a",), by_lane=False)
        second = next(tasks_)
        assert second == DealTask(("c", "d"), by_lane=True)
        assert not feed.is_at_end()
        feed.take_lost(second)
        assert [next(tasks_).keys, next(tasks_).keys] == [("c",), ("d",)]
        assert list(tasks_) == []


def test_a_feed_waits_for_what_is_under_way() -> None:
    waits = threading.Semaphore(0)
    given: list[DealTask] = []

    def give(feed: Feed) -> None:
        given.extend(feed.each_task(threading.Event(), waits.release))

    with Feed(["p3v0s1"], by_lane=True) as feed:
        thread = threading.Thread(target=give, args=(feed,))
        thread.start()
        assert all(waits.acquire(timeout=GUARD_SECONDS) for _ in range(3))
        assert list(feed.take(given[0], [DealOutcome("p3v0s1")])) == []
        thread.join(GUARD_SECONDS)
        assert not thread.is_alive()
    assert given == [DealTask(("p3v0s1",), by_lane=True), DealTask(("p3v0s1",), by_lane=False)]


def test_a_feed_that_is_closed_or_stopped_ends() -> None:
    never = threading.Event()

    def keys() -> Iterator[str]:
        never.wait()
        yield "a"

    stop = threading.Event()
    with Feed(keys(), by_lane=True) as feed:
        assert list(feed.each_task(stop, stop.set)) == []
    assert list(feed.each_task(threading.Event(), lambda: None)) == []
    never.set()


def test_without_a_lane_each_deal_is_a_task() -> None:
    with Feed(["a", "b"], by_lane=False) as feed:
        found = list(feed.each_task(threading.Event(), lambda: None))
    assert found == [DealTask(("a",), by_lane=False), DealTask(("b",), by_lane=False)]


def test_what_the_reading_of_keys_raises_comes_after_what_is_left() -> None:
    def keys() -> Iterator[str]:
        yield "a"
        raise InternalCheckError("unreadable")

    with Feed(keys(), by_lane=True) as feed:
        tasks_ = feed.each_task(threading.Event(), lambda: None)
        task = next(tasks_)
        assert list(feed.take(task, [DealOutcome("a")])) == []
        assert next(tasks_) == DealTask(("a",), by_lane=False)
        with pytest.raises(HanabiError, match="unreadable"):
            next(tasks_)


def test_rows_and_outcomes_come_from_other_processes_as_they_are() -> None:
    made = row("p2v0s1", line="0.a")
    for each in (DealOutcome("p2v0s1", made), DealOutcome("p2v0s1", error=InternalCheckError("wrong"))):
        again = pickle.loads(pickle.dumps(each))
        assert (again.key, again.row, str(again.error)) == (each.key, each.row, str(each.error))


def test_a_key_by_a_list_is_that_of_the_lane() -> None:
    """Of a deck that is read from a list the key is a link, which is dealt as it is."""
    (found,) = settle([key_of(replace(entry_of("p2v0s1"), game=None))])
    (seed,) = settle(["p2v0s1"])
    assert found == seed
    assert parse_seed("p2v0s1").deal.rules.players == 2
