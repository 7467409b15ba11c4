"""Pages in a real browser on phones, for those who listen, and without script or colours."""

from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Opened, lost_game, solved_puzzle, written
from page_games import entry_of, nothing_to_play, puzzle

from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.web.pages.gallery import Exhibit, format_exhibit
from hanabi_solver.web.pages.subject import shown

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 640}


def exhibit_file(folder: Path, exhibit: Exhibit) -> Path:
    file = folder / "exhibit.html"
    file.write_text(format_exhibit(exhibit), encoding="utf-8")
    return file


WORDS_SEEN = """() => {
  const { top, bottom } = document.getElementById('words').getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


AT_BOARD = "() => Math.abs(document.getElementById('board').getBoundingClientRect().top - 8) < 1"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_buttons_of_turns_show_the_board_on_a_phone(browser: Any, tmp_path: Path, motion: str) -> None:
    opened = Opened(browser, written(tmp_path, lost_game()), PHONE)
    page = opened.page
    page.emulate_media(reduced_motion=motion)
    for button in (page.locator(".drop .jump").first, page.locator('#moves [data-go="3"]')):
        button.scroll_into_view_if_needed()
        assert not page.evaluate(WORDS_SEEN)
        button.click()
        opened.wait_until(AT_BOARD)  # a smooth scroll has ended there
        assert page.evaluate(WORDS_SEEN)
    before = page.evaluate("scrollY")
    page.locator("#ahead").click()
    assert abs(page.evaluate("scrollY") - before) <= 1  # the last pixel of the smooth scroll
    opened.close()


def test_the_board_stays_in_place_from_turn_to_turn(browser: Any, tmp_path: Path) -> None:
    subject = lost_game()
    for viewport in (SMALL, PHONE, DESKTOP):
        opened = Opened(browser, written(tmp_path, subject), viewport)
        tops = set()
        for _ in range(len(subject.line) + 1):
            tops.add(opened.page.evaluate("document.getElementById('stacks').offsetTop"))
            opened.page.keyboard.press("ArrowRight")
        assert len(tops) == 1
        # All turns were walked through, or this would show nothing.
        last = opened.page.locator("#moves tr").last
        assert last.get_attribute("aria-current") is not None
        opened.close()


def test_the_status_tells_what_was_lost_and_how_it_ended(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, lost_game()), DESKTOP)
    page = opened.page
    status = page.get_by_role("status")
    page.locator('#moves [data-go="11"]').click()
    assert "The best score in reach fell from 30 to 28 by this move." in status.inner_text()
    page.keyboard.press("ArrowRight")
    assert "fell" not in status.inner_text()
    page.keyboard.press("End")
    assert "the stacks hold 17 points" in status.inner_text()
    assert not page.locator("#next").is_visible()
    assert page.locator("ul:not([role=list]), ol:not([role=list])").count() == 0
    opened.close()


@pytest.mark.parametrize(("source", "columns"), [("p4v0s1", 2), ("p6v0s1", 2), ("p2v0s1", 1)])
def test_small_hands_stand_side_by_side_on_a_phone(
    browser: Any, tmp_path: Path, source: str, columns: int
) -> None:
    for viewport, expected in ((PHONE, columns), ({"width": 375, "height": 700}, columns), (SMALL, None)):
        opened = Opened(browser, written(tmp_path, shown(entry_of(source))), viewport)
        tops = opened.page.locator(".hand").evaluate_all("(all) => all.map((hand) => hand.offsetTop)")
        if expected is not None:
            assert tops.count(tops[0]) == expected
        cards = opened.page.locator(".hand").first.locator(".card")
        assert len(set(cards.evaluate_all("(all) => all.map((card) => card.offsetTop)"))) == 1
        assert opened.overflow() <= 0
        wide = opened.page.locator(".hand").evaluate_all(
            "(hands) => hands.filter((hand) => hand.scrollWidth > hand.clientWidth).length"
        )
        assert wide == 0
        opened.close()


def test_no_move_is_cut_off_on_the_smallest_phone(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, lost_game()), SMALL)
    page = opened.page
    assert (
        page.evaluate(
            "(() => { const b = document.querySelector('.scroll'); return b.scrollWidth - b.clientWidth; })()"
        )
        <= 0
    )
    cut = page.locator("#moves td:visible").evaluate_all(
        "(cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length"
    )
    assert cut == 0
    assert opened.overflow() <= 0
    opened.close()


def test_keys_stay_with_a_box_that_they_scroll(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, lost_game()), DESKTOP)
    page = opened.page
    page.keyboard.press("ArrowRight")
    page.locator(".scroll").focus()
    page.keyboard.press("End")  # scrolls the moves
    assert opened.texts("#when") == ["after turn 1 of 32"]
    opened.wait_until("document.querySelector('.scroll').scrollTop > 0", key="End")
    page.keyboard.press("ArrowRight")  # nothing to scroll sideways
    assert opened.texts("#when") == ["after turn 2 of 32"]
    opened.close()


def test_keys_do_nothing_where_there_are_no_moves(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, shown(puzzle("hold-the-five"))), PHONE)
    page = opened.page
    page.evaluate("document.addEventListener('keydown', (e) => { window.taken = e.defaultPrevented; })")
    page.keyboard.press("End")
    assert page.evaluate("window.taken") is False
    opened.wait_until("scrollY > 0", key="End")
    opened.close()


def test_a_solution_without_moves_is_told_and_no_more(browser: Any, tmp_path: Path) -> None:
    entry = nothing_to_play()
    exhibit = Exhibit(entry, solve(entry.start, limits=Limits(workers=1)), "exhibit.html")
    assert exhibit.result.line == ()
    opened = Opened(browser, exhibit_file(tmp_path, exhibit), PHONE)
    page = opened.page
    page.locator("#reveal").click()
    assert page.get_by_text("Best score: 24 of 25, proved.").is_visible()
    assert not page.locator("#controls, .keys, #moves, #chart").locator("visible=true").count()
    opened.close()


def test_a_puzzle_can_be_solved_without_script(browser: Any, tmp_path: Path) -> None:
    entry = puzzle("which-to-give-up")
    exhibit = Exhibit(entry, solve(entry.start, limits=Limits(workers=1)), "exhibit.html")
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(exhibit_file(tmp_path, exhibit).as_uri())
    moves = page.locator(".plain details li")
    assert moves.count() == len(exhibit.result.line)
    assert not moves.first.is_visible()
    page.locator(".plain summary").click()
    assert moves.first.inner_text().startswith("Turn 1: Alice ")
    assert page.locator(".plain").get_by_text("Best score: 16 of 20, proved.").is_visible()
    # What needs a script is not there: no empty board, no button without effect.
    assert not page.locator("#board, #reveal, #controls, #deck").locator("visible=true").count()
    context.close()


def test_the_turn_is_seen_without_colours(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, lost_game()), DESKTOP)
    page = opened.page
    page.emulate_media(forced_colors="active")
    page.keyboard.press("ArrowRight")
    border = "(cell) => getComputedStyle(cell).borderTopWidth"
    assert page.locator("#moves tr[aria-current] td").first.evaluate(border) == "3px"
    assert page.locator("#moves tr:not([aria-current]) td").first.evaluate(border) == "0px"
    opened.close()


def test_the_line_of_now_crosses_no_heading(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, solved_puzzle("hold-the-five")), DESKTOP)
    crossed = opened.page.evaluate(
        """() => {
        const box = (e) => e.getBoundingClientRect();
        const lines = [...document.querySelectorAll('#chart .now')].map(box);
        return [...document.querySelectorAll('#chart .heading')].map(box).filter((heading) =>
          lines.some((line) => line.top < heading.bottom - 4 && line.bottom > heading.top)).length;
        }"""
    )
    assert crossed == 0
    assert opened.page.locator("#chart .now").count() == 3
    opened.close()
