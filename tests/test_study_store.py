"""The store of a study: what is in it stays, and what is no sound store is refused by name."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from studies import SOLVER, fill, row

from hanabi_solver.errors import InputError
from hanabi_solver.solver.versions import versions
from hanabi_solver.study.combined_rows import Selection
from hanabi_solver.study.record import Setting
from hanabi_solver.study.report import study_report
from hanabi_solver.study.report_tables import deal_rows
from hanabi_solver.study.sample import Condition, sample_deals
from hanabi_solver.study.store import open_store, read_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "study.db"


def count(path: Path) -> int:
    with read_store(path) as connection:
        return int(connection.execute("SELECT count(*) FROM rows").fetchone()[0])


def test_rows_are_added_once_whatever_is_added_again(path: Path) -> None:
    with open_store(path) as store:
        setting = store.setting(Setting(seconds=1.0), SOLVER)
        run = store.begin_run(setting, ["p2v0s1..2"], versions())
        assert store.add([row("p2v0s1"), row("p2v0s2")], setting, run) == 2
        assert store.add([row("p2v0s2", 24), row("p2v0s3")], setting, run) == 1
    with read_store(path) as connection:
        found = connection.execute(
            "SELECT seed, best, status, method, asked_method, time_limit FROM results"
        ).fetchall()
    assert found == [(f"p2v0s{number}", 25, "optimal", "search", "auto", 1.0) for number in (1, 2, 3)]


def test_a_batch_with_an_impossible_row_is_added_not_at_all(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    with pytest.raises(sqlite3.IntegrityError):
        fill(path, [row("p2v0s2"), row("p2v0s3", 25, 24)])
    assert count(path) == 1


def test_limits_and_versions_are_told_apart_and_found_again(path: Path) -> None:
    with open_store(path) as store:
        limits = [Setting(seconds=1.0), Setting(), Setting(seconds=1.0, memory=1 << 26)]
        settings = [store.setting(each, solver) for each in limits for solver in ("0.1", "0.2")]
        assert len(set(settings)) == 6
        assert settings == [store.setting(each, solver) for each in limits for solver in ("0.1", "0.2")]
        for setting in settings:
            store.add([row("p2v0s1")], setting, store.begin_run(setting, [], versions()))
    assert count(path) == 6


def test_a_second_run_says_that_the_store_is_in_use_and_a_reader_reads(path: Path) -> None:
    with open_store(path) as store:
        setting = store.setting(Setting(), SOLVER)
        with pytest.raises(InputError, match="expected a store that no other run writes to, got one in use"):
            open_store(path).__enter__()
        store.add([row("p2v0s1")], setting, store.begin_run(setting, [], versions()))
        assert count(path) == 1
        assert sorted(each.name for each in path.parent.iterdir())[-3:] == [
            "study.db-lock",
            "study.db-shm",
            "study.db-wal",
        ]
    assert [each.name for each in path.parent.iterdir()] == ["study.db"]
    fill(path, [row("p2v0s2")])
    assert count(path) == 2


def test_a_store_is_in_use_whatever_link_names_it(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(path)
    fill(path, [row("p2v0s1")])
    for first, second in ((path, link), (link, path)):
        with open_store(first), pytest.raises(InputError, match="got one in use"):
            open_store(second).__enter__()
    with open_store(link) as store:
        setting = store.setting(Setting(), SOLVER)
        store.add([row("p2v0s2")], setting, store.begin_run(setting, [], versions()))
        assert count(path) == count(link) == 2
    assert list(link.parent.iterdir()) == [link]


def test_the_lock_of_a_file_that_is_gone_does_not_count(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run that holds the lock ends just after another has opened its file, and a third one begins."""
    fill(path, [row("p2v0s1")])
    beside = path.with_name("study.db-lock")
    beside.touch()
    connect, opened = sqlite3.connect, []

    def connect_late(name: Path, **options: object) -> sqlite3.Connection:
        connection = connect(name, **options)  # type: ignore[call-overload]  # as they came
        if Path(name) == beside and not opened:
            beside.unlink()
            opened.append(connect(beside))
            opened[0].execute("BEGIN EXCLUSIVE")
        return connection  # type: ignore[no-any-return]  # what sqlite3 gave

    monkeypatch.setattr(sqlite3, "connect", connect_late)
    with pytest.raises(InputError, match="got one in use"):
        open_store(path).__enter__()
    assert beside.exists()
    opened[0].close()


