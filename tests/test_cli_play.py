"""`hanabi-solve play`: by commands line by line, and by keys on a terminal."""

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from commands import COMMAND, ENVIRONMENT, Stdin, run, run_here
from page_games import entry_of, hostile_game
from places import SAMPLES
from rich.console import Console
from waiting import GUARD_SECONDS

from hanabi_solver.analysis.hypothetical import Exploration
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.cli.render.board import names_of
from hanabi_solver.cli.render.play import HELP, KEYS_HELP, Stage, View, screen_rows
from hanabi_solver.cli.render.results import entry_name
from hanabi_solver.cli.terminal.keys import Key, read_key
from hanabi_solver.formats.entry import Entry

PUZZLE = "puzzles/which-to-give-up.json"


def played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, commands: str, *arguments: str
) -> tuple[int, list[str], str]:
    """The exit code, one text for each place that was shown, and stderr."""
    monkeypatch.setattr("sys.stdin", Stdin(commands))
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
    code, places, errors = played(capsys, monkeypatch, "n\n\nb\nlast\nfirst\n4\nturn 99\nq\nn\n", PUZZLE)
    assert (code, errors) == (0, "")
    heads = [place.splitlines()[0] for place in places]
    assert heads == [
        "Start",
        *(f"After turn {turn} of 8" for turn in (1, 2, 1, 8)),
        "Start",
        "After turn 3 of 8",  # before turn 4
        "After turn 8 of 8",
    ]
    assert places[-1].endswith("There is no turn 99 here: they are 1 to 9 (after the last move).")
    assert all("Best score left: 16 of 20." in place for place in places)
    assert re.search(r"\n> Alice .*\[[a-z][1-5].*\].*   to move\n", places[0])
    assert "The final round is over: the game ends with 16 points." in places[4]


def test_a_worse_move_is_told_at_once_and_undone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = "d r4\nn\nu\nd y4\nu\nu\np 3\nl\n"
    code, places, errors = played(capsys, monkeypatch, commands, PUZZLE)
    assert (code, errors) == (0, "")
    start, lost, further, undone, kept, again, nothing, struck, back = places
    assert lost.startswith("After turn 1 of ")
    assert "\nLast: Alice discards r4 (slot 3), draws r1\n" in lost
    assert "Best score left: 15 of 20. It was 16 before the move." in lost
    assert further.startswith("After turn 2 of ")
    assert "Best score left: 15 of 20." in further
    assert undone == start == again == back
    assert "Best score left: 16 of 20." in kept
    assert nothing.endswith("There is nothing to undo.")
    assert "Alice misplays r4 (slot 3)" in struck
    assert "strikes 1 of 3" in struck
    assert ", off the line\n" in struck


def test_faulty_commands_are_told_and_the_play_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, places, errors = played(capsys, monkeypatch, "c\np z9\nc bob red\nc 1 r\nn\n", PUZZLE)
    assert code == 2
    assert len(places) == 2
    lines = [line for line in errors.splitlines() if line.startswith("move: ")]
    assert lines == [
        "move: expected a move that is possible, but no clue can be given",
        "move: expected a card (one of r/y/g/k, then a rank 1 to 5), got 'z9'",
        "move: expected a legal move, got 'c bob red': a clue costs 1, and 0 clue tokens are left "
        "[rule: clue-needs-token]",
        "move: expected a player (Bob, Cathy) and a colour (red, yellow, green, black) or rank, got '1 r'",
    ]


