"""The face of the package: what `import hanabi_solver` gives, and what each name promises."""

import doctest
import inspect
import json
import subprocess
import sys
import threading
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import pytest
from fresh_python import python
from places import ROOT
from studies import fill, row
from waiting import GUARD_SECONDS

import hanabi_solver as hanabi
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.puzzle import load_puzzle
from hanabi_solver.game.engine import legal_moves
from hanabi_solver.game.replay import replay

EASY = "2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4"
LINK = "https://hanab.live/replay-json/"
HEAVY = ("numpy", "numba", "pydantic", "ortools", "rich", "typer", "pandas", "llvmlite", "pysat")


# --- names


def test_the_import_brings_nothing_heavy() -> None:
    code = f"import sys, hanabi_solver; print([name for name in {HEAVY} if name in sys.modules])"
    assert python(code) == "[]\n"


def test_reading_and_looking_bring_nothing_heavy() -> None:
    code = (
        "import sys, hanabi_solver as h\n"
        "deck = ''.join(suit + rank for suit in 'rygbp' for rank in '1112233445')\n"
        "position = h.parse('2 ' + deck).start()\n"
        "str(position), position._repr_html_(), position.play(position.legal_moves()[0])\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    assert python(code) == "[]\n"


def test_every_name_is_there_and_listed() -> None:
    for name in hanabi.__all__:
        assert getattr(hanabi, name) is not None
        assert name in dir(hanabi)
    wanted = """Card Suit Rules Deal Position Game Play Discard Clue Limits Result Bound Status solve
        solve_many review explain verify load parse InputError IllegalMoveError __version__"""
    assert set(wanted.split()) <= set(hanabi.__all__)


def test_a_wrong_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        _ = hanabi.sovle  # type: ignore[attr-defined]  # a name that is not there is what is tested


def test_functions_take_few_arguments_and_are_documented() -> None:
    functions = {name: getattr(hanabi, name) for name in hanabi.__all__}
    for name, function in functions.items():
        if not inspect.isfunction(function):
            continue
        assert len(inspect.signature(function).parameters) <= 7, name
        assert "raise" in (function.__doc__ or "").lower() or name == "verify", name
        assert doctest.DocTestFinder(recurse=False).find(function, name), name


def test_modules_and_functions_of_the_face_have_different_names() -> None:
    """`import hanabi_solver.solve` must not find a module: which one `solve` is would depend on the order."""
    functions = {name for name in hanabi.__all__ if inspect.isfunction(getattr(hanabi, name))}
    # A command's module is called like the command, and nothing imports it by that name from the face.
    modules = {path.stem for path in (ROOT / "hanabi_solver").rglob("*.py") if path.parent.name != "commands"}
    assert functions & modules == set()


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hanabi_solver", "deal", "p2v0s40"],
        capture_output=True,
        text=True,
        timeout=GUARD_SECONDS,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout.startswith("2 r1b2p4p3p1")


# --- load and parse


def test_a_seed_and_a_link_are_games() -> None:
    seed = hanabi.parse("p2v0s40")
    assert isinstance(seed, hanabi.Game)
    assert (seed.seed, seed.moves, seed.start) == ("p2v0s40", (), seed.deal)
    game = hanabi.load(ROOT / "examples" / "game.json")
    assert isinstance(game, hanabi.Game)
    assert len(game.moves) > 10
    later = hanabi.load(ROOT / "examples" / "game.json", turn=5)
    assert isinstance(later, hanabi.Game)
    assert later.start == replay(game.deal.start(), game.moves[:4])
    assert later.moves == game.moves


def test_puzzles_and_decks_are_deals_and_positions() -> None:
    path = ROOT / "puzzles" / "hold-the-four.json"
    assert hanabi.load(str(path)) == load_puzzle(path).start
    assert hanabi.parse(path.read_text(encoding="utf-8")) == load_puzzle(path).start
    deck = "2 " + "".join(
        f"{suit}1{suit}1{suit}1{suit}2{suit}2{suit}3{suit}3{suit}4{suit}4{suit}5" for suit in "rygbp"
    )
    assert hanabi.parse(deck) == parse_deal(deck)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected a seed, a link of hanab.live, PLAYERS DECK, or a puzzle or game in JSON, got ''"),
        ("puzzles/hold-the-four.json", "expected a seed"),
        ("p9v0s1", "expected"),
        ("p2v0s1..10", "expected one seed, got a range of them"),
        ("p2v0s1\np2v0s2", "expected a seed alone"),
        ("2 r1", "expected 50 cards, got 1"),
        ("{", "expected"),
        ('{"hands": []}', "expected"),
        ("https://hanab.live/replay-json/x", "expected"),
    ],
)
def test_texts_that_are_no_source_are_refused(text: str, fault: str) -> None:
    with pytest.raises(hanabi.InputError, match=fault.replace("(", r"\(")) as caught:
        hanabi.parse(text)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(hanabi.InputError):
        hanabi.solve(text)


