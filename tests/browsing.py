"""Pages as a browser has them: opened from file://, with all that they say and ask for."""

from functools import cache
from pathlib import Path
from typing import Any

from page_games import hostile_game, puzzle
from waiting import GUARD_SECONDS, wait_until

from hanabi_solver.analysis.game_review import review_entry
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.web.pages.subject import Subject, reviewed, solved
from hanabi_solver.web.pages.template import format_page

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1400, "height": 900}


class Opened:
    """A page in the browser, with all that it said on the console and asked for."""

    def __init__(self, browser: Any, file: Path, viewport: dict[str, int], scheme: str = "light") -> None:
        self.context = browser.new_context(viewport=viewport, color_scheme=scheme)
        self.page = self.context.new_page()
        self.page.set_default_timeout(GUARD_SECONDS * 1000)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.address = file.as_uri()

    def texts(self, selector: str) -> list[str]:
        return [text.strip() for text in self.page.locator(selector).all_inner_texts()]

    def attributes(self, selector: str, name: str) -> list[str]:
        found = self.page.locator(selector).evaluate_all(
            "(elements, name) => elements.map((element) => element.getAttribute(name))", name
        )
        return [str(value) for value in found]

    def overflow(self) -> int:
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def wait_until(self, condition: str, key: str | None = None) -> None:
        """Asked from outside: the page's policy forbids what Playwright's own waiting does in it.

        A ``key`` is pressed again every half second: on a busy machine the browser loses one now and then.
        """

        def holds() -> bool:
            if self.page.evaluate(condition):
                return True
            if key is not None:
                self.page.keyboard.press(key)
            self.page.wait_for_timeout(20 if key is None else 500)
            return False

        wait_until(holds, pause=0)

    def close(self) -> None:
        """Nothing on the console, and no request but for the page itself."""
        assert self.complaints == []
        assert set(self.requests) == {self.address}
        self.context.close()


def written(folder: Path, subject: Subject) -> Path:
    file = folder / "page.html"
    file.write_text(format_page(subject), encoding="utf-8")
    return file


@cache
def lost_game() -> Subject:
    entry = hostile_game()
    return reviewed(entry, review_entry(entry, limits=Limits(workers=1)))


@cache
def solved_puzzle(name: str) -> Subject:
    entry = puzzle(name)
    return solved(entry, solve(entry.start, limits=Limits(workers=1)))
