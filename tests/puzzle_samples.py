"""Puzzle files and decks that many tests begin with."""

import json
from random import Random
from typing import Any

from oracle import random_deck

from hanabi_solver.formats.puzzle import Puzzle, parse_puzzle
from hanabi_solver.game.rules import Rules, make_suits

ONE_SUIT = "r1r1r1r2r2r3r3r4r4r5"
# Red is up to 3, the others but purple are nearly done; r4 must be played, and r5 is on top of the pile.
POSITION: dict[str, Any] = {
    "title": "Four to go",
    "stacks": "r3 y5 g5 b4 p4",
    "hands": ["x x x r4 x", "x x b5 x x", "x x x p5 x"],
    "pile": "r5 x",
    "tokens": 0,
    "discards": "r4",
    "expect": {"best": 25, "first_moves": ["play r4"]},
}


def parse(data: dict[str, Any]) -> Puzzle:
    return parse_puzzle(json.dumps(data))


def deck_of(suits: str, dark: str = "") -> str:
    rules = Rules(suits=make_suits(suits, dark))
    return "".join(f"{suits[card.suit]}{card.rank}" for card in random_deck(Random(1), rules))
