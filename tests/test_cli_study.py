"""`study` as users call it: killed, interrupted, twice at once, with wrong input; and its answers."""

import json
import os
import pty
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from commands import COMMAND, ENVIRONMENT, run, run_here
from game_samples import SLOW
from processes import assert_all_end, offspring
from studies import fill, row
from study_runs import count, interrupted_while_it_waits, started, stored, wait_for_rows
from waiting import GUARD_SECONDS

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.solver.extras import install_command
from hanabi_solver.study.keys import entry_of
from hanabi_solver.study.store import open_store

# A link to a game of p2v0s1 with moves.
PLAYED = (
    "https://hanab.live/replay-json/215txrdkrpalnbqlubap-hiainvwudogufjfmewgp-mhsfcsckqkxyv,03eeeh-"
    "ekegemenpbelecffgbfi-gbfpgbfqgbftpbewtbex-ebfyfogafdgaf2lae3pa-e1taerese6eje4e0f5ga-f8xaeD1aeataeFxaeze7-"
    "fAfukbfIkbfv1beM,0,p2v0s1"
)


def test_a_run_killed_twice_and_finished_holds_what_an_undisturbed_one_does(tmp_path: Path) -> None:
    seeds = ["p3v0s1..4000", "p4v0s1..2000"]
    chance = random.Random(1)
    killed, calm = tmp_path / "killed.db", tmp_path / "calm.db"
    before = 0
    for _ in range(2):
        process = started(*seeds, "--store", killed.name, "--workers", "2", cwd=tmp_path)
        wait_for_rows(killed, process, before + 1)
        time.sleep(chance.uniform(0.0, 0.2))
        children = offspring(process.pid)
        process.kill()
        process.communicate()
        assert_all_end(children)
        assert count(killed) > before
        before = count(killed)
    assert before < 6000
    finished = run("study", "run", *seeds, "--store", killed.name, cwd=tmp_path)
    assert finished.returncode == 0
    assert f"{before:,} in the store before" in finished.stdout
    assert run("study", "run", *seeds, "--store", calm.name, cwd=tmp_path).returncode == 0
    assert stored(killed) == stored(calm)
    assert len(stored(killed)) == 6000


def test_ctrl_c_stores_what_is_solved_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    process = started("p3v0s1..5", SLOW, "p3v0s6..5000", "--store", path.name, "--workers", "2", cwd=tmp_path)
    wait_for_rows(path, process, 1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=GUARD_SECONDS)
    assert process.returncode == 130
    assert errors == "interrupted: what was solved is in study.db; the same command goes on from there\n"
    assert f"{count(path):,} solved now" in output
    assert [each.name for each in tmp_path.iterdir()] == ["study.db"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_run_that_waits_for_a_line(workers: str, tmp_path: Path) -> None:
    process, output, errors = interrupted_while_it_waits(
        ["p3v0s1", "p3v0s2"], "--workers", workers, cwd=tmp_path
    )
    assert process.returncode == 130
    assert errors.startswith("interrupted: ")
    assert errors.count("\n") == 1
    assert output.startswith("2 deals")


def test_a_second_run_at_once_says_so(tmp_path: Path) -> None:
    with open_store(tmp_path / "study.db"):
        second = run("study", "run", "p3v0s1", "--store", "study.db", cwd=tmp_path)
    assert second.returncode == 2
    assert second.stderr == (
        "study.db, --store: expected a store that no other run writes to, got one in use\n"
        "help: wait until the other run has ended, or give this one a store of its own\n"
    )


def test_undecided_deals_are_told_and_retried(tmp_path: Path) -> None:
    path = str(tmp_path / "study.db")
    first = run("study", "run", "p2v0s2", "--store", path, "--method", "cpsat", "--time-limit", "0.001")
    assert first.returncode == 3
    assert first.stdout.startswith("1 deal: 0 winnable, 0 not winnable, 1 undecided\n")
    assert first.stderr == "1 deal undecided: try --retry-undecided with a larger --time-limit\n"
    again = run("study", "run", "--retry-undecided", "--store", path, "--workers", "1")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("1 deal: 1 winnable, 0 not winnable, 0 undecided\n")
    report = json.loads(run("study", "report", path, "--json").stdout)
    assert report["groups"][0]["winnable"] == 1
    assert [(use["method"], use["deals"]) for use in report["settings"]] == [("auto", 1)]


def test_each_deal_counts_once_in_the_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "study.db"
    rows = [row("p2v0s1"), row("p2v0s2", 24), row("p2v0s3", 23, 24), row("p2v0s4", 20, 25)]
    fill(path, rows)
    assert run_here("study", "run", "p2v0s1..4", "--store", str(path), "--workers", "1") == 3
    captured = capsys.readouterr()
    assert captured.out.splitlines()[0] == (
        "4 deals: 1 winnable, 2 not winnable (of 1 the best score is undecided), 1 undecided"
    )
    assert captured.err.startswith("2 deals undecided:")


def test_nothing_to_retry_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "study.db"
    fill(path, [row(f"p2v0s{number}") for number in range(500)])
    assert run_here("study", "run", "--retry-undecided", "--store", str(path), "--workers", "1") == 0
    assert capsys.readouterr().out == f"Nothing in {path} is undecided: there is nothing to retry.\n"


def test_a_seed_with_control_characters_is_stored_as_the_link_of_its_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "study.db")
    odd = "p2v0s\x1b[31m"
    assert run_here("study", "run", odd, "--store", path, "--workers", "1") == 0
    capsys.readouterr()
    assert run_here("study", "sample", path) == 0
    link = capsys.readouterr().out.strip()
    assert entry_of(link).start == parse_seed(odd).deal
    for option in (["--csv", "--deals"], []):
        assert run_here("study", "report", path, *option) == 0
        assert "\x1b" not in capsys.readouterr().out


