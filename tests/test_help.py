"""What `--help` says of each command, its examples, the random seed, and completion in a shell."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
from app_walk import contexts
from commands import COMMAND, ENVIRONMENT, Stdin, run_here
from places import ROOT, SAMPLES
from studies import fill, row

from hanabi_solver.cli.command_line import app
from hanabi_solver.cli.examples import EXAMPLES
from hanabi_solver.cli.help import path_of
from hanabi_solver.study.record import Setting

# What typer and click write where they are not kept from it.
INTERNALS = re.compile(r"[{}]|\[\[|<[a-z]|\brange\b|INTEGER|TEXT\b|PATH\b|\[ARGS\]|x>=|<=x|\blist\[")
WIDTH = 79
# Needs a connection; asks the site.
NOT_RUN = {"hanabi-solve review 1746851"}


CONTEXTS = {path_of(context): context for context in contexts(typer.main.get_command(app))}
LINES = [(path, example.line) for path, examples in EXAMPLES.items() for example in examples]


def help_of(path: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run_here(*path.split(), "--help") == 0
    return capsys.readouterr().out


def test_every_command_has_examples_and_there_are_no_others() -> None:
    assert "study run" in CONTEXTS
    assert set(EXAMPLES) == set(CONTEXTS)
    assert {path: len(examples) for path, examples in EXAMPLES.items() if not 2 <= len(examples) <= 4} == {}


@pytest.mark.parametrize("path", CONTEXTS)
def test_help_is_free_of_what_typer_calls_things(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, _, _ = help_of(path, capsys).partition("\nExamples:\n")
    assert INTERNALS.findall(before) == []


@pytest.mark.parametrize("path", CONTEXTS)
def test_help_ends_with_examples_as_they_are(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, end = help_of(path, capsys).partition("\nExamples:\n")
    shown = [tuple(part.strip() for part in line.split("  # ")) for line in end.splitlines()]
    assert shown == [tuple(example) for example in EXAMPLES[path]]
    assert [line for line in end.splitlines() if len(line) > WIDTH] == []


def test_a_command_without_examples_would_be_seen() -> None:
    other = typer.Typer()
    other.command("solve")(lambda: None)
    other.command("another")(lambda: None)
    found = {path_of(context) for context in contexts(typer.main.get_command(other))}
    assert found - set(EXAMPLES) == {"another"}


@pytest.mark.parametrize(
    "usage", ["solve [OPTIONS] SOURCE", "check [OPTIONS] FILE...", "schema [OPTIONS] NAME"]
)
def test_usage_names_the_arguments(usage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f" {usage}\n" in help_of(usage.split()[0], capsys)


@pytest.mark.parametrize("usage", ["study run [OPTIONS] [SEEDS...]", "puzzles new [OPTIONS] [FILE]"])
def test_usage_shows_what_can_be_left_out(usage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f" {usage}\n" in help_of(" ".join(usage.split()[:2]), capsys)


def test_a_missing_argument_is_reported_by_the_name_that_usage_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_here("solve") == 2
    reported = capsys.readouterr().err
    assert "solve [OPTIONS] SOURCE\n" in reported
    assert "Missing argument 'SOURCE'" in reported


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copy(ROOT / "examples" / "game.json", folder)
    (folder / "deals.txt").write_text("p2v0s1\np2v0s2\n", encoding="utf-8")
    shutil.copy(ROOT / "puzzles" / "hold-the-five.json", folder / "puzzle.json")
    (folder / "games").mkdir()
    for name in ("p2v0s12.json", "p3v0s1.json"):
        shutil.copy(SAMPLES / name, folder / "games")
    (folder / "puzzles").mkdir()
    shutil.copy(ROOT / "puzzles" / "last-token.json", folder / "puzzles")
    before = os.getcwd()
    os.chdir(folder)
    try:
        assert run_here("solve", "puzzle.json", "--out", "result.json", "--certificate", "proof") == 0
    finally:
        os.chdir(before)
    fill(
        folder / "study.db",
        [row("p2v0s1"), row("p2v0s40", 24), row("p2v0s3", 20, 25)],
        Setting(seconds=0.001),
    )
    return folder


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_work(path: str, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in a folder of its own, as some write files."""
    for example in EXAMPLES[path]:
        name, *words = shlex.split(example.line)
        assert name == "hanabi-solve"
        assert words[: len(path.split())] == path.split()
        if example.line in NOT_RUN:
            continue
        folder = tmp_path / str(EXAMPLES[path].index(example))
        shutil.copytree(shelf, folder)
        monkeypatch.chdir(folder)
        monkeypatch.setattr("sys.stdin", Stdin("q\n"))
        # Fewer deals, as the others are no different.
        words = [word.replace("p2v0s1..200", "p2v0s1..2") for word in words]
        assert run_here(*words, *(["--workers", "1"] if words[:2] == ["study", "run"] else [])) == 0


