"""The summary of a list on stderr: what it counts, when it is said, and when not."""

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import Stdin, run_here, write
from places import PUZZLES, SAMPLES
from waiting import GUARD_SECONDS

from hanabi_solver.analysis import shortest
from hanabi_solver.analysis.puzzle_check import PuzzleCheck, check_puzzle
from hanabi_solver.analysis.shortest import ShortestLine
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.render.list_summary import DEALS, GAMES, ListOutcome, ListSummary, came_out
from hanabi_solver.cli.render.list_summary import PUZZLES as WORDS
from hanabi_solver.formats import source
from hanabi_solver.formats.entry import Line
from hanabi_solver.formats.puzzle import Puzzle
from hanabi_solver.game.moves import Move
from hanabi_solver.solver.limits import Context

FOUR, FIVE = (str(PUZZLES / f"{name}.json") for name in ("hold-the-four", "hold-the-five"))


def summary_of(capsys: pytest.CaptureFixture[str]) -> str:
    """The last line on stderr, without the time."""
    return capsys.readouterr().err.splitlines()[-1].rpartition(" s")[0].rpartition(" ")[0]


def test_words_for_one_and_for_several() -> None:
    one = ListSummary(DEALS)
    one.count(ListOutcome.REACHED, 25)
    assert one.sentence(0.04) == "1 deal: 1 reaches 25, 0 best below, 0 undecided; 0.0 s"
    many = ListSummary(DEALS)
    for goal in (25, 30, 25):
        many.count(ListOutcome.REACHED, goal)
    many.count(ListOutcome.FAILED)
    assert many.sentence(1.0) == (
        "4 deals: 3 reach the highest score, 0 best below, 0 undecided, 1 failed; 1.0 s"
    )
    assert ListSummary(GAMES).sentence(2.0, is_interrupted=True) == (
        "0 games: 0 reviewed, 0 undecided; interrupted after 2.0 s"
    )
    puzzles = ListSummary(WORDS)
    puzzles.count(ListOutcome.NO_CLAIM)
    assert puzzles.sentence(0.0).startswith("1 puzzle: 0 right, 0 wrong, 0 undecided, 1 without a claim; ")


def test_exit_codes_say_how_an_answer_came_out() -> None:
    codes = (ExitCode.PROVED, ExitCode.GAP, ExitCode.BAD_INPUT, ExitCode.CHECK_FAILED)
    came = [came_out(code, is_reached=True) for code in codes]
    assert came == [ListOutcome.REACHED, ListOutcome.UNDECIDED, ListOutcome.FAULTY, ListOutcome.FAILED]
    assert came_out(ExitCode.FALSE, is_reached=False) is ListOutcome.BELOW


@pytest.mark.parametrize(
    ("command", "more", "code", "counts"),
    [
        ("solve", [], 2, "2 reach 25, 1 best below, 0 undecided, 1 faulty;"),
        ("solve", ["--json"], 2, "2 reach 25, 1 best below, 0 undecided, 1 faulty;"),
        ("solve", ["--target", "24"], 2, "3 reach 24, 0 best below, 0 undecided, 1 faulty;"),
        (
            "solve",
            ["--target", "25", "--workers", "1"],
            2,
            "2 reach 25, 1 best below, 0 undecided, 1 faulty;",
        ),
        ("explain", ["--each", "0.1"], 2, "2 reach 25, 1 best below, 0 undecided, 1 faulty;"),
    ],
)
def test_a_list_of_deals_is_summed_up(
    command: str, more: list[str], code: int, counts: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (deals := tmp_path / "deals.txt").write_text("p2v0s1\np2v0s40\nnonsense\np2v0s2\n", encoding="utf-8")
    assert run_here(command, str(deals), *more) == code
    assert summary_of(capsys) == f"4 deals: {counts}"


def test_nothing_is_summed_up_where_there_is_nothing_to_sum_up_or_quiet_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (deals := tmp_path / "deals.txt").write_text("p2v0s1\np2v0s40\n", encoding="utf-8")
    (one := tmp_path / "one.txt").write_text("p2v0s1\n", encoding="utf-8")
    for command in ("solve", "explain"):
        for arguments in ([str(deals), "--quiet"], [str(one)], ["p2v0s1"]):
            assert run_here(command, *arguments) == 0
            assert capsys.readouterr().err == ""
    assert run_here("check", FOUR, FIVE, "--quiet") == 0
    assert run_here("check", FOUR) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["solve", "explain", "review"])