def test_a_table_or_plot_may_have_a_name_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    fill(path, [row("p2v0s1")])
    for name in ("a" * 255, f"{'ü' * 120}.parquet"):
        assert run_here("study", "report", str(path), "--parquet", str(tmp_path / name)) == 0
        assert (tmp_path / name).stat().st_size > 0


def test_bad_lines_are_told_and_the_others_solved(tmp_path: Path) -> None:
    ran = run("study", "run", "-", "--store", "study.db", stdin="p2v0s1\nnonsense\np3v0s1\n", cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith("stdin:2: expected PLAYERS DECK")
    assert ran.stdout.startswith("2 deals: 2 winnable")


def test_random_decks_say_how_they_were_dealt(tmp_path: Path) -> None:
    path = str(tmp_path / "study.db")
    ran = run("study", "run", "random:players=3,count=2,seed=7", "--store", path, "--workers", "1")
    assert "PCG64(SeedSequence(seed, spawn_key=(index,)))" in ran.stdout
    assert "(numpy " in ran.stdout
    sampled = run("study", "sample", path)
    solved = run("solve", "-", "--json", "--workers", "1", stdin=sampled.stdout)
    assert [json.loads(line)["best"] for line in solved.stdout.splitlines()] == [25, 25]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--store", "a.db"], "expected at least one, like p2v0s1..1000, got none"),
        (["run", "p2v0s1"], "--store"),
        (["run", "p2v0s9..1", "--store", "a.db"], "p2v0s9..1: expected a first number up to the last"),
        (
            ["run", "none.txt", "--store", "a.db"],
            "none.txt: No such file or directory: expected a file or - for stdin",
        ),
        (["run", "p2v0s1", "--store", "a.db", "--memory-limit", "1M"], "expected at least 16 MiB"),
        (["run", "p2v0s1", "--store", "a.db", "--time-limit", "0"], "expected a number of seconds above 0"),
        (["run", "p2v0s1", "--store", "a.db", "--cluster", "x", "--workers", "2"], "has its own workers"),
        (["run", "p2v0s1", "--store", "deals.txt"], "expected a study's store, got a file of another kind"),
        (["run", "p2v0s1", "--store", "none/a.db"], "expected a file in a folder that can be written to"),
        (["run", "p2v0s1", "--store", "a.db", "--workers", "300"], "expected 1 to 256, got 300"),
        (["report", "none.db"], "expected a study's store, got no such file"),
        (["report", "deals.txt"], "got a file of another kind"),
        (["report", "good.db", "--json", "--csv"], "expected one of --json and --csv"),
        (["report", "good.db", "--deals"], "expected --csv or --parquet beside it"),
        (["report", "good.db", "--plot", "a.pdf"], "expected a name that ends with .svg or .png"),
        (["report", "good.db", "--plot", "none/a.svg"], "--plot: expected a file in an existing folder"),
        (
            ["report", "good.db", "--parquet", "good.db"],
            "--parquet: expected another file than those of the store",
        ),
        (["report", "good.db", "--parquet", "good.db-wal"], "those of the store, got good.db-wal"),
        (["report", "good.db", "--parquet", "sub/../good.db-shm"], "those of the store, got good.db-shm"),
        (["report", "good.db", "--parquet", "good.db-lock"], "those of the store, got good.db-lock"),
        (["report", "linked.db", "--parquet", "good.db-journal"], "got good.db-journal"),
        (
            ["report", "good.svg", "--plot", "good.svg"],
            "--plot: expected another file than those of",
        ),
        (["report", "good.db", "--plot", "a.svg", "--parquet", "./a.svg"], "than that of --parquet"),
        (["report", "good.db", "--plot", "a.svg/"], "expected the name of a file, got the name of a folder"),
        (["report", "good.db", "--plot", ""], "expected the name of a file, got an empty text"),
        (["report", "good.db", "--html", "good.db"], "--html: expected another file than those of the store"),
        (["report", "good.db", "--html", "-"], "--html: expected a file, got -"),
        (["report", "good.db", "--html", "none/a.html"], "--html: expected a file in an existing folder"),
        (
            ["report", "good.db", "--html", "a", "--parquet", "./a"],
            "--html: expected another file than that of",
        ),
        (["sample", "good.db", "--html", "a.html"], "No such option"),
        (["report", "a" * 300], "File name too long: expected a path that can be looked at"),
        (["run", "p2v0s1", "--store", ""], "expected the name of a file, got an empty text"),
        (["run", "p2v0s1", "--store", ":memory:"], "got SQLite's address :memory:"),
        (["run", "p2v0s1", "--store", "file:x.db?mode=memory"], "got SQLite's address file:x.db?mode=memory"),
        (["run", "", "--store", "a.db"], "SEEDS: expected a seed, range, link or file, got an empty text"),
        (["run", "a" * 300, "--store", "a.db"], "File name too long"),
        (["run", f"{PLAYED}#2", "--store", "a.db"], f"{PLAYED[:37]}...: expected a deal, got a position"),
        (["run", "--retry-undecided", "--store", "a.db"], "to retry what is undecided in, got no such file"),
        (["report", "good.db", "--variant", "2"], "expected deals of variant 2, got none"),
        (["sample", "good.db", "--best", "3"], "expected deals that meet the condition, got none of 1 deal"),
        (["sample", "good.db", "--best", "25", "--undecided"], "a best score is not known then"),
        (["sample", "good.db", "--reason", "luck"], "'luck'"),
    ],
)
def test_wrong_input_is_refused(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deals.txt").write_text("p2v0s1\n" * 200, encoding="utf-8")
    fill(tmp_path / "good.db", [row("p2v0s1")])
    fill(tmp_path / "good.svg", [row("p2v0s1")])
    (tmp_path / "linked.db").symlink_to("good.db")
    (tmp_path / "sub").mkdir()
    before = sorted(tmp_path.iterdir())
    assert run_here("study", *arguments) == 2
    captured = capsys.readouterr()
    assert message in " ".join(captured.err.replace("│", " ").split())
    assert captured.out == ""
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "deals.txt").read_text(encoding="utf-8") == "p2v0s1\n" * 200


