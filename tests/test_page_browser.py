"""Pages in a real browser, opened from file://: what they show, by which keys, and that nothing leaves."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Opened, lost_game, solved_puzzle, written
from page_games import HOSTILE_NAMES, entry_of, puzzle
from places import SAMPLES
from waiting import wait_until

from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.replay import steps
from hanabi_solver.game.words import tokens_text
from hanabi_solver.game.worth import clues_usable, last_seat, pace
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.web.pages.gallery import INDEX, Exhibit, format_exhibit, format_index, page_name
from hanabi_solver.web.pages.subject import Subject, shown, solved

pytestmark = pytest.mark.browser
SUBJECTS = {
    "solve": lambda: solved_puzzle("hold-the-five"),
    "review": lost_game,
    "show": lambda: shown(entry_of(str(SAMPLES / "p2v0s12.json"))),
}


# All that is on the board, in one go.
BOARD = """() => {
  const all = (selector, name) => [...document.querySelectorAll(selector)].map((e) => e.dataset[name]);
  const counts = [...document.querySelectorAll('[data-count]')];
  return {
    letters: all('#stacks .stack', 'suit'),
    heights: all('#stacks .stack', 'height').map(Number),
    hands: all('.hand', 'seat').map((seat) => all(`.hand[data-seat="${seat}"] .card`, 'card')),
    acting: all('.hand.acts', 'seat').map(Number),
    next: all('.card.acts', 'index').map(Number),
    counts: Object.fromEntries(counts.map((e) => [e.dataset.count, e.querySelector('dd').innerText])),
    pile: all('#pile .chip', 'card'),
    gone: all('#gone .chip', 'card').sort(),
    held: all('#deck .is-held', 'card').sort(),
    undrawn: all('#deck .in-pile', 'card'),
    current: document.querySelectorAll('#moves tr[aria-current]').length,
  };
}"""


def check_board(opened: Opened, subject: Subject, number: int) -> None:
    """Compare what is on the board after so many moves with the engine."""
    played = list(steps(subject.start, subject.line[:number]))
    position = played[-1].after if played else subject.start
    rules, letters = position.rules, position.rules.letters

    def named(cards: Iterable[Card]) -> list[str]:
        return [format_card(card, letters) for card in cards]

    move = subject.line[number] if number < len(subject.line) else None
    counts = {
        "score": f"{position.score} of {rules.max_score}",
        "tokens": f"{tokens_text(position)} of {rules.token_limit}",
        "strikes": f"{position.strikes} of {rules.strike_limit}",
        "pile": str(position.pile_size),
    }
    reach = subject.reaches[number]
    if reach is not None:
        counts["best"] = str(reach.best)
    if position.turns_left is not None:
        counts["left"] = str(position.turns_left)
    if not position.is_over:
        counts["pace"] = str(pace(position))
        usable, last = clues_usable(position), last_seat(position)
        if usable is not None:
            counts["clues"] = str(usable // rules.clue_cost)
        if last is not None:
            counts["last"] = subject.names[last]
    assert opened.page.evaluate(BOARD) == {
        "letters": list(letters),
        "heights": list(position.stacks),
        "hands": [named(reversed(position.hand_cards(seat))) for seat in range(rules.players)],
        "acting": [] if position.is_over else [position.seat],
        "next": [] if move is None or isinstance(move, Clue) else [move.card],
        "counts": counts,
        "pile": named(position.pile),
        "gone": sorted(named(position.discards)),
        "held": sorted(named(position.deck[card] for hand in position.hands for card in hand)),
        "undrawn": named(position.pile),
        "current": min(number, 1),
    }


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_turn_is_shown_as_the_engine_has_it(browser: Any, tmp_path: Path, name: str) -> None:
    subject = SUBJECTS[name]()
    opened = Opened(browser, written(tmp_path, subject), DESKTOP)
    for number in range(len(subject.line) + 1):
        if number:
            opened.page.keyboard.press("ArrowRight")
            turn = subject.first_turn + number - 1
            assert opened.texts("#said")[0].startswith(f"Turn {turn}: ")
            assert opened.attributes("#turn", "aria-valuetext") == [f"after turn {turn}"]
        check_board(opened, subject, number)
    falls = {note.turn for note in subject.drops}
    assert opened.page.locator("#moves tr.falls").count() == len(falls)
    for turn in falls:
        opened.page.locator(f'#moves [data-go="{turn}"]').click()
        assert opened.page.locator("#fell").is_visible()
        check_board(opened, subject, turn)
    opened.close()


def test_the_keyboard_is_enough(browser: Any, tmp_path: Path) -> None:
    subject = solved_puzzle("hold-the-five")
    opened = Opened(browser, written(tmp_path, subject), DESKTOP)
    press, last = opened.page.keyboard.press, len(subject.line)
    for key, number in [
        ("End", last),
        ("ArrowLeft", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
    ]:
        press(key)
        check_board(opened, subject, number)
    # By tab to each button, and to the slider, which moves by one turn a key as well.
    seen = []
    press("Home")
    opened.page.locator("body").click(position={"x": 1, "y": 1})
    for _ in range(8):
        press("Tab")
        seen.append(opened.page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert seen[:6] == ["skip", "first", "back", "turn", "ahead", "last"]
    opened.page.locator("#turn").focus()
    press("ArrowRight")
    check_board(opened, subject, 1)
    opened.page.locator("#ahead").focus()
    press("Enter")
    check_board(opened, subject, 2)
    opened.page.locator("#last").focus()
    press("Enter")
    check_board(opened, subject, last)
    assert opened.page.evaluate("document.activeElement.id") == "last"
    opened.close()


def test_everything_has_a_name_for_screen_readers(browser: Any, tmp_path: Path) -> None:
    subject = lost_game()
    opened = Opened(browser, written(tmp_path, subject), DESKTOP)
    page = opened.page
    for role, name in [
        ("slider", "Turn"),
        ("button", "One turn ahead"),
        ("button", "One turn back"),
        ("button", "To the start"),
        ("button", "To the end"),
        ("button", "Go to turn 11"),
        ("list", "Stacks"),
        ("list", "The deck"),
        ("region", "Board"),
        ("region", "Moves"),
        ("heading", "Where points were lost"),
        ("link", "Watch it on hanab.live"),
        ("img", "The game over its turns"),
    ]:
        assert page.get_by_role(role, name=name).first.count() == 1, (role, name)
    page.keyboard.press("ArrowRight")
    said = page.get_by_role("status")
    assert said.get_attribute("aria-live") == "polite"
    assert said.inner_text().startswith("Turn 1: ")
    card = page.locator(".hand .card .vh").first.text_content()
    assert card.split(", ")[1].split()[0] in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, a, input')].filter((element) =>
        !(element.getAttribute('aria-label') || element.textContent.trim())).length"""
    )
    assert unnamed == 0
    opened.close()


CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (c) => [...c].slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = rgb(getComputedStyle(e).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const worst = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest('.vh, script, svg, [aria-disabled=true], [hidden], noscript')) continue;
    if (element.classList.contains('skip')) continue;
    const colours = [rgb(getComputedStyle(element).color), behind(element)];
    const [one, two] = colours.map(light).sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    if (ratio < 4.5) worst.push([element.className, element.textContent.slice(0, 20), ratio]);
  }
  return worst;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_pages_fit_the_screen_and_can_be_read(
    browser: Any, tmp_path: Path, viewport: dict[str, int], scheme: str
) -> None:
    subject = lost_game()
    opened = Opened(browser, written(tmp_path, subject), viewport, scheme)
    for key in ("Home", "End"):
        opened.page.keyboard.press(key)
        assert opened.overflow() <= 0
        wide = opened.page.locator(".hand").evaluate_all(
            "(hands) => hands.filter((hand) => hand.scrollWidth > hand.clientWidth).length"
        )
        assert wide == 0
    opened.page.locator('#moves [data-go="11"]').click()
    assert opened.page.evaluate(CONTRAST) == []
    wait_until(lambda: len(opened.page.screenshot()) > 10_000)  # it is painted, sooner or later
    opened.close()


def test_hostile_names_are_text_and_run_nothing(browser: Any, tmp_path: Path) -> None:
    subject = lost_game()
    opened = Opened(browser, written(tmp_path, subject), PHONE)
    shown_names = opened.texts(".player")
    assert shown_names == [name.replace("\u2028", "") for name in HOSTILE_NAMES]
    assert opened.page.title() == "<img src=x onerror=alert(3)>.json - Hanabi"
    assert opened.texts("h1") == ["<img src=x onerror=alert(3)>.json"]
    opened.page.keyboard.press("End")
    assert opened.page.locator("img, iframe, b[onclick]").count() == 0
    assert opened.page.locator("script").count() == 2
    opened.close()


