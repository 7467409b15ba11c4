"""Sources: which format a text is in, and each entry as soon as it is read."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from game_samples import SHARED, sample
from places import ROOT
from puzzle_samples import ONE_SUIT, POSITION, deck_of, parse

from hanabi_solver.errors import InputError, UnsupportedRules
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.source import BadEntry, Entry, Line, SourceFormat, read_source, scan_source
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay

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
        def readline(self, size: int | None = -1, /) -> bytes:
            if len(given) == 6:
                return b""
            given.append(f"line {len(given) // 2}")
            return f"2 {DECK}\n".encode()

    for entry in read_source("-", None, Slow()):
        given.append(entry.name)
    assert given == ["line 0", "stdin:1", "line 1", "stdin:2", "line 2", "stdin:3"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *((name, ": expected a file or - for stdin") for name in ("no-such-file", "p2v0s40.json", "a\0b")),
        ("", "expected the name of a file, got an empty text"),
    ],
)
def test_a_source_that_is_no_file(name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_source(name))
    (fault,) = caught.value.faults
    assert caught.value.source == name
    assert fault.text.endswith(said)
    assert "PLAYERS DECK" in fault.help


def test_a_file_is_named_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"2 {DECK}\n2 {ONE_SUIT}\n", encoding="utf-8")
    assert [entry.name for entry in read_source(str(path))] == [f"{path}:1", f"{path}:2"]


def only(source: str, form: SourceFormat | None = None, turn: int | None = None) -> Entry:
    (entry,) = read_source(source, form, turn=turn)
    assert isinstance(entry, Entry)
    return entry


def error_of(source: str, form: SourceFormat | None = None, turn: int | None = None) -> str:
    (entry,) = read_source(source, form, turn=turn)
    assert isinstance(entry, BadEntry)
    return str(entry.error)


def test_a_seed_is_a_source_named_by_itself() -> None:
    entry = only("p2v0s40")
    assert (entry.name, entry.start) == ("p2v0s40", parse_seed("p2v0s40").deal)
    assert entry.game is not None
    assert (entry.game.seed, entry.game.moves) == ("p2v0s40", ())


def test_a_file_comes_before_a_seed_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p2v0s40").write_text("p3v0s1\n", encoding="utf-8")
    assert only("p2v0s40").name == "p2v0s40:1 (p3v0s1)"
    assert only("p2v0s40", SourceFormat.SEED).name == "p2v0s40"


def test_a_link_is_a_source_and_its_turn_chooses_the_position() -> None:
    game = parse_link(SHARED)
    entry = only(SHARED)
    assert (entry.turn, entry.start) == (33, replay(game.deal.start(), game.moves[:32]))
    assert only(SHARED, turn=1).start == only(SHARED.removesuffix("#33")).start == game.deal
    assert only(SHARED.replace("#33", "#999")).turn == len(game.moves) + 1


def test_a_json_file_is_a_puzzle_or_a_game(tmp_path: Path) -> None:
    path = tmp_path / "p3v0s1.json"
    path.write_text(sample("p3v0s1.json"), encoding="utf-8")
    game = parse_game(sample("p3v0s1.json"))
    assert (only(str(path)).name, only(str(path)).start) == (str(path), game.deal)
    middle = only(str(path), turn=20)
    assert isinstance(middle.start, Position)
    assert middle.start == replay(game.deal.start(), game.moves[:19])
    assert f"{path}: turn: expected 1 to {len(game.moves) + 1} (after the last move), got 500" in error_of(
        str(path), turn=500
    )
    assert "expected a puzzle, got a game of hanab.live" in error_of(str(path), SourceFormat.PUZZLE)


def test_lines_may_be_of_any_kind() -> None:
    entries = read(f"p2v0s1\n{SHARED}\n2 {DECK}\np2v99999s1\np2v0s2\t25\nhttps://hanab.live/replay/1\n")
    assert [type(entry) for entry in entries] == [Entry, Entry, Entry, BadEntry, BadEntry, BadEntry]
    names = [
        "stdin:1 (p2v0s1)",
        "stdin:2",
        "stdin:3",
        "stdin:4 (p2v99999s1)",
        "stdin:5 (p2v0s2\t25)",
        "stdin:6 (game 1)",
    ]
    assert [entry.name for entry in entries] == names
    errors = [str(entry.error) for entry in entries if isinstance(entry, BadEntry)]
    assert "expected the id of a variant, got 99999" in errors[0]
    assert "expected a seed alone, got a text with blanks" in errors[1]
    assert "expected a game that was fetched before, got none" in errors[2]


def test_a_range_of_seeds_is_no_seed_unless_insisted_on() -> None:
    assert error_of("p2v0s1..10").startswith("p2v0s1..10: seed: expected one seed, got a range of them")
    assert "expected one seed, got a range of them" in error_of("p2v0s1..")
    (bad,) = read("p2v0s1..10\n")
    assert isinstance(bad, BadEntry)
    assert "study run" in bad.error.faults[0].help
    entry = only("p2v0s1..10", SourceFormat.SEED)
    assert entry.start == parse_seed("p2v0s1..10").deal
    assert only("p2v0sa..b").name == "p2v0sa..b"


def test_one_kind_of_line_can_be_insisted_on() -> None:
    (entry,) = read("p2v0s with blanks", SourceFormat.SEED)
    assert isinstance(entry, Entry)
    assert entry.start == parse_seed("p2v0s with blanks").deal
    for form, message in [
        (SourceFormat.SEED, "expected a seed, got"),
        (SourceFormat.LINK, "expected a letter, a digit"),
        (SourceFormat.GAME, "expected JSON"),
    ]:
        (bad,) = read(f"2 {DECK}", form)
        assert isinstance(bad, BadEntry)
        assert message in str(bad.error)


def test_what_has_no_moves_has_no_turn_to_choose() -> None:
    assert "expected a game with moves to choose turn 3 of, got none" in error_of("p2v0s1", turn=3)


def test_an_illegal_move_before_the_turn_is_told(tmp_path: Path) -> None:
    data = {"players": 2, "seed": "p2v0s1", "actions": [{"type": 1, "target": 0}]}
    path = tmp_path / "illegal.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert only(str(path)).start == parse_seed("p2v0s1").deal
    assert "turn 1: no discard while all 8 clue tokens are there" in error_of(str(path), turn=2)


class Endless(io.RawIOBase):
    """A stream that repeats a byte for ever."""

    def __init__(self, byte: bytes, head: bytes = b"") -> None:
        self.byte, self.head = byte, head

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        start, self.head = self.head[:size], self.head[size:]
        buffer[:] = start + self.byte * (size - len(start))
        return size


def read_endless(byte: bytes, head: bytes = b"") -> list[Entry | BadEntry]:
    return list(read_source("-", None, io.BufferedReader(Endless(byte, head))))


def test_a_line_that_never_ends_is_refused() -> None:
    deal, bad = read_endless(b"\0", f"2 {DECK}\n".encode())
    assert isinstance(deal, Entry)
    assert isinstance(bad, BadEntry)
    assert str(bad.error) == "stdin:2: expected lines of at most 1048576 bytes, got a longer one"


def test_json_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_solver.formats.text.MAX_FILE_BYTES", 2 * 1024 * 1024)
    for byte in (b" ", b"\n"):
        (bad,) = read_endless(byte, b"{")
        assert isinstance(bad, BadEntry)
        assert str(bad.error) == "stdin: expected at most 2 MB, got more"


def test_blank_lines_that_never_end_are_refused() -> None:
    with pytest.raises(
        InputError, match="stdin: expected a puzzle or lines PLAYERS DECK, got blank lines only"
    ):
        read_endless(b"\n")


def test_json_in_one_long_line_is_read_whole() -> None:
    (entry,) = read("{" + " " * 3_000_000 + json.dumps(POSITION)[1:])
    assert isinstance(entry, Entry)
    assert entry.puzzle == parse(POSITION)


def test_the_faults_of_an_entry_keep_their_class_and_are_told_in_part() -> None:
    (bad,) = read("p9v24s1")
    assert isinstance(bad, BadEntry)
    assert isinstance(bad.error, UnsupportedRules)
    (bad,) = read(json.dumps({"players": 2, "deck": [{"suitIndex": 9, "rank": 1}] * 1000}))
    assert isinstance(bad, BadEntry)
    assert len(bad.error.faults) == 51
    (bad,) = read(json.dumps({"players": 2, "deck": [{"suitIndex": 0, "rank": 5}]}))
    assert isinstance(bad, BadEntry)
    assert str(bad.error) == "stdin: deck: expected 50 cards, got 1"
    (bad,) = read(json.dumps({"players": 2, "seed": "p2v0s1", "options": {"variant": ""}}))
    assert isinstance(bad, BadEntry)
    assert "options.variant: expected the name of a variant" in str(bad.error)


def test_json_and_other_lines_may_be_mixed_in_any_order() -> None:
    puzzle = (ROOT / "puzzles" / "hold-the-four.json").read_text(encoding="utf-8")
    line = json.dumps(json.loads(puzzle))
    for lines in ([line, "p2v0s1"], ["p2v0s1", line], [line, "", "# a remark", "p2v0s1"]):
        entries = read("\n".join(lines) + "\n")
        assert [type(entry) for entry in entries] == [Entry, Entry]
        assert {isinstance(entry, Entry) and entry.puzzle is not None for entry in entries} == {True, False}
    (alone,) = read(line)
    assert alone.name == "stdin"


def test_after_a_remark_json_is_answered_line_by_line() -> None:
    puzzle = (ROOT / "puzzles" / "hold-the-four.json").read_text(encoding="utf-8")
    line = json.dumps(json.loads(puzzle)).encode()
    asked = 0

    class OneByOne(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            nonlocal asked
            asked += 1
            return super().readline(size)

    entries = scan_source("-", stdin=OneByOne(b"# results, please\n" + line + b"\n" + line + b"\n"))
    assert isinstance(next(entries), Line)
    assert asked == 2
    assert len(list(entries)) == 1
