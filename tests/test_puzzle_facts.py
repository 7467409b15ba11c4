"""What is told about a puzzle: against brute force, on the puzzles of the collection and tiny positions."""

import threading
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import example, given, settings
from oracle import best_score, fewest_turns, random_tiny_position, tiny_positions
from places import PUZZLES
from puzzle_folder import expectation, file_data, one_of_each_kind, puzzle_named
from puzzle_samples import POSITION, parse

from hanabi_solver.analysis import any_order as any_order_module
from hanabi_solver.analysis.any_order import AnyOrder, any_order, count_orders, distinct_orders
from hanabi_solver.analysis.puzzle_check import Agreement, compare
from hanabi_solver.analysis.puzzle_facts import QUICK_FACTS, PuzzleFacts, WantedFacts, describe_puzzle
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.analysis.shortest import shortest_line
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.first_move import FirstMove, format_first_move, with_trash_as_one
from hanabi_solver.formats.puzzle import Puzzle, parse_puzzle
from hanabi_solver.formats.puzzle_edit import TEMPLATE, with_expectation
from hanabi_solver.game.cards import Card
from hanabi_solver.game.engine import apply
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Progress, Series

CLASSIC = ("hold-the-four", "draw-the-pair", "all-roads-lead-home", "play-or-clue")


def facts_of(name: str, wanted: WantedFacts = QUICK_FACTS) -> PuzzleFacts:
    return describe_puzzle(puzzle_named(name), wanted, limits=Limits(workers=1))


def forced_turns(position: Position, best: int) -> int:
    """For how many turns exactly one kind of move keeps the best score."""
    turns = 0
    while not (position.is_over or (position.score >= best and keeps_score(position))):
        after = [apply(position, move) for move in one_of_each_kind(position).values()]
        keeping = [each for each in after if best_score(each) >= best]
        if len(keeping) != 1:
            break
        position, turns = keeping[0], turns + 1
    return turns


def names(moves: tuple[FirstMove, ...]) -> list[str]:
    return [format_first_move(move, "rygbp") for move in moves]


def with_pile(position: Position, pile: tuple[Card, ...]) -> Position:
    return replace(position, deck=(*position.deck[: position.draw_index], *pile))


def orders_of(position: Position, goal: int, **options: int) -> AnyOrder:
    questions = Questions(position, limits=Limits(workers=1))
    return any_order(position, goal, questions, **options)


@pytest.mark.parametrize("name", CLASSIC)
def test_the_four_endgames_get_exactly_their_first_moves(name: str) -> None:
    facts = facts_of(name, WantedFacts(shortest=True, any_order=True))
    expect, position = expectation(name), puzzle_named(name).position
    assert facts.is_complete
    assert facts.moves is not None
    assert facts.expectation is not None
    assert expect.first_moves is not None
    assert facts.result.best == expect.best
    assert set(facts.moves.keeping) == with_trash_as_one(expect.first_moves, position)
    assert set(facts.moves.keeping) | set(facts.moves.losing) == set(one_of_each_kind(position))
    assert facts.is_unique is (name == "hold-the-four")
    check = compare(puzzle_named(name), facts.result, facts.moves, 0.0)
    assert check is not None
    assert check.agreement is Agreement.RIGHT


@pytest.mark.parametrize(
    ("name", "forced", "fewer", "more", "turns"),
    [
        ("hold-the-four", ["discard x"], None, Reach(25, 25), 8),
        ("draw-the-pair", [], Reach(25, 25), Reach(25, 25), 5),
        ("all-roads-lead-home", [], None, Reach(25, 25), 7),
        ("play-or-clue", [], Reach(25, 25), Reach(25, 25), 5),
    ],
)
def test_the_facts_of_the_four_endgames(
    name: str, forced: list[str], fewer: Reach | None, more: Reach | None, turns: int
) -> None:
    facts = facts_of(name, WantedFacts(shortest=True))
    assert facts.start is not None
    assert names(facts.start.moves) == forced
    assert (facts.fewer_tokens, facts.more_strikes) == (fewer, more)
    assert facts.shortest is not None
    assert facts.shortest.is_shortest
    assert len(facts.shortest.line) == turns
    assert replay(puzzle_named(name).position, facts.shortest.line).score == 25


