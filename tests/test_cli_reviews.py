"""`hanabi-solve review` of many games: the table, its summaries, folders and lists, processes, interrupts."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from commands import COMMAND, ENVIRONMENT, Stdin, errors_of, run, run_here, write
from elsewhere import load_nothing, perilous_taken
from game_samples import HARD, LOST_P4, SHARED, row
from places import SAMPLES
from rich.console import Console
from waiting import GUARD_SECONDS

from hanabi_solver.analysis import reviewer as review_module
from hanabi_solver.analysis.review_schema import review_schema
from hanabi_solver.cli.commands import entries
from hanabi_solver.cli.render.review_table import print_review_table
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.game.position import Position
from hanabi_solver.parallel import worker
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Result

SCHEMA = jsonschema.Draft202012Validator(review_schema())


def folder_of(tmp_path: Path) -> Path:
    """A folder with two games, a faulty one, and what is left out."""
    (folder := tmp_path / "games").mkdir()
    for name in ("p2v0s12", "p6v0s11"):
        shutil.copy(SAMPLES / f"{name}.json", folder)
    (folder / "p3.json").write_text('{"players": 2, "seed": "nonsense"}', encoding="utf-8")
    (folder / ".hidden.json").write_text("{", encoding="utf-8")
    (folder / "notes.txt").write_text("nonsense", encoding="utf-8")
    return folder


def test_a_folder_gets_a_table_and_a_summary(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    alone, together = (run("review", "games", "--workers", number, cwd=tmp_path) for number in "12")
    assert (alone.returncode, alone.stdout) == (together.returncode, together.stdout)
    assert alone.returncode == 2
    assert re.sub(r"[0-9.]+ s$", "", alone.stderr) == re.sub(r"[0-9.]+ s$", "", together.stderr)
    assert folder.is_dir()
    assert alone.stdout.splitlines() == [
        "game                score  best  25 lost         by                          kind of mistake",
        "games/p2v0s12.json      0    25  turn 27         Alice misplays g4 (slot 2)  misplay of a last copy",
        "games/p6v0s11.json  0 (4)    25  still in reach  -                           -",
        'A score like "0 (4)": the game was stopped with 4 on the stacks.',
        "",
        "2 games: 0 reached the deal's best, 1 lost the full score, 1 stopped with it in reach.",
        "",
        "player  games  full score lost  mistakes  points lost",
        *alone.stdout.splitlines()[8:10],
        "Cathy       1                0         0            0",
        "Donald      1                0         0            0",
        "Emily       1                0         0            0",
        "Frank       1                0         0            0",
        "",
        "mistake                       games  full score lost  mistakes  points lost",
        "misplay of a last copy            1                1         1            2",
        "misplay with the last strike      1                0         1           19",
        "discard of a last copy            1                0         1            4",
    ]
    assert [line.split() for line in alone.stdout.splitlines()[8:10]] == [
        ["Alice", "2", "1", "2", "21"],
        ["Bob", "2", "0", "1", "4"],
    ]
    *faults, summary = alone.stderr.splitlines()
    assert faults[0].startswith('games/p3.json, seed: expected a seed, got "nonsense"')
    assert summary.startswith("3 games: 2 reviewed, 0 undecided, 1 faulty; ")


def test_json_of_many_is_a_line_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_of(tmp_path)
    missing, games = str(tmp_path / "missing.json"), tmp_path / "games.txt"
    games.write_text(f"# a list\n{LOST_P4}\n", encoding="utf-8")
    sources = [missing, str(games), str(folder), SHARED]
    assert run_here("review", *sources, "--json", "--workers", "1") == 2
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    for each in rows:
        SCHEMA.validate(each)
    assert [(each["source"], each["status"]) for each in rows] == [
        (missing, "error"),
        (f"{games}:2", "decided"),
        (str(folder / "p2v0s12.json"), "decided"),
        (str(folder / "p3.json"), "error"),
        (str(folder / "p6v0s11.json"), "decided"),
        ("link 1", "decided"),
    ]
    assert captured.err.startswith(f"{missing}: No such file or directory: expected a file or - for stdin\n")
    assert "6 games: 4 reviewed, 0 undecided, 2 faulty; " in captured.err


def test_full_reviews_come_before_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("review", LOST_P4, SHARED, "--full", "--workers", "1", "-q") == 0
    captured = capsys.readouterr()
    reviews, table = captured.out.split("\n\ngame ")
    assert (reviews.count("Turn 16: Donald discards p4"), reviews.count("a perfect game")) == (1, 1)
    assert "25 lost  by" in table.splitlines()[0]
    assert captured.err == ""
    assert run_here("review", LOST_P4, "--full", "-q") == 0
    assert "kind of mistake" not in capsys.readouterr().out
    assert "which holds the reviews" in "".join(errors_of(capsys, "review", LOST_P4, "--full", "--json"))


def test_the_only_game_of_a_list_is_shown_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(f"nonsense\n{LOST_P4}\n"))
    assert run_here("review", "-", "--workers", "1") == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("stdin:2\nhanab.live, No Variant")
    assert "kind of mistake" not in captured.out
    assert captured.err.splitlines()[-1].startswith("2 games: 1 reviewed")
    monkeypatch.setattr(sys, "stdin", Stdin(f"{LOST_P4}\n"))
    assert run_here("review", "-", "--workers", "1") == 0
    assert capsys.readouterr().err == ""  # of one there is nothing to sum up


def test_a_list_without_any_game_has_no_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin("p2v0s1\nnonsense\n"))
    assert run_here("review", "-", "--workers", "1") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "2 games: 0 reviewed, 0 undecided, 2 faulty; " in captured.err


def test_many_games_are_no_page_and_what_is_no_folder_of_games_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    (empty := tmp_path / "empty").mkdir()
    (listed := tmp_path / "list.txt").write_text(f"{LOST_P4}\n", encoding="utf-8")
    for sources in ([LOST_P4, SHARED], [str(empty)], [str(listed)]):
        fault, advice = errors_of(capsys, "review", *sources, "--html", str(page))
        assert fault.endswith("--html: expected one game for one page, got a list of games")
        assert advice.startswith("help: give a ")
    assert not page.exists()
    fault, *_ = errors_of(capsys, "review", str(empty), "-q")
    assert fault == f"{empty}: expected game files (*.json) in the folder, got none"
    fault, *_ = errors_of(capsys, "review", str(empty), LOST_P4[:4], "--memory-limit", "1K")
    assert fault == "--memory-limit: expected at least 16 MiB, got 1024 bytes"


def interrupting_at(game: int) -> Callable[..., Result]:
    """A solve that is interrupted in the first question about this game of several."""
    asked: list[object] = []

    def interrupted(position: Position, *, context: Context, **options: Any) -> Result:
        if options["target"] is None:  # the first question about each game
            asked.append(position)
        if len(asked) == game and context.stop is not None and not context.stop.is_set():
            os.kill(os.getpid(), signal.SIGINT)
            assert context.stop.wait(GUARD_SECONDS)
        return solve(position, context=context, **options)

    return interrupted


def test_an_interrupt_shows_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(review_module, "solve", interrupting_at(2))
    assert run_here("review", LOST_P4, HARD, SHARED, "--workers", "1") == 130
    captured = capsys.readouterr()
    rows = [line.split() for line in captured.out.splitlines() if line.startswith("link")]
    assert [each[:3] for each in rows] == [["link", "1", "0"], ["link", "2", "3"]]
    assert "In 1 something is undecided; what is counted there is certain." in captured.out
    assert "2 games: 1 reviewed, 1 undecided; interrupted after " in captured.err


def test_an_interrupt_on_several_processes_drops_what_is_under_way() -> None:
    pipe = subprocess.PIPE
    command = [*COMMAND, "review", "-", "--json", "--workers", "2"]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT)
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2):  # each is answered before the next is written
        process.stdin.write(f"{LOST_P4}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["status"] == "decided"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=GUARD_SECONDS)
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines()[-1].startswith("2 games: 2 reviewed, 0 undecided; interrupted after ")


def test_a_process_that_dies_costs_its_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker, "load_search", load_nothing)
    monkeypatch.setattr(entries, "read_and_answered", perilous_taken)
    (listed := tmp_path / "list.txt").write_text(f"{LOST_P4}\n" * 3, encoding="utf-8")
    assert run_here("review", str(listed), "--json", "--workers", "2") == 70
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert [each["source"] for each in rows] == [f"{listed}:{number}" for number in (1, 2, 3)]
    text = "not done: the process that solved it was killed by SIGKILL"
    assert f"{listed}:2: {text}\nhelp: if memory is short, lower --memory-limit" in captured.err
    assert "3 games: 0 reviewed, 0 undecided, 2 faulty, 1 failed; " in captured.err


def test_a_contradiction_in_one_game_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(position: Position, **options: Any) -> Result:
        if position.rules.players == 2:
            raise InternalCheckError("25 points reached above 24", '{"position": 1}')
        return solve(position, **options)

    monkeypatch.setattr(review_module, "solve", contradict)
    monkeypatch.chdir(tmp_path)
    assert run_here("review", HARD, LOST_P4, SHARED, "--workers", "1") == 70
    captured = capsys.readouterr()
    assert captured.err.startswith("internal check failed: 25 points reached above 24\n")
    assert "3 games: 2 reviewed, 0 undecided, 1 failed; " in captured.err
    assert captured.out.splitlines()[5].startswith(
        "2 games: 1 reached the deal's best, 1 lost the full score"
    )


def test_links_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    broken = f"https://hanab.live/replay-json/{LOST_P4[:9]}"
    assert run_here("review", LOST_P4, broken, SHARED, "--workers", "1") == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("link 2")
    named = [line[:6] for line in captured.out.splitlines() if line.startswith("link")]
    assert named == ["link 1", "link 3"]


def test_a_puzzle_among_games_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = write(tmp_path / "puzzle.json")
    assert run_here("review", str(puzzle), LOST_P4, SHARED, "--workers", "1") == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{puzzle}: expected a game with moves, got a puzzle\n")
    assert len([line for line in captured.out.splitlines() if line.startswith("link")]) == 2


@pytest.mark.parametrize("width", [80, 100])
def test_a_narrow_terminal_keeps_the_names_of_files(width: int) -> None:
    game = parse_game((SAMPLES / "p2v0s12.json").read_text(encoding="utf-8"))
    rows = [row(parse_link(LOST_P4), f"/home/{'long/' * 30}{name}.json") for name in ("one", "two")]
    rows.append(row(game, "three.json"))
    stream = io.StringIO()
    print_review_table(Console(file=stream, width=width, force_terminal=True, color_system=None), rows)
    lines = [line.rstrip() for line in stream.getvalue().splitlines()]
    assert max(map(len, lines)) <= width
    names = [line.split()[0].rpartition("/")[2] for line in lines[1:] if ".json" in line]
    assert names == ["one.json", "two.json", "three.json"]
