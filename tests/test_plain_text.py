"""Text from files on its way to people: no command reaches the terminal, no direction is turned."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from commands import run_here
from places import PUZZLES, SAMPLES

from hanabi_solver.formats.plain_text import one_line, without_controls

# Set a window's title, clear the screen (with ESC and with C1), overwrite, turn the direction, end the line.
ATTACK = "a\x1b]0;gone\x07b\x9b2Jc\rd\u202ee\u2066f\u200fg\u061ch\u2028i\nj\x1b[31mk"
LEFT = "a]0;goneb2Jc def"


def hostile_puzzle(folder: Path) -> Path:
    data = json.loads((PUZZLES / "hold-the-five.json").read_text("utf-8"))
    data |= {"title": ATTACK, "source": f"source {ATTACK}", "comment": [f"comment {ATTACK}"]}
    file = folder / f"puzzle-{ATTACK.replace('/', '')}.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def hostile_game(folder: Path) -> Path:
    data = json.loads((SAMPLES / "p2v0s12.json").read_text("utf-8"))
    data |= {"players": [ATTACK, f"B{ATTACK}"], "seed": f"p2v0s12{ATTACK}"}
    data["actions"] = data["actions"][:4]
    file = folder / f"game-{ATTACK}.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def hostile_seeds(folder: Path) -> Path:
    file = folder / "seeds.txt"
    file.write_text("p2v0s1\x1b[2J\u202ex\np9v0s1\x9b2J\n2 r1\x1b[2J\n", encoding="utf-8")
    return file


def faulty_puzzle(folder: Path) -> Path:
    file = folder / "faulty.json"
    data = json.loads((PUZZLES / "hold-the-five.json").read_text("utf-8"))
    data |= {ATTACK: 1, "pile": [ATTACK]}
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


COMMANDS = {
    "solve": (hostile_puzzle, ["solve", "FILE", "--workers", "1", "--board"]),
    "solve a game": (hostile_game, ["solve", "FILE", "--workers", "1", "--turn", "3", "--time-limit", "5"]),
    "solve seeds": (hostile_seeds, ["solve", "FILE", "--workers", "1"]),
    "solve a faulty puzzle": (faulty_puzzle, ["solve", "FILE"]),
    "show": (hostile_puzzle, ["show", "FILE"]),
    "show a game": (hostile_game, ["show", "FILE"]),
    "show seeds": (hostile_seeds, ["show", "FILE"]),
    "show an unwritable page": (hostile_puzzle, ["show", "FILE", "--html", f"none{ATTACK}/page.html"]),
    "play": (hostile_puzzle, ["play", "FILE"]),
    "play a game": (hostile_game, ["play", "FILE"]),
    "check": (hostile_puzzle, ["check", "FILE"]),
    "check without facts": (hostile_puzzle, ["check", "FILE", "--no-facts"]),
    "explain": (hostile_puzzle, ["explain", "FILE", "--workers", "1"]),
    "odds": (hostile_puzzle, ["odds", "FILE"]),
    "review": (hostile_game, ["review", "FILE", "--workers", "1"]),
    "gallery": (hostile_puzzle, ["gallery", "FILE", "--out", f"OUT{ATTACK}"]),
    "deal": (hostile_seeds, ["deal", f"p2v0s1{ATTACK}", "--json"]),
    "deal with a note": (hostile_seeds, ["deal", f"p2v1s1{ATTACK}"]),
    "a seed": (hostile_seeds, ["show", f"p2v0s1{ATTACK}", "--format", "seed"]),
    "no such file": (hostile_seeds, ["solve", f"none{ATTACK}.json"]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_that_was_read_commands_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    make, arguments = COMMANDS[name]
    file = make(tmp_path)
    words = [word.replace("FILE", str(file)).replace("OUT", str(tmp_path / "out")) for word in arguments]
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.chdir(tmp_path)
    run_here(*words)
    shown = capsys.readouterr()
    text = shown.out + shown.err
    assert "internal error" not in text
    if name != "deal":  # JSON escapes what else would be in the way
        assert re.search(r"\[2J|2Jc", text), "the attack is shown, as text"
    refused = {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")}
    assert refused <= {"\n"}, text


def test_pages_hold_no_controls_either(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for file, command in ((hostile_puzzle(tmp_path), "show"), (hostile_game(tmp_path), "show")):
        assert run_here(command, str(file), "--html", str(page)) == 0
        text = page.read_text("utf-8")
        assert LEFT in text
        refused = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}
        assert refused <= {"\n"}
        assert "\\u202e" not in text
        assert "\\u001b" not in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë 日本 مرحبا", "Zoë 日本 مرحبا"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # noqa: RUF001 (Persian; the joiner belongs to the word)
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("two\r\nlines\tand a tab", "two  lines and a tab"),
        ("\x00\x7f\x85\x9b", ""),
        ("\u200e\u202a\u2069 x \ufeff", "x"),
    ],
)
def test_letters_of_all_scripts_stay(text: str, shown: str) -> None:
    assert one_line(text) == shown
    assert without_controls(shown) == shown