@pytest.mark.parametrize(
    "name", ["play-or-clue", "small-hands-endgame", "partner-first", "last-turns-short-hands"]
)
def test_facts_of_puzzles_by_brute_force(name: str) -> None:
    facts = facts_of(name, WantedFacts(shortest=True))
    position, best = puzzle_named(name).position, facts.result.best
    assert facts.shortest is not None
    assert facts.start is not None
    assert len(facts.shortest.line) == fewest_turns(position, best)
    assert len(facts.start.moves) == forced_turns(position, best)
    if position.tokens:
        less = best_score(replace(position, tokens=position.tokens - 1))
        assert facts.fewer_tokens == Reach(less, less)
    if position.strikes + 1 < position.rules.strike_limit:
        less = best_score(replace(position, strikes=position.strikes + 1))
        assert facts.more_strikes == Reach(less, less)


def test_tokens_and_strikes_that_matter() -> None:
    on_purpose = facts_of("strike-on-purpose")
    # With the token gone, a discard draws where only a misplay did.
    assert on_purpose.fewer_tokens == Reach(25, 25)
    no_strike = facts_of("no-strike-to-spare")
    assert no_strike.more_strikes is None
    assert no_strike.fewer_tokens == Reach(25, 25)  # a token less even helps
    assert facts_of("last-token").fewer_tokens == Reach(24, 24)


@given(tiny_positions(8))
@example(random_tiny_position(Random(973939), 8))  # a speedrun, whose shortest line goes to the end
@settings(max_examples=40, deadline=None)
def test_facts_of_tiny_positions_by_brute_force(position: Position) -> None:
    facts = describe_puzzle(
        Puzzle(position), WantedFacts(shortest=True, any_order=True), limits=Limits(workers=1)
    )
    best = best_score(position)
    assert facts.is_complete
    assert facts.result.best == best
    assert facts.moves is not None
    kinds = one_of_each_kind(position)
    keeping = {kind for kind, move in kinds.items() if best_score(apply(position, move)) == best}
    assert set(facts.moves.keeping) == keeping
    assert facts.is_unique is (len(keeping) == 1)
    assert (0 if facts.start is None else len(facts.start.moves)) == forced_turns(position, best)
    if position.tokens:
        less = best_score(replace(position, tokens=position.tokens - 1))
        assert facts.fewer_tokens == Reach(less, less)
    else:
        assert facts.fewer_tokens is None
    assert facts.shortest is not None
    # A score of 0 needs no move, even where the game can still be lost.
    assert len(facts.shortest.line) == (0 if best == 0 else fewest_turns(position, best))
    found = facts.any_order
    assert found is not None
    piles = set(permutations(position.pile))
    starts = [with_pile(position, pile) for pile in piles]
    won = [start for start in starts if best_score(start) >= best]
    assert found.orders == len(piles)
    assert (found.won * found.alike, found.lost * found.alike) == (len(won), len(piles) - len(won))
    by_brute_force = {
        kind: sum(best_score(apply(start, move)) >= best for start in won) for kind, move in kinds.items()
    }
    assert {each.move: each.won * found.alike for each in found.moves} == by_brute_force


def test_orders_are_counted_and_listed_once() -> None:
    for items in ("", "a", "aab", "aabbc", "abcd"):
        listed = list(distinct_orders(items))
        assert len(listed) == len(set(listed)) == count_orders(items)
        assert set(listed) == set(permutations(items))


def test_many_orders_are_sampled_as_the_seed_says(monkeypatch: pytest.MonkeyPatch) -> None:
    position = puzzle_named("last-token").position
    exact = orders_of(position, 25)
    assert (exact.orders, exact.alike, exact.sample) == (120, 6, None)
    monkeypatch.setattr(any_order_module, "MOST_ORDERS", 10)
    sampled = orders_of(position, 25, sample=30, seed=3)
    assert (sampled.orders, sampled.sample, sampled.seed, sampled.planned) == (120, 30, 3, 30)
    assert sampled.won + sampled.lost == 30
    assert sampled == orders_of(position, 25, sample=30, seed=3)
    assert exact.share is not None
    assert sampled.share is not None
    assert abs(exact.share - sampled.share) < 0.3


