"""Every form of deals and games that is read: the examples of docs/formats.md, and what each fault says."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from game_samples import SHARED, game_data
from learning_env_logs import board_log, history_log
from places import ROOT, SAMPLES

from benchmarks.round_trips import check
from hanabi_solver.errors import InputError, UnsupportedRules
from hanabi_solver.formats.any_source import load, parse
from hanabi_solver.formats.entry import BadEntry, Entry, Line
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.history import read_summary
from hanabi_solver.formats.learning_env import read_log
from hanabi_solver.formats.plain import format_deal, parse_deal
from hanabi_solver.formats.source import scan_source
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Play

FORMS = ROOT / "examples" / "forms"
DOCS = ROOT / "docs" / "formats.md"
TRACES = SAMPLES.parent / "trace_samples.jsonl"


def entries(path: Path) -> list[Entry | BadEntry]:
    found = scan_source(str(path))
    return [item.read() if isinstance(item, Line) else item for item in found]


def game(path: Path) -> Game:
    found = load(path)
    assert isinstance(found, Game)
    return found


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "given"
    path.write_text(text, encoding="utf-8")
    return path


def faults(data: Any) -> list[tuple[str, str, str]]:
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(InputError) as caught:
        parse(text)
    return [(fault.place, fault.text, fault.help) for fault in caught.value.faults]


# The examples of the docs


def test_the_docs_name_every_example_and_each_is_read() -> None:
    named = set(re.findall(r"examples/forms/([a-z.-]+)", DOCS.read_text(encoding="utf-8")))
    assert named == {path.name for path in FORMS.iterdir()}
    for path in FORMS.iterdir():
        for entry in entries(path):
            assert isinstance(entry, Entry), entry


def test_both_places_of_a_variant_count() -> None:
    for name in ("variant-at-top.json", "variant-option.json"):
        assert game(FORMS / name).variant.name == "Clue Starved (5 Suits)"
        assert game(FORMS / name).notes == ()


def test_lists_name_each_game_with_its_place() -> None:
    for name, places in (("games.json", ("[0]", "[1]")), ("games.jsonl", (":1", ":2"))):
        found = entries(FORMS / name)
        assert [entry.name for entry in found] == [f"{FORMS / name}{place}" for place in places]
        seeds = [entry.game.seed for entry in found if isinstance(entry, Entry) and entry.game]
        assert seeds == ["p2v0s1", "p2v0s2"]


def test_old_cards_and_actions() -> None:
    old = game(FORMS / "old.json")
    assert old.deal.deck == game_of_seed("p2v0s1").deal.deck
    assert len(old.moves) == 12
    assert old.replay().strikes == 0
    (note,) = old.notes
    assert note.startswith("an old file: ")


def game_of_seed(seed: str) -> Game:
    found = parse(seed)
    assert isinstance(found, Game)
    return found


def test_summaries_of_a_history_are_deals() -> None:
    first, second = entries(FORMS / "history.json")
    assert isinstance(first, Entry)
    assert isinstance(second, Entry)
    assert isinstance(first.start, Deal)
    assert first.start == game_of_seed("p2v0s1").deal
    assert second.position.rules.deck_plays
    assert second.game is not None
    assert second.game.players == ("Alice", "Bob", "Cathy")
    assert "game 1000002 is a summary" in second.notes[0]


def test_games_of_the_learning_environment() -> None:
    log = game(FORMS / "learning-env.log")
    assert (log.replay().score, log.ending(), log.deal.rules.letters) == (24, "final round over", "rygwb")
    assert log.deal.deck == game_of_seed("p2v0s1").deal.deck
    found = entries(FORMS / "learning-env.jsonl")
    endings = [entry.game.ending() for entry in found if isinstance(entry, Entry) and entry.game]
    assert endings == ["final round over", "perfect"]


def test_white_cards_make_five_suits_with_white() -> None:
    text = (FORMS / "white.txt").read_text(encoding="utf-8").strip()
    deal = load(FORMS / "white.txt")
    assert isinstance(deal, Deal)
    assert deal.rules.letters == "rygwb"
    assert format_deal(deal) == text.lower()
    assert parse_deal(format_deal(deal)) == deal


# Variants, options and keys


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"variant": 17}, [("variant", "expected a text, got 17")]),
        ({"options": {"variantID": "0"}}, [("options.variantID", 'expected a whole number, got "0"')]),
        ({"allOrNothing": 1}, [("allOrNothing", "expected true or false, got 1")]),
        (
            {"options": {"variant": "No Variant", "variantID": 1}},
            [("options.variantID", 'expected "No Variant", which options.variant names, got "6 Suits"')],
        ),
        (
            {"options": {"variantName": "6 Suits"}, "variant": "No Variant"},
            [("variant", 'expected "6 Suits", which options.variantName names, got "No Variant"')],
        ),
        (
            {"options": {"variantName": "?", "variantID": 10**6}},
            [("options.variantName", 'expected the name of a variant, got "?"'), ("options.variantID", "")],
        ),
        ({"options": {"numPlayers": 3}}, [("options.numPlayers", "expected 2, as players says, got 3")]),
        (
            {"options": {"deckPlays": True}, "deckPlays": False},
            [("deckPlays", "expected true, as options.deckPlays says, got false")],
        ),
    ],
)
def test_what_could_change_the_rules_is_a_fault(
    changes: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = faults(game_data(**changes))
    assert [place for place, _, _ in found] == [place for place, _ in expected]
    assert all(text.startswith(start) for (_, text, _), (_, start) in zip(found, expected, strict=True))


def test_variants_that_agree_are_one() -> None:
    options = {"variant": "No Variant", "variantName": "No Variant", "variantID": 0}
    found = parse(json.dumps(game_data(options=options, variant="No Variant", allOrNothing=True)))
    assert isinstance(found, Game)
    assert found.deal.rules.all_or_nothing
    assert found.notes == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"characterAssignments": [0, 3]},
        {"characterAssignments": True},
        {"options": {"characterAssignments": True}},
        {"detrimentalCharacters": True},
    ],
)
def test_characters_are_refused_wherever_they_stand(changes: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedRules, match="without detrimental characters"):
        parse(json.dumps(game_data(**changes)))
    parse(json.dumps(game_data(characterAssignments=[], characterMetadata=[])))


def test_unknown_keys_are_reported() -> None:
    found = parse(json.dumps(game_data(gravity=2, levity=0, id=7, notes=[[]], options={"hover": True})))
    assert isinstance(found, Game)
    assert found.notes == (
        "the option hover is not known here, and taken to change nothing",
        "the key gravity is not known here, and taken to change nothing",
    )


# Comments, lists, cards that are not shown


@pytest.mark.parametrize(
    "text",
    [
        '// a game\n{"players": 2, "seed": "p2v0s1"}\n',
        '/* a game\n of mine */\n{"players": 2, "seed": "p2v0s1"}\n',
        '# a game\n{\n"players": 2, "seed": "p2v0s1"}\n',
        '{"players": 2, // two\n "seed": "p2v0s1"}\n',
        '{"players": 2, "seed": "p2v0s1" /* of the site */}\n',
        '{"players": 2,\n# two\n "seed": "p2v0s1"}\n',
        '{"players": 2, "seed": "p2v0s1"}\n// the end\n',
        '[{"players": 2, "seed": "p2v0s1"}, // one\n]',
    ],
)
def test_comments_are_one_fault(tmp_path: Path, text: str) -> None:
    (entry,) = entries(written(tmp_path, text))
    assert isinstance(entry, BadEntry)
    (fault,) = entry.error.faults
    assert "no comment, as JSON has none" in fault.text
    assert fault.help == "remove all comments (//, /* */ and #)"


def test_remarks_may_stand_before_games_a_line(tmp_path: Path) -> None:
    lines = '# two games\n\n{"players": 2, "seed": "p2v0s1"}\n# the other\np2v0s2\n'
    names = [entry.name.removeprefix(str(tmp_path)) for entry in entries(written(tmp_path, lines))]
    assert names == ["/given:3", "/given:5 (p2v0s2)"]
    lines = lines.replace("p2v0s2", '{"players": 2, "seed": "p2v0s2"}\n\np2v0s3')
    names = [entry.name.removeprefix(str(tmp_path)) for entry in entries(written(tmp_path, lines))]
    assert names == ["/given:3", "/given:5", "/given:7 (p2v0s3)"]


def test_a_fault_in_a_list_leaves_the_rest(tmp_path: Path) -> None:
    found = entries(written(tmp_path, '["p2v0s1", 7, {"players": 9, "seed": "p2v0s1"}, {"hands": []}]'))
    assert [isinstance(entry, Entry) for entry in found] == [True, False, False, False]
    assert [entry.name.removeprefix(str(tmp_path)) for entry in found[1:]] == [
        "/given[1]",
        "/given[2]",
        "/given[3]",
    ]
    (empty,) = entries(written(tmp_path, "[]"))
    assert isinstance(empty, BadEntry)
    assert faults('["p2v0s1", "p2v0s2"]')[0][1] == "expected one deal or game, got a list of 2"
    assert parse('["p2v0s1"]') == parse("p2v0s1")


def test_what_changes_the_rules_counts_in_a_summary_too() -> None:
    summary = {"id": 1, "score": 5, "seed": "p2v0s1", "options": {}}
    assert read_summary({**summary, "allOrNothing": True}).deal.rules.all_or_nothing
    with pytest.raises(UnsupportedRules):
        read_summary({**summary, "characters": [{"name": "Fuming"}]})


def test_a_summary_without_options_points_at_its_game(tmp_path: Path) -> None:
    row = {"id": 123, "num_players": 2, "score": 25, "variant": 0, "users": "Alice, Bob", "seed": "p2v0s1"}
    (entry,) = entries(written(tmp_path, json.dumps({"total_rows": 1, "info": "", "rows": [row]})))
    assert isinstance(entry, BadEntry)
    assert entry.name.endswith("given:rows[0]")
    (fault,) = entry.error.faults
    assert fault.text == "expected a game, got the summary of game 123, without deck, moves and options"
    assert fault.help == "give its number, or save its file from https://hanab.live/export/123"


def test_hidden_cards_are_one_fault() -> None:
    deck = [{"suitIndex": card.suit, "rank": card.rank} for card in game_of_seed("p2v0s1").deal.deck]
    for index in (3, 47, 48, 49):
        deck[index] = {"suitIndex": -1, "rank": -1}
    ((place, text, advice),) = faults({"players": 2, "deck": deck})
    assert place == "deck[3]"
    assert text == "expected every card of the deck, got 4 unknown cards (suit or rank -1): 3, 47-49"
    assert advice == "a game that goes on hides cards: save its file when it is over"


def test_old_actions_that_are_none() -> None:
    actions: list[dict[str, Any]] = [
        {"type": 0, "target": 1, "clue": {"type": 1, "value": 2}},
        {"type": 1, "target": 5},
        {"type": 2, "target": 0},
        {"type": 3, "target": 0},
        {"type": 0, "target": 1, "clue": {"type": 7, "value": 2}},
    ]
    found = faults(game_data(actions=actions))
    assert [place for place, _, _ in found] == ["actions[3].type", "actions[4].clue.type"]
    read = parse(json.dumps(game_data(actions=actions[:3])))
    assert isinstance(read, Game)
    assert read.moves == (Clue(1, suit=2), Play(5), Discard(0))
    assert faults({"players": 2, "deck": [{"suit": 0, "suitIndex": 1, "rank": 1}]})[0][0] == "deck[0]"


# The Learning Environment


@pytest.mark.parametrize("write", [history_log, board_log])
def test_logs_say_the_same_as_traces(write: Callable[[Game], str]) -> None:
    read, unread = 0, list[str]()
    for line in TRACES.read_text(encoding="utf-8").splitlines():
        trace = parse(line)
        assert isinstance(trace, Game)
        try:
            log = read_log(write(trace))
        except InputError:
            unread.append(line)
            continue
        assert (log.moves, log.deal.deck) == (trace.moves, trace.deal.deck)
        read += 1
    assert read > 0
    for line in unread:
        trace = parse(line)
        assert isinstance(trace, Game)
        left = trace.replay().pile_size
        with pytest.raises(InputError, match=f"got {left} unknown one"):
            read_log(write(trace))


def test_faults_of_logs_and_traces() -> None:
    log = (FORMS / "learning-env.log").read_text(encoding="utf-8")
    assert faults("\n".join(log.splitlines()[:30]))[0][1].startswith(
        "expected all 50 cards of the deck, got "
    )
    first = next(line for line in log.splitlines() if "by player" in line)
    second = log.splitlines().index(first) + 1
    lines = log.splitlines()
    ((place, text, _), *_) = faults("\n".join([*lines[:second], first, *lines[second:]]))
    assert (place, text) == (
        f"line {second + 1}",
        "expected a move of player 1, whose turn it is, got one of player 0",
    )
    assert faults("colors=2\n" + log)[0][1] == "expected the usual colors=5, got 2"
    assert faults("Life tokens: 3\n")[0][1] == "expected the hands of 2 to 5 players, got none"
    hidden = "\n".join([*lines, "<(Deal XX)>"])
    assert faults(hidden)[0][1].startswith("expected all 50 cards of the deck, got ")
    for huge in ("players=" + "9" * 5000, "<(Play " + "9" * 5000 + ")>"):
        assert faults("\n".join([huge, *lines[:20]]))
    number = {"players": 2, "deck": "r1", "actions": ["play " + "9" * 5000]}
    assert [place for place, _, _ in faults(number)][-1] == "actions[0]"
    ruled = {"players": 2, "deck": "r1", "options": {"allOrNothing": True}}
    assert faults(ruled)[0][:2] == ("options", "expected the standard game, got one with options")
    bad = {"players": 2, "deck": "r1", "actions": ["jump"]}
    assert [place for place, _, _ in faults(bad)][-1] == "actions[0]"


# Round trips


def test_random_games_survive_their_round_trips() -> None:
    positions, wrong = check(Random(5), 25)
    assert wrong == 0
    assert positions > 10


def test_a_shared_game_is_not_a_list() -> None:
    assert isinstance(parse(SHARED), Game)


# The reference data


@pytest.mark.acceptance
def test_cases_of_forms(hanabi_data: Path) -> None:
    for name in ("variant_name_option.json", "variant_at_top.json"):
        assert game(hanabi_data / "cases" / name).variant.name == "Clue Starved (5 Suits)"
    (entry,) = entries(hanabi_data / "cases" / "starts_with_comment.json")
    assert isinstance(entry, BadEntry)
    assert len(entry.error.faults) == 1


@pytest.mark.acceptance
def test_all_traces_are_games(hanabi_data: Path) -> None:
    found = entries(hanabi_data / "engine_traces.jsonl")
    assert len(found) == 240
    logs = 0
    for entry in found:
        assert isinstance(entry, Entry)
        assert entry.game is not None
        assert entry.game.ending() in ("strikeout", "perfect", "final round over")
        if entry.game.replay().pile_size == 0:
            read = [read_log(write(entry.game)) for write in (history_log, board_log)]
            assert all(log.moves == entry.game.moves for log in read)
            logs += 1
    assert logs > 100
