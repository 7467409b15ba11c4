"""What a study says: intervals against published values, counts checked by hand, and every form of it."""

import csv
import errno
import io
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from jsonschema import Draft202012Validator
from places import DOCS
from rich.console import Console
from studies import fill, row

from hanabi_solver.cli.render.study import print_report
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.study.combined_rows import Selection
from hanabi_solver.study.lookup import count_undecided
from hanabi_solver.study.parquet import write_parquet
from hanabi_solver.study.plots import check_plot, plot_report
from hanabi_solver.study.record import Setting
from hanabi_solver.study.report import Report, study_report
from hanabi_solver.study.report_schema import study_schema
from hanabi_solver.study.report_tables import (
    DEAL_COLUMNS,
    deal_rows,
    format_report,
    group_columns,
    group_rows,
    write_csv,
)
from hanabi_solver.study.report_words import format_interval, format_mean
from hanabi_solver.study.sample import Condition, sample_deals
from hanabi_solver.study.statistics import share_of, wilson


# R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_the_published_ones(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = wilson(successes, trials)
    assert [round(end, 4) for end in found] == [low, high]
    mirrored = wilson(trials - successes, trials)
    assert mirrored == pytest.approx((1 - found[1], 1 - found[0]))


@pytest.mark.parametrize(("successes", "trials"), [(-1, 5), (6, 5), (0, 0)])
def test_an_interval_of_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to"):
        wilson(successes, trials)


def test_an_interval_covers_a_share_near_1_less_often_than_it_says() -> None:
    """The figure that docs/study.md names: of all samples of 10,000 deals, by the binomial distribution."""
    trials, share = 10_000, 0.9999
    covered = 0.0
    for failures in range(30):  # 1 is expected
        low, high = wilson(trials - failures, trials)
        if low <= share <= high:
            chance = math.comb(trials, failures) * share ** (trials - failures) * (1 - share) ** failures
            covered += chance
    assert round(covered, 3) == 0.920


