"""Puzzle files (JSON): a full deal or a position, its source, and the answer that it must get."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.faults import capped, capped_error
from hanabi_solver.formats.first_move import format_first_move
from hanabi_solver.formats.puzzle_reader import read_puzzle_file
from hanabi_solver.formats.puzzle_schema import DECK_KEY, PositionFile
from hanabi_solver.formats.rules import rules_to_short_data
from hanabi_solver.formats.stacks import stacks_text
from hanabi_solver.formats.text import load_text
from hanabi_solver.formats.validation import parse_json
from hanabi_solver.game.cards import format_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.names import HandsOrder


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A deal or position to solve, and what is known about it.

    `comment` are lines for people. `unnamed` are the deck indices of the cards that were written `x`: which
    useless cards they have become in `start` means nothing, and they are not compared. `hands_order` is how
    the file lists each hand of a position; `start` always has the oldest card first.
    """

    start: Deal | Position
    title: str = ""
    source: str = ""
    expect: Expectation | None = None
    comment: tuple[str, ...] = ()
    unnamed: frozenset[int] = field(default=frozenset(), compare=False)
    hands_order: HandsOrder = HandsOrder.OLDEST_FIRST

    @property
    def position(self) -> Position:
        """The position where play starts."""
        return self.start.start() if isinstance(self.start, Deal) else self.start


def load_puzzle(path: Path) -> Puzzle:
    """The puzzle in a file; raises InputError if the file cannot be read or is faulty."""
    return parse_puzzle(load_text(str(path)), str(path))


def parse_puzzle(text: str, source: str = "") -> Puzzle:
    """The puzzle that JSON text describes; `source` names the text in errors.

    Each `x` becomes a concrete useless card that the rest of the file leaves over. Raises InputError
    with the faults of the file and their places (the first ones, if there are very many).
    """
    unusual: list[Fault] = []
    try:
        read = read_puzzle_file(parse_json(text, unusual=unusual), unusual)
    except InputError as error:
        raise capped_error(error, source) from error
    if unusual:
        raise InputError(capped(unusual), source)
    file = read.file
    lines = [file.comment] if isinstance(file.comment, str) else file.comment
    return Puzzle(
        read.start,
        file.title,
        file.source,
        read.expect,
        tuple(line for line in lines if line),
        read.unnamed,
        file.hands_order if isinstance(file, PositionFile) else HandsOrder.OLDEST_FIRST,
    )


def format_puzzle(puzzle: Puzzle) -> str:
    """The puzzle as a JSON file; parsing it gives the same puzzle, with every card stated.

    The deck indices of a position are given anew by that: hands by seat, then the draw pile.
    """
    rules = puzzle.start.rules
    data: dict[str, Any] = {"title": puzzle.title, "source": puzzle.source}
    if puzzle.comment:
        data["comment"] = list(puzzle.comment)
    data = {key: value for key, value in data.items() if value}
    data["rules"] = rules_to_short_data(rules)
    if isinstance(puzzle.start, Deal):
        data[DECK_KEY] = format_cards(puzzle.start.deck, rules.letters, "")
    else:
        data.update(_position_data(puzzle.start, puzzle.hands_order))
    if puzzle.expect is not None:
        data["expect"] = {"best": puzzle.expect.best}
        if puzzle.expect.first_moves is not None:
            data["expect"]["first_moves"] = [
                format_first_move(move, rules.letters) for move in puzzle.expect.first_moves
            ]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _position_data(position: Position, order: HandsOrder) -> dict[str, Any]:
    letters = position.rules.letters
    step = -1 if order is HandsOrder.NEWEST_FIRST else 1
    hands = [position.hand_cards(seat)[::step] for seat in range(position.rules.players)]
    data: dict[str, Any] = {
        "stacks": stacks_text(position),
        "hands": [format_cards(hand, letters) for hand in hands],
        "hands_order": str(order),
        "pile": format_cards(position.pile, letters),
        "tokens": position.tokens,
        "strikes": position.strikes,
        "seat": position.seat,
        "discards": format_cards(position.discards, letters),
    }
    if order is HandsOrder.OLDEST_FIRST:
        del data["hands_order"]  # said only where it is not the usual one
    if position.turns_left is not None:
        data["turns_left"] = position.turns_left
    if position.last_clue:
        data["last_clue"] = position.last_clue
    return data
