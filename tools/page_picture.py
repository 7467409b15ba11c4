"""Take docs/page.png: the page of a reviewed game, at the turn at which the best score in reach fell.

python tools/page_picture.py [--game examples/game.json] [--picture docs/page.png]

Needs what the tests in a browser need: playwright, and a chromium on the PATH or named by HANABI_CHROMIUM.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from hanabi_solver.analysis.game_review import review_entry
from hanabi_solver.cli.guard import report_input_error
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import replacing
from hanabi_solver.formats.entry import BadEntry
from hanabi_solver.formats.source import read_source
from hanabi_solver.solver.limits import Limits
from hanabi_solver.web.pages.subject import Subject, reviewed
from hanabi_solver.web.pages.template import format_page

SIZE = {"width": 1280, "height": 900}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]


def lost_game(source: str) -> Subject:
    """The review of a game; raises InputError if the source is no game that lost a point."""
    (entry,) = read_source(source)
    if isinstance(entry, BadEntry):
        raise entry.error
    subject = reviewed(entry, review_entry(entry, limits=Limits(workers=1)))
    if not subject.drops:
        raise InputError([Fault("--game", "expected a game in which the best score in reach fell")], source)
    return subject


def take_picture(subject: Subject, chromium: str, picture: Path) -> None:
    """Write the picture of the subject's page after the first move that lowered the best score in reach."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "page.html"
        page_file.write_text(format_page(subject), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(page_file.as_uri())
        page.locator(f'#moves [data-go="{subject.drops[0].turn}"]').click()
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        with replacing(picture, "--picture") as unfinished:
            page.screenshot(path=unfinished)
        browser.close()


def main(arguments: list[str]) -> int:
    """Take the picture; what is wrong is reported on stderr."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--game", default="examples/game.json", help="a game that lost points")
    parser.add_argument("--picture", type=Path, default=Path("docs/page.png"))
    options = parser.parse_args(arguments)
    chromium = os.environ.get("HANABI_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("no chromium on the PATH, and HANABI_CHROMIUM names none", file=sys.stderr)
        return 2
    try:
        take_picture(lost_game(options.game), chromium, options.picture)
    except InputError as error:
        report_input_error(error if error.source else error.at(options.game))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
