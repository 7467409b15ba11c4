"""Results as JSON: round trips, the published schema, and files that contradict themselves."""

import io
import json
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import random_move, tiny_positions
from places import DOCS
from puzzle_samples import POSITION, parse

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.result_json import format_error, format_result
from hanabi_solver.solver.result_reader import parse_claim, parse_result, read_documents
from hanabi_solver.solver.result_schema import result_schema

SCHEMA = jsonschema.Draft202012Validator(result_schema())


def random_line(rng: Random, position: Position) -> tuple[list[Move], int]:
    line: list[Move] = []
    while not position.is_over and rng.random() < 0.9:
        line.append(random_move(rng, position))
        position = apply(position, line[-1])
    return line, position.score


def random_result(rng: Random, position: Position) -> Result:
    line, score = random_line(rng, position)
    upper = rng.randint(score, position.rules.max_score)
    return Result(
        position=position,
        best=score,
        upper=upper,
        reasons=(Bound("pace", upper, 'too "slow" é'),) if rng.random() < 0.7 else (),
        line=tuple(line),
        method="auto",
        target=rng.choice((None, rng.randint(0, position.rules.max_score))),
        seconds=rng.random() * 100,
        nodes=rng.randrange(10**12),
        seed=rng.randrange(100),
        versions={"python": "3.11", "hanabi-solver": "0.1.0"},
        source="deals.txt:3",
    )


def sample(**changes: Any) -> dict[str, Any]:
    position = parse(POSITION).position
    line = tuple(random_line(Random(3), position)[0][:1])
    result = Result(position, 21, 25, (), line, "auto", None, 0.5, 7, 0, {"python": "3.11"}, "sample")
    data: dict[str, Any] = json.loads(format_result(result))
    return {**data, **changes}


def faults_of(data: Any) -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        parse_result(json.dumps(data), "file.json")
    assert caught.value.source == "file.json"
    return {fault.place: fault.text for fault in caught.value.faults}


