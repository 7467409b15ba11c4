"""The command line as users call it: output, exit codes, and what goes to which stream."""

import errno
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import build
from commands import COMMAND, ENVIRONMENT, run, run_here, write
from places import DOCS
from puzzle_samples import deck_of
from result_samples import CROWDED, TRUE
from rich.console import Console
from waiting import GUARD_SECONDS

from hanabi_solver.analysis import questions, reviewer
from hanabi_solver.analysis.puzzle_check import Agreement, PuzzleCheck
from hanabi_solver.cli.render.board import print_position
from hanabi_solver.cli.render.checks import print_puzzle_checks
from hanabi_solver.cli.render.results import make_console, print_line
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats import source
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle
from hanabi_solver.formats.source import Entry
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.moves import Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.result_json import format_result

COMMANDS = (
    "solve",
    "review",
    "explain",
    "odds",
    "check",
    "study",
    "gallery",
    "show",
    "play",
    "deal",
    "convert",
    "verify",
    "puzzles",
    "schema",
)


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    return write(tmp_path / "puzzle.json")


def test_help_names_all_commands_and_loads_no_solver() -> None:
    script = (
        "import sys, atexit; from hanabi_solver.cli.app import main\n"
        "heavy = ('numba', 'numpy', 'ortools', 'pydantic', 'rich', 'llvmlite')\n"
        "atexit.register(lambda: print('LOADED', [name for name in heavy if name in sys.modules]))\n"
        "sys.argv = ['hanabi-solve', '--help']\n"
        "main()"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert all(command in result.stdout for command in COMMANDS)
    assert "LOADED []" in result.stdout


def test_version() -> None:
    result = run("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"hanabi-solve \d+\.\d+\.\d+\n", result.stdout)


def test_solve_prints_score_and_line(puzzle: Path) -> None:
    result = run("solve", str(puzzle), "--quiet")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == [str(puzzle), "Four to go", "Best score: 25 of 25, proved."]
    legend, *table = lines[lines.index("") + 1 :]
    assert legend == "Slot 1 is a hand's newest card."
    assert table[0].split() == ["turn", "player", "move", "draws", *"rygbp", "tokens", "strikes"]
    assert table[1].split() == ["1", "Alice", "play", "r4", "(slot", "2)", "r5", *"45544", "0", "0"]
    assert table[4].split() == ["4", "Alice", "play", "r5", "(slot", "1)", "-", *"55555", "3", "0"]
    assert table[-1] == "Every suit is complete: the game ends."
    assert "\x1b" not in result.stdout


def test_solve_says_why_not_more_and_ends_with_what_is_left(tmp_path: Path) -> None:
    path = write(tmp_path / "lost.json", pile="x x", discards="r4 r5", expect=None)
    result = run("solve", str(path), "-q")
    assert result.returncode == 0
    assert "Best score: 24 of 25, proved.\nWhy not 25: no r5 is left" in result.stdout
    assert "Score 24 stands, the turns left can be passed with clues and discards." in result.stdout


@pytest.mark.parametrize(("target", "code", "answer"), [(24, 0, "yes"), (25, 1, "no")])
def test_a_target_is_answered_by_the_exit_code(tmp_path: Path, target: int, code: int, answer: str) -> None:
    path = write(tmp_path / "lost.json", pile="x x", discards="r4 r5", expect=None)
    result = run("solve", str(path), "--target", str(target), "--json", "-q")
    data = json.loads(result.stdout)
    assert (result.returncode, data["target"], data["answer"]) == (code, target, answer)


def test_lines_from_stdin_give_a_result_each_and_verify_confirms_them(tmp_path: Path) -> None:
    deck = deck_of("rygbp")
    out = tmp_path / "out.json"
    text = f"2 {deck}\n# comment\n2 r1r1\n3 {deck}\n"
    result = run("solve", "-", "--json", "--quiet", "--out", str(out), stdin=text)
    assert result.returncode == 2
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["source"], row["status"]) for row in rows] == [
        ("stdin:1", "optimal"),
        ("stdin:3", "error"),
        ("stdin:4", "optimal"),
    ]
    assert result.stderr.startswith("stdin:3, deck: expected 50 cards, got 2\n")
    assert out.read_text(encoding="utf-8") == result.stdout
    sound = "".join(f"{json.dumps(row)}\n" for row in rows if row["status"] == "optimal")
    verified = run("verify", "-", stdin=sound)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert verified.stdout.count("Score, line and bounds were rechecked and hold.\n") == 2
    assert verified.stdout.count("The texts of reasons, the effort") == 1
    single = run("verify", "-", stdin=json.dumps(rows[0]))
    assert "rechecked and hold. The texts of reasons" in single.stdout
    rows[0]["line"] = rows[0]["line"][1:]
    assert run("verify", "-", stdin=json.dumps(rows[0])).returncode == 1


