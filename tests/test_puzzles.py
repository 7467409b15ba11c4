"""The puzzles: every file gets the answer that it states, and the collection covers what it should."""

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from oracle import best_score
from places import PUZZLES
from puzzle_folder import expectation, file_data, one_of_each_kind, puzzle_named

from hanabi_solver.analysis.first_moves import keeping_moves
from hanabi_solver.formats.first_move import (
    first_moves,
    format_first_move,
    parse_first_move,
    with_trash_as_one,
)
from hanabi_solver.formats.puzzle import format_puzzle, parse_puzzle
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import Answer, Status
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.solver.result import Result

NAMES = sorted(path.stem for path in PUZZLES.glob("*.json"))
# Every run gives the same answer.
ALONE = Limits(workers=1)

# Positions that brute force settles in at most about three seconds each, most of them at once.
BRUTE_FORCE = (
    "all-roads-lead-home",
    "dark-card-second",
    "dealt-out",
    "dealt-out-from-seat-two",
    "draw-the-pair",
    "hold-the-four",
    "last-turns-dark-suit",
    "last-turns-short-hands",
    "no-strike-to-spare",
    "one-strike-wait",
    "partner-first",
    "play-or-clue",
    "small-hands-endgame",
    "strike-on-purpose",
    "three-suits-wait",
)
BRUTE_FORCE_MOVES = (
    "last-turns-short-hands",
    "partner-first",
    "play-or-clue",
    "small-hands-endgame",
    "strike-on-purpose",
    "three-suits-wait",
)

# What a first move leads to: the losing ones that make the point of a puzzle.
LEADS_TO = (
    ("hold-the-four", "discard y1", 25),
    ("hold-the-four", "discard g1", 25),
    ("hold-the-four", "discard b1", 25),
    ("hold-the-four", "play r4", 24),
    ("hold-the-four", "discard r4", 23),
    ("draw-the-pair", "clue", 24),
    ("draw-the-pair", "misplay g4", 25),
    ("play-or-clue", "discard y1", 24),
    ("play-or-clue", "misplay r1", 24),
    ("play-or-clue", "discard r5", 24),
    ("hold-the-five", "play g5", 24),
    ("three-suits-wait", "play g5", 14),
    ("last-token", "play p4", 24),
    ("six-seats-wait", "play b4", 24),
    ("discard-not-play", "play g4", 22),
    ("partner-first", "play r5", 24),
    ("five-buys-a-token", "play r3", 24),
    ("strike-on-purpose", "clue", 24),
    ("strike-for-two", "clue", 23),
    ("one-of-two-fours", "play y3", 20),
    ("which-to-give-up", "discard r5", 15),
    ("dark-card-second", "play k4", 18),
    ("one-strike-wait", "play b4", 24),
    ("six-suits-wait", "play y5", 29),
    ("small-hands-endgame", "play b5", 23),
    ("blue-before-purple", "play p5", 24),
    ("red-is-dead", "play g5", 20),
    ("leave-the-three", "play y3", 21),
    ("last-turns-all-six", "play p4", 20),
    ("last-turns-dark-suit", "play g4", 16),
)

# The bounds that are to prove the best score; an exhaustive one is named by its method.
PROVED_BY = (
    ("late-cards-three-suits", {"pace", "single-hand"}),
    ("single-fours", {"pace", "single-hand"}),
    ("too-much-to-hold", {"single-hand"}),
    ("far-too-much-to-hold", {"single-hand"}),
    ("dark-sixth-suit", {"single-hand"}),
    ("small-hands", {"single-hand"}),
    ("red-is-dead", {"composition", "single-hand"}),
    ("lost-without-a-bound", {"exhaustive"}),
    ("wrong-seats-three-suits", {"exhaustive"}),
    ("wrong-seats-dark", {"last-round"}),
    ("too-few-clues", {"exhaustive"}),
    ("half-dark-four-players", {"exhaustive"}),
    ("dealt-out", {"last-round"}),
)


@cache
def solved(name: str) -> Result:
    return solve(puzzle_named(name).start, limits=ALONE)


