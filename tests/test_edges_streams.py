"""Every command of the app is covered, and ends well without stdout or stderr."""

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
import typer
from app_walk import contexts
from edge_commands import PLAIN, PLAIN_ARGUMENTS, READS, RUNS, WRITES
from rooms import MEGABYTE, ON_LINUX, Room, assert_in_words, cases, new_room
from troubled import Nursery, Outcome, Trouble

from hanabi_solver.cli.command_line import app
from hanabi_solver.cli.help import path_of

pytestmark = ON_LINUX


def parameters(of: typer.Typer) -> dict[str, set[str]]:
    """The parameters of each command: options by their first name, arguments by how usage names them."""
    found = {}
    for context in contexts(typer.main.get_command(of)):
        named = {
            each.opts[0] if each.param_type_name == "option" else str(each.metavar)
            for each in context.command.params
        }
        found[path_of(context)] = named
    return found


COVERED = {(each.command, each.parameter) for each in (*WRITES, *READS)} | PLAIN_ARGUMENTS


def uncovered(found: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Parameters of which nothing says what they read and write, and commands of which there is no run."""
    named = {(path, name) for path, names in found.items() for name in names}
    missing = {each for each in named - COVERED if each[1] not in PLAIN}
    return missing | {(path, "") for path in found.keys() - RUNS}


def test_every_command_is_covered() -> None:
    """A new command, or a new parameter, is given a run, and said to write, to read, or to do neither."""
    found = parameters(app)
    assert uncovered(found) == set()
    assert RUNS.keys() == found.keys()
    assert {each for each in COVERED if each[1] and each[1] not in found[each[0]]} == set()


def test_a_command_or_option_that_is_not_covered_is_seen() -> None:
    other = typer.Typer(add_completion=False)

    @other.command("solve")
    def solve(
        source: Annotated[str, typer.Argument(metavar="SOURCE")], dump: str = "", quiet: bool = False
    ) -> None:
        """One option more."""

    @other.command("another")
    def another(file: Annotated[str, typer.Argument(metavar="FILE")]) -> None:
        """One command more."""

    assert uncovered(parameters(other)) == {("solve", "--dump"), ("another", "FILE"), ("another", "")}


@pytest.fixture(scope="module")
def usual(nursery: Nursery, shelf: Path) -> Callable[[str], Outcome]:
    """What a command does without trouble."""
    found: dict[str, Outcome] = {}

    def ask(command: str) -> Outcome:
        if command not in found:
            with new_room(nursery, shelf) as room:
                found[command] = room.run(RUNS[command])
        assert found[command].code == 0, found[command]
        return found[command]

    return ask


KINDS = ("closed", "/dev/full")


@pytest.mark.parametrize(("command", "kind"), cases(RUNS, KINDS))
def test_without_stdout_one_line_says_so(
    command: str, kind: str, room: Room, usual: Callable[[str], Outcome]
) -> None:
    outcome = room.run(RUNS[command], Trouble(stdout=kind))
    if not usual(command).stdout and kind != "closed":
        assert outcome.code == 0
        return
    reason = "it is closed" if kind == "closed" else os.strerror(errno.ENOSPC)
    assert_in_words(outcome, f"cannot write to stdout: {reason}")
    assert list((room.folder / "tmp").iterdir()) == []


@pytest.mark.parametrize(("command", "kind"), cases(RUNS, KINDS))
def test_without_stderr_the_answer_is_the_same(
    command: str, kind: str, room: Room, usual: Callable[[str], Outcome]
) -> None:
    outcome = room.run(RUNS[command], Trouble(stderr=kind))
    assert outcome.code == 0
    steady = [re.sub(r"\d+\.\d+", "N", each.stdout) for each in (outcome, usual(command))]
    assert steady[0] == steady[1]


def test_the_memory_of_a_run_is_seen(room: Room) -> None:
    (room.folder / "big.json").write_text(f"[{' ' * (24 * MEGABYTE)}]", encoding="utf-8")
    outcome = room.run(("solve", "big.json"))
    assert outcome.memory > 20 * MEGABYTE
    assert room.run(("solve", "--help")).memory < 20 * MEGABYTE
