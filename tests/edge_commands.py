"""How each command of the app writes and reads, so that each can be run in every trouble.

`{target}` stands for what is written, `{source}` for what is read; other names are those of `fill_shelf`.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from commands import write
from places import PUZZLES, ROOT
from studies import fill, row
from troubled import Nursery

from hanabi_solver.study.record import Setting

CLAIMLESS = "shelf/claimless.json"
PUZZLE = "shelf/puzzle.json"
GAME = "shelf/game.json"
LIST = "shelf/deals.txt"
STORE = "shelf/study.db"
QUICK_RESULT = "shelf/quick-result.json"
PROOF = "shelf/proof"
# Its best score needs a proof by clauses.
NEEDS_PROOF = "shelf/needs-proof.json"
# Has typer take the name of a shell, instead of looking for the one that runs it.
SHELL_IS_NAMED = dict(_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")  # noqa: C408 (a name of typer's own)


def fill_shelf(shelf: Path, nursery: Nursery) -> None:
    """Make what commands read; nothing of it takes long to answer."""
    shelf.mkdir()
    write(shelf / "puzzle.json")
    write(shelf / "claimless.json", expect=None)
    shutil.copy(ROOT / "examples" / "game.json", shelf / "game.json")
    shutil.copy(PUZZLES / "no-strike-to-spare.json", shelf / "needs-proof.json")
    (shelf / "deals.txt").write_text("p2v0s1\np2v0s3\n", encoding="utf-8")
    fill(shelf / "study.db", [row("p2v0s1"), row("p2v0s3", 24)], Setting(seconds=60.0))
    words = ("solve", NEEDS_PROOF, "--certificate", PROOF, "-q")
    assert nursery.run(*words, cwd=shelf.parent).code == 0
    assert nursery.run("solve", PUZZLE, "--out", QUICK_RESULT, "-q", cwd=shelf.parent).code == 0


class Made(StrEnum):
    """What a command makes of its target."""

    FILE = "file"
    NEW_FILE = "new file"
    FOLDER = "folder"
    NEW_FOLDER = "new folder"
    STORE = "store"
    # Not a path that is given: what is written lies inside of it.
    HOME = "home"
    # The file that is read.
    SOURCE = "source"


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A command that writes; `answers` if it has an answer on stdout that cannot wait for what is written."""

    command: str
    parameter: str
    words: tuple[str, ...]
    made: Made = Made.FILE
    name: str = "new-7"
    answers: bool = True
    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    # In an interpreter of its own: numba is told where its cache is when it is loaded.
    executes: bool = False

    def __str__(self) -> str:
        return f"{self.command} {self.parameter}".strip()


class Taken(StrEnum):
    """What a command takes for its source."""

    FILE = "file"
    FOLDER_TOO = "file or folder"
    STDIN = "stdin"
    NEW_TOO = "file to be made if there is none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A command that reads; `answers` if it has something to say before it reads this."""

    command: str
    parameter: str
    words: tuple[str, ...]
    taken: Taken = Taken.FILE
    may_be_empty: bool = False
    answers: bool = False

    def __str__(self) -> str:
        return f"{self.command} {'-' if self.taken is Taken.STDIN else self.parameter}"


def _writes() -> Iterator[Write]:
    yield Write(command="solve", parameter="--out", words=("solve", PUZZLE, "--out", "{target}"))
    yield Write(command="solve", parameter="--html", words=("solve", PUZZLE, "--html", "{target}"))
    yield Write(
        command="solve",
        parameter="--certificate",
        words=("solve", NEEDS_PROOF, "--certificate", "{target}"),
        made=Made.NEW_FOLDER,
    )
    yield Write(command="review", parameter="--html", words=("review", GAME, "--html", "{target}"))
    yield Write(command="show", parameter="--html", words=("show", PUZZLE, "--html", "{target}"))
    yield Write(
        command="check",
        parameter="--write",
        words=("check", "{target}", "--write"),
        made=Made.SOURCE,
        name="a.json",
    )
    yield Write(
        command="gallery",
        parameter="--out",
        words=("gallery", PUZZLE, "--out", "{target}"),
        made=Made.FOLDER,
        answers=False,
    )
    yield Write(
        command="puzzles new",
        parameter="FILE",
        words=("puzzles", "new", "{target}"),
        made=Made.NEW_FILE,
        answers=False,
    )
    yield Write(
        command="study run",
        parameter="--store",
        words=("study", "run", "p2v0s5", "--workers", "1", "-q", "--store", "{target}"),
        made=Made.STORE,
        answers=False,
    )
    yield Write(
        command="study report",
        parameter="--parquet",
        words=("study", "report", STORE, "--parquet", "{target}"),
    )
    yield Write(
        command="study report",
        parameter="--plot",
        words=("study", "report", STORE, "--plot", "{target}"),
        name="new-7.svg",
    )
    yield Write(
        command="study report", parameter="--html", words=("study", "report", STORE, "--html", "{target}")
    )
    yield Write(
        command="warmup",
        parameter="",
        words=("warmup", "-q"),
        made=Made.HOME,
        answers=False,
        environment={"NUMBA_CACHE_DIR": "{target}"},
        executes=True,
    )
    yield Write(
        command="",
        parameter="--install-completion",
        words=("--install-completion", "bash"),
        made=Made.HOME,
        answers=False,
        environment={"HOME": "{target}"} | SHELL_IS_NAMED,
    )


