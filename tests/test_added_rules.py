"""`--rules` and `rules=`: rules of hanab.live's options added to what a source says."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import errors_of, output_of, run, run_here, write
from game_samples import LOST_P4, SLOW, game_data
from places import SAMPLES

from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import load, parse
from hanabi_solver.formats.hanablive.added_rules import RULE_NAMES, read_rules, rule_names
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.options import NO_OPTIONS
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import format_deal
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules

GAME = str(SAMPLES / "p2v0s12.json")  # 35 moves, lost from turn 27 on
ALL = (
    "expected names of rules (all-or-nothing, speedrun, deck-plays, empty-clues, one-extra-card, "
    "one-less-card)"
)
NO_OPTIONS_IN_LINKS = "a link holds players, deck, actions and variant only: write a game file (JSON)"
NO_OTHER_HANDS = "the hands are dealt already: leave out {}, or give the seed or the deck alone"
DECK = format_deal(parse_seed("p2v0s40").deal)
# The last card is drawn, so only without a final round can there be more than the 23 on the stacks.
LATE = {
    "stacks": "r5 y5 g5 b5 p3",
    "hands": ["x x x x x", "x x x x p5", "p4 x x x"],
    "pile": "",
    "tokens": 8,
    "seat": 0,
    "discards": "p4",
    "turns_left": 2,
    "expect": {"best": 23},
}


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found = json.loads(output_of(capsys, "solve", *arguments, "--json", "--workers", "1"))
    assert isinstance(found, dict)
    return found


def rules_of(source: object) -> Rules:
    start = source.start if isinstance(source, Game) else source
    assert isinstance(start, Deal | Position)
    return start.rules


def faults_of(text: str, *, turn: int | None = None, rules: Any = ()) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse(text, turn=turn, rules=rules)
    return [str(fault) for fault in caught.value.faults]


def test_each_name_is_an_option() -> None:
    assert read_rules([]) == NO_OPTIONS
    for name in RULE_NAMES:
        assert rule_names(read_rules([name])) == (name,)
    assert rule_names(read_rules(["speedrun , deck-plays", "speedrun"])) == ("speedrun", "deck-plays")
    assert rule_names(read_rules("allOrNothing,ONE_EXTRA_CARD")) == ("all-or-nothing", "one-extra-card")


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (["speedrun", "no", "deck"], f"{ALL}, got 'no', 'deck'"),
        (["speedrun,"], f"{ALL}, got ''"),
        ([""], f"{ALL}, got ''"),
        ([3], f"{ALL}, got 3"),
        (b"speedrun", "expected a list of names, got bytes"),
        (None, "expected a list of names, got NoneType"),
        (["one-less-card", "one-extra-card"], "expected one-extra-card or one-less-card, got both"),
    ],
)
def test_other_names_are_one_fault(rules: Any, fault: str) -> None:
    assert faults_of("p2v0s1", rules=rules) == [f"rules: {fault}"]


@pytest.mark.parametrize("source", ["p2v0s40", DECK])
def test_seeds_and_decks_have_the_rules(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = rules_of(parse(source, rules=RULE_NAMES[:5]))
    assert (rules.all_or_nothing, rules.speedrun, rules.deck_plays, rules.empty_clues) == (True,) * 4
    assert rules.hand_size == 6
    assert rules_of(parse(source, rules=["one-less-card"])).hand_size == 4
    assert rules_of(parse(source)) == Rules()


def test_solve_answers_under_the_added_rules_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert solved(capsys, "p2v0s40")["best"] == 24
    lost = solved(capsys, "p2v0s40", "--rules", "all-or-nothing")
    assert (lost["best"], lost["upper"], lost["rules"]["all_or_nothing"]) == (0, 0, True)
    larger = solved(capsys, "p2v0s40", "--rules", "all-or-nothing", "--rules", "one-extra-card")
    assert (larger["best"], larger["rules"]["hand_size"]) == (25, 6)
    shown = output_of(capsys, "solve", "p2v0s40", "--rules", "speedrun,one-extra-card", "--workers", "1")
    lines = shown.splitlines()
    assert lines[2:4] == ["Added rules: speedrun, one-extra-card.", "Best score: 25 of 25, proved."]
    assert lines[-1] == (
        "No link to hanab.live: a link cannot hold the options of this game (one extra card, speedrun); "
        "a game file can."
    )


def test_what_is_advised_has_the_rules_too(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output_of(capsys, "solve", "p2v0s40", "--rules", "deck-plays", "--rules", "empty-clues")
    assert "hanabi-solve explain p2v0s40 --rules deck-plays,empty-clues\n" in shown


@pytest.mark.parametrize(
    "command", [["solve"], ["explain"], ["review"], ["show"], ["play"], ["convert", "--to", "game"]]
)
def test_unknown_names_are_a_fault_of_every_command(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert errors_of(capsys, *command, "p2v0s1", "--rules", "speedrun,fast") == [
        f"--rules: {ALL}, got 'fast'",
        'help: write them as listed, with commas: "speedrun,deck-plays"',
    ]


def test_faulty_names_leave_no_file(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert run_here("solve", "p2v0s1", "--rules", "fast", "--out", str(out)) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_list_has_them_on_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    lines = f"p2v0s40\n{DECK}\n{LOST_P4}\n{LOST_P4}#3\np2v0s39\n"
    done = run("solve", "-", "--rules", "one-extra-card,speedrun", "--workers", "2", "--json", stdin=lines)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["status"] for result in results] == ["optimal", "optimal", "error", "error", "optimal"]
    assert [results[at]["best"] for at in (0, 1, 4)] == [25, 25, 25]
    assert {results[at]["rules"]["hand_size"] for at in (0, 1, 4)} == {6}
    assert all(results[at]["rules"]["speedrun"] for at in (0, 1, 4))
    fault = "rules: expected a deal without moves to add one-extra-card, got a game with 16 moves"
    advice = f"help: {NO_OTHER_HANDS.format('one-extra-card')}"
    errors = [f"stdin:3, {fault}", advice, f"stdin:4, {fault}", advice]
    *reported, summary = done.stderr.splitlines()
    assert (done.returncode, reported) == (2, errors)
    assert summary.startswith("5 deals: 3 reach 25, 0 best below, 0 undecided, 2 faulty; ")


def test_one_deal_of_a_list_is_shown_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    done = run("solve", "-", "--rules", "all-or-nothing", "--workers", "2", stdin="p2v0s40\n")
    assert "Added rules: all-or-nothing.\nBest score: 0 of 25, proved.\n" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_links_have_them_from_any_turn(capsys: pytest.CaptureFixture[str]) -> None:
    at_turn = parse(f"{LOST_P4}#3", rules=["deck-plays"])
    assert isinstance(at_turn, Game)
    assert at_turn.options.deck_plays
    assert rules_of(at_turn).deck_plays
    assert len(at_turn.moves) == 16
    assert solved(capsys, f"{LOST_P4}#3", "--rules", "empty-clues")["rules"]["empty_clues"] is True
    assert rules_of(parse(LOST_P4.split(",")[0] + ",,0", rules=["one-less-card"])).hand_size == 3


def test_a_game_is_replayed_under_the_added_rules(capsys: pytest.CaptureFixture[str]) -> None:
    fault = f"{GAME}: turn 28: the game is over (full score out of reach) [rule: game-over]"
    advice = "help: the game was played without the added rules: review it without --rules"
    assert errors_of(capsys, "review", GAME, "--rules", "speedrun") == [fault, advice]
    assert errors_of(capsys, "solve", GAME, "--turn", "30", "--rules", "all-or-nothing") == [fault]
    assert errors_of(capsys, "convert", GAME, "--to", "game", "--rules", "speedrun") == [fault]
    assert errors_of(capsys, "play", GAME, "--rules", "speedrun") == [fault]
    # Its deal can be solved under any rules, and the first turns are the same.
    assert solved(capsys, GAME, "--rules", "all-or-nothing")["best"] == 25
    assert solved(capsys, GAME, "--turn", "20", "--rules", "all-or-nothing")["best"] == 25
    shown = output_of(capsys, "review", GAME, "--rules", "deck-plays", "--workers", "1")
    assert "\nAdded rules: deck-plays.\nScore 0 of 25" in shown
    reviewed = json.loads(
        output_of(capsys, "review", GAME, "--rules", "deck-plays", "--json", "--workers", "1")
    )
    assert reviewed["rules"]["deck_plays"] is True
    assert {drop["link"] for drop in reviewed["drops"]} == {None}


def test_hands_of_another_size_are_for_deals_without_moves(capsys: pytest.CaptureFixture[str]) -> None:
    for turn in ([], ["--turn", "5"]):
        assert errors_of(capsys, "show", GAME, *turn, "--rules", "one-less-card") == [
            f"{GAME}, rules: expected a deal without moves to add one-less-card, got a game with 35 moves",
            f"help: {NO_OTHER_HANDS.format('one-less-card')}",
        ]


def test_options_of_the_source_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(
        json.dumps(game_data(options={"deckPlays": True, "oneExtraCard": True})), encoding="utf-8"
    )
    game = load(path, rules=["speedrun", "one-extra-card"])
    assert isinstance(game, Game)
    assert rule_names(game.options) == ("speedrun", "deck-plays", "one-extra-card")
    assert rules_of(game).hand_size == 6
    assert errors_of(capsys, "show", str(path), "--rules", "one-less-card") == [
        f"{path}, rules: expected hands of the usual 5 cards to add one-less-card, got 6 cards",
        "help: leave out one-less-card",
    ]


def test_puzzles_have_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "late.json", **LATE)
    assert solved(capsys, str(path))["best"] == 23
    late = "expected a position before the final round to add all-or-nothing, got one in it"
    assert errors_of(capsys, "solve", str(path), "--rules", "all-or-nothing")[0] == f"{path}, rules: {late}"
    early = {key: value for key, value in LATE.items() if key not in ("turns_left", "expect")}
    early["hands"] = ["x x x x x", "x x x x p5", "p4 x x x x"]
    before = write(tmp_path / "early.json", **{**early, "pile": "x", "expect": {"best": 24}})
    assert solved(capsys, str(before), "--rules", "all-or-nothing")["best"] == 25
    shown = output_of(capsys, "show", str(before), "--rules", "all-or-nothing,empty-clues")
    assert "\nAdded rules: all-or-nothing, empty-clues.\n" in shown
    assert (
        "\nA clue may mark no card.\nOnly the full score of 25 counts, and there is no final round.\n"
        in shown
    )
    assert errors_of(capsys, "show", str(path), "--rules", "one-extra-card") == [
        f"{path}, rules: expected a deal without moves to add one-extra-card, got a position",
        f"help: {NO_OTHER_HANDS.format('one-extra-card')}",
    ]
    written = parse_puzzle(output_of(capsys, "convert", str(path), "--to", "puzzle", "--rules", "speedrun"))
    assert written.start.rules.speedrun
    assert written.expect is None  # what was expected was so under other rules
    kept = parse_puzzle(output_of(capsys, "convert", str(path), "--to", "puzzle"))
    assert kept.expect is not None


def test_a_puzzle_of_a_deal_may_have_hands_of_another_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deal.json"
    data: dict[str, Any] = {"rules": {"players": 2}, "deck": DECK.split()[1]}
    path.write_text(json.dumps(data), encoding="utf-8")
    assert solved(capsys, str(path), "--rules", "one-extra-card")["rules"]["hand_size"] == 6
    data["rules"]["hand_size"] = 3
    path.write_text(json.dumps(data), encoding="utf-8")
    assert errors_of(capsys, "solve", str(path), "--rules", "one-extra-card")[0] == (
        f"{path}, rules: expected hands of the usual 5 cards to add one-extra-card, got 3 cards"
    )


def test_explain_and_play_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("explain", "p2v0s40", "--rules", "one-extra-card", "--workers", "1", "--json")
    explained = json.loads(output_of(capsys, *asked))
    assert (explained["status"], explained["result"]["rules"]["hand_size"]) == ("reachable", 6)
    played = run("play", "p2v0s40", "--rules", "one-extra-card", stdin="q\n")
    assert "\nAdded rules: one-extra-card.\n" in played.stdout
    assert (played.returncode, played.stderr) == (0, "")


def test_a_game_file_holds_them_and_a_link_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    added = ("--rules", "all-or-nothing,one-less-card")
    game = parse_game(output_of(capsys, "convert", SLOW, "--to", "game", *added))
    assert rule_names(game.options) == ("all-or-nothing", "one-less-card")
    assert game.deal == rules_dealt(SLOW, ["all-or-nothing", "one-less-card"])
    assert errors_of(capsys, "convert", SLOW, "--to", "link", *added) == [
        f"{SLOW}, options: expected a game without options of its own, got oneLessCard, allOrNothing",
        f"help: {NO_OPTIONS_IN_LINKS}",
    ]
    assert errors_of(capsys, "convert", SLOW, "--to", "text", *added)[0].startswith(
        f"{SLOW}, rules: expected"
    )


def rules_dealt(seed: str, names: list[str]) -> Deal:
    game = parse(seed, rules=names)
    assert isinstance(game, Game)
    return game.deal


def test_a_page_names_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    output_of(capsys, "show", "p2v0s40", "--rules", "empty-clues", "--html", str(page))
    assert "Added rules: empty-clues." in page.read_text(encoding="utf-8")


def test_studies_and_checks_take_none(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check", "puzzles/last-token.json"], ["study", "run", "p2v0s1", "--store", "s.db"]):
        assert run_here(*command, "--rules", "speedrun") == 2
        assert "No such option" in capsys.readouterr().err
