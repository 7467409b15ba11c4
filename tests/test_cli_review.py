"""`hanabi-solve review`: what it prints, its JSON, its exit codes, and what it refuses."""

import io
import json
import os
import signal
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from commands import Stdin, errors_of, output_of, run_here, write
from game_samples import HARD, LOST_P4, SHARED
from places import DOCS, SAMPLES
from rich.console import Console
from waiting import GUARD_SECONDS

from hanabi_solver.analysis import reviewer as review_module
from hanabi_solver.analysis.game_review import GameReview, review_entry
from hanabi_solver.analysis.review_schema import review_schema
from hanabi_solver.cli.render.reviews import BLOCKS, PLAIN, bar_marks, print_review
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.actions import Action, GameEnd
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.position import Position
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Result

SCHEMA = jsonschema.Draft202012Validator(review_schema())
STRUCK_OUT = str(SAMPLES / "p2v0s12.json")


def entry_of(link: str, **changes: Any) -> Entry:
    game = replace(parse_link(link), **changes)
    return Entry("game", game.deal, game=game)


def printed(reviewed: GameReview, encoding: str = "utf-8", width: int = 10_000) -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    print_review(Console(file=stream, width=width, markup=False, highlight=False), reviewed)
    stream.seek(0)
    return stream.read().splitlines()


def test_a_review_is_told_in_a_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "review", LOST_P4, "-q", "--workers", "1").splitlines()
    line_to_25, link = lines.pop(10), lines.pop(10)
    assert lines == [
        "link",
        "hanab.live, No Variant (r Red, y Yellow, g Green, b Blue, p Purple)",
        "Score 0 as the site records it (stopped); 4 on the stacks. The deal's best is 25. "
        "25 became impossible at turn 16: Donald discards p4 (slot 4).",
        "",
        "Best score in reach after each turn (█ 25  ▆ 23)",
        "turn  1  ███████████████▆",
        "",
        "Turn 16: Donald discards p4 (slot 4), 25 > 23",
        "  why not 25    no p4 is left, so at most 23 points are possible",
        "  keeping 25    play y2; any clue; discard r3, y2 or p3; even misplay r3 or p3",
        "",
        "19 points were left: 23 was still in reach when the game ended after turn 16 (terminated).",
    ]
    assert line_to_25.startswith("  a line to 25  ")
    assert line_to_25.endswith(" moves)")
    name, url = link.rsplit(" ", 1)
    assert name.strip() == "watch it"
    shown = parse_link(url)
    assert url.endswith("#16")
    assert shown.moves[:15] == parse_link(LOST_P4).moves[:15]
    assert shown.replay().score == 25


def test_a_struck_out_game_and_names_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(Path(STRUCK_OUT).read_text(encoding="utf-8"))
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**data, "players": ["Zoë", "\x1b[31m"]}), encoding="utf-8")
    lines = output_of(capsys, "review", str(path), "-q").splitlines()
    assert (
        lines[2]
        == "Score 0 of 25; the deal's best is 25. 25 became impossible at turn 27: Zoë misplays g4 (slot 2)."
    )
    assert lines[4:6] == [
        "Best score in reach after each turn (█ 25  ▆ 23  ▄ 19  ▁ 0)",
        f"turn  1  {26 * '█'}▆{7 * '▄'}▁",
    ]
    heads = [line for line in lines if line.startswith("Turn ")]
    assert heads == [
        "Turn 27: Zoë misplays g4 (slot 2), 25 > 23",
        "Turn 28: [31m discards b2 (slot 1), 23 > 19",
        "Turn 35: Zoë misplays b1 (slot 2), 19 > 0",
    ]
    assert "  why not 19    that move ended the game (strikeout)" in lines
    assert lines[-1] == "The game ended after turn 35 (strikeout)."


