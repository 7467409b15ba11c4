"""`hanabi-solve explain`: what it prints, its JSON, its exit codes, and what it refuses."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from commands import run_here, write
from places import DOCS
from rich.console import Console

from hanabi_solver.analysis import explainer as explain_module
from hanabi_solver.analysis.common_start import CommonStart
from hanabi_solver.analysis.explainer import explain
from hanabi_solver.analysis.explanation import Explanation
from hanabi_solver.analysis.explanation_schema import explanation_schema
from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.cli.render.explanation import MOST_LINES, print_explanation
from hanabi_solver.cli.render.results import print_entry_name
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.source import read_source
from hanabi_solver.solver.limits import Context, Limits

SCHEMA = jsonschema.Draft202012Validator(explanation_schema())
PUZZLES = DOCS.parent / "puzzles"
LOST = str(PUZZLES / "lost-without-a-bound.json")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """The exit code of `explain`, and the lines it prints."""
    code = run_here("explain", *arguments)
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out.splitlines()


def drawn(explanation: Explanation, entry: Entry, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False, emoji=False)
    print_entry_name(console, entry)
    print_explanation(console, explanation)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def entry_of(source: str) -> Entry:
    (entry,) = read_source(source)
    assert isinstance(entry, Entry)
    return entry


def test_a_bound_is_told_with_its_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, "p2v0s220", "-q")
    assert code == 0
    assert lines == [
        "p2v0s220",
        "hanab.live, No Variant (r Red, y Yellow, g Green, b Blue, p Purple)",
        "25 cannot be reached: the best score is 24.",
        "Why not: g2 is drawn with 1 card behind it; after it at most 3 plays follow, but 4 would be needed "
        "from there on (g2, g3, g4, g5) [pace].",
        "The line to 24 goes without g5.",
        "Good lines (to 24) part on the first turn: 6 of 6 different moves (100 %) keep 24.",
    ]


def test_what_would_be_enough_is_told_on_wish(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, "p2v0s251", "--what-if", "-q")
    assert code == 0
    assert (
        "Enough for 25 would be, each by itself: one more (useless) card at the bottom of the pile; the 3rd "
        "card from the end, g1, swapped with the g2 before it." in lines
    )
    assert (
        "Not enough: one more clue token; one more card in every hand; unlimited clues; no order of seats; "
        "7 swaps of neighbours at the end of the pile." in lines
    )


def test_a_proof_without_a_bound_comes_with_what_would_be_enough(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, LOST, "-q", "--workers", "1")
    assert code == 0
    assert any(line.startswith("No bound says why, but it is proved: ") for line in lines)
    assert any(line.startswith("Enough for 25 would be") for line in lines)


def test_a_winnable_deal_says_how_narrow_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, str(PUZZLES / "hold-the-five.json"), "-q", "--workers", "1")
    assert code == 0
    assert lines[2:] == [
        "25 can be reached.",
        "On the first turn, 1 of 3 different moves (33 %) keep 25 (clue); play g5, misplay x do not.",
        lines[4],
        "All good lines (to 25) agree up to turn 3: 3 clues. Then 3 of 7 different moves (43 %) "
        "keep 25 (play y5, play p5, clue); misplay x, discard y5, discard x, discard p5 do not.",
    ]
    assert lines[4].startswith("On the line found, there are never fewer than 0 turns to spare (turn ")


def test_what_is_not_decided_is_not_called_a_parting() -> None:
    entry = entry_of(str(PUZZLES / "hold-the-five.json"))
    explanation = explain(entry.start, limits=Limits(workers=1))
    start = explanation.start
    assert start is not None
    assert start.choice is not None
    kept, others = start.choice.keeping[:1], start.choice.keeping[1:]
    for keeping, undecided in [(kept, others), ((), start.choice.keeping)]:
        choice = FirstMoves(keeping, start.choice.losing, undecided)
        text = drawn(replace(explanation, start=replace(start, choice=choice)), entry, 10_000)
        assert (
            "All good lines (to 25) agree at least up to turn 3: 3 clues. Whether they part there "
            f"is not decided: {len(keeping)} of 7 different moves" in text
        )
        assert f"; {len(undecided)} not decided." in text
        first = CommonStart(25, (), choice)
        text = drawn(replace(explanation, start=first, narrowness=None), entry, 10_000)
        assert "Whether good lines (to 25) part on the first turn is not decided: " in text
        assert "Good lines" not in text
    known = FirstMoves(start.choice.keeping[:2], start.choice.losing, start.choice.keeping[2:])
    text = drawn(replace(explanation, start=replace(start, choice=known)), entry, 10_000)
    assert "agree up to turn 3: 3 clues. Then 2 of 7 different moves" in text


def test_a_target_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, "p2v0s220", "--target", "24", "-q")
    assert (code, lines[2]) == (0, "24 can be reached.")
    assert run_here("explain", "p2v0s220", "--target", "26") == 2
    assert "target: expected a score from 0 to 25, got 26" in capsys.readouterr().err


@pytest.mark.parametrize("width", [80, 110, 10_000])
@pytest.mark.parametrize("source", ["p2v0s242", "p3v0s1152", "p4v0s280", "p2v0s1686", "p2v0s1"])
def test_no_text_is_longer_than_twelve_lines(source: str, width: int) -> None:
    entry = entry_of(source)
    explanation = explain(entry.start, ask_what_ifs=True, limits=Limits(workers=1))
    text = drawn(explanation, entry, width)
    lines = text.splitlines()
    assert len(lines) <= MOST_LINES + 2
    assert all(len(line) <= width for line in lines)
    if width == 10_000 and explanation.what_ifs:
        assert "Not enough: " in text


def test_json_has_a_schema_and_holds_the_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, lines = shown(capsys, "p2v0s40", "--json", "-q", "--what-if")
    (line,) = lines
    data: dict[str, Any] = json.loads(line)
    SCHEMA.validate(data)
    assert (code, data["status"], data["kind"], data["best"], data["missing"]) == (
        0,
        "unreachable",
        "bound",
        24,
        ["y5"],
    )
    assert {each["change"]: each["answer"] for each in data["what_ifs"]}["one-more-card"] == "yes"
    path = tmp_path / "result.json"
    path.write_text(json.dumps(data["result"]), encoding="utf-8")
    assert run_here("verify", str(path)) == 0
    published = (DOCS / "explanation.schema.json").read_text(encoding="utf-8")
    capsys.readouterr()
    assert run_here("schema", "explanation") == 0
    assert capsys.readouterr().out == published


def test_a_list_is_explained_deal_by_deal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s220\n2 r1\np2v0s1\n", encoding="utf-8")
    assert run_here("explain", str(deals), "--json") == 2
    captured = capsys.readouterr()
    found = [json.loads(line) for line in captured.out.splitlines()]
    for each in found:
        SCHEMA.validate(each)
    assert [each["status"] for each in found] == ["unreachable", "error", "reachable"]
    assert "deals.txt:2, deck: expected 50 cards, got 1" in captured.err
    assert run_here("explain", str(deals), "-q") == 2
    assert "keep 24.\n\n" in capsys.readouterr().out


def test_what_a_limit_leaves_open_is_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = shown(capsys, LOST, "-q", "--time-limit", "0.000001", "--workers", "1")
    assert code == 3
    assert "is not decided: the best score is between" in lines[-2]
    assert lines[-1] == "The solve stopped before it knew more."
    code, lines = shown(capsys, LOST, "-q", "--each", "0.000001", "--workers", "1")
    assert any(line.startswith("Not decided: ") for line in lines)
    assert (code == 3) is not any(line.startswith("Enough") for line in lines)


def test_a_stop_prints_what_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*arguments: Any, context: Context, **options: Any) -> Explanation:
        assert context.stop is not None
        context.stop.set()
        return explain(*arguments, context=context, **options)

    monkeypatch.setattr(explain_module, "explain", stopped)
    assert run_here("explain", LOST, "-q") == 130
    assert "The solve stopped before it knew more." in capsys.readouterr().out


def test_an_internal_error_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: Any, **options: Any) -> Explanation:
        raise InternalCheckError("two answers")

    monkeypatch.setattr(explain_module, "explain", fails)
    assert run_here("explain", "p2v0s1", "--json") == 70
    captured = capsys.readouterr()
    assert json.loads(captured.out)["errors"][0]["text"] == "internal check failed: two answers"
    assert captured.err == "internal check failed: two answers\n"


def test_a_faulty_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "bad.json", tokens=9)
    assert run_here("explain", str(path), "--json") == 2
    captured = capsys.readouterr()
    SCHEMA.validate(json.loads(captured.out))
    assert captured.err == f"{path}, tokens: expected 0 to 8, got 9\n"
    assert run_here("explain", "p2v0s1", "--method", "search", "--workers", "2") == 2
