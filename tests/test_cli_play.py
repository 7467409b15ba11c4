"""`hanabi-solve play`: by commands line by line, and by keys on a terminal."""

import fcntl
import io
import os
import pty
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

import pytest
from test_cli import COMMAND, ENVIRONMENT, run, run_here
from test_hanablive_games import SAMPLES

from hanabi_solver.cli.keys import Key, read_key

PUZZLE = "puzzles/which-to-give-up.json"


def played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, commands: str, *arguments: str
) -> tuple[int, list[str], str]:
    """The exit code, one text for each place that was shown, and stderr."""
    monkeypatch.setattr("sys.stdin", io.StringIO(commands))
    code = run_here("play", *arguments)
    captured = capsys.readouterr()
    heads = ("Start", "After turn ")
    lines = captured.out.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith(heads)]
    places = [
        "\n".join(lines[at:end]).strip() for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]
    return code, places, captured.err


def test_a_puzzle_is_stepped_through_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, places, errors = played(capsys, monkeypatch, "n\n\nb\nlast\nfirst\n3\nq\nn\n", PUZZLE)
    assert (code, errors) == (0, "")
    heads = [place.splitlines()[0] for place in places]
    assert heads == [
        "Start",
        *(f"After turn {turn} of 8" for turn in (1, 2, 1, 8)),
        "Start",
        "After turn 3 of 8",
    ]
    assert all("Best score left: 16 of 20." in place for place in places)
    assert "\n> Seat 0  [" in places[0]
    assert "The final round is over: the game ends with 16 points." in places[4]


def test_a_worse_move_is_told_at_once_and_undone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = "d r4\nn\nu\nd y4\nu\nu\np 3\nl\n"
    code, places, errors = played(capsys, monkeypatch, commands, PUZZLE)
    assert (code, errors) == (0, "")
    start, lost, further, undone, kept, again, nothing, struck, back = places
    assert lost.startswith("After turn 1 of ")
    assert "\nLast: seat 0: discard r4 (slot 3), draws r1\n" in lost
    assert "Best score left: 15 of 20. It was 16 before the move." in lost
    assert further.startswith("After turn 2 of ")
    assert "Best score left: 15 of 20." in further
    assert undone == start == again == back
    assert "Best score left: 16 of 20." in kept
    assert nothing.endswith("There is nothing to undo.")
    assert "misplay r4 (slot 3)" in struck
    assert "strikes 1 of 3" in struck
    assert ", off the line\n" in struck


def test_faulty_commands_are_told_and_the_play_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, places, errors = played(capsys, monkeypatch, "c\np z9\nc 1 r\nn\n", PUZZLE)
    assert code == 2
    assert len(places) == 2
    lines = [line for line in errors.splitlines() if line.startswith("move: ")]
    assert lines == [
        "move: expected a move that is possible, but no clue can be given",
        "move: expected a card (one of r/y/g/k, then a rank 1 to 5), got 'z9'",
        "move: expected a legal move, got 'c 1 r': a clue costs 1, and 0 clue tokens are left "
        "[rule: clue-needs-token]",
    ]


def test_a_game_is_played_as_it_was_until_another_move_is_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = str(SAMPLES / "p2v0s12.json")
    code, places, errors = played(capsys, monkeypatch, "last\ns\n", game)
    assert (code, errors) == (0, "")
    assert "Seat 0 Alice" in places[0]
    assert "Best score left: not asked yet (s asks)." in places[0]
    assert "The last strike has fallen: the game ends with 0 points." in places[1]
    assert "Best score left: 0 of 25." in places[2]


def test_the_bounds_are_both_told_where_time_is_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("puzzles/lost-without-a-bound.json", "--time-limit", "0.000001")
    code, places, errors = played(capsys, monkeypatch, "?\n", *arguments)
    assert (code, errors) == (0, "")
    assert "Best score left: between " in places[0]
    assert ", not decided in time." in places[0]
    assert "take back the last move that was tried" in places[1]


@pytest.mark.parametrize(
    ("arguments", "stdin", "fault"),
    [
        (["-"], "p2v0s1\n", "stdin: expected another SOURCE, as stdin holds the commands"),
        (["LIST"], "", ":1: expected one deal to play, got a list of deals"),
        (["p2v0s1", "--turn", "3"], "", "turn: expected a game or link to choose turn 3 of, got no moves"),
        (["nothing.json"], "", "nothing.json: expected a file or - for stdin"),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, arguments: list[str], stdin: str, fault: str
) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\n", encoding="utf-8")
    result = run("play", *(str(deals) if word == "LIST" else word for word in arguments), stdin=stdin)
    assert (result.returncode, result.stdout) == (2, "")
    assert fault in result.stderr


class Terminal:
    """`play` on a terminal of its own."""

    def __init__(self, source: str) -> None:
        self.end, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        environment = ENVIRONMENT | {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "120", "LINES": "50"}
        self.before = termios.tcgetattr(child)
        self.child = child
        self.process = subprocess.Popen(
            [*COMMAND, "play", source], stdin=child, stdout=child, stderr=child, env=environment
        )

    def screen(self, expected: str) -> str:
        """What is shown once `expected` is."""
        shown, end = "", time.monotonic() + 60
        while time.monotonic() < end:
            if select.select([self.end], [], [], 0.2)[0]:
                shown += os.read(self.end, 65536).decode()
                shown = shown.rpartition("\x1b[2J")[2] if shown.count("\x1b[2J") else shown
                if expected in shown and select.select([self.end], [], [], 0.2)[0] == []:
                    return shown
        raise AssertionError(f"expected {expected!r}, got {shown}")

    def press(self, keys: str, expected: str) -> str:
        os.write(self.end, keys.encode())
        return self.screen(expected)


def test_keys_step_try_and_undo_on_a_terminal() -> None:
    terminal = Terminal(PUZZLE)
    assert "[y4=]" in terminal.screen("q: quit")
    terminal.press("\x1b[C", "After turn 1 of 8")
    terminal.press("\x1b[C", "After turn 2 of 8")
    terminal.press("\x1b[D", "After turn 1 of 8")
    terminal.press("\x1b[F", "After turn 8 of 8")
    terminal.press("\x1b[H", "Start")
    terminal.press("d r5", "> d r5")
    terminal.press("\x7f4", "> d r4")
    assert "It was 16 before the move." in terminal.press("\r", "Best score left: 15 of 20.")
    terminal.press("u", "Start")
    assert "q: quit" in terminal.press("p\x1b", "q: quit")
    assert "expected a card in the hand" in terminal.press("p k1\r", "expected a card")
    terminal.press("5\r", "After turn 5 of 8")
    os.write(terminal.end, b"q")
    assert terminal.process.wait(timeout=20) == 0
    assert termios.tcgetattr(terminal.child) == terminal.before
    os.close(terminal.child)
    os.close(terminal.end)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        (b"\x1b[C", Key.RIGHT),
        (b"\x1bOC", Key.RIGHT),
        (b"\x1b[1~", Key.HOME),
        (b"\x1b[F", Key.END),
        (b"\x1b", Key.ESCAPE),
        (b"\x1b[1;5C", Key.OTHER),
        (b"\x7f", Key.BACKSPACE),
        (b"\x04", Key.CLOSED),
        (b"p", "p"),
        (b"\xc3", Key.OTHER),
    ],
)
def test_keys_are_told_from_characters(written: bytes, key: Key | str) -> None:
    reader, writer = os.pipe()
    try:
        os.write(writer, written)
        assert read_key(reader) == key
        assert select.select([reader], [], [], 0)[0] == []
    finally:
        os.close(reader)
        os.close(writer)
