"""Long lists of which scores alone are printed: what the fast lane settles reads as if it had been solved."""

import re
from pathlib import Path
from typing import Any

import pytest
from commands import run_here

from hanabi_solver.cli.commands import lane_answers
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.game.deal import Deal
from hanabi_solver.solver import best_score
from hanabi_solver.solver.result import Result
from hanabi_solver.study import tasks
from hanabi_solver.study.lane import lines, settle
from hanabi_solver.study.lane.loading import lane_group

SEEDS = ("p2v0s1", "p2v0s40", "nonsense", "p4v0s3", "p2v24s1", "p3v0s5", "2 r1r1r1r2r2r3r3r4r4r5", "p5v0s6")


@pytest.fixture
def deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list that is on the lane from its second entry on."""
    lane_group().use()
    monkeypatch.setattr(lane_answers, "LANE_FROM", 1)
    path = tmp_path / "deals.txt"
    path.write_text("\n".join(SEEDS), encoding="utf-8")
    return path


def settled_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    usual = settle.settling_line

    def noted(deal: Deal, name: str) -> str:
        if line := usual(deal, name):
            names.append(name)
        return line

    monkeypatch.setattr(settle, "settling_line", noted)
    return names


def without_times(text: str) -> str:
    return re.sub(r"[0-9.]+ s$", "", text, flags=re.MULTILINE)


def test_what_is_printed_is_what_a_solve_prints(
    deals: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = settled_names(monkeypatch)
    code = run_here("solve", str(deals), "--workers", "1")
    by_lane = capsys.readouterr()
    assert [name.partition(":")[2] for name in names] == ["4 (p4v0s3)", "6 (p3v0s5)", "8 (p5v0s6)"]
    # One deal in a thousand is solved to compare, and what the lane leaves open; here all of them are.
    monkeypatch.setattr(lane_answers, "LANE_FROM", 100)
    assert run_here("solve", str(deals), "--workers", "1") == code == 2
    usual = capsys.readouterr()
    assert by_lane.out == usual.out
    assert without_times(by_lane.err) == without_times(usual.err)


@pytest.mark.parametrize(
    "options",
    [
        ("--json",),
        ("--lines",),
        ("--target", "20"),
        ("--method", "search"),
        ("--shortest",),
        ("--cross-check",),
        ("--random-seed", "3"),
        ("--out", "out.json"),
    ],
)
def test_what_needs_more_than_the_score_is_solved(
    options: tuple[str, ...], deals: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals.write_text("p4v0s1\np4v0s2\np4v0s3\n", encoding="utf-8")
    monkeypatch.chdir(deals.parent)
    names = settled_names(monkeypatch)
    assert run_here("solve", str(deals), "--workers", "1", "-q", *options) == 0
    assert names == []


def test_a_deal_that_is_compared_is_solved(
    deals: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tasks, "is_sampled", lambda _key: True)
    solved: list[object] = []
    usual = best_score.solve

    def noted(start: Any, **settings: Any) -> Result:
        solved.append(start)
        return usual(start, **settings)

    monkeypatch.setattr(best_score, "solve", noted)
    deals.write_text("p4v0s1\np4v0s2\n", encoding="utf-8")
    assert run_here("solve", str(deals), "--workers", "1", "-q") == 0
    assert len(solved) == 2
    # A lane that reaches what cannot be reached is found out: by the engine, and by a solve.
    monkeypatch.setattr(settle, "settling_line", lambda _deal, _name: "0")
    deals.write_text("p4v0s1\np2v0s40\n", encoding="utf-8")
    for fault in ("expected the line of the fast lane to reach 25, got ", "a solve proves that none can"):
        capsys.readouterr()
        assert run_here("solve", str(deals), "--workers", "1", "-q", "--no-lines") == 70
        captured = capsys.readouterr()
        assert captured.out.count("\n") == 1
        assert fault in captured.err
        monkeypatch.setattr(lines, "check_line", lambda _line, _position, _name: None)


def test_a_solve_without_an_answer_takes_nothing_from_the_lane(
    deals: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tasks, "is_sampled", lambda _key: True)
    deals.write_text("p4v0s1\np2v0s1192\n", encoding="utf-8")
    monkeypatch.setattr(settle, "settling_line", lambda _deal, _name: "0")
    monkeypatch.setattr(lines, "check_line", lambda _line, _position, _name: None)
    code = run_here("solve", str(deals), "--workers", "1", "-q", "--no-lines", "--time-limit", "0.000001")
    out = capsys.readouterr().out.splitlines()
    assert "not decided" in out[0]  # the first is solved as ever
    assert (code, out[1].endswith("(p2v0s1192): 25 of 25, proved")) == (3, True)


def test_a_line_that_the_referee_refuses_is_an_internal_error(
    deals: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_deal: object, name: str) -> str:
        raise InternalCheckError(f"{name}: expected the line of the fast lane to reach 25, got 3 points")

    monkeypatch.setattr(settle, "settling_line", refused)
    deals.write_text("p4v0s1\np4v0s2\n", encoding="utf-8")
    assert run_here("solve", str(deals), "--workers", "1", "-q", "--no-lines") == 70
    captured = capsys.readouterr()
    assert captured.out.count("\n") == 1
    assert "expected the line of the fast lane to reach 25, got 3 points" in captured.err
