"""hanab.live on the command line: seeds, links and games as sources, and as what is written."""

import json
import re
import sys
from pathlib import Path

import pytest
from commands import Stdin, errors_of, output_of, run_here
from game_samples import SHARED
from places import SAMPLES
from puzzle_samples import POSITION

from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import format_deal, parse_deal
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.replay import replay

CLUE_STARVED, REVERSED, UP_OR_DOWN, SIX_SUITS = 52, 1343, 24, 1
# Every no-variant seed among 1..2000 for 2 to 5 players whose best score is below 25 (found independently).
BELOW_25 = {
    24: (
        "p2v0s40 p2v0s220 p2v0s251 p2v0s326 p2v0s344 p2v0s406 p2v0s510 p2v0s519 p2v0s526 p2v0s1044 "
        "p2v0s1076 p2v0s1106 p2v0s1323 p2v0s1495 p2v0s1686 p2v0s1704 p2v0s1713 p2v0s1749 p2v0s1766 "
        "p2v0s1971 p3v0s1041 p3v0s1152 p3v0s1521 p3v0s1595 p3v0s1841"
    ),
    23: ("p2v0s242 p2v0s731 p2v0s1356 p4v0s280"),
}


GAME = str(SAMPLES / "p3v0s1.json")


def test_a_line_from_the_middle_of_a_game_has_its_turns_and_its_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = output_of(capsys, "solve", str(SAMPLES / "p2v0s12.json"), "--turn", "30", "--workers", "1")
    rows = re.findall(r"^ +([0-9]+) +([A-Za-z0-9]+) +(?:play|discard|clue|misplay)", shown, re.MULTILINE)
    assert rows[:3] == [("30", "Bob"), ("31", "Alice"), ("32", "Bob")]
    assert re.search(r"clue (red|yellow|green|blue|purple|[1-5]) to (Alice|Bob)", shown)
    assert "seat" not in shown.lower()
    assert "explain" not in shown  # a bound that names its cards comes first


def test_clues_in_a_row_are_one_row_unless_all_moves_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("solve", "puzzles/hold-the-five.json", "--workers", "1", "--lines")
    folded, whole = (output_of(capsys, *arguments, *more) for more in ((), ("--all-moves",)))
    rows = re.findall(r"^ *([0-9]+(?:-[0-9]+)?)  +(.*?)  ", folded, re.MULTILINE)
    assert rows[:2] == [("1-3", "3 clues"), ("4", "Donald")]
    assert re.findall(r"^ +([0-9]+)  (\w+) +clue 5 to (\w+) ", whole, re.MULTILINE)[:3] == [
        ("1", "Alice", "Bob"),
        ("2", "Bob", "Cathy"),
        ("3", "Cathy", "Donald"),
    ]
    # What stands there after the turns is the same.
    assert folded.splitlines()[-8:] == whole.splitlines()[-8:]
    for other in ("--json", "--no-lines"):
        assert run_here(*arguments[:-1], "--all-moves", other) == 2
        assert f"expected no {other}" in capsys.readouterr().err


def test_all_moves_of_a_list_are_printed_with_its_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\np2v0s2\n", encoding="utf-8")
    for option in ("--all-moves", "--board"):
        assert run_here("solve", str(deals), option, "--workers", "1") == 2
        captured = capsys.readouterr()
        assert (captured.out, captured.err.splitlines()[0]) == (
            "",
            f"{option}: expected --lines beside it for a list, whose moves are not printed otherwise",
        )
    shown = output_of(capsys, "solve", str(deals), "--all-moves", "--lines", "--workers", "1", "-q")
    assert not re.search(r"^ *[0-9]+-[0-9]+ ", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("solve", "give a seed (p2v0s40), "),
        ("review", "give game files, folders of them, "),
        ("check", "give puzzle files, or folders of them"),
    ],
)
def test_advice_is_for_what_a_command_takes(
    command: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for source, fault in (
        ("nowhere", "nowhere: No such file or directory: expected a file or - for stdin"),
        ("", "expected the name of a file, got an empty text"),
    ):
        lines = errors_of(capsys, command, source)
        assert lines[0] == fault
        assert lines[1].startswith(f"help: {advice}")


def test_turns_of_an_explanation_are_those_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output_of(capsys, "explain", GAME, "--turn", "40", "-q", "--workers", "1")
    data = json.loads(output_of(capsys, "explain", GAME, "--turn", "40", "--json", "-q", "--workers", "1"))
    assert f"(turn {data['narrowness']['tokens_turn']})" in shown
    assert data["narrowness"]["tokens_turn"] >= 40
    assert data["narrowness"]["pace_turn"] >= 40
    assert data["result"]["line"][0]["turn"] == 40
    assert "On turn 40, " in shown
    assert "the first turn" not in shown


def test_the_cards_of_a_single_hand_bound_are_pointed_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Which cards these are says: hanabi-solve explain p2v0s40\n" in output_of(
        capsys, "solve", "p2v0s40", "--workers", "1"
    )


