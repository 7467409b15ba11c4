"""A gallery of puzzles: an index page, and one page for each puzzle with its solution behind a button."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import PurePath
from urllib.parse import quote

from hanabi_solver.formats.entry import Entry
from hanabi_solver.game.plurals import counted
from hanabi_solver.names import Status
from hanabi_solver.solver.result import Result
from hanabi_solver.web.pages.subject import as_puzzle
from hanabi_solver.web.pages.template import asset, fill, format_page

INDEX = "index.html"
# By this in their first lines pages of a gallery are known from other files.
SIGN = '<meta name="generator" content="hanabi-solver gallery">'

_PROMISE = "Each answer is proved, and waits behind a button."
_LESS = "Each answer waits behind a button; where it is not proved to be the best, it says so."


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A solved puzzle of a gallery and the name of its page."""

    entry: Entry
    result: Result
    page: str


def page_name(entry: Entry) -> str:
    """The file name of a puzzle's page, after its own file.

    Letters and digits of all scripts are kept, and pictures; what has a meaning in addresses or for a shell
    becomes a hyphen.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> page_name(Entry("puzzles/hold the four.json", parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r")))
    'hold-the-four.html'
    """
    stem = unicodedata.normalize("NFC", PurePath(entry.name).stem)
    kept = "".join(character if _is_kept(character) else " " for character in stem)
    return f"{'-'.join(kept.split()).strip('-.') or 'puzzle'}.html"


def _is_kept(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character in "._-"
    return unicodedata.category(character)[0] in "LMNS"


def format_exhibit(exhibit: Exhibit) -> str:
    """The page of one puzzle: the position, and the solution behind a button."""
    page = format_page(as_puzzle(exhibit.entry, exhibit.result), back=(INDEX, "All puzzles"))
    return page.replace("<title>", f"{SIGN}\n<title>", 1)


def format_index(exhibits: Sequence[Exhibit]) -> str:
    """The index page, the puzzles in the given order: positions, which are shorter, before whole deals."""
    positions = [exhibit for exhibit in exhibits if _is_position(exhibit)]
    deals = [exhibit for exhibit in exhibits if not _is_position(exhibit)]
    sections = "".join(
        _section(name, about, chosen)
        for name, about, chosen in (
            ("Endgames", "Positions in the middle of a game, with all cards open.", positions),
            ("Deals", "Whole games from the first turn, with all cards open.", deals),
        )
        if chosen
    )
    is_proved = all(exhibit.result.status is Status.OPTIMAL for exhibit in exhibits)
    page = fill(
        asset("index.html"),
        {
            "title": "Hanabi puzzles",
            "count": counted(len(exhibits), "puzzle"),
            "promise": _PROMISE if is_proved else _LESS,
            "sections": sections,
        },
    )
    return page.replace("<title>", f"{SIGN}\n<title>", 1)


def _is_position(exhibit: Exhibit) -> bool:
    return exhibit.entry.puzzle is not None and exhibit.entry.position is exhibit.entry.start


def _section(name: str, about: str, exhibits: Sequence[Exhibit]) -> str:
    cards = "".join(f"<li>{_card(exhibit)}</li>" for exhibit in exhibits)
    label = name.lower()
    return (
        f'<section aria-labelledby="{label}"><h2 id="{label}">{name}</h2><p class="about">{about}</p>'
        f'<ul class="exhibits" role="list">{cards}</ul></section>'
    )


def _card(exhibit: Exhibit) -> str:
    """A puzzle in the index: its title and what can be seen before it is solved."""
    subject = as_puzzle(exhibit.entry, exhibit.result)
    position = subject.start
    rules = position.rules
    facts = [
        counted(rules.players, "player"),
        f"suits {' '.join(rules.letters)}",
        f"{position.pile_size} to draw" if position.pile_size else "the final round",
    ]
    return (
        f'<a class="exhibit" href="{escape(quote(exhibit.page))}"><b dir="auto">{escape(subject.title)}</b>'
        f"<span>{escape(subject.goal)}</span><small>{escape(', '.join(facts))}</small></a>"
    )
