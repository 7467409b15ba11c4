"""Pages as text: the template filled in, everything escaped, under a Content-Security-Policy."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from hanabi_solver.web.pages.chart import chart
from hanabi_solver.web.pages.subject import DropNote, Subject
from hanabi_solver.web.pages.turn_data import page_data

_MARKER = re.compile(r"\{\{([a-z_]+)\}\}")
# What would end a script element or start one, and the line ends of old JavaScript.
_RISKY = {character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
# One shape a suit, in the order of the suits, on a field of 20 by 20.
_SHAPES = (
    '<path d="M10 1 18 10 10 19 2 10Z"/>',
    '<path d="M10 1l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L10 15.2l-5.6 3.1 1.2-6.3L1 7.6l6.3-.8Z"/>',
    '<path d="M10 2 19 18H1Z"/>',
    '<circle cx="10" cy="10" r="8.5"/>',
    '<path d="M2 2h16v16H2Z"/>',
    '<path d="M7 1h6v6h6v6h-6v6H7v-6H1V7h6Z"/>',
)


def format_page(subject: Subject, back: tuple[str, str] | None = None) -> str:
    """One self-contained HTML page; `back` is a relative address and the words of a link to it.

    Raises IllegalMoveError if a move of the line breaks a rule.
    """
    data = page_data(subject)
    return fill(
        asset("page.html"),
        {
            "title": escape(subject.title),
            "back": "" if back is None else _back(*back),
            "about": _paragraphs(subject.about, "about"),
            "goal": f'<p class="goal">{escape(subject.goal)}</p>' if subject.goal else "",
            "summary": _paragraphs(subject.summary),
            "link": _link(subject.link, "Watch it on hanab.live"),
            "drops": _drops(subject.drops, subject.first_turn),
            "rows": "".join(_row(subject, state) for state in data["states"][1:]),
            "best_head": "" if _is_unasked(data) else '<th scope="col" class="num">Best</th>',
            "ending": escape(data["ending"]),
            "chart": chart(data),
            "plain": _plain_board(data),
            "answer": _answer(subject, data) if subject.is_hidden else "",
            "secret": " hidden" if subject.is_hidden else "",
            "hidden": " hidden" if subject.is_hidden or not subject.line else "",
            "asks": "" if subject.is_hidden else " hidden",
            "shapes": "".join(
                f'<symbol id="suit-{number}" viewBox="0 0 20 20">{shape}</symbol>'
                for number, shape in enumerate(_SHAPES)
            ),
            "data": embedded(data),
        },
    )


def fill(
    template: str,
    values: Mapping[str, str],
    *,
    styles: Sequence[str] = ("page.css",),
    script_name: str = "page.js",
) -> str:
    """A template with its markers `{{name}}` replaced, once; style, script and policy are added here."""
    style, script = "".join(map(asset, styles)), asset(script_name)
    allowed = [f"style-src {_digest(style)}"]
    if "{{script}}" in template:
        allowed.append(f"script-src {_digest(script)}")
    policy = "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"])
    known = {**values, "policy": policy, "style": style, "script": script}
    return _MARKER.sub(lambda marker: known[marker[1]], template)


def embedded(data: Any) -> str:
    """Data as JSON that can stand in a script element.

    >>> embedded({"name": "</script>"})
    '{"name":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return "".join(_RISKY.get(character, character) for character in text)


