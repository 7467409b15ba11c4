"""Sources: which format a text is in, and each entry as soon as it is read."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_plain_format import ONE_SUIT
from test_puzzle_format import POSITION, deck_of, parse

from hanabi_solver.errors import InputError
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.source import BadEntry, Entry, SourceFormat, read_source

DECK = deck_of("rygbp")


def read(text: str | bytes, form: SourceFormat | None = None) -> list[Entry | BadEntry]:
    raw = text if isinstance(text, bytes) else text.encode()
    return list(read_source("-", form, io.BytesIO(raw)))


def test_lines_are_deals_and_bad_ones_keep_their_place() -> None:
    entries = read(f"# deals\n\n2 {DECK}\nnonsense\n  # more\n3 {DECK}")
    assert [entry.name for entry in entries] == ["stdin:3", "stdin:4", "stdin:6"]
    first, bad, last = entries
    assert isinstance(first, Entry)
    assert first.start == parse_deal(f"2 {DECK}")
    assert isinstance(bad, BadEntry)
    assert bad.error.source == "stdin:4"
    assert isinstance(last, Entry)
    assert last.position.rules.players == 3


@pytest.mark.parametrize("before", ["", "\n \n\t", "\ufeff"])
def test_a_brace_makes_a_puzzle(before: str) -> None:
    (entry,) = read(before + json.dumps(POSITION, indent=1))
    assert isinstance(entry, Entry)
    assert (entry.name, entry.puzzle) == ("stdin", parse(POSITION))


def test_the_format_can_be_insisted_on() -> None:
    (bad,) = read(f"2 {DECK}", SourceFormat.PUZZLE)
    assert isinstance(bad, BadEntry)
    assert "expected JSON" in str(bad.error)
    (bad,) = read("{}", SourceFormat.TEXT)
    assert isinstance(bad, BadEntry)
    assert "expected PLAYERS DECK" in str(bad.error)


@pytest.mark.parametrize("text", ["", " \n\n", "# only a comment\n"])
@pytest.mark.parametrize("form", [None, SourceFormat.TEXT])
def test_nothing_is_an_error(text: str, form: SourceFormat | None) -> None:
    with pytest.raises(InputError, match="stdin: expected a puzzle or lines PLAYERS DECK, got nothing"):
        read(text, form)


def test_bytes_that_are_no_text_spoil_one_line_only() -> None:
    bad, good = read(b"2 \xff\xfe\n2 " + DECK.encode())
    assert isinstance(bad, BadEntry)
    assert "expected UTF-8 text" in str(bad.error)
    assert isinstance(good, Entry)


def test_each_line_is_given_out_before_the_next_is_read() -> None:
    given: list[str] = []

    class Slow(io.BytesIO):
        def __iter__(self) -> Iterator[bytes]:
            for number in range(3):
                given.append(f"line {number}")
                yield f"2 {DECK}\n".encode()

    for entry in read_source("-", None, Slow()):
        given.append(entry.name)
    assert given == ["line 0", "stdin:1", "line 1", "stdin:2", "line 2", "stdin:3"]


@pytest.mark.parametrize("name", ["no-such-file", "p2v0s40", ".", "", "a\0b"])
def test_a_source_that_is_no_file(name: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_source(name))
    (fault,) = caught.value.faults
    assert caught.value.source == name
    assert fault.text.startswith("expected a file or - for stdin, got none")
    assert "PLAYERS DECK" in fault.help


def test_a_file_is_named_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"2 {DECK}\n2 {ONE_SUIT}\n", encoding="utf-8")
    assert [entry.name for entry in read_source(str(path))] == [f"{path}:1", f"{path}:2"]