def test_a_missing_extra_is_told_with_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path / "study.db", [row("p2v0s1")])
    path = str(tmp_path / "study.db")
    for module in ("matplotlib", "pyarrow", "pyarrow.parquet", "distributed"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    for package, extra, arguments in (
        ("matplotlib", "plots", ["report", path, "--plot", str(tmp_path / "a.svg")]),
        ("pyarrow", "parquet", ["report", path, "--parquet", str(tmp_path / "a.parquet")]),
        ("distributed", "cluster", ["run", "p2v0s2", "--store", path, "--cluster", "tcp://127.0.0.1:1"]),
    ):
        assert run_here("study", *arguments) == 2
        fault, advice = capsys.readouterr().err.splitlines()
        assert f"expected the package {package}, got none" in fault
        assert advice == f"help: install it: {install_command(extra)}"
    monkeypatch.setattr("hanabi_solver.solver.limits.has_sat_solver", lambda: False)
    assert run_here("study", "run", "p2v0s2", "--store", str(tmp_path / "a.db"), "--method", "sat") == 2
    assert install_command("proofs") in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()


def test_the_report_is_what_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "study.db")
    fill(Path(path), [row("p2v0s1"), row("p2v0s40", 24), row("p3v0s1")])
    assert run_here("study", "report", path, "--players", "2", "--csv") == 0
    assert [line.split(",")[:6] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["0", "No Variant", "2", "25", "2", "1"]
    ]
    assert run_here("study", "report", path, "--csv", "--deals") == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    svg, table = tmp_path / "plot.svg", tmp_path / "deals.parquet"
    assert run_here("study", "report", path, "--plot", str(svg), "--parquet", str(table), "--deals") == 0
    assert "50.00 %" in capsys.readouterr().out
    assert svg.stat().st_size > 1000
    assert table.stat().st_size > 1000
    page = tmp_path / "study.html"
    assert run_here("study", "report", path, "--players", "2", "--json", "--html", str(page)) == 0
    assert json.loads(capsys.readouterr().out)["groups"][0]["deals"] == 2
    assert "<h1>A study of 2 Hanabi deals</h1>" in page.read_text(encoding="utf-8")
    assert run_here("study", "sample", path, "--best", "24", "--reason", "pace") == 0
    assert capsys.readouterr().out == "p2v0s40\n"


def test_progress_is_a_bar_on_a_terminal(tmp_path: Path) -> None:
    command = [*COMMAND, "study", "run", "p2v0s1..3", "--store", str(tmp_path / "study.db"), "--workers", "1"]
    parent, child = pty.openpty()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=child, env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "120"}
    )
    os.close(child)
    assert process.stdout is not None
    assert process.stdout.read().startswith(b"3 deals")
    errors = os.read(parent, 65536).decode()
    os.close(parent)
    assert process.wait() == 0
    process.stdout.close()
    assert " of 3, " in errors
    assert "deals/s" in errors
    assert "0 undecided" in errors
