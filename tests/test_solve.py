"""The policy: proved answers, honest bounds under limits, and nothing unchecked leaves it."""

import json
import threading
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import best_score, random_deck, random_tiny_position, tiny_positions

from hanabi_solver import Deal, Position, Rules, Status, solve
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.puzzle import load_puzzle
from hanabi_solver.game.cards import Card, Suit, parse_cards, split_cards
from hanabi_solver.game.moves import Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import make_suits
from hanabi_solver.names import Answer, Method, Phase
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Progress

PUZZLES = Path(__file__).parent.parent / "puzzles"
# Public two-player deck rama_hard_33: no bound sees that it is lost, and every method takes long.
HARD = (
    "2 r1y4p2p2r4r4p4b4b1g3r2r5y1g5y4b5g4y2y5b1p3g1g2b2p4p3r3r3g3r1p1y2g2p5y3b1b2p1b3p1r2y1g1y3g4r1g1b3y1b4"
)
# Public two-player deck hand_dist_10: the search needs some 30 million nodes, CP-SAT a second or two.
FOR_CPSAT = (
    "2 r4r5r2p1p1b5r1r4r2r1y1y1y1y2y2y3y3y4y4y5g1g1g1g2g2g3g3g4g4g5b1p2p3b2b2b3b3p2p3p1p4p4r1b1b1b4b4p5r3r3"
)
EASY = "2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4"


@settings(deadline=None, max_examples=60)
@given(tiny_positions(max_cards=8), st.sampled_from(list(Method)))
def test_every_method_proves_the_brute_force_score(position: Position, method: str) -> None:
    result = solve(position, method=method, limits=Limits(workers=1))
    assert result.status is Status.OPTIMAL
    assert result.best == best_score(position)
    final = replay(position, result.line)
    assert final.score == result.best or not keeps_score(final)
    assert bool(result.reasons) == (result.upper < position.rules.max_score)
    assert all(reason.value == result.upper and reason.text for reason in result.reasons)


@settings(deadline=None, max_examples=40)
@given(tiny_positions(max_cards=8), st.data())
def test_a_target_is_answered(position: Position, data: st.DataObject) -> None:
    target = data.draw(st.integers(0, position.rules.max_score))
    result = solve(position, target=target, limits=Limits(workers=1))
    expected = Answer.YES if best_score(position) >= target else Answer.NO
    assert result.answer is expected
    assert result.best <= best_score(position) <= result.upper


def test_two_workers_give_the_same_score_as_one() -> None:
    deal = parse_deal(FOR_CPSAT)
    assert {solve(deal, limits=Limits(workers=workers)).best for workers in (1, 2)} == {24}


def test_only_the_search_alone_asks_what_free_clues_would_change() -> None:
    start = load_puzzle(PUZZLES / "lost-without-a-bound.json").start
    alone, auto = (solve(start, method=method, limits=Limits(workers=1)) for method in ("search", "auto"))
    assert (alone.best, alone.upper) == (auto.best, auto.upper) == (24, 24)
    assert alone.reasons[-1].text.endswith("even if clues cost nothing")
    assert "clues cost nothing" not in auto.reasons[-1].text


def test_one_worker_gives_the_same_line_every_time() -> None:
    deal = Deal(Rules(players=4), random_deck(Random(1), Rules(players=4)))
    first, second = (solve(deal, seed=3, limits=Limits(workers=1)) for _ in range(2))
    assert first.line == second.line
    assert first.nodes == second.nodes


def test_time_limit_leaves_both_bounds(clock: list[float]) -> None:
    nodes: list[int] = []

    def let_time_pass(progress: Progress) -> None:
        clock[0] += 0.3 if progress.phase is Phase.SEARCH else 0.0
        nodes.append(progress.nodes)

    context = Context(on_progress=let_time_pass)
    result = solve(parse_deal(HARD), method="search", limits=Limits(seconds=1.0), context=context)
    assert result.status is Status.BOUNDS
    assert result.best < result.upper == 25
    # After four slices of the search, as each takes 0.3 seconds here, nothing more is begun.
    assert clock[0] == pytest.approx(101.2)
    assert result.nodes == nodes[-1]


