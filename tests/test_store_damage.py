"""Damage to a store's file itself, and what others put into it: refused by name, never a traceback."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from commands import run_here
from studies import FakeEngine, fill, row

from hanabi_solver.errors import InputError
from hanabi_solver.study.record import Setting
from hanabi_solver.study.report import study_report
from hanabi_solver.study.run import run_study
from hanabi_solver.study.selection import parse_seeds
from hanabi_solver.study.store import open_store, read_store
from hanabi_solver.study.store_files import store_files

DEALS = [f"p2v0s{number}" for number in range(1, 61)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "study.db"
    fill(found, [row(deal) for deal in DEALS])
    return found


def rows(path: Path) -> list[tuple[object, ...]]:
    with read_store(path) as connection:
        return connection.execute("SELECT * FROM rows ORDER BY deal").fetchall()


def flipped(sound: bytes, at: list[tuple[int, int]]) -> bytes:
    data = bytearray(sound)
    for place, change in at:
        data[place] ^= change
    return bytes(data)


def go_on(path: Path) -> None:
    study_report(path)
    with open_store(path) as store:
        run_study(store, [parse_seeds("p2v0s1..60")], Setting(seconds=60.0), FakeEngine())


def error_of(path: Path) -> str | None:
    """What is said of a store that is reported and gone on with; None if nothing is wrong with it."""
    try:
        go_on(path)
    except InputError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 0),  # the name of the format
        (16, 3),  # the size of a page
        (16, 0x20),
        (18, 3),  # the version of the format, to write and to read
        (19, 3),
        (21, 1),  # shares of a page, which are fixed
        (44 + 3, 9),  # the format of the schema
        (56 + 3, 2),  # the encoding of text
        (60, 0x80),  # the version of a store
        (68, 0),  # the mark of a store
    ],
)
def test_a_faulty_header_is_damage(
    place: int, value: int, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(path.read_bytes())
    data[place] = value
    path.write_bytes(data)
    assert run_here("study", "run", "p2v0s1", "--store", str(path)) == 2
    assert capsys.readouterr().err.startswith(f"{path}: expected a sound store, got a damaged one")
    # What is wrong only for who writes does not keep from reading.
    assert run_here("study", "report", str(path)) == (0 if place == 18 else 2)
    captured = capsys.readouterr()
    assert place == 18 or captured.err.startswith(f"{path}: expected a sound store, got a damaged one")
    assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("value", [0, 0xFF, ord("x"), ord("'")])
@pytest.mark.parametrize(
    "text", ["CREATE TABLE settings", "solver TEXT", "CREATE UNIQUE", "CHECK", "FROM rows"]
)
def test_faulty_text_of_a_table_is_damage(
    text: str, value: int, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(path.read_bytes())
    data[data.index(text.encode()) + 3] = value
    path.write_bytes(data)
    for arguments in (("report",), ("run", "p2v0s1", "--store")):
        assert run_here("study", *arguments, str(path)) == 2
        assert capsys.readouterr().err.startswith(f"{path}: expected a sound store, got a damaged one")
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("added", "what"),
    [
        ("CREATE TRIGGER evil AFTER INSERT ON rows BEGIN DELETE FROM rows; END", "the trigger evil too"),
        ("CREATE VIEW mine AS SELECT deal FROM rows", "the view mine too"),
        ("CREATE INDEX quick ON rows (reason)", "the index quick too"),
        ("CREATE TABLE songs (title)", "the table songs too"),
        ("ANALYZE", "the table sqlite_stat1 too"),
        ('CREATE VIEW "a\x1b[31mb" AS SELECT 1', "the view a[31mb too"),
    ],
)
def test_what_others_add_is_refused_by_its_name_and_changes_nothing(
    added: str, what: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(added)
    before = path.read_bytes()
    for arguments in (("report",), ("run", "p2v0s61", "--store")):
        assert run_here("study", *arguments, str(path)) == 2
        error = capsys.readouterr().err
        assert error.startswith(
            f"{path}: expected a store of its own tables only, got one with {what}\nhelp: "
        )
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rows SET nodes = 8 WHERE deal = 'p2v0s7'",
        "UPDATE rows SET best = 24, upper = 24, reason = 'pace' WHERE deal = 'p2v0s7'",
        "UPDATE rows SET seconds = 0.25 WHERE deal = 'p2v0s7'",
        "DELETE FROM rows WHERE deal = 'p2v0s7'",
        "UPDATE runs SET started = '2020-01-01T00:00:00+00:00'",
        "UPDATE settings SET time_limit = 61.0",
        "UPDATE sums SET rows = 59",
        "UPDATE sums SET run = 2",
    ],
)
def test_a_value_that_became_another_possible_one_is_damage(
    change: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(change).rowcount == 1
    before = path.read_bytes()
    for arguments in (("report",), ("run", "p2v0s61", "--store")):
        assert run_here("study", *arguments, str(path)) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"{path}: expected a sound store, got a damaged one (what run ")
    assert path.read_bytes() == before


def test_a_store_from_before_there_were_sums_is_read_and_gone_on_with(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE sums")
        connection.execute("UPDATE rows SET nodes = 8 WHERE deal = 'p2v0s7'")
    assert study_report(path).groups[0].deals == 60
    fill(path, [row("p2v0s61"), row("p2v0s60")])
    assert study_report(path).groups[0].deals == 61
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute("SELECT run, rows FROM sums").fetchall() == [(2, 1)]
        connection.execute("UPDATE rows SET nodes = 8 WHERE deal = 'p2v0s61'")
    with pytest.raises(InputError, match="what run 2 stored is not what it was"):
        study_report(path)


def test_an_index_that_differs_from_its_table_is_damage(path: Path) -> None:
    data = path.read_bytes()
    first, second = data.index(b"p2v0s17"), data.rindex(b"p2v0s17")
    assert first < second
    path.write_bytes(flipped(data, [(second + 6, 1)]))
    with pytest.raises(InputError, match="damaged"):
        open_store(path).__enter__()


def test_flipped_bytes_are_damage_or_do_not_matter(path: Path) -> None:
    """A short look with the eyes of benchmarks/store_damage.py, at the header and the text of the tables."""
    sound, wanted, chance = path.read_bytes(), rows(path), random.Random(1)
    refused = 0
    for _ in range(120):
        end = chance.choice((100, 4096))
        data = flipped(sound, [(chance.randrange(end), chance.randrange(1, 256))])
        for each in store_files(path):
            each.unlink(missing_ok=True)
        path.write_bytes(data)
        if (error := error_of(path)) is not None:
            assert error.startswith(f"{path}: expected a s")
            assert path.read_bytes() == data
            refused += 1
        else:
            assert rows(path) == wanted
    assert refused > 40
