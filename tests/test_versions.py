"""What a study says of the solver that decided its rows."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from studies import fill, row

import hanabi_solver
from hanabi_solver.solver import versions as versions_module
from hanabi_solver.solver.versions import DECIDING, solver_version, source_digest
from hanabi_solver.study.record import Setting, solve_row
from hanabi_solver.study.report import study_report
from hanabi_solver.study.store import open_store, read_store

PACKAGE = Path(hanabi_solver.__file__).parent


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The sources of the package at another place."""
    return Path(shutil.copytree(PACKAGE, tmp_path / "elsewhere", ignore=shutil.ignore_patterns("*.pyc")))


def test_the_version_of_a_solver_is_that_of_the_package_and_its_sources() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{12}", solver_version())
    assert solver_version().startswith(f"{hanabi_solver.__version__}+")


def test_the_digest_is_the_same_wherever_the_sources_are(copied: Path) -> None:
    digest = source_digest(copied)
    assert solver_version().endswith(digest)
    engine = copied / "game" / "engine.py"
    engine.write_bytes(engine.read_bytes().replace(b"\n", b"\r\n"))
    (copied / "game" / "__pycache__").mkdir(exist_ok=True)
    for litter in ("search/kernel.pyc", "game/__pycache__/engine.cpython-311.pyc.140123456"):
        (copied / litter).write_bytes(b"compiled, or about to be")
    for litter in (".DS_Store", "search/kernel.py~", "search/.kernel.py.swp", "search/.#kernel.py"):
        (copied / litter).write_bytes(b"of an editor or a system")
    assert source_digest(copied) == digest


@pytest.mark.parametrize("place", [*DECIDING, "formats/hanablive/variants.txt", "search/kernel.py"])
def test_the_digest_changes_with_every_room_that_decides(copied: Path, place: str) -> None:
    digest = source_digest(copied)
    target = copied / place
    file = target if target.is_file() else sorted(target.rglob("*.py"))[-1]
    file.write_bytes(file.read_bytes() + b"\n")
    assert source_digest(copied) != digest


def test_the_digest_changes_with_the_name_of_a_module(copied: Path) -> None:
    digest = source_digest(copied)
    (copied / "bounds" / "pace.py").rename(copied / "bounds" / "tempo.py")
    assert source_digest(copied) != digest


def test_the_digest_leaves_out_what_decides_nothing(copied: Path) -> None:
    digest = source_digest(copied)
    for file in (copied / "cli" / "app.py", copied / "study" / "report.py"):
        file.write_bytes(b"# another\n")
    assert source_digest(copied) == digest


def test_rows_say_which_solver_decided_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve_row(Setting(seconds=60.0), "p2v0s40").solver == solver_version()
    read = []
    monkeypatch.setattr(versions_module, "source_digest", read.append)
    solve_row(Setting(seconds=60.0), "p2v0s39")
    assert read == []  # the sources are read once in a process, not for each deal


def test_stores_of_older_solvers_open_as_before(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    fill(path, [row("p2v0s1", 24, 24, solver="0.1.0")], solver="0.1.0")
    fill(path, [row("p2v0s2")])
    with read_store(path) as connection:
        solvers = [solver for (solver,) in connection.execute("SELECT solver FROM settings ORDER BY id")]
    assert solvers == ["0.1.0", solver_version()]
    assert {use.solver for use in study_report(path).settings} == set(solvers)
    with open_store(path) as store, closing(sqlite3.connect(path)) as connection:
        assert store.path == path
        assert connection.execute("SELECT count(*) FROM rows").fetchone() == (2,)