@pytest.mark.parametrize("wrong", [None, 5, b"puzzles/hold-the-four.json"])
def test_what_is_no_text_or_path_is_refused(wrong: Any) -> None:
    with pytest.raises(hanabi.InputError, match="expected a text, got"):
        hanabi.parse(wrong)
    with pytest.raises(hanabi.InputError, match="expected the path of a file, got"):
        hanabi.load(wrong)


def test_a_text_is_never_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p2v0s40").write_text("p2v0s1\n", encoding="utf-8")
    game, file = hanabi.parse("p2v0s40"), hanabi.load("p2v0s40")
    assert isinstance(game, hanabi.Game)
    assert isinstance(file, hanabi.Game)
    assert (game.seed, file.seed) == ("p2v0s40", "p2v0s1")


def test_a_format_can_be_insisted_on(tmp_path: Path) -> None:
    with pytest.raises(hanabi.InputError, match="expected a seed alone") as caught:
        hanabi.parse("p2v0sa b")
    assert 'form="seed"' in (caught.value.faults[0].help or "")
    game = hanabi.parse("p2v0sa b", form="seed")
    assert isinstance(game, hanabi.Game)
    assert game.seed == "p2v0sa b"
    path = tmp_path / "one.txt"
    path.write_text("p2v0s1..3\n", encoding="utf-8")
    dotted = hanabi.load(path, form="seed")
    assert isinstance(dotted, hanabi.Game)
    assert dotted.seed == "p2v0s1..3"
    text = (ROOT / "puzzles" / "hold-the-four.json").read_text(encoding="utf-8")
    assert hanabi.parse(text, form="puzzle") == hanabi.parse(text)
    with pytest.raises(hanabi.InputError):
        hanabi.parse(text, form="game")
    with pytest.raises(hanabi.InputError, match=r"form: expected one of puzzle, text, .*, got 'sed'"):
        hanabi.parse("p2v0s40", form="sed")


def test_a_mark_at_the_start_of_a_text_is_no_part_of_it() -> None:
    assert hanabi.parse("\ufeffp2v0s40\n") == hanabi.parse("p2v0s40")
    assert hanabi.solve("\ufeffp2v0s40", limits=hanabi.Limits(workers=1)).source == "p2v0s40"


@pytest.mark.parametrize("turn", ["3", 3.0, True])
def test_what_is_no_turn_is_refused(turn: Any) -> None:
    for call in (hanabi.load, lambda path, turn: hanabi.parse(path.read_text(encoding="utf-8"), turn=turn)):
        with pytest.raises(hanabi.InputError, match="turn: expected a whole number, got"):
            call(ROOT / "examples" / "game.json", turn=turn)


def test_only_a_seed_or_link_is_its_own_name() -> None:
    text = (ROOT / "puzzles" / "hold-the-four.json").read_text(encoding="utf-8")
    result = hanabi.solve(text, limits=hanabi.Limits(workers=1))
    assert result.source == ""
    assert len(repr(result)) < 120


def test_a_game_and_a_step_are_short_at_a_prompt() -> None:
    game = hanabi.load(ROOT / "examples" / "game.json")
    assert repr(game) == "<Game p2v0s12, No Variant, 2 players, 35 moves>"
    step = next(hanabi.solve("p2v0s40", limits=hanabi.Limits(workers=1)).steps())
    assert repr(step) == f"<Step {step}>"


