"""The clues of hanab.live's variants: which there are, what each touches, and what that makes legal."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import build

from hanabi_solver.checking.verification import verify
from hanabi_solver.errors import Fault, IllegalMoveError, UnsupportedRules
from hanabi_solver.formats.clues import clues_from_file, clues_to_data
from hanabi_solver.formats.hanablive.clues import clue_rules
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, Options, rules_for
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.variants import all_variants, variant_by_name
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle, parse_puzzle
from hanabi_solver.formats.puzzle_schema import CluesFile
from hanabi_solver.game.cards import START_RANK, Card, Suit
from hanabi_solver.game.clue_rules import ClueRules, ColourClue, RankClue
from hanabi_solver.game.engine import any_clue, apply, check_move, clues_touching, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Play, format_move, parse_move
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.game.words import clue_value
from hanabi_solver.names import Stacking, Status
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.result_reader import parse_result


def position_of(name: str, hand: str, *, options: Options = NO_OPTIONS, **changes: Any) -> Position:
    """Two players in a variant; the other one holds `hand`."""
    return build(rules_for(variant_by_name(name), 2, options), other=hand, **changes)


def legal_values(position: Position) -> str:
    """What the legal clues to the other seat name, as they are written."""
    letters = position.rules.clue_letters
    clues = [format_move(move, letters) for move in legal_moves(position) if isinstance(move, Clue)]
    return " ".join(text.removeprefix("clue 1 ") for text in clues)


# Each hand shows cards that a clue touches and some that it does not; what is listed is all that is legal.
@pytest.mark.parametrize(
    ("name", "hand", "legal"),
    [
        # All colours touch a rainbow card, and its own rank.
        ("Rainbow (5 Suits)", "r1 r1 m5 m4 m4", "r y g b 1 4 5"),
        ("Rainbow (5 Suits)", "r1 r1 r1 r2 y2", "r y 1 2"),
        # All ranks touch a pink card, and the colour pink.
        ("Pink (5 Suits)", "i1 r2 r2 r3 r3", "r i 1 2 3 4 5"),
        ("Pink (5 Suits)", "y1 r2 r2 r3 r3", "r y 1 2 3"),
        # No colour touches a white card; no rank a brown one; nothing a null one.
        ("White (5 Suits)", "w1 w1 w2 w3 w3", "1 2 3"),
        ("Brown (5 Suits)", "n1 n1 n2 n3 n3", "n"),
        ("Null (5 Suits)", "n1 n1 n2 n3 n3", ""),
        ("Null (5 Suits)", "n1 n1 n2 n3 y5", "y 5"),
        # All touch an omni card; all colours and no rank a muddy rainbow one; the other way round light pink.
        ("Omni (5 Suits)", "o1 o1 o2 o3 o3", "r y g b 1 2 3 4 5"),
        ("Muddy Rainbow (5 Suits)", "m1 m1 m2 m3 m3", "r y g b"),
        ("Light Pink (5 Suits)", "l1 l1 l2 l3 l3", "1 2 3 4 5"),
        # The dark kinds, with one of each card, are touched alike; the colours are pink and brown.
        ("Dark Pink (5 Suits)", "i1 r2 r2 r3 r3", "r i 1 2 3 4 5"),
        ("Dark Brown (5 Suits)", "n1 n2 n3 n4 n5", "n"),
        ("Gray (5 Suits)", "a1 a2 a3 a4 a5", "1 2 3 4 5"),
        ("Cocoa Rainbow (5 Suits)", "c1 c2 c3 c4 c5", "r y g b"),
        ("Gray Pink (5 Suits)", "a1 a2 a3 a4 a5", "1 2 3 4 5"),
        # A prism 1 has the first colour, a 2 the second; with four colours a 5 has the first again.
        ("Prism (5 Suits)", "p1 p1 p2 p2 p3", "r y g 1 2 3"),
        ("Prism (5 Suits)", "p5 p4 p4 p3 p3", "r g b 3 4 5"),
        ("Prism (3 Suits)", "p1 p1 p3 p3 p5", "r 1 3 5"),
        # Reversed suits are touched as the suits that they reverse.
        ("Rainbow Reversed (5 Suits)", "r1 r1 m5 m5 m5", "r y g b 1 5"),
        ("White Reversed (5 Suits)", "w5 w5 w5 w4 w4", "4 5"),
        # The ones are touched as a suit of that kind. Where ranks are concerned, there is no clue of 1.
        ("Rainbow-Ones (5 Suits)", "r1 r1 r1 r2 r2", "r y g b p 1 2"),
        ("White-Ones (5 Suits)", "r1 r1 r1 y2 y2", "y 1 2"),
        ("Pink-Ones (5 Suits)", "r1 r1 r1 r2 r2", "r 2 3 4 5"),
        ("Brown-Ones (5 Suits)", "r1 r1 r1 r2 r2", "r 2"),
        ("Omni-Ones (5 Suits)", "r1 r2 r2 r3 r3", "r y g b p 2 3 4 5"),
        ("Null-Ones (5 Suits)", "r1 r1 r1 y1 y1", ""),
        ("Muddy-Rainbow-Ones (5 Suits)", "r1 r1 r1 r2 r2", "r y g b p 2"),
        ("Light-Pink-Ones (5 Suits)", "r1 r1 r1 y1 y1", "2 3 4 5"),
        # The same for fives.
        ("Rainbow-Fives (5 Suits)", "r5 r2 r2 r3 r3", "r y g b p 2 3 5"),
        ("Pink-Fives (5 Suits)", "r5 r2 r2 r3 r3", "r 1 2 3 4"),
        ("Null-Fives (5 Suits)", "r5 y5 g5 b2 b2", "b 2"),
        # Where suit and rank disagree the suit counts: touched by all colours and no rank.
        ("Null-Ones & Rainbow (5 Suits)", "m1 m1 m1 r1 r1", "r y g b"),
        ("Rainbow-Ones & White (5 Suits)", "w1 w1 w1 w2 w2", "1 2"),
        ("Omni-Ones & Null (5 Suits)", "n1 n1 n1 n2 n2", ""),
        ("Null-Ones & Pink (5 Suits)", "i1 i1 i1 r1 r1", "2 3 4 5"),
        # A rank counts before what a prism suit does: all colours.
        ("Rainbow-Ones & Prism (5 Suits)", "p1 p1 p1 p2 p2", "r y g b 1 2"),
        ("White-Ones & Prism (5 Suits)", "p1 p1 p1 p2 p2", "y 1 2"),
        # Deceptive: the first suit's ones are touched by 2, the second's by 3, and so on, and round again.
        ("Deceptive-Ones (6 Suits)", "r1 y1 g1 b1 p1", "r y g b p 2 3 4 5"),
        ("Deceptive-Ones (6 Suits)", "r1 r1 p1 p1 p1", "r p 2"),
        ("Deceptive-Fives (6 Suits)", "r5 p5 t5 y2 y2", "r y p t 1 2"),
        ("Deceptive-Ones & Brown (5 Suits)", "n1 n1 n1 n2 n2", "n"),
        # Suits share colours.
        ("Ambiguous (6 Suits)", "t1 m2 m2 m3 m3", "r 1 2 3"),
        ("Very Ambiguous (3 Suits)", "b1 n2 s3 s3 s4", "b 1 2 3 4"),
        ("Extremely Ambiguous (4 Suits)", "i1 a1 s1 b1 b1", "b 1"),
        ("Dual-Color (3 Suits)", "t1 t1 t1 t2 t2", "r y 1 2"),
        ("Dual-Color (6 Suits)", "c1 c1 c1 c2 c2", "b k 1 2"),
        ("Matryoshka (6 Suits)", "r1 r1 y1 y1 y1", "r y 1"),
        ("RGB Mix (6 Suits)", "o1 o1 o1 o2 o2", "r g 1 2"),
        ("RGB Mix (6 Suits)", "v1 v1 v1 v2 v2", "r b 1 2"),
        ("Ambiguous & Dual-Color Mix", "l1 j1 j1 l2 j2", "y g 1 2"),
        ("Special Mix (5 Suits)", "m1 w1 w1 w2 w2", "k i n 1 2"),
        # Rank clues touch lower cards too, or higher ones.
        ("Funnels (5 Suits)", "r3 r3 r4 r4 y4", "r y 3 4 5"),
        ("Chimneys (5 Suits)", "r3 r3 r2 r2 y2", "r y 1 2 3"),
        ("Funnels & Pink (5 Suits)", "i5 r4 r4 b5 y5", "r y b i 1 2 3 4 5"),
        ("Chimneys & Brown (5 Suits)", "n5 r1 r1 r1 y1", "r y n 1"),
        # 1 for odd ranks, 2 for even ones.
        ("Odds and Evens (5 Suits)", "r1 r3 r3 r5 y1", "r y 1"),
        ("Odds and Evens (5 Suits)", "r2 r4 r4 y2 y4", "r y 2"),
        # No rank clues, but each rank has a colour; not so a suit that no rank clue would touch, nor one
        # that no colour touches.
        ("Synesthesia (5 Suits)", "r1 r3 r3 r4 r4", "r g b"),
        ("Synesthesia & Brown (5 Suits)", "n1 n1 n2 n3 n3", "n"),
        ("Synesthesia & White (5 Suits)", "w1 w1 w2 w3 w3", ""),
        ("Synesthesia & Null (5 Suits)", "n1 n1 n2 n3 r2", "r y"),
        ("Synesthesia & Rainbow (5 Suits)", "m1 m1 m2 m3 m3", "r y g b"),
        # Mute: one kind of clue does not exist. Blind: one touches nothing, and is legal all the same.
        ("Color Mute (5 Suits)", "r1 r1 r1 r2 r2", "1 2"),
        ("Number Mute (5 Suits)", "r1 r1 r1 r2 r2", "r"),
        ("Color Blind (5 Suits)", "r1 r1 r1 r2 r2", "r y g b p 1 2"),
        ("Number Blind (5 Suits)", "r1 r1 r1 r2 r2", "r 1 2 3 4 5"),
        ("Totally Blind (5 Suits)", "r1 r1 r1 r2 r2", "r y g b p 1 2 3 4 5"),
        # Nothing changes, but for what the receiver learns.
        ("Cow & Pig (5 Suits)", "r1 r1 r1 r2 y2", "r y 1 2"),
        ("Duck (5 Suits)", "r1 r1 r1 r2 y2", "r y 1 2"),
    ],
)
def test_these_clues_are_legal_and_no_others(name: str, hand: str, legal: str) -> None:
    position = position_of(name, hand)
    assert legal_values(position) == legal
    clues = [move for move in legal_moves(position) if isinstance(move, Clue)]
    for clue in (*(Clue(1, suit=suit) for suit in range(7)), *(Clue(1, rank=rank) for rank in range(8))):
        if clue in clues:
            check_move(position, clue)
        else:
            with pytest.raises(IllegalMoveError) as caught:
                check_move(position, clue)
            assert caught.value.rule in ("clue-value", "clue-marks-a-card")


def touched(name: str, value: str) -> str:
    """The cards that a clue touches, in the order of suits and ranks."""
    variant = variant_by_name(name)
    clues = clue_rules(variant)
    assert clues is not None
    clue = parse_move(f"clue 1 {value}", clues.letters)
    assert isinstance(clue, Clue)
    ranks = [
        *range(1, variant.stack_size + 1),
        *([START_RANK] if variant.stacking is Stacking.UP_OR_DOWN else []),
    ]
    cards = [Card(suit, rank) for suit in range(len(variant.suits)) for rank in ranks]
    return " ".join(f"{variant.letters[card.suit]}{card.rank}" for card in cards if clues.touches(clue, card))


def test_start_cards_have_no_rank_but_in_suits_that_all_ranks_touch() -> None:
    assert clue_rules(variant_by_name("Up or Down (5 Suits)")) is None
    assert touched("Up or Down & White (5 Suits)", "r") == "r1 r2 r3 r4 r5 r7"
    assert touched("Up or Down & White (5 Suits)", "1") == "r1 y1 g1 b1 w1"
    assert touched("Up or Down & Pink (5 Suits)", "2") == "r2 y2 g2 b2 i1 i2 i3 i4 i5 i7"
    assert touched("Up or Down & Rainbow (5 Suits)", "b") == "b1 b2 b3 b4 b5 b7 m1 m2 m3 m4 m5 m7"


def test_a_prism_start_card_has_the_last_colour() -> None:
    assert touched("Up or Down & Prism (5 Suits)", "b").endswith("b7 p4 p7")
    assert touched("Up or Down & Prism (5 Suits)", "r").endswith("r7 p1 p5")


def test_sudoku_of_four_suits_has_no_fives() -> None:
    assert clue_rules(variant_by_name("Sudoku (4 Suits)")) is None
    clues = clue_rules(variant_by_name("Sudoku & Pink (4 Suits)"))
    assert clues is not None
    assert [rank.rank for rank in clues.ranks] == [1, 2, 3, 4]
    assert clues.colours[0].touches == ((1, 2, 3, 4), (), (), ())


@pytest.mark.parametrize(
    ("name", "colours"),
    [
        ("Ambiguous & Dual-Color Mix", "Red Yellow Blue Green"),
        ("Dual-Color (6 Suits)", "Red Yellow Blue Black"),
        ("Dual-Color (5 Suits)", "Red Yellow Green Blue Purple"),
        ("RGB Mix (6 Suits)", "Red Green Blue"),
        ("Holiday Mix (5 Suits)", "Pink Green Blue"),
        ("Special Mix (6 Suits)", "Black Pink Brown"),
        ("Matryoshka (4 Suits)", "Red Yellow Green Blue"),
        ("Rainbow & Dark Orange (6 Suits)", "Red Yellow Green Blue Orange"),
        ("Color Mute (6 Suits)", ""),
    ],
)
def test_colours_are_numbered_as_on_the_site(name: str, colours: str) -> None:
    clues = clue_rules(variant_by_name(name))
    assert clues is not None
    assert " ".join(colour.name for colour in clues.colours) == colours


def test_every_variant_has_clues_that_rules_accept() -> None:
    usual = 0
    for variant in all_variants():
        clues = clue_rules(variant)
        usual += clues is None
        rules = rules_for(variant, 2)
        assert rules.clues == clues
        assert len(set(rules.clue_letters)) == len(rules.clue_letters)
        if clues is not None:
            assert all(letter.isascii() and letter.islower() for letter in clues.letters)
    assert usual == 68


# --- kinds that alternate


def test_clues_of_one_kind_do_not_follow_each_other() -> None:
    start = build(
        rules_for(variant_by_name("Alternating Clues (5 Suits)"), 2), own="r1 r2", other="r1 r1 y2 y2"
    )
    assert start.last_clue == ""
    assert {move.kind for move in legal_moves(start) if isinstance(move, Clue)} == {"colour", "rank"}
    after = apply(start, Clue(1, suit=0))
    assert after.last_clue == "colour"
    kinds = {move.kind for move in legal_moves(after) if isinstance(move, Clue)}
    assert kinds == {"rank"}
    with pytest.raises(
        IllegalMoveError, match="expected a clue of a rank, as the last one named a colour"
    ) as caught:
        check_move(after, Clue(0, suit=0))
    assert caught.value.rule == "clue-alternates"
    discarded = apply(after, Discard(after.hands[1][0]))
    assert discarded.last_clue == "colour"
    later = apply(discarded, Clue(1, rank=1))
    assert later.last_clue == "rank"
    assert {clue.kind for clue in clues_touching(later, 0)} == {"colour"}
    assert apply(later, Play(later.hands[1][0])).last_clue == "rank"


def test_kinds_alternate_where_clues_may_be_empty_too() -> None:
    options = Options(empty_clues=True)
    start = position_of("Alternating Clues & Null (5 Suits)", "n1 n1 n2 n3 n3", options=options)
    assert legal_values(start) == "r y g b 1 2 3 4 5"
    after = replace(start, last_clue="rank")
    assert legal_values(after) == "r y g b"


def test_a_turn_may_have_no_legal_clue() -> None:
    white = "w1 w1 w2 w3 w3"
    position = replace(position_of("Alternating Clues & White (5 Suits)", white), last_clue="rank")
    assert not any(isinstance(move, Clue) for move in legal_moves(position))
    assert not any(isinstance(move, Discard) for move in legal_moves(position))
    with pytest.raises(IllegalMoveError) as caught:
        any_clue(position)
    assert caught.value.rule == "clue-marks-a-card"


def test_the_last_clue_is_only_known_where_kinds_alternate() -> None:
    usual = build(Rules(), own="r1", other="r1")
    assert apply(usual, Clue(1, rank=1)).last_clue == ""
    (fault,) = replace(usual, last_clue="rank").problems()
    assert str(fault) == "last_clue: expected none where the kinds need not alternate, got 'rank'"
    alternating = position_of("Alternating Clues (5 Suits)", "r1")
    (fault,) = replace(alternating, last_clue="number").problems()
    assert str(fault) == 'last_clue: expected "colour", "rank" or none, got \'number\''


# --- clues that touch nothing


def test_with_the_option_every_clue_that_there_is_may_be_empty() -> None:
    options = Options(empty_clues=True)
    assert legal_values(position_of("Synesthesia & Null (5 Suits)", "n1 n1 n2", options=options)) == "r y g b"
    assert legal_values(position_of("Pink-Ones (3 Suits)", "r1 r1", options=options)) == "r g b 2 3 4 5"
    position = position_of("Color Mute (5 Suits)", "r1", options=options)
    with pytest.raises(IllegalMoveError, match="these rules have no clue of the colour 0") as caught:
        check_move(position, Clue(1, suit=0))
    assert caught.value.rule == "clue-value"


@pytest.mark.parametrize(("name", "legal"), [("Rainbow (3 Suits)", ""), ("Color Blind (3 Suits)", "r g b")])
def test_a_seat_without_cards_is_touched_by_nothing(name: str, legal: str) -> None:
    position = position_of(name, "r1")
    assert legal_values(replace(position, hands=(position.hands[0], ()))) == legal


def test_any_clue_marks_a_card_if_one_can() -> None:
    blind = position_of("Color Blind (5 Suits)", "r1 r1 r1 r2 r2")
    assert any_clue(blind) == Clue(1, rank=1)
    assert any_clue(position_of("Totally Blind (5 Suits)", "r1 r1 r1 r2 r2")) == Clue(1, suit=0)
    with pytest.raises(IllegalMoveError, match="clue-needs-token"):
        any_clue(replace(blind, tokens=0))


# --- values, text and files


CLUES = ClueRules((ColourClue("Red", "r", ((1, 2, 3, 4, 5), ())),), (RankClue(1, ((1,), (1,))),))


@pytest.mark.parametrize(
    ("clues", "text"),
    [
        (3, "rules.clues: expected ClueRules or None, got 3"),
        (
            replace(CLUES, ranks=(RankClue(6, ((), ())),)),
            "rules.clues.ranks[0]: expected a rank of 1 to 5, got 6",
        ),
        (
            replace(CLUES, ranks=CLUES.ranks * 2),
            "rules.clues.ranks[1]: expected a rank of its own, got 1 a second time",
        ),
        (
            replace(CLUES, colours=CLUES.colours * 2),
            "rules.clues.colours[1]: expected a letter of its own, got 'r' a second time",
        ),
        (
            replace(CLUES, colours=(ColourClue("Red", "R", ((), ())),)),
            "rules.clues.colours[0]: expected a small letter other than 'x', got 'R'",
        ),
        (
            replace(CLUES, colours=(ColourClue("\x1b[31m", "r", ((), ())),)),
            "rules.clues.colours[0]: expected the name of a colour in letters, got '\\x1b[31m'",
        ),
        (
            replace(CLUES, colours=(ColourClue("Red", "r", ((),)),)),
            "rules.clues.colours[0]: expected the ranks that it touches in each of 2 suits, got 1",
        ),
        (
            replace(CLUES, colours=(ColourClue("Red", "r", ((), (6,))),)),
            "rules.clues.colours[0]: expected ranks of the suits (1, 2, 3, 4, 5), got 6",
        ),
    ],
)
def test_clues_that_do_not_fit_the_suits_are_refused(clues: Any, text: str) -> None:
    with pytest.raises(UnsupportedRules) as caught:
        Rules(suits=make_suits("rg"), clues=clues)
    assert str(caught.value) == text


def test_clues_are_written_with_the_letters_of_their_colours() -> None:
    rules = rules_for(variant_by_name("Dual-Color (6 Suits)"), 2)
    assert rules.clue_letters == "rybk"
    assert parse_move("clue 1 k", rules.clue_letters) == Clue(1, suit=3)
    assert format_move(Clue(1, suit=3), rules.clue_letters) == "clue 1 k"
    assert clue_value(rules, Clue(1, suit=3)) == "black"
    assert Rules().clue_letters == "rygbp"


@pytest.mark.parametrize(
    "name",
    [
        "Rainbow (5 Suits)",
        "Alternating Clues & Prism (5 Suits)",
        "Color Mute (5 Suits)",
        "Totally Blind (5 Suits)",
        "Null-Fives & White (5 Suits)",
        "Ambiguous & Dual-Color Mix",
    ],
)
def test_puzzles_keep_the_clues_of_their_rules(name: str) -> None:
    start = position_of(name, "", pile_size=4)
    if start.rules.clues is not None and start.rules.clues.alternate:
        start = apply(start, Clue(1, suit=0))
    again = parse_puzzle(format_puzzle(Puzzle(start)))
    assert again.position.rules == start.rules
    assert again.position.last_clue == start.last_clue
    assert format_puzzle(again) == format_puzzle(Puzzle(start))


def test_start_is_a_letter_in_files() -> None:
    variant = variant_by_name("Up or Down & Pink (5 Suits)")
    clues, faults = clue_rules(variant), list[Fault]()
    assert clues is not None
    data = clues_to_data(clues, variant.letters)
    assert data["ranks"][1] == {"rank": 2, "touches": "r2 y2 g2 b2 i12345S"}
    assert clues_from_file(CluesFile(**data), variant.letters, faults) == clues
    assert faults == []


@pytest.mark.parametrize(
    ("touches", "text"),
    [
        ("r12 z3", "expected a suit (one of r/g) and ranks, got 'z3'"),
        ("r12 g", "expected a suit (one of r/g) and ranks, got 'g'"),
        ("r12 r3", "expected each suit once, got 'r' twice"),
    ],
)
def test_faults_of_clues_in_files_are_told_with_their_place(touches: str, text: str) -> None:
    rules = {"suits": "rg", "clues": {"colours": [], "ranks": [{"rank": 1, "touches": touches}]}}
    data = {"rules": rules, "stacks": "r5 g5", "hands": ["x x x x x"] * 2, "tokens": 1}
    with pytest.raises(Exception, match="ranks") as caught:
        parse_puzzle(json.dumps(data))
    assert f"rules.clues.ranks[0].touches: {text}" in str(caught.value)


# --- games of the site


def clues_given(data: dict[str, Any]) -> list[tuple[str, list[Card], Clue]]:
    """The kind of the last clue, the hand and the clue at every clue of a game file."""
    players = data["players"] if isinstance(data["players"], int) else len(data["players"])
    if "deck" in data:
        deck = [Card(card["suitIndex"], card["rank"]) for card in data["deck"]]
    else:
        deck = list(parse_seed(data["seed"]).deal.deck)
    options = data.get("options") or {}
    size = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}[players] + options.get("oneExtraCard", False)
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
    drawn, seat = players * size, options.get("startingPlayer", 0)
    last, found = "", []
    for action in data.get("actions", []):
        kind, target, value = action["type"], action["target"], action.get("value")
        if kind in (0, 1):
            if target not in hands[seat]:  # from the draw pile
                assert options.get("deckPlays")
                assert target == drawn == len(deck) - 1
                drawn += 1
                hands[seat].append(target)
            hands[seat].remove(target)
            if drawn < len(deck):
                hands[seat].append(drawn)
                drawn += 1
        elif kind in (2, 3):
            clue = Clue(target, suit=value) if kind == 2 else Clue(target, rank=value)
            found.append((last, [deck[index] for index in hands[target]], clue))
            last = clue.kind
        seat = (seat + 1) % players
    return found


@pytest.mark.acceptance
def test_every_clue_of_real_games_is_legal(hanabi_data: Path) -> None:
    number, variants = 0, set()
    for path in sorted([*(hanabi_data / "games").glob("*.json"), *(hanabi_data / "cases").glob("*.json")]):
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue  # no JSON, on purpose
        options = data.get("options") or {}
        name = options.get("variant") or options.get("variantName") or data.get("variant") or "No Variant"
        variant = variant_by_name(name)
        clues = clue_rules(variant)
        variants.add(name)
        for last, hand, clue in clues_given(data):
            number += 1
            if clues is None:
                is_touched = any(card.suit == clue.suit or card.rank == clue.rank for card in hand)
            else:
                is_touched = any(clues.touches(clue, card) for card in hand)
                assert not (clues.alternate and last == clue.kind), path.name
            assert is_touched or options.get("emptyClues"), (path.name, name, clue, hand)
    assert number > 900
    assert len(variants) >= 12


def test_what_no_clue_marks_leaves_a_range() -> None:
    """Only a clue would spare the last strike, and no clue marks a card: 1 cannot be shown, nor refuted."""
    nothing = ColourClue("Red", "r", ((),))
    rules = Rules(
        suits=(Suit("r", (2, 1, 1)),),
        hand_size=2,
        token_limit=1,
        strike_limit=1,
        clues=ClueRules((nothing,), ()),
    )
    deck = tuple(Card(0, rank) for rank in (2, 3, 1, 1))
    start = Position(rules, deck, ((0, 1), (2, 3)), 4, (0,), (), 1, 0, 0, 2).checked()
    usual = replace(start, rules=replace(rules, clues=None))
    assert solve(usual).best == 1
    for method in ("auto", "search", "cpsat"):
        result = solve(start, method=method)
        assert (result.best, result.upper, result.status) == (0, 1, Status.BOUNDS), method
        assert "has a turn without a legal clue" in result.gap
        assert parse_result(result.to_json()).gap == result.gap
        assert not verify(result).is_false
