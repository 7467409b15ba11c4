"""The page of a study: what it holds, and what it does in a browser."""

import re
from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, Opened
from studies import fill, row

from hanabi_solver.study.report import study_report
from hanabi_solver.web.pages.study_charts import lost_chart, time_chart
from hanabi_solver.web.pages.study_page import format_study

SMALL = {"width": 320, "height": 640}
MARKUP = "<script>alert(1)</script>"


def store(folder: Path) -> Path:
    """1,000 two-player deals, 6 of them lost; 20 three-player ones, all won; 3 dark ones, 2 of them open."""
    path = folder / "study.db"
    rows = [row(f"p2v0s{number}", 24 if number <= 6 else 25, nodes=number) for number in range(1, 1001)]
    rows += [row(f"p3v0s{number}", seconds=0.01 * number) for number in range(1, 21)]
    rows += [row("p2v21s1"), row("p2v21s2", 20, 25), row(f"p2v21s{MARKUP}", 23, 24, seconds=70.0)]
    fill(path, rows)
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return format_study(study_report(store(tmp_path_factory.mktemp("study"))))


def test_the_page_says_what_the_report_says(page: str) -> None:
    assert "<title>A study of 1,023 Hanabi deals</title>" in page
    assert "7 of 1,023 deals cannot reach the full score; of 1 it is not known." in page
    assert "Black (5 Suits) (v21)" in page
    assert "0.60 %" in page
    assert "the needed cards come too late" in page
    undecided = page[page.index('id="undecided"') :]
    assert "p2v21s2" in undecided
    assert "p2v21s1<" not in undecided


def test_nothing_of_a_store_becomes_markup_and_nothing_comes_from_elsewhere(page: str) -> None:
    assert MARKUP not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "default-src 'none'" in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert page.count("<script>") == 1


def test_every_chart_has_words_and_a_table_beside_it(page: str) -> None:
    charts = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert len(charts) == 3  # lost deals, and the times of two variants
    for chart in charts:
        title, description = re.findall(r'aria-labelledby="(\S+) (\S+)"', chart)[0]
        assert f'<title id="{title}">' in chart
        assert len(chart[chart.index(f'<desc id="{description}">') :].split("</desc>")[0]) > 40
    assert page.count('<table class="sortable">') == 6


def test_a_dot_is_a_share_and_lies_on_a_logarithmic_axis(tmp_path: Path) -> None:
    report = study_report(store(tmp_path))
    two, three, dark = re.findall(r"<g><title>(.*?)</title>(.*?)</g>", lost_chart(report.groups))
    assert two[0] == "No Variant, 2 players: 0.60 % (0.275 to 1.303 %)"
    # Of 0 there is no logarithm: an empty dot at the left end.
    assert 'class="none" cx="112.0"' in three[1]
    assert 'class="dot"' in two[1]
    # Open deals leave a range.
    assert "<rect" in dark[1]
    assert "33.33 to 66.67 %" in dark[0]
    (x,) = re.findall(r'cx="([\d.]+)"', two[1])
    ticks = dict(
        re.findall(r'x="([\d.]+)" y="18" text-anchor="middle">([\d.]+) %<', lost_chart(report.groups))
    )
    places = {float(text): float(place) for place, text in ticks.items()}
    assert places[0.1] < float(x) < places[1]
    assert places[1] - places[0.1] == pytest.approx(places[10] - places[1], abs=0.2)


def test_a_study_of_one_deal_has_charts(tmp_path: Path) -> None:
    fill(tmp_path / "one.db", [row("p4v0s1", seconds=0.0)])
    report = study_report(tmp_path / "one.db")
    assert "nan" not in lost_chart(report.groups) + time_chart(report.groups, 1)
    assert "No deal is lost." in format_study(report)
    assert "None: the best score of every deal is proved." in format_study(report)


@pytest.mark.browser
def test_tables_are_sorted_by_keys_and_say_so(browser: Any, tmp_path: Path, page: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    opened = Opened(browser, file, DESKTOP)
    heads, deals = "#lost th[scope=col]", "#lost tbody td:nth-child(3)"
    assert opened.texts(deals) == ["1,000", "20", "3"]
    button = opened.page.get_by_role("button", name="Deals").first
    button.focus()
    opened.page.keyboard.press("Enter")
    assert opened.texts(deals) == ["3", "20", "1,000"]
    assert opened.attributes(heads, "aria-sort").count("ascending") == 1
    opened.page.keyboard.press("Space")
    assert opened.texts(deals) == ["1,000", "20", "3"]
    assert opened.attributes(heads, "aria-sort")[2] == "descending"
    opened.page.locator("#lost .sort").first.click()  # names, as text
    assert opened.texts("#lost tbody th")[0] == "Black (5 Suits) (v21)"
    assert opened.attributes(heads, "aria-sort")[:3] == ["ascending", "None", "None"]
    opened.close()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_the_smallest_phone(browser: Any, tmp_path: Path, page: str, scheme: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    opened = Opened(browser, file, SMALL, scheme)
    assert opened.overflow() <= 0
    # What is wider than the page scrolls in a box that keys can reach.
    assert set(opened.attributes(".scroll", "tabindex")) == {"0"}
    cut = opened.page.locator("svg text").evaluate_all(
        """(all) => all.filter((text) => {
        const box = text.getBoundingClientRect(), svg = text.closest('svg').getBoundingClientRect();
        return box.left < svg.left - 1 || box.right > svg.right + 1 || box.bottom > svg.bottom + 1;
        }).map((text) => text.textContent)"""
    )
    assert cut == []
    opened.close()