def test_a_game_with_a_move_against_the_rules_still_shows_its_deal() -> None:
    game = hanabi.load(ROOT / "examples" / "game.json")
    assert isinstance(game, hanabi.Game)
    broken = replace(game, moves=(hanabi.Play(49), *game.moves), turn=3)
    with pytest.raises(hanabi.IllegalMoveError):
        _ = broken.start
    assert broken._repr_html_() == replace(broken, turn=None)._repr_html_()


def test_what_is_no_result_cannot_be_verified() -> None:
    with pytest.raises(hanabi.InputError, match="result: expected a Result, got str"):
        hanabi.verify("p2v0s40")  # type: ignore[arg-type]  # refused


def test_files_that_hold_no_single_deal_are_refused(tmp_path: Path) -> None:
    for name, content, fault in (
        ("missing.json", None, "No such file"),
        ("empty.txt", "", "got nothing"),
        ("list.txt", "p2v0s1\np2v0s2\n", "expected one deal, got a list of deals"),
        ("bad.json", "{", "expected"),
    ):
        path = tmp_path / name
        if content is not None:
            path.write_text(content, encoding="utf-8")
        with pytest.raises(hanabi.InputError, match=fault) as caught:
            hanabi.load(path)
        assert str(caught.value).startswith(str(path))
    (tmp_path / "one.txt").write_text("# a comment\np2v0s7\n", encoding="utf-8")
    game = hanabi.load(tmp_path / "one.txt")
    assert isinstance(game, hanabi.Game)
    assert game.seed == "p2v0s7"


# --- positions


def test_legal_moves_and_plays_are_those_of_the_engine() -> None:
    position = parse_deal(EASY, suits="rg").start()
    while not position.is_over:
        moves = position.legal_moves()
        assert moves == legal_moves(position)
        position = position.play(moves[-1])
    assert position.legal_moves() == []
    with pytest.raises(hanabi.IllegalMoveError, match="the game is over"):
        position.play(hanabi.Play(0))


def test_a_printed_position_is_the_board_of_show() -> None:
    path = ROOT / "puzzles" / "hold-the-four.json"
    done = subprocess.run(
        [sys.executable, "-m", "hanabi_solver", "show", str(path)],
        capture_output=True,
        text=True,
        timeout=GUARD_SECONDS,
        cwd=ROOT,
        check=True,
    )
    shown = done.stdout.splitlines()
    printed = str(hanabi.load(path)).splitlines()
    # `show` names the file first, and writes `x` for the useless cards that the file leaves open.
    assert printed[:7] == shown[2:9]
    assert printed[-1] == shown[-1]
    assert "to move" in str(hanabi.load(path))


def test_a_snippet_is_safe_against_markup_in_names_and_titles() -> None:
    names = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>\u202e', "Ann & Bob"]
    position = hanabi.parse("p3v0s7").deal.start()  # type: ignore[union-attr]  # a seed is a game
    snippet = position.to_html(names, "</div><style>*{display:none}</style>")
    plain = position.to_html(["A", "B", "C"], "T")
    assert _Balanced(snippet).tags == _Balanced(plain).tags
    assert "&lt;script&gt;" in snippet
    assert "\u202e" not in snippet
    assert "Ann &amp; Bob" in snippet


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bob"], ["A", "B", "C", "D"]])
def test_a_board_wants_a_name_for_each_seat(names: list[str]) -> None:
    position = hanabi.load(ROOT / "puzzles" / "hold-the-four.json")
    assert isinstance(position, hanabi.Position)
    with pytest.raises(hanabi.InputError, match=f"names: expected 3, one for each seat, got {len(names)}"):
        position.to_html(names)


def test_a_game_shows_its_players_where_it_opens() -> None:
    game = hanabi.load(ROOT / "examples" / "game.json", turn=9)
    assert isinstance(game, hanabi.Game)
    html = game._repr_html_()
    assert all(escape(name) in html for name in game.players)
    assert escape(str(game)) in html
    assert html != hanabi.load(ROOT / "examples" / "game.json")._repr_html_()


