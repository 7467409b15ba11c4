"""How games of hanab.live ended where their files do not say so, and the two scores of a stopped one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import output_of
from game_samples import HARD, LOST_P4, SHARED, game_data

from hanabi_solver.formats.any_source import parse
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.outcome import outcome_of
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.position import Position
from hanabi_solver.game.worth import has_point_left


def position(**changes: object) -> Position:
    data = {"rules": {"suits": "rg", "hand_size": 2}, "tokens": 1, **changes}
    start = parse_puzzle(json.dumps(data)).start
    assert isinstance(start, Position)
    return start


def game(text: str) -> Game:
    found = parse(text)
    assert isinstance(found, Game)
    return found


def test_lost_cards_leave_no_point() -> None:
    given = position(stacks="r5 g2", hands=["g4 x", "g5 x"], pile="x", discards="g3 g3")
    assert not has_point_left(given)
    found = outcome_of(given, None)
    assert (found.ending, found.recorded, found.on_stacks) == ("no further point", 7, 7)
    assert found.sentence() == "No further point is possible: the game ends with 7 points."
    assert has_point_left(position(stacks="r5 g2", hands=["g3 x", "g5 x"], pile="g4", discards="g3 g4"))


@pytest.mark.parametrize(("turns_left", "seat", "expected"), [(1, 0, False), (2, 0, True), (1, 1, True)])
def test_a_card_must_be_in_a_hand_with_a_turn_to_come(turns_left: int, seat: int, expected: bool) -> None:
    given = position(
        stacks="r5 g3", hands=["g5 x", "g4 x"], pile="", turns_left=turns_left, seat=seat, discards="g4"
    )
    assert has_point_left(given) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LOST_P4, ("terminated", 0, 4)),
        (SHARED, ("perfect", 25, 25)),
        (json.dumps(game_data(actions=[{"type": 4, "target": 0, "value": 3}])), ("time ran out", 0, 0)),
        (json.dumps(game_data()), ("not stated", None, 0)),
    ],
)
def test_outcomes_of_games(text: str, expected: tuple[str, int | None, int]) -> None:
    found = game(text).outcome()
    assert (found.ending, found.recorded, found.on_stacks) == expected


def test_what_a_stopped_game_left() -> None:
    one = position(stacks="r5 g4", hands=["g5 x", "x x"], pile="x", discards="g4")
    assert outcome_of(one, "terminated").left_sentence() == "Up to 1 point was left."
    lost = position(stacks="r5 g2", hands=["g4 x", "g5 x"], pile="x", discards="g3 g3")
    assert outcome_of(lost, "terminated").left_sentence() == "No point was left."
    # A game that had to end left nothing to say.
    assert outcome_of(lost, None).left_sentence() == ""
    assert outcome_of(game(SHARED).replay(), "terminated").left_sentence() == ""


def test_a_stop_after_the_end_by_the_rules_changes_nothing() -> None:
    over = game(SHARED).replay()
    assert outcome_of(over, "terminated") == outcome_of(over, None)


def test_show_says_both_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    last = output_of(capsys, "show", LOST_P4).splitlines()[-1]
    assert last == (
        "The game took 16 turns. Score 0 as the site records it (stopped); 4 on the stacks. "
        "Up to 19 points were left."
    )
    assert "The game took" not in output_of(capsys, "show", "p2v0s1")
    cut = replace(game(HARD), moves=game(HARD).moves[:3], end=None)
    assert cut.outcome().sentence().startswith("How it ended is not stated; the stacks hold ")


def test_show_says_which_move_breaks_a_rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game_data(actions=[{"type": 1, "target": 0}])), encoding="utf-8")
    shown = output_of(capsys, "show", str(path))
    assert "The game holds 1 turn, but not by the rules: turn 1: no discard" in shown
    assert "[rule" not in shown


def test_pages_and_reviews_say_both_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    output_of(capsys, "show", LOST_P4, "--html", str(page))
    ended = "Score 0 as the site records it (stopped); 4 on the stacks."
    assert f"{ended} Up to 19 points were left." in page.read_text(encoding="utf-8")
    output_of(capsys, "review", LOST_P4, "--html", str(page), "-q", "--workers", "1")
    text = page.read_text(encoding="utf-8")
    assert f'<p class="ending">{ended} 19 points were left.</p>' in text
    assert "can be passed" not in text
    assert "Verdict" not in text
    # The move and its turn are said in the headline, and once more where points were lost.
    assert text.count("became impossible at turn 16") == 1
    (review,) = [
        json.loads(line)
        for line in output_of(capsys, "review", LOST_P4, "--json", "-q", "--workers", "1").splitlines()
    ]
    assert (review["score"], review["recorded"], review["on_stacks"]) == (4, 0, 4)
    assert review["ending"] == "terminated"
