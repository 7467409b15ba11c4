"""Entries to make pages of: hostile and long names, six suits, rules out of the ordinary."""

import random
from dataclasses import replace

from places import PUZZLES

from hanabi_solver.formats.entry import BadEntry, Entry
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.formats.source import read_source
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Discard, Move, Play

HOSTILE_NAMES = (
    "Maximiliana-Alexandrina von Hohenstein",
    "</script><script>alert(1)</script>",
    "Wolfeschlegelsteinhausenbergerdorff",
    'O"Brien & <b onclick="alert(2)">Sons</b>',
    "{{data}}\u2028",
)


def entry_of(source: str) -> Entry:
    """The only entry of a source."""
    (entry,) = read_source(source)
    assert not isinstance(entry, BadEntry), entry.error
    return entry


def puzzle(name: str) -> Entry:
    return entry_of(str(PUZZLES / f"{name}.json"))


def nothing_to_play() -> Entry:
    """A position in which the score stands as it is: the last r5 is gone."""
    text = """{"stacks": "r4 y5 g5 b5 p5", "tokens": 0, "pile": "", "turns_left": 2, "discards": "r5",
    "hands": ["x x x x x", "x x x x x"]}"""
    found = parse_puzzle(text)
    return Entry("nothing.json", found.start, found)


def hostile_game(turns: int = 32) -> Entry:
    """Five players with names that attack a page, six suits, moves by chance that play most of what fits."""
    seed = parse_seed("p5v1s7")
    chance = random.Random(6)
    position, moves = seed.deal.start(), list[Move]()
    while not position.is_over and len(moves) < turns:
        legal = legal_moves(position)
        fits = [m for m in legal if isinstance(m, Play) and position.is_playable(position.deck[m.card])]
        discards = [m for m in legal if isinstance(m, Discard)]
        safe = [m for m in discards if position.is_trash(position.deck[m.card])]
        others = [m for m in legal if not isinstance(m, Play)] or legal
        chosen = discards if discards and chance.random() < 0.25 else fits or safe or others
        moves.append(chance.choice(chosen))
        position = apply(position, moves[-1])
    game = Game(seed.variant, HOSTILE_NAMES, seed.deal, tuple(moves), seed="p5v1s7")
    return Entry("<img src=x onerror=alert(3)>.json", seed.deal, game=replace(game, seed=""))
