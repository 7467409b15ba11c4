"""`hanabi-solve check` on one puzzle: what it tells, writes and refuses; and `puzzles new`."""

import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import run_here, write
from places import PUZZLES
from puzzle_folder import expectation
from waiting import GUARD_SECONDS

from hanabi_solver.analysis.puzzle_facts import PuzzleFacts, WantedFacts
from hanabi_solver.formats.first_move import format_first_move
from hanabi_solver.formats.puzzle import Puzzle, load_puzzle
from hanabi_solver.formats.puzzle_edit import TEMPLATE
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Result

CLASSIC = ("hold-the-four", "draw-the-pair", "all-roads-lead-home", "play-or-clue")


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run_here(*arguments) == code
    return capsys.readouterr().out


def rows(output: str) -> dict[str, str]:
    """The facts by their labels."""
    return dict(re.findall(r"^(\w+(?: \w+)*?)  +(.*)$", output, re.M))


@pytest.mark.parametrize("name", CLASSIC)
def test_check_lists_exactly_the_first_moves_of_the_file(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = rows(output_of(capsys, "check", str(PUZZLES / f"{name}.json"), "-q", "--workers", "1"))
    moves = expectation(name).first_moves
    assert moves is not None
    listed = told["first moves"].partition(" (")[0].split(", ")
    assert listed == [format_first_move(move, "rygbp") for move in moves]
    assert told["unique"] == ("yes" if len(moves) == 1 else "no")
    assert told["best score"] == "25 of 25, proved"


def test_all_facts_of_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(PUZZLES / "last-token.json")
    lines = output_of(capsys, "check", path, "-q", "--shortest", "--any-order", "--workers", "1").splitlines()
    assert lines[2:5] == ["", "1 of 1 puzzle right.", ""]
    facts = lines[lines.index(path) + 2 :]
    assert re.fullmatch(
        r"shortest line    11 turns, proved: clue, play y5, clue(, (play \w\d|clue)){8}", facts.pop(6)
    )
    assert facts == [
        "best score       25 of 25, proved",
        "first moves      clue (1 of 5 keep 25)",
        "unique           yes",
        "forced           3 turns: clue, play y5, clue",
        "one token less   24 at best: the clue tokens matter",
        "one more strike  25 still holds",
        "any order        48 of 120 (40.0 %) reach 25; 120 orders of the pile, "
        "solved as 20 as useless cards are alike",
        "                 first moves by orders won: play p4 24, clue 24",
    ]


def test_a_file_that_expects_nothing_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = write(tmp_path / "bare.json", expect=None)
    told = output_of(capsys, "check", "-q", str(bare))
    assert told.startswith(f"{bare}\nFour to go")
    assert rows(told)["first moves"].startswith("play r4 (1 of ")
    both = output_of(capsys, "check", "-q", str(bare), str(write(tmp_path / "full.json")))
    assert "1 of 1 puzzle right." in both
    assert both.count("best score") == 1
    assert run_here("check", "-q", "--no-facts", str(bare)) == 2
    assert "expect: expected the answer to check, got none" in capsys.readouterr().err


def test_write_adds_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in CLASSIC:
        text = (PUZZLES / f"{name}.json").read_text(encoding="utf-8")
        path = tmp_path / f"{name}.json"
        path.write_text(text[: text.index(',\n  "expect"')] + "\n}\n", encoding="utf-8-sig")
        assert run_here("check", str(path), "--write") == 0
        assert capsys.readouterr().err == (
            f"{path}: note: the best score and the first moves that keep it are written\n"
        )
        assert path.read_bytes() == b"\xef\xbb\xbf" + text.encode()
        assert run_here("check", str(path), "--write") == 0
        assert "nothing is missing" in capsys.readouterr().err
    assert len(os.listdir(tmp_path)) == len(CLASSIC)


def test_write_replaces_no_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = write(tmp_path / "wrong.json", expect={"best": 24})
    before = wrong.read_bytes()
    assert run_here("check", str(wrong), "--write") == 1
    assert wrong.read_bytes() == before
    assert "a claim is wrong, nothing is written" in capsys.readouterr().err


def test_write_refuses_a_file_that_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "bare.json", expect=None)
    real = sys.modules["hanabi_solver.analysis.puzzle_facts"].describe_puzzle

    def change(*arguments: Any, **options: Any) -> PuzzleFacts:
        write(path, expect=None, tokens=1)
        facts: PuzzleFacts = real(*arguments, **options)
        return facts

    monkeypatch.setattr("hanabi_solver.analysis.puzzle_facts.describe_puzzle", change)
    assert run_here("check", str(path), "--write") == 2
    assert "got a file that has changed meanwhile" in capsys.readouterr().err
    assert load_puzzle(path).expect is None


def test_what_a_stop_leaves_open_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(PUZZLES / "hold-the-four.json")
    told = output_of(capsys, "check", path, "-q", "--time-limit", "0.000001", code=3)
    assert "not decided" in told
    real = sys.modules["hanabi_solver.analysis.puzzle_facts"].describe_puzzle

    def interrupted(puzzle: Puzzle, wanted: WantedFacts, *, context: Context, **options: Any) -> PuzzleFacts:
        assert wanted == WantedFacts()
        os.kill(os.getpid(), signal.SIGINT)
        assert context.stop is not None
        assert context.stop.wait(GUARD_SECONDS)
        facts: PuzzleFacts = real(puzzle, wanted, context=context, **options)
        return facts

    monkeypatch.setattr(sys.modules["hanabi_solver.analysis.puzzle_facts"], "describe_puzzle", interrupted)
    told = output_of(capsys, "check", path, "-q", code=130)
    assert rows(told)["all else"] == "not looked at, as that needs the best score"


def test_a_first_move_that_is_not_decided_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    from hanabi_solver.analysis import questions

    real, asked = questions.solve, [0]

    def stops_after_two(*arguments: Any, context: Context, **options: Any) -> Result:
        asked[0] += 1
        if asked[0] == 3:
            assert context.stop is not None
            context.stop.set()
        result: Result = real(*arguments, context=context, **options)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "solve", stops_after_two)
        path = str(PUZZLES / "play-or-clue.json")
        told = output_of(capsys, "check", path, "-q", "--shortest", "--any-order", code=130)
    assert "not decided: " in told
    assert re.search(r"^unique +not decided$", told, re.M)
    assert "0 turns at least, then not decided" in told
    assert "none decided" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["FILE", "--no-facts", "--shortest"], "expected no --shortest, --any-order or --write beside it"),
        (["-", "--write"], "expected files to write to"),
        (["FILE", "--sample", "0"], "--sample"),
    ],
)
def test_bad_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = [str(PUZZLES / "play-or-clue.json") if each == "FILE" else each for each in arguments]
    assert run_here("check", *named) == 2
    assert message in capsys.readouterr().err


def test_puzzles_new_writes_a_file_that_can_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    assert run_here("puzzles", "new", str(path)) == 0
    assert path.read_text(encoding="utf-8") == TEMPLATE
    assert output_of(capsys, "puzzles", "new") == TEMPLATE
    assert run_here("puzzles", "new", str(path)) == 2
    assert "expected a name that is not taken, got a file" in capsys.readouterr().err
    assert run_here("puzzles", "new", str(tmp_path / "no" / "mine.json")) == 2
    assert "existing folder" in capsys.readouterr().err
    assert run_here("solve", str(path), "-q") == 0
    assert run_here("check", str(path), "-q", "--write") == 0
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["expect"] == {"best": 25, "first_moves": ["play r4"]}
    assert data["comment"] == list(load_puzzle(path).comment)
