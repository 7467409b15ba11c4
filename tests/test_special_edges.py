"""Where the special rules meet: positions at which one of them was once overlooked."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oracle import best_score as brute_force
from oracle import random_tiny_position
from special_oracle import best_score
from special_samples import position_of

from hanabi_solver.certificate.check import verify_certificate
from hanabi_solver.certificate.cubes import Effort, refute_by_cubes
from hanabi_solver.certificate.files import (
    CNF,
    DEAL,
    DRAT,
    LEGEND,
    LINE,
    PROOF,
    ProofClaim,
    ProofKind,
    digest,
    format_line,
    format_proof,
)
from hanabi_solver.checking.second_method import cross_check
from hanabi_solver.errors import UnsupportedRules
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle, parse_puzzle
from hanabi_solver.game.cards import Card, Suit
from hanabi_solver.game.clue_rules import ClueRules, ColourClue, RankClue
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.game.stacking import Chosen, choices
from hanabi_solver.model.cnf import format_dimacs, format_legend
from hanabi_solver.model.task import Task, task
from hanabi_solver.names import Method, Model, Stacking, Status
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.best_score import solve

METHODS = (Method.AUTO, Method.SEARCH, Method.CPSAT)


@pytest.mark.parametrize("method", METHODS)
def test_in_a_speedrun_the_last_card_may_go_for_a_token(method: Method) -> None:
    """Seat 1 holds cards that must not be lost: seat 0 discards the fitting a1 from the pile, for a clue."""
    game: dict[str, Any] = {
        "stack_rule": "up",
        "players": 3,
        "hand_size": 2,
        "token_limit": 8,
        "strike_limit": 3,
        "suits": [
            {"letter": "a", "copies": {"1": 2, "2": 1, "3": 1, "4": 1}},
            {"letter": "b", "copies": {"1": 1, "2": 1, "3": 1, "4": 1}},
        ],
        "rules": {
            "discard_at_limit": False,
            "all_or_nothing": False,
            "strikeout_scores": False,
            "suit_regains": True,
            "clue_cost": 1,
            "empty_clues": False,
            "speedrun": True,
            "deck_plays": True,
            "final_round": True,
        },
        "stacks": [[], ["b1", "b2"]],
        "hands": [["a2", "b4"], ["a3", "a4"], ["a1", "b3"]],
        "pile": ["a1"],
        "discards": [],
        "tokens": 0,
        "strikes": 0,
        "seat": 0,
        "turns_left": None,
    }
    assert best_score(game) == 4
    result = solve(position_of(game), method=method)
    assert (result.best, result.upper) == (4, 4)


def test_a_proof_of_one_way_is_none_of_all(tmp_path: Path) -> None:
    """Clauses of one way to stack the suits say nothing of the others: a certificate must have them all."""
    kind = Stacking.SUDOKU
    rules = Rules(suits=make_suits("rg", "", kind), hand_size=2, stacking=kind, token_limit=2)
    cards = [face for face in rules.faces() for _ in range(rules.copies(face))]
    Random(4).shuffle(cards)
    deal = Deal(rules, tuple(cards))
    result = solve(deal)
    text = format_puzzle(Puzzle(deal))
    position = parse_puzzle(text).position
    forged = _refuted_way(position, result.best - 1)
    line = result.line
    while replay(position, line).score >= result.best:
        line = line[:-1]
    score = replay(position, line).score
    for proof_kind in (ProofKind.CLAUSES, ProofKind.NONE):
        model = Model.KEPT_CARDS if proof_kind is ProofKind.CLAUSES else None
        claim = ProofClaim(digest(text.encode()), score, proof_kind, None, model, "forged")
        moves = format_line(text.encode(), score, line, rules.clue_letters)
        for name, content in {DEAL: text, LINE: moves, PROOF: format_proof(claim), **forged}.items():
            (tmp_path / name).write_text(content, encoding="utf-8")
        assert not verify_certificate(tmp_path).shows_upper, proof_kind


def _refuted_way(position: Position, upper: int) -> dict[str, str]:
    """The files of a sound proof for some way that scores `upper` at most."""
    for choice in choices(position):
        for bound in range(upper, position.rules.max_score):
            asked = task(Chosen.of(position, choice).fixed, bound + 1, model=Model.KEPT_CARDS)
            if isinstance(asked, Task):
                search = refute_by_cubes(asked.write, Effort(20_000))
                if search.is_complete:
                    sink = search.sink
                    return {CNF: format_dimacs(sink), LEGEND: format_legend(sink), DRAT: search.proof()}
    return {CNF: "p cnf 1 2\n1 0\n-1 0\n", LEGEND: "", DRAT: "0\n"}


def test_no_model_is_made_of_suits_without_an_order() -> None:
    kind = Stacking.UP_OR_DOWN
    rules = Rules(suits=make_suits("r", "", kind), hand_size=2, stacking=kind)
    deal = Deal(rules, tuple(face for face in rules.faces() for _ in range(rules.copies(face))))
    with pytest.raises(ValueError, match="expected suits with a set order"):
        task(deal.start(), 3)


@pytest.mark.parametrize("method", METHODS)
def test_a_discard_at_the_limit_costs_no_strike_where_clues_are_scarce(method: Method) -> None:
    """Exact mode would count one, and refute what the rules allow."""
    clues = ClueRules(
        (ColourClue("Red", "r", ((), (2, 3))), ColourClue("Blue", "b", ((2,), (2,)))), (), alternate=True
    )
    rules = Rules(
        suits=(Suit("a", (1, 1, 1)), Suit("b", (1, 1, 1))),
        hand_size=2,
        token_limit=1,
        strike_limit=1,
        discard_at_limit=True,
        clues=clues,
    )
    deck = tuple(Card(suit, rank) for suit, rank in ((1, 3), (1, 2), (0, 3), (0, 2), (1, 1), (0, 1)))
    start = Position(rules, deck, ((0, 1), (2, 3)), 4, (0, 0), (), 1, 0, 0, None).checked()
    result = solve(start, method=method)
    assert result.best <= 3 <= result.upper
    usual = solve(replace(start, rules=replace(rules, clues=None)), method=method)
    assert usual.best >= 3


@pytest.mark.parametrize("method", METHODS)
def test_a_seat_without_any_move_ends_no_solve(method: Method) -> None:
    """All or nothing: tokens are there, but nothing that is left can be clued."""
    clues = ClueRules(
        (ColourClue("Red", "r", ((1, 2, 3), ())),), tuple(RankClue(rank, ((rank,), ())) for rank in (1, 2, 3))
    )
    rules = Rules(
        suits=(Suit("r", (1, 1, 1)), Suit("n", (1, 1, 1))),
        hand_size=2,
        token_limit=2,
        all_or_nothing=True,
        clues=clues,
    )
    stuck = Position(rules, (Card(1, 2), Card(1, 3)), ((), (0, 1)), 2, (3, 1), (), 2, 0, 0, None).checked()
    assert stuck.legal_moves() == []
    assert keeps_score(stuck)
    result = solve(stuck, method=method)
    assert (result.best, result.status) == (0, Status.BOUNDS)


def test_a_second_opinion_knows_that_a_variant_may_lack_a_clue() -> None:
    """The clauses of a way take every clue for legal: their solution contradicts no search by the rules."""
    kind = Stacking.UP_OR_DOWN
    rules = Rules(
        suits=make_suits("r", "", kind),
        hand_size=2,
        token_limit=1,
        strike_limit=1,
        stacking=kind,
        clues=ClueRules((), ()),
    )
    cards = [face for face in rules.faces() for _ in range(rules.copies(face))]
    opinions = 0
    for seed in range(12):
        Random(seed).shuffle(cards)
        result = solve(Deal(rules, tuple(cards)), method=Method.SEARCH)
        if result.status is Status.OPTIMAL:
            opinions += 1
            cross_check(result)  # raises if it finds a contradiction
    assert opinions > 3


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"speedrun": 1}, "rules.speedrun: expected True or False, got 1"),
        ({"all_or_nothing": "no"}, "rules.all_or_nothing: expected True or False, got 'no'"),
        ({"speedrun": True, "strikeout_scores": True}, "expected no strikeout_scores beside it"),
        ({"stacking": "up"}, "rules.stacking: expected one of by-rank, up-or-down, sudoku, got 'up'"),
    ],
)
def test_wrong_rules_are_named(values: dict[str, Any], fault: str) -> None:
    with pytest.raises(UnsupportedRules) as raised:
        Rules(**values)
    assert fault in str(raised.value)


@pytest.mark.parametrize("seed", [495, 849, 1126])
def test_free_clues_refute_nothing_in_a_speedrun(seed: int) -> None:
    """A clue at the end may be all that spares a last copy: the walk without tokens has no such turn."""
    position = random_tiny_position(Random(seed), 8)
    rules = replace(position.rules, speedrun=True, strikeout_scores=False)
    position = replace(position, rules=rules).checked()
    best = brute_force(position)
    assert best > 0
    search = TargetSearch(position, best, Tables(), free_clues_from=0)
    assert search.advance(100_000) is SearchOutcome.REACHED
    above = TargetSearch(position, best + 1, Tables(), free_clues_from=0)
    assert above.advance(100_000) is SearchOutcome.REFUTED
