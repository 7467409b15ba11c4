"""Commands that write, in every trouble: nothing is lost or left over, and one line says what is wrong.

What writes, and how, says `edge_commands.py`.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from edge_commands import NEEDS_PROOF, PUZZLE, STORE, WRITES, Made, Write
from rooms import OLD, ON_LINUX, TOO_LONG, Room, assert_in_words, cases, clear, lines_of, new_room
from troubled import FOLDER, NONE, Nursery, Outcome, Trouble, contents

from hanabi_solver.study.store import read_store

pytestmark = ON_LINUX


def words_of(write: Write, target: str) -> tuple[tuple[str, ...], dict[str, str]]:
    words = tuple(word.replace("{target}", target) for word in write.words)
    return words, {key: value.replace("{target}", target) for key, value in write.environment.items()}


def run_write(room: Room, write: Write, target: str, trouble: Trouble = NONE) -> Outcome:
    words, environment = words_of(write, target)
    return room.run(words, trouble, environment=environment, executes=write.executes)


def put_old(room: Room, write: Write) -> Path:
    """The target with what may be there before."""
    target = room.out / write.name
    match write.made:
        case Made.FILE:
            target.write_text(OLD, encoding="utf-8")
        case Made.SOURCE:
            shutil.copy(room.folder / "shelf" / "claimless.json", target)
        case Made.STORE:
            shutil.copy(room.folder / STORE, target)
        case Made.FOLDER:
            assert run_write(room, write, str(target)).code == 0
            for path in target.iterdir():
                path.write_text(f"{path.read_text(encoding='utf-8')}<!-- old -->", encoding="utf-8")
        case Made.HOME:
            target.mkdir()
            (target / ".bashrc").write_text(OLD, encoding="utf-8")
        case Made.NEW_FILE | Made.NEW_FOLDER:
            return target
    for path in (target, *target.rglob("*")):
        path.chmod(0o777)
    return target


@dataclass(frozen=True, slots=True)
class Known:
    """What a command does without trouble."""

    outcome: Outcome
    most_bytes: int


@pytest.fixture(scope="module")
def known(nursery: Nursery, shelf: Path) -> Callable[[Write], Known]:
    found: dict[str, Known] = {}

    def ask(write: Write) -> Known:
        if str(write) not in found:
            with new_room(nursery, shelf) as room:
                target = put_old(room, write)
                outcome = run_write(room, write, str(target))
                assert outcome.code == 0, outcome
                most = max(path.stat().st_size for path in (target, *target.rglob("*")) if path.is_file())
                found[str(write)] = Known(outcome, most)
        return found[str(write)]

    return ask


def rows_of(store: Path) -> list[tuple[object, ...]]:
    with read_store(store) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute("SELECT deal, best, upper FROM rows ORDER BY deal").fetchall()


def assert_as_before(room: Room, before: dict[str, bytes], write: Write | None = None) -> None:
    """Old files are whole and no others are there; of a store, it has all rows that it had."""
    after = contents(room.folder)
    store = f"out/{write.name}" if write is not None and write.made is Made.STORE else ""
    if store in before and after.get(store) != before[store]:
        kept = room.folder / "kept.db"
        kept.write_bytes(before[store])
        assert rows_of(kept) == rows_of(room.folder / store)
        after[store] = before[store]
    assert after == before


QUICK_WRITES = [write for write in WRITES if write.made is not Made.HOME]
ROOM_LEFT = {"none": 0.0, "one byte": -1.0, "half": 0.5}


HAS_OLD = [write for write in QUICK_WRITES if write.made not in (Made.NEW_FILE, Made.NEW_FOLDER)]


@pytest.mark.parametrize(("write", "left"), cases(QUICK_WRITES, ROOM_LEFT))
def test_without_room_the_answer_and_the_old_file_are_kept(
    write: Write, left: str, room: Room, known: Callable[[Write], Known]
) -> None:
    assert_kept(room, write, put_old(room, write), left, known(write))


@pytest.mark.parametrize("write", [each for each in HAS_OLD if each.made is not Made.SOURCE], ids=str)
def test_without_room_for_a_new_file_there_is_none(
    write: Write, room: Room, known: Callable[[Write], Known]
) -> None:
    assert_kept(room, write, room.out / write.name, "half", known(write))


def assert_kept(room: Room, write: Write, target: Path, left: str, usual: Known) -> None:
    share = ROOM_LEFT[left]
    most = 1 if share < 0 else int(usual.most_bytes * share)
    before = contents(room.folder)
    outcome = run_write(room, write, str(target), Trouble(file_bytes=most))
    if write.made is Made.STORE and outcome.code == 0:  # there was room enough in the store
        assert len(rows_of(target)) == (3 if str(target.relative_to(room.folder)) in before else 1)
    else:
        assert_in_words(outcome, write.name, write.parameter)
        assert_as_before(room, before, write)
    if write.answers:
        assert lines_of(outcome.stdout, str(target)) == lines_of(usual.outcome.stdout, write.name)
    if left == "half":  # and nothing is in the way of the next try
        again = run_write(room, write, str(target))
        assert again.code == 0, again


def without_permission(room: Room, target: Path) -> Trouble:
    target.parent.chmod(0o555)
    return Trouble(drops_privileges=True)


def write_protected(room: Room, target: Path) -> Trouble:
    target.chmod(0o444)
    return Trouble(drops_privileges=True)


def a_pipe(room: Room, target: Path) -> Trouble:
    clear(target)
    os.mkfifo(target)
    return NONE


def node(target: Path, minor: int) -> Trouble:
    """A harmless device: one that drops what is written, or one that is always full."""
    clear(target)
    try:
        os.mknod(target, 0o020666, os.makedev(1, minor))
    except OSError:
        pytest.skip("a device node can be made by root only")
    return NONE


def null_device(room: Room, target: Path) -> Trouble:
    return node(target, 3)


def full_device(room: Room, target: Path) -> Trouble:
    return node(target, 7)


def block_device(room: Room, target: Path) -> Trouble:
    clear(target)
    target.write_bytes(b"")  # as a device has no size, and SQLite would begin a store there
    return Trouble(block_device=str(target))


def a_folder(room: Room, target: Path) -> Trouble:
    clear(target)
    target.mkdir()
    (target / "other.txt").write_text(OLD, encoding="utf-8")
    return NONE


def a_file(room: Room, target: Path) -> Trouble:
    clear(target)
    target.write_text(OLD, encoding="utf-8")
    return NONE


def a_circle(room: Room, target: Path) -> Trouble:
    clear(target)
    target.symlink_to(target.name)
    return NONE


FOLDERS = (Made.FOLDER, Made.NEW_FOLDER)
IN_THE_WAY: dict[str, Callable[[Room, Path], Trouble]] = {
    "folder without permission": without_permission,
    "write-protected": write_protected,
    "pipe": a_pipe,
    "null device": null_device,
    "full device": full_device,
    "block device": block_device,
    "folder": a_folder,
    "file": a_file,
    "circle of links": a_circle,
}


def is_in_the_way(write: Write, trouble: str) -> bool:
    """Whether a trouble is one for this command: what it would refuse, rather than take or read."""
    match trouble:
        case "write-protected":
            return write.made not in (Made.NEW_FILE, Made.NEW_FOLDER, Made.FOLDER)
        case "folder":
            return write.made is not Made.NEW_FILE and write.made not in (Made.FOLDER, Made.SOURCE)
        case "file":
            return write.made in (*FOLDERS, Made.NEW_FILE)
        case "pipe":
            return write.made is not Made.SOURCE
        case _:
            return True


@pytest.mark.parametrize(
    ("write", "trouble"),
    [each for each in cases(QUICK_WRITES, IN_THE_WAY) if is_in_the_way(*each.values)],
)
def test_what_is_in_the_way_is_refused_before_the_work(write: Write, trouble: str, room: Room) -> None:
    target = put_old(room, write)
    needs_folder = trouble == "folder without permission" and write.made is Made.FOLDER
    spoilt = target / "index.html" if needs_folder else target
    made = IN_THE_WAY[trouble](room, spoilt)
    before = contents(room.folder)
    outcome = run_write(room, write, str(target), made)
    assert_in_words(outcome, write.name, write.parameter)
    assert contents(room.folder) == before
    if write.made is not Made.SOURCE:
        assert outcome.stdout == ""


STDOUT = "/dev/stdout"
BAD_NAMES = {
    "long name": f"out/{TOO_LONG}",
    "long path": f"out/{'y/' * 3000}z",
    "no such folder": "out/none/made",
    "stdout": STDOUT,
    "stdout in a file": STDOUT,
}


def is_bad_name(write: Write, trouble: str) -> bool:
    """Whether a name is one that this command cannot write: folders on the way are made, sources are read."""
    if trouble == "no such folder":
        return write.made not in FOLDERS
    return write.made is not Made.SOURCE or BAD_NAMES[trouble] != STDOUT


@pytest.mark.parametrize(
    ("write", "trouble"),
    [each for each in cases(QUICK_WRITES, BAD_NAMES) if is_bad_name(*each.values)],
)
def test_names_that_cannot_be_written_are_refused_before_the_work(
    write: Write, trouble: str, room: Room
) -> None:
    target = BAD_NAMES[trouble]
    target += write.name[write.name.rindex(".") :] if "." in write.name and target[0] != "/" else ""
    stdout = room.folder / "stdout"
    stdout.touch()
    before = contents(room.folder)
    made = Trouble(stdout=str(stdout)) if trouble == "stdout in a file" else NONE
    outcome = run_write(room, write, target, made)
    assert_in_words(outcome, target[:8], write.parameter)
    assert contents(room.folder) == before
    assert outcome.stdout == ""


@pytest.mark.parametrize("write", HAS_OLD, ids=str)
def test_a_full_stdout_leaves_files_whole(write: Write, room: Room, known: Callable[[Write], Known]) -> None:
    """They are as they were, or written to their end."""
    target = put_old(room, write)
    before = contents(room.folder)
    outcome = run_write(room, write, str(target), Trouble(stdout="/dev/full"))
    if not known(write).outcome.stdout:
        assert outcome.code == 0
        return
    assert_in_words(outcome, "cannot write to stdout")
    after = contents(room.folder)
    assert after.keys() == before.keys()
    if write.made is Made.STORE:
        assert len(rows_of(target)) == 3
    elif write.made is not Made.FOLDER and after[f"out/{write.name}"] != before[f"out/{write.name}"]:
        ends = after[f"out/{write.name}"].rstrip()[-1:]
        assert ends in (b"}", b">", b"1")  # of JSON, of a page or picture, of Parquet


NO_HOME = ["none", "one byte", "half", "folder without permission", "file", "too long"]
# One that is run in an interpreter of its own takes as long as ten others.
NO_OWN_HOME = ["one byte", "folder without permission", "file"]


@pytest.mark.parametrize(
    ("write", "trouble"),
    [
        each
        for write in WRITES
        if write.made is Made.HOME
        for each in cases([write], NO_OWN_HOME if write.executes else NO_HOME)
    ],
)
def test_a_home_that_cannot_be_written(write: Write, trouble: str, room: Room) -> None:
    target = put_old(room, write)
    # Half: a line in the shell's own file finds room, and what it names does not.
    room_left = {"none": 0, "one byte": 1, "half": 250}
    made = Trouble(file_bytes=room_left.get(trouble))
    if trouble == "folder without permission":
        target.chmod(0o555)
        made = Trouble(drops_privileges=True)
    elif trouble == "file":
        a_file(room, target)
    elif trouble == "too long":
        target = room.out / TOO_LONG
    before = contents(room.folder)
    outcome = run_write(room, write, str(target), made)
    assert_in_words(outcome, target.name, write.parameter or target.name)
    assert files(contents(room.folder)) == files(before)  # folders on the way may be made


def files(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in found.items() if data != FOLDER}


def test_pages_of_a_gallery_are_replaced_all_or_none(room: Room) -> None:
    """Where the first of them find room, and another does not."""
    words = ("gallery", PUZZLE, NEEDS_PROOF, "--out", "out/pages")
    assert room.run(words).code == 0
    pages = list((room.out / "pages").iterdir())
    sizes = sorted(path.stat().st_size for path in pages)
    assert sizes[-2] < sizes[-1]
    for path in pages:
        path.write_text(f"{path.read_text(encoding='utf-8')}<!-- old -->", encoding="utf-8")
    before = contents(room.folder)
    assert_in_words(room.run(words, Trouble(file_bytes=sizes[-1] - 1)), "--out")
    assert contents(room.folder) == before


@pytest.mark.parametrize("name", ["out/a \x1b[31mproof", "out/it's\u202e a\nproof", "out/\udcff' proof"])
def test_the_name_of_a_certificate_can_be_pasted_and_commands_no_terminal(name: str, room: Room) -> None:
    outcome = room.run(("solve", NEEDS_PROOF, "--certificate", name))
    assert outcome.code == 0, outcome
    (line,) = [each for each in outcome.stdout.splitlines() if "hanabi-solve verify " in each]
    assert line.isprintable()
    words = line[line.index(" verify ") :]
    said = subprocess.run(["bash", "-c", f"printf '%s\\n' {words}"], capture_output=True, check=True)
    assert said.stdout == b"verify\n" + os.fsencode(name) + b"\n"


@pytest.mark.parametrize("leads_to", ["empty", "nowhere"])
def test_a_certificate_through_a_link_is_written_where_it_leads_or_refused_before(
    leads_to: str, room: Room
) -> None:
    (room.out / "empty").mkdir()
    (room.out / "link").symlink_to(leads_to)
    outcome = room.run(("solve", NEEDS_PROOF, "--certificate", "out/link"))
    if leads_to == "empty":
        assert outcome.code == 0, outcome
        assert (room.out / "empty" / "proof.json").exists()
        return
    assert_in_words(outcome, "out/link")
    assert outcome.stdout == ""
