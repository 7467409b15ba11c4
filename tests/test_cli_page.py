"""`--html` of solve, review and show, and `gallery`: what is written, and what is refused."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from commands import run, run_here
from places import PUZZLES, SAMPLES

PUZZLE = str(PUZZLES / "hold-the-five.json")
GAME = str(SAMPLES / "p2v0s12.json")


def data_of(page: Path) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text("utf-8"))
    assert found is not None
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def states_of(page: Path) -> list[dict[str, object]]:
    states = data_of(page)["states"]
    assert isinstance(states, list)
    return states


def test_solve_writes_a_page_beside_its_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert run_here("solve", PUZZLE, "--html", str(page), "--workers", "1") == 0
    shown = capsys.readouterr()
    assert "Best score: 25 of 25, proved." in shown.out
    assert shown.err == ""
    assert len(states_of(page)) == 10
    assert states_of(page)[-1]["score"] == 25
    assert run_here("solve", PUZZLE, "--html", str(page), "--json", "-q") == 0
    assert json.loads(capsys.readouterr().out)["best"] == 25
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_show_writes_the_game_from_a_turn_on(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run_here("show", GAME, "--turn", "30", "--html", str(page)) == 0
    assert data_of(page)["first_turn"] == 30
    assert len(states_of(page)) == 1 + 35 - 29
    assert states_of(page)[-1]["strikes"] == 3
    assert states_of(page)[0]["best"] is None


def test_review_writes_where_points_were_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert run_here("review", GAME, "--html", str(page), "--json", "-q", "--workers", "1") == 0
    review = json.loads(capsys.readouterr().out)
    states = states_of(page)
    assert [state["best"] for state in states[1:]] == [turn["after"]["best"] for turn in review["turns"]]
    assert page.read_text("utf-8").count('class="drop"') == len(review["drops"]) > 0


@pytest.mark.parametrize("command", ["solve", "show", "review"])
def test_a_page_is_for_one_deal(tmp_path: Path, command: str) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\np2v0s2\n", encoding="utf-8")
    result = run(command, str(deals), "--html", str(tmp_path / "page.html"))
    assert (result.returncode, result.stdout) == (2, "")
    noun = "game" if command == "review" else "deal"
    one = "a game file, link or number" if command == "review" else "a seed, a link, or a puzzle or game file"
    assert result.stderr.splitlines() == [
        f"{deals}:1, --html: expected one {noun} for one page, got a list of {noun}s",
        f"help: give {one}, and a FILE for each",
    ]
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        ("x" * 300, "--html: File name too long: expected a path that can be looked at"),
        (f"{'x' * 300}/page.html", "--html: File name too long: expected a path that can be looked at"),
        ("-", "--html: expected a file, got -"),
    ],
)
def test_names_that_no_file_can_have_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: str, fault: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_here("show", PUZZLE, "--html", file) == 2
    assert fault in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    page = tmp_path / f"{'x' * 250}.html"
    assert run_here("show", PUZZLE, "--html", str(page)) == 0
    assert list(tmp_path.iterdir()) == [page]
    (folder := tmp_path / "puzzles").mkdir()
    (folder / f"{'y' * 250}.json").write_bytes(Path(PUZZLE).read_bytes())
    assert run_here("gallery", str(folder), "--out", str(tmp_path / "out")) == 0
    assert (tmp_path / "out" / f"{'y' * 250}.html").exists()


def test_results_go_to_no_file_called_minus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_here("solve", PUZZLE, "--out", "-") == 2
    assert "--out: expected a file, got -" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["solve", "show", "review"])
def test_a_page_that_cannot_be_written_is_refused_first(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "game.json"
    source.write_bytes(Path(GAME).read_bytes())
    assert run_here(command, str(source), "--html", str(tmp_path / "none" / "page.html")) == 2
    assert "--html: expected a file in an existing folder, got none" in capsys.readouterr().err
    assert run_here(command, str(source), "--html", str(tmp_path)) == 2
    assert "--html: expected a regular file, got a folder" in capsys.readouterr().err
    assert run_here(command, str(source), "--html", str(source)) == 2
    assert "--html: expected another file than the one that is read" in capsys.readouterr().err
    assert source.read_bytes() == Path(GAME).read_bytes()


def test_a_page_and_results_need_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "file")
    assert run_here("solve", PUZZLE, "--html", file, "--out", file) == 2
    assert "--html: expected another file than that of --out" in capsys.readouterr().err


def test_the_board_is_drawn_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here("solve", PUZZLE, "--workers", "1") == 0
    assert "Stacks" not in capsys.readouterr().out
    assert run_here("solve", PUZZLE, "--workers", "1", "--board") == 0
    out = capsys.readouterr().out
    assert "\n> Alice    g5!+   g3-    r1-    y1-   to move: clue 5 to Bob\n" in out
    assert out.index("Stacks") < out.index("Best score: 25 of 25, proved.")
    assert run_here("solve", PUZZLE, "--board", "--json") == 2
    assert "expected no --json beside it" in capsys.readouterr().err


def folder_of(tmp_path: Path, *names: str) -> Path:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for name in names:
        (folder / f"{name}.json").write_bytes((PUZZLES / f"{name}.json").read_bytes())
    return folder


def test_a_gallery_has_an_index_and_a_page_for_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = folder_of(tmp_path, "hold-the-four", "hold-the-five"), tmp_path / "a" / "gallery"
    assert run_here("gallery", str(folder), "--out", str(out)) == 0
    assert capsys.readouterr().out == f"{out / 'index.html'}: 2 puzzles\n"
    assert sorted(path.name for path in out.iterdir()) == [
        "hold-the-five.html",
        "hold-the-four.html",
        "index.html",
    ]
    assert data_of(out / "hold-the-five.html")["is_hidden"] is True
    before = (out / "index.html").read_bytes(), (out / "hold-the-five.html").read_bytes()
    assert run_here("gallery", str(folder), "--out", str(out)) == 0  # its own pages are replaced
    assert ((out / "index.html").read_bytes(), (out / "hold-the-five.html").read_bytes()) == before


def test_a_gallery_overwrites_no_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = folder_of(tmp_path, "hold-the-four"), tmp_path / "site"
    out.mkdir()
    (out / "index.html").write_text("<title>My site</title>", encoding="utf-8")
    (out / "hold-the-four.html").mkdir()
    (out / "unrelated.html").write_text("stays", encoding="utf-8")
    assert run_here("gallery", str(folder), "--out", str(out)) == 2
    assert (
        "--out: expected no other files of the names of the pages, got hold-the-four.html, index.html\n"
        in capsys.readouterr().err
    )
    assert (out / "index.html").read_text(encoding="utf-8") == "<title>My site</title>"
    assert run_here("gallery", str(folder), "--out", str(out / "unrelated.html")) == 2
    assert "--out: expected a folder, got a regular file" in capsys.readouterr().err


def test_a_gallery_with_a_wrong_or_faulty_puzzle_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = folder_of(tmp_path, "hold-the-four"), tmp_path / "out"
    file = folder / "hold-the-four.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"best": 25', '"best": 24'), encoding="utf-8")
    assert run_here("gallery", str(folder), "--out", str(out)) == 1
    assert f"{file}, expect.best: expected 24, got 25" in capsys.readouterr().err
    file.write_text(text.replace("r3 y5", "r9 y5"), encoding="utf-8")
    assert run_here("gallery", str(folder), "--out", str(out)) == 2
    assert str(file) in capsys.readouterr().err
    assert not out.exists()


def test_a_gallery_needs_puzzles_with_pages_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = folder_of(tmp_path), tmp_path / "out"
    assert run_here("gallery", str(folder), "--out", str(out)) == 2
    assert "expected puzzle files (*.json) in the folder, got none" in capsys.readouterr().err
    assert run_here("gallery", PUZZLE, PUZZLE, "--out", str(out)) == 2
    assert "expected a page of its own, got hold-the-five.html" in capsys.readouterr().err
    (folder / "index.json").write_bytes(Path(PUZZLE).read_bytes())
    assert run_here("gallery", str(folder), "--out", str(out)) == 2
    assert "got index.html, which is that of the index" in capsys.readouterr().err


def test_a_gallery_tells_all_faults_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = folder_of(tmp_path, "hold-the-four"), tmp_path / "out"
    (empty := tmp_path / "empty").mkdir()
    (folder / "faulty.json").write_text('{"hands": [], "tokens": 0, "stacks": ""}', encoding="utf-8")
    out.write_text("a file", encoding="utf-8")
    sources = [str(empty), str(folder), "p3v0s1", "nothing.json", PUZZLE, PUZZLE]
    assert run_here("gallery", *sources, "--out", str(out)) == 2
    told = capsys.readouterr().err
    for fault in (
        f"{empty}: expected puzzle files (*.json) in the folder, got none",
        f"{folder / 'faulty.json'}, hands: expected 2 to 6 hands, got 0",
        "p3v0s1: expected a puzzle file or a folder, got a seed",
        "help: write its deal to a puzzle file first: convert p3v0s1 --to puzzle",
        "nothing.json: expected a puzzle file or a folder, got no file of that name",
        f"{PUZZLE}: expected a page of its own, got hold-the-five.html",
        f"{out}, --out: expected a folder, got a regular file",
    ):
        assert fault in told.splitlines() or any(line.startswith(fault) for line in told.splitlines()), fault
    assert "four" not in told


def test_a_gallery_needs_a_folder_that_can_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (link := tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    assert run_here("gallery", PUZZLE, "--out", "") == 2
    assert "expected the name of a folder, got an empty text" in capsys.readouterr().err
    for out, fault in (
        (link, "expected a folder, got a link that leads nowhere"),
        (link / "deeper", f"expected a folder that can be made, got {link}"),
        (tmp_path / ("x" * 300), "File name too long: expected a path that can be looked at"),
    ):
        assert run_here("gallery", PUZZLE, "--out", str(out)) == 2
        assert f"{out}, --out: {fault}" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_a_gallery_follows_no_links_out_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out := tmp_path / "out").mkdir()
    (out / "hold-the-five.html").symlink_to(tmp_path / "elsewhere.html")
    assert run_here("gallery", PUZZLE, "--out", str(out)) == 2
    assert "expected no other files of the names of the pages, got hold-the-five.html" in (
        capsys.readouterr().err
    )
    assert not (tmp_path / "elsewhere.html").exists()


def test_puzzles_keep_their_names_in_any_script(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path), tmp_path / "out"
    names = ["日本", "مرحبا", "Zoë 2", "🎆", "a#b?c%20d"]
    for name in names:
        (folder / f"{name}.json").write_bytes(Path(PUZZLE).read_bytes())
    assert run_here("gallery", str(folder), "--out", str(out)) == 0
    pages = {path.name for path in out.iterdir()}
    assert pages == {"日本.html", "مرحبا.html", "Zoë-2.html", "🎆.html", "a-b-c-20d.html", "index.html"}
    links = re.findall(r'<a class="exhibit" href="([^"]*)"', (out / "index.html").read_text("utf-8"))
    assert {unquote(link) for link in links} == pages - {"index.html"}
    assert all(link.isascii() for link in links)


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_after_the_last_strike_nothing_can_be_asked(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(command, GAME, "--turn", "36") == 2
    told = capsys.readouterr().err
    assert "turn: expected a turn before the last strike, got turn 36: the game is over there" in told
    assert "help: its score is 0" in told
    assert run_here("show", GAME, "--turn", "36") == 0


def test_an_undecided_puzzle_is_shown_as_such(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path, "lost-without-a-bound"), tmp_path / "out"
    assert run_here("gallery", str(folder), "--out", str(out), "--time-limit", "0.000001", "-q") == 3
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "Score all you can." in index
    assert "where it is not proved to be the best, it says so" in index