@pytest.mark.parametrize("method", list(Method))
def test_after_a_stop_a_solve_begins_nothing_more(method: str) -> None:
    stop = threading.Event()
    heard: list[Progress] = []

    def watch(progress: Progress) -> None:
        heard.append(progress)
        if sum(each.phase is not Phase.COMPILE for each in heard) == 5:
            assert not stop.is_set()
            stop.set()

    # Six players without a turn to spare: hours would not settle it.
    result = solve(parse_seed("p6v60s472").deal, method=method, context=Context(stop=stop, on_progress=watch))
    assert result.status is Status.BOUNDS
    assert stop.is_set()
    assert sum(each.phase is not Phase.COMPILE for each in heard) == 5


def test_a_stop_before_the_start_still_gives_bounds() -> None:
    stop = threading.Event()
    stop.set()
    result = solve(parse_deal(HARD), context=Context(stop=stop))
    assert 15 < result.best < result.upper == 25


def test_a_finished_game_has_its_score() -> None:
    position = parse_deal(EASY, suits="rg").start()
    over = replay(position, solve(position).line)
    assert over.end_reason == "perfect"
    result = solve(over)
    assert (result.best, result.upper, result.line) == (10, 10, ())


def test_a_score_already_reached_needs_no_line() -> None:
    position = replay(parse_deal(EASY, suits="rg").start(), [Play(0)])
    result = solve(position, target=1)
    assert (result.best, result.line, result.answer) == (1, (), Answer.YES)


def test_without_tokens_a_score_counts_only_at_the_end() -> None:
    # With no tokens every turn is a play: the score stands only if the strikes last to the end.
    rules = Rules(suits=make_suits("rg", dark="rg"), hand_size=2, token_limit=0)
    deck = tuple(parse_cards(split_cards("r1g5g1r5r2g4g2r4r3g3"), "rg", "12345", "deck"))
    position = Deal(rules, deck).start()
    result = solve(position)
    assert result.best == best_score(position)
    assert replay(position, result.line).is_over


def test_faulty_arguments_are_all_named() -> None:
    with pytest.raises(InputError) as caught:
        solve(
            parse_deal(HARD),
            method="guess",
            target=26,
            seed=-1,
            limits=Limits(seconds=0, memory=5, workers=0),
        )
    places = {fault.place for fault in caught.value.faults}
    assert places == {"method", "target", "time limit", "memory limit", "workers", "seed"}


def test_a_faulty_position_is_refused() -> None:
    with pytest.raises(InputError, match="tokens"):
        solve(replace(parse_deal(HARD).start(), tokens=9))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [((Play(49),), "illegal"), ((Play(0),), "reaches"), ((), "reaches")],
    ids=["illegal move", "too few points", "empty"],
)
def test_no_wrong_line_leaves(
    monkeypatch: pytest.MonkeyPatch, line: tuple[Play, ...], complaint: str
) -> None:
    monkeypatch.setattr("hanabi_solver.search.driver.decode", lambda *_: line)
    with pytest.raises(InternalCheckError, match=complaint) as caught:
        solve(parse_deal(EASY, suits="rg"), method="search")
    assert json.loads(caught.value.reproducer)["line"] == [f"play {move.card}" for move in line]


def test_a_bound_below_a_line_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    # The package's attribute `solve` is the function: the module is reached by its full name.
    module = import_module("hanabi_solver.solver.best_score")
    monkeypatch.setattr(module, "pace_bound", lambda _position: Bound("pace", 2, "wrong on purpose"))
    position = replay(parse_deal(EASY, suits="rg").start(), [Play(0), Play(5), Play(1)])
    with pytest.raises(InternalCheckError, match="wrong on purpose"):
        solve(position)