def deal_named(name: str) -> Deal:
    start = puzzle_named(name).start
    assert isinstance(start, Deal)
    return start


def best_of(start: Deal | Position) -> int:
    if isinstance(start, Position) and start.is_over:
        return start.score
    result = solve(start, limits=ALONE)
    assert result.status is Status.OPTIMAL
    return result.best


def reaches(start: Deal | Position, target: int) -> bool:
    answer = solve(start, target=target, limits=ALONE).answer
    assert answer in (Answer.YES, Answer.NO)
    return answer is Answer.YES


def names_where(start: type[Deal] | type[Position]) -> list[str]:
    return [name for name in NAMES if isinstance(puzzle_named(name).start, start)]


def move_named(position: Position, text: str) -> Move:
    wanted = parse_first_move(text, position.rules.letters, position.rules.rank_marks)
    return first_moves(position)[wanted]


def test_there_are_puzzles() -> None:
    assert len(NAMES) >= 28


@pytest.mark.parametrize("name", NAMES)
def test_best_score_is_proved(name: str) -> None:
    puzzle = puzzle_named(name)
    assert puzzle.title
    assert puzzle.source
    best = expectation(name).best
    result = solved(name)
    assert (result.best, result.status) == (best, Status.OPTIMAL)
    assert replay(puzzle.position, result.line).score == best


@pytest.mark.parametrize("name", names_where(Position))
def test_first_moves_are_complete(name: str) -> None:
    position, expect = puzzle_named(name).position, expectation(name)
    assert expect.first_moves is not None, f"{name} lists no first moves"
    found = keeping_moves(position, expect.best, limits=ALONE)
    assert not found.undecided
    assert with_trash_as_one(found.keeping, position) == with_trash_as_one(expect.first_moves, position)


@pytest.mark.parametrize("name", NAMES)
def test_first_moves_of_a_position_leave_a_choice(name: str) -> None:
    """Where every move keeps the best score there is no puzzle, save the one whose point that is."""
    expect, position = expectation(name), puzzle_named(name).position
    if expect.first_moves is None or name == "all-roads-lead-home":
        return
    assert with_trash_as_one(expect.first_moves, position) < one_of_each_kind(position).keys()


@pytest.mark.parametrize(("name", "move", "score"), LEADS_TO)
def test_first_move_leads_to(name: str, move: str, score: int) -> None:
    position = puzzle_named(name).position
    assert best_of(apply(position, move_named(position, move))) == score


@pytest.mark.parametrize("name", BRUTE_FORCE)
def test_best_score_by_brute_force(name: str) -> None:
    assert best_score(puzzle_named(name).position) == expectation(name).best


@pytest.mark.parametrize("name", BRUTE_FORCE_MOVES)
def test_first_moves_by_brute_force(name: str) -> None:
    position, expect = puzzle_named(name).position, expectation(name)
    assert expect.first_moves is not None
    keeping = {
        kind
        for kind, move in one_of_each_kind(position).items()
        if best_score(apply(position, move)) == expect.best
    }
    assert keeping == with_trash_as_one(expect.first_moves, position)


@pytest.mark.parametrize(("name", "reasons"), PROVED_BY)
def test_reason_for_the_best_score(name: str, reasons: set[str]) -> None:
    exhaustive = dict.fromkeys(("search", "cpsat", "sat"), "exhaustive")
    assert {exhaustive.get(bound.name, bound.name) for bound in solved(name).reasons} == reasons


@pytest.mark.parametrize("name", ["wrong-seats-three-suits", "wrong-seats-dark"])
def test_more_tokens_do_not_mend_the_order_of_seats(name: str) -> None:
    deal = deal_named(name)
    assert not reaches(replace(deal, rules=replace(deal.rules, token_limit=100)), expectation(name).best + 1)


@pytest.mark.parametrize("name", ["too-few-clues", "half-dark-four-players"])
def test_more_tokens_would_help(name: str) -> None:
    deal = deal_named(name)
    assert reaches(replace(deal, rules=replace(deal.rules, token_limit=100)), expectation(name).best + 1)


