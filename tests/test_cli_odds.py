"""`hanabi-solve odds`: what it prints, its JSON and schema, its exit codes, and what it refuses."""

import json
from math import factorial
from pathlib import Path

import jsonschema
import pytest
from commands import run_here, write
from game_samples import UNSURE_P5
from places import DOCS, SAMPLES
from puzzle_samples import POSITION

from hanabi_solver.chances.odds_schema import odds_schema

SCHEMA = jsonschema.Draft202012Validator(odds_schema())
GAME = str(SAMPLES / "p3v0s1.json")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """The exit code of `odds`, and the lines it prints."""
    code = run_here("odds", *arguments, "-q")
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out.splitlines()


def test_the_answer_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["x x x x x", "x x b5 x x", "r4 x x p5 x"]
    puzzle = write(tmp_path / "puzzle.json", hands=hands, expect=None)
    code, lines = shown(capsys, str(puzzle))
    assert code == 0
    assert lines[1:] == [
        "Four to go",
        "Chance of 25: 1 of 2 orders (1/2, 50.00 %).",
        "In the pile, in an order that is not known: r5 x (2 cards).",
        "By the next draw: a useless card: never; r5: always.",
        "move                             orders won        chance",
        "discard a useless card (slot 5)           1  1/2, 50.00 %",
        "misplay a useless card (slot 5)           0         never",
    ]


def test_lists_are_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deals = tmp_path / "deals.txt"
    puzzle = json.dumps({key: value for key, value in POSITION.items() if key != "expect"})
    deals.write_text(f"{puzzle}\np2v0s1\n", encoding="utf-8")
    assert run_here("odds", str(deals), "--json") == 2
    captured = capsys.readouterr()
    first, second = map(json.loads, captured.out.splitlines())
    assert (first["status"], first["orders_won"]["most"], second["status"]) == ("exact", "2", "error")
    assert captured.err.splitlines()[-1].startswith("2 positions: 1 counted, 0 undecided, 1 faulty; ")


def test_the_json_follows_the_published_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads((DOCS / "odds.schema.json").read_text(encoding="utf-8")) == odds_schema()
    code, (line,) = shown(capsys, GAME, "--turn", "43", "--json")
    data = json.loads(line)
    SCHEMA.validate(data)
    assert (code, data["schema"], data["status"], data["turn"]) == (0, 1, "exact", 43)
    assert data["orders"] == str(factorial(len(data["pile"])))
    assert data["orders_won"] == data["moves"][0]["orders_won"]
    assert not SCHEMA.is_valid({**data, "orders_won": {"least": 1, "most": 1}})
    for move in data["moves"]:
        if move["draws"]:
            total = sum(draw["ways"] * int(draw["orders_won"]["least"]) for draw in move["draws"])
            assert total == int(move["orders_won"]["least"])


def test_a_limit_leaves_both_limits_and_the_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    code, (line,) = shown(capsys, GAME, "--turn", "32", "--time-limit", "0.001", "--json")
    data = json.loads(line)
    SCHEMA.validate(data)
    assert (code, data["status"]) == (3, "bounds")
    assert int(data["orders_won"]["least"]) < int(data["orders_won"]["most"]) <= int(data["orders"])


def test_hindsight_stands_beside_the_chance(capsys: pytest.CaptureFixture[str]) -> None:
    game = UNSURE_P5
    code, lines = shown(capsys, game, "--turn", "40", "--hindsight")
    assert (code, lines[2]) == (0, "Chance of 25: 78 of 120 orders (13/20, 65.00 %).")
    assert "Had the order been known: 78 of 120 orders (13/20, 65.00 %)." in lines


def test_hindsight_that_is_asked_for_and_not_found_out_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    said = "had the order been known, was not found out: it takes at most 8 cards, and no limit hit."
    arguments = (GAME, "--turn", "32", "--time-limit", "0.001")
    assert not any(said in line for line in shown(capsys, *arguments)[1])
    assert any(said in line for line in shown(capsys, *arguments, "--hindsight")[1])


def test_the_policy_follows_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, UNSURE_P5, "--turn", "40", "--policy")
    assert code == 0
    after = lines[lines.index("The best policy, until every order is won, or none:") :]
    assert after[2].startswith("- r2: 1/2, 50.00 %. ")
    assert len(after) == 19


def test_a_target_that_is_out_of_reach_is_never_won(capsys: pytest.CaptureFixture[str]) -> None:
    code, (line,) = shown(capsys, GAME, "--turn", "48", "--target", "25", "--json")
    data = json.loads(line)
    assert (code, data["target_reason"]) == (0, "given")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["p2v0s1"], "p2v0s1, pile: expected at most 20 cards in the pile, got 40"),
        (["p2v0s1", "--rules", "all-or-nothing"], "expected a game with a final round"),
        ([GAME, "--turn", "43", "--policy"], "expected at most 8 cards in the pile with it, got 9"),
        ([GAME, "--turn", "48", "--policy", "--json"], "expected no --json beside it"),
        ([GAME, "--turn", "43", "--target", "26"], "target: expected a score from 0 to 25, got 26"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here("odds", *arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, message in captured.err) == ("", True), captured.err
