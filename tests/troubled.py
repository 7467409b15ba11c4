"""Runs of the command line in trouble: without room, permission or open streams; and what they leave."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from commands import ENVIRONMENT
from places import PUZZLES, ROOT


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What a run has to do with: streams are a path, `pipe` or `closed`; `file_bytes` is RLIMIT_FSIZE.

    `block_device` is a file that the run takes for one.
    """

    stdin: str = os.devnull
    stdout: str = "pipe"
    stderr: str = "pipe"
    file_bytes: int | None = None
    drops_privileges: bool = False
    block_device: str = ""


NONE = Trouble()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended; `memory` is the most bytes it had above what it started with."""

    code: int
    stdout: str
    stderr: str
    memory: int

    @property
    def faults(self) -> list[str]:
        """What is said on stderr but for advice."""
        return [line for line in self.stderr.splitlines() if not line.startswith("help: ")]


@dataclass(slots=True)
class Nursery:
    """Starts runs; each is a child of one process that has everything loaded."""

    process: subprocess.Popen[bytes] = field(init=False)
    memory_before: int = field(init=False)

    def __post_init__(self) -> None:
        warm = str(PUZZLES / "no-strike-to-spare.json")
        # One thread each, as a process with threads cannot be forked safely.
        single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "nursery.py"), warm],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**ENVIRONMENT, **single, "HANABI_OFFLINE": "1", "COLUMNS": "200"},
        )
        assert self._line() == b"ready\n"
        self.memory_before = 0
        self.memory_before = self.run("--version", cwd=ROOT).memory

    def run(
        self,
        *arguments: str,
        cwd: Path,
        trouble: Trouble = NONE,
        environment: Mapping[str, str] | None = None,
        executes: bool = False,
    ) -> Outcome:
        """One run to its end; with `executes` in an interpreter of its own."""
        request: dict[str, Any] = {
            **{name: getattr(trouble, name) for name in Trouble.__slots__},
            "arguments": arguments,
            "cwd": str(cwd),
            "environment": dict(environment or {}),
            "executes": executes,
        }
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        found = json.loads(self._line())
        return Outcome(found["code"], found["stdout"], found["stderr"], found["memory"] - self.memory_before)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait() == 0

    def _line(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


FOLDER = b"a folder"


def contents(folder: Path) -> dict[str, bytes]:
    """All that there is in a folder: bytes of files, and the kind of anything else."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name, mode = str(path.relative_to(folder)), path.lstat().st_mode
        if stat.S_ISREG(mode):
            found[name] = path.read_bytes()
        else:
            found[name] = FOLDER if stat.S_ISDIR(mode) else b"%o" % mode
    return found