def test_solve_answers_a_seed_and_links_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "solve", "p2v0s40", "-q", "--workers", "1").splitlines()
    assert lines[:3] == [
        "p2v0s40",
        "hanab.live, No Variant (r Red, y Yellow, g Green, b Blue, p Purple)",
        "Best score: 24 of 25, proved.",
    ]
    name, link = lines[-1].split(": ", 1)
    game = parse_link(link)
    assert (name, game.seed, game.deal) == ("Watch it", "p2v0s40", parse_seed("p2v0s40").deal)
    assert game.replay().score == 24


def test_the_json_result_holds_the_link(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output_of(capsys, "solve", f"p3v{REVERSED}s5", "-q", "--json"))
    assert (data["source"], data["status"]) == (f"p3v{REVERSED}s5", "optimal")
    assert data["rules"]["suits"][4] == {"letter": "p", "copies": [1, 2, 2, 2, 3], "reversed": True}
    assert parse_link(data["link"]).replay().score == data["best"]


def test_a_clue_starved_game_counts_clues(capsys: pytest.CaptureFixture[str]) -> None:
    seed = f"p2v{CLUE_STARVED}s1"
    shown = output_of(capsys, "solve", seed, "-q").splitlines()
    table = [line.split() for line in shown[shown.index("") + 2 :]]
    assert table[0][-2:] == ["clues", "strikes"]
    assert {clues[-2:] for clues in (row[-2] for row in table[1:-3]) if "." in clues} == {".5"}
    board = output_of(capsys, "show", seed)
    assert "\nClues 8 of 8, strikes 0 of 3, draw pile " in board
    assert "\nA discard or a completed suit regains 1/2 of a clue.\n" in board


def test_a_line_from_the_middle_of_a_game_follows_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output_of(capsys, "solve", GAME, "--turn", "40", "--json", "-q"))
    played = parse_game(Path(GAME).read_text(encoding="utf-8"))
    shown = parse_link(data["link"])
    assert data["link"].endswith("#40")
    assert [turn["turn"] for turn in data["line"]] == list(range(40, 40 + len(data["line"])))
    assert shown.moves[:39] == played.moves[:39]
    assert replay(shown.deal.start(), shown.moves).score == data["best"] == 25


def test_positions_have_no_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(POSITION), encoding="utf-8")
    assert json.loads(output_of(capsys, "solve", str(path), "--json", "-q"))["link"] is None
    assert errors_of(capsys, "convert", str(path), "--to", "link") == [
        f"{path}: expected a deal to write as a link, got a position",
        "help: a position can only be written as a puzzle",
    ]


def test_lines_of_stdin_are_shown_in_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = format_deal(parse_seed("p2v0s1").deal)
    monkeypatch.setattr(sys, "stdin", Stdin(f"p2v{SIX_SUITS}s1\n{SHARED}\n{deal}\np9v{UP_OR_DOWN}s1\n"))
    assert run_here("show", "-") == 2
    captured = capsys.readouterr()
    names = [line for line in captured.out.splitlines() if line.startswith("stdin")]
    assert names == ["stdin:1 (p2v1s1)", "stdin:2", "stdin:3"]
    assert "hanab.live, 6 Suits (r Red, y Yellow, g Green, b Blue, p Purple, t Teal)" in captured.out
    assert captured.err.startswith(f"stdin:4 (p9v{UP_OR_DOWN}s1), rules.players: expected 2 to 6, got 9")


