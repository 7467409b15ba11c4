"""`hanabi-solve play` under a shell with job control: Ctrl-Z, `bg` and `fg`, on its controlling terminal."""

import os
import pty
import select
import shlex
import shutil

import pytest
from commands import COMMAND, ENVIRONMENT
from places import ROOT
from waiting import GUARD_SECONDS

BASH = shutil.which("bash")
PLAY = shlex.join([*COMMAND, "play", str(ROOT / "puzzles" / "which-to-give-up.json")])


class Shell:
    """An interactive bash on a terminal of its own."""

    def __init__(self) -> None:
        environment = {
            k: v for k, v in ENVIRONMENT.items() if k not in ("COLUMNS", "LINES", "PROMPT_COMMAND")
        }
        environment |= {"TERM": "xterm", "PS1": "ready$ ", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
        process, self.end = pty.fork()
        if process == 0:
            os.execve(str(BASH), ["bash", "--norc", "--noediting", "-i"], environment)
        self.process = process
        self.wait("ready$ ")

    def wait(self, expected: str) -> str:
        """What is written up to `expected`."""
        text = ""
        while expected not in text and select.select([self.end], [], [], GUARD_SECONDS)[0]:
            text += os.read(self.end, 65536).decode(errors="replace")
        assert expected in text, text
        return text

    def type(self, keys: str, expected: str) -> str:
        os.write(self.end, keys.encode())
        return self.wait(expected)


@pytest.mark.skipif(BASH is None, reason="no bash on the PATH")
def test_a_play_can_be_stopped_and_taken_up_again() -> None:
    shell = Shell()
    assert "\x1b[?1049h" in shell.type(f"{PLAY}\n", "q: quit")
    assert "\x1b[?1049l" in shell.type("\x1a", "Stopped")
    # The shell's terminal is as it was: what is typed is seen, and a line at a time is read.
    shell.type("stty -a | grep -ow -e '-*icanon' -e '-*echo' | xargs echo modes:\n", "modes: icanon echo\r\n")
    # In the background it stops again, at once, and writes nothing.
    assert "\x1b[" not in shell.type(
        "bg; until jobs | grep -q Stopped; do sleep 0.1; done\n", "ready$ "
    ).replace("\x1b[?2004", "")
    shell.type("jobs\n", "Stopped")
    assert "\x1b[?1049h" in shell.type("fg\n", "q: quit")
    shell.type("n", "After turn 1 of 8")
    assert "\x1b[?1049l" in shell.type("q", "ready$ ")
    os.write(shell.end, b"exit\n")
    os.waitpid(shell.process, 0)
    os.close(shell.end)