@pytest.mark.parametrize(
    ("name", "twin", "changed"),
    [
        ("strike-on-purpose", "no-strike-to-spare", {"strike_limit": 1}),
        ("no-tokens-no-mercy", "no-tokens", {"strikeout_scores": True}),
        ("dealt-out", "dealt-out-from-seat-two", {"first_seat": 2}),
    ],
)
def test_twins_differ_in_one_rule(name: str, twin: str, changed: dict[str, Any]) -> None:
    start, other = puzzle_named(name).start, puzzle_named(twin).start
    assert replace(start, rules=replace(start.rules, **changed)) == other
    assert expectation(name).best != expectation(twin).best


@pytest.mark.parametrize("name", ["empty-clues-four-suits", "leave-the-three"])
def test_empty_clues_do_not_change_the_best_score(name: str) -> None:
    start = puzzle_named(name).start
    assert start.rules.empty_clues
    assert best_of(replace(start, rules=replace(start.rules, empty_clues=False))) == expectation(name).best


def test_own_shuffles_are_as_their_source_says() -> None:
    checked = 0
    for name in names_where(Deal):
        seed = re.search(r"random\.Random\((\d+)\)", puzzle_named(name).source)
        if seed is None:
            continue
        deal = deal_named(name)
        deck = [face for face in deal.rules.faces() for _ in range(deal.rules.copies(face))]
        Random(int(seed[1])).shuffle(deck)
        assert deal.deck == tuple(deck), name
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize("name", NAMES)
def test_writing_a_puzzle_keeps_it(name: str) -> None:
    puzzle = puzzle_named(name)
    again = parse_puzzle(format_puzzle(puzzle), name)
    assert (again.title, again.source, again.expect) == (puzzle.title, puzzle.source, puzzle.expect)
    if isinstance(puzzle.start, Deal):
        assert again.start == puzzle.start
    else:
        assert _by_face(again.position) == _by_face(puzzle.position)


def _by_face(position: Position) -> tuple[object, ...]:
    hands = [position.hand_cards(seat) for seat in range(position.rules.players)]
    state = (position.tokens, position.strikes, position.seat, position.turns_left)
    return position.rules, position.stacks, hands, position.pile, sorted(position.discards), state


@pytest.mark.parametrize("name", NAMES)
def test_titles_do_not_give_the_answer_away(name: str) -> None:
    puzzle = puzzle_named(name)
    words = set(re.findall(r"[a-z0-9]+", puzzle.title.lower()))
    expect = puzzle.expect
    assert expect is not None
    kinds = {move.kind.value for move in expect.first_moves or ()}
    letters = puzzle.start.rules.letters
    cards = {format_card(move.card, letters) for move in expect.first_moves or () if move.card is not None}
    advice = {"spend", "wait", "waits", "hold", "leave", "hurry", "purpose", "saved", "lost", "won", "every"}
    assert not words & {*kinds, *cards, *advice, str(expect.best)}


def test_titles_differ() -> None:
    titles = [puzzle_named(name).title for name in NAMES]
    assert len(set(titles)) == len(titles)


def test_readme_lists_exactly_the_puzzles() -> None:
    text = (PUZZLES / "README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| \[([^\]]+)\]\(([^)]+)\) \| (\d) \| [^|]+ \| (\d+) of (\d+) \| [^|]+ \|$", text, re.M
    )
    assert len(rows) == sum(line.startswith("| [") for line in text.splitlines())
    told = {name: tuple(map(int, numbers)) for name, _, *numbers in rows}
    assert len(rows) == len(told)
    assert all(file == f"{name}.json" for name, file, *_ in rows)
    rules = {name: puzzle_named(name).start.rules for name in NAMES}
    assert told == {
        name: (rules[name].players, expectation(name).best, rules[name].max_score) for name in NAMES
    }


@pytest.mark.parametrize("name", NAMES)
def test_file_names_are_short_kebab_case(name: str) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert len(name) <= 30


