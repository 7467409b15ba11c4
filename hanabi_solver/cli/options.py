"""Options that several commands share, with what their values may be."""

import math
import os
import re
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hanabi_solver.errors import Fault
from hanabi_solver.formats.plain_text import without_controls
from hanabi_solver.names import Method
from hanabi_solver.solver.limits import DEFAULT_WORKERS, MOST_SEED

_SIZE = re.compile(r"([0-9]{1,12})([KMG]?)(?:i?B)?", re.IGNORECASE)
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


_ON_ONE_THREAD = (Method.SEARCH, Method.SAT)


class Form(StrEnum):
    """What a SOURCE is."""

    PUZZLE = "puzzle"
    TEXT = "text"
    SEED = "seed"
    LINK = "link"
    GAME = "game"


def parse_seconds(text: str) -> float:
    """A positive, finite number of seconds; raises typer.BadParameter for anything else.

    >>> parse_seconds("1.5")
    1.5
    """
    try:
        seconds = float(text) if text.isascii() else math.nan
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds > 0):
        raise typer.BadParameter(f"expected a number of seconds above 0, got {text!r}")
    return seconds


def parse_size(text: str) -> int:
    """A size in bytes; raises typer.BadParameter for anything else.

    >>> parse_size("512M"), parse_size("2G"), parse_size("4096")
    (536870912, 2147483648, 4096)
    """
    match = _SIZE.fullmatch(text.strip())
    size = int(match[1]) * _UNITS[match[2].upper()] if match else 0
    if size <= 0:
        raise typer.BadParameter(f"expected a size like 512M or 2G, got {text!r}")
    return size


def parse_file(text: str) -> Path:
    """The name of a file to write; raises typer.BadParameter for a text that names none.

    >>> parse_file("plots/a.svg").name
    'a.svg'
    """
    if not text or text.endswith(("/", os.sep)) or os.path.basename(text) in (".", ".."):
        got = "the name of a folder" if text else "an empty text"
        raise typer.BadParameter(f"expected the name of a file, got {got} ({shown(text)})")
    return Path(text)


def parse_store(text: str) -> Path:
    """The name of a store; raises typer.BadParameter for one that SQLite has another meaning for.

    >>> parse_store("study.db").name
    'study.db'
    """
    if text == ":memory:" or text.startswith("file:"):
        advice = f"write ./{shown(text)} if the file is called so"
        raise typer.BadParameter(f"expected the name of a file, got SQLite's address {shown(text)}: {advice}")
    return parse_file(text)


def shown(text: str) -> str:
    """A text of the command line as a message quotes it.

    >>> shown("a" * 50), shown("")
    ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...', '""')
    """
    from hanabi_solver.formats.faults import shorten

    return shorten(without_controls(text)) or '""'


def as_option(fault: Fault) -> Fault:
    """A fault of limits or of a question, placed at the option that it came from.

    >>> as_option(Fault("memory limit", "expected at least 16 MiB, got 1 bytes")).place
    '--memory-limit'
    """
    return replace(fault, place=f"--{fault.place.replace(' ', '-')}")


SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="A seed (p2v0s40), a hanab.live link or game number, a puzzle or game file, "
        "a file with a deal a line (seed, link, number or PLAYERS DECK), or - for stdin.",
        show_default=False,
    ),
]
FormatOption = Annotated[
    Form | None,
    typer.Option("--format", help="What SOURCE is; recognised by its form if not given."),
]
TurnOption = Annotated[
    int | None,
    typer.Option("--turn", metavar="N", min=1, help="Start at turn N of a game or link (from 1)."),
]
RulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="NAMES",
        help="Add rules to those of SOURCE, with commas or repeated: all-or-nothing, speedrun, deck-plays, "
        "empty-clues, one-extra-card, one-less-card.",
        show_default=False,
    ),
]
WithoutCharactersOption = Annotated[
    bool,
    typer.Option(
        "--without-characters",
        help="Read a game with detrimental characters as its deal, without them and without moves.",
    ),
]
OfflineOption = Annotated[
    bool,
    typer.Option(
        "--offline", help="Fetch nothing: a game that is named by number or link has been fetched before."
    ),
]
MethodOption = Annotated[
    Method,
    typer.Option("--method", help="How to solve; auto combines all methods, sat needs the extra 'proofs'."),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit", metavar="SECONDS", parser=parse_seconds, help="Stop each deal after this time."
    ),
]
MemoryLimitOption = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        parser=parse_size,
        help="Memory for the search's tables, like 512M or 2G. [default: 1G]",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Threads: 1 is deterministic, 2 or more run the methods side by side. [default: 2]",
    ),
]
# For a command whose source can be a list.
ListWorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="For a deal or game by itself: threads, as 1 is deterministic, 2 or more run the methods side "
        "by side [default: 2]. For several: processes [default: one for each core].",
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--random-seed", metavar="N", min=0, max=MOST_SEED, help="Seed of the search's random choices."
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes on stderr.")]


def checked_workers(workers: int | None, method: Method) -> int:
    """The number of threads; raises typer.BadParameter where more than one would be ignored."""
    fault = workers_fault(workers, method)
    if fault:
        raise typer.BadParameter(fault, param_hint="--workers")
    return default_threads(method) if workers is None else workers


def workers_fault(workers: int | None, method: Method) -> str:
    """What is wrong with a number of threads for one deal; empty if nothing is."""
    if method in _ON_ONE_THREAD and workers is not None and workers > 1:
        return f"this method runs on one thread: expected 1 with --method {method}, got {workers}"
    return ""


def default_threads(method: Method) -> int:
    """The number of threads for one deal if none is said."""
    return 1 if method in _ON_ONE_THREAD else DEFAULT_WORKERS
