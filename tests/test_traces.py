"""Games that another implementation of the rules played (the Hanabi Learning Environment), replayed.

Each row holds, per action, `[score, strikes left, clue tokens, cards in the draw pile]` after it.
"""

from collections import Counter
from pathlib import Path

import pytest
from traces import TRACE_SAMPLES, Trace, read_traces

from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import parse_move

END_REASONS = {
    "out_of_life_tokens": "strikeout",
    "completed_fireworks": "perfect",
    "out_of_cards": "final round over",
}


def check_trace(trace: Trace) -> None:
    position = parse_deal(f"{trace['players']} {trace['deck']}").start()
    letters, strike_limit = position.rules.letters, position.rules.strike_limit
    for turn, (action, expected) in enumerate(zip(trace["actions"], trace["after"], strict=True), start=1):
        assert not position.is_over, f"over before turn {turn}"
        move = parse_move(action, letters)
        assert move in legal_moves(position), f"turn {turn}: {action}"
        position = apply(position, move)
        strikes_left = strike_limit - position.strikes
        assert [position.score, strikes_left, position.tokens, position.pile_size] == expected, f"turn {turn}"
    assert position.end_reason == END_REASONS[trace["end"]]
    assert legal_moves(position) == []


@pytest.mark.parametrize(
    "trace", read_traces(TRACE_SAMPLES), ids=lambda trace: f"{trace['players']}-{trace['end']}"
)
def test_sample_games_go_as_played(trace: Trace) -> None:
    check_trace(trace)


def test_samples_show_every_number_of_players_and_every_end() -> None:
    traces = read_traces(TRACE_SAMPLES)
    assert {trace["players"] for trace in traces} == {2, 3, 4, 5}
    assert {trace["end"] for trace in traces} == set(END_REASONS)


def test_a_falsified_game_is_noticed() -> None:
    trace = read_traces(TRACE_SAMPLES)[0]
    trace["after"][-1][2] += 1
    with pytest.raises(AssertionError, match=f"turn {len(trace['actions'])}"):
        check_trace(trace)


@pytest.mark.acceptance
def test_all_reference_games_go_as_played(hanabi_data: Path) -> None:
    traces = read_traces(hanabi_data / "engine_traces.jsonl")
    for trace in traces:
        check_trace(trace)
    assert len(traces) == 240
    assert Counter(trace["end"] for trace in traces) == Counter(
        out_of_cards=101, completed_fireworks=99, out_of_life_tokens=40
    )
