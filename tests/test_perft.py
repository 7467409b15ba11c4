"""How many legal lines of 1 to 4 moves there are: golden counts, found alike by two engines.

A count that changes means that the rules changed. The decks are spelled out by a stride, not by a random
generator, so that the table stays true on any version of Python.
"""

from dataclasses import dataclass
from math import gcd

import naive_engine
import pytest
from naive_engine import NaiveGame

from hanabi_solver.game.cards import Suit
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import count_lines
from hanabi_solver.game.moves import parse_move
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.names import Stacking


@dataclass(frozen=True)
class Case:
    """A deal (its deck takes every `stride`-th card of the sorted one), moves made first, golden counts."""

    name: str
    rules: Rules
    stride: int
    counts: tuple[int, ...]
    first: str = ""

    @property
    def deal(self) -> Deal:
        ordered = [face for face in self.rules.faces() for _ in range(self.rules.copies(face))]
        assert gcd(self.stride, len(ordered)) == 1
        return Deal(self.rules, tuple(ordered[i * self.stride % len(ordered)] for i in range(len(ordered))))

    @property
    def first_moves(self) -> list[str]:
        return [move.strip() for move in self.first.split(",") if move]

    def position(self) -> Position:
        return replay(self.deal.start(), [parse_move(text, self.rules.letters) for text in self.first_moves])

    def naive_game(self) -> NaiveGame:
        game = NaiveGame(self.rules, self.deal.deck)
        for text in self.first_moves:
            assert text in game.legal()
            game.move(text)
        return game


SMALL = Suit("r", (2, 1, 1)), Suit("g", (1, 1, 2))

CASES = [
    Case("2 players", Rules(players=2), 7, (13, 181, 2953, 42935)),
    Case("3 players", Rules(players=3), 11, (20, 456, 10745, 259272)),
    Case("4 players", Rules(players=4), 13, (25, 731, 21267)),
    Case("5 players", Rules(players=5), 17, (32, 1104, 38060)),
    Case("6 players, 6 suits", Rules(players=6, suits=make_suits("rygbpt")), 23, (33, 1177, 41891)),
    Case("seat 2 first", Rules(players=3, first_seat=2), 11, (20, 476, 10980, 264361)),
    Case("1 suit: no draw pile", Rules(players=2, suits=make_suits("r")), 3, (10, 122, 0, 0)),
    Case("2 suits", Rules(players=2, suits=make_suits("rg")), 3, (11, 148, 2059, 29064)),
    Case("3 suits", Rules(players=3, suits=make_suits("rgb")), 7, (18, 375, 8133, 179437)),
    Case(
        "4 suits, 2 one-of-each", Rules(players=4, suits=make_suits("rgbk", dark="bk")), 7, (24, 633, 17308)
    ),
    Case(
        "one-of-each only", Rules(players=2, suits=make_suits("rgbk", dark="rgbk")), 3, (13, 205, 3365, 54579)
    ),
    Case(
        "empty clues", Rules(players=2, suits=make_suits("rgb"), empty_clues=True), 7, (13, 209, 3437, 57929)
    ),
    Case("no tokens in the game", Rules(players=3, token_limit=0), 11, (5, 25, 125, 525)),
    Case("1 token", Rules(players=2, token_limit=1), 11, (13, 136, 1555, 16156)),
    Case("1 strike", Rules(players=4, strike_limit=1), 13, (25, 656, 17884)),
    Case("1 strike, 1 token", Rules(players=2, strike_limit=1, token_limit=1), 19, (13, 94, 743, 5078)),
    Case(
        "all tokens used",
        Rules(players=2),
        7,
        (10, 128, 1940, 26802),
        "clue 1 1, clue 0 1, clue 1 1, clue 0 1, clue 1 1, clue 0 1, clue 1 1, clue 0 1",
    ),
    Case("back at the token limit", Rules(players=2), 7, (13, 181, 2933, 43622), "clue 1 1, discard 5"),
    Case(
        "one turn before the final round",
        Rules(players=2, suits=SMALL, hand_size=3, token_limit=2),
        5,
        (7, 62, 487, 2344),
        "clue 1 1, discard 3",
    ),
    Case(
        "final round",
        Rules(players=3, suits=SMALL, hand_size=2, token_limit=3),
        5,
        (11, 102, 698, 0),
        "play 0, clue 2 1, play 4",
    ),
    Case(
        "discard at limit, last card of the pile",
        Rules(suits=SMALL, hand_size=3, token_limit=2, deck_plays=True, discard_at_limit=True),
        5,
        (12, 130, 1236, 3856),
        "clue 1 1, discard 3",
    ),
    Case(
        "all or nothing after the last card",
        Rules(suits=(Suit("r", (1, 1, 1, 2)),), hand_size=2, token_limit=2, all_or_nothing=True),
        2,
        (5, 25, 49, 69),
        "clue 1 r, discard 2",
    ),
    Case(
        "speedrun",
        Rules(suits=SMALL, hand_size=3, token_limit=2, speedrun=True),
        5,
        (10, 66, 286, 1777),
        "clue 1 1",
    ),
    Case(
        "up or down",
        Rules(suits=make_suits("rg", "g", Stacking.UP_OR_DOWN), stacking=Stacking.UP_OR_DOWN),
        4,
        (11, 148, 2054, 28647),
    ),
    Case(
        "up or down on START",
        Rules(suits=make_suits("rg", "g", Stacking.UP_OR_DOWN), stacking=Stacking.UP_OR_DOWN, hand_size=3),
        4,
        (7, 56, 519, 4644),
    ),
    Case(
        "sudoku",
        Rules(suits=make_suits("rg", "g", Stacking.SUDOKU), stacking=Stacking.SUDOKU, hand_size=4),
        4,
        (10, 115, 1422, 17382),
    ),
    Case(
        "one card short of perfect",
        Rules(players=2, suits=(Suit("r", (1, 1)), Suit("g", (3, 2))), hand_size=2, token_limit=1),
        5,
        (5, 16, 0, 0),
        "play 0, play 2, play 1",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_both_engines_count_the_golden_number_of_lines(case: Case) -> None:
    depths = range(1, len(case.counts) + 1)
    assert tuple(count_lines(case.position(), depth) for depth in depths) == case.counts
    assert tuple(naive_engine.count_lines(case.naive_game(), depth) for depth in depths) == case.counts
