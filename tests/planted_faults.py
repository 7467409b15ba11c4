"""Faults planted in sound puzzle files: what is changed, where it must be reported, and what hides it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hanabi_solver.formats.puzzle import format_puzzle, parse_puzzle
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.position import Position

Data = dict[str, Any]


@dataclass(frozen=True)
class Planted:
    """A change of a file's data, the places where it may be reported, and the parts that it bears on.

    Two are independent if neither changes a part that the other changes or is judged by.
    """

    places: tuple[str, ...]
    change: Callable[[Data], None]
    changes: frozenset[str]
    judged_by: frozenset[str] = frozenset()

    def is_independent_of(self, other: "Planted") -> bool:
        """Whether both must be reported, whatever the other is mended to."""
        return not (
            self.changes & (other.changes | other.judged_by)
            or other.changes & (self.changes | self.judged_by)
        )


def written_out(text: str) -> Data:
    """A puzzle file's data with every key stated, and each card of a list a text of its own."""
    data: Data = json.loads(format_puzzle(parse_puzzle(text)))
    for key in ("pile", "discards"):
        data[key] = data[key].split()
    data["hands"] = [hand.split() for hand in data["hands"]]
    return data


def with_x(data: Data, position: Position, rng: Random) -> Data:
    """The same file with some useless cards written x."""
    letters = position.rules.letters
    trash = {format_card(face, letters) for face in position.rules.faces() if position.is_trash(face)}
    hands = [
        ["x" if card in trash and rng.random() < 0.6 else card for card in hand] for hand in data["hands"]
    ]
    return {**data, "hands": hands}


def faults_for(data: Data, position: Position, rng: Random) -> list[Planted]:
    """Faults of all kinds for one file, in random order."""
    found = [*_of_numbers(data, position), *_of_rules(), *_of_cards(data, position, rng)]
    found += _of_the_expectation(data, position)
    rng.shuffle(found)
    return found


def independent(faults: list[Planted], number: int) -> list[Planted]:
    """The first faults that are independent of each other."""
    chosen: list[Planted] = []
    for fault in faults:
        if len(chosen) < number and all(fault.is_independent_of(other) for other in chosen):
            chosen.append(fault)
    return chosen


def _set(*path: Any, to: Any) -> Callable[[Data], None]:
    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = to

    return change


def _planted(place: str, change: Callable[[Data], None], changes: str, judged_by: str = "") -> Planted:
    return Planted((place,), change, frozenset(changes.split()), frozenset(judged_by.split()))


def _of_numbers(data: Data, position: Position) -> Iterator[Planted]:
    rules = position.rules
    yield _planted("zzz", _set("zzz", to=1), "zzz")
    yield _planted("title", _set("title", to=["a", "b"]), "title")
    yield _planted("comment[1]", _set("comment", to=["a", 2]), "comment")
    yield _planted("hands_order", _set("hands_order", to="best-first"), "hands_order")
    for wrong in (rules.token_limit + 1, -1, "one", None):
        yield _planted("tokens", _set("tokens", to=wrong), "tokens", "token_limit")
    for wrong in (rules.strike_limit, 1.5):
        yield _planted("strikes", _set("strikes", to=wrong), "strikes", "strike_limit")
    for wrong in (rules.players, -1, True):
        yield _planted("seat", _set("seat", to=wrong), "seat", "players")
    wrong_turns = 2 if data["pile"] else None
    yield _planted("turns_left", _set("turns_left", to=wrong_turns), "turns", "pile_size all_or_nothing")
    yield _planted("last_clue", _set("last_clue", to="rang"), "last_clue")
    for suit, letter in enumerate(rules.letters):
        heights = dict(zip(rules.letters, position.stacks, strict=True))
        wrong_heights: Data = {**heights, letter: rules.ranks + 1 + suit}
        yield _planted(
            f"stacks.{letter}", _set("stacks", to=wrong_heights), f"stacks stack_{letter}", "suits"
        )


