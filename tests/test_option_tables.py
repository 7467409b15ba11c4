"""The tables of options in docs/cli.md are those of the command line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hanabi_solver.cli.command_line import app

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
TABLE = re.compile(r"<!-- options of ([a-z ]+): .*?-->(.*?)<!-- end of options -->", re.DOTALL)
TABLES = {match[1]: match[2] for match in TABLE.finditer(PAGE)}
COMMANDS = [
    *(
        "solve",
        "review",
        "explain",
        "odds",
        "check",
        "gallery",
        "show",
        "play",
        "deal",
        "convert",
        "verify",
        "warmup",
        "schema",
    ),
    *("puzzles new", "study run", "study report", "study sample"),
]


def run(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/option_tables.py", "--page", str(page), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_table_has_the_options_that_the_help_has(command: str) -> None:
    result = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "200"})
    assert result.exit_code == 0
    of_help = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", "\n".join(declarations(result.output)))) - {
        "--help"
    }
    rows = [row.split("|")[1] for row in TABLES.get(command, "").splitlines() if row.startswith("| `")]
    assert set(re.findall(r"--[a-z][a-z-]*", " ".join(rows))) == of_help


def declarations(help_text: str) -> list[str]:
    """The part of each option's entry that names it, before its description."""
    _, _, options = help_text.partition("Options:")
    return [line.strip().split("  ")[0] for line in options.splitlines() if line.strip().startswith("-")]


def test_the_page_is_up_to_date() -> None:
    checked = run(ROOT / "docs" / "cli.md", "--check")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_changed_table_is_reported_and_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "cli.md"
    page.write_text(PAGE.replace("| `--cross-check` |", "| `--check-twice` |"), encoding="utf-8")
    stale = run(page, "--check")
    assert stale.returncode == 1
    assert "out of date" in stale.stderr
    assert run(page).returncode == 0
    assert page.read_text(encoding="utf-8") == PAGE


def test_a_command_without_table_and_a_table_without_command_are_reported(tmp_path: Path) -> None:
    page = tmp_path / "cli.md"
    page.write_text(PAGE.replace("<!-- options of review:", "<!-- options of regard:"), encoding="utf-8")
    checked = run(page, "--check")
    assert checked.returncode == 1
    assert "review: expected one table, got 0" in checked.stderr
    assert "regard: expected a command that has options" in checked.stderr