def test_the_policy_stops_what_is_not_the_pages_own(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, written(tmp_path, solved_puzzle("hold-the-five")), PHONE)
    opened.page.evaluate(
        """() => { const script = document.createElement('script');
        script.textContent = 'window.ran = true'; document.body.append(script); }"""
    )
    assert opened.page.evaluate("window.ran") is None
    assert any("Content Security Policy" in complaint for complaint in opened.complaints)
    opened.context.close()


def test_a_puzzle_shows_its_solution_when_asked(browser: Any, tmp_path: Path) -> None:
    entries = [puzzle("which-to-give-up"), puzzle("hold-the-five")]
    exhibits = [
        Exhibit(entry, solve(entry.start, limits=Limits(workers=1)), page_name(entry)) for entry in entries
    ]
    for exhibit in exhibits:
        (tmp_path / exhibit.page).write_text(format_exhibit(exhibit), encoding="utf-8")
    (tmp_path / INDEX).write_text(format_index(exhibits), encoding="utf-8")
    opened = Opened(browser, tmp_path / INDEX, PHONE)
    assert opened.overflow() <= 0
    opened.page.get_by_role("link", name="No useless card in hand").click()
    page = opened.page
    assert page.get_by_text("Reach 16 of 20 points.").is_visible()
    assert not page.locator(".solution").locator("visible=true").count()
    page.keyboard.press("End")
    subject = solved(entries[0], exhibits[0].result)
    assert opened.attributes("#stacks .stack", "data-height") == [str(h) for h in subject.start.stacks]
    assert not page.locator('[data-count="best"]').count()
    assert not page.locator(".card.acts").count()
    page.get_by_role("button", name="Show the solution").focus()
    page.keyboard.press("Enter")
    assert not page.locator("#reveal").is_visible()
    assert page.locator("#turn").is_visible()
    for number in range(len(subject.line) + 1):
        check_board(opened, subject, number)
        page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="All puzzles").click()
    assert page.title() == "Hanabi puzzles"
    assert opened.complaints == []
    assert all(address.startswith(tmp_path.as_uri()) for address in opened.requests)
    opened.context.close()


def test_a_page_can_be_printed_and_read_without_script(browser: Any, tmp_path: Path) -> None:
    subject = solved_puzzle("hold-the-five")
    file = written(tmp_path, subject)
    opened = Opened(browser, file, DESKTOP)
    opened.page.emulate_media(media="print")
    assert not opened.page.locator("#controls").is_visible()
    assert opened.page.locator("#moves tbody tr").last.is_visible()
    opened.close()
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(file.as_uri())
    assert "g5 g3 r1 y1" in page.locator("noscript").inner_text()
    assert page.locator("#moves tbody tr").count() == len(subject.line)
    context.close()