def test_a_list_that_is_interrupted_while_it_waits_is_summed_up(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def waits(*_arguments: object, **_options: object) -> Iterator[Line]:
        yield Line(b"nonsense", "stdin:1")
        raise KeyboardInterrupt

    monkeypatch.setattr(source, "scan_source", waits)
    monkeypatch.setattr(sys, "stdin", Stdin(""))
    assert run_here(command, "-", "--workers", "1") == 130
    counts = "0 reviewed" if command == "review" else "0 reach {}, 0 best below"
    counts = counts.format("the highest score")
    noun = "game" if command == "review" else "deal"
    assert summary_of(capsys) == f"1 {noun}: {counts}, 0 undecided, 1 faulty; interrupted after"


def test_a_list_that_cannot_be_read_on_is_summed_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(Stdin):
        """Fails after two lines."""

        def __init__(self) -> None:
            super().__init__("")
            self.lines = [b"p2v0s1\n", b"p2v0s40\n"]
            self.buffer = self  # type: ignore[assignment]  # its own bytes

        def readline(self, _size: int) -> bytes:
            if not self.lines:
                raise OSError(5, "Input/output error")
            return self.lines.pop(0)

    monkeypatch.setattr(sys, "stdin", Broken())
    assert run_here("explain", "-", "--each", "0.1") == 2
    err = capsys.readouterr().err
    assert err.startswith("stdin: Input/output error")
    assert "2 deals: 1 reach" in err


def test_puzzles_are_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent = write(tmp_path / "silent.json", expect=None)
    wrong = tmp_path / "wrong.json"
    data = json.loads(Path(FIVE).read_text(encoding="utf-8"))
    data["expect"] = {"best": 1}
    wrong.write_text(json.dumps(data), encoding="utf-8")
    assert run_here("check", FOUR, str(silent), str(wrong), "missing.json") == 2
    captured = capsys.readouterr()
    assert "1 of 2 puzzles right." in captured.out
    assert captured.err.splitlines()[-1].startswith(
        "4 puzzles: 1 right, 1 wrong, 0 undecided, 1 without a claim, 1 faulty; "
    )


def test_a_game_among_puzzles_is_one_fault(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(SAMPLES / "p2v0s12.json")
    assert run_here("check", FOUR, game) == 2
    fault, advice, summary = capsys.readouterr().err.splitlines()
    assert fault == f"{game}: expected a puzzle, got a game of hanab.live"
    assert advice.startswith("help: games are read by review and solve")
    assert summary.startswith("2 puzzles: 1 right, 0 wrong, 0 undecided, 1 faulty; ")


def test_a_list_of_puzzles_in_a_file_is_checked_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "list.json"
    puzzles = [json.loads(Path(path).read_text(encoding="utf-8")) for path in (FOUR, FIVE)]
    listed.write_text(json.dumps(puzzles), encoding="utf-8")
    assert run_here("check", str(listed), "--no-facts") == 0
    assert "2 of 2 puzzles right." in capsys.readouterr().out
    assert run_here("check", str(listed), "--write") == 2
    err = capsys.readouterr().err
    assert f"{listed}, --write: expected a file with one puzzle, got a list" in err


def test_a_check_that_is_interrupted_shows_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from hanabi_solver.analysis import puzzle_check

    def interrupted(puzzle: Puzzle, *, context: Context, **options: Any) -> PuzzleCheck:
        if puzzle.title == json.loads(Path(FIVE).read_text(encoding="utf-8"))["title"]:
            os.kill(os.getpid(), signal.SIGINT)
            assert context.stop is not None
            assert context.stop.wait(GUARD_SECONDS)
        return check_puzzle(puzzle, context=context, **options)

    monkeypatch.setattr(puzzle_check, "check_puzzle", interrupted)
    assert run_here("check", FOUR, FIVE, FOUR) == 130
    captured = capsys.readouterr()
    assert "of 2 puzzles right." in captured.out
    assert captured.err.splitlines()[-1].startswith(
        "2 puzzles: 1 right, 0 wrong, 1 undecided; interrupted after"
    )


def test_a_check_that_is_interrupted_while_it_reads_shows_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = source.scan_source

    def waits(name: str, *options: Any) -> Iterator[object]:
        if name == FIVE:
            raise KeyboardInterrupt
        return real(name, *options)

    monkeypatch.setattr(source, "scan_source", waits)
    assert run_here("check", FOUR, FIVE) == 130
    captured = capsys.readouterr()
    assert "1 of 1 puzzle right." in captured.out
    assert "1 puzzle: 1 right, 0 wrong, 0 undecided; interrupted after " in captured.err
    assert run_here("check", FIVE) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_an_open_shortest_line_leaves_a_proved_score_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unproved(_position: object, _score: int, line: Sequence[Move], **_settings: object) -> ShortestLine:
        return ShortestLine(tuple(line), 1)

    monkeypatch.setattr(shortest, "shortest_line", unproved)
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\np2v0s40\n", encoding="utf-8")
    assert run_here("solve", str(deals), "--shortest", "--workers", "1") == 3
    assert summary_of(capsys) == "2 deals: 1 reaches 25, 1 best below, 0 undecided;"
