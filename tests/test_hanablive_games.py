"""hanab.live's game files: reading, replaying and writing them, and lines shown as games of the site."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from game_samples import game_data, parse, sample
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import random_deck

from hanabi_solver.errors import IllegalMoveError, InputError, UnsupportedRules
from hanabi_solver.formats.hanablive.game import Game, game_of, lacks_button
from hanabi_solver.formats.hanablive.game_files import format_game, is_game, parse_game
from hanabi_solver.formats.hanablive.links import format_link, parse_link
from hanabi_solver.formats.hanablive.options import Options, rules_for
from hanabi_solver.formats.hanablive.seeds import deal_of, parse_seed
from hanabi_solver.formats.hanablive.variants import variant_by_name
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import any_clue, apply, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.game.rules import Rules, make_suits


def faults_of(**changes: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse(**changes)
    return [str(fault) for fault in caught.value.faults]


def random_line(rng: Random, deal: Deal, length: int) -> list[Move]:
    position, line = deal.start(), []
    while len(line) < length and not position.is_over:
        line.append(rng.choice(legal_moves(position)))
        position = apply(position, line[-1])
    return line


def told(game: Game) -> tuple[int, str, int, int, int, str]:
    """What `expected.tsv` tells of a game."""
    final = game.replay()
    return (
        len(game.players),
        game.variant.name,
        sum(final.stacks),
        final.rules.max_score,
        final.strikes,
        game.ending(),
    )


@pytest.mark.parametrize(
    ("name", "expected", "score"),
    [
        ("p2v0s12.json", (2, "No Variant", 9, 25, 3, "strikeout"), 0),
        ("p3v0s1.json", (3, "No Variant", 25, 25, 0, "perfect"), 25),
        ("p6v0s11.json", (6, "No Variant", 4, 25, 0, "time ran out"), 4),
        ("variant_08.json", (3, "Ambiguous & Null (5 Suits)", 25, 25, 0, "perfect"), 25),
    ],
)
def test_real_games_replay_to_their_end(name: str, expected: tuple[Any, ...], score: int) -> None:
    game = parse_game(sample(name))
    assert told(game) == expected
    assert game.replay().score == score
    assert game.notes == ()
    assert parse_game(format_game(game)) == game
    assert parse_link(format_link(game)) == replace(game, players=parse_link(format_link(game)).players)


# What the table takes from the files, and the rules know better: files state neither that all was lost nor
# that no further point was possible.
LOST_BY_THE_RULES = {"variant_14.json": "full score out of reach"}
NOT_IN_FILES = {"not stated": "no further point"}


@pytest.mark.acceptance
def test_all_real_games_replay_to_their_end(hanabi_data: Path) -> None:
    with (hanabi_data / "games" / "expected.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert len(rows) == 69
    for row in rows:
        text = (hanabi_data / "games" / row["file"]).read_text(encoding="utf-8")
        game = parse_game(text, row["file"])
        end = LOST_BY_THE_RULES.get(row["file"], NOT_IN_FILES.get(row["end"], row["end"]))
        expected = [*list(row.values())[1:-1], end]
        assert [str(value) for value in told(game)] == expected, row["file"]
        assert game.notes == (), row["file"]
        assert parse_game(format_game(game)) == game, row["file"]


def test_a_seed_stands_for_its_deck() -> None:
    with_deck = json.loads(sample("p3v0s1.json"))
    without_deck = {key: value for key, value in with_deck.items() if key != "deck"}
    assert parse_game(json.dumps(without_deck)) == parse_game(json.dumps(with_deck))
    assert parse_game(json.dumps({**without_deck, "deck": []})) == parse_game(json.dumps(with_deck))


def test_the_deck_counts_where_the_seed_gives_another() -> None:
    data = json.loads(sample("p6v0s11.json"))
    game = parse_game(json.dumps({**data, "seed": "p6v0s12"}))
    assert game.deal == parse_game(sample("p6v0s11.json")).deal
    (note,) = game.notes
    assert note.startswith('the deck is not that of the seed "p6v0s12": ')
    assert note.endswith("; the deck counts")


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        (
            {"players": 3},
            ['seed: expected a seed of 3 players, as the file says, got "p2v0s1" of 2 players'],
        ),
        (
            {"options": {"variant": "6 Suits"}},
            [
                'seed: expected a seed of variant 1 ("6 Suits"), as the file says, got "p2v0s1" of variant 0',
            ],
        ),
        ({"seed": "hello"}, ['seed: expected a seed, got "hello"']),
    ],
)
def test_a_seed_that_gives_the_deck_is_of_the_same_game(changes: dict[str, Any], faults: list[str]) -> None:
    assert faults_of(**changes) == faults


def test_a_seed_of_another_game_is_noted_where_there_is_a_deck() -> None:
    data = json.loads(format_game(parse()))
    (note,) = parse_game(json.dumps({**data, "players": 3})).notes
    assert note == 'the seed "p2v0s1" is of 2 players, the game of 3 players; the game counts'


def test_players_may_be_a_number() -> None:
    assert parse(players=2).players == ("Alice", "Bob")
    assert faults_of(players=7) == ["players: expected 2 to 6, got 7"]


def test_actions_become_moves() -> None:
    actions = [
        {"type": 2, "target": 1, "value": 3},
        {"type": 3, "target": 0, "value": 3},
        {"type": 0, "target": 4, "value": 0},
        {"type": 1, "target": 7},
        {"type": 4, "target": 1, "value": 4},
    ]
    game = parse(actions=actions)
    assert game.moves == (Clue(1, suit=3), Clue(0, rank=3), Play(4), Discard(7))
    assert game.ending() == "terminated"


@pytest.mark.parametrize(
    ("value", "reason"), [(3, "time ran out"), (6, "idle for too long"), (99, "stopped (reason 99)")]
)
def test_the_reason_of_an_early_end_is_told(value: int, reason: str) -> None:
    assert parse(actions=[{"type": 4, "target": 0, "value": value}]).ending() == reason


def test_games_without_an_end_are_fine() -> None:
    assert parse().ending() == "not stated"
    assert parse(actions=[{"type": 5, "target": -1, "value": 10}]).ending() == "terminated"


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([{"type": 1, "target": 0}], "turn 1: no discard while all 8 clue tokens are there"),
        ([{"type": 0, "target": 4}, {"type": 0, "target": 0}], "turn 2: card 0 "),
        ([{"type": 2, "target": 0, "value": 0}], "turn 1: the player to move cannot clue themself"),
    ],
)
def test_an_illegal_action_says_its_turn_and_rule(actions: list[dict[str, int]], message: str) -> None:
    game = parse(actions=actions)
    with pytest.raises(IllegalMoveError) as caught:
        game.replay()
    assert str(caught.value).startswith(message)
    assert "[rule: " in str(caught.value)


def test_options_make_the_rules() -> None:
    game = parse(options={"startingPlayer": 1, "oneLessCard": True, "emptyClues": True, "cardCycle": True})
    assert game.options == Options(starting_player=1, one_less_card=True, empty_clues=True)
    assert game.deal.rules == Rules(hand_size=4, empty_clues=True, first_seat=1)
    assert parse(firstPlayer=1).options.starting_player == 1
    assert parse(firstPlayer=1, options={"startingPlayer": 0}).options.starting_player == 0
    assert parse(options={"oneExtraCard": True}).deal.rules.hand_size == 6
    assert parse_game(format_game(game)) == game


def test_unknown_options_are_told() -> None:
    assert parse(options={"timed": True, "timeBase": 5}).notes == ()
    assert parse(options={"gravity": True, "levity": False}).notes == (
        "the option gravity is not known here, and taken to change nothing",
    )


@pytest.mark.parametrize(
    "changes", [{"options": {"detrimentalCharacters": True}}, {"characters": [{"name": "Fuming"}, {}]}]
)
def test_characters_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedRules, match="without detrimental characters"):
        parse(**changes)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        (
            {"options": {"variant": "6 Siuts"}},
            ['options.variant: expected the name of a variant, got "6 Siuts"'],
        ),
        ({"seed": ""}, ["deck: expected a deck or a seed, got neither"]),
        (
            {"deck": [{"suitIndex": 5, "rank": 0}]},
            [
                "deck[0].suitIndex: expected a suit's number of 0 to 4, got 5",
                "deck[0].rank: expected a rank of 1 to 5, got 0",
            ],
        ),
        (
            {"options": {"startingPlayer": 2}},
            ["options.startingPlayer: expected a seat of 0 to 1, got 2"],
        ),
        (
            {
                "actions": [
                    {"type": 9, "target": 0},
                    {"type": 0, "target": 50},
                    {"type": 3, "target": 2, "value": 1},
                ]
            },
            [
                "actions[0]: expected an action of type 0 to 5, got 9",
                "actions[1]: expected a deck index of 0 to 49, got 50",
                "actions[2]: expected a seat of 0 to 1, got 2",
            ],
        ),
        (
            {"actions": [{"type": 2, "target": 1, "value": 5}, {"type": 3, "target": 1, "value": None}]},
            [
                "actions[0]: expected a colour's number of 0 to 4, got 5",
                "actions[1]: expected a rank of 1 to 5, got none",
            ],
        ),
        (
            {"actions": [{"type": 4, "target": 0, "value": 4}, {"type": 0, "target": 0}]},
            ["actions[1]: expected no action after the end of the game, got one"],
        ),
        (
            {"actions": [{"type": "play", "target": 0}]},
            ['actions[0].type: expected a whole number, got "play"'],
        ),
        ({"players": ["Ann"]}, ["rules.players: expected 2 to 6, got 1"]),
    ],
)
def test_faults_have_a_place(changes: dict[str, Any], faults: list[str]) -> None:
    assert faults_of(**changes) == faults


def test_no_json_is_refused_with_its_source() -> None:
    with pytest.raises(InputError, match=r"game\.json: .*expected JSON"):
        parse_game("{", "game.json")
    with pytest.raises(InputError, match="expected a JSON object"):
        parse_game("[]")


def test_games_are_told_from_puzzles() -> None:
    assert is_game(game_data())
    assert not is_game({"rules": {"players": 2}, "deck": "r1"})
    assert not is_game([])


# --- inverted suits


def orange_deal() -> tuple[Deal, int, int]:
    """A deal with inverted suits, an orange card of the first hand and another card of it."""
    deal = deal_of("p2v2133s2", variant_by_name("Orange (3 Suits)"), 2)
    hand = deal.start().hands[0]
    orange = next(index for index in hand if deal.deck[index].suit == 2)
    return deal, orange, next(index for index in hand if deal.deck[index].suit != 2)


def test_actions_say_what_a_move_did_in_variants_with_inverted_suits_too() -> None:
    _, orange, other = orange_deal()
    actions = [{"type": kind, "target": card} for kind in (0, 1) for card in (orange, other)]
    game = parse(seed="p2v2133s2", options={"variant": "Orange (3 Suits)"}, actions=actions)
    assert game.moves == (Play(orange), Play(other), Discard(orange), Discard(other))
    assert [action["type"] for action in json.loads(format_game(game))["actions"]] == [0, 0, 1, 1]
    assert parse_link(format_link(game)).moves == game.moves


def without_button(game: Game) -> list[Move]:
    return [step.move for step in steps(game.deal.start(), game.moves) if lacks_button(game.variant, step)]


def test_moves_that_the_page_of_the_site_does_not_offer_are_known() -> None:
    deal, orange, other = orange_deal()
    game = game_of(deal)
    clues = (Clue(1, rank=deal.deck[5].rank), Clue(0, rank=deal.deck[0].rank))
    for moves, number in [
        ((Play(orange),), 1),
        ((Discard(other),), 1),
        ((Discard(orange),), 0),  # by its play button
        ((Play(other),), 0),
        ((*clues, Play(orange)), 0),
        ((*clues, Discard(other)), 0),
    ]:
        assert without_button(replace(game, moves=moves)) == list(moves[:number])
        assert parse_link(format_link(replace(game, moves=moves))).moves == moves


@pytest.mark.parametrize(("variant", "number"), [("No Variant", 1), ("Orange (3 Suits)", 0)])
def test_the_page_offers_a_discard_from_the_pile_with_inverted_suits_only(variant: str, number: int) -> None:
    rng = Random(3)
    rules = rules_for(variant_by_name(variant), 2, Options(deck_plays=True))
    deal = Deal(rules, random_deck(rng, rules))
    line: list[Move] = []
    position = deal.start()
    while position.pile_size > 1 or position.tokens == rules.token_limit:
        is_full = position.tokens == rules.token_limit
        line.append(any_clue(position) if is_full else Discard(position.hands[position.seat][0]))
        position = apply(position, line[-1])
    last = Discard(position.draw_index)
    game = replace(game_of(deal), moves=(*line, last))
    assert game.replay().pile_size == 0
    assert without_button(game) == [last][:number]


# --- lines as games


@given(
    rng=st.randoms(use_true_random=False), players=st.integers(2, 6), suits=st.sampled_from(["rygbp", "abc"])
)
@settings(deadline=None, max_examples=25)
def test_a_line_becomes_a_game_and_a_link(rng: Random, players: int, suits: str) -> None:
    rules = Rules(players=players, suits=make_suits(suits))
    deal = Deal(rules, random_deck(rng, rules))
    line = random_line(rng, deal, 60)
    game = game_of(deal, line)
    assert game.deal.deck == deal.deck
    assert game.replay().stacks == replay(deal.start(), line).stacks
    assert parse_link(format_link(game)) == game
    assert parse_game(format_game(game)) == game


def test_moves_after_the_last_point_are_left_out() -> None:
    game = parse_game(sample("p3v0s1.json"))
    assert game.with_line(game.moves).moves == game.moves
    assert isinstance(game.moves[-1], Play)
    before_it = game.moves[:-1]
    assert len(game.with_line(before_it).moves) <= len(before_it)
    assert game.with_line(()).moves == ()


def test_a_line_keeps_the_options_of_its_rules() -> None:
    rules = Rules(players=4, hand_size=5, empty_clues=True, first_seat=3, strikeout_scores=True)
    game = game_of(Deal(rules, parse_seed("p4v0s1").deal.deck))
    assert game.variant.name == "No Variant"
    assert game.options == Options(starting_player=3, one_extra_card=True, empty_clues=True)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(suits=make_suits("rg")),
        Rules(hand_size=7),
        Rules(token_limit=7),
        Rules(strike_limit=1),
        Rules(suits=make_suits("rygbp", dark="rp")),
    ],
)
def test_rules_that_the_site_does_not_know_make_no_game(rules: Rules) -> None:
    with pytest.raises(UnsupportedRules, match="expected rules that a variant and options"):
        game_of(Deal(rules, random_deck(Random(1), rules)))


def test_the_variant_is_told_from_the_rules() -> None:
    for name in ("6 Suits", "Black (6 Suits)", "4 Suits"):
        variant = variant_by_name(name)
        assert game_of(deal_of("seed", variant, 3)).variant is variant


def test_the_variant_of_clues_of_its_own_is_told_from_the_rules() -> None:
    for name in (
        "Rainbow (5 Suits)",
        "Null-Fives & White (5 Suits)",
        "Alternating Clues (4 Suits)",
        "RGB Mix (6 Suits)",
    ):
        variant = variant_by_name(name)
        assert game_of(deal_of("seed", variant, 3)).variant is variant
    usual = deal_of("seed", variant_by_name("Rainbow (5 Suits)"), 3)
    as_usual = Deal(replace(usual.rules, clues=None), usual.deck)
    assert game_of(as_usual).variant.name == "No Variant"


def test_a_line_keeps_to_the_clues_of_the_variant() -> None:
    game = parse_game(sample("variant_08.json"))
    null = next(index for index, suit in enumerate(game.variant.suits) if suit.name == "Null")
    assert game.with_line(game.moves).moves == game.moves[: len(game.with_line(game.moves).moves)]
    turn, clue = next((turn, move) for turn, move in enumerate(game.moves, 1) if isinstance(move, Clue))
    line = [*game.moves[: turn - 1], Clue(clue.target, suit=null), *game.moves[turn:]]
    with pytest.raises(IllegalMoveError, match=rf"turn {turn}: .*\[rule: clue-value\]"):
        game.with_line(line)


def test_a_clue_of_a_colour_that_is_none_is_refused() -> None:
    mute = {"variant": "Color Mute (5 Suits)"}
    (text,) = faults_of(seed="p2v111s1", options=mute, actions=[{"type": 2, "target": 1, "value": 0}])
    assert 'expected no clue of a colour, as "Color Mute (5 Suits)" has none, got one' in text
    rainbow = {"variant": "Rainbow (5 Suits)"}
    (text,) = faults_of(seed="p2v16s1", options=rainbow, actions=[{"type": 2, "target": 1, "value": 4}])
    assert "expected a colour's number of 0 to 3, got 4" in text


# --- rules of some variants and options


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("Clue Starved (5 Suits)", {"clue_cost": 2, "token_limit": 16}),
        ("Throw It in a Hole (5 Suits)", {"suit_regains": False}),
    ],
)
def test_variants_change_the_rules(name: str, changed: dict[str, Any]) -> None:
    assert rules_for(variant_by_name(name), 3) == replace(Rules(players=3), **changed)


def test_reversed_suits_are_told_to_the_engine() -> None:
    rules = rules_for(variant_by_name("Reversed (5 Suits)"), 2)
    assert [suit.reversed for suit in rules.suits] == [False] * 4 + [True]
    assert rules.suits[4].copies == (1, 2, 2, 2, 3)


@pytest.mark.parametrize(
    ("option", "rule"),
    [("deckPlays", "deck_plays"), ("allOrNothing", "all_or_nothing"), ("speedrun", "speedrun")],
)
def test_rare_options_reach_the_engine(option: str, rule: str) -> None:
    game = parse(options={option: True})
    assert getattr(game.deal.rules, rule) is True
    assert getattr(game.options, rule) is True
    assert parse_game(format_game(game)) == game
    assert game_of(game.deal).options == game.options
