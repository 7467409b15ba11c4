"""What `--store` may name: a file or a free name. All else is refused before anything is opened or made."""

import os
import re
import resource
import socket
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import COMMAND, run_here
from studies import fill, row

from hanabi_solver.errors import InputError
from hanabi_solver.study.store import open_store, read_store
from hanabi_solver.study.store_files import store_files

NO_FILE = "expected a study's store, got a "


def listen(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def device(path: Path) -> None:
    """The null device under a name of its own, or, where only root may make one, a link to it."""
    if os.geteuid() == 0:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    else:
        path.symlink_to(os.devnull)


ODD: dict[str, Callable[[Path], None]] = {
    "folder": lambda path: path.mkdir(),
    "fifo": os.mkfifo,
    "socket": listen,
    "device": device,
    "link to a device": lambda path: path.symlink_to(os.devnull),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_file_is_refused_by_the_same_words_and_nothing_is_made(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd"
    ODD[kind](odd)
    before = odd.lstat()
    for arguments in (("run", "p2v0s1", "--store"), ("run", "--retry-undecided", "--store"), ("report",)):
        assert run_here("study", *arguments, str(odd)) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert re.match(rf"{odd}: {NO_FILE}(folder|pipe|socket|device)\nhelp: ", captured.err)
    assert list(tmp_path.iterdir()) == [odd]
    assert (odd.lstat().st_mode, odd.lstat().st_mtime_ns) == (before.st_mode, before.st_mtime_ns)


def test_a_block_device_is_refused_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a file whose mode says so: a real device would be written to where this fails."""
    block = tmp_path / "block"
    block.write_bytes(bytes(8192))
    look = os.stat

    def as_block(path: Path, **options: bool) -> os.stat_result:
        found = look(path, **options)
        return os.stat_result((stat.S_IFBLK | 0o600, *found[1:])) if str(path) == str(block) else found

    monkeypatch.setattr(os, "stat", as_block)
    for opening in (open_store, read_store):
        with pytest.raises(InputError, match=NO_FILE):
            opening(block).__enter__()
    monkeypatch.undo()
    assert (block.read_bytes(), list(tmp_path.iterdir())) == (bytes(8192), [block])


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal", "-lock"])
@pytest.mark.parametrize("kind", ODD)
def test_what_lies_beside_a_store_must_be_a_file_too(end: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    fill(path, [row("p2v0s1")])
    before = path.read_bytes()
    beside = tmp_path / f"study.db{end}"
    ODD[kind](beside)
    for opening in (open_store, read_store):
        with pytest.raises(InputError, match=f"expected study.db{end} to be a file of the store, got a "):
            opening(path).__enter__()
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [path, beside]


def test_a_file_that_has_the_name_of_the_lock_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    other = tmp_path / "study.db-lock"
    fill(other, [row("p2v0s1")])
    before = other.read_bytes()
    with pytest.raises(InputError, match=r"expected study.db-lock to be the lock of the store, and empty"):
        open_store(path).__enter__()
    assert list(tmp_path.iterdir()) == [other]
    assert other.read_bytes() == before


@pytest.mark.parametrize("name", ["a" * 300, "a" * 254, "\0", "none/study.db", "/".join(["a" * 200] * 30)])
def test_a_name_that_no_file_can_have_is_told_and_nothing_is_made(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 254 letters the store itself could be made, and nothing beside it."""
    assert run_here("study", "run", "p2v0s1", "--store", str(tmp_path / name)) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert run_here("study", "run", "--retry-undecided", "--store", str(tmp_path / name)) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("most", [0, 1, 4096, 20_000])
def test_a_store_that_finds_no_room_is_refused_or_stays_sound(most: int, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    found = subprocess.run(
        [*COMMAND, "study", "run", "p2v0s1..3", "--store", str(path), "--workers", "1", "--quiet"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    assert found.returncode == 2
    assert found.stderr.startswith(f"{path}: expected ")
    assert found.stderr.count("\n") == 2
    assert not path.exists() or path.stat().st_size > 0
    assert not any(each.exists() for each in store_files(path)[1:])
    fill(path, [row("p2v0s4")])
    with read_store(path) as connection:
        assert connection.execute("SELECT count(*) FROM rows").fetchone() == (1,)
