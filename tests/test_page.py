"""What is given to pages: the data of every turn, and HTML in which nothing that was read is code."""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from typing import Any
from xml.etree import ElementTree

import pytest
from page_games import HOSTILE_NAMES, entry_of, hostile_game, nothing_to_play, puzzle
from places import SAMPLES

from hanabi_solver.analysis.game_review import review_entry
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.replay import steps
from hanabi_solver.game.worth import Worth, clues_usable, last_seat, needed_cards, pace, worth
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits
from hanabi_solver.solver.words import headline
from hanabi_solver.web.pages.chart import chart, describe
from hanabi_solver.web.pages.gallery import Exhibit, format_exhibit, format_index, page_name
from hanabi_solver.web.pages.subject import Subject, as_puzzle, reviewed, shown, solved
from hanabi_solver.web.pages.template import embedded, fill, format_page
from hanabi_solver.web.pages.turn_data import page_data


def solved_entry(entry: Entry) -> Subject:
    return solved(entry, solve(entry.start, limits=Limits(workers=1)))


def from_the_pile() -> Entry:
    """The last card of the pile is played from there."""
    text = """{"rules": {"deck_plays": true}, "stacks": "r4 y5 g5 b5 p5", "tokens": 0, "pile": "r5",
    "hands": ["x x x x x", "x x x x x"]}"""
    found = parse_puzzle(text)
    return Entry("pile.json", found.start, found)


@cache
def lost_game() -> Subject:
    entry = hostile_game()
    return reviewed(entry, review_entry(entry, limits=Limits(workers=1)))


