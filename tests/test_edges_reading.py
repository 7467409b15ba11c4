"""Commands that read, given what no command can read: one line says so, and memory stays under a limit.

What reads, and how, says `edge_commands.py`.
"""

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from edge_commands import PROOF, QUICK_RESULT, READS, STORE, Read, Taken, result_list
from rooms import MEGABYTE, MOST_MEMORY, ON_LINUX, TOO_LONG, Room, assert_in_words, cases
from troubled import NONE, Trouble

pytestmark = ON_LINUX


def endless(room: Room) -> tuple[str, Trouble]:
    return "/dev/zero", NONE


def empty(room: Room) -> tuple[str, Trouble]:
    return _source(room, b""), NONE


def binary(room: Room) -> tuple[str, Trouble]:
    return _source(room, bytes(each for each in range(256) if each not in b"\n\r") * 20), NONE


def huge(room: Room) -> tuple[str, Trouble]:
    """More than any file may hold; it takes no room on the disk."""
    source = _source(room, b"")
    os.truncate(source, (1 << 30) + 1)
    return source, NONE


def unreadable(room: Room) -> tuple[str, Trouble]:
    source = _source(room, b"2 r1")
    Path(source).chmod(0)
    return source, Trouble(drops_privileges=True)


def behind_a_closed_folder(room: Room) -> tuple[str, Trouble]:
    (room.folder / "closed").mkdir()
    (room.folder / "closed" / "given.json").write_text("{}", encoding="utf-8")
    (room.folder / "closed").chmod(0)
    return "closed/given.json", Trouble(drops_privileges=True)


def closed_folder(room: Room) -> tuple[str, Trouble]:
    _, trouble = behind_a_closed_folder(room)
    return "closed", trouble


def listed_folder(room: Room) -> tuple[str, Trouble]:
    """The names in it can be read, and nothing else."""
    _, trouble = behind_a_closed_folder(room)
    (room.folder / "closed").chmod(0o444)
    return "closed", trouble


def too_long(room: Room) -> tuple[str, Trouble]:
    return f"{TOO_LONG}.json", NONE


def in_a_circle(room: Room) -> tuple[str, Trouble]:
    (room.folder / "circle.json").symlink_to("circle.json")
    return "circle.json", NONE


def folder(room: Room) -> tuple[str, Trouble]:
    (room.folder / "given.d").mkdir()
    return "given.d", NONE


def _source(room: Room, text: bytes) -> str:
    path = room.folder / "given.json"
    path.write_bytes(text)
    path.chmod(0o666)
    return str(path)


FILES: dict[str, Callable[[Room], tuple[str, Trouble]]] = {
    "endless": endless,
    "empty": empty,
    "binary": binary,
    "huge": huge,
    "unreadable": unreadable,
    "behind a closed folder": behind_a_closed_folder,
    "closed folder": closed_folder,
    "listed folder": listed_folder,
    "too long": too_long,
    "circle of links": in_a_circle,
    "folder": folder,
}
STREAMS = {name: FILES[name] for name in ("endless", "empty", "binary", "huge")}


@pytest.mark.parametrize(
    ("read", "trouble"), cases([read for read in READS if read.taken is not Taken.STDIN], FILES)
)
def test_what_cannot_be_read_is_refused(read: Read, trouble: str, room: Room) -> None:
    source, made = FILES[trouble](room)
    before = names_in(room)
    outcome = room.run(tuple(word.replace("{source}", source) for word in read.words), made)
    if trouble == "empty" and read.may_be_empty:
        assert outcome.code == 0
        return
    assert_in_words(outcome, Path(source).name)
    is_folder = trouble in ("closed folder", "listed folder") and read.taken is Taken.FOLDER_TOO
    if is_folder or trouble in ("unreadable", "behind a closed folder"):
        assert re.search("ermission|may not", outcome.stderr)
    assert outcome.stdout == "" or read.answers
    assert names_in(room) - {"out/new.db"} == before


@pytest.mark.parametrize(
    ("read", "trouble"), cases([read for read in READS if read.taken is Taken.STDIN], [*STREAMS, "closed"])
)
def test_a_stdin_that_cannot_be_read_is_refused(read: Read, trouble: str, room: Room) -> None:
    given, made = ("closed", NONE) if trouble == "closed" else STREAMS[trouble](room)
    before = names_in(room)
    stdin = given if given in ("closed", "/dev/zero") else str(room.folder / given)
    words = tuple(word.replace("{source}", "-") for word in read.words)
    outcome = room.run(words, replace(made, stdin=stdin))
    if trouble in ("empty", "closed") and read.may_be_empty:
        assert (outcome.code, outcome.stderr) == (0, "")
        return
    assert_in_words(outcome, "stdin")
    assert outcome.stdout == "" or read.answers
    assert names_in(room) - {"out/new.db"} == before