class _Balanced:
    """Counts open elements, as a browser would see them."""

    def __init__(self, text: str) -> None:
        from html.parser import HTMLParser

        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        outer = self

        class Parser(HTMLParser):
            def handle_starttag(self, tag: str, attrs: Any) -> None:
                outer.tags.append(tag)
                if tag != "br":
                    outer.open.append(tag)

            def handle_endtag(self, tag: str) -> None:
                assert outer.open.pop() == tag

            def handle_data(self, data: str) -> None:
                outer.texts.append(data)

        Parser().feed(text)


def test_a_snippet_is_one_whole_element_that_shows_every_card() -> None:
    position = hanabi.parse("p3v0s7").deal.start()  # type: ignore[union-attr]  # a seed is a game
    snippet = position._repr_html_()
    seen = _Balanced(snippet)
    assert seen.open == []
    assert "color:inherit" in snippet.split("<table", 1)[1].split(">", 1)[0]  # on a dark page too
    shown = [text for text in seen.texts if len(text) >= 2 and text[0] in "rygbp" and text[1].isdigit()]
    assert len(shown) == 50 + 5  # every card of the deck, and the foot of each stack
    assert "8 of 8" in snippet
    assert hanabi.parse("p3v0s7").deal._repr_html_() == snippet  # type: ignore[union-attr]  # as above


# --- results


def test_a_result_says_itself_in_one_line() -> None:
    result = hanabi.solve("p2v0s40", limits=hanabi.Limits(workers=1))
    assert str(result) == "p2v0s40: 24 of 25, proved; not 25 because of single-hand"
    assert repr(result) == f"<Result {result}>"
    assert json.loads(result.to_json())["best"] == 24
    steps = list(result.steps())
    assert [step.move for step in steps] == list(result.line)
    assert steps[-1].after.score == 24
    assert str(steps[0]) == "turn 1: Alice plays r1 (slot 5), draws r5; score 1"
    assert "\n" not in "".join(map(str, steps))


def test_what_was_read_cannot_command_a_terminal() -> None:
    seed = "p2v0s40\x1b[31m\u202e"
    assert str(hanabi.parse(seed)).startswith("p2v0s40[31m, ")
    result = hanabi.solve(seed, limits=hanabi.Limits(workers=1))
    assert str(result).startswith("p2v0s40[31m: ")
    assert result.source == seed  # the value itself stays what was read


def test_everything_is_a_start() -> None:
    deal = parse_deal(EASY, suits="rg")
    for start in (deal, deal.start()):
        assert hanabi.solve(start).best == 10
    game = hanabi.load(ROOT / "examples" / "game.json", turn=30)
    assert isinstance(game, hanabi.Game)
    assert hanabi.solve(game).position == game.start
    assert hanabi.solve(game).source == game.seed
    with pytest.raises(
        hanabi.InputError, match="start: expected a Deal, Position, Game, seed or link, got int"
    ):
        hanabi.solve(40)  # type: ignore[arg-type]  # a wrong type is what is refused


def test_a_review_takes_a_game_or_moves() -> None:
    game = hanabi.load(ROOT / "examples" / "game.json")
    assert isinstance(game, hanabi.Game)
    whole = hanabi.review(game, limits=hanabi.Limits(workers=1))
    apart = hanabi.review(game.deal, game.moves, limits=hanabi.Limits(workers=1))
    assert [turn.after for turn in whole.turns] == [turn.after for turn in apart.turns]
    assert str(whole).startswith(f"{len(game.moves)} turns, score ")
    with pytest.raises(hanabi.InputError, match="moves: expected none beside a game"):
        hanabi.review(game, [hanabi.Play(0)])
    for nothing in ("p2v0s40", game.deal):
        with pytest.raises(hanabi.InputError, match="expected a game with moves, or the moves made"):
            hanabi.review(nothing)
    assert hanabi.review("p2v0s40", []).turns == ()


def test_an_explanation_names_its_source() -> None:
    explanation = hanabi.explain("p2v0s4973", limits=hanabi.Limits(workers=1))
    assert explanation.result.source == "p2v0s4973"
    assert str(explanation).startswith("25 cannot be reached: ")
    assert repr(explanation).startswith("<Explanation ")