def test_deal_prints_the_deck_of_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    dealt = parse_seed("p2v0s1")
    assert parse_deal(output_of(capsys, "deal", "p2v0s1")) == dealt.deal
    assert parse_link(output_of(capsys, "deal", "p2v0s1", "--link").strip()).deal == dealt.deal
    data = json.loads(output_of(capsys, "deal", f"p2v{CLUE_STARVED}s1", "--json"))
    assert data["variant"]["name"] == "Clue Starved (5 Suits)"
    assert data["rules"]["clue_cost"] == 2
    assert run_here("deal", f"p3v{SIX_SUITS}s1") == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("3 p4t4t4r3p2")
    assert '"6 Suits" are not in the line' in captured.err
    assert errors_of(capsys, "deal", "p2v0")[0] == 'p2v0, seed: expected a seed, got "p2v0"'
    assert run_here("deal", "p2v0s1", "--json", "--link") == 2


def test_convert_writes_what_can_be_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = parse_seed("p2v0s1").deal
    link = output_of(capsys, "convert", "p2v0s1", "--to", "link").strip()
    assert (parse_link(link).deal, parse_link(link).seed) == (deal, "p2v0s1")
    assert parse_deal(output_of(capsys, "convert", link, "--to", "text")) == deal
    assert parse_puzzle(output_of(capsys, "convert", link, "--to", "puzzle")).start == deal
    game = parse_game(output_of(capsys, "convert", SHARED, "--to", "game"))
    assert (game.deal, game.moves) == (parse_link(SHARED).deal, parse_link(SHARED).moves)
    assert output_of(capsys, "convert", GAME, "--to", "link", "--turn", "7").endswith("#7\n")
    starved = parse_seed(f"p2v{CLUE_STARVED}s1").deal
    path = tmp_path / "starved.json"
    path.write_text(output_of(capsys, "convert", f"p2v{CLUE_STARVED}s1", "--to", "puzzle"), encoding="utf-8")
    assert parse_puzzle(path.read_text(encoding="utf-8")).start == starved
    assert f",043a,5-{CLUE_STARVED % 10}" in output_of(capsys, "convert", str(path), "--to", "link")


def test_convert_refuses_what_the_format_cannot_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert errors_of(capsys, "convert", f"p2v{CLUE_STARVED}s1", "--to", "text") == [
        f"p2v{CLUE_STARVED}s1, rules: expected the standard rules and suits, got others",
        "help: the line has no place for rules: write a puzzle, which states them",
    ]
    monkeypatch.setattr(sys, "stdin", Stdin("p2v0s1\np2v0s2\n"))
    assert run_here("convert", "-", "--to", "game") == 2
    captured = capsys.readouterr()
    assert parse_game(captured.out).seed == "p2v0s1"
    assert captured.err.startswith("stdin:2 (p2v0s2): expected one deal to write as a game, got more\n")
    data = {"players": 2, "seed": "p2v0s1", "options": {"deckPlays": True}}
    monkeypatch.setattr(sys, "stdin", Stdin(json.dumps(data)))
    assert "a game without options of its own" in errors_of(capsys, "convert", "-", "--to", "link")[0]


def test_why_a_line_has_no_link_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = {"players": 2, "seed": "p2v0s1", "options": {"deckPlays": True, "unheardOf": True}}
    monkeypatch.setattr(sys, "stdin", Stdin(json.dumps(data)))
    assert run_here("solve", "-") == 0
    captured = capsys.readouterr()
    assert (
        captured.err == "stdin: note: the option unheardOf is not known here, and taken to change nothing\n"
    )
    assert captured.out.splitlines()[-1] == (
        "No link to hanab.live: a link cannot hold the options of this game (deck plays); a game file can."
    )


def test_seeds_get_their_best_scores(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    best = {seed: score for score, seeds in BELOW_25.items() for seed in seeds.split()}
    assert len(best) == 29
    others = [f"p{2 + number % 4}v0s{1 + 61 * number}" for number in range(31)]
    best |= {seed: 25 for seed in others if seed not in best}
    assert len(best) == 60
    monkeypatch.setattr(sys, "stdin", Stdin("".join(f"{seed}\n" for seed in best)))
    results = [json.loads(line) for line in output_of(capsys, "solve", "-", "--json", "-q").splitlines()]
    found = {result["source"].split("(")[1].rstrip(")"): result["best"] for result in results}
    assert found == best
    assert {result["status"] for result in results} == {"optimal"}
    assert all(parse_link(result["link"]).replay().score == result["best"] for result in results)
