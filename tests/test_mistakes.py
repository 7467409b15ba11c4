"""Kinds of mistakes against what the engine says of the move, and many games summed up."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from game_samples import LOST_P4, SHARED, parse, row
from oracle import random_move, random_tiny_deal

from hanabi_solver.analysis.mistakes import Cause, Mistake, mistake_of
from hanabi_solver.analysis.review_result import Drop, Loss, Reach
from hanabi_solver.analysis.review_summary import Cost, Fate, GameRow, Slip, summarize
from hanabi_solver.analysis.reviewer import review_game
from hanabi_solver.formats.first_move import MoveKind
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.cards import parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.names import Stacking
from hanabi_solver.solver.limits import Limits

ALONE = Limits(workers=1)


def drops_of(start: Deal, *moves: Move) -> list[tuple[int, str]]:
    return [(drop.turn.turn, str(mistake_of(drop))) for drop in review_game(start, moves, limits=ALONE).drops]


def check_against_the_engine(drop: Drop) -> Cause:
    before, move = drop.turn.position, drop.turn.move
    after, mistake = before.play(move), mistake_of(drop)
    kinds = {Clue: {MoveKind.CLUE}, Discard: {MoveKind.DISCARD}, Play: {MoveKind.PLAY, MoveKind.MISPLAY}}
    assert mistake.move in kinds[type(move)]
    assert (mistake.move is MoveKind.PLAY) == (isinstance(move, Play) and after.strikes == before.strikes)
    assert (mistake.cause is Cause.LAST_STRIKE) == (after.is_struck_out and not before.is_struck_out)
    if mistake.cause is Cause.LAST_COPY:
        assert not isinstance(move, Clue)
        face = before.deck[move.card]
        assert not before.is_trash(face)
        assert after.is_trash(face)
    elif not after.is_over:
        # No kind but this one is named where lost cards alone refute the score.
        assert sum(after.reachable_heights()) >= drop.turn.before.best
    assert (mistake.cause is Cause.END) <= after.is_over
    return mistake.cause


def test_kinds_are_what_the_engine_says_of_the_move() -> None:
    seen = set()
    for seed in range(120):
        rng = Random(seed)
        deal = random_tiny_deal(rng)
        position, moves = deal.start(), []
        while not position.is_over and len(moves) < 12:
            moves.append(random_move(rng, position))
            position = position.play(moves[-1])
        for drop in review_game(deal, moves, limits=ALONE).drops:
            seen.add(check_against_the_engine(drop))
    assert seen >= {Cause.LAST_COPY, Cause.LAST_STRIKE, Cause.END, Cause.TIME}


def test_a_last_copy_may_be_discarded_or_misplayed() -> None:
    deal = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    assert drops_of(deal, Play(0), Play(9)) == [(2, "misplay of a last copy")]
    assert drops_of(deal, Clue(1, rank=5), Discard(9)) == [(2, "discard of a last copy")]


def test_strikes_end_a_game() -> None:
    deal = parse_deal("2 r5r4r3r2r1g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    drops = drops_of(deal, Play(1), Play(8), Play(2))
    assert drops[-1] == (3, "misplay with the last strike")


def test_a_card_that_is_played_may_send_its_suit_the_wrong_way() -> None:
    rules = Rules(
        suits=make_suits("a", "", Stacking.UP_OR_DOWN),
        hand_size=2,
        token_limit=2,
        stacking=Stacking.UP_OR_DOWN,
    )
    deck = parse_cards(split_cards("a5aSa1a4a3a2a2a3a4"), rules.letters, rules.rank_marks, "deck")
    # Without the 5 the suit goes down from START or not at all to the end.
    moves = (Clue(1, rank=1), Clue(0, rank=5), Discard(0), Play(2))
    assert drops_of(Deal(rules, tuple(deck)), *moves) == [(4, "play that sent the suit the wrong way")]


@pytest.mark.parametrize(
    ("link", "fate", "what"),
    [(LOST_P4, Fate.LOST, "Donald discards p4 (slot 4)"), (SHARED, Fate.BEST, "")],
)
def test_a_row_says_how_the_full_score_was_lost(link: str, fate: Fate, what: str) -> None:
    made = row(parse_link(link))
    assert (made.fate, made.what, made.is_decided) == (fate, what, True)
    assert (made.mistake is None) == (fate is Fate.BEST)


def test_other_fates_of_the_full_score() -> None:
    deal = parse(seed="p2v0s40").deal  # its best is 24
    clue = Clue(1, rank=deal.deck[5].rank)
    never = row(replace(parse(seed="p2v0s40"), moves=(clue,)))
    assert (never.fate, never.what, never.slips) == (Fate.NEVER, "", ())
    game = parse_link(LOST_P4)
    stopped = row(replace(game, moves=game.moves[:5], end=None))
    assert (stopped.fate, stopped.recorded) == (Fate.OPEN, None)
    best = replace(never, score=24)
    assert best.fate is Fate.BEST
    open_best = replace(never, best=Reach(24, 25), loss=None, end=Reach(24, 25))
    assert open_best.fate is Fate.UNKNOWN


def test_games_are_summed_up_by_player_and_by_kind() -> None:
    discard, clue = Mistake(MoveKind.DISCARD, Cause.LAST_COPY), Mistake(MoveKind.CLUE, Cause.SEARCH)
    slips = (Slip("Ann", discard, 2, True), Slip("Ben", discard, 4, False), Slip("Ann", clue, 1, False))
    lost = GameRow(
        name="one",
        players=("Ann", "Ben"),
        score=18,
        recorded=None,
        best=Reach(25, 25),
        end=Reach(18, 18),
        most=25,
        loss=Loss(3, 3, ()),
        what="Ann discards r5 (slot 1)",
        mistake=discard,
        slips=slips,
        is_decided=True,
    )
    won = replace(lost, players=("Ben", "Eve"), score=25, loss=None, what="", mistake=None, slips=())
    summary = summarize([lost, won, replace(won, is_decided=False)])
    assert (summary.games, summary.undecided) == (3, 1)
    assert {fate: number for fate, number in summary.fates.items() if number} == {Fate.LOST: 1, Fate.BEST: 2}
    assert summary.players == (Cost("Ann", 1, 1, 2, 3), Cost("Ben", 3, 0, 1, 4), Cost("Eve", 2, 0, 0, 0))
    assert summary.mistakes == (
        Cost("discard of a last copy", 1, 1, 2, 6),
        Cost("clue that a search refutes", 1, 0, 1, 1),
    )


@pytest.mark.acceptance
def test_points_and_games_of_real_games_add_up(hanabi_data: Path) -> None:
    from hanabi_solver.formats.hanablive.game_files import parse_game

    files = sorted((hanabi_data / "games").glob("p4*.json"))[:4]
    rows = [row(parse_game(path.read_text(encoding="utf-8")), path.name) for path in files]
    summary = summarize(rows)
    lost = sum(made.best.best - made.end.best for made in rows)
    for costs in (summary.players, summary.mistakes):
        assert sum(cost.points for cost in costs) == lost
        assert sum(cost.full_scores for cost in costs) == summary.fates[Fate.LOST]
    assert sum(cost.games for cost in summary.players) == 4 * len(files)
