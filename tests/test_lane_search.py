"""The search of the fast lane: each line that it claims is one, and no answer depends on other decks."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_lines import as_rows, code_of, codes_of, random_lane_deal

from hanabi_solver.errors import IllegalMoveError, InputError
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.cards import Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.study.lane.layout import faces_of
from hanabi_solver.study.lane.lines import link_of, moves_of, texts_of
from hanabi_solver.study.lane.referee import LEGAL, replay_lines
from hanabi_solver.study.lane.search import lane_search

SEEDS = st.integers(0, 2**32 - 1)


def found(deal: Deal) -> str:
    """The line of the lane as text."""
    lines, _nodes = lane_search(deal.rules).find(faces_of(deal.deck)[np.newaxis])
    return texts_of(lines)[0]


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_a_line_reaches_the_full_score_by_the_engine_and_the_referee(seed: int) -> None:
    deal = random_lane_deal(Random(seed))
    search = lane_search(deal.rules)
    decks = faces_of(deal.deck)[np.newaxis]
    lines, nodes = search.find(decks)
    (text,) = texts_of(lines)
    assert nodes[0] > 0
    if text:
        line = moves_of(text, deal.start())
        assert replay(deal.start(), line).score == deal.rules.max_score
        assert codes_of(deal.start(), line) == [code for code in lines[0].tolist() if code]
        verdicts = replay_lines(search.rules, decks, lines)
        assert (verdicts.rulings[0], verdicts.scores[0]) == (LEGAL, deal.rules.max_score)


def test_random_deals_are_found_and_left() -> None:
    """Both happen, so the test above looks at lines."""
    texts = [found(random_lane_deal(Random(seed))) for seed in range(200)]
    assert 20 < sum(map(bool, texts)) < 180


def test_what_the_lane_settles_is_what_solve_says() -> None:
    settled = 0
    for seed in range(40):
        deal = random_lane_deal(Random(seed))
        if found(deal):
            settled += 1
            result = solve(deal, limits=Limits(seconds=10.0, workers=1))
            assert result.upper == deal.rules.max_score, deal
    assert settled > 5


@pytest.mark.acceptance
def test_two_thousand_random_deals_are_settled_as_solve_does(hanabi_data: object) -> None:
    for seed in range(1000, 3000):
        deal = random_lane_deal(Random(seed))
        if found(deal):
            result = solve(deal, limits=Limits(seconds=20.0, workers=1))
            assert result.upper == deal.rules.max_score, (seed, deal)


def test_most_seeds_are_settled_and_lost_ones_are_not() -> None:
    deals = [parse_seed(f"p3v0s{number}").deal for number in range(1, 201)]
    lost = parse_seed("p2v0s40").deal
    lines, _ = lane_search(deals[0].rules).find(np.stack([faces_of(deal.deck) for deal in deals]))
    assert sum(map(bool, texts_of(lines))) >= 198
    assert found(lost) == ""


def test_an_answer_does_not_depend_on_the_decks_before() -> None:
    decks = np.stack([faces_of(parse_seed(f"p2v0s{number}").deal.deck) for number in range(30, 70)])
    search = lane_search(Rules(players=2))
    lines, nodes = search.find(decks)
    backwards, nodes_backwards = search.find(decks[::-1])
    assert (backwards[::-1] == lines).all()
    assert (nodes_backwards[::-1] == nodes).all()
    alone, nodes_alone = lane_search(Rules(players=2)).find(decks[10:11])
    assert (alone[0] == lines[10]).all()
    assert nodes_alone[0] == nodes[10] > 0


def test_no_decks_are_no_lines() -> None:
    lines, nodes = lane_search(Rules()).find(np.empty((0, 50), np.uint8))
    assert (len(lines), len(nodes)) == (0, 0)


def test_rules_that_the_lane_does_not_take_are_refused() -> None:
    with pytest.raises(ValueError, match="the lane takes no rules with"):
        lane_search(Rules(speedrun=True))


def test_hands_that_hold_the_whole_deck() -> None:
    rules = Rules(players=5, suits=make_suits("r"), hand_size=2)
    winnable, lost = (1, 1, 2, 2, 3, 3, 4, 4, 5, 1), (1, 1, 2, 2, 3, 3, 4, 5, 4, 1)
    assert found(Deal(rules, tuple(Card(0, rank) for rank in winnable))) == "00000"
    assert found(Deal(rules, tuple(Card(0, rank) for rank in lost))) == ""


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_lines_as_text_are_read_as_they_were(seed: int) -> None:
    deal, rng = random_lane_deal(Random(seed)), Random(seed)
    position, codes = deal.start(), []
    while moves := legal_moves(position):
        move = rng.choice(moves)
        codes.append(code_of(position, move))
        position = apply(position, move)
    (text,) = texts_of(as_rows([codes]))
    assert len(text) == len(codes)
    assert codes_of(deal.start(), moves_of(text, deal.start())) == codes


@pytest.mark.parametrize("text", ["6", "5", "x", "g", "0 ", "\n"])
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected moves of a line of the fast lane, got"):
        moves_of(text, parse_seed("p2v0s1").deal.start())


@pytest.mark.parametrize(("text", "rule"), [("a", "discard-at-token-limit"), ("7", "card-in-own-hand")])
def test_a_line_against_the_rules_is_refused(text: str, rule: str) -> None:
    with pytest.raises(IllegalMoveError) as error:
        moves_of(text, parse_seed("p2v0s1").deal.start())
    assert error.value.rule == rule


def test_a_link_shows_the_line() -> None:
    deal = parse_seed("p2v0s1").deal
    link = link_of("p2v0s1", found(deal))
    assert link is not None
    game = parse_link(link)
    assert game.deal == deal
    assert replay(deal.start(), game.moves).score == 25