def test_a_command_that_is_no_text_is_told_and_the_play_goes_on() -> None:
    done = subprocess.run(
        [*COMMAND, "play", PUZZLE],
        input=b"c \xff red\nn\n",
        capture_output=True,
        env=ENVIRONMENT,
        timeout=GUARD_SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert b"expected UTF-8 text, got byte 0xff" in done.stderr
    assert b"\nAfter turn 1 of " in done.stdout


def test_a_game_is_played_as_it_was_until_another_move_is_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = str(SAMPLES / "p2v0s12.json")
    code, places, errors = played(capsys, monkeypatch, "last\ns\n", game)
    assert (code, errors) == (0, "")
    assert "> Alice " in places[0]
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
        (["p2v0s1", "--turn", "3"], "", "turn: expected a game with moves to choose turn 3 of, got none"),
        (["nothing.json"], "", "nothing.json: No such file or directory: expected a file or - for stdin"),
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


LEAVE, ENTER_SCREEN, CLEAR = "\x1b[?1049l", "\x1b[?1049h", "\x1b[H\x1b[2J"


class Terminal:
    """`play` on a terminal of its own, in a process group of its own that can be stopped."""

    def __init__(self, *arguments: str, term: str = "xterm", before: str = "") -> None:
        self.end, self.child = pty.openpty()
        self.resize(50, 120)
        environment = {key: value for key, value in ENVIRONMENT.items() if key not in ("COLUMNS", "LINES")}
        environment |= {"TERM": term, "NO_COLOR": "1"}
        python, option, program = COMMAND
        self.before = termios.tcgetattr(self.child)
        self.written = ""
        self.process = subprocess.Popen(
            [python, option, before + program, "play", *arguments],
            stdin=self.child,
            stdout=self.child,
            stderr=self.child,
            env=environment,
            process_group=0,
        )

    def resize(self, height: int, width: int) -> None:
        fcntl.ioctl(self.child, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def screen(self, expected: str) -> str:
        """What is shown once `expected` is."""
        shown = ""
        while self.has_more():
            piece = os.read(self.end, 65536).decode()
            self.written += piece
            shown = (shown + piece).rpartition(CLEAR)[2]
            if expected in shown and select.select([self.end], [], [], 0.2)[0] == []:
                return shown
        raise AssertionError(f"expected {expected!r}, got {shown}")

    def has_more(self) -> bool:
        """Wait until more is written; False if nothing comes any more."""
        for _ in range(int(GUARD_SECONDS)):
            has_ended = self.process.poll() is not None
            if select.select([self.end], [], [], 1.0)[0]:
                return True
            if has_ended:
                break
        return False

    def press(self, keys: str, expected: str) -> str:
        os.write(self.end, keys.encode())
        return self.screen(expected)

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def drain(self) -> str:
        """All that is written within a moment."""
        text = ""
        while select.select([self.end], [], [], 0.3)[0]:
            text += os.read(self.end, 65536).decode()
        self.written += text
        return text

    def ended(self) -> int:
        """The exit code; the terminal is as it was, whatever the end."""
        code = self.process.wait(timeout=GUARD_SECONDS)
        self.drain()
        assert termios.tcgetattr(self.child) == self.before
        assert self.written.rpartition(ENTER_SCREEN)[2].count(LEAVE) == (ENTER_SCREEN in self.written)
        os.close(self.child)
        os.close(self.end)
        return code


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
    terminal.press("6\r", "After turn 5 of 8")  # before turn 6
    os.write(terminal.end, b"q")
    assert terminal.ended() == 0


def test_keys_do_what_commands_do() -> None:
    terminal = Terminal(PUZZLE)
    terminal.screen("q: quit")
    terminal.press("\r", "After turn 1 of 8")
    terminal.press("N", "After turn 2 of 8")
    terminal.press("$", "After turn 8 of 8")
    terminal.press("0", "Start")  # at once: no place has a number that starts so
    assert "Stacks" not in terminal.press("h", "undo: take back the last move that was tried")
    assert "Stacks" in terminal.press("\x1b", "Stacks")
    terminal.press("D R4\r", "Best score left: 15 of 20.")
    os.write(terminal.end, b"Q")
    assert terminal.ended() == 0


def test_a_stopped_play_gives_the_terminal_back() -> None:
    terminal = Terminal(PUZZLE)
    terminal.screen("q: quit")
    terminal.press("n", "After turn 1 of 8")
    assert termios.tcgetattr(terminal.child) != terminal.before
    for _ in range(2):
        terminal.send(signal.SIGTSTP)
        _, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert terminal.drain().endswith(LEAVE)
        assert termios.tcgetattr(terminal.child) == terminal.before
        terminal.resize(24, 80)  # unseen while it is stopped
        terminal.send(signal.SIGCONT)
        shown = terminal.screen("After turn 1 of 8")
        assert len(shown.splitlines()) <= 24
        assert ENTER_SCREEN in terminal.written.rpartition(LEAVE)[2]
        assert termios.tcgetattr(terminal.child) != terminal.before
    os.write(terminal.end, b"q")
    assert terminal.ended() == 0


def test_another_size_is_drawn_at_once() -> None:
    terminal = Terminal(PUZZLE)
    assert "Stacks" in terminal.screen("q: quit")
    terminal.resize(12, 80)
    terminal.send(signal.SIGWINCH)  # the terminal of no session sends none itself
    assert "Stacks" not in terminal.screen("q: quit")
    terminal.press("p r", "> p r")
    terminal.resize(50, 80)
    terminal.send(signal.SIGWINCH)
    assert "Stacks" in terminal.screen("> p r")
    os.write(terminal.end, b"\x1b")
    terminal.screen("q: quit")
    os.write(terminal.end, b"q")
    assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGHUP, -signal.SIGHUP),
        (signal.SIGQUIT, -signal.SIGQUIT),
        (signal.SIGTERM, 130),
        (signal.SIGINT, 130),
    ],
)
def test_the_terminal_is_given_back_at_any_end(number: signal.Signals, code: int) -> None:
    terminal = Terminal(PUZZLE)
    terminal.screen("q: quit")
    terminal.send(number)
    assert terminal.ended() == code


# A solver that answers only when it is told to stop.
WAITS = """
    context.stop.wait()
"""
ENDLESS = f"""
import sys
from hanabi_solver.analysis import hypothetical
from hanabi_solver.analysis.review_result import Reach

def remaining(position, *, limits, context):
    print("pondering", file=sys.stderr, flush=True)
{WAITS}
    return hypothetical.Remaining(Reach(0, 25), ())

hypothetical.remaining = remaining
"""