def test_a_stop_keeps_the_orders_solved_so_far() -> None:
    stop = threading.Event()

    def stop_after_five(progress: Progress) -> None:
        if progress.part is not None:
            assert (progress.part.series, progress.part.of) == (Series.ORDER, 20)
            if progress.part.at == 5:
                stop.set()

    position = puzzle_named("last-token").position
    context = Context(stop_after_five, stop)
    questions = Questions(position, limits=Limits(workers=1), context=context)
    found = any_order(position, 25, questions)
    assert 5 <= found.won + found.lost + found.undecided <= 6
    assert not found.is_complete


def test_what_a_limit_leaves_open_is_not_decided() -> None:
    stop = threading.Event()
    stop.set()
    nothing = describe_puzzle(
        puzzle_named("hold-the-four"), WantedFacts(any_order=True), context=Context(stop=stop)
    )
    assert (nothing.moves, nothing.is_unique, nothing.is_complete) == (None, None, False)
    assert nothing.expectation is None
    position = puzzle_named("hold-the-four").position
    line = solve(position, limits=Limits(workers=1)).line
    cut_off = shortest_line(position, 25, line, context=Context(stop=stop))
    assert not cut_off.is_shortest
    assert cut_off.line == line
    assert cut_off.least <= 8


def test_faulty_arguments() -> None:
    with pytest.raises(InputError, match="sample: expected at least 1"):
        describe_puzzle(puzzle_named("hold-the-four"), WantedFacts(sample=0))
    with pytest.raises(InternalCheckError, match="does not reach 25"):
        shortest_line(puzzle_named("hold-the-four").position, 25, ())


@pytest.mark.parametrize("name", CLASSIC)
def test_writing_what_was_taken_out_gives_the_file_back(name: str) -> None:
    text = (PUZZLES / f"{name}.json").read_text(encoding="utf-8")
    without = text[: text.index(',\n  "expect"')] + "\n}\n"
    assert parse_puzzle(without).expect is None
    assert with_expectation(without, expectation(name)) == text
    completed = text.replace(text[text.index(',\n    "first_moves"') : text.index("]\n  }") + 1], "")
    assert "first_moves" not in completed
    assert with_expectation(completed, expectation(name)) == text
    assert with_expectation(text, expectation(name)) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{DATA}\n", '{DATA, "expect": {"best": 25}}\n'),
        ('{DATA, "expect": null}', '{DATA, "expect": {"best": 25}}'),
        ('{"expect": null , DATA}', '{"expect": {"best": 25} , DATA}'),
        ("\r\n{\r\n\tDATA }", '\r\n{\r\n\tDATA,\r\n\t"expect": {\r\n\t\t"best": 25\r\n\t} }'),
    ],
)
def test_writing_keeps_all_else(before: str, after: str) -> None:
    data = ",".join(f'"{key}": {value}' for key, value in _json_parts())
    new = with_expectation(before.replace("DATA", data), Expectation(25))
    assert new == after.replace("DATA", data)


def _json_parts() -> list[tuple[str, str]]:
    import json

    return [(key, json.dumps(value)) for key, value in file_data("hold-the-four").items() if key != "expect"]


def test_a_claim_is_never_replaced() -> None:
    text = (PUZZLES / "hold-the-four.json").read_text(encoding="utf-8")
    with pytest.raises(InputError, match="expected no claim that differs"):
        with_expectation(text, Expectation(24))
    assert with_expectation(text, Expectation(25)) == text
    with pytest.raises(InputError, match="hands: expected a value"):
        with_expectation('{"stacks": "", "tokens": 8}', Expectation(25))


def test_the_template_is_a_puzzle() -> None:
    puzzle = parse_puzzle(TEMPLATE)
    assert puzzle.expect is None
    assert len(puzzle.comment) > 5
    facts = describe_puzzle(puzzle, limits=Limits(workers=1))
    assert facts.expectation is not None
    again = parse_puzzle(with_expectation(TEMPLATE, facts.expectation))
    assert again.expect == facts.expectation
    assert facts.is_complete


def test_comments_are_kept() -> None:
    from hanabi_solver.formats.puzzle import format_puzzle

    for comment, lines in (("one", ("one",)), (["one", "two"], ("one", "two")), ([], ())):
        puzzle = parse({**POSITION, "comment": comment})
        assert puzzle.comment == lines
        assert parse_puzzle(format_puzzle(puzzle)).comment == lines
    with pytest.raises(InputError, match="comment"):
        parse({**POSITION, "comment": 7})