def test_results_are_printed_while_stdin_is_still_open() -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve", "-", "--json", "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"2 {deck_of('rygbp')}\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["source"] == "stdin:1"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=GUARD_SECONDS) == 130
    process.stdin.close()
    process.stdout.close()


def test_check_shows_verdicts_and_the_moves_that_differ(tmp_path: Path, puzzle: Path) -> None:
    moves = write(tmp_path / "moves.json", expect={"best": 25, "first_moves": ["discard x", "play r4"]})
    best = write(tmp_path / "best.json", expect={"best": 24})
    result = run("check", "-q", str(puzzle), str(moves), str(best))
    assert (result.returncode, result.stderr) == (1, "")
    rows = [line.split() for line in result.stdout.splitlines()[1:4]]
    assert [(row[1], row[2], row[-2]) for row in rows] == [
        ("25", "25", "right"),
        ("25", "25", "wrong"),
        ("24", "25", "wrong"),
    ]
    assert "expected   discard x, play r4\n  found      play r4\n" in result.stdout
    assert result.stdout.endswith("1 of 3 puzzles right.\n")


def test_show_is_a_board(puzzle: Path) -> None:
    result = run("show", str(puzzle))
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    top = next(at for at, line in enumerate(lines) if line.startswith("Stacks"))
    assert lines[top : top + 6] == [
        "Stacks   .  y5  g5   .   .",
        "         .  y4  g4  b4  p4",
        "        r3  y3  g3  b3  p3",
        "        r2  y2  g2  b2  p2",
        "        r1  y1  g1  b1  p1",
        "        r3  y5  g5  b4  p4   score 21 of 25",
    ]
    assert sum(line.startswith("> ") and line.endswith("   to move") for line in lines) == 1
    assert "Still to play (4)  r4 r5 b5 p5\n" in result.stdout


@pytest.mark.parametrize("name", ["puzzle", "result"])
def test_schemas_are_those_in_docs(name: str) -> None:
    published = (DOCS / f"{name}.schema.json").read_text(encoding="utf-8")
    assert run("schema", name).stdout == published


