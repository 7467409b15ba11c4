"""The compiled engine against the engine: random lines, each kind of fault, tampered lines, real games."""

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from game_samples import sample
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_lines import after, as_rows, codes_of, random_lane_deal, ruled
from oracle import is_misplay, random_move
from traces import TRACE_SAMPLES, Trace, read_traces

from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.cards import Card, Suit, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import parse_move
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.search.quick_line import quick_line
from hanabi_solver.study.lane.layout import (
    CLUE,
    DISCARD,
    PILE_SLOT,
    PLAY,
    faces_of,
    lane_rules,
    most_turns,
    why_not,
)
from hanabi_solver.study.lane.referee import (
    DISCARD_AT_LIMIT,
    GAME_OVER,
    LEGAL,
    NO_CARD,
    NO_TOKEN,
    NOT_A_MOVE,
    RULINGS,
    WRONG_DECK,
    replay_lines,
)

P, D, C = PLAY << 3, DISCARD << 3, CLUE << 3
# One suit, two players with two cards each: r1 r2, r3 r4; the pile is r5 r1 r1 r2 r3 r4.
SORTED = "r1r2r3r4r5r1r1r2r3r4"


def small(**changes: Any) -> Deal:
    rules = Rules(suits=make_suits("r"), hand_size=2, **changes)
    return Deal(rules, tuple(parse_cards(split_cards(SORTED), "r", "12345", "deck")))


PERFECT = [P, C, P, P, C, P, P]
# Six discards, each after a clue, take all of the pile.
DOWN_TO_ONE, TO_THE_END = [C, D] * 5, [C, D] * 6


@pytest.mark.parametrize(
    ("line", "changes", "verdict"),
    [
        ([], {}, (LEGAL, 0, 0)),
        (PERFECT, {}, (LEGAL, 0, 5)),
        ([P, C, P], {}, (LEGAL, 0, 2)),
        ([*PERFECT, C], {}, (GAME_OVER, 8, 0)),
        ([C, P], {"first_seat": 1}, (LEGAL, 0, 1)),
        # A hand has two cards.
        ([P + 1], {}, (LEGAL, 0, 0)),
        ([P + 2], {}, (NO_CARD, 1, 0)),
        ([C, D + 2], {}, (NO_CARD, 2, 0)),
        # The last card of the pile.
        ([*DOWN_TO_ONE, P + PILE_SLOT], {"deck_plays": True}, (LEGAL, 0, 0)),
        ([*DOWN_TO_ONE, P + PILE_SLOT, P, P, C], {"deck_plays": True}, (GAME_OVER, 14, 0)),
        ([*DOWN_TO_ONE, P + PILE_SLOT], {}, (NO_CARD, 11, 0)),
        ([*DOWN_TO_ONE[2:], P + PILE_SLOT], {"deck_plays": True}, (NO_CARD, 9, 0)),
        ([*TO_THE_END, P + PILE_SLOT], {"deck_plays": True}, (NO_CARD, 13, 0)),
        # Discards at the token limit.
        ([D], {}, (DISCARD_AT_LIMIT, 1, 0)),
        ([P, C, D, D], {}, (DISCARD_AT_LIMIT, 4, 0)),
        ([D, C, P], {"discard_at_limit": True}, (LEGAL, 0, 0)),
        # Clues that are paid for.
        ([C, D, C], {"token_limit": 1}, (LEGAL, 0, 0)),
        ([C, C], {"token_limit": 1}, (NO_TOKEN, 2, 0)),
        ([C, D, C], {"token_limit": 2, "clue_cost": 2}, (NO_TOKEN, 3, 0)),
        ([C, D, D, C], {"token_limit": 2, "clue_cost": 2}, (LEGAL, 0, 0)),
        ([C], {"token_limit": 0}, (NO_TOKEN, 1, 0)),
        ([D, C], {"discard_at_limit": True, "token_limit": 0}, (NO_TOKEN, 2, 0)),
        # What is no code of a move, and moves after none.
        ([4], {}, (NOT_A_MOVE, 1, 0)),
        ([C + 1], {}, (NOT_A_MOVE, 1, 0)),
        ([P, 32], {}, (NOT_A_MOVE, 2, 0)),
        ([P, 255], {}, (NOT_A_MOVE, 2, 0)),
        ([P, 0, C], {}, (NOT_A_MOVE, 3, 0)),
        # Strikes: the third one ends the game, which counts as nothing unless the rules say so.
        ([P, P, P + 1], {}, (LEGAL, 0, 1)),
        ([P, P, P + 1, P], {}, (LEGAL, 0, 0)),
        ([P, P, P + 1, P], {"strike_limit": 4}, (LEGAL, 0, 1)),
        ([P, P, P + 1, P], {"strikeout_scores": True}, (LEGAL, 0, 1)),
        ([P, P, P + 1, P, C], {}, (GAME_OVER, 5, 0)),
        # The final round.
        ([*TO_THE_END, C, C], {}, (LEGAL, 0, 0)),
        ([*TO_THE_END, C, D, C], {}, (GAME_OVER, 15, 0)),
    ],
)
def test_each_kind_of_move_that_is_legal_or_not(
    line: list[int], changes: dict[str, Any], verdict: tuple[int, int, int]
) -> None:
    deal = small(**changes)
    assert ruled(deal, line) == [verdict] == [by_the_engine(deal, line)]


