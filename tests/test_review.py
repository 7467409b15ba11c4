"""Reviews of games: every turn against brute force, lines that are carried along, limits, and real games."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from game_samples import HARD, LOST_P4, SHARED, parse, sample
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import best_score, random_move, random_tiny_deal
from puzzle_samples import POSITION
from puzzle_samples import parse as puzzle

from hanabi_solver.analysis import reviewer as review_module
from hanabi_solver.analysis.game_review import review_entry
from hanabi_solver.analysis.review_result import Reach, Review
from hanabi_solver.analysis.reviewer import MOVES_SHARE, START_SHARE, review_game
from hanabi_solver.errors import IllegalMoveError, InputError, InternalCheckError
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.first_move import first_moves, format_first_move
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, clues_touching, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Part, Progress, Result, Series
from hanabi_solver.solver.shared_tables import LOOK_BELOW_MEMORY

# Real games with the turns that lowered the best score in reach: turn, before, after.
GAMES = {
    LOST_P4: [(16, 25, 23)],
    "215txrdkrpalnbqlubap-hiainvwudogufjfmewgp-mhsfcsckqkxyv,03lbeg-gbehsbelfalaeetaenpa-eofipbemecfkfbfjwbew-"
    "wbfrfdxaezfstbexevka-e3fflbfyobe6kbf2fppa-e9f5fqtaeCxaeDf7tbeF-ft1axbeufAf8fExaeLka-e41aeM,0,p2v0s1": [
        (7, 25, 24),
        (27, 24, 22),
        (31, 22, 20),
    ],
    "215umagdritenknxbfky-usdlwqxiwopukfpmcgvc-vfsrhqabjahpl,047bna-fcnafaggfk2a2bhafnna-fosafdffgbgrge7a2b2a-"
    "fpsafugjhbgm2b3a,0,p2v0s4": [(27, 25, 24)],
    "415hdblpknlqtcxkyvwp-mephcfksuxrfvqdnujgr-iagibfuaamswo,03lbef-paoaedeewdoaerpcxbfm-fcegeien1beslbsbfbew-"
    "fjfutbezpdeofte1tdep-xcfqfkkbxde9fxwae0f4-f2f3pblceCpcfDsdeFey-fItaflf8evgdtae5,0,p4v0s4": [
        (16, 25, 24),
        (18, 24, 23),
        (23, 23, 22),
        (48, 22, 21),
        (53, 21, 20),
        (56, 20, 19),
        (57, 19, 18),
    ],
    "515xkfioqpmrlcskafdq-gptaulhwianwhvgfunru-yksevxbjpdbmc,03ldle-1beoeslekepbenevtcef-fjemodscfgeiewerfate-"
    "elxaexedeeekfpfqpe1e-fzfuetobehf2wbe41de1-kef0eIpceyeHf3tcxdeG-eN,0,p5v0s9": [
        (27, 25, 24),
        (28, 24, 22),
        (42, 22, 21),
    ],
}


def reaches(review: Review) -> list[Reach]:
    return [review.best, *(turn.after for turn in review.turns)]


def drops(review: Review) -> list[tuple[int, int, int]]:
    return [(drop.turn.turn, drop.turn.before.best, drop.turn.after.best) for drop in review.drops]


def reviewed(game: Game, **options: Any) -> Review:
    return review_game(game.deal, game.moves, **options)


def check_consistent(review: Review) -> None:
    """What must hold of every review whose scores are all known."""
    assert review.is_decided
    scores = [reach.best for reach in reaches(review)]
    assert scores == sorted(scores, reverse=True)
    # Without tokens what was scored may be lost again: a play that does not fit may be the only move.
    assert scores[-1] >= review.final.score or not keeps_score(review.final)
    assert not review.final.is_over or scores[-1] == review.final.score
    assert [drop.turn for drop in review.drops] == [
        turn for turn in review.turns if turn.before != turn.after
    ]
    assert [turn.before for turn in review.turns] == reaches(review)[:-1]
    for drop in review.drops:
        final = replay(drop.turn.position, drop.line)
        assert final.score >= drop.turn.before.best
        assert keeps_score(final)
        assert drop.moves.keeping
        assert drop.reasons
        assert {reason.value for reason in drop.reasons} <= set(range(drop.turn.before.best))
    most = review.start.rules.max_score
    if scores[-1] == most:
        assert review.loss is None
    else:
        lost = next(turn for turn, score in enumerate(scores) if score < most)
        assert review.loss is not None
        assert (review.loss.first, review.loss.last) == (lost, lost)
        assert review.loss.reasons


def random_game(rng: Random, start: Position, length: int = 99) -> list[Move]:
    position, moves = start, []
    while len(moves) < length and legal_moves(position):
        moves.append(random_move(rng, position, 0.6))
        position = apply(position, moves[-1])
    return moves


@given(st.integers(0, 2**32 - 1))
@example(26301)  # stops before a move that can only be the last strike
@settings(max_examples=20, deadline=None)
def test_every_turn_agrees_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    deal = random_tiny_deal(rng, 8)
    moves = random_game(rng, deal.start(), rng.choice((3, 99)))
    review = review_game(deal, moves, limits=Limits(workers=1))
    check_consistent(review)
    assert [turn.move for turn in review.turns] == moves
    assert review.best.best == best_score(deal.start())
    for turn in review.turns:
        assert turn.after.best == best_score(apply(turn.position, turn.move))
    for drop in review.drops:
        named = first_moves(drop.turn.position).items()
        after = {name: best_score(apply(drop.turn.position, move)) for name, move in named}
        assert list(drop.moves.keeping) == [
            name for name, score in after.items() if score >= drop.turn.before.best
        ]


# --- what it costs


def played_out(deal: Deal) -> list[Move]:
    return list(solve(deal, limits=Limits(workers=1)).line)


def test_a_game_along_the_known_line_costs_one_question() -> None:
    deal = parse().deal
    line = played_out(deal)
    review = review_game(deal, line, limits=Limits(workers=1))
    assert (review.questions, review.drops, review.end) == (1, (), Reach(25, 25))


def test_another_clue_is_no_question() -> None:
    deal = parse_link(SHARED).deal
    position, moves = deal.start(), []
    for move in played_out(deal):
        moves.append(clues_touching(position, move.target)[-1] if isinstance(move, Clue) else move)
        position = apply(position, moves[-1])
    assert moves != played_out(deal)
    assert review_game(deal, moves, limits=Limits(workers=1)).questions == 1


def test_of_two_useless_cards_it_does_not_matter_which_one_goes() -> None:
    deal = parse().deal
    line = played_out(deal)
    one, other = next(
        (step.move.card, other)
        for step in steps(deal.start(), line)
        for other in step.before.hands[step.before.seat]
        if isinstance(step.move, Discard)
        and other != step.move.card
        and step.before.is_trash(deal.deck[other])
        and step.before.is_trash(deal.deck[step.move.card])
    )
    places = {one: other, other: one}
    moves = [
        move if isinstance(move, Clue) else replace(move, card=places.get(move.card, move.card))
        for move in line
    ]
    assert moves != line
    review = review_game(deal, moves, limits=Limits(workers=1))
    assert (review.questions, review.end) == (1, Reach(25, 25))


def test_a_deviation_is_asked_about_and_another_line_carried_on() -> None:
    game = parse_link(SHARED)
    first = next(
        move
        for move in legal_moves(game.deal.start())
        if isinstance(move, Play) and game.deal.start().is_playable(game.deal.deck[move.card])
    )
    line = solve(apply(game.deal.start(), first), target=25, limits=Limits(workers=1)).line
    review = review_game(game.deal, [first, *line], limits=Limits(workers=1))
    assert review.drops == ()
    assert review.questions <= 2


def test_nothing_is_asked_once_nothing_can_change() -> None:
    position = puzzle({**POSITION, "pile": "x x", "discards": "r4 r5", "expect": None}).position
    moves = list(solve(position, limits=Limits(workers=1)).line)
    while not (after := replay(position, moves)).is_over:
        moves.append(next(move for move in legal_moves(after) if not isinstance(move, Play)))
    review = review_game(position, moves, limits=Limits(workers=1))
    assert (review.questions, review.best, review.end) == (1, Reach(24, 24), Reach(24, 24))
    assert review.loss is not None
    assert (review.loss.first, review.loss.last) == (0, 0)
    assert review.loss.reasons[0].text.startswith("no r5 is left")


def test_a_game_without_moves_has_its_best_score_alone() -> None:
    review = review_game(parse().deal, [], limits=Limits(workers=1))
    assert (review.best, review.end, review.turns, review.drops) == (Reach(25, 25), Reach(25, 25), (), ())


def test_a_review_makes_its_memory_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(memory_limit: int) -> Tables:
        made.append(memory_limit)
        return Tables(memory_limit)

    monkeypatch.setattr("hanabi_solver.search.tables.Tables", counted)
    review = reviewed(parse_link(LOST_P4), limits=Limits(workers=1, memory=64 << 20))
    assert review.drops[0].moves.keeping
    assert [size for size in made if size != LOOK_BELOW_MEMORY] == [(64 << 20) - LOOK_BELOW_MEMORY]


# --- limits


def hard_game() -> Game:
    return parse_link(HARD)


@pytest.mark.parametrize(("own", "around"), [(100.0, None), (None, 100.0), (600.0, 100.0), (100.0, 600.0)])
def test_the_start_gets_the_same_share_of_the_least_limit_whoever_set_it(
    own: float | None, around: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def recorded(start: Any, **arguments: Any) -> Any:
        given.append(arguments["context"].seconds_left())
        return solve(start, **arguments)

    monkeypatch.setattr("hanabi_solver.analysis.reviewer.solve", recorded)
    review_game(parse().deal, [], limits=Limits(own, workers=1), context=Context().within(around))
    assert given[0] == pytest.approx(100.0 * (1 - MOVES_SHARE) * START_SHARE, rel=0.02)


def test_what_a_limit_leaves_open_is_a_range_around_the_truth() -> None:
    game = hard_game()
    exact = {0: 25, 10: 25, 11: 22, 13: 22, 14: 19}
    for limit in (0.001, 0.3):
        review = reviewed(game, limits=Limits(limit, workers=1))
        found = reaches(review)
        assert all(found[turn].best <= score <= found[turn].upper for turn, score in exact.items())
        assert [reach.best for reach in found] == sorted((reach.best for reach in found), reverse=True)
        assert [reach.upper for reach in found] == sorted((reach.upper for reach in found), reverse=True)
        # What is lost for good is seen at once, and who did it.
        assert [drop.turn.turn for drop in review.drops] == [11, 14]
        assert review.loss is not None
        assert review.loss.last == 11
        for drop in review.drops:
            assert replay(drop.turn.position, drop.line).score >= drop.turn.before.best
            names = [format_first_move(move, "rygbp") for move in drop.moves.losing]
            assert ("discard p3" if drop.turn.turn == 11 else "discard b3") in names


def test_a_stop_ends_it_at_once() -> None:
    stop = threading.Event()
    stop.set()
    heard: list[Progress] = []
    review = reviewed(hard_game(), context=Context(heard.append, stop))
    assert heard == []  # nothing is searched
    assert not review.is_decided
    assert all(reach.best <= reach.upper for reach in reaches(review))


def test_a_stop_on_the_way_keeps_what_is_known() -> None:
    stop = threading.Event()
    parts: list[Part] = []

    def on_progress(progress: Progress) -> None:
        assert progress.part is not None
        parts.append(progress.part)
        if progress.part.at == 3:
            stop.set()

    game = parse_link(SHARED)
    review = reviewed(game, limits=Limits(workers=1), context=Context(on_progress, stop))
    assert {(part.series, part.of) for part in parts} == {(Series.TURN, len(game.moves))}
    assert review.best == Reach(25, 25)
    exact = [reach.best for reach in reaches(reviewed(game, limits=Limits(workers=1)))]
    assert all(
        reach.best <= score <= reach.upper for reach, score in zip(reaches(review), exact, strict=True)
    )


@pytest.mark.parametrize(
    "options",
    [
        {"limits": Limits(0)},
        {"limits": Limits(workers=0)},
        {"limits": Limits(memory=5)},
        {"seed": -1},
        {"limits": Limits("1")},  # type: ignore[arg-type]  # a wrong type is what is refused here
        {"limits": Limits(seconds_each=1.0)},
    ],
)
def test_arguments_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected"):
        reviewed(parse_link(SHARED), **options)


def test_an_illegal_move_is_told_before_any_work() -> None:
    with pytest.raises(IllegalMoveError, match="turn 2: no discard"):
        review_game(parse().deal, [Play(0), Discard(5)])  # a misplay gains no token


@pytest.mark.parametrize("change", ["rises", "sinks"])
def test_scores_that_contradict_each_other_are_no_review(
    monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    def wrong(position: Position, *, target: int | None, **options: Any) -> Result:
        result = solve(position, target=target, **options)
        if target is None and change == "rises":
            return replace(result, best=24, upper=24, line=())
        if target is not None and change == "sinks":
            return replace(result, best=9, upper=8)
        return result

    monkeypatch.setattr(review_module, "solve", wrong)
    with pytest.raises(InternalCheckError, match="points are in reach"):
        reviewed(parse_link(SHARED), limits=Limits(workers=1))


# --- real games


@pytest.mark.parametrize("link", GAMES, ids=lambda link: link[-12:])
def test_real_games_turn_where_they_turned(link: str) -> None:
    game = parse_link(link)
    review = reviewed(game, limits=Limits(workers=1))
    check_consistent(review)
    assert drops(review) == GAMES[link]


@pytest.mark.parametrize(
    ("name", "expected", "end"),
    [
        ("p2v0s12.json", [(27, 25, 23), (28, 23, 19), (35, 19, 0)], 0),
        ("p3v0s1.json", [], 25),
        ("p6v0s11.json", [], 25),
        ("variant_08.json", [], 25),
    ],
)
def test_real_games_of_all_endings(name: str, expected: Sequence[tuple[int, int, int]], end: int) -> None:
    review = reviewed(parse_game(sample(name)), limits=Limits(workers=1))
    check_consistent(review)
    assert (drops(review), review.end.best) == (expected, end)


def test_what_would_have_kept_the_score() -> None:
    drop, *_ = reviewed(parse_link(LOST_P4), limits=Limits(workers=1)).drops
    assert [format_first_move(move, "rygbp") for move in drop.moves.keeping] == [
        *("play y2", "misplay r3", "misplay p3", "discard r3", "discard y2", "discard p3", "clue")
    ]
    assert [format_first_move(move, "rygbp") for move in drop.moves.losing] == ["misplay p4", "discard p4"]
    assert drop.turn.seat == 3
    assert drop.reasons[0].text == "no p4 is left, so at most 23 points are possible"


@pytest.mark.acceptance
@pytest.mark.parametrize("part", range(6))
def test_all_real_games_are_reviewed(part: int, hanabi_data: Path) -> None:
    files = sorted((hanabi_data / "games").glob("*.json"))
    assert len(files) == 69
    for file in files[part::6]:
        game = parse_game(file.read_text(encoding="utf-8"), file.name)
        found = review_entry(Entry(file.name, game.deal, game=game))
        check_consistent(found.review)
        assert found.review.final == game.replay(), file.name
        for drop, link in zip(found.review.drops, found.links, strict=True):
            if link is not None:
                assert parse_link(link).replay().score >= drop.turn.before.best, file.name
