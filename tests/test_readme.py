"""What the README promises: its two commands are what CI runs, and its examples are true."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_two_opening_commands_word_for_word() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)[:2]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert len(commands) == 2
    assert all(command in ci for command in commands)


def test_the_shown_answer_is_what_the_first_command_prints() -> None:
    shown = re.search(r"```\n(puzzles/.*?)```", README, re.DOTALL)
    assert shown is not None
    command = [Path(sys.executable).parent / "hanabi-solve", "solve", "puzzles/hold-the-five.json"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=100)
    assert without_seconds(run.stdout).strip() == without_seconds(shown[1]).strip()


def without_seconds(text: str) -> str:
    return re.sub(r"[0-9.]+ s\.", "S", text)


def test_every_linked_file_exists() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
