"""First moves: their names, the complete set that keeps a score, and puzzles checked against it."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from oracle import best_score, tiny_positions
from puzzle_samples import POSITION, parse

from hanabi_solver.analysis.first_moves import keeping_moves
from hanabi_solver.analysis.puzzle_check import Agreement, check_puzzle
from hanabi_solver.errors import InputError
from hanabi_solver.formats.first_move import (
    FirstMove,
    MoveKind,
    first_moves,
    format_first_move,
    parse_first_move,
    with_trash_as_one,
)
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.position import Position
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.shared_tables import LOOK_BELOW_MEMORY, SharedTables


def names(moves: tuple[FirstMove, ...]) -> list[str]:
    return [format_first_move(move, "rygbp") for move in moves]


@given(tiny_positions(20))
@settings(deadline=None)
def test_first_moves_name_every_legal_move_once(position: Position) -> None:
    named = first_moves(position)
    assert set(named.values()) <= set(legal_moves(position))
    assert len({apply(position, move) for move in named.values()}) == len(named)
    for name in named:
        text = format_first_move(name, position.rules.letters)
        assert parse_first_move(text, position.rules.letters, position.rules.rank_marks) == name


@pytest.mark.parametrize(
    "text",
    ["", "play", "clue 1", "clue x", "drop r1", "play r1 r2", "discard r9", "discard r1 from the hand"],
)
def test_what_names_no_move_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected a"):
        parse_first_move(text, "rygbp", "12345")


def test_the_last_card_of_the_pile_is_played_and_discarded_by_name() -> None:
    data = {
        **POSITION,
        "rules": {"deck_plays": True},
        "stacks": "r3 y5 g5 b4 p5",
        "hands": ["x x x b5 x", "x x x r5 x", "x x x x x"],
        "pile": "r4",
        "expect": {"best": 25, "first_moves": ["play r4 from the pile"]},
    }
    puzzle = parse(data)
    plays = [move for move in first_moves(puzzle.position) if move.kind is MoveKind.PLAY]
    assert names(tuple(plays)) == ["play r4 from the pile", "play b5"]
    assert check_puzzle(puzzle).agreement is Agreement.RIGHT
    useless = parse({**data, "pile": "y1", "discards": "r4 r4", "expect": None}).position
    from_pile = [move for move in first_moves(useless) if move.from_pile]
    assert names(tuple(from_pile)) == ["misplay y1 from the pile", "discard y1 from the pile"]
    as_one = with_trash_as_one(from_pile, useless)
    assert sorted(names(tuple(as_one))) == ["discard x from the pile", "misplay x from the pile"]
    at_limit = replace(useless, tokens=useless.rules.token_limit)
    assert names(tuple(move for move in first_moves(at_limit) if move.from_pile)) == [
        "misplay y1 from the pile"
    ]
    with pytest.raises(InputError, match="expected a move that Alice can make"):
        parse({**data, "rules": {}})


def test_useless_cards_are_one() -> None:
    position = parse({**POSITION, "tokens": 1}).position
    discards = [move for move in first_moves(position) if move.kind is MoveKind.DISCARD]
    assert names(tuple(discards)) == ["discard r1", "discard r2", "discard r3", "discard r4"]
    assert len(with_trash_as_one(discards, position)) == 2


@given(tiny_positions(8))
@settings(max_examples=60, deadline=None)
def test_the_moves_that_keep_the_best_score_are_complete(position: Position) -> None:
    best = best_score(position)
    found = keeping_moves(position, best, limits=Limits(workers=1))
    assert found.undecided == ()
    expected = [
        name for name, move in first_moves(position).items() if best_score(apply(position, move)) == best
    ]
    assert list(found.keeping) == expected
    assert set(found.keeping) | set(found.losing) == set(first_moves(position))


def test_the_only_saving_move() -> None:
    found = keeping_moves(parse(POSITION).position, 25)
    assert names(found.keeping) == ["play r4"]
    assert "discard x" not in names(found.losing)
    assert "discard r4" in names(found.losing)


def test_all_moves_share_one_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(memory_limit: int) -> Tables:
        made.append(memory_limit)
        return Tables(memory_limit)

    monkeypatch.setattr("hanabi_solver.search.tables.Tables", counted)
    position = parse(POSITION).position
    found = keeping_moves(position, 25, limits=Limits(memory=64 << 20))
    assert [size for size in made if size != LOOK_BELOW_MEMORY] == [(64 << 20) - LOOK_BELOW_MEMORY]
    tables = SharedTables(64 << 20)
    assert keeping_moves(position, 25, context=Context(tables=tables)) == found
    assert keeping_moves(position, 25, context=Context(tables=tables)) == found
    assert len([size for size in made if size != LOOK_BELOW_MEMORY]) == 2
    with pytest.raises(InputError, match="memory limit: expected none beside tables"):
        keeping_moves(position, 25, limits=Limits(memory=64 << 20), context=Context(tables=tables))


@pytest.mark.parametrize(
    "options",
    [{"limits": Limits(memory=5)}, {"limits": Limits(workers=0)}, {"seed": -1}, {"method": "guess"}],
)
def test_faulty_arguments_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected"):
        keeping_moves(parse(POSITION).position, 25, **options)


def test_a_stop_leaves_moves_undecided() -> None:
    stop = threading.Event()
    stop.set()
    found = keeping_moves(parse(POSITION).position, 25, context=Context(stop=stop))
    assert found.keeping == ()
    assert "play r4" in names(found.undecided)


@pytest.mark.parametrize(
    ("expect", "agreement"),
    [
        ({"best": 25}, Agreement.RIGHT),
        ({"best": 25, "first_moves": ["play r4"]}, Agreement.RIGHT),
        ({"best": 25, "first_moves": ["play r4", "discard x"]}, Agreement.WRONG),
        ({"best": 25, "first_moves": []}, Agreement.WRONG),
        ({"best": 24}, Agreement.WRONG),
        ({"best": 24, "first_moves": ["play r4"]}, Agreement.WRONG),
    ],
)
def test_puzzles_are_checked_against_what_they_expect(
    expect: dict[str, object], agreement: Agreement
) -> None:
    assert check_puzzle(parse({**POSITION, "expect": expect})).agreement is agreement


def test_a_puzzle_that_expects_nothing_cannot_be_checked() -> None:
    with pytest.raises(InputError, match="expect: expected the answer to check, got none"):
        check_puzzle(parse({**POSITION, "expect": None}))


def test_a_check_asks_no_further_questions_that_could_have_a_limit() -> None:
    with pytest.raises(InputError, match="each limit: expected none: only explain and the facts"):
        check_puzzle(parse({**POSITION, "expect": {"best": 3}}), limits=Limits(seconds_each=1.0))