def _reads() -> Iterator[Read]:
    for command, *more in (
        ("solve", "--workers", "1"),
        ("explain",),
        ("odds",),
        ("show",),
        ("convert", "--to", "text"),
    ):
        yield Read(command=command, parameter="SOURCE", words=(command, "{source}", *more))
        yield Read(command=command, parameter="SOURCE", words=(command, "{source}", *more), taken=Taken.STDIN)
    for command, parameter, *more in (
        ("review", "GAME...", "--workers", "1"),
        ("check", "FILE..."),
        ("gallery", "PUZZLES...", "--out", "out/pages"),
    ):
        words = (command, "{source}", *more)
        yield Read(command=command, parameter=parameter, words=words, taken=Taken.FOLDER_TOO)
        yield Read(command=command, parameter=parameter, words=words, taken=Taken.STDIN)
    yield Read(command="play", parameter="SOURCE", words=("play", "{source}"))
    # Its commands: without any it shows the board and ends.
    yield Read(
        command="play",
        parameter="SOURCE",
        words=("play", PUZZLE),
        taken=Taken.STDIN,
        may_be_empty=True,
        answers=True,
    )
    yield Read(
        command="verify", parameter="RESULT.json|DIR", words=("verify", "{source}"), taken=Taken.FOLDER_TOO
    )
    yield Read(command="verify", parameter="RESULT.json|DIR", words=("verify", "{source}"), taken=Taken.STDIN)
    run = ("study", "run", "--workers", "1", "-q", "--store")
    yield Read(
        command="study run", parameter="SEEDS...", words=(*run, "out/new.db", "{source}"), answers=True
    )
    yield Read(
        command="study run",
        parameter="SEEDS...",
        words=(*run, "out/new.db", "{source}"),
        taken=Taken.STDIN,
        answers=True,
    )
    yield Read(
        command="study run",
        parameter="--store",
        words=(*run, "{source}", "p2v0s5"),
        taken=Taken.NEW_TOO,
        may_be_empty=True,
        answers=True,
    )
    for command in ("report", "sample"):
        yield Read(command=f"study {command}", parameter="FILE", words=("study", command, "{source}"))


WRITES = tuple(_writes())
READS = tuple(_reads())

# A run of each command without trouble, which ends with 0.
RUNS: dict[str, tuple[str, ...]] = {
    "": ("--version",),
    "solve": ("solve", PUZZLE),
    "review": ("review", GAME, "-q"),
    "explain": ("explain", PUZZLE),
    "odds": ("odds", PUZZLE),
    "check": ("check", PUZZLE),
    "gallery": ("gallery", PUZZLE, "--out", "out/pages"),
    "show": ("show", PUZZLE),
    "play": ("play", PUZZLE),
    "deal": ("deal", "p2v0s40"),
    "convert": ("convert", PUZZLE, "--to", "puzzle"),
    "verify": ("verify", PROOF),
    "schema": ("schema", "puzzle"),
    "warmup": ("warmup",),
    "puzzles": ("puzzles", "new"),
    "puzzles new": ("puzzles", "new", "out/made.json"),
    "study": ("study", "--help"),
    "study run": ("study", "run", "p2v0s1", "--workers", "1", "--store", STORE),
    "study report": ("study", "report", STORE),
    "study sample": ("study", "sample", STORE),
}

# Arguments and options by which nothing is read or written.
PLAIN_ARGUMENTS = {("deal", "SEED"), ("schema", "NAME")}
PLAIN = {
    *(
        "--version",
        "--show-completion",
        "--method",
        "--target",
        "--time-limit",
        "--memory-limit",
        "--workers",
    ),
    *("--random-seed", "--format", "--turn", "--rules", "--without-characters", "--offline", "--json"),
    *(
        "--cross-check",
        "--shortest",
        "--board",
        "--lines",
        "--all-moves",
        "--quiet",
        "--full",
        "--what-if",
        "--hindsight",
        "--policy",
    ),
    *("--each", "--facts", "--any-order", "--sample", "--link", "--to", "--hands-order"),
    *("--retry-undecided", "--cluster", "--players", "--variant", "--csv", "--deals", "--best", "--reason"),
    *("--undecided", "--count", "--links"),
    "--checker",  # of verify: a program, in a test of its own
}


def result_list(path: Path, result: Path, least: int) -> None:
    """Write a list of results of so many bytes or more, with as much between them as may be blank."""
    line = f"{json.dumps(json.loads(result.read_text(encoding='utf-8')))}\n{' ' * 1_000_000}\n"
    with path.open("w", encoding="utf-8") as file:
        for _ in range(least // len(line) + 1):
            file.write(line)
