"""What players count besides the score: clues still usable, and who has the last turn."""

from random import Random

import pytest
from builders import build

from hanabi_solver import Discard, Play, Position, Rules
from hanabi_solver.formats.any_source import parse
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.game.cards import Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.words import outlook
from hanabi_solver.game.worth import clues_usable, last_seat, pace, points_left


def position_of(players: int, heights: tuple[int, ...], pile: int, tokens: int, lost: str = "") -> Position:
    """A position of the usual game in which only spare copies and the `lost` cards are gone."""
    rules = Rules(players=players)
    on_stacks = [Card(suit, rank) for suit, top in enumerate(heights) for rank in range(1, top + 1)]
    rest = [face for face in rules.faces() for _ in range(rules.copies(face))]
    for face in on_stacks:
        rest.remove(face)
    gone = [Card(rules.letters.index(text[0]), int(text[1])) for text in lost.split()]
    for face in gone:
        rest.remove(face)
    spare = len(rest) - players * rules.hand_size - pile
    for face in list(rest):
        if spare and (rest.count(face) > 1 or heights[face.suit] >= face.rank):
            rest.remove(face)
            gone.append(face)
            spare -= 1
    assert not spare
    hands = tuple(
        tuple(range(seat * rules.hand_size, (seat + 1) * rules.hand_size)) for seat in range(players)
    )
    draw_index = players * rules.hand_size
    return Position(rules, tuple(rest), hands, draw_index, heights, tuple(gone), tokens, 0, 0, None).checked()


# The figures of hanab.live's own tests (packages/game/src/rules/stats.test.ts).
@pytest.mark.parametrize(
    ("position", "clues"),
    [
        (position_of(5, (0, 0, 0, 0, 4), 26, 4), 17),
        (position_of(5, (0, 0, 0, 0, 5), 25, 5), 17),
        (position_of(2, (0, 0, 0, 0, 0), 33, 4), 18),
        (position_of(2, (0, 0, 0, 0, 0), 32, 5), 18),
        (position_of(4, (1, 1, 1, 1, 0), 27, 4), 18),
        (position_of(4, (1, 1, 1, 1, 1), 26, 4), 17),
        (position_of(2, (3, 3, 3, 3, 3), 17, 4, lost="p5"), 17),
        (position_of(2, (3, 3, 3, 3, 4), 16, 4, lost="p5"), 16),
        (position_of(3, (3, 3, 3, 3, 3), 16, 4, lost="p5"), 16),
        (position_of(3, (3, 3, 3, 3, 4), 15, 4, lost="p5"), 16),
        (position_of(2, (5, 5, 5, 5, 4), 1, 4), 4),
    ],
)
def test_clues_are_counted_as_the_site_counts_them(position: Position, clues: int) -> None:
    assert clues_usable(position) == clues


# Its "minimum efficiency" of a variant is the highest score by the clues of the start.
@pytest.mark.parametrize(
    ("seed", "efficiency"),
    [
        ("p2v0s1", 0.86),
        ("p4v0s1", 1.0),
        ("p2v2s1", 1.0),
        ("p4v2s1", 1.15),
        ("p2v51s1", 1.43),
        ("p4v51s1", 1.58),
    ],
)
def test_the_clues_of_the_start_give_the_efficiency_that_the_site_gives(seed: str, efficiency: float) -> None:
    game = parse(seed)
    assert isinstance(game, Game)
    start = game.deal.start()
    assert start.rules.max_score / ((clues_usable(start) or 0) // start.rules.clue_cost) == pytest.approx(
        efficiency, abs=0.005
    )


def test_half_clues_are_counted_in_tokens() -> None:
    game = parse("p2v2s1", rules=[])
    assert isinstance(game, Game)
    starved = Rules(players=2, suits=game.deal.rules.suits, clue_cost=2, token_limit=16, suit_regains=True)
    start = Deal(starved, game.deal.deck).start()
    usual = Deal(Rules(players=2, suits=game.deal.rules.suits), game.deal.deck).start()
    # Sixteen tokens in the place of eight.
    usable = clues_usable(start) or 0
    assert usable == (clues_usable(usual) or 0) + 8
    assert any(f"Clues still usable: {usable // 2}." in text for text in outlook(start, 1))


def test_no_clue_is_usable_where_there_are_no_tokens() -> None:
    start = build(Rules(token_limit=0), pile_size=20)
    assert clues_usable(start) == 0
    assert any("Clues still usable: 0." in text for text in outlook(start, 25))


def test_nothing_is_counted_where_no_round_is_the_last() -> None:
    deal = parse("p2v0s1", rules=["all-or-nothing"])
    assert isinstance(deal, Game)
    start = deal.deal.start()
    assert (pace(start), clues_usable(start), last_seat(start)) == (None, None, None)
    assert list(outlook(start, 25)) == ["There is no final round; 25 cards still to play."]


def test_in_the_final_round_the_turns_are_counted() -> None:
    position = build(Rules(players=3), pile_size=0, turns_left=2)
    assert clues_usable(position) is None
    assert last_seat(position) == 1
    (text,) = outlook(position, points_left(position), ["Ann", "Ben", "Cleo"])
    assert text == "The final round is on: 2 turns are left, Ben has the last one."


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_last_turn_is_that_of_the_seat_foretold(players: int) -> None:
    rng = Random(players)
    for number in range(6):
        game = parse(f"p{players}v0s{number}")
        assert isinstance(game, Game)
        rules = Rules(players=players, strike_limit=99)
        position = Deal(rules, game.deal.deck).start()
        foretold = last_seat(position)
        mover = None
        while not position.is_over:
            moves = [move for move in position.legal_moves() if isinstance(move, Play | Discard)]
            assert last_seat(position) == foretold
            mover = position.seat
            position = position.play(rng.choice(moves))
        assert position.end_reason == "final round over"
        assert mover == foretold