def test_games_in_which_nothing_was_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert output_of(capsys, "review", SHARED, "-q").splitlines()[2:] == [
        "Score 25 of 25: a perfect game, no move cost a point.",
        "",
        "Best score in reach after each turn (█ 25)",
        f"turn  1  {50 * '█'}",
        f"turn 51  {8 * '█'}",
    ]
    stopped = output_of(capsys, "review", str(SAMPLES / "p6v0s11.json"), "-q").splitlines()
    assert stopped[2] == (
        "Score 0 as the site records it (stopped); 4 on the stacks. The deal's best is 25. "
        "21 points were left: 25 was still in reach when the game ended after turn 14 (time ran out)."
    )
    assert "".join(stopped).count("still in reach") == 1
    none = entry_of(LOST_P4, moves=(), end=GameEnd(Action(4, 0, 4)))
    assert printed(review_entry(none, limits=Limits(workers=1))) == [
        "Score 0 as the site records it (stopped); 0 on the stacks. The deal's best is 25. "
        "25 points were left: 25 was still in reach when the game ended before its first move (terminated)."
    ]


def test_a_deal_that_never_had_the_highest_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clue = {"type": 3, "target": 1, "value": parse_seed("p2v0s40").deal.deck[5].rank}
    game = {"players": 2, "seed": "p2v0s40", "actions": [clue]}
    monkeypatch.setattr(sys, "stdin", Stdin(json.dumps(game)))
    lines = output_of(capsys, "review", "-", "-q").splitlines()
    assert lines[2] == "Score 0 of 25; the deal's best is 24. 25 was never in reach."
    assert lines[-1].startswith("Why not 25: too many cards must be held at once")
    assert lines[-1].endswith(
        " 24 points were left: 24 was still in reach when the game stopped after turn 1."
    )
    # Neither is what the headline says.
    assert "never in reach" not in lines[-1]


def test_the_json_fits_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads((DOCS / "review.schema.json").read_text(encoding="utf-8")) == review_schema()
    data = json.loads(output_of(capsys, "review", STRUCK_OUT, "--json", "-q"))
    SCHEMA.validate(data)
    assert (data["status"], data["score"], data["ending"]) == ("decided", 0, "strikeout")
    assert data["loss"]["first_turn"] == data["loss"]["last_turn"] == 27
    assert [(drop["turn"], drop["before"]["best"], drop["after"]["upper"]) for drop in data["drops"]] == [
        (27, 25, 23),
        (28, 23, 19),
        (35, 19, 0),
    ]
    drop = data["drops"][1]
    assert (drop["seat"], drop["move"], drop["keeping"]) == (1, "discard b2", ["play b2", "discard r4"])
    assert [move["turn"] for move in drop["line"]] == list(range(28, 28 + len(drop["line"])))
    assert parse_link(drop["link"]).replay().score == 23
    turns = data["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, 36))
    assert all(one["after"] == two["before"] for one, two in pairwise(turns))
    assert (turns[27]["action"], turns[27]["card"]) == ("discard", "b2")
    assert data["deck"][2 * turns[27]["deck_index"] :].startswith("b2")


def test_several_games_of_a_list(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"# two games and a deal\n{LOST_P4}\np2v0s1\n{SHARED}\n"
    monkeypatch.setattr(sys, "stdin", Stdin(text))
    assert run_here("review", "-", "--json", "--workers", "1") == 2
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    for row in rows:
        SCHEMA.validate(row)
    assert [(row["source"], row["status"]) for row in rows] == [
        ("stdin:2", "decided"),
        ("stdin:3 (p2v0s1)", "error"),
        ("stdin:4", "decided"),
    ]
    *faults, summary = captured.err.splitlines()
    assert faults == [
        "stdin:3 (p2v0s1): expected a game with moves, got a deal",
        "help: give a game file or a link of hanab.live that holds the moves of a game",
    ]
    assert summary.startswith("3 games: 2 reviewed, 0 undecided, 1 faulty; ")


def test_what_is_no_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = write(tmp_path / "puzzle.json")
    assert (
        errors_of(capsys, "review", str(puzzle))[0] == f"{puzzle}: expected a game with moves, got a puzzle"
    )
    illegal = tmp_path / "illegal.json"
    actions = [{"type": 1, "target": 0}]
    illegal.write_text(json.dumps({"players": 2, "seed": "p2v0s1", "actions": actions}), encoding="utf-8")
    (told,) = errors_of(capsys, "review", str(illegal))
    assert told.startswith(f"{illegal}: turn 1: no discard while all 8 clue tokens are there")
    assert "missing.json" in errors_of(capsys, "review", "missing.json")[0]
    assert run_here("review", LOST_P4, "--time-limit", "0") == 2
    assert run_here("review", LOST_P4, "--turn", "3") == 2


def test_where_the_site_has_no_link_the_whole_line_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "options.json"
    data = json.loads(Path(STRUCK_OUT).read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, "options": {"deckPlays": True, "unheardOf": True}}), encoding="utf-8")
    assert run_here("review", str(path)) == 0
    captured = capsys.readouterr()
    assert "note: the option unheardOf is not known here" in captured.err
    lines = captured.out.splitlines()
    assert not any("watch it" in line or "..." in line for line in lines)
    assert any(line.startswith("No link to hanab.live: a link cannot hold the options") for line in lines)
    assert run_here("review", str(path), "-q") == 0
    assert capsys.readouterr().err == ""