@pytest.mark.parametrize(
    ("line", "regains", "verdict"),
    [
        # Bob's first card completes a suit: the token that he regains is the last of two.
        ([C, P, D], True, (DISCARD_AT_LIMIT, 3, 0)),
        ([C, P, D], False, (LEGAL, 0, 1)),
        # With all tokens there, none is regained.
        ([P, C, C, C], True, (NO_TOKEN, 4, 0)),
        ([C, P, C, C], True, (LEGAL, 0, 1)),
    ],
)
def test_a_completed_suit_regains_a_token(
    line: list[int], regains: bool, verdict: tuple[int, int, int]
) -> None:
    suits = (Suit("r", (3,)), Suit("g", (3,)))
    rules = Rules(suits=suits, hand_size=2, token_limit=2, suit_regains=regains)
    deal = Deal(rules, (Card(0, 1), Card(1, 1)) * 3)
    assert ruled(deal, line) == [verdict] == [by_the_engine(deal, line)]


def by_the_engine(deal: Deal, line: Sequence[int]) -> tuple[int, int, int]:
    """The verdict on a line by the engine, turn by turn."""
    position, has_ended = deal.start(), False
    for turn, code in enumerate(line, start=1):
        has_ended = has_ended or code == 0
        if code == 0:
            continue
        ruling, position = (NOT_A_MOVE, position) if has_ended else after(position, code)
        if ruling != LEGAL:
            return ruling, turn, 0
    return LEGAL, 0, position.score


def test_every_ruling_has_its_words() -> None:
    kinds = {LEGAL, NOT_A_MOVE, GAME_OVER, NO_CARD, DISCARD_AT_LIMIT, NO_TOKEN, WRONG_DECK}
    assert kinds == set(range(len(RULINGS)))


def random_codes(rng: Random, deal: Deal) -> list[int]:
    """Legal moves up to the end or to a first move that may be anything."""
    position, line = deal.start(), []
    careless, misplays = rng.choice((0.0, 0.02, 0.2)), rng.choice((0.02, 0.5))
    while not position.is_over and rng.random() >= careless:
        move = random_move(rng, position, 0.8)
        if is_misplay(position, move) and rng.random() > misplays:
            continue
        line += codes_of(position, [move])
        position = apply(position, move)
    anything = (C, D, P + rng.randrange(8), D + rng.randrange(8), rng.randrange(256))
    return line + [rng.choice(anything) for _ in range(rng.choice((0, 1, 3)))]


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_random_lines_are_ruled_as_by_the_engine(seed: int) -> None:
    rng = Random(seed)
    deal = random_lane_deal(rng)
    lines = [random_codes(rng, deal) for _ in range(3)]
    assert ruled(deal, *lines) == [by_the_engine(deal, line) for line in lines]
    assert max(map(len, lines)) <= most_turns(deal.rules) + 3


def test_random_lines_are_of_all_kinds() -> None:
    """What the test above draws: games to every end, and every ruling."""
    rng, kinds = Random(5), Counter[int]()
    for _ in range(300):
        deal = random_lane_deal(rng)
        kinds[by_the_engine(deal, random_codes(rng, deal))[0]] += 1
    assert set(kinds) == {LEGAL, NOT_A_MOVE, GAME_OVER, NO_CARD, DISCARD_AT_LIMIT, NO_TOKEN}