def test_a_best_score_of_nothing_has_a_line_to_the_end() -> None:
    # Without tokens seat 2 must play a card that does not fit, and the second strike ends it.
    rules = Rules(players=3, suits=(Suit("r", (3, 2, 2)),), hand_size=2, token_limit=0, strike_limit=2)
    position = Position(
        rules=rules,
        deck=tuple(parse_cards(split_cards("r1 r3 r2 r1"), "r", "123", "hands")),
        hands=((0,), (1,), (2, 3)),
        draw_index=4,
        stacks=(2,),
        discards=(Card(0, 3),),
        tokens=0,
        strikes=1,
        seat=2,
        turns_left=1,
    )
    result = solve(position)
    assert (result.best, result.upper) == (0, 0)
    assert replay(result.position, result.line).end_reason == "strikeout"


@pytest.mark.parametrize("target", [2.5, True, "3"])
def test_a_target_of_the_wrong_type_is_refused(target: object) -> None:
    with pytest.raises(InputError, match="target"):
        solve(parse_deal(HARD), target=target)  # type: ignore[arg-type]  # the wrong type is the point


def test_anything_but_a_start_is_refused() -> None:
    with pytest.raises(InputError, match="start: expected a Deal, Position, Game, seed or link, got int"):
        solve(25)  # type: ignore[arg-type]  # the wrong type is the point


def test_a_contradiction_of_cpsat_is_seen_even_if_the_search_is_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def contradict(*_: object, **__: object) -> None:
        raise InternalCheckError("CP-SAT contradicts itself")

    monkeypatch.setattr("hanabi_solver.model.cpsat.decide", contradict)
    monkeypatch.setattr("hanabi_solver.search.quick_line.ATTEMPTS", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.SHORT_NODES", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.LOWER_NODES", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.FIRST_CONFLICTS", 0)
    with pytest.raises(InternalCheckError, match="contradicts itself"):
        solve(parse_deal(EASY, suits="rg"), limits=Limits(workers=2))


@pytest.mark.parametrize("has_sat", [True, False])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_policy_after_the_short_search_proves_the_brute_force_score(
    workers: int, has_sat: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without a SAT solver, in turns and side by side."""
    monkeypatch.setattr("hanabi_solver.search.quick_line.ATTEMPTS", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.SHORT_NODES", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.LOWER_NODES", 0)
    if not has_sat:
        monkeypatch.setattr("hanabi_solver.solver.clauses.has_sat_solver", lambda: False)
    settled = set()
    for seed in range(25):
        position = random_tiny_position(Random(seed), max_cards=8)
        result = solve(position, limits=Limits(workers=workers))
        assert (result.status, result.best) == (Status.OPTIMAL, best_score(position)), seed
        settled |= {result.settled_by}
    assert ("sat" in settled) == has_sat
    assert has_sat or "cpsat" in settled


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("method", "has_sat"), [("cpsat", True), ("sat", True), ("auto", True), ("auto", False)]
)
def test_a_solution_that_is_no_line_is_no_answer(
    method: str, has_sat: bool, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the first model is asked, or the search goes on."""
    monkeypatch.setattr("hanabi_solver.search.quick_line.ATTEMPTS", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.SHORT_NODES", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.LOWER_NODES", 0)
    monkeypatch.setattr("hanabi_solver.solver.policy.LINE_WORK", 0.0)
    if not has_sat:
        monkeypatch.setattr("hanabi_solver.solver.clauses.has_sat_solver", lambda: False)
    monkeypatch.setattr("hanabi_solver.model.task.read_kept_line", lambda *_: None)
    monkeypatch.setattr("hanabi_solver.model.task.read_kept_turns_line", lambda *_: None)
    for seed in range(12):
        position = random_tiny_position(Random(seed), max_cards=8)
        result = solve(position, method=method, limits=Limits(workers=1 if method == "sat" else workers))
        assert (result.status, result.best) == (Status.OPTIMAL, best_score(position)), seed