def _of_rules() -> Iterator[Planted]:
    yield _planted("rules.zzz", _set("rules", "zzz", to=1), "rules.zzz")
    yield _planted("rules.token_limit", _set("rules", "token_limit", to="eight"), "token_limit")
    yield _planted("rules.strike_limit", _set("rules", "strike_limit", to=0), "strike_limit")
    yield _planted("rules.first_seat", _set("rules", "first_seat", to=9), "first_seat", "players")
    yield _planted("rules.hand_size", _set("rules", "hand_size", to=1), "hand_size")
    yield _planted("rules.players", _set("rules", "players", to=7), "players")
    yield _planted("rules.empty_clues", _set("rules", "empty_clues", to=1), "empty_clues")
    yield _planted("rules.suits", _set("rules", "suits", to=""), "suits", "players hand_size")


def _of_cards(data: Data, position: Position, rng: Random) -> Iterator[Planted]:
    rules = position.rules
    has_x = any("x" in hand for hand in data["hands"])
    round_by = "" if data["pile"] else " seat turns"
    for seat, hand in enumerate(data["hands"]):
        by = "hand_size players all_or_nothing"
        more = [*hand, *hand[:1] * (rules.hand_size + 1 - len(hand))]
        if "x" in hand and len(hand) == rules.hand_size:
            # A useless card more, or one less than even a seat that had its last turn may hold.
            wrong = [*hand]
            wrong.remove("x")
            if data["pile"]:
                yield _planted(f"hands[{seat}]", _set("hands", seat, to=wrong), f"hand{seat}", by + round_by)
            if more[-1] == "x":
                yield _planted(f"hands[{seat}]", _set("hands", seat, to=more), f"hand{seat}", by)
        at = rng.randrange(len(hand))
        for text in ("q9", "", "r", 7):
            places = f"hands[{seat}][{at}]"
            yield _planted(places, _set("hands", seat, at, to=text), f"hand{seat} unread", "suits")
        yield _planted(f"hands[{seat}]", _set("hands", seat, to=4), f"hand{seat} unread many_unread")
    useful = {format_card(f, rules.letters) for f in rules.faces() if not position.is_trash(f)}
    places = [("hands", s, i) for s, hand in enumerate(data["hands"]) for i in range(len(hand))]
    places += [("pile", i) for i in range(len(data["pile"]))]
    for path in places:
        card = _at(data, path)
        part = f"hand{path[1]}" if path[0] == "hands" else "pile"
        if has_x and card in useful and sum(_at(data, other) == card for other in places) == 1:
            parts = f"{part} missing"
            by = f"suits stacks stack_{card[0]} unread"
            yield _planted("hands", _set(*path, to="x"), parts, by)
        # One copy too many of a card that is written elsewhere, in place of a useless one.
        other = rng.choice(["x", *sorted(useful)])
        spare = [face for face in rules.faces() if format_card(face, rules.letters) == other]
        if card == "x" and spare and rules.copies(spare[0]) == 1:
            shown = [q for q in places if _at(data, q) == other]
            where = tuple(_named(q) for q in [*shown, path])
            if shown:
                held = " ".join(f"hand{q[1]}" if q[0] == "hands" else "pile" for q in shown)
                change = _set(*path, to=other)
                parts = frozenset(f"{part} {held} excess".split())
                yield Planted(where, change, parts, frozenset({"suits", "missing"}))


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def _named(path: tuple[Any, ...]) -> str:
    return path[0] + "".join(f"[{part}]" for part in path[1:])


def _of_the_expectation(data: Data, position: Position) -> Iterator[Planted]:
    yield _planted("expect.best", _set("expect", to={"best": 99}), "expect", "suits")
    yield _planted("expect.best", _set("expect", to={"best": "all"}), "expect")
    for text in ("jump", 5):
        expect = {"best": 1, "first_moves": [text]}
        yield _planted("expect.first_moves[0]", _set("expect", to=expect), "expect", "suits")
    moves_by = "seat suits players hand_size stacks excess missing"
    own = data["hands"][position.seat]
    for face in position.rules.faces():
        card = format_card(face, position.rules.letters)
        if card not in own:
            expect = {"best": 1, "first_moves": [f"play {card}"]}
            by = f"{moves_by} hand{position.seat}"
            yield _planted("expect.first_moves[0]", _set("expect", to=expect), "expect", by)
            break
    if position.tokens < position.rules.clue_cost:
        expect = {"best": 1, "first_moves": ["clue"]}
        by = "tokens token_limit suits"
        yield _planted("expect.first_moves[0]", _set("expect", to=expect), "expect", by)