def test_undecided_deals_widen_an_interval_to_both_sides() -> None:
    share = share_of(90, 5, 100)
    assert (share.least, share.most) == (0.9, 0.95)
    assert (share.low, share.high) == (wilson(90, 100)[0], wilson(95, 100)[1])
    narrow = share_of(90, 0, 100)
    assert share.low == narrow.low
    assert share.high > narrow.high
    assert share_of(0, 0, 20).low == 0.0
    assert share_of(20, 0, 20).high == 1.0


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Two players: 6 winnable deals of 10, 2 lost, 1 lost but undecided, 1 open. Three players: 1 deal."""
    path = tmp_path / "study.db"
    rows = [row(f"p2v0s{number}", seconds=number / 10, nodes=number) for number in range(1, 7)]
    rows += [
        row("p2v0s7", 24, seconds=0.7, reason="pace"),
        row("p2v0s8", 24, seconds=0.8, reason="last-round"),
        row("p2v0s9", 22, 24, seconds=0.9, reason="search"),
        row("p2v0s10", 20, 25, seconds=60.0),
        row("p3v0s1", seconds=0.25),
    ]
    fill(path, rows)
    return path


@pytest.fixture
def report(store: Path) -> Report:
    return study_report(store)


def test_a_report_counts_what_is_proved_and_what_is_not(report: Report) -> None:
    two, three = report.groups
    assert (two.players, two.deals, two.winnable, two.lost, two.open, two.undecided) == (2, 10, 6, 3, 1, 2)
    assert (two.share.least, two.share.most) == (0.6, 0.7)
    assert two.mean_best == (6 * 25 + 24 + 24 + 22 + 20) / 10
    assert two.mean_upper == (6 * 25 + 24 + 24 + 24 + 25) / 10
    assert two.scores == {25: 6, 24: 2}
    assert two.reasons == {"last-round": 1, "pace": 1, "search": 1}
    assert two.percentiles == {50: 0.5, 90: 0.9, 99: 60.0}
    assert (two.slowest, round(two.total, 6)) == (60.0, 64.5)
    assert [deal.deal for deal in two.hardest] == ["p2v0s10", "p2v0s9", "p2v0s8", "p2v0s7", "p2v0s6"]
    assert two.curve[0] == (1, 60.0)
    assert two.curve[-1] == (10, 0.1)
    assert (three.players, three.winnable, three.percentiles[99]) == (3, 1, 0.25)
    assert report.settings[0].deals == 11


def test_of_a_deal_the_row_counts_that_says_most(store: Path) -> None:
    fill(store, [row("p2v0s9", 24, 24), row("p2v0s10", 20, 25)], Setting(seconds=600.0))
    report = study_report(store)
    assert (report.groups[0].deals, report.groups[0].undecided, report.groups[0].lost) == (10, 1, 3)
    assert [(use.time_limit, use.deals) for use in report.settings] == [(60.0, 10), (600.0, 1)]


def test_of_a_deal_all_rows_count_with_what_each_proves(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    fill(path, [row("p2v0s1", 20, 24, reason="sat", link="low"), row("p2v0s2", 20, 24, reason="sat")])
    fill(path, [row("p2v0s1", 23, 25, link="high", seconds=9.0)], Setting(seconds=600.0))
    fill(path, [row("p2v0s2", 24, 25, link="found", seconds=9.0)], Setting(seconds=600.0))
    (group,) = study_report(path).groups
    assert (group.lost, group.open, group.undecided, group.mean_best, group.mean_upper) == (2, 0, 1, 23.5, 24)
    assert (group.scores, group.reasons) == ({24: 1}, {"sat": 2})
    first, second = deal_rows(path, Selection())
    assert (first["best"], first["link"], first["upper"], first["reason"]) == (23, "high", 24, "sat")
    # No single run has decided the second deal; the rest is that of the row with the smaller gap.
    assert (second["status"], second["method"], second["link"], second["seconds"], second["time_limit"]) == (
        "optimal",
        None,
        "found",
        9.0,
        600.0,
    )
    assert len(study_report(path).settings) == 1
    assert sample_deals(path, Condition(best=24, reasons=("sat",)), 5) == ["p2v0s2"]


def test_of_rows_that_say_the_same_the_one_of_the_first_run_counts(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    fill(path, [row("p2v0s2")])
    fill(path, [row("p2v0s1", link="first")], Setting(seconds=600.0))
    fill(path, [row("p2v0s1", link="second"), row("p2v0s10")])
    found = [(deal["seed"], deal["link"], deal["time_limit"]) for deal in deal_rows(path, Selection())]
    assert found == [("p2v0s1", "first", 600.0), ("p2v0s10", None, 60.0), ("p2v0s2", None, 60.0)]


@pytest.mark.parametrize(("deal", "best", "upper"), [("p2v0s7", 25, 25), ("p2v0s9", 20, 21)])
def test_rows_that_contradict_each_other_are_no_report(deal: str, best: int, upper: int, store: Path) -> None:
    fill(store, [row(deal, best, upper)], Setting(seconds=600.0))
    with pytest.raises(InternalCheckError, match=f"of {deal} one row says that .* is reached"):
        study_report(store)
    with pytest.raises(InternalCheckError, match=f"of {deal} one row says that .* is reached"):
        count_undecided(store)


def test_a_contradiction_among_deals_that_are_not_selected_does_not_count(store: Path) -> None:
    fill(store, [row("p2v0s7", 25, 25)], Setting(seconds=600.0))
    assert study_report(store, Selection(players=(3,))).groups[0].players == 3
    with pytest.raises(InternalCheckError):
        study_report(store, Selection(players=(2, 3)))


def test_a_selection_leaves_others_out_and_must_leave_something(store: Path) -> None:
    assert [group.players for group in study_report(store, Selection(players=(3, 4))).groups] == [3]
    with pytest.raises(InputError, match="expected deals of players 5 and of variant 0, got none"):
        study_report(store, Selection(players=(5,), variants=(0,)))


def test_the_json_is_that_of_the_published_schema(report: Report) -> None:
    published = json.loads((DOCS / "study.schema.json").read_text(encoding="utf-8"))
    assert published == study_schema()
    data = json.loads(format_report(report))
    Draft202012Validator(published).validate(data)
    assert data["groups"][0]["share"]["least"] == 0.6
    assert list(Draft202012Validator(published).iter_errors({**data, "schema": 2}))


def test_tables_as_csv_and_parquet_hold_the_same(store: Path, report: Report, tmp_path: Path) -> None:
    for columns, rows in (
        (group_columns(report), list(group_rows(report))),
        (DEAL_COLUMNS, list(deal_rows(store, Selection()))),
    ):
        stream = io.StringIO()
        write_csv(stream, columns, rows)
        lines = list(csv.DictReader(io.StringIO(stream.getvalue())))
        write_parquet(tmp_path / "table.parquet", columns, rows)
        frame = pd.read_parquet(tmp_path / "table.parquet")
        assert len(frame) == len(lines) == len(rows)
        assert list(frame.columns) == list(lines[0]) == list(columns)
        assert frame["players"].tolist() == [int(line["players"]) for line in lines]
        assert sum(frame["players"] == 3) == 1
    assert frame["status"].tolist().count("bounds") == 2
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_deal_stands_once_in_a_table_whatever_it_was_solved_with(store: Path) -> None:
    fill(store, [row("p2v0s9", 24, 24)], Setting(seconds=600.0))
    found = {deal["seed"]: (deal["best"], deal["time_limit"]) for deal in deal_rows(store, Selection())}
    assert len(found) == len(list(deal_rows(store, Selection()))) == 11
    assert found["p2v0s9"] == (24, 600.0)


@pytest.mark.parametrize("name", ["plot.svg", "plot.png"])
def test_a_plot_is_drawn_and_labelled(name: str, report: Report, tmp_path: Path) -> None:
    six = replace(
        report.groups[0], players=6, variant=1, variant_name="6 Suits", max_score=30, scores={30: 10}
    )
    plot_report(replace(report, groups=(*report.groups, six)), tmp_path / name)
    first = (tmp_path / name).read_bytes()
    plot_report(replace(report, groups=(*report.groups, six)), tmp_path / name)
    assert (tmp_path / name).read_bytes() == first
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    if name.endswith("svg"):
        text = first.decode("utf-8")
        assert len(text) < 150_000
        for label in (
            "winnable deals, % (95 % interval)",
            "6 Suits (v1): winnable share",
            "2 players",
            "best score",
        ):
            assert label in text


def test_a_file_that_a_link_leads_to_is_replaced_and_keeps_its_mode(report: Report, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    files = {name: tmp_path / "elsewhere" / f"{name}.out" for name in ("plot.svg", "table.parquet")}
    for name, target in files.items():
        target.write_text("old")
        target.chmod(0o640)
        (tmp_path / name).symlink_to(target)
    plot_report(report, tmp_path / "plot.svg")
    write_parquet(tmp_path / "table.parquet", group_columns(report), group_rows(report))
    for name, target in files.items():
        assert (tmp_path / name).is_symlink()
        assert target.read_bytes()[:4] in (b"<?xm", b"PAR1")
        assert target.stat().st_mode & 0o777 == 0o640
    assert {each.name for each in (tmp_path / "elsewhere").iterdir()} == {f.name for f in files.values()}


def test_a_file_that_cannot_be_written_whole_is_as_it_was(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    path.write_text("old")

    def rows() -> Iterator[dict[str, Any]]:
        yield from group_rows(report)
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(InputError, match=r"--parquet: expected to write the file, got an error \(No space"):
        write_parquet(path, group_columns(report), rows())
    assert path.read_text() == "old"
    assert {each.name for each in tmp_path.iterdir()} == {"study.db", path.name}


def test_a_plot_of_nothing_decided_can_be_drawn(tmp_path: Path) -> None:
    fill(tmp_path / "study.db", [row("p2v0s1", 20, 25, seconds=0.0)])
    plot_report(study_report(tmp_path / "study.db"), tmp_path / "plot.svg")
    assert (tmp_path / "plot.svg").stat().st_size > 1000


def test_a_plot_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'expected a name that ends with \.svg or \.png, got "plot\.pdf"'):
        check_plot(tmp_path / "plot.pdf")


def test_people_read_ranges_where_something_is_open(report: Report) -> None:
    stream = io.StringIO()
    print_report(Console(file=stream, width=200), report)
    text = stream.getvalue()
    assert "60.00 to 70.00 %" in text
    assert "24.000 to 24.700" in text
    assert "nominally 95 %" in text
    assert "best scores: 25: 6, 24: 2; undecided: 2" in text
    assert "not winnable because of: last-round 1, pace 1, search 1" in text


@pytest.mark.parametrize(
    ("best", "upper", "mean"),
    [
        (25.0, 25.0, "25.000"),
        (24.9998, 24.9998, "24.9998"),
        (24.99999, 25.0, "24.99999 to 25.000"),
        (24.9984, 24.9984, "24.998"),
    ],
)
def test_a_mean_looks_like_the_highest_score_only_if_it_is(
    best: float, upper: float, mean: str, report: Report
) -> None:
    assert format_mean(replace(report.groups[0], mean_best=best, mean_upper=upper)) == mean


def test_the_ends_of_an_interval_are_rounded_outwards() -> None:
    for successes in range(1001):
        share = share_of(successes, 0, 1000)
        low, high = (float(end) for end in format_interval(share).removesuffix(" %").split(" to "))
        assert low <= 100 * share.low < low + 0.0101
        assert high - 0.0101 < 100 * share.high <= high


def test_samples_meet_the_condition_and_are_repeatable(store: Path) -> None:
    best24 = Condition(best=24)
    assert sample_deals(store, best24, 10) == ["p2v0s7", "p2v0s8"]
    assert sample_deals(store, Condition(best=24, reasons=("last-round",)), 10) == ["p2v0s8"]
    # Undecided deals are known by no best score, whatever their lower bound.
    assert sample_deals(store, Condition(is_undecided=True), 10) == ["p2v0s10", "p2v0s9"]
    with pytest.raises(InputError, match="expected deals that meet the condition, got none"):
        sample_deals(store, Condition(best=22), 10)
    winnable = Condition(Selection(players=(2,)), best=25)
    samples = {tuple(sample_deals(store, winnable, 3, seed)) for seed in range(30)}
    assert len(samples) > 8
    assert sample_deals(store, winnable, 3, 5) == sample_deals(store, winnable, 3, 5)
    assert all(len(set(sample)) == 3 for sample in samples)


def test_a_sampled_random_deal_is_a_link(tmp_path: Path) -> None:
    key = "random:players=3,variant=0,seed=7,index=1"
    fill(tmp_path / "study.db", [replace(row("p3v0s1"), deal=key)])
    (line,) = sample_deals(tmp_path / "study.db", Condition(), 1)
    assert line.startswith("https://hanab.live/replay-json/315")
    assert study_report(tmp_path / "study.db").has_random