SUBJECTS: dict[str, Callable[[], Subject]] = {
    "puzzle": lambda: solved_entry(puzzle("hold-the-five")),
    "unnamed cards": lambda: solved_entry(puzzle("one-of-two-fours")),
    "dark suit": lambda: solved_entry(puzzle("which-to-give-up")),
    "strike-out": lambda: shown(entry_of(str(SAMPLES / "p2v0s12.json"))),
    "perfect game": lambda: shown(entry_of(str(SAMPLES / "p3v0s1.json"))),
    "strange variant": lambda: shown(entry_of(str(SAMPLES / "variant_08.json"))),
    "clue starved": lambda: solved_entry(entry_of("p2v52s1")),
    "review": lost_game,
    "from the pile": lambda: solved_entry(from_the_pile()),
    "no moves": lambda: shown(puzzle("hold-the-five")),
}


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_turn_is_as_the_engine_has_it(name: str) -> None:
    subject = SUBJECTS[name]()
    data = json.loads(embedded(page_data(subject)))
    played = list(steps(subject.start, subject.line))
    positions = [subject.start, *(step.after for step in played)]
    deck, letters = data["deck"], subject.start.rules.letters
    names = [
        "x" if index in subject.unnamed else format_card(card, letters)
        for index, card in enumerate(subject.start.deck)
    ]
    assert [card["name"] for card in deck] == names
    assert len(data["states"]) == len(positions)
    for number, (state, position) in enumerate(zip(data["states"], positions, strict=True)):
        hands = [[held["card"] for held in hand] for hand in state["hands"]]
        assert hands == [list(reversed(hand)) for hand in position.hands]  # newest first
        assert tuple(state["stacks"]) == position.stacks
        assert float(state["tokens"]) * position.rules.clue_cost == position.tokens
        assert (state["strikes"], state["pile"]) == (position.strikes, position.pile_size)
        assert state["score"] == position.score
        assert state["seat"] == (None if position.is_over else position.seat)
        assert state["pace"] == (None if position.is_over else pace(position))
        assert state["last"] == last_seat(position)
        usable = None if position.is_over else clues_usable(position)
        assert state["clues"] == (None if usable is None else usable // position.rules.clue_cost)
        for held in chain(*state["hands"]):
            if held["card"] not in subject.unnamed:
                assert held["worth"] == worth(position, held["card"]).value
        gone = Counter(card["name"] for card in state["discards"])
        if not subject.unnamed:
            assert gone == Counter(format_card(card, letters) for card in position.discards)
        # Where each card is, from the deck alone.
        in_hands = {
            index
            for index, card in enumerate(deck)
            if card["drawn"] is not None
            and card["drawn"] <= number
            and not (card["left"] is not None and card["left"] <= number)
        }
        assert in_hands == set(chain(*position.hands))
        assert all(index in position.hands[deck[index]["seat"]] for index in in_hands)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_move_is_told(name: str) -> None:
    subject = SUBJECTS[name]()
    data = page_data(subject)
    for step, state in zip(steps(subject.start, subject.line), data["states"][1:], strict=True):
        move = state["move"]
        assert move["turn"] == subject.first_turn + step.turn - 1
        who = subject.names[step.before.seat]
        assert move["deed"] == f"{who} {move['text'].replace(' ', 's ', 1)}"
        assert move["said"].startswith(f"Turn {move['turn']}: {move['deed']}")
        if isinstance(step.move, Clue):
            assert move["kind"] == "clue"
            assert move["text"].endswith(f"to {subject.names[step.move.target]}")
        else:
            struck = step.after.strikes > step.before.strikes
            grew = sum(step.after.stacks) > sum(step.before.stacks)
            kind = "misplay" if struck else "play" if grew else "discard"
            assert (move["kind"], move["card"]) == (kind, step.move.card)
            fates = {"misplay": "misplayed", "play": "played", "discard": "discarded"}
            assert data["deck"][step.move.card]["how"] == fates[kind]
        drew = step.after.draw_index - step.before.draw_index
        assert bool(move["draws"]) == (bool(drew) and "from the pile" not in move["text"])


def test_a_review_tells_what_was_in_reach_and_where_it_fell() -> None:
    entry = hostile_game()
    review = review_entry(entry, limits=Limits(workers=1))
    subject = reviewed(entry, review)
    data = page_data(subject)
    reaches = [review.review.best, *(turn.after for turn in review.review.turns)]
    assert [(s["best"], s["upper"]) for s in data["states"]] == [(r.best, r.upper) for r in reaches]
    falls = {s["move"]["turn"]: s["move"]["drop"] for s in data["states"][1:] if s["move"]["drop"]}
    assert falls
    assert falls == {
        drop.turn.turn: {"before": drop.turn.before.best, "after": drop.turn.after.upper}
        for drop in review.review.drops
    }
    assert [note.turn for note in subject.drops] == list(falls)
    assert all(dict(note.facts)[f"Why not {note.before}"] for note in subject.drops)
    words = describe(data)
    assert all(f"At turn {turn} it falls from {fall['before']}" in words for turn, fall in falls.items())
    page = format_page(subject)
    assert page.count('class="falls"') == len(falls) == page.count('class="fall" d="M')


def test_an_undecided_score_is_told_as_a_range() -> None:
    entry = puzzle("lost-without-a-bound")
    result = solve(entry.start, limits=Limits(seconds=1e-9, workers=1))
    assert result.best < result.upper
    subject = solved(entry, result)
    text = Text.of(format_page(subject))
    assert f"Best score: between {result.best} and {result.upper} (of 25), not decided." in text
    assert all((s["best"], s["upper"]) == (result.best, result.upper) for s in page_data(subject)["states"])
    assert as_puzzle(entry, result).goal == "Score all you can."


def test_worth_tells_the_last_copies_from_others() -> None:
    position = puzzle("which-to-give-up").position
    named = {}
    for hand in position.hands:
        for card in hand:
            named[format_card(position.deck[card], "rygk")] = worth(position, card)
    assert named["r5"] is named["k5"] is named["r3"] is Worth.CRITICAL
    assert named["y4"] is Worth.DUPLICATE
    assert named["r1"] is named["g2"] is Worth.TRASH
    start = entry_of("p2v0s1").position
    assert len(needed_cards(start)) == 25
    assert pace(start) == 40 + 2 - 25


class Text(HTMLParser):
    """The elements and the text of a page as a browser would read them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "path", "circle", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)

    @classmethod
    def of(cls, page: str) -> str:
        """All text but that of scripts and styles."""
        reader = cls()
        reader.feed(page)
        return "\n".join("".join(t) for tag, t in reader.texts.items() if tag not in ("script", "style"))


def read(page: str) -> Text:
    reader = Text()
    reader.feed(page)
    return reader


@pytest.mark.parametrize("name", ["review", "puzzle"])
def test_a_page_holds_no_more_than_its_own_script_and_style(name: str) -> None:
    page = format_page(SUBJECTS[name]())
    reader = read(page)
    tags = Counter(tag for tag, _ in reader.tags)
    assert (tags["script"], tags["style"], tags["img"], tags["iframe"], tags["base"]) == (2, 1, 0, 0, 0)
    for tag, attributes in reader.tags:
        assert "style" not in attributes, tag
        assert not [key for key in attributes if key.startswith("on")], tag
        assert "src" not in attributes, tag
        address = attributes.get("href") or ""
        assert address.startswith(("#", "https://hanab.live/")) or not address
    policy = next(a["content"] for t, a in reader.tags if t == "meta" and "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    _, script = reader.texts["script"]
    for kind, text in (("script", script), ("style", reader.texts["style"][0])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert json.loads(reader.texts["script"][0]) == page_data(SUBJECTS[name]())


def test_hostile_names_and_titles_are_text() -> None:
    page = format_page(lost_game())
    text = Text.of(page)
    for name in HOSTILE_NAMES:
        # Line separators are left out of names, as they are no printable characters.
        assert name.replace("\u2028", "") in text
    assert "<img src=x onerror=alert(3)>.json" in text
    assert "onerror=alert(3)>" not in page
    assert "<b onclick" not in page
    assert json.dumps(HOSTILE_NAMES[1])[1:-1] not in page


def test_markers_in_texts_are_not_replaced() -> None:
    assert fill("{{title}}|{{script}}", {"title": "{{script}}"}).startswith("{{script}}|")


@pytest.mark.parametrize("text", ["</script>", "<!--", "&amp;", "\u2028\u2029", "]]>"])
def test_embedded_data_is_the_same_data(text: str) -> None:
    written = embedded({"text": text})
    assert json.loads(written) == {"text": text}
    assert not set(written) & set("<>&\u2028\u2029")


def test_a_puzzle_hides_all_that_gives_its_solution_away() -> None:
    entry = puzzle("which-to-give-up")
    subject = as_puzzle(entry, solve(entry.start, limits=Limits(workers=1)))
    reader = read(format_page(subject))
    parts = [a for _, a in reader.tags if "solution" in (a.get("class") or "").split()]
    assert len(parts) >= 4
    assert all("hidden" in attributes for attributes in parts)
    assert subject.goal == "Reach 16 of 20 points."
    assert any(a.get("id") == "reveal" for _, a in reader.tags)
    open_page = read(format_page(solved_entry(entry)))
    assert not [a for _, a in open_page.tags if "hidden" in a and "solution" in (a.get("class") or "")]


def test_pages_allow_no_more_than_they_hold() -> None:
    entry = puzzle("hold-the-five")
    exhibits = [Exhibit(entry, solve(entry.start, limits=Limits(workers=1)), page_name(entry))]
    for page in (format_index(exhibits), format_exhibit(exhibits[0])):
        policy = next(a["content"] for _, a in read(page).tags if "http-equiv" in a) or ""
        assert "img-src" not in policy
        assert ("script-src" in policy) == ("<script>" in page)


def test_very_long_names_and_titles_are_cut() -> None:
    entry = hostile_game(6)
    assert entry.game is not None
    names = ("N" * 3000, *entry.game.players[1:])
    page = format_page(shown(replace(entry, game=replace(entry.game, players=names))))
    assert f"{'N' * 39}\u2026" in Text.of(page)
    assert "N" * 40 not in page


def test_a_target_that_is_there_already_is_said_to_be() -> None:
    position = nothing_to_play().position
    assert headline(solve(position, target=20, limits=Limits(workers=1))) == (
        "Can 20 be reached? Yes, the score is 24 of 25 already."
    )
    line = puzzle("hold-the-five").start
    assert "Yes, by the line below (score" in headline(solve(line, target=25, limits=Limits(workers=1)))


def test_a_fall_to_nothing_is_marked_above_the_axis() -> None:
    data = page_data(lost_game())
    for state in data["states"]:
        state["best"] = state["upper"] = 0 if state["move"] and state["move"]["turn"] > 10 else 30
    svg = ElementTree.fromstring(chart(data))
    panel = svg.find("g")
    assert panel is not None
    axis = max(float(line.attrib["y1"]) for line in panel.iter("line"))
    falls = [path.attrib["d"] for path in panel.iter("path") if path.attrib["class"] == "fall"]
    assert falls
    for fall in falls:
        top, height = (float(number) for number in re.findall(r"M[\d.]+ ([\d.]+) h12 l-6 ([\d.]+)", fall)[0])
        assert top + height < axis


def test_what_was_not_asked_has_no_column() -> None:
    page = format_page(SUBJECTS["perfect game"]())
    assert ">Best</th>" not in page
    assert "None" not in Text.of(page)
    assert ">Best</th>" in format_page(SUBJECTS["puzzle"]())


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_chart_is_sound_and_told_in_words(name: str) -> None:
    data = page_data(SUBJECTS[name]())
    svg = ElementTree.fromstring(chart(data))
    titles = [part.tag for part in svg][:2]
    assert titles == ["title", "desc"]
    assert svg.attrib["role"] == "img"
    numbers = re.findall(
        r"-?[0-9.]+",
        " ".join(path.attrib["d"] for path in svg.iter("path") if path.attrib["class"] != "fall"),
    )
    assert numbers
    assert all(-1 <= float(number) <= 600 for number in numbers)
    last: dict[str, Any] = data["states"][-1]
    assert f"to {last['score']} of {data['max_score']}." in describe(data)


def test_a_gallery_lists_its_pages() -> None:
    entries = [puzzle("hold-the-five"), puzzle("dealt-out")]
    exhibits = [
        Exhibit(entry, solve(entry.start, limits=Limits(workers=1)), page_name(entry)) for entry in entries
    ]
    index = read(format_index(exhibits))
    links = [a["href"] for tag, a in index.tags if tag == "a"]
    assert links == ["hold-the-five.html", "dealt-out.html"]
    text = Text.of(format_index(exhibits))
    assert "Who draws the last card?" in text
    assert "Reach 25 of 25 points." in text
    assert "Each answer is proved" in text
    assert 'href="index.html"' in format_exhibit(exhibits[0])