def names_in(room: Room) -> set[str]:
    """All that is there; what is in a folder that is closed stays hidden."""
    return {str(path.relative_to(room.folder)) for path in room.folder.rglob("*")}


def test_a_list_of_results_may_be_longer_than_a_file_that_is_read_whole(room: Room) -> None:
    result_list(room.folder / "many.jsonl", room.folder / QUICK_RESULT, 66 * MEGABYTE)
    outcome = room.run(("verify", "many.jsonl"))
    assert outcome.code == 0, outcome.stderr[:2000]
    assert outcome.memory < MOST_MEMORY


@pytest.mark.parametrize(
    "name", ["deal.json", "line.json", "proof.json", "model.cnf", "legend.tsv", "proof.drat"]
)
@pytest.mark.parametrize(
    "trouble", ["endless", "empty", "binary", "huge", "unreadable", "folder", "circle of links"]
)
def test_a_part_of_a_certificate_that_cannot_be_read_is_no_false_claim(
    name: str, trouble: str, room: Room
) -> None:
    source, made = FILES[trouble](room)
    part = room.folder / PROOF / name
    part.unlink()
    if trouble in ("endless", "circle of links"):
        part.symlink_to(source if trouble == "endless" else name)
    else:
        os.rename(room.folder / source, part)
    outcome = room.run(("verify", PROOF), made)
    assert outcome.memory < MOST_MEMORY
    assert "Traceback" not in outcome.stderr
    # These can be read, and are false; of clauses, only as much is as they are to be.
    is_read = trouble in ("empty", "binary") or (trouble == "huge" and name in ("model.cnf", "legend.tsv"))
    if is_read and outcome.code == 1:
        return
    assert_in_words(outcome, name)


def checker_that(room: Room, program: str) -> str:
    path = room.folder / "checker"
    path.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    "command", ["", " ", "'", "no-such-program", "out", "shelf/puzzle.json", f"./{TOO_LONG}"]
)
def test_a_checker_that_cannot_be_run_is_no_false_claim(command: str, room: Room) -> None:
    assert_in_words(room.run(("verify", PROOF, "--checker", command)), "--checker")


def test_the_output_of_a_checker_is_read_up_to_a_limit(room: Room) -> None:
    command = checker_that(room, "exec yes unsure")
    assert_in_words(room.run(("verify", PROOF, "--checker", command)), "--checker")


@pytest.mark.parametrize("file_bytes", [0, 1])
def test_a_checker_without_room_for_temporary_files(file_bytes: int, room: Room) -> None:
    """It may be given copies of what is checked: without room for them no claim is false."""
    command = checker_that(room, "echo s VERIFIED")
    outcome = room.run(("verify", PROOF, "--checker", command), Trouble(file_bytes=file_bytes))
    if outcome.code == 0:
        return
    assert_in_words(outcome, "--checker", "temporary")


def test_a_store_that_is_damaged_is_named(room: Room) -> None:
    """In the text of its tables, and in the bytes that say who may write to it and read it."""
    whole = (room.folder / STORE).read_bytes()
    damages = {
        "schema": whole.replace(b"CREATE TABLE", b"CREATE TABEL", 1),
        "write": whole[:18] + b"\x09" + whole[19:],
        "read": whole[:19] + b"\x09" + whole[20:],
    }
    for damage, data in damages.items():
        (room.folder / STORE).write_bytes(data)
        for words in (("report", STORE), ("sample", STORE), ("run", "p2v0s5", "--store", STORE)):
            if damage != "write" or words[0] == "run":
                outcome = room.run(("study", *words))
                assert_in_words(outcome, "study.db")
                assert "got a damaged one" in outcome.stderr


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER foreign_one AFTER INSERT ON rows BEGIN UPDATE rows SET best = 0; END",
        "CREATE VIEW foreign_one AS SELECT * FROM rows",
        "CREATE INDEX foreign_one ON rows (best)",
    ],
    ids=["trigger", "view", "index"],
)
def test_a_store_with_what_is_not_its_own_is_refused(foreign: str, room: Room) -> None:
    with closing(sqlite3.connect(room.folder / STORE)) as connection, connection:
        connection.execute(foreign)
    before = (room.folder / STORE).read_bytes()
    assert_in_words(room.run(("study", "report", STORE)), "study.db")
    words = ("study", "run", "p2v0s5", "--workers", "1", "-q", "--store", STORE)
    assert_in_words(room.run(words), "study.db")
    assert (room.folder / STORE).read_bytes() == before