def _is_dark(rules: Rules) -> bool:
    return any(set(suit.copies) == {1} for suit in rules.suits)


def _has_unusual_hands(rules: Rules) -> bool:
    return rules.hand_size != Rules(players=rules.players).hand_size


def test_the_collection_covers_players_suits_and_rules() -> None:
    starts = [puzzle_named(name).start for name in NAMES]
    rules = [start.rules for start in starts]
    won = {
        start.rules.players
        for name, start in zip(NAMES, starts, strict=True)
        if isinstance(start, Deal) and expectation(name).best == start.rules.max_score
    }
    assert won == {2, 3, 4, 5, 6}
    assert {len(rule.suits) for rule in rules} >= {3, 4, 5, 6}
    for kind in (Deal, Position):
        assert any(_is_dark(start.rules) for start in starts if isinstance(start, kind))
        assert any(start.rules.strike_limit == 1 for start in starts if isinstance(start, kind))
        assert any(start.rules.token_limit == 1 for start in starts if isinstance(start, kind))
        assert any(start.rules.empty_clues for start in starts if isinstance(start, kind))
        assert any(_has_unusual_hands(start.rules) for start in starts if isinstance(start, kind))
    assert any(rule.token_limit == 0 for rule in rules)
    assert any(rule.strikeout_scores for rule in rules)
    assert any(rule.first_seat for rule in rules)


def test_the_collection_covers_scores_and_kinds_of_position() -> None:
    short = [expectation(name).best - puzzle_named(name).start.rules.max_score for name in NAMES]
    assert {0, -1, -2, -3} <= set(short)
    positions = [puzzle_named(name).position for name in names_where(Position)]
    assert any(position.turns_left is not None for position in positions)
    assert any(len(hand) < position.rules.hand_size for position in positions for hand in position.hands)
    assert any(position.strikes for position in positions)
    assert any(position.seat for position in positions)
    with_x = [name for name in names_where(Position) if "x" in " ".join(file_data(name)["hands"]).split()]
    assert len(with_x) >= 3


def test_the_collection_covers_kinds_of_saving_move() -> None:
    kinds = set()
    for name in names_where(Position):
        position, expect = puzzle_named(name).position, expectation(name)
        assert expect.first_moves is not None
        only = with_trash_as_one(expect.first_moves, position)
        if len(only) == 1:
            kinds |= {format_first_move(move, position.rules.letters).split()[0] for move in only}
        keeps_useful = [move for move in only if move.card is not None and move.kind.value == "discard"]
        kinds |= {"useful discard" for _ in keeps_useful}
    assert kinds == {"play", "misplay", "discard", "clue", "useful discard"}


@pytest.mark.parametrize(
    ("name", "stacks", "hands", "pile", "tokens"),
    [
        ("hold-the-four", (3, 5, 5, 4, 4), ["y1g1b1r4", "g3r5p5b5", "r2r1y4y3"], "y1g1b1", 0),
        ("draw-the-pair", (2, 5, 5, 5, 5), ["y1g1y2g4", "p2b1r5p3", "r3p1y4b3"], "r4r4", 2),
        ("all-roads-lead-home", (4,) * 5, ["y1g1b1p1", "r1g5p5y2", "y5r2b5g2", "y1g1b1r5"], "b2p2p1", 0),
        ("play-or-clue", (4,) * 5, ["r5r1y1g1", "y5r1y1g1", "g5b1b2p1", "b5b1p1p2"], "p5", 1),
    ],
)
def test_the_four_classic_endgames(
    name: str, stacks: tuple[int, ...], hands: list[str], pile: str, tokens: int
) -> None:
    position = puzzle_named(name).position
    letters = position.rules.letters
    faces = [
        "".join(format_card(card, letters) for card in position.hand_cards(s)) for s in range(len(hands))
    ]
    assert (position.stacks, faces, position.tokens) == (stacks, hands, tokens)
    assert "".join(format_card(card, letters) for card in position.pile) == pile
    assert (letters, position.rules.hand_size, position.seat, position.strikes) == ("rygbp", 4, 0, 0)
