"""What a process writes and syncs in one folder, as strace saw it, and what a power cut may leave of that.

Only what was synced is sure: of later writes any sectors may be there, and a name that was made or removed
is so for sure once its folder was synced. (Linux does better than this, which is what POSIX promises.)
"""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

STRACE = shutil.which("strace")
SECTOR = 512
_CALLS = "openat,open,pwrite64,write,fdatasync,fsync,ftruncate,unlink"
_LINE = re.compile(r"\d+ +(\w+)\((.*)\) += (-?\d+)")
_FILE = re.compile(r"(\d+)<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Call:
    """A call that succeeded, on the file `name` in the folder; "" is the folder itself, None stdout."""

    what: str
    name: str | None
    data: bytes = b""
    number: int = 0


def trace(command: Sequence[str], folder: Path) -> list[Call]:
    """The calls of a command that change or sync the files of a folder, or write to stdout, in order."""
    assert STRACE is not None
    file = folder.with_name(f"{folder.name}.strace")
    options = ["-f", "-y", "-xx", "-s", "10000000", "-e", f"trace={_CALLS}", "-o", str(file)]
    subprocess.run([STRACE, *options, *command], check=True, stdout=subprocess.DEVNULL)
    with file.open(encoding="ascii") as lines:
        return [call for line in lines for call in _calls(line, folder.resolve())]


def _calls(line: str, folder: Path) -> Iterator[Call]:
    found = _LINE.match(line)
    if found is None or int(found[3]) < 0:
        return
    what, arguments, result = found[1], found[2], int(found[3])
    texts = [_decoded(text) for text in _TEXT.findall(arguments)]
    handle = _FILE.match(arguments)
    if what in ("openat", "open", "unlink"):
        path = Path(texts[0].decode(errors="replace"))
        if path.parent == folder and (what == "unlink" or "O_CREAT" in arguments):
            yield Call("unlink" if what == "unlink" else "make", path.name)
        return
    if handle is None:
        return
    path = Path(_decoded(handle[2]).decode(errors="replace"))
    if what == "write" and handle[1] == "1":
        yield Call("report", None, texts[0])
    elif path == folder:
        yield Call("sync", "")
    elif path.parent == folder:
        last = int(arguments.rsplit(", ", 1)[-1]) if what in ("pwrite64", "ftruncate") else 0
        kind = {"pwrite64": "write", "ftruncate": "truncate", "write": "append"}.get(what, "sync")
        yield Call(kind, path.name, texts[0][:result] if texts else b"", last)


def _decoded(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


@dataclass(slots=True, eq=False)
class _File:
    """The bytes that are sure, and what was done to them since."""

    sure: bytearray = field(default_factory=bytearray)
    since: list[Call] = field(default_factory=list)

    def left(self, chance: random.Random, share: float) -> bytes:
        """The bytes after a power cut, if each sector that was written since is there with this chance."""
        data = bytearray(self.sure)
        for call in self.since:
            if call.what == "truncate":
                if chance.random() < share:
                    _resize(data, call.number)
                continue
            for start in range(0, len(call.data), SECTOR):
                if chance.random() < share:
                    _put(data, call.number + start, call.data[start : start + SECTOR])
        return bytes(data)

    def sync(self) -> None:
        self.sure = bytearray(self.left(random.Random(0), 1.1))
        self.since = []


class Disk:
    """The files of a folder while calls are made again one by one."""

    def __init__(self) -> None:
        self._named: dict[str, _File] = {}
        self._sure: dict[str, _File] = {}

    def do(self, call: Call) -> None:
        """Make a call again."""
        if call.name is None:
            return
        if call.what == "sync" and call.name == "":
            self._sure = dict(self._named)
        elif call.what == "make":
            self._named.setdefault(call.name, _File())
        elif call.what == "unlink":
            self._named.pop(call.name, None)
        elif (file := self._named.get(call.name)) is not None:
            if call.what == "sync":
                file.sync()
            else:
                file.since.append(call)

    def cut(self, chance: random.Random) -> Mapping[str, bytes]:
        """What may be left if the power is cut now."""
        share = chance.choice((0.0, 0.5, 0.95, 1.0))
        left = {}
        for name in sorted(self._named.keys() | self._sure.keys()):
            file = chance.choice((self._named, self._sure)).get(name)
            if file is not None:
                left[name] = file.left(chance, share)
        return left


def unsynced_reports(calls: Sequence[Call], log: str) -> list[bytes]:
    """What was reported before all that had been written to the file `log` was synced; should be nothing."""
    is_synced, found = True, []
    for call in calls:
        if call.name == log:
            is_synced = call.what == "sync"
        elif call.what == "report" and not is_synced:
            found.append(call.data)
    return found


def _resize(data: bytearray, size: int) -> None:
    del data[size:]
    data.extend(bytes(size - len(data)))


def _put(data: bytearray, place: int, part: bytes) -> None:
    if len(data) < place:
        data.extend(bytes(place - len(data)))
    data[place : place + len(part)] = part