def test_every_fault_is_told_with_its_place_and_help(tmp_path: Path) -> None:
    path = write(tmp_path / "bad.json", pile="r5 z9", tokens=9, tokenz=1)
    result = run("solve", path.name, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "bad.json, tokenz: expected no such key",
        "help: remove it, or look up its spelling in docs/formats.md",
        "bad.json, pile[1]: expected a card (one of r/y/g/b/p, then a rank 1 to 5), got 'z9'",
        'help: write a card as its suit letter and its rank, like "r1"',
        "bad.json, tokens: expected 0 to 8, got 9",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["solve", "p2v0s40.json"],
            "p2v0s40.json: No such file or directory: expected a file or - for stdin",
        ),
        (["solve", "PUZZLE", "--target", "26"], "target: expected a score from 0 to 25, got 26"),
        (["solve", "PUZZLE", "--target", "-1"], "--target"),
        (["solve", "PUZZLE", "--time-limit", "nan"], "expected a number of seconds above 0"),
        (["solve", "PUZZLE", "--memory-limit", "lots"], "expected a size like 512M or 2G"),
        (["solve", "PUZZLE", "--memory-limit", "\u0661\u0662\u0668M"], "expected a size like 512M or 2G"),
        (["solve", "PUZZLE", "--time-limit", "\u0661"], "expected a number of seconds above 0"),
        (["solve", "PUZZLE", "--method", "search", "--workers", "2"], "this method runs on one thread"),
        (["solve", "PUZZLE", "--out", "no/such/folder"], "existing folder"),
        (["solve", "PUZZLE", "--out", "/dev/null"], "expected a regular file"),
        (["check", "PUZZLE", "no-such-file"], "no-such-file: No such file or directory: expected a file"),
        (["verify", "PUZZLE"], "expected a result (schema 1)"),
        (["schema", "nothing"], "nothing"),
    ],
)
def test_bad_usage_exits_with_2_and_a_message(
    puzzle: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [str(puzzle) if argument == "PUZZLE" else argument for argument in arguments]
    assert run_here(*named) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert "Traceback" not in errors


def test_a_stopped_solve_shows_both_bounds(
    puzzle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(start: Position, *, context: Context, **options: Any) -> Result:
        if is_interrupted:
            os.kill(os.getpid(), signal.SIGINT)
            assert context.stop is not None
            assert context.stop.wait(GUARD_SECONDS)
        return replace(TRUE, position=start, best=21, line=(), target=options.get("target"))

    monkeypatch.setattr(sys.modules["hanabi_solver.solver.best_score"], "solve", stopped)
    monkeypatch.setattr(questions, "solve", stopped)
    # Else it is loaded while `solve` is replaced, and keeps the replacement for all tests that follow.
    monkeypatch.setattr(reviewer, "solve", stopped)
    is_interrupted = False
    assert run_here("solve", str(puzzle)) == 3
    assert "Best score: between 21 and 25 (of 25), not decided." in capsys.readouterr().out
    assert run_here("solve", str(puzzle), "--target", "23") == 3
    assert "Can 23 be reached? Not decided." in capsys.readouterr().out
    assert run_here("check", str(puzzle), "--no-facts") == 3
    assert capsys.readouterr().out.splitlines()[1].split()[1:4] == ["25", "21", "to"]
    is_interrupted = True
    assert run_here("solve", str(puzzle), "--json") == 130
    assert json.loads(capsys.readouterr().out)["best"] == 21


def test_a_failed_internal_check_writes_a_reproducer(
    puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(*arguments: object, **options: object) -> Result:
        raise InternalCheckError("25 points reached above 24", '{"position": 1}')

    monkeypatch.setattr(sys.modules["hanabi_solver.solver.best_score"], "solve", contradict)
    monkeypatch.chdir(tmp_path)
    assert run_here("solve", str(puzzle), "--json") == 70
    (reproducer,) = tmp_path.glob("hanabi-reproducer-*.json")
    output = capsys.readouterr()
    assert reproducer.read_text(encoding="utf-8") == '{"position": 1}'
    assert reproducer.name in output.err
    assert json.loads(output.out)["status"] == "error"


def test_a_bug_is_no_false_claim(
    puzzle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.modules["hanabi_solver.solver.best_score"], "solve", lambda *_, **__: 1 // 0)
    assert run_here("solve", str(puzzle)) == 70
    assert "ZeroDivisionError" in capsys.readouterr().err


def in_shell(*arguments: str, redirect: str) -> subprocess.CompletedProcess[str]:
    """A command run by a shell, which can close streams."""
    script = f'"$@" {redirect}'
    command = ["sh", "-c", script, "sh", *COMMAND, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)


ANSWERS = [
    ("--version",),
    ("--help",),
    ("schema", "result"),
    ("deal", "p2v0s1"),
    ("convert", "p2v0s1", "--to", "link"),
    ("show", "PUZZLE"),
    ("solve", "PUZZLE", "-q"),
    ("solve", "PUZZLE", "-q", "--json"),
    ("check", "PUZZLE", "-q"),
    ("verify", "RESULT"),
]


@pytest.fixture
def answering(request: pytest.FixtureRequest, puzzle: Path, tmp_path: Path) -> list[str]:
    """A command that has something to say on stdout."""
    result = tmp_path / "result.json"
    result.write_text(format_result(TRUE), encoding="utf-8")
    files = {"PUZZLE": str(puzzle), "RESULT": str(result)}
    return [files.get(argument, argument) for argument in request.param]


@pytest.mark.parametrize("answering", ANSWERS, indirect=True)
def test_the_reader_of_the_output_may_leave(answering: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [*COMMAND, *answering]
    result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.parametrize("answering", ANSWERS[1::2], indirect=True)
@pytest.mark.parametrize(
    ("redirect", "reason"), [(">/dev/full", os.strerror(errno.ENOSPC)), (">&-", "it is closed")]
)
def test_an_output_that_takes_nothing_is_told(answering: list[str], redirect: str, reason: str) -> None:
    result = in_shell(*answering, redirect=redirect)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"cannot write to stdout: {reason}\n"


@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_the_answer_needs_no_stderr(puzzle: Path, redirect: str) -> None:
    result = in_shell("solve", str(puzzle), redirect=redirect)
    assert result.returncode == 0
    assert "Best score: 25 of 25, proved." in result.stdout
    assert in_shell("nonsense", redirect=redirect).returncode == 2


@pytest.mark.parametrize("command", [["solve"], ["show"], ["convert", "--to", "link"], ["verify"]])
def test_a_closed_stdin_is_a_fault(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run_here(*command, "-") == 2
    assert capsys.readouterr().err == "stdin: expected an open stdin, got none (it is closed)\n"


def test_no_stream_at_all_ends_quietly() -> None:
    assert in_shell("solve", "-", redirect="<&- >&- 2>&-").returncode == 2


def test_results_are_kept_when_the_reader_leaves(puzzle: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert in_shell("solve", str(puzzle), "-q", "--out", str(out), redirect=">/dev/full").returncode == 2
    assert json.loads(out.read_text(encoding="utf-8"))["best"] == 25


@pytest.mark.parametrize("text", ["", "\n \n\t\n"])
def test_verify_refuses_an_empty_file(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.json"
    path.write_text(text, encoding="utf-8")
    assert run_here("verify", str(path)) == 2
    assert capsys.readouterr().err.startswith(f"{path}: expected a result, got nothing\n")


@pytest.mark.parametrize("version", [True, 1.0])
def test_verify_wants_the_number_1_as_schema(
    version: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "result.json"
    path.write_text(json.dumps({**json.loads(format_result(TRUE)), "schema": version}), encoding="utf-8")
    assert run_here("verify", str(path)) == 2
    assert "schema: expected" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["-h"], ["solve", "-h"], ["check", "--help"]])
def test_help_has_a_short_name(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(*arguments) == 0
    assert "-h, --help" in capsys.readouterr().out


def test_no_command_is_bad_usage_with_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here() == 2
    assert "Usage:" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_writes_whole_results(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "out.json"
    command = [*COMMAND, "solve", "-", "--out", str(out)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write("nonsense\n")
    process.stdin.flush()
    assert process.stderr.readline().startswith("stdin:1: expected PLAYERS DECK")
    process.send_signal(number)  # it waits for the next line, or is about to
    _, errors = process.communicate(timeout=GUARD_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
    assert [json.loads(line)["source"] for line in out.read_text(encoding="utf-8").splitlines()] == [
        "stdin:1"
    ]


def test_a_run_without_any_answer_leaves_the_file_as_it_was(
    puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> Iterator[Entry]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(source, "scan_source", interrupted)
    out = tmp_path / "out.json"
    out.write_text("old", encoding="utf-8")
    assert run_here("solve", str(puzzle), "--out", str(out)) == 130
    assert out.read_text(encoding="utf-8") == "old"


def board_at(width: int, position: Position) -> list[str]:
    """What `show` prints on a terminal of this width."""
    stream = io.StringIO()
    print_position(Console(file=stream, width=width, force_terminal=True, color_system=None), position)
    return stream.getvalue().splitlines()


def test_piles_hang_under_their_first_line() -> None:
    lines = board_at(40, TRUE.position)
    start = next(at for at, line in enumerate(lines) if line.startswith("Discard pile"))
    end = next(at for at, line in enumerate(lines) if line.startswith("Still to play"))
    head = lines[start].index(")") + 3
    assert end - start > 1
    assert all(line[:head].isspace() and line[head] != " " for line in lines[start + 1 : end])
    assert all(line == line.rstrip() and len(line) <= 40 for line in lines[start:end])
    cards = " ".join([lines[start][head:], *(line[head:] for line in lines[start + 1 : end])])
    assert cards.split() == [format_card(card, "rygbp") for card in sorted(TRUE.position.discards)]


def test_check_keeps_the_names_of_files_on_a_terminal() -> None:
    name = f"/home/{'long/' * 20}puzzle.json"
    right = Agreement.RIGHT
    check = PuzzleCheck(Expectation(25), TRUE, None, right, None, 0.1)
    stream = io.StringIO()
    console = Console(file=stream, width=80, force_terminal=True, color_system=None)
    print_puzzle_checks(console, [(Entry(name, TRUE.position), check)])
    row, *_, last = stream.getvalue().splitlines()[1:]
    path, *cells = row.split()
    assert re.fullmatch(r"/home/(long/)*l?o?n?g?\.\.\.[long/]*/puzzle\.json", path)
    assert cells == ["25", "25", "-", "right", "0.10"]
    assert last == "1 of 1 puzzle right."


@pytest.mark.parametrize(
    ("changes", "plays", "sentence"),
    [
        ({}, 1, "Score 1 stands, the turns left can be passed with clues and discards."),
        ({}, 0, "No move is needed: score 0 stands, the turns left can be passed with clues and discards."),
        (
            {"token_limit": 0, "strikeout_scores": True},
            1,
            "Score 1 stands, whatever is played in the turns left.",
        ),
        (
            {"token_limit": 0},
            1,
            "The game goes on, and the moves still to make can lose the 1 point on the stacks.",
        ),
        (
            {"token_limit": 0, "strike_limit": 1},
            2,
            "The last strike has fallen: the game ends with 0 points.",
        ),
        (
            {"token_limit": 0, "strike_limit": 1, "strikeout_scores": True},
            2,
            "The last strike has fallen: the game ends with 1 point.",
        ),
    ],
)
def test_the_closing_sentence_is_true(
    changes: dict[str, Any], plays: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    position = build(Rules(suits=make_suits("rg"), **changes), "r1", "r1", tokens=0)
    line = (Play(0), Play(5))[:plays]  # the second r1 does not fit
    print_line(make_console(), replace(TRUE, position=position, line=line))
    assert capsys.readouterr().out.splitlines()[-1] == sentence


def test_a_score_of_0_is_shown_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "struck.json"
    rules = Rules(suits=make_suits("r"), hand_size=2, token_limit=0, strike_limit=1)
    position = build(rules, "r4 r5", "r3 r4", stacks=[1], tokens=0)
    path.write_text(format_puzzle(Puzzle(position)), encoding="utf-8")
    assert run_here("solve", str(path), "-q", "--workers", "1") == 0
    shown = capsys.readouterr().out
    assert "Best score: 0 of 5, proved." in shown
    assert shown.endswith("The last strike has fallen: the game ends with 0 points.\n")


@pytest.mark.parametrize("no_colour", [False, True])
def test_colours_and_progress_are_for_terminals(puzzle: Path, no_colour: bool) -> None:
    environment = ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "80"} | ({"NO_COLOR": "1"} if no_colour else {})
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "show", str(puzzle)], stdout=child, stderr=child, stdin=child, env=environment
    )
    os.close(child)
    output = b""
    try:
        while chunk := os.read(parent, 65536):
            output += chunk
    except OSError:  # Linux says EIO where the terminal's other end is closed
        pass
    os.close(parent)
    assert process.wait() == 0
    assert (b"\x1b[31mr4" in output) is not no_colour
    assert (b"\x1b" in output) is not no_colour


def test_solve_draws_the_board_on_a_terminal(puzzle: Path) -> None:
    parent, child = pty.openpty()
    environment = ENVIRONMENT | {"NO_COLOR": "1"}
    command = [*COMMAND, "solve", str(puzzle), "--workers", "1", "--quiet"]
    with subprocess.Popen(command, stdout=child, stdin=child, env=environment):
        os.close(child)
        output = b""
        with suppress(OSError):  # Linux says EIO where the terminal's other end is closed
            while chunk := os.read(parent, 65536):
                output += chunk
    os.close(parent)
    assert (
        output.index(b"Stacks") < output.index(b"> Alice ") < output.index(b"Best score: 25 of 25, proved.")
    )
    assert "Stacks" not in run("solve", str(puzzle), "--workers", "1").stdout


def test_two_methods_agree(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    rules = {"players": 2, "suits": "rg", "hand_size": 2}
    path.write_text(json.dumps({"rules": rules, "deck": CROWDED}), encoding="utf-8")
    results = [
        json.loads(run("solve", str(path), "--method", method, "--workers", "1", "--json", "-q").stdout)
        for method in ("search", "cpsat")
    ]
    assert results[0]["status"] == results[1]["status"] == "optimal"
    assert results[0]["best"] == results[1]["best"] < 10


def test_cards_written_x_are_shown_as_x(tmp_path: Path) -> None:
    file = tmp_path / "unnamed.json"
    file.write_text(
        '{"stacks": "r4 y5 g5 b4 p4", "hands": ["x x x r5 x", "b5 p5 x x x"], "pile": "x x", "tokens": 1}',
        encoding="utf-8",
    )
    board = run("show", str(file)).stdout
    assert "> Alice   x-    r5!+   x-    x-    x-   to move\n" in board
    assert "Draw pile (2)  x x\n" in board
    assert "Discarded or x (25)  r1 r1 r2" in board
    table = run("solve", str(file), "--quiet").stdout
    assert "play r5 (slot 2)" in table
    assert "x (last)" in table
