"""Folders as sources: which files of them are read, and what commands without folders say of one."""

import os
from pathlib import Path

import pytest
from commands import errors_of, run_here
from places import PUZZLES

from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import load
from hanabi_solver.formats.entry import BadEntry
from hanabi_solver.formats.folders import files_in, files_of, is_folder


def test_a_folder_is_its_json_files_by_name(tmp_path: Path) -> None:
    for name in ("b.json", "a.JSON", "10.json", "notes.txt", ".hidden.json", "json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    (tmp_path / "inner.json").mkdir()
    (tmp_path / "inner.json" / "deep.json").write_text("{}", encoding="utf-8")
    assert files_in(str(tmp_path), "game") == [
        str(tmp_path / name) for name in ("10.json", "a.JSON", "b.json")
    ]


def test_links_lead_to_files_and_never_round_in_circles(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("{}", encoding="utf-8")
    (tmp_path / "link.json").symlink_to("real.json")
    (tmp_path / "lost.json").symlink_to("nowhere")
    (tmp_path / "self.json").symlink_to("self.json")
    (tmp_path / "up.json").symlink_to(tmp_path, target_is_directory=True)
    os.mkfifo(tmp_path / "pipe.json")
    found = files_in(str(tmp_path), "game")
    assert [Path(path).name for path in found] == ["link.json", "lost.json", "real.json", "self.json"]


def test_a_folder_without_files_is_a_fault_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    sources = ["first", str(tmp_path / "empty"), "-"]
    first, bad, last = files_of(sources, "puzzle")
    assert (first, last) == ("first", "-")
    assert isinstance(bad, BadEntry)
    (fault,) = bad.error.faults
    assert (bad.error.source, fault.text) == (
        str(tmp_path / "empty"),
        "expected puzzle files (*.json) in the folder, got none",
    )
    assert "folders inside" in fault.help


def test_a_folder_that_cannot_be_read_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_path: str) -> list[str]:  # who runs tests as root may read every folder
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refused)
    with pytest.raises(InputError, match="Permission denied: expected a folder that can be read"):
        files_in(str(tmp_path), "game")


def test_stdin_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").mkdir()
    monkeypatch.chdir(tmp_path)
    assert not is_folder("-")
    assert is_folder("./-")


@pytest.mark.parametrize("command", ["solve", "explain", "odds", "show", "play", "convert"])
def test_a_command_without_folders_says_which_ones_take_them(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--to", "puzzle"] if command == "convert" else []
    fault, advice = errors_of(capsys, command, str(PUZZLES), *more)
    assert fault == f"{PUZZLES}: expected a file or - for stdin, got a folder"
    assert advice.startswith("help: give a file of it; folders as a whole are for review (games), check")


def test_load_takes_no_folder() -> None:
    with pytest.raises(InputError, match="got a folder"):
        load(str(PUZZLES))


def test_a_gallery_and_a_check_of_the_same_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder := tmp_path / "mine").mkdir()
    for name in ("hold-the-five", "single-fours"):
        (folder / f"{name}.json").write_bytes((PUZZLES / f"{name}.json").read_bytes())
    (folder / ".draft.json").write_text("{", encoding="utf-8")
    four = str(PUZZLES / "hold-the-four.json")
    assert run_here("gallery", str(folder), four, "--out", str(tmp_path / "out"), "-q") == 0
    pages = ["hold-the-five.html", "hold-the-four.html", "index.html", "single-fours.html"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == pages
    capsys.readouterr()
    assert run_here("check", str(folder), four) == 0
    captured = capsys.readouterr()
    names = [line.split()[0] for line in captured.out.splitlines()[1:4]]
    assert names == [str(folder / "hold-the-five.json"), str(folder / "single-fours.json"), four]
    assert "best score" not in captured.out  # a folder is no puzzle by itself, which would be described
    assert captured.err.startswith("3 puzzles: 3 right, 0 wrong, 0 undecided; ")
