"""The shortest line: by brute force, as a search by itself, and on the command line."""

import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import errors_of, output_of, run_here
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import best_score, fewest_turns, random_tiny_position, tiny_positions

import hanabi_solver.search.layout as at
from hanabi_solver.analysis import shortest
from hanabi_solver.analysis.shortest import ShortestLine, shortest_line
from hanabi_solver.checking.verification import Verdict, verify
from hanabi_solver.errors import InputError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.moves import Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.search import turn_driver
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.turn_driver import TurnSearch
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Progress, Result
from hanabi_solver.solver.result_json import format_result
from hanabi_solver.solver.result_reader import parse_claim, parse_result

ALONE = Limits(workers=1)


def asked(search: TurnSearch, turns: int) -> SearchOutcome:
    search.ask(turns)
    while search.advance(1000) is SearchOutcome.RUNNING:
        pass
    return search.outcome


def needs_turns(position: Position, score: int) -> bool:
    return score > 0 and not (position.score >= score and keeps_score(position))


@given(tiny_positions(), st.sampled_from([at.ALL_DOMINANCES, 0]), st.data())
@example(random_tiny_position(Random(251), 8), at.ALL_DOMINANCES, None)  # a second copy comes from the pile
@example(random_tiny_position(Random(973939), 8), at.ALL_DOMINANCES, None)  # a speedrun
@settings(max_examples=150, deadline=None)
def test_the_search_by_turns_and_brute_force_agree(position: Position, dominances: int, data: Any) -> None:
    best = best_score(position)
    score = best if data is None or best == 0 else data.draw(st.integers(1, best))
    if position.rules.all_or_nothing:
        score = best
    if not needs_turns(position, score):
        return
    turns = fewest_turns(position, score)
    search = TurnSearch(position, score, dominances=dominances)
    assert asked(search, turns - 1) is SearchOutcome.REFUTED
    assert asked(search, turns) is SearchOutcome.REACHED
    assert len(search.line) == turns
    final = replay(position, search.line)
    assert final.score >= score
    assert keeps_score(final)
    # What is known to fail with many turns must not harm a later question.
    assert asked(search, turns + 1) is SearchOutcome.REACHED


@pytest.mark.parametrize(
    "rules",
    [
        Rules(suits=make_suits("r")),
        Rules(suits=make_suits("rg"), hand_size=3),
        Rules(players=3, suits=make_suits("rg"), hand_size=2, strike_limit=1),
        Rules(suits=make_suits("rg"), hand_size=3, token_limit=4, clue_cost=2),
        Rules(suits=make_suits("rg"), hand_size=3, token_limit=2, discard_at_limit=True),
    ],
    ids=["one suit", "two suits", "no strike to spare", "clues cost two", "discards at the limit"],
)
def test_the_clauses_agree_on_larger_deals(rules: Rules) -> None:
    from oracle import random_deck

    from hanabi_solver.game.deal import Deal
    from hanabi_solver.model.cpsat import decide
    from hanabi_solver.model.verdict import ModelOutcome

    rng = Random(7)
    for _ in range(3):
        start = Deal(rules, random_deck(rng, rules)).start()
        result = solve(start, limits=ALONE)
        found = shortest_line(start, result.best, result.line, limits=ALONE)
        assert found.is_shortest
        fewer = decide(start, result.best, turns=found.least - 1)
        assert fewer.outcome is ModelOutcome.REFUTED


def test_a_growing_table_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_driver, "FIRST_CAPACITY", 16)
    search = TurnSearch(parse_seed("p5v0s3").deal.start(), 25)
    outcomes = [asked(search, turns) for turns in (36, 37, 38)]
    assert outcomes == [SearchOutcome.REFUTED, SearchOutcome.REFUTED, SearchOutcome.REACHED]
    nodes = search.nodes
    assert asked(search, 37) is SearchOutcome.REFUTED
    assert search.nodes < nodes + 100


def test_counting_alone_refutes_what_the_discards_take_in_clues() -> None:
    """Two players, 40 draws, 16 of them without a play, two by strikes: 14 discards cost 14 clues."""
    search = TurnSearch(parse_seed("p2v0s7").deal.start(), 25)
    assert asked(search, 55) is SearchOutcome.REFUTED
    assert search.nodes == 1
    assert asked(search, 56) is SearchOutcome.REACHED


def test_clauses_take_over_where_the_search_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortest, "FIRST_STATES", 1)
    monkeypatch.setattr(shortest, "MORE_STATES", 2)
    monkeypatch.setattr(shortest, "SLICE", 1)
    start = parse_seed("p5v0s3").deal.start()
    found = shortest_line(start, 25, solve(start, limits=ALONE).line, limits=ALONE)
    assert (found.least, len(found.line)) == (38, 38)


