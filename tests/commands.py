"""The command line as tests call it, in a process of its own or here."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from puzzle_samples import POSITION

from hanabi_solver.cli.command_line import app

COMMAND = [sys.executable, "-c", "from hanabi_solver.cli.app import main; main()"]
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}


def run(*arguments: str, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=cwd,
        check=False,
    )


def run_here(*arguments: str) -> int:
    """The exit code of a command run in this process, where starting another would only cost time."""
    with pytest.raises(SystemExit) as ended:
        app(list(arguments))
    return int(ended.value.code or 0)


def write(path: Path, **changes: Any) -> Path:
    data = {key: value for key, value in {**POSITION, **changes}.items() if value is not None}
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


class Stdin:
    """Stands in for sys.stdin."""

    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())

    def fileno(self) -> int:
        """As for every stream that is no file."""
        raise io.UnsupportedOperation

    def isatty(self) -> bool:
        """It is no terminal."""
        return False


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run_here(*arguments) == code
    captured = capsys.readouterr()
    assert code or captured.err == ""
    return captured.out


def errors_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run_here(*arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.splitlines()
