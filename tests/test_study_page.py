"""The page of a study: its figures from a store, and what is wrong is told."""

import subprocess
import sys
from pathlib import Path

import pytest
from commands import ENVIRONMENT
from places import ROOT
from studies import fill, row

PAGE = """# A study

<!-- figures: written by tools/study_page.py -->
old
<!-- end of figures -->

The end.
"""


@pytest.fixture(autouse=True)
def store_and_page(tmp_path: Path) -> None:
    fill(tmp_path / "study.db", [row("p2v0s40", 24), *(row(f"p2v0s{number}") for number in range(1, 4000))])
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "other.md").write_text("# A page\n", encoding="utf-8")


def write(folder: Path, store: str = "study.db", page: str = "page.md") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "study_page.py"), store, "--page", page, "--plot", "plot.svg"],
        text=True,
        capture_output=True,
        cwd=folder,
        env=ENVIRONMENT,
        check=False,
    )


def test_figures_take_the_place_of_the_old_ones(tmp_path: Path) -> None:
    for _ in range(2):  # the second time in the place of the first
        assert write(tmp_path).returncode == 0
    lines = (tmp_path / "page.md").read_text(encoding="utf-8").splitlines()
    assert (lines[:2], lines[-2:], "old" in lines) == (["# A study", ""], ["", "The end."], False)
    table = lines.index("### Share that can be won") + 2
    assert lines[table : table + 3] == [
        "| variant | players | deals | winnable | 95 % interval | open | mean best score |",
        "|---|---|---|---|---|---|---|",
        "| No Variant (v0) | 2 | 3,999 | 99.97 % | 99.85 to 100.00 % | 0 | 24.9997 |",
    ]
    times = lines.index("### Time to solve a deal, in seconds, on one thread") + 2
    assert lines[times].startswith("| variant | players | median | 90 % | 99 % | slowest |")
    assert lines[times + 2].endswith("| 0.500 | 0.500 | 0.500 | 0.500 | 2,000 | p2v0s1, p2v0s10, p2v0s100 |")
    assert (tmp_path / "plot.svg").stat().st_size > 1000


def test_several_stores_make_one_page(tmp_path: Path) -> None:
    fill(tmp_path / "more.db", [row("p3v0s1"), row("p3v0s2")])
    command = [
        sys.executable,
        str(ROOT / "tools" / "study_page.py"),
        "--page",
        "page.md",
        "--plot",
        "plot.svg",
    ]
    done = subprocess.run([*command, "more.db", "study.db"], cwd=tmp_path, env=ENVIRONMENT, check=False)
    assert done.returncode == 0
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "4,001 deals, solved " in text
    assert text.index("| No Variant (v0) | 2 | 3,999 |") < text.index("| No Variant (v0) | 3 | 2 |")
    again = [*command, "more.db", "more.db"]
    refused = subprocess.run(
        again, text=True, capture_output=True, cwd=tmp_path, env=ENVIRONMENT, check=False
    )
    assert refused.returncode == 2
    assert "got 3 players of v0 in two of them" in refused.stderr


@pytest.mark.parametrize(
    ("store", "page", "message"),
    [
        ("none.db", "page.md", "none.db: expected a study's store, got no such file"),
        ("study.db", "none.md", "none.md: No such file or directory: expected a readable file"),
        ("study.db", "other.md", "other.md: expected a page with the lines '<!-- figures: "),
    ],
)
def test_what_is_missing_is_told_and_nothing_is_written(
    store: str, page: str, message: str, tmp_path: Path
) -> None:
    ran = write(tmp_path, store, page)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(message)
    assert "Traceback" not in ran.stderr
    assert sorted(each.name for each in tmp_path.iterdir()) == ["other.md", "page.md", "study.db"]
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == PAGE
