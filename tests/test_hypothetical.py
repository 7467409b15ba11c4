"""Leaving a line: trying moves, undoing them, coming back, and what can still be reached."""

import pytest

from hanabi_solver.analysis.hypothetical import Exploration, parse_attempt, remaining
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.errors import IllegalMoveError, InputError
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.formats.text import load_text
from hanabi_solver.game.engine import legal_moves
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits


def position_of(name: str) -> Position:
    return parse_puzzle(load_text(f"puzzles/{name}.json")).position


@pytest.fixture(scope="module")
def start() -> Position:
    return position_of("which-to-give-up")


@pytest.fixture(scope="module")
def along(start: Position) -> Exploration:
    return Exploration.along(start, solve(start, limits=Limits(workers=1)).line)


def test_steps_stop_at_both_ends(along: Exploration, start: Position) -> None:
    assert along.moved_to(-3).at == 0
    end = along.moved_to(99)
    assert end.at == len(along.line)
    assert end.next_move is None
    assert end.position == replay(start, along.line)
    assert end.last_step is not None
    assert end.last_step.turn == len(along.line)
    assert along.last_step is None
    assert all(along.moved_to(at).is_on_line for at in range(len(along.line) + 1))


def test_a_line_that_breaks_a_rule_is_refused(start: Position) -> None:
    with pytest.raises(IllegalMoveError, match="turn 1: card 14"):
        Exploration.along(start, [Play(14)])


def test_a_tried_move_ends_the_path_and_can_be_undone(along: Exploration) -> None:
    there = along.moved_to(3)
    other = next(move for move in legal_moves(there.position) if move != there.next_move)
    tried = there.tried(other)
    assert (tried.at, tried.next_move, tried.is_on_line) == (4, None, False)
    assert tried.line == along.line
    assert tried.undone() == there
    assert there.undone() == there
    assert tried.back_on_line() == there
    twice = tried.tried(legal_moves(tried.position)[0])
    assert twice.undone() == tried
    assert twice.undone().undone() == there


def test_the_move_of_the_line_stays_on_it(along: Exploration) -> None:
    move = along.next_move
    assert move is not None
    tried = along.tried(move)
    assert tried.is_on_line
    assert tried.path == along.line


def test_every_legal_move_can_be_tried_at_every_turn_and_no_other(along: Exploration) -> None:
    for at in range(len(along.line)):
        place = along.moved_to(at)
        legal = legal_moves(place.position)
        for move in legal:
            assert place.tried(move).position == replay(along.start, [*along.line[:at], move])
        held = {card for hand in place.position.hands for card in hand}
        for card in held - {move.card for move in legal if isinstance(move, Play)}:
            with pytest.raises(IllegalMoveError):
                place.tried(Play(card))


def test_the_solver_says_what_is_left_and_the_path_goes_on_with_it(start: Position) -> None:
    place = Exploration.along(start, ())
    lost = place.tried(parse_attempt("d r4", start))
    left = remaining(lost.position, limits=Limits(30.0, workers=1))
    assert left.reach == Reach(15, 15)
    going_on = lost.continued(left.line)
    assert going_on.at == 1
    assert going_on.moved_to(99).position.score == 15
    kept = place.tried(parse_attempt("d y4", start))
    assert remaining(kept.position, limits=Limits(30.0, workers=1)).reach == Reach(16, 16)


def test_without_time_both_bounds_are_told() -> None:
    left = remaining(position_of("lost-without-a-bound"), limits=Limits(1e-9, workers=1))
    assert left.reach.best < left.reach.upper


CLUE = "expected a player (Bob, Cathy) and a colour (red, yellow, green, black) or rank"


def test_players_are_named_by_their_own_names(start: Position) -> None:
    names = ["Zoë Ann", "Rob", "robin"]
    assert parse_attempt("c ROB 1", start, names=names) == Clue(1, rank=1)
    assert parse_attempt("c robi black", start, names=names) == Clue(2, suit=3)
    assert parse_attempt("clue green to zoë ann", start, names=names) == Clue(0, suit=2)
    with pytest.raises(InputError, match="expected one clue, got 'ro 1', which 2 go by"):
        parse_attempt("c ro 1", start, names=names)
    with pytest.raises(InputError, match="expected a player"):
        parse_attempt("c Bob 1", start, names=names)


def test_of_two_players_the_other_need_not_be_named() -> None:
    start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    assert parse_attempt("c red", start) == Clue(1, suit=0)
    assert parse_attempt("clue 5", start) == Clue(1, rank=5)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p r5", Play(4)),
        ("P R5", Play(4)),
        ("play 1", Play(4)),
        ("d y4", Discard(0)),
        ("discard 5", Discard(0)),
        ("discard 4", Discard(1)),
        ("c Cathy 3", Clue(2, rank=3)),
        ("clue bob k", Clue(1, suit=3)),
        ("c bob black", Clue(1, suit=3)),
        ("c black Bob", Clue(1, suit=3)),
        ("clue yellow to Cathy", Clue(2, suit=1)),
        ("clue 4 to c", Clue(2, rank=4)),
        ("c k b", Clue(1, suit=3)),
        ("red to Cathy", Clue(2, suit=0)),
        ("clue to Bob 1", Clue(1, rank=1)),
        ("d slot 4", Discard(1)),
    ],
)
def test_moves_are_named_by_card_slot_or_clue(start: Position, text: str, move: object) -> None:
    assert parse_attempt(text, start) == move


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected a move, got ''"),
        ("jump", "expected a move, got 'jump'"),
        ("p", "expected a move, got 'p'"),
        ("p k5", "expected a card in the hand of Alice, got k5"),
        ("p 6", "expected a slot from 1 to 5, got 6"),
        ("p 0", "expected a slot from 1 to 5, got 0"),
        pytest.param(
            f"p {'9' * 5000}",
            f"expected a slot from 1 to 5, got {'9' * 37}...",
            id="more digits than int takes",
        ),
        ("d z1", "expected a card (one of r/y/g/k, then a rank 1 to 5), got 'z1'"),
        ("d x", "expected a card in hand, got x, but no card is useless"),
        ("c", "expected a move that is possible, but no clue can be given"),
        ("c 1 z", f"{CLUE}, got '1 z'"),
        ("c Bob", f"{CLUE}, got 'bob'"),
        ("c Bob purple", f"{CLUE}, got 'bob purple'"),
        ("c Zoe red", f"{CLUE}, got 'zoe red'"),
        ("clue to Bob", f"{CLUE}, got 'to bob'"),
    ],
)
def test_what_names_no_move_is_refused(start: Position, text: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_attempt(text, start)
    assert caught.value.faults[0].text == fault
    assert caught.value.faults[0].help


def test_x_is_any_useless_card_and_a_lone_c_any_clue() -> None:
    position = position_of("hold-the-five")
    assert parse_attempt("d x", position) == Discard(position.hands[0][0])
    assert parse_attempt("c", position) in legal_moves(position)


def test_cards_shown_as_x_have_no_other_name() -> None:
    text = '{"stacks": "r4 y5 g5 b4 p4", "hands": ["x x x r5 x", "b5 p5 x x x"], "pile": "x x", "tokens": 1}'
    puzzle = parse_puzzle(text)
    position = puzzle.position
    assert parse_attempt("d x", position, puzzle.unnamed) == Discard(0)
    with pytest.raises(InputError):
        parse_attempt(f"d r{position.deck[0].rank}", position, puzzle.unnamed)