@pytest.mark.parametrize("seed", ["p2v0s3", "p4v1s2", "p5v2s7"])
def test_a_line_that_was_tampered_with_is_seen(seed: str) -> None:
    """Every move of a line to the full score, in turn replaced by every other code."""
    deal = parse_seed(seed).deal
    line, _ = quick_line(deal.start(), deal.rules.max_score)
    codes = codes_of(deal.start(), line)
    assert ruled(deal, codes) == [(LEGAL, 0, deal.rules.max_score)]
    tampered = [
        [*codes[:turn], code, *codes[turn + 1 :]]
        for turn in range(len(codes))
        for code in range(1, 32)
        if code != codes[turn]
    ]
    verdicts = ruled(deal, *tampered)
    assert verdicts == [by_the_engine(deal, each) for each in tampered]
    assert {LEGAL, NOT_A_MOVE, NO_CARD, DISCARD_AT_LIMIT} <= {ruling for ruling, _, _ in verdicts}
    assert any(score < deal.rules.max_score for ruling, _, score in verdicts if ruling == LEGAL)
    for length in range(len(codes)):  # cut short
        assert ruled(deal, codes[:length])[0][2] < deal.rules.max_score


def test_a_deck_that_was_tampered_with_is_refused() -> None:
    deal = small()
    decks = np.tile(faces_of(deal.deck), (4, 1))
    decks[1, 0] = decks[1, 1]  # a card twice, another one missing
    decks[2, 3] = 200  # no face at all
    decks[3, 3] = 5  # a face of another suit
    verdicts = replay_lines(lane_rules(deal.rules), decks, as_rows([PERFECT] * 4))
    assert verdicts.rulings.tolist() == [LEGAL, WRONG_DECK, WRONG_DECK, WRONG_DECK]
    assert verdicts.scores.tolist() == [5, 0, 0, 0]
    assert verdicts.turns.tolist() == [0, 0, 0, 0]


def test_cards_that_changed_places_change_the_verdict() -> None:
    deal = small()
    decks = faces_of(deal.deck)[np.newaxis, [1, 0, *range(2, 10)]]
    verdicts = replay_lines(lane_rules(deal.rules), decks, as_rows([[P, P + 1]]))
    assert ruled(deal, [P, P + 1]) == [(LEGAL, 0, 1)]
    assert (verdicts.rulings[0], verdicts.scores[0]) == (LEGAL, 0)


@pytest.mark.parametrize("shape", [(1, 9), (2, 10), (10,)])
def test_decks_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected decks of 10 cards for each line"):
        replay_lines(lane_rules(small().rules), np.zeros(shape, np.uint8), as_rows([PERFECT]))


def test_no_line_is_no_verdict() -> None:
    rules = lane_rules(small().rules)
    verdicts = replay_lines(rules, np.zeros((0, 10), np.uint8), np.zeros((0, 5), np.uint8))
    assert [column.tolist() for column in verdicts] == [[], [], []]


def check_trace(trace: Trace) -> None:
    """Every turn of a game that another implementation played."""
    deal = parse_deal(f"{trace['players']} {trace['deck']}")
    line = codes_of(deal.start(), [parse_move(text, deal.rules.letters) for text in trace["actions"]])
    cut = [line[: turn + 1] for turn in range(len(line))]
    assert ruled(deal, *cut) == [(LEGAL, 0, expected[0]) for expected in trace["after"]]
    assert ruled(deal, [*line, C]) == [(GAME_OVER, len(line) + 1, 0)]


@pytest.mark.parametrize(
    "trace", read_traces(TRACE_SAMPLES), ids=lambda trace: f"{trace['players']}-{trace['end']}"
)
def test_sample_games_go_as_played(trace: Trace) -> None:
    check_trace(trace)


@pytest.mark.parametrize("name", ["p2v0s12.json", "p3v0s1.json", "p6v0s11.json"])
def test_real_games_end_as_they_did(name: str) -> None:
    game = parse_game(sample(name))
    codes = codes_of(game.deal.start(), game.moves)
    assert ruled(game.deal, codes) == [(LEGAL, 0, game.replay().score)]


@pytest.mark.acceptance
def test_all_reference_games_go_as_played(hanabi_data: Path) -> None:
    traces = read_traces(hanabi_data / "engine_traces.jsonl")
    for trace in traces:
        check_trace(trace)
    assert len(traces) == 240


@pytest.mark.acceptance
def test_all_real_games_of_its_rules_end_as_they_did(hanabi_data: Path) -> None:
    with (hanabi_data / "games" / "expected.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    reasons = Counter[str]()
    for row in rows:
        game = parse_game((hanabi_data / "games" / row["file"]).read_text(encoding="utf-8"), row["file"])
        reasons[why_not(game.deal.rules)] += 1
        if why_not(game.deal.rules):
            continue
        codes = codes_of(game.deal.start(), game.moves)
        score = 0 if row["end"] == "strikeout" else int(row["stacks_sum"])
        assert ruled(game.deal, codes) == [(LEGAL, 0, score)], row["file"]
    assert reasons == {
        "": 65,
        "clues that may mark no card": 3,
        "a game that is lost before its end": 1,
    }
