"""The collection of puzzles, and what its files state."""

import json
from functools import cache
from typing import Any

from places import PUZZLES

from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.first_move import FirstMove, first_moves, with_trash_as_one
from hanabi_solver.formats.puzzle import Puzzle, load_puzzle
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position


@cache
def puzzle_named(name: str) -> Puzzle:
    return load_puzzle(PUZZLES / f"{name}.json")


def file_data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((PUZZLES / f"{name}.json").read_text(encoding="utf-8"))
    return data


def expectation(name: str) -> Expectation:
    expect = puzzle_named(name).expect
    assert expect is not None, f"{name} states no best score"
    return expect


def one_of_each_kind(position: Position) -> dict[FirstMove, Move]:
    """All first moves, but one for all useless cards of the hand."""
    moves: dict[FirstMove, Move] = {}
    for name, move in first_moves(position).items():
        (kind,) = with_trash_as_one([name], position)
        moves.setdefault(kind, move)
    return moves