def test_ctrl_c_cancels_a_question_and_then_leaves() -> None:
    terminal = Terminal(str(SAMPLES / "p2v0s12.json"), before=ENDLESS)
    terminal.screen("not asked yet")
    terminal.press("s", "pondering")
    terminal.send(signal.SIGINT)
    assert "not asked yet" in terminal.screen("Cancelled: what can be reached here is not known")
    terminal.press("c\r", "pondering")
    terminal.send(signal.SIGINT)
    assert "After turn 1 of 1, off the line" in terminal.screen("Cancelled")
    terminal.press("u", "Start")
    terminal.send(signal.SIGINT)
    assert terminal.ended() == 130


def test_sigterm_ends_a_play_in_the_middle_of_a_question() -> None:
    terminal = Terminal(str(SAMPLES / "p2v0s12.json"), before=ENDLESS)
    terminal.screen("not asked yet")
    terminal.press("s", "pondering")
    terminal.send(signal.SIGTERM)
    assert terminal.ended() == 130


def test_two_signals_end_a_question_that_does_not_stop() -> None:
    deaf = """
    context.stop.wait()
    print("deaf", file=sys.stderr, flush=True)
    while True:
        pass
"""
    before = ENDLESS.replace(WAITS, deaf)
    assert before != ENDLESS
    terminal = Terminal(str(SAMPLES / "p2v0s12.json"), before=before)
    terminal.screen("not asked yet")
    terminal.press("s", "pondering")
    terminal.send(signal.SIGINT)
    terminal.screen("deaf")
    terminal.send(signal.SIGINT)
    assert terminal.ended() == 130


def test_a_dumb_terminal_gets_no_codes() -> None:
    terminal = Terminal(PUZZLE, term="dumb")
    terminal.screen("> ")
    terminal.press("D R4\n", "Best score left: 15 of 20.")
    os.write(terminal.end, b"q\n")
    assert terminal.ended() == 0
    assert "\x1b" not in terminal.written


def view_of(entry: Entry, at: int, message: str = "", *, shows_help: bool = False) -> View:
    game = entry.game
    place = Exploration.along(entry.position, () if game is None else game.moves).moved_to(at)
    stage = Stage(names_of(entry), entry.unnamed, 1)
    return View(stage, place, Reach(20, 25), None, message, shows_help)


def screen_of(entry: Entry, view: View, height: int, width: int, prompt: str = "") -> list[str]:
    console = Console(width=width, height=height, force_terminal=True, color_system=None, file=io.StringIO())
    rows = screen_rows(console, list(entry_name(entry)), view, prompt)
    assert len(rows) <= height
    assert all(row.cell_len <= width for row in rows)
    return [row.plain for row in rows]


@pytest.mark.parametrize("size", [(24, 80), (16, 80), (24, 60), (50, 200)])
@pytest.mark.parametrize("at", [0, 20])
def test_what_matters_most_is_on_the_smallest_screen(size: tuple[int, int], at: int) -> None:
    for entry in (hostile_game(), entry_of(str(SAMPLES / "p2v0s12.json")), entry_of("p6v0s1")):
        view = view_of(entry, at if entry.game is not None and entry.game.moves else 0, "A message.")
        shown = screen_of(entry, view, *size)
        assert any(row.startswith("After turn 20 of " if view.place.at else "Start") for row in shown[-9:])
        assert any(row.startswith("Last: ") for row in shown) == bool(view.place.at)
        assert any(" score " in row for row in shown)
        assert any(row.startswith("Best score left: ") for row in shown)
        hands = [row for row in shown if re.match(r"[> ] \S.* [ \[]([a-z][1-5]|x)", row)]
        assert len(hands) == entry.position.rules.players
        assert "A message." in shown
        assert shown[-1].startswith("arrows: turns")
        assert screen_of(entry, view, *size, prompt="> p r")[-1] == "> p r"


def test_the_whole_board_fits_a_usual_terminal() -> None:
    entry = entry_of(str(SAMPLES / "p2v0s12.json"))
    shown = screen_of(entry, view_of(entry, 20), 24, 80)
    assert any(row.startswith("Stacks") for row in shown)
    assert any(row.startswith("Draw pile (") for row in shown)
    assert shown[-1] == KEYS_HELP
    assert len(KEYS_HELP) < 80
    helped = screen_of(entry, view_of(entry, 20, shows_help=True), 24, 80)
    assert set(HELP.splitlines()) < set(helped)
    assert not any(row.startswith("Stacks") for row in helped)
    assert any(row.startswith("Best score left") for row in helped)


def test_a_cut_pile_says_so() -> None:
    entry = entry_of("p2v0s1")
    (pile,) = [row for row in screen_of(entry, view_of(entry, 0), 17, 80) if row.startswith("Draw pile (40)")]
    assert pile.endswith(" ...")


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