@pytest.mark.parametrize("command", ["solve", "review", "explain", "check", "study sample"])
@pytest.mark.parametrize("words", [("--seed", "7"), ("--seed=7",)])
def test_the_name_that_the_random_seed_had_is_refused_with_the_new_one(
    command: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here(*command.split(), "p2v0s40", *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "No such option: --seed. Give --random-seed N for the seed of random choices." in captured.err


def test_a_random_seed_is_a_number_of_31_bits(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("solve", "p2v0s1", "--random-seed", str(2**31)) == 2
    assert "--random-seed" in capsys.readouterr().err
    assert run_here("solve", "p2v0s1", "--random-seed", str(2**31 - 1), "--no-lines") == 0


def test_what_has_no_random_seed_does_not_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("show", "p2v0s1", "--seed", "7") == 2
    assert "--random-seed" not in capsys.readouterr().err


# The command by its own name, which the scripts of shells call; it ends with what it has loaded of these.
HEAVY = {"rich", "numpy", "numba", "ortools", "httpx"}
PROGRAM = f"""
import atexit, sys
sys.argv[0] = "hanabi-solve"
atexit.register(lambda: print(sorted({HEAVY} & set(sys.modules)), file=sys.stderr))
from hanabi_solver.cli.app import main
main()
"""
LIGHT = "[]\n"


def in_shell(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell that sets these variables."""
    environment = {**ENVIRONMENT, **settings}
    command = [COMMAND[0], "-c", PROGRAM, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(
    ("shell", "registers"),
    [
        ("bash", "complete -o default -F _hanabi_solve_completion hanabi-solve"),
        ("zsh", "compdef _hanabi_solve_completion hanabi-solve"),
        ("fish", "complete --command hanabi-solve"),
    ],
)
def test_completion_is_shown_and_installed_for_each_shell(shell: str, registers: str, tmp_path: Path) -> None:
    shown = in_shell("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert (shown.returncode, shown.stderr) == (0, LIGHT)
    assert registers in shown.stdout
    assert "_HANABI_SOLVE_COMPLETE=complete_" in shown.stdout
    installed = in_shell(
        *("--install-completion", shell),
        HOME=str(tmp_path),
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert installed.returncode == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(registers in path.read_text(encoding="utf-8") for path in written)


def test_a_home_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    failed = in_shell(
        *("--install-completion", "fish"),
        HOME=str(tmp_path / "home"),
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert failed.returncode == 2
    assert "--install-completion" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize("option", ["--show-completion", "--install-completion"])
def test_a_shell_without_completion_is_a_fault(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("tcsh", "/bin/tcsh"))
    assert run_here(option) == 2
    assert "run it in bash, zsh or fish" in capsys.readouterr().err


def completed(shell: str, line: str) -> list[str]:
    """What a shell is offered for the last word of a line, without loading anything heavy.

    pydantic does not count, which typer itself uses in some versions.
    """
    offered = in_shell(
        COMP_WORDS=line,
        COMP_CWORD=str(line.count(" ")),
        _TYPER_COMPLETE_ARGS=line,
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        _HANABI_SOLVE_COMPLETE=f"complete_{shell}",
    )
    assert (offered.returncode, offered.stderr) == (0, LIGHT)
    rows = offered.stdout.removeprefix("_arguments '*: :((").splitlines()
    return [re.split(r'[":\t]', each.removeprefix('"'))[0] for each in rows if each]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_options_and_values_are_completed(shell: str) -> None:
    assert completed(shell, "hanabi-solve stu") == ["study"]
    assert completed(shell, "hanabi-solve study s") == ["sample"]
    assert completed(shell, "hanabi-solve solve --ran") == ["--random-seed"]
    assert completed(shell, "hanabi-solve solve --method s") == ["search", "sat"]


def test_names_of_files_are_left_to_the_shell() -> None:
    line = "hanabi-solve solve puz"
    assert completed("bash", line) == []  # "complete -o default" names files then
    assert [word.strip("_") for word in completed("zsh", line)] == ["files"]
    fish = in_shell(
        _TYPER_COMPLETE_ARGS=line,
        _TYPER_COMPLETE_FISH_ACTION="is-args",
        _HANABI_SOLVE_COMPLETE="complete_fish",
    )
    assert fish.returncode == 1  # no words of ours: files
