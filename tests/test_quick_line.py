"""The short look for a line before anything is loaded: what it finds, what it claims, what it spares."""

import threading
from random import Random

import pytest
from builders import build
from commands import run
from fresh_python import loaded_after
from hypothesis import given, settings
from oracle import best_score, random_tiny_position, tiny_positions

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.names import Answer, BoundName, LineFinder, Method, Stacking, Status
from hanabi_solver.search import quick_line as module
from hanabi_solver.search.quick_line import quick_line
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits

ALONE = Limits(workers=1)
HEAVY = ("numpy", "numba", "llvmlite", "ortools", "pydantic", "pysat", "httpx", "sqlite3")
# All copies of r1 come last: too late for r5 by the pace, and for so many cards held by one hand.
ONES_COME_LAST = "2 r5r2r3r4r2g1g2g3g4g5r3r4g1g1g2g3g4r1r1r1"
# Found by the first attempt.
EASY_SEED = "p4v0s17"


@settings(deadline=None, max_examples=60)
@given(tiny_positions(max_cards=8))
def test_its_lines_reach_the_target_and_no_more_than_brute_force(position: Position) -> None:
    best = best_score(position)
    for target in range(position.score + 1, position.rules.max_score + 1):
        line, _ = quick_line(position, target)
        assert not line or best >= target
        assert not line or replay(position, line).score >= target


def test_most_seeds_have_a_quick_line() -> None:
    seeds = [f"p{players}v0s{number}" for players in (3, 4, 5) for number in range(8)]
    starts = [parse_seed(seed).deal.start() for seed in seeds]
    found = [start for start in starts if quick_line(start, 25)[0]]
    assert len(found) > 0.8 * len(starts)
    assert all(replay(start, quick_line(start, 25)[0]).score == 25 for start in found)


def test_the_rest_of_a_game_is_looked_at_too() -> None:
    start = parse_seed(EASY_SEED).deal.start()
    line, _ = quick_line(start, 25)
    for turns in range(0, len(line), 6):
        position = replay(start, line[:turns])
        rest, _ = quick_line(position, 25)
        assert replay(position, rest).score == 25


def test_it_ends_after_so_many_states_without_a_line() -> None:
    line, nodes = quick_line(parse_seed("p2v0s40").deal.start(), 25)  # 24 is the best
    assert (line, nodes) == ((), module.ATTEMPTS * module.NODES_EACH)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(suits=make_suits("r"), hand_size=2, all_or_nothing=True),
        Rules(suits=make_suits("r"), hand_size=2, speedrun=True),
        Rules(suits=make_suits("r"), hand_size=2, token_limit=0),
        Rules(suits=make_suits("r", "", Stacking.SUDOKU), hand_size=2, stacking=Stacking.SUDOKU),
    ],
)
def test_under_some_rules_it_does_not_look(rules: Rules) -> None:
    deck = [face for face in rules.faces() for _ in range(rules.copies(face))]
    start = Position(
        rules, tuple(deck), ((0, 1), (2, 3)), 4, (0,), (), rules.token_limit, 0, 0, None,
        () if rules.has_set_order else ((),),
    )  # fmt: skip
    assert quick_line(start.checked(), 1) == ((), 0)


def test_a_turn_that_plays_nothing_costs_no_strike() -> None:
    """With one strike left, a discard at the token limit would end the game."""
    rules = Rules(suits=make_suits("r"), hand_size=2, strike_limit=1, token_limit=2, clue_cost=2)
    position = build(rules, "r3 r4", "r1 r5", tokens=2, pile_size=0)
    line, _ = quick_line(position, 1)
    assert replay(position, line).score == 1
    assert replay(position, line).strikes == 0


# --- as a part of a solve


@pytest.fixture
def without_quick_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ATTEMPTS", 0)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The targets that are looked for."""
    targets: list[int] = []

    def look(position: Position, target: int) -> tuple[tuple[Move, ...], int]:
        targets.append(target)
        return quick_line(position, target)

    monkeypatch.setattr("hanabi_solver.solver.first_lines.quick_line", look)
    return targets