def test_a_fault_of_the_python_module_is_no_fault_of_the_store(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    with pytest.raises(sqlite3.ProgrammingError), read_store(path) as connection:
        connection.execute("SELECT ?", ())


def test_a_file_of_another_kind_is_refused_and_left_as_it_was(path: Path) -> None:
    path.write_text("p2v0s1\n" * 500, encoding="utf-8")
    before = path.read_bytes()
    for opening in (open_store, read_store):
        with pytest.raises(InputError, match="expected a study's store, got a file of another kind"):
            opening(path).__enter__()
    assert path.read_bytes() == before


def test_another_sqlite_file_is_refused_and_left_as_it_was(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title)")
    connection.close()
    before = path.read_bytes()
    for opening in (open_store, read_store):
        with pytest.raises(InputError, match="got another SQLite file"):
            opening(path).__enter__()
    assert path.read_bytes() == before


def test_a_store_of_another_version_is_refused(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    for opening in (open_store, read_store):
        with pytest.raises(InputError, match="expected a store of version 4, got version 1"):
            opening(path).__enter__()


def test_a_damaged_store_is_refused(path: Path) -> None:
    fill(path, [row(f"p2v0s{number}") for number in range(2000)])
    with path.open("r+b") as stream:
        for page in range(3, path.stat().st_size // 4096, 2):
            stream.seek(page * 4096)
            stream.write(b"\xff" * 4096)
    with pytest.raises(InputError, match=r"got a damaged one") as caught:
        open_store(path).__enter__()
    assert ".recover" in caught.value.faults[0].help
    with pytest.raises(InputError, match="damaged"), read_store(path) as connection:
        connection.execute("SELECT sum(nodes), max(deal) FROM rows").fetchall()


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        ("DROP VIEW results", "no view results"),
        ("DROP TABLE runs", "no table runs"),
        ("DROP INDEX setting", "no index setting"),
        ("ALTER TABLE rows DROP COLUMN link", "another table rows"),
        ("ALTER TABLE runs ADD COLUMN other", "another table runs"),
        ("UPDATE runs SET seeds = 'x'", "a value of runs.seeds"),
        ("UPDATE runs SET seeds = '[1]'", "a value of runs.seeds"),
        ("UPDATE runs SET versions = '[]'", "a value of runs.versions"),
        ("UPDATE rows SET seconds = 'long'", "a value of rows.seconds"),
        ("UPDATE rows SET seconds = 9e999", "a value of rows.seconds"),
        ("UPDATE rows SET seconds = -1.0", "a value of rows.seconds"),
        ("UPDATE rows SET deal = x'ff'", "a value of rows.deal"),
        ("UPDATE rows SET deal = 'p2v0s' || char(27)", "a value of rows.deal"),
        ("UPDATE rows SET deal = 'p2v0s' || char(0)", "a value of rows.deal"),
        ("UPDATE rows SET deal = CAST(x'70ff' AS TEXT)", "text that is no UTF-8"),
        ("UPDATE rows SET link = 7, nodes = 'many'", "a value of rows.nodes"),
        ("UPDATE rows SET players = 9", "a value of rows.players"),
        ("UPDATE rows SET setting = 5", "a value of rows.setting"),
        ("UPDATE rows SET run = 5", "a value of rows.run"),
        ("UPDATE settings SET time_limit = 'none'", "a value of settings.time_limit"),
    ],
)
def test_what_no_run_writes_is_damage_that_names_the_store(damage: str, what: str, path: Path) -> None:
    fill(path, [row("p2v0s1", 24)])
    with closing(sqlite3.connect(path)) as connection, connection:
        if "DROP COLUMN" in damage:
            connection.execute("DROP VIEW results")
        connection.execute(damage)
    readings: list[Callable[[], object]] = [
        lambda: study_report(path),
        lambda: sample_deals(path, Condition(), 1),
        lambda: list(deal_rows(path, Selection())),
    ]
    for reading in readings:
        with pytest.raises(InputError) as caught:
            reading()
        assert str(caught.value).startswith(f"{path}: expected a sound store, got a damaged one ({what}")
        assert ".recover" in caught.value.faults[0].help


def test_damage_is_told_before_a_run_begins(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE rows SET seconds = 'long'")
    with pytest.raises(InputError, match=r"damaged one \(a value of rows.seconds"):
        open_store(path).__enter__()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (1,)


def test_a_store_with_two_names_is_refused_and_a_symbolic_link_is_not(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    other = path.with_name("other.db")
    other.hardlink_to(path)
    for opening in (open_store, read_store):
        for name in (path, other):
            with pytest.raises(InputError, match=r"expected a store under one name, got a file with 2"):
                opening(name).__enter__()
    other.unlink()
    other.symlink_to(path)
    assert count(other) == 1


@pytest.mark.parametrize("name", [":memory:", "file:study.db?mode=memory", "a" * 240])
def test_every_name_is_that_of_a_file(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    fill(Path(name), [row("p2v0s1")])
    assert (path.parent / name).is_file()
    assert count(Path(name)) == 1


def test_an_impossible_name_is_told_as_such(path: Path) -> None:
    for opening in (open_store, read_store):
        with pytest.raises(InputError, match=r"File name too long: expected a path that can be looked at"):
            opening(path.with_name("a" * 300)).__enter__()


def test_a_store_cut_off_is_refused(path: Path) -> None:
    fill(path, [row(f"p2v0s{number}") for number in range(2000)])
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(InputError, match="damaged"):
        open_store(path).__enter__()


def test_an_empty_file_becomes_a_store_and_is_none_for_a_reader(path: Path) -> None:
    path.touch()
    with pytest.raises(InputError, match="got an empty file"):
        read_store(path).__enter__()
    fill(path, [row("p2v0s1")])
    assert count(path) == 1


def test_a_process_that_died_before_the_tables_were_made_leaves_an_empty_store(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert path.stat().st_size > 0
    fill(path, [row("p2v0s1")])
    assert count(path) == 1


def test_there_is_no_store(path: Path) -> None:
    with pytest.raises(InputError, match="expected a study's store, got no such file"):
        read_store(path).__enter__()
    with pytest.raises(InputError, match="expected a file in a folder that can be written to, got none"):
        open_store(path.parent / "none" / "study.db").__enter__()


def test_an_error_of_sqlite_in_a_query_is_a_bug_and_no_fault_of_the_store(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    with pytest.raises(sqlite3.OperationalError, match="no such column"), read_store(path) as connection:
        connection.execute("SELECT wrong FROM rows")


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write to every folder")
def test_a_store_in_a_folder_that_cannot_be_written_to_is_read(path: Path) -> None:
    fill(path, [row("p2v0s1")])
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert count(path) == 1
    finally:
        path.parent.chmod(stat.S_IRWXU)
