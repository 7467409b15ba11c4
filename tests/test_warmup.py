"""The one-time compilation: what is shown of it, `hanabi-solve warmup`, and where its result is kept."""

import io
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from commands import COMMAND, ENVIRONMENT, run_here

from hanabi_solver.cli.terminal.progress import COMPILING, ListProgressLine, ProgressLine
from hanabi_solver.cli.terminal.study_progress import StudyProgress
from hanabi_solver.names import Phase
from hanabi_solver.parallel.pool import Headway
from hanabi_solver.search import kernel
from hanabi_solver.search.jit import FOLDER_LOCK, jitted
from hanabi_solver.solver import loading, warmup
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Part, Progress, Series
from hanabi_solver.study.run import RunState

THREE = Part(Series.FUNCTION, 3, 29)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal_in(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in the place of stderr (no fixture: pytest replaces stderr after those)."""
    stderr = Terminal()
    monkeypatch.setattr("sys.stderr", stderr)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    return stderr


def lines() -> list[tuple[str, Callable[[], None]]]:
    """Everything that can be shown a compilation."""
    event = Progress(Phase.COMPILE, 25, 0, 25, 0, 0.0, THREE)
    headway = Headway(Phase.COMPILE, 0, 1.0, THREE)
    return [
        ("one deal", lambda: ProgressLine(is_quiet=False).on_event(event)),
        ("a list", lambda: ListProgressLine(is_quiet=False).on_event(event)),
        (
            "processes",
            lambda: ListProgressLine(is_quiet=False).on_headway(headway),
        ),
    ]


@pytest.mark.parametrize("show", [show for _, show in lines()], ids=[name for name, _ in lines()])
def test_a_terminal_shows_how_many_functions_are_done(
    show: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = terminal_in(monkeypatch)
    show()
    assert "once on this machine: 3 of 29 functions (10 %), 0 s" in terminal.getvalue()
    assert "\n" not in terminal.getvalue()


def test_the_bar_of_a_study_shows_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_in(monkeypatch)
    with StudyProgress(is_quiet=False) as progress:
        progress.on_event(RunState(None, phase=Phase.COMPILE, compiled=THREE))
    assert "3 of 29 functions (10 %)" in terminal.getvalue()


def test_without_a_terminal_one_line_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(is_quiet=False)
    for done in range(4):
        line.on_compile(Part(Series.FUNCTION, done, 29))
    assert capsys.readouterr().err == f"{COMPILING}\n"


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    ProgressLine(is_quiet=True).on_compile(THREE)
    assert capsys.readouterr().err == ""


def test_a_compilation_is_a_part_of_its_own_within_a_longer_question() -> None:
    heard: list[Progress] = []
    context = Context(heard.append).at(Part(Series.TURN, 2, 40))
    context.report(Progress(Phase.COMPILE, 25, 0, 25, 0, 0.0, THREE))
    context.report(Progress(Phase.SEARCH, 25, 0, 25, 0, 0.0))
    assert [each.part for each in heard] == [THREE, Part(Series.TURN, 2, 40)]


class SlowCompilation:
    """Goes on until it is allowed to end."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.done = 0

    def run(self) -> None:
        self.may_end.wait(60)

    def part(self) -> Part:
        self.done += 1
        return Part(Series.FUNCTION, self.done, 29)


def be_uncompiled(monkeypatch: pytest.MonkeyPatch, compilation: SlowCompilation) -> None:
    monkeypatch.setattr(warmup, "is_loaded", lambda _also: False)
    monkeypatch.setattr(warmup, "is_compiled", lambda _also: False)
    monkeypatch.setattr(warmup, "Compilation", lambda _also: compilation)


def test_loading_reports_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, heard = SlowCompilation(), []
    be_uncompiled(monkeypatch, slow)

    def hear(part: Part) -> None:
        heard.append(part.at)
        if part.at == 3:
            slow.may_end.set()

    assert loading.load_search(threading.Event(), hear)
    assert heard[:3] == [1, 2, 3]


def test_it_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, stop = SlowCompilation(), threading.Event()
    be_uncompiled(monkeypatch, slow)
    assert not loading.load_search(stop, lambda _part: stop.set())
    slow.may_end.set()


def test_warmup_says_that_nothing_is_to_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("warmup") == 0
    captured = capsys.readouterr()
    assert captured.out == f"The search is compiled already, in {warmup.kept_in()}: ready.\n"
    assert captured.err == ""


def test_an_interrupted_warmup_exits_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(warmup, "is_kept", lambda _also: False)
    monkeypatch.setattr(loading, "load_search", lambda _stop, _on_compile, also: not also)
    assert run_here("warmup") == 130
    assert capsys.readouterr() == ("", "interrupted: what is compiled by now is kept\n")


def test_a_full_disk_is_a_fault_of_the_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All is compiled then, for this process alone."""
    monkeypatch.setattr(warmup, "is_kept", lambda _also: False)
    assert run_here("warmup") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-2:] == [
        f"{warmup.kept_in()}: expected to keep what is compiled, got no room or no permission for it",
        "help: make room there, or set NUMBA_CACHE_DIR to another folder; else each process compiles anew",
    ]


def add_one(number: int) -> int:
    return number + 1


@pytest.fixture
def small_cache(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """The index and the data of one compiled function, which `warmup` takes for all of the search."""
    from numba import config

    # A thread of an earlier test may still be loading the search.
    with FOLDER_LOCK, pytest.MonkeyPatch.context() as patch:
        config.reload_config()  # else numba does so when it compiles, if a test has set a variable of its own
        patch.setattr(config, "CACHE_DIR", str(tmp_path))
        assert jitted(add_one)(1) == 2
        (index,), (data,) = tmp_path.rglob("*.nbi"), tmp_path.rglob("*.nbc")
        yield index, data


def is_kept_after(monkeypatch: pytest.MonkeyPatch) -> tuple[bool, bool]:
    """Whether what is compiled counts as kept by a new process, before the function is used and after."""
    function = jitted(add_one)
    monkeypatch.setattr(warmup, "ENTRY_POINTS", (function,))
    before = warmup.is_kept()
    assert function(1) == 2
    return before, warmup.is_kept()


def test_an_index_without_its_data_keeps_nothing(
    small_cache: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    _index, data = small_cache
    assert is_kept_after(monkeypatch) == (True, True)
    data.unlink()  # as on a full disk, where the index is written and the data finds no room
    assert is_kept_after(monkeypatch) == (False, True)


def test_a_damaged_cache_costs_time_and_no_answer(
    small_cache: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    index, data = small_cache
    sound = index.read_bytes()
    rng = Random(1)
    damages = [b"", b"garbage", sound[:30], bytes(len(sound)), rng.randbytes(300)]
    for _ in range(60):
        flipped = bytearray(sound)
        flipped[rng.randrange(len(sound))] ^= 1 << rng.randrange(8)
        damages.append(bytes(flipped))
    for damage in damages:
        index.write_bytes(damage)
        assert is_kept_after(monkeypatch)[1]  # begun anew
    index.write_bytes(sound)
    data.write_bytes(data.read_bytes()[:100])
    assert jitted(add_one)(1) == 2


def command(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, **settings},
        check=False,
    )


def test_a_folder_that_cannot_be_written_is_refused_with_what_is_done_instead(tmp_path: Path) -> None:
    """By a file in its place, as no permission keeps root from writing."""
    wanted = tmp_path / "file"
    wanted.write_text("", encoding="utf-8")
    refused = command("warmup", NUMBA_CACHE_DIR=str(wanted))
    assert (refused.returncode, refused.stdout) == (2, "")
    fault, advice = refused.stderr.splitlines()
    assert fault == f"{wanted}: expected a folder that can be written, got none"
    assert advice.startswith("help: set NUMBA_CACHE_DIR to a folder that can be written; as it is, ")
    assert "is kept in" in advice or advice.endswith("each process compiles anew")


def test_where_nothing_can_be_written_each_process_compiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Uncached:
        class stats:  # noqa: N801 (numba's name)
            cache_path = None

    monkeypatch.setattr(kernel, "search_slice", Uncached)
    assert run_here("warmup") == 2
    assert "as it is, each process compiles anew" in capsys.readouterr().err


@pytest.mark.timeout(900)  # nothing hangs: it compiles
def test_warmup_compiles_all_that_commands_need(tmp_path: Path) -> None:
    """In a folder of its own; the commands after it find everything there and add nothing."""
    settings = {"NUMBA_CACHE_DIR": str(tmp_path)}
    first = command("warmup", **settings)
    assert (first.returncode, first.stderr) == (0, f"{COMPILING}\n")
    assert first.stdout.startswith("The search is compiled, in ")
    assert first.stdout.endswith(f" s, and kept in {tmp_path}: ready.\n")
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    # Not one function of the search is missing: the last report can be "29 of 29".
    program = (
        "from hanabi_solver.solver.warmup import Compilation as C; part = C().part(); print(part.at, part.of)"
    )
    counted = subprocess.run(
        [COMMAND[0], "-c", program],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, **settings},
        check=True,
    )
    done, total = counted.stdout.split()
    assert done == total
    assert command("warmup", "--quiet", **settings).stdout.startswith("The search is compiled already")
    # Relaxed and exact mode, free clues, tables that grow, suits without a set order, all or nothing.
    for words in (
        ("solve", "p2v0s40", "--method", "search", "--memory-limit", "16M", "--random-seed", "3"),
        ("solve", "p3v0s7", "--rules", "all-or-nothing", "--method", "search", "--time-limit", "5"),
        ("solve", "p4v231s5", "--time-limit", "5"),
    ):
        solved = command(*words, "--no-lines", **settings)
        assert solved.returncode in (0, 3)
        assert "compiling" not in solved.stderr
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == kept
    assert os.listdir(tmp_path)