@pytest.mark.parametrize("workers", [1, 2])
def test_many_deals_are_answered_in_order_and_refused_one_by_one(workers: int) -> None:
    starts: list[Any] = ["p2v0s40", "p2v0", parse_deal(EASY, suits="rg"), 5, "p3v0s1"]
    found = list(hanabi.solve_many(starts, limits=hanabi.Limits(workers=workers)))
    assert [done.item for done in found] == starts
    assert [None if done.error else done.result().best for done in found] == [24, None, 10, None, 25]
    with pytest.raises(hanabi.InputError, match="expected a seed"):
        found[1].result()


def test_many_deals_refuse_faulty_limits_at_once() -> None:
    with pytest.raises(hanabi.InputError, match="workers"):
        hanabi.solve_many([], limits=hanabi.Limits(workers=0))
    with pytest.raises(hanabi.InputError, match="method"):
        hanabi.solve_many([], method="guess")
    with pytest.raises(hanabi.InputError, match=r"limits: expected Limits\(\.\.\.\), got int"):
        hanabi.solve_many([], limits=3)  # type: ignore[arg-type]  # refused
    with pytest.raises(hanabi.InputError, match="seed: expected 0 to"):
        hanabi.solve_many([], seed=-1)
    for target in (-1, 31, "25"):
        with pytest.raises(hanabi.InputError, match="target: expected"):
            hanabi.solve_many([], target=target)  # type: ignore[arg-type]  # refused
    for starts in ("p2v0s40", b"p2v0s40", 40, hanabi.parse("p2v0s40")):
        with pytest.raises(hanabi.InputError, match="starts: expected a list of deals, got"):
            hanabi.solve_many(starts)  # type: ignore[arg-type]  # refused


def test_a_stop_reaches_the_deal_under_way_and_leaves_it_out() -> None:
    """Hours would not settle this deal; without worker processes it ends where it is."""
    stop = threading.Event()
    found = hanabi.solve_many(["p2v0s40", "p6v60s472"], limits=hanabi.Limits(workers=1), stop=stop)
    assert next(found).result().best == 24
    timer = threading.Timer(1.0, stop.set)
    timer.start()
    assert list(found) == []
    assert stop.is_set()
    stopped = hanabi.solve_many(["p2v0s40"], limits=hanabi.Limits(workers=1), stop=stop)
    assert list(stopped) == []


def test_a_faulty_start_loads_nothing() -> None:
    printed = python("""
import sys, hanabi_solver as hanabi
[done] = hanabi.solve_many(["p2v0"], limits=hanabi.Limits(workers=1))
print(type(done.error).__name__, "numba" in sys.modules)
""")
    assert printed == "InputError False\n"


def test_a_script_without_a_guard_is_told_what_it_needs(tmp_path: Path) -> None:
    script = tmp_path / "unguarded.py"
    script.write_text("""
import hanabi_solver as hanabi
for done in hanabi.solve_many(["p2v0s40"], limits=hanabi.Limits(workers=2)):
    print(done.result())
""")
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=GUARD_SECONDS,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 1
    assert 'needs `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]


# --- studies


def test_a_study_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    fill(path, [row("p2v0s1", 24, 24), row("p3v0s2", 20, 25), row("p2v0s3")])
    before = path.read_bytes()
    frame = hanabi.study.load(path)
    assert list(frame["seed"]) == ["p2v0s1", "p2v0s3", "p3v0s2"]
    assert list(frame["status"]) == ["optimal", "optimal", "bounds"]
    assert frame["method"].isna().tolist() == [False, False, True]
    assert float((frame["best"] == frame["max_score"]).mean()) == pytest.approx(1 / 3)
    assert frame.groupby("players")["best"].min().to_dict() == {2: 24, 3: 20}
    assert str(frame["nodes"].dtype) == "Int64"
    assert path.read_bytes() == before


def test_what_is_no_study_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no store", encoding="utf-8")
    fill(tmp_path / "empty.db", [])
    for name in ("missing.db", "text.db", "empty.db", "."):
        with pytest.raises(hanabi.InputError, match="expected"):
            hanabi.study.load(tmp_path / name)