def test_a_solve_says_what_found_its_line() -> None:
    result = solve(EASY_SEED, limits=ALONE)
    assert (result.best, result.status, result.settled_by) == (25, Status.OPTIMAL, LineFinder.QUICK)
    assert (result.method, result.reasons) == (Method.AUTO, ())
    assert result.nodes == quick_line(result.position, 25)[1] > 0


def test_without_a_quick_line_the_search_finds_one(without_quick_lines: None) -> None:
    result = solve(EASY_SEED, limits=ALONE)
    assert (result.best, result.status, result.settled_by) == (25, Status.OPTIMAL, LineFinder.SEARCH)


@pytest.mark.parametrize("method", [Method.SEARCH, Method.CPSAT])
def test_a_method_that_is_named_does_its_work_itself(method: Method, looks: list[int]) -> None:
    assert solve(EASY_SEED, method=method, limits=ALONE).best == 25
    assert looks == []


def test_a_target_below_the_best_is_found(looks: list[int]) -> None:
    result = solve(EASY_SEED, target=20, limits=ALONE)
    assert (result.answer, result.settled_by, looks) == (Answer.YES, None, [20])
    assert result.best >= 20


def test_it_does_not_look_where_counting_refutes_the_full_score(looks: list[int]) -> None:
    result = solve(parse_deal(ONES_COME_LAST, suits="rg"), limits=ALONE)
    assert (result.best, result.status, looks) == (9, Status.OPTIMAL, [])
    assert [reason.name for reason in result.reasons] == [BoundName.PACE, BoundName.SINGLE_HAND]


def test_it_does_not_look_once_it_shall_stop(looks: list[int]) -> None:
    stop = threading.Event()
    stop.set()
    solve(EASY_SEED, limits=ALONE, context=Context(stop=stop))
    assert looks == []


def test_scores_are_the_same_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [random_tiny_position(Random(seed)) for seed in range(60)]
    with_it = [solve(position, limits=ALONE) for position in positions]
    monkeypatch.setattr(module, "ATTEMPTS", 0)
    without = [solve(position, limits=ALONE) for position in positions]
    assert [each.best for each in with_it] == [each.best for each in without]
    assert {each.status for each in (*with_it, *without)} == {Status.OPTIMAL}
    assert LineFinder.QUICK in {each.settled_by for each in with_it}
    assert LineFinder.QUICK not in {each.settled_by for each in without}


# --- what it spares


def test_a_seed_on_the_command_line_loads_nothing_heavy() -> None:
    code = (
        "import sys; from hanabi_solver.cli.app import main\n"
        f"sys.argv = ['hanabi-solve', 'solve', '{EASY_SEED}']\n"
        "main()"
    )
    assert loaded_after(code, HEAVY) == []


def test_a_seed_in_python_loads_nothing_heavy() -> None:
    code = f"import hanabi_solver as hanabi; hanabi.solve('{EASY_SEED}')"
    assert loaded_after(code, (*HEAVY, "rich", "typer")) == []


def test_a_call_without_options_is_answered_as_one_with_them() -> None:
    plain, parsed = run("solve", EASY_SEED), run("solve", EASY_SEED, "--random-seed", "0")
    assert (plain.returncode, plain.stderr) == (parsed.returncode, parsed.stderr) == (0, "")
    assert without_seconds(plain.stdout) == without_seconds(parsed.stdout)


def without_seconds(text: str) -> list[str]:
    return [line for line in text.splitlines() if "solved in" not in line]


def test_a_fault_of_a_call_without_options_is_reported_as_ever() -> None:
    plain, parsed = run("solve", "p9v0s1"), run("solve", "p9v0s1", "--random-seed", "0")
    assert (plain.returncode, plain.stdout, plain.stderr) == (2, "", parsed.stderr)