def test_a_stop_leaves_both_bounds() -> None:
    stop = threading.Event()
    told: list[Progress] = []

    def listen(progress: Progress) -> None:
        told.append(progress)
        if progress.part is not None and progress.part.at >= 30 and progress.nodes > 30_000:
            stop.set()

    start = parse_seed("p4v0s2").deal.start()
    line = solve(start, limits=ALONE).line
    found = shortest_line(start, 25, line, limits=ALONE, context=Context(listen, stop))
    assert not found.is_shortest
    assert 30 <= found.least < len(found.line) <= len(line)
    assert told[-1].part is not None
    assert (told[-1].part.at, told[-1].part.of) == (found.least, len(found.line))


def test_suits_without_an_order_are_refused() -> None:
    start = parse_seed("p2v24s1").deal.start()
    with pytest.raises(InputError, match="shortest line: expected suits with a set order, got"):
        shortest_line(start, 1, ())


def shortened(seed: str, least: int | None = None) -> Result:
    start = parse_seed(seed).deal.start()
    result = solve(start, limits=ALONE)
    found = shortest_line(start, result.best, result.line, limits=ALONE)
    return replace(result, line=found.line, least_turns=found.least if least is None else least)


def test_results_keep_how_short_they_are() -> None:
    result = shortened("p3v0s5")
    data = json.loads(format_result(result))
    assert data["shortest"] == {"turns": 35, "least": 35}
    again = parse_result(format_result(result))
    assert (again.least_turns, again.is_shortest) == (35, True)
    assert str(again).endswith("; shortest line 35 turns, proved")
    data["shortest"]["turns"] = 34
    faults = parse_claim(json.dumps(data)).contradictions
    assert [str(fault) for fault in faults] == ["shortest.turns: expected 35 by the rest of the file, got 34"]
    assert "shortest" not in json.loads(format_result(replace(result, least_turns=None)))


@pytest.mark.parametrize(
    ("changes", "verdict", "text"),
    [
        ({}, Verdict.UNCHECKED, "at least 35 turns: rests on a search that has to be run again"),
        ({"least_turns": 25}, Verdict.HOLDS, "no fewer than 25 turns bring 25 points"),
        ({"least_turns": 36}, Verdict.FAILS, "expected at least 36 turns, got 35"),
        ({"line": (Play(99),)}, Verdict.FAILS, "expected at least 35 turns, got 1"),
    ],
)
def test_what_verify_says_of_it(changes: dict[str, Any], verdict: Verdict, text: str) -> None:
    checks = verify(replace(shortened("p3v0s5"), **changes)).checks
    (check,) = [check for check in checks if check.subject == "shortest line"]
    assert (check.verdict, check.text) == (verdict, text)


def test_a_line_that_goes_on_is_not_the_shortest() -> None:
    result = solve(parse_seed("p3v0s5").deal, limits=ALONE)
    played = [step for step in result.steps() if step.after.score <= 20]
    line = tuple(step.move for step in played)
    scored = next(step.turn for step in played if step.after.score == 20)
    assert scored < len(line)
    claim = replace(result, best=20, line=line, least_turns=scored)
    texts = [check.text for check in verify(claim).checks if check.subject == "shortest line"]
    expected = "expected a line that ends with its last point, got one that has it after turn"
    assert texts == [f"{expected} {scored}"]


def test_the_answer_says_how_short_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, page = tmp_path / "out.json", tmp_path / "page.html"
    arguments = ("--shortest", "--cross-check", "--out", str(out), "--html", str(page), "--workers", "1")
    text = output_of(capsys, "solve", "p3v0s5", *arguments, "-q")
    assert "Shortest line: 35 turns, proved.\n" in text
    assert re.findall(r"^ +(\d+) +[A-Z]", text, re.M)[-1] == "35"
    assert "Shortest line: 35 turns, proved." in page.read_text(encoding="utf-8")
    assert json.loads(out.read_text(encoding="utf-8"))["shortest"] == {"turns": 35, "least": 35}
    assert "shortest line  not rechecked" in output_of(capsys, "verify", str(out))


def test_each_deal_of_a_list_has_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("p3v0s5\np2v24s1\np5v0s3\n", encoding="utf-8")
    assert run_here("solve", str(seeds), "--shortest", "--workers", "1", "-q") == 2
    told = capsys.readouterr()
    assert [line.rpartition("; ")[2] for line in told.out.splitlines()] == [
        "shortest line 35 turns, proved",
        "shortest line 38 turns, proved",
    ]
    assert "shortest line: expected suits with a set order" in told.err


def test_what_is_not_decided_is_a_range_and_a_gap(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shortest, "shortest_line", lambda _position, _score, line, **_options: ShortestLine(tuple(line), 30)
    )
    text = output_of(capsys, "solve", "p3v0s5", "--shortest", "--workers", "1", "-q", code=3)
    assert "Shortest line: between 30 and 42 turns, not decided.\n" in text


def test_a_score_that_is_not_proved_has_no_shortest_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--shortest", "--workers", "1", "-q", "--json", "--time-limit", "0.000001")
    data = json.loads(output_of(capsys, "solve", "p2v0s8802", *arguments, code=3))
    assert (data["status"], data.get("shortest")) == ("bounds", None)


def test_a_target_beside_it_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    errors = errors_of(capsys, "solve", "p3v0s5", "--shortest", "--target", "20")
    assert "--shortest: expected no --target beside it" in errors[-1]