def test_a_limit_shows_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("review", HARD, "-q", "--workers", "1", "--json", "--time-limit", "0.001") == 3
    data = json.loads(capsys.readouterr().out)
    SCHEMA.validate(data)
    assert data["status"] == "bounds"
    assert data["best"]["best"] < data["best"]["upper"]
    assert run_here("review", HARD, "-q", "--workers", "1", "--time-limit", "0.001") == 3
    lines = capsys.readouterr().out.splitlines()
    assert "the deal's best is 2" in lines[2]
    assert " to 25. 25 was perhaps out of reach from the start on, and surely after turn 11." in lines[2]
    assert lines[4].endswith("? not decided)")
    assert lines[5].startswith("turn  1  ?????")
    assert any(
        line.startswith("Not decided before a limit was hit: the best score in reach") for line in lines
    )
    assert any("not decided: " in line for line in lines if line.startswith("  keeping"))


def test_an_interrupt_prints_what_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(position: Position, *, context: Context, **options: Any) -> Result:
        assert context.stop is not None
        if not context.stop.is_set():
            os.kill(os.getpid(), signal.SIGINT)
            assert context.stop.wait(GUARD_SECONDS)
        return solve(position, context=context, **options)

    monkeypatch.setattr(review_module, "solve", interrupted)
    monkeypatch.setattr(sys, "stdin", Stdin(f"{LOST_P4}\n{SHARED}\n"))
    assert run_here("review", "-", "--json", "-q", "--workers", "1") == 130
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    SCHEMA.validate(row)
    assert (row["status"], row["source"]) == ("bounds", "stdin:1")
    assert row["drops"][0]["turn"] == 16


def test_a_contradiction_is_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(*arguments: object, **options: object) -> Result:
        raise InternalCheckError("25 points reached above 24", '{"position": 1}')

    monkeypatch.setattr(review_module, "solve", contradict)
    monkeypatch.chdir(tmp_path)
    assert run_here("review", LOST_P4, "--json") == 70
    captured = capsys.readouterr()
    SCHEMA.validate(json.loads(captured.out))
    assert captured.err.startswith("internal check failed: 25 points reached above 24\n")
    assert len(list(tmp_path.iterdir())) == 1


def test_the_bar_does_without_blocks_and_fits_a_narrow_window() -> None:
    reviewed = review_entry(entry_of(LOST_P4), limits=Limits(workers=1))
    assert printed(reviewed, encoding="ascii")[2:4] == [
        "Best score in reach after each turn (# 25  * 23)",
        f"turn  1  {15 * '#'}*",
    ]
    narrow = [line for line in printed(reviewed, width=24) if "█" in line and line.startswith("turn")]
    assert narrow == ["turn  1  ██████████", "turn 11  █████▆"]
    assert bar_marks(1, BLOCKS) == ["█"]
    assert len(set(bar_marks(8, PLAIN))) == 8
