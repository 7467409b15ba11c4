"""A position as one HTML snippet for notebooks: it needs nothing else, and escapes all text."""

from collections.abc import Iterable, Sequence
from html import escape

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.plain_text import one_line
from hanabi_solver.game.board import MARKS, PLAYABLE, card_on_stack, marks
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import (
    most_tokens_text,
    outlook,
    rule_sentences,
    seat_names,
    tokens_name,
    tokens_text,
)
from hanabi_solver.game.worth import Worth, points_left

# Light on dark and dark on light: each card brings its own ground, and its letter says the suit too.
_COLOURS = {
    "r": "#c62828",
    "y": "#8a6d00",
    "g": "#2e7d32",
    "b": "#1565c0",
    "p": "#7b1fa2",
    "t": "#00707f",
    "k": "#424242",
}
_OTHER_COLOUR = "#5d4037"
_CARD = (
    "display:inline-block;min-width:1.6em;margin:1px 2px;padding:0 .3em;border-radius:.25em;"
    "text-align:center;color:#fff;font:600 1em/1.6 ui-monospace,monospace;background:"
)
_MEANING = {
    MARKS[Worth.CRITICAL]: "critical",
    MARKS[Worth.DUPLICATE]: "duplicate in hands",
    MARKS[Worth.TRASH]: "trash",
    PLAYABLE: "playable",
}


def format_snippet(position: Position, names: Sequence[str] = (), title: str = "") -> str:
    """The board of a position as one `div` with inline styles, safe to put into any page.

    It has no script, no id and no reference to anything outside; what comes from a deck or from rules is
    escaped: `names` of the seats, the `title` above the board, cards. Colours are said by letters too.
    Raises InputError if there are names and not one for each seat.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> snippet = format_snippet(start)
    >>> snippet.startswith('<div style="'), snippet.endswith("</div>"), "<script" in snippet
    (True, True, False)
    """
    rules = position.rules
    if names and len(names) != rules.players:
        raise InputError([Fault("names", f"expected {rules.players}, one for each seat, got {len(names)}")])
    called = [one_line(name) for name in names] or seat_names(rules.players)
    stacks = " ".join(
        _card(card_on_stack(position, suit, height), rules.letters) if height else _empty(rules.letters[suit])
        for suit, height in enumerate(position.stacks)
    )
    counts = (
        f"score <b>{position.score}</b> of {rules.max_score}, "
        f"{tokens_name(rules)} {tokens_text(position)} of {most_tokens_text(rules)}, "
        f"strikes {position.strikes} of {rules.strike_limit}, "
        f"draw pile {position.pile_size}"
    )
    rows = [
        _row("Stacks", f"{stacks} &nbsp; {counts}"),
        *(_row(_seat(position, seat, called[seat]), _hand(position, seat)) for seat in range(rules.players)),
        _row("Draw pile", _cards(position.pile, rules.letters)),
        _row("Discarded", _cards(sorted(position.discards), rules.letters)),
    ]
    notes = [*rule_sentences(rules), *outlook(position, points_left(position), called), _legend()]
    about = f'<div style="font-weight:600">{escape(one_line(title))}</div>' if title else ""
    return (
        '<div style="font:14px/1.7 system-ui,sans-serif;overflow-x:auto">'
        f'{about}<table style="border-collapse:collapse;background:none;color:inherit;font:inherit">'
        f"{''.join(rows)}</table>"
        f'<div style="opacity:.75">{"<br>".join(map(escape, notes))}</div></div>'
    )


def _row(head: str, cells: str) -> str:
    style = "text-align:left;padding:0 .8em 0 0;white-space:nowrap"
    return (
        f'<tr style="background:none"><th scope="row" style="{style}">{head}</th>'
        f'<td style="text-align:left;padding:0">{cells}</td></tr>'
    )


def _seat(position: Position, seat: int, name: str) -> str:
    acts = seat == position.seat and not position.is_over
    return f"{'&#9654; ' if acts else ''}{escape(name)}"


def _hand(position: Position, seat: int) -> str:
    letters = position.rules.letters
    return "".join(
        _card(position.deck[index], letters, marks(position, index))
        for index in reversed(position.hands[seat])
    )


def _cards(cards: Iterable[Card], letters: str) -> str:
    return "".join(_card(card, letters) for card in cards) or "none"


def _card(card: Card, letters: str, signs: str = "") -> str:
    colour = _COLOURS.get(letters[card.suit], _OTHER_COLOUR)
    meant = ", ".join(_MEANING[sign] for sign in signs)
    title = f' title="{escape(meant)}"' if meant else ""
    return f'<span style="{_CARD}{colour}"{title}>{escape(format_card(card, letters))}{escape(signs)}</span>'


def _empty(letter: str) -> str:
    colour = _COLOURS.get(letter, _OTHER_COLOUR)
    style = f"{_CARD}none;box-shadow:inset 0 0 0 2px {colour};color:inherit"
    return f'<span style="{style}">{escape(letter)}0</span>'


def _legend() -> str:
    marks = "; ".join(f"{sign} {meaning}" for sign, meaning in _MEANING.items())
    return f"Newest card (slot 1) first. Marks: {marks}"
