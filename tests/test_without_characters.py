"""Games with detrimental characters: refused, and with `--without-characters` read as their deal."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import Stdin, errors_of, output_of, run_here
from game_samples import game_data
from places import SAMPLES

from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import load, parse
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_files import format_game, parse_game
from hanabi_solver.formats.hanablive.seeds import parse_seed

NOTE = (
    "note: read without its characters and its moves: a best score is that of the deal alone, and the "
    "characters' rules may make it unreachable\n"
)
SENTENCE = "Without its characters, whose rules may make the best score of this deal unreachable.\n"
FAULT = "options.detrimentalCharacters: expected a game without detrimental characters, got one with them"
HELP = (
    "they bind each player to rules of their own, which are not supported; for the deal without them: "
    "solve or show with --without-characters (without_characters=True from Python)"
)
# The action is one that no game has, as only the characters' rules would say whether it is legal.
DATA = game_data(options={"detrimentalCharacters": True}, actions=[{"type": 9, "target": 77}])


@pytest.fixture(params=["option", "characters"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A real game with characters, which either key says."""
    data: dict[str, Any] = json.loads((SAMPLES / "p2v0s12.json").read_text(encoding="utf-8"))
    if request.param == "option":
        data["options"] = {**data.get("options", {}), "detrimentalCharacters": True}
    else:
        data["characters"] = [{"name": "Fuming"}, {}]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["solve", "review", "explain", "play", "show", "convert --to game"])
def test_commands_refuse_it_and_say_why(
    command: list[str], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert errors_of(capsys, *command.split(), str(game)) == [f"{game}, {FAULT}", f"help: {HELP}"]


def test_check_takes_puzzles_only(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert errors_of(capsys, "check", str(game))[0] == f"{game}: expected a puzzle, got a game of hanab.live"


@pytest.mark.parametrize("command", ["review", "explain", "play", "check"])
def test_commands_about_moves_have_no_such_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(command, "game.json", "--without-characters") == 2
    assert "No such option" in capsys.readouterr().err


def test_solve_gives_the_best_of_its_deal_and_says_what_that_is(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here("solve", str(game), "--without-characters", "--workers", "1") == 0
    captured = capsys.readouterr()
    assert captured.err == f"{game}: {NOTE}"
    assert f"\n{SENTENCE}Best score: 25 of 25, proved.\n" in captured.out
    link = captured.out.splitlines()[-1].removeprefix("Watch it: ")
    shown = parse(link)
    assert isinstance(shown, Game)
    assert shown.deal == parse_seed("p2v0s12").deal


def test_solve_prints_it_as_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("solve", str(game), "--without-characters", "--json") == 0
    captured = capsys.readouterr()
    assert captured.err == f"{game}: {NOTE}"
    result = json.loads(captured.out)
    assert (result["best"], result["source"]) == (25, str(game))
    assert output_of(capsys, "solve", str(game), "--without-characters", "--no-lines", "-q") == (
        f"{game}: 25 of 25, proved\n"
    )


def test_a_target_and_added_rules_go_with_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--without-characters", "--rules", "one-less-card", "--target", "25", "-q")
    shown = output_of(capsys, "solve", str(game), *asked)
    assert f"\nAdded rules: one-less-card.\n{SENTENCE}Can 25 be reached? Yes" in shown


def test_its_other_turns_are_refused(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert errors_of(capsys, "solve", str(game), "--without-characters", "--turn", "4") == [
        f"{game}, turn: expected the deal of a game that is read without its characters, got turn 4",
        "help: its moves may be illegal without the characters' rules, and are not read",
    ]
    assert run_here("show", str(game), "--without-characters", "--turn", "1") == 0


def test_show_shows_its_deal_and_a_page_says_what_it_is(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert run_here("show", str(game), "--without-characters", "--html", str(page)) == 0
    captured = capsys.readouterr()
    assert captured.err == f"{game}: {NOTE}"
    assert f"\n{SENTENCE}2 players, 5 cards each; deck of 50 cards" in captured.out
    assert "[" not in captured.out.split("! critical")[0]  # no move comes next
    assert SENTENCE.strip() in page.read_text(encoding="utf-8")


def test_an_unsettled_cause_is_not_sent_to_explain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(json.dumps({**DATA, "seed": "p2v0s40"})))
    assert run_here("solve", "-", "--without-characters", "--workers", "1") == 0
    shown = capsys.readouterr().out
    assert "Best score: 24 of 25" in shown
    assert "hanabi-solve explain" not in shown


def test_other_sources_are_read_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    name = str(SAMPLES / "p2v0s12.json")
    for source in (["p2v0s1"], [name, "--turn", "30"]):
        assert output_of(capsys, "show", *source, "--without-characters") == output_of(
            capsys, "show", *source
        )


def test_python_reads_it_too(tmp_path: Path) -> None:
    text = json.dumps(DATA)
    with pytest.raises(InputError) as caught:
        parse(text)
    assert [(str(fault), fault.help) for fault in caught.value.faults] == [(FAULT, HELP)]
    read = parse(text, without_characters=True)
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    assert load(path, without_characters=True) == read
    assert isinstance(read, Game)
    assert (read.moves, read.end, read.lacks_characters) == ((), None, True)
    assert read.deal == parse_seed("p2v0s1").deal
    assert str(read) == "p2v0s1, No Variant, 2 players, without its characters and moves"
    assert parse_game(format_game(read)).deal == read.deal
    with pytest.raises(InputError, match="turn: expected the deal of a game"):
        parse(text, turn=2, without_characters=True)