@given(tiny_positions(20), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_results_survive_their_json(position: Position, rng: Random) -> None:
    result = random_result(rng, position)
    text = format_result(result)
    assert "\n" not in text
    assert parse_result(text) == result
    SCHEMA.validate(json.loads(text))


def test_an_error_stands_in_the_place_of_a_result() -> None:
    text = format_error([Fault("deck", "expected 50 cards, got 49", "add one")], "deals.txt:2")
    data = json.loads(text)
    SCHEMA.validate(data)
    assert (data["schema"], data["status"], data["source"]) == (1, "error", "deals.txt:2")
    assert data["errors"] == [{"place": "deck", "text": "expected 50 cards, got 49", "help": "add one"}]
    assert faults_of(data) == {"status": "expected a result, got the report of a faulty input"}


def test_the_published_schema_is_current() -> None:
    assert json.loads((DOCS / "result.schema.json").read_text(encoding="utf-8")) == result_schema()


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"status": "optimal"}, "status"),
        ({"best": 25}, "status"),
        ({"max_score": 24}, "max_score"),
        ({"answer": "yes"}, "answer"),
        ({"target": 22}, "answer"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(changes: dict[str, Any], place: str) -> None:
    data = sample(**changes)
    assert place in faults_of(data)
    assert [fault.place for fault in parse_claim(json.dumps(data)).contradictions] == [place]


@pytest.mark.parametrize(
    ("key", "value"), [("seat", 1), ("card", "b2"), ("suit_or_rank", "r"), ("target", 1)]
)
def test_a_turn_that_contradicts_the_position_is_refused(key: str, value: object) -> None:
    data = sample()
    data["line"][0][key] = value
    assert list(faults_of(data)) == [f"line[0].{key}"]


def test_turns_are_numbered_without_a_gap_from_any_turn_on() -> None:
    data = sample()
    for ahead, turn in enumerate(data["line"]):
        turn["turn"] = 30 + ahead
    result = parse_result(json.dumps(data))
    assert result.first_turn == 30
    assert [step.turn for step in result.steps()] == [turn["turn"] for turn in data["line"]]
    data["line"].append({**data["line"][-1], "turn": 99})
    assert f"line[{len(data['line']) - 1}].turn" in faults_of(data)


def test_blanks_between_cards_do_not_matter() -> None:
    data = sample()
    deck = data["position"]["deck"]
    data["position"]["deck"] = " ".join(deck[at : at + 2] for at in range(0, len(deck), 2))
    assert parse_result(json.dumps(data)) == parse_result(json.dumps(sample()))


@pytest.mark.parametrize(
    ("data", "places"),
    [
        ({}, [""]),
        ([], [""]),
        ({"schema": 2}, ["schema"]),
        (sample(extra=1, seconds="x"), ["seconds", "extra"]),
        (sample(line=[{"turn": 1, "seat": 0, "action": "clue"}]), ["line[0].target"]),
        (sample(line=[{"turn": 1, "seat": 0, "action": "play"}]), ["line[0].deck_index"]),
        (sample(line=[{"turn": 1, "seat": 0, "action": "wait"}]), ["line[0].action"]),
    ],
)
def test_text_that_is_no_result(data: Any, places: list[str]) -> None:
    assert list(faults_of(data)) == places


def test_faulty_positions_are_told() -> None:
    data = sample()
    data["position"] |= {"deck": "r1z9", "stacks": {"r": 1, "q": 2}}
    assert set(faults_of(data)) >= {"position.deck[1]", "position.stacks", "position.stacks.y"}


def test_values_are_told_as_in_the_file() -> None:
    faults = faults_of(sample(line=[{"turn": 0, "seat": -1, "action": "play"}]))
    assert faults == {
        "line[0].turn": "expected at least 1, got 0",
        "line[0].seat": "expected at least 0, got -1",
    }
    faults = faults_of(sample(line=[{"turn": 1, "seat": 0, "action": "play"}]))
    assert faults["line[0].deck_index"].endswith("got null")
    assert faults_of({"schema": None}) == {"schema": "expected 1, got null"}
    assert faults_of(sample(max_score=24)) == {"max_score": "expected 25 by the rest of the file, got 24"}


def test_many_faults_are_told_in_part() -> None:
    faults = parse_claim(json.dumps(sample(versions={}, line=[]))).contradictions
    assert faults == ()
    data = sample()
    data["position"]["deck"] = "q7" * 1000
    assert len(faults_of(data)) == 51


def test_documents_are_lines_or_one_text() -> None:
    one = json.dumps(sample(), indent=2)
    assert documents(one) == [one]
    assert documents("{}\n\n{}\n") == ["{}", "{}"]
    assert documents("\ufeff{}\n") == ["{}"]
    assert documents("{,}\n{}\n") == ["{,}", "{}"]
    with pytest.raises(InputError, match="expected a result, got nothing"):
        documents("\n \n")
    with pytest.raises(InputError, match="expected a result, got blank lines only"):
        documents("\n" * 2_000_000)


def test_documents_come_as_they_are_read_and_within_limits() -> None:
    class Endless(io.RawIOBase):
        def __init__(self, piece: bytes) -> None:
            self.piece, self.read_so_far = piece, 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            piece = self.piece[: len(buffer)]
            self.read_so_far += len(piece)
            buffer[: len(piece)] = piece
            return len(piece)

    lines = Endless(b'{"a": 1}\n')
    found = read_documents(io.BufferedReader(lines))
    assert [next(found) for _ in range(1000)] == ['{"a": 1}'] * 1000
    assert lines.read_so_far < 100_000
    for piece, fault in (
        (b"\0" * 4096, "expected at most 64 MB, got more"),
        (b'{"a": 1}' * 500, "expected at most 64 MB, got more"),
    ):
        stream = Endless(piece)
        with pytest.raises(InputError, match=fault):
            list(read_documents(io.BufferedReader(stream)))
        assert stream.read_so_far < 70_000_000
    with pytest.raises(InputError, match="expected lines of at most"):
        list(read_documents(io.BytesIO(b"{}\n{" + b" " * 2_000_000 + b"}\n")))


def documents(text: str) -> list[str]:
    return list(read_documents(io.BytesIO(text.encode())))