@cache
def asset(name: str) -> str:
    """The text of a file of the package."""
    return (files("hanabi_solver.web.pages") / "assets" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _paragraphs(texts: tuple[str, ...], name: str = "") -> str:
    opening = f'<p class="{name}">' if name else "<p>"
    return "".join(f"{opening}{escape(text)}</p>" for text in texts)


def _back(address: str, words: str) -> str:
    return f'<p class="back"><a href="{escape(address)}">{escape(words)}</a></p>'


def _link(address: str | None, words: str) -> str:
    """A link to hanab.live; such links are long, so words are shown in their place."""
    if address is None:
        return ""
    return f'<p><a class="out" href="{escape(address)}" rel="noreferrer">{escape(words)}</a></p>'


def _drops(drops: tuple[DropNote, ...], first_turn: int) -> str:
    if not drops:
        return ""
    parts = ['<section class="drops panel" aria-labelledby="drops-title">']
    parts.append('<h2 id="drops-title">Where points were lost</h2>')
    for drop in drops:
        facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in drop.facts)
        parts.append(
            f'<article class="drop"><h3><button type="button" class="jump" data-go="{drop.turn - 1}">'
            f"Turn {drop.turn + first_turn - 1}</button> {escape(drop.heading)}</h3><dl>{facts}</dl>"
            f"{_link(drop.link, 'Watch the better line on hanab.live')}</article>"
        )
    return "".join([*parts, "</section>"])


def _is_unasked(data: dict[str, Any]) -> bool:
    """Whether nothing is known of what was in reach."""
    return all(state["best"] is None for state in data["states"])


def _row(subject: Subject, state: dict[str, Any]) -> str:
    """A turn in the list of moves."""
    move = state["move"]
    best = str(state["best"])
    if state["best"] != state["upper"]:
        best = f"{state['best']}\u2013{state['upper']}"
    if move["drop"]:
        arrow, words = '<span aria-hidden="true">\u25bc</span>', '<span class="vh"> (it fell)</span>'
        best = f'<span class="fell">{arrow} {best}{words}</span>'
    turn, name = move["turn"], escape(subject.names[move["seat"]])
    cells = [
        f'<td class="num"><button type="button" class="jump" data-go="{turn - subject.first_turn + 1}" '
        f'aria-label="Go to turn {turn}">{turn}</button></td>',
        f'<td class="who wide" dir="auto" title="{name}">{name}</td>',
        f'<td class="what"><span class="by narrow" dir="auto">{name}</span>{escape(move["text"])}</td>',
        f'<td class="wide">{escape(move["draws"])}</td>',
        f'<td class="num">{state["score"]}</td>',
        f'<td class="num">{state["tokens"]}</td>',
        f'<td class="num wide">{"" if state["pace"] is None else state["pace"]}</td>',
        "" if state["best"] is None else f'<td class="num">{best}</td>',
    ]
    fell = ' class="falls"' if move["drop"] else ""
    return f"<tr{fell}>{''.join(cells)}</tr>"


def _answer(subject: Subject, data: dict[str, Any]) -> str:
    """The solution of a puzzle to be opened, for browsers without script, where no button can show it."""
    moves = "".join(f"<li>{escape(state['move']['said'])}</li>" for state in data["states"][1:])
    summary = f"{_paragraphs(subject.summary)}{_link(subject.link, 'Watch it on hanab.live')}"
    return (
        f"<details><summary>The solution</summary>{summary}<ol>{moves}</ol>"
        f"<p>{escape(data['ending'])}</p></details>"
    )


def _plain_board(data: dict[str, Any]) -> str:
    """The first position in plain words, for browsers without script."""
    state, deck = data["states"][0], data["deck"]
    stacks = " ".join(
        f"{suit['letter']}{height}" for suit, height in zip(data["suits"], state["stacks"], strict=True)
    )
    rows = [("Stacks (heights)", stacks)]
    for name, hand in zip(data["names"], state["hands"], strict=True):
        rows.append((name, " ".join(deck[held["card"]]["name"] for held in hand)))
    pile = " ".join(card["name"] for card in deck[state["draw_index"] :])
    rows.append((f"Draw pile ({state['pile']})", pile or "none"))
    rows.append((data["gone_name"], " ".join(card["name"] for card in state["discards"]) or "none"))
    rows.append((data["tokens_name"].capitalize(), f"{state['tokens']} of {data['most_tokens']}"))
    rows.append(("Strikes", f"{state['strikes']} of {data['most_strikes']}"))
    if state["seat"] is not None:
        rows.append(("To move", data["names"][state["seat"]]))
    return "<dl>" + "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in rows) + "</dl>"
