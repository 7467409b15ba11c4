"""What the terminal shows of boards and lines, where names are wide and the terminal is narrow."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import output_of, run_here, write
from page_games import entry_of, hostile_game, puzzle
from places import SAMPLES
from rich.cells import cell_len
from rich.console import Console

from hanabi_solver.cli.render.board import coloured, names_of, print_board, seat_labels
from hanabi_solver.cli.render.results import make_console, print_line
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.board import hand_rows, legend_rows
from hanabi_solver.game.position import Position
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.solver.result import Result
from hanabi_solver.web.pages.subject import shown
from hanabi_solver.web.pages.turn_data import page_data

WIDE_NAMES = ["日本語の名前", "Ann", "\u05d0\u05d1", "Zoë", "N" * 50]


def terminal(width: int) -> tuple[Console, io.StringIO]:
    stream = io.StringIO()
    return Console(file=stream, width=width, force_terminal=True, color_system=None, markup=False), stream


def board_of(position: Position) -> str:
    stream = io.StringIO()
    print_board(make_console(stream), position)
    return stream.getvalue()


def test_clues_that_cost_two_tokens_are_counted_as_on_pages() -> None:
    entry = entry_of("p2v52s1")  # clue starved
    for limit, tokens, text in ((16, 16, "Clues 8 of 8,"), (15, 15, "Clues 7.5 of 7.5,")):
        start = entry.position
        rules = replace(start.rules, token_limit=limit)
        position = replace(start, rules=rules, tokens=tokens)
        assert text in board_of(position)
        state = page_data(shown(replace(entry, start=position)))
        assert text == f"Clues {state['states'][0]['tokens']} of {state['most_tokens']},"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_hands_stand_under_each_other_whatever_the_names(encoding: str) -> None:
    position = hostile_game(0).position
    rows = [coloured(row) for row in hand_rows(position, labels=seat_labels(position, WIDE_NAMES, encoding))]
    starts = set()
    for row, hand in zip(rows, position.hands, strict=True):
        written = row.plain.encode(encoding, "backslashreplace").decode(encoding)
        first = re.search(r"  +([a-z][1-5])[-!=+ ]", written[2:])
        assert first is not None
        starts.add(cell_len(written[: 2 + first.start(1)]))
        assert len(hand) == 4
    assert len(starts) == 1
    assert max(starts) < 50


def test_names_stand_beside_hands_of_a_game_without_moves() -> None:
    game = entry_of(str(SAMPLES / "p2v0s12.json"))
    assert game.game is not None
    players = ("Rosa", "Karl")
    named = replace(game, game=replace(game.game, moves=(), players=players))
    assert names_of(named) == list(players)
    assert names_of(entry_of("p2v0s12")) == ["Alice", "Bob"]  # a seed has none
    assert names_of(entry_of("puzzles/hold-the-four.json")) == ["Alice", "Bob", "Cathy"]


@pytest.mark.parametrize("width", [26, 40, 60, 72, 80])
def test_no_mark_of_the_legend_is_torn_from_its_word(width: int) -> None:
    rows = [str(row) for row in legend_rows(width)]
    assert re.split(r"   |\n", "\n".join(rows)) == [
        "newest card (slot 1) first",
        "! critical",
        "= duplicate in hands",
        "- trash",
        "+ playable",
        "[ ] moves next",
    ]
    assert all(len(row) <= width for row in rows)


@pytest.fixture(scope="module")
def result() -> Result:
    return solve(puzzle("hold-the-five").start, limits=Limits(workers=1))


@pytest.mark.parametrize(
    ("width", "left_out"),
    [
        (80, ""),
        (69, ""),
        (68, "strikes"),
        (59, "strikes, draws"),
        (45, "strikes, draws, tokens"),
        (35, "strikes, draws, tokens, stacks"),
    ],
)
def test_a_narrow_terminal_gets_fewer_columns_and_whole_rows(
    result: Result, width: int, left_out: str
) -> None:
    console, stream = terminal(width)
    print_line(console, result)
    text = stream.getvalue()
    rows = [line for line in text.splitlines() if re.match(r" *[0-9]+(-[0-9]+)? {2,}([A-Z][a-z]+|) ", line)]
    assert len(rows) == len(result.line) - 2  # three clues are one row
    assert "\u2026" not in text
    assert all(len(line) <= width for line in text.splitlines())
    told = re.sub(r"\s+", " ", text)
    assert (f"Left out, as the terminal is narrow: {left_out}." in told) == bool(left_out)
    assert ("Left out" in told) == bool(left_out)


def test_boards_of_wide_names_are_aligned_in_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (SAMPLES / "p2v0s12.json").read_text("utf-8").replace("Alice", "日本").replace("Bob", "B")
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert run_here("show", str(file)) == 0
    rows = capsys.readouterr().out.splitlines()
    hands = [row for row in rows if re.match(r"[> ] (日本|B) ", row)]
    starts = [re.search(r"[a-z][1-5]", row) for row in hands]
    assert (
        len({cell_len(row[: start.start()]) for row, start in zip(hands, starts, strict=True) if start}) == 1
    )
    assert all(starts)


def test_show_says_how_a_puzzle_lists_its_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    oldest, newest = write(tmp_path / "a.json"), write(tmp_path / "b.json", hands_order="newest-first")
    first, second = (output_of(capsys, "show", str(path)) for path in (oldest, newest))
    assert "\nHands in the file: oldest card first.\n" in first
    assert "\nHands in the file: newest card first.\n" in second
    assert "in the file" not in output_of(capsys, "show", "p2v0s1")


def test_convert_lists_hands_either_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path / "a.json"))
    convert = ("convert", "--to", "puzzle", path)
    newest = output_of(capsys, *convert, "--hands-order", "newest-first")
    (tmp_path / "b.json").write_text(newest)
    # What a puzzle says is kept, and changed back on demand.
    assert output_of(capsys, "convert", "--to", "puzzle", str(tmp_path / "b.json")) == newest
    back = ("convert", "--to", "puzzle", str(tmp_path / "b.json"), "--hands-order", "oldest-first")
    assert output_of(capsys, *back) == output_of(capsys, *convert)
    assert parse_puzzle(newest).position == parse_puzzle(output_of(capsys, *convert)).position


def test_no_order_of_hands_is_taken_where_none_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    order = ("--hands-order", "newest-first")
    assert run_here("convert", "p2v0s1", "--to", "puzzle", *order) == 2
    assert capsys.readouterr().err == (
        "p2v0s1: expected hands to list newest-first, got a deal\n"
        "help: only puzzles that start with a position list hands: leave out --hands-order\n"
    )
    assert run_here("convert", "p2v0s1", "--to", "link", *order) == 2
    assert "expected no newest-first with --to link, which lists no hands" in capsys.readouterr().err


def test_check_write_keeps_the_order_of_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.json", hands_order="newest-first", expect=None)
    text = path.read_text()
    output_of(capsys, "check", str(path), "--write", "--quiet")
    written = path.read_text()
    assert written.startswith(text.removesuffix("}"))
    assert parse_puzzle(written).hands_order == "newest-first"
    assert parse_puzzle(written).expect is not None
