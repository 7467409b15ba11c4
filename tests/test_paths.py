"""Paths are looked at in one way, and files are written whole or not at all, after the answer is printed."""

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import COMMAND, ENVIRONMENT
from places import ROOT
from waiting import GUARD_SECONDS

from hanabi_solver.cli.out_file import OutFile, write_out
from hanabi_solver.errors import InputError
from hanabi_solver.formats.paths import PathKind, check_target, kind_of

PUZZLE = str(ROOT / "puzzles" / "hold-the-five.json")
IS_ROOT = os.getuid() == 0


@pytest.fixture
def kinds(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """A path of each kind."""
    (tmp_path / "file").write_text("old", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "nowhere").symlink_to("missing")
    (tmp_path / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as server:
        before = os.getcwd()
        os.chdir(tmp_path)  # the name of a socket is short
        try:
            server.bind("socket")
        finally:
            os.chdir(before)
        yield {path.name: path for path in tmp_path.iterdir()} | {"device": Path("/dev/null")}


def test_every_kind_is_told_by_its_name(kinds: dict[str, Path]) -> None:
    found = {name: kind_of(path) for name, path in kinds.items() if name != "loop"}
    assert found == {
        "file": PathKind.FILE,
        "link": PathKind.FILE,
        "folder": PathKind.FOLDER,
        "pipe": PathKind.PIPE,
        "socket": PathKind.SOCKET,
        "device": PathKind.DEVICE,
        "nowhere": PathKind.NOTHING,
    }
    assert kind_of(kinds["file"] / "below") is PathKind.NOTHING


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_a_fault(name: str) -> None:
    with pytest.raises(InputError, match="expected a path that can be looked at"):
        kind_of(name)
    with pytest.raises(InputError, match=r"--out: .*expected a path that can be looked at"):
        check_target(Path(name), "--out")


def test_only_files_and_free_names_are_written_to(kinds: dict[str, Path]) -> None:
    for name in ("folder", "pipe", "socket", "device"):
        with pytest.raises(InputError, match=f"expected a regular file, got {kind_of(kinds[name])}"):
            check_target(kinds[name], "--out")
    with pytest.raises(InputError, match="expected a path that can be looked at"):
        check_target(kinds["loop"], "--out")
    with pytest.raises(InputError, match="expected a file in an existing folder"):
        check_target(kinds["folder"] / "none" / "file", "--out")
    folder = kinds["folder"].parent
    assert check_target(kinds["link"], "--out") == folder.resolve() / "file"
    assert check_target(kinds["nowhere"], "--out") == folder.resolve() / "missing"


@pytest.fixture
def open_to_all(tmp_path: Path) -> Path:
    """A folder that every user can reach and write to."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o755)
    tmp_path.chmod(0o777)
    return tmp_path


def fault_as_nobody(path: Path) -> str:
    """What `check_target` says to a user who is not root, in a process of its own."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        text = ""
        try:
            if IS_ROOT:
                os.setgid(65534)
                os.setuid(65534)
            check_target(path, "--out")
        except InputError as error:
            text = str(error)
        finally:
            os.write(write_end, text.encode())
            os._exit(0)
    os.close(write_end)
    with open(read_end, encoding="utf-8") as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return text


def test_permissions_are_looked_at_before_anything_is_opened(open_to_all: Path) -> None:
    file, folder = open_to_all / "file", open_to_all / "folder"
    file.write_text("old", encoding="utf-8")
    folder.mkdir()
    assert fault_as_nobody(open_to_all / "new") == ""
    file.chmod(0o444)
    assert "expected a file that may be written to, got one that is write-protected" in fault_as_nobody(file)
    folder.chmod(0o555)
    assert "expected a folder that can be written to" in fault_as_nobody(folder / "new")
    folder.chmod(0o000)
    assert "Permission denied: expected a path that can be looked at" in fault_as_nobody(folder / "new")
    folder.chmod(0o755)


def limited(*arguments: str, size: int, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """A command that can write files of at most so many bytes, as on a full disk."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=ENVIRONMENT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        timeout=GUARD_SECONDS,
        check=False,
    )


@pytest.mark.parametrize("option", ["--out", "--html"])
@pytest.mark.parametrize("size", [0, 1, 100])
def test_the_answer_is_printed_though_its_file_finds_no_room(tmp_path: Path, option: str, size: int) -> None:
    file = tmp_path / "file"
    file.write_text("old", encoding="utf-8")
    done = limited("solve", PUZZLE, option, "file", "--quiet", size=size, cwd=tmp_path)
    assert done.returncode == 2
    assert "Best score: 25 of 25, proved." in done.stdout
    assert "Every suit is complete: the game ends." in done.stdout
    assert done.stderr.startswith(f"{file}, {option}: expected to write the file, got an error (")
    assert len(done.stderr.splitlines()) == 1
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_stdout_is_no_file_to_write_beside(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "solve", PUZZLE, "--out", "/dev/stdout", "-q"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=GUARD_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "/dev/stdout, --out: expected a regular file, got a pipe\n"
    answer = tmp_path / "answer"
    with answer.open("w", encoding="utf-8") as stream:
        done = subprocess.run(
            [*COMMAND, "solve", PUZZLE, "--out", str(answer), "-q"],
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=GUARD_SECONDS,
            check=False,
        )
    assert done.returncode == 2
    assert "expected a file of its own, got that of a standard stream" in done.stderr


def test_a_line_that_found_no_room_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("old", encoding="utf-8")
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:  # the limit is for good
        said = ""
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
            out = OutFile(target, "-")
            out.write("first")
            try:
                out.write("second")
            except InputError as error:
                said = str(error)
            out.finish()
        finally:
            os.write(write_end, said.encode())
            os._exit(0)
    os.close(write_end)
    with open(read_end, encoding="utf-8") as stream:
        assert "expected to write the file, got an error (File too large)" in stream.read()
    os.waitpid(child, 0)
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_keeps_its_mode_and_a_link_its_file(tmp_path: Path) -> None:
    target, link = tmp_path / "file", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    write_out(link, ["new"])
    assert link.is_symlink()
    assert (target.read_text(encoding="utf-8"), target.stat().st_mode & 0o777) == ("new", 0o640)
    assert sorted(tmp_path.iterdir()) == [target, link]


def test_commands_of_play_are_read_up_to_a_limit(tmp_path: Path) -> None:
    code = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as endless:
        done = subprocess.run(
            [*COMMAND, "play", PUZZLE],
            stdin=endless.stdout,
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            timeout=GUARD_SECONDS,
            check=False,
        )
        endless.kill()
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("stdin: expected commands of at most ")
    assert "Best score left: 25 of 25." in done.stdout
