"""What the README and docs/api.md promise: their commands are what CI runs, and their examples are true."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from places import ROOT
from waiting import GUARD_SECONDS

from hanabi_solver.formats.source import Entry, read_source

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_two_opening_commands_word_for_word() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)[:2]
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"```sh\n{commands[1]}\n```" in contributing
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert len(commands) == 2
    assert all(command in ci for command in commands)


def test_the_page_of_an_index_is_the_readme_without_links_to_files(tmp_path: Path) -> None:
    # The tool writes beside its own folder: here a copy, so that a stale page is found and not mended.
    (tmp_path / "tools").mkdir()
    for name in ("README.md", "tools/long_description.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run([sys.executable, tmp_path / "tools" / "long_description.py"], check=True, timeout=100)
    with (ROOT / "pyproject.toml").open("rb") as file:
        page = tomllib.load(file)["project"]["readme"]
    described = (ROOT / page).read_text(encoding="utf-8")
    assert described == (tmp_path / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]*\)?)\)", described)
    assert targets
    assert [target for target in targets if not target.startswith("https://")] == []
    commands = re.compile(r"```.*?```", re.DOTALL)
    assert commands.findall(described) == commands.findall(README)


@pytest.mark.parametrize(
    "arguments", [("review", "examples/game.json"), ("solve", "puzzles/hold-the-five.json")]
)
def test_the_shown_answers_are_what_the_commands_print(arguments: tuple[str, str]) -> None:
    assert f"hanabi-solve {' '.join(arguments)}" in README
    shown = re.search(rf"```\n({re.escape(arguments[1])}\n.*?)```", README, re.DOTALL)
    assert shown is not None
    command = [Path(sys.executable).parent / "hanabi-solve", *arguments]
    run = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
        check=True,
        timeout=GUARD_SECONDS,
    )
    assert normal(run.stdout) == normal(shown[1])


def normal(text: str) -> str:
    """Without the time that it took, and with links cut short."""
    text = re.sub(r"(https://hanab.live/replay-json/)\S+(#[0-9]+)", r"\1...\2", text)
    return re.sub(r"[0-9.]+ s\.", "S", text).strip()


def test_every_extra_is_named() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    rows = re.findall(r"^\| (`.*?`) \|", README, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(extras)


def test_the_python_example_prints_what_it_says() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = re.findall(r"print\(.*\)  # (.*)", code)
    assert printed
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=GUARD_SECONDS,
    )
    lines = run.stdout.splitlines()
    assert lines[: len(printed)] == printed
    assert all(line.startswith("turn ") for line in lines[len(printed) :])


def test_the_examples_of_the_python_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert failed == 0
    assert tried > 10


def test_the_example_files_are_what_the_commands_take() -> None:
    named = set(re.findall(r"examples/[a-z.]+", README))
    assert named == {"examples/game.json", "examples/deals.txt"}
    (game,) = read_source(str(ROOT / "examples" / "game.json"), turn=30)
    assert isinstance(game, Entry)
    deals = list(read_source(str(ROOT / "examples" / "deals.txt")))
    assert [type(deal) for deal in deals] == [Entry] * 4


def test_every_linked_file_exists() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
