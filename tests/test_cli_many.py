"""`solve` on a list of deals: several processes give what one gives, and end cleanly whatever happens."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import COMMAND, ENVIRONMENT, run, run_here
from elsewhere import load_nothing, perilous_answer
from game_samples import SLOW
from processes import assert_all_end, offspring
from puzzle_samples import POSITION
from waiting import GUARD_SECONDS

from hanabi_solver.cli.commands import answer, solve
from hanabi_solver.cli.commands.answer import Answered, Question
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.source import Entry, Line
from hanabi_solver.names import Method
from hanabi_solver.parallel import pool, worker
from hanabi_solver.solver.limits import Context, Limits

EASY = "p2v0s1"
# Of the summary of a list.
TIME = r"[0-9.]+ s$"


def untimed(lines: str) -> list[dict[str, Any]]:
    return [{**json.loads(line), "seconds": None} for line in lines.splitlines()]


def test_two_processes_say_what_one_says_bad_lines_included(tmp_path: Path) -> None:
    seeds = ["p2v0s5", *(f"p{players}v0s{number}" for number in (1, 2) for players in (2, 3, 4))]
    lines = [*seeds[:4], "nonsense", "2 r1r1", "# comment", *seeds[4:], "p7v0s1"]
    out = tmp_path / "out.json"
    arguments = ["solve", "-", "--json", "--out", str(out), "--workers"]
    alone, together = (run(*arguments, workers, stdin="\n".join(lines)) for workers in "12")
    assert alone.returncode == together.returncode == 2
    assert untimed(together.stdout) == untimed(alone.stdout)
    assert [row["status"] for row in untimed(together.stdout)].count("error") == 3
    assert re.sub(TIME, "", together.stderr) == re.sub(TIME, "", alone.stderr)
    assert together.stderr.splitlines()[-1].startswith(
        "10 deals: 7 reach 25, 0 best below, 0 undecided, 3 faulty; "
    )
    assert out.read_text(encoding="utf-8") == together.stdout


def test_two_processes_show_what_one_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\n2 r1\np3v0s1\n", encoding="utf-8")
    shown = []
    for workers in ("1", "2"):
        arguments = ["solve", str(deals), "--lines", "--method", "search", "--workers", workers]
        assert run_here(*arguments) == 2
        output = capsys.readouterr()
        shown.append((re.sub(r"solved in [0-9.]+ s", "", output.out), re.sub(TIME, "", output.err)))
    assert shown[0] == shown[1]
    assert shown[0][0].count("Watch it: https://hanab.live/") == 2


def test_each_deal_of_a_list_takes_a_line_unless_lines_are_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\np2v0s40\n", encoding="utf-8")
    assert run_here("solve", str(deals), "--workers", "1") == 0
    assert capsys.readouterr().out == (
        f"{deals}:1 (p2v0s1): 25 of 25, proved\n"
        f"{deals}:2 (p2v0s40): 24 of 25, proved; not 25 because of single-hand\n"
    )
    assert run_here("solve", str(deals), "--workers", "1", "--target", "25") == 1
    assert (
        capsys.readouterr()
        .out.splitlines()[1]
        .endswith("(p2v0s40): 25 of 25 cannot be reached because of single-hand")
    )


def test_the_only_deal_of_a_list_is_shown_in_full_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("# one\np2v0s40\n", encoding="utf-8")
    assert run_here("solve", str(deals), "--workers", "1") == 0
    first, _, whole = capsys.readouterr().out.partition("\n\n")
    assert first.endswith("24 of 25, proved; not 25 because of single-hand")
    assert "Watch it: https://hanab.live/" in whole
    assert run_here("solve", str(deals), "--workers", "1", "--no-lines") == 0
    assert capsys.readouterr().out == f"{first}\n"
    assert run_here("solve", "p2v0s40", "--workers", "1", "--no-lines") == 0
    assert capsys.readouterr().out == "p2v0s40: 24 of 25, proved; not 25 because of single-hand\n"


def started(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    command = [*COMMAND, "solve", "-", "--json", "--workers", "2", *arguments]
    pipe = subprocess.PIPE
    options = {"stdin": pipe, "stdout": pipe, "stderr": pipe, **options}
    return subprocess.Popen(command, text=True, env=ENVIRONMENT, **options)


def test_a_producer_gets_each_answer_and_the_first_signal_ends_it_all(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    process = started("--out", str(out), start_new_session=True)
    assert process.stdin is not None
    assert process.stdout is not None
    names = []
    for line in (EASY, "nonsense", "p3v0s1", EASY + f"\n{SLOW}" * 20):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        names.append(json.loads(process.stdout.readline())["source"])
    assert names == ["stdin:1 (p2v0s1)", "stdin:2", "stdin:3 (p3v0s1)", "stdin:4 (p2v0s1)"]
    workers = offspring(process.pid)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the workers as well
    output, errors = process.communicate(timeout=GUARD_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert errors.startswith("stdin:2: expected PLAYERS DECK")
    assert errors.count("\n") == 3
    # The slow deals may have been under way or done.
    assert re.search(r"\d deals: \d reach 25, .* 0 undecided, 1 faulty; interrupted after ", errors)
    assert len(output.splitlines()) < 20
    assert len(out.read_text(encoding="utf-8").splitlines()) == 4 + len(output.splitlines())
    assert workers or sys.platform != "linux"
    assert_all_end(workers)


def test_nothing_is_left_when_the_reader_of_the_output_or_the_process_itself_goes() -> None:
    script = 'yes p3v0s1 | ("$@"; echo "ended with $?" >&2) | head -1'
    command = ["sh", "-c", script, "sh", *COMMAND, "solve", "-", "--json", "--workers", "2"]
    result = subprocess.run(
        command, capture_output=True, text=True, env=ENVIRONMENT, timeout=GUARD_SECONDS, check=True
    )
    assert result.stderr == "ended with 141\n"
    assert result.stdout.count("\n") == 1
    process = started()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{EASY}\n{SLOW}\n{SLOW}\n")
    process.stdin.flush()
    process.stdout.readline()
    workers = offspring(process.pid)
    assert workers or sys.platform != "linux"
    process.kill()
    process.communicate(timeout=GUARD_SECONDS)
    assert_all_end(workers)


def test_a_lost_deal_is_told_in_its_place_and_so_is_a_contradiction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker, "load_search", load_nothing)
    monkeypatch.setattr(solve, "answer_lane_item", perilous_answer)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deals.txt").write_text(f"{EASY}\n" * 5, encoding="utf-8")
    assert run_here("solve", "deals.txt", "--json", "--workers", "2") == 70
    output = capsys.readouterr()
    rows = [json.loads(line) for line in output.out.splitlines()]
    assert [row["source"].split()[0] for row in rows] == [f"deals.txt:{number}" for number in range(1, 6)]
    text = "not solved: the process that solved it was killed by SIGKILL"
    assert rows[1] == {
        "schema": 1,
        "status": "error",
        "source": "deals.txt:2 (p2v0s1)",
        "errors": [{"place": "", "text": text, "help": rows[1]["errors"][0]["help"]}],
    }
    assert f"deals.txt:2 (p2v0s1): {text}\nhelp: if memory is short, lower --memory-limit" in output.err
    (reproducer,) = tmp_path.glob("hanabi-reproducer-*.json")
    assert f"internal check failed: 25 points reached above 24\nhelp: {'please'}" in output.err
    assert reproducer.name in output.err


def test_a_failed_check_of_one_line_keeps_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(*arguments: object, **options: object) -> None:
        raise InternalCheckError("25 points reached above 24", '{"position": 1}')

    monkeypatch.setattr(sys.modules["hanabi_solver.solver.best_score"], "solve", contradict)
    answered = answer.answer_item(
        Question(Method.AUTO, None, Limits(), 0, True), Line(EASY.encode(), "deals:1")
    )
    assert answered.outcome is ExitCode.CHECK_FAILED
    assert (
        json.loads(answered.line)["errors"][0]["text"] == "internal check failed: 25 points reached above 24"
    )
    assert isinstance(answered.error, InternalCheckError)


def test_processes_that_do_not_start_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker, "load_search", os._exit)
    (tmp_path / "deals.txt").write_text(f"{EASY}\n", encoding="utf-8")
    assert run_here("solve", str(tmp_path / "deals.txt"), "--workers", "2") == 70
    assert "processes to solve deals do not start: each ended with exit code 1\n" in capsys.readouterr().err


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """How, and with how many workers, deals would be solved."""
    calls: list[tuple[str, int]] = []

    def answered_here(question: Question, entry: Entry, context: Context) -> Answered:
        calls.append(("here", question.limits.workers))
        return Answered(ExitCode.PROVED, "", entry.name)

    def nothing_from_elsewhere(items: object, work: object, *, workers: int, **_options: object) -> object:
        calls.append(("elsewhere", workers))
        yield from ()

    monkeypatch.setattr(solve, "answer", answered_here)
    monkeypatch.setattr(pool, "run_many", nothing_from_elsewhere)
    monkeypatch.setattr(pool, "default_workers", lambda: 5)
    return calls


@pytest.mark.parametrize(
    ("content", "options", "expected"),
    [
        (EASY, [], ("elsewhere", 5)),
        (EASY, ["--method", "search"], ("elsewhere", 5)),
        (f"# one deal\n{EASY}\n", ["--method", "search", "--workers", "3"], ("elsewhere", 3)),
        (EASY, ["--workers", "1"], ("here", 1)),
        (json.dumps(POSITION), [], ("here", 2)),
        (json.dumps(POSITION), ["--workers", "3"], ("here", 3)),
        (json.dumps(POSITION), ["--method", "search"], ("here", 1)),
        (json.dumps(POSITION), ["--method", "search", "--workers", "3"], None),
        (None, [], ("here", 2)),
        (None, ["--method", "search", "--workers", "3"], None),
    ],
)
def test_workers_are_processes_for_a_list_and_threads_for_a_deal(
    content: str | None,
    options: list[str],
    expected: tuple[str, int] | None,
    tmp_path: Path,
    asked: list[tuple[str, int]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = EASY
    if content is not None:
        (tmp_path / "source").write_text(content, encoding="utf-8")
        source = str(tmp_path / "source")
    code = run_here("solve", source, *options)
    assert (code, asked) == ((2, []) if expected is None else (0, [expected]))
    assert ("this method runs on one thread" in capsys.readouterr().err) is (expected is None)


def test_progress_counts_deals_on_a_terminal(tmp_path: Path) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text(f"{EASY}\n", encoding="utf-8")
    command = [*COMMAND, "solve", str(deals), "--json", "--workers", "2"]
    parent, child = pty.openpty()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=child, env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "80"}
    )
    os.close(child)
    assert process.stdout is not None
    assert process.stdout.read().count(b"\n") == 1
    errors = os.read(parent, 65536).decode()
    os.close(parent)
    assert process.wait() == 0
    process.stdout.close()
    assert "\r\x1b[K0 deals done, 0.0 a second, 0 undecided" in errors
    assert errors.endswith("\r\x1b[K")


def test_the_file_that_is_read_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals, link = tmp_path / "deals.txt", tmp_path / "link.txt"
    deals.write_text(f"{EASY}\n")
    link.symlink_to(deals)
    for out in (deals, link):
        assert run_here("solve", str(deals), "--out", str(out)) == ExitCode.BAD_INPUT
        assert "expected another file than the one that is read" in capsys.readouterr().err
    assert deals.read_text() == f"{EASY}\n"


# What starts processes has a helper of Python's own, which is killed before it is needed.
WITHOUT_HELPER = """
import os, signal, sys
from multiprocessing import resource_tracker
from hanabi_solver.cli.app import main
resource_tracker.ensure_running()
helper = resource_tracker._resource_tracker._pid
os.kill(helper, signal.SIGKILL)
os.waitid(os.P_PID, helper, os.WEXITED | os.WNOWAIT)
sys.argv = ["hanabi-solve", "solve", "-", "--workers", "2", "-q"]
main()
"""


def test_a_helper_of_python_that_was_killed_is_no_word_of_ours() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_HELPER],
        input="p2v0s1\np2v0s2\n",
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(ended.stdout.splitlines()) == 2
