"""The data of a puzzle file as values of the game, with everything that is wrong with it in one pass.

A faulty part does not hide the faults of others: a stand-in takes its place, and what is said of the rest is
only what holds whatever the part was meant to be.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, TypeVar

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import small
from hanabi_solver.formats.counting import CardCount
from hanabi_solver.formats.expectation import Expectation, Scene, read_expectation
from hanabi_solver.formats.faults import is_within
from hanabi_solver.formats.puzzle_schema import (
    DECK_KEY,
    POSITION_KEYS,
    DealFile,
    PositionFile,
    RulesFile,
)
from hanabi_solver.formats.rules import readable_rules
from hanabi_solver.formats.stacks import Stacks, read_stacks
from hanabi_solver.formats.validation import LEFT_OUT, validate_leniently
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import HandsOrder

_UNREADABLE = "?"
# What takes the place of a faulty value while the rest of the file is checked.
_STAND_INS = {
    "title": "",
    "source": "",
    "comment": "",
    "rules": {},
    "rules.*": LEFT_OUT,
    "stacks": "",
    "stacks.*": LEFT_OUT,
    "hands": [],
    "hands[]": "",
    "hands[][]": _UNREADABLE,
    "hands_order": HandsOrder.OLDEST_FIRST,
    "pile": "",
    "pile[]": _UNREADABLE,
    "discards": None,
    "discards[]": _UNREADABLE,
    "deck": "",
    "deck[]": _UNREADABLE,
    "tokens": 0,
    "strikes": 0,
    "seat": 0,
    "turns_left": None,
    "last_clue": None,
    "expect": None,
    "expect.best": 0,
    "expect.first_moves": None,
    "expect.first_moves[]": _UNREADABLE,
}
_SUIT_RULES = {"suits", "stacking", "dark", "reversed"}
# Which rules decide what may stand under a key.
_DECIDED_BY = {
    "seat": {"players"},
    "tokens": {"token_limit"},
    "strikes": {"strike_limit"},
    "last_clue": {"clues"},
    "turns_left": {"players", "all_or_nothing"},
    "hands": {"players"},
    "stacks": _SUIT_RULES,
}
# Misspelt keys are looked for among so many unknown ones.
_MOST_UNKNOWN = 50
_File = TypeVar("_File", bound=DealFile | PositionFile)


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a puzzle file without faults holds; `unnamed` are the deck indices of cards written `x`."""

    file: DealFile | PositionFile
    start: Deal | Position
    expect: Expectation | None
    unnamed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Doubts:
    """The places of a file whose values are not known, as they are faulty or may be misspelt."""

    places: frozenset[str]

    def at(self, place: str) -> bool:
        """Whether the value at a place is not known, or that around it."""
        ends = [at for at, character in enumerate(place) if character in ".["]
        return any(place[:end] in self.places for end in (*ends, len(place)))

    def about(self, place: str) -> bool:
        """Whether the value at a place is not known, or anything in it."""
        return self.at(place) or any(is_within(doubted, place) for doubted in self.places)

    def rules(self) -> set[str]:
        """The names of the rules that are not known."""
        if "rules" in self.places:
            return set(RulesFile.model_fields)
        return {name for name in RulesFile.model_fields if f"rules.{name}" in self.places}


def read_puzzle_file(data: Any, faults: list[Fault]) -> FileContent:
    """What the JSON data of a puzzle file holds.

    `faults` are known before. Raises InputError with these and all others.
    """
    if not isinstance(data, dict):
        text = "expected a JSON object, got another kind of value"
        raise InputError([*faults, Fault("", text)])
    if DECK_KEY not in data:
        return _read_position(data, faults)
    both = [key for key in POSITION_KEYS if key in data]
    text = f"expected a deal ({DECK_KEY}) or a position (stacks, hands, ...), got keys of both"
    faults = [*faults, *(Fault(key, text, "keep one of the two") for key in both)]
    return _read_deal({key: value for key, value in data.items() if key not in both}, faults)


def _validated(
    model: type[_File], data: dict[str, Any], unusual: list[Fault]
) -> tuple[_File, list[Fault], _Doubts]:
    """The file, what is wrong with its shape, and what is therefore not known."""
    doubted = _meant(data, model.model_fields)
    doubted += [fault.place for fault in unusual]  # of a key that stands twice, any value may be meant
    rules = data.get("rules")
    if isinstance(rules, dict):
        doubted += [f"rules.{name}" for name in _meant(rules, RulesFile.model_fields)]
        doubted += [f"rules.{fault.place}" for fault in unusual if fault.place not in data]
    file, faults, replaced = validate_leniently(model, data, _STAND_INS)
    return file, [*unusual, *faults], _Doubts(frozenset([*doubted, *replaced]))


def _meant(data: dict[str, Any], known: Iterable[str]) -> list[str]:
    """The keys that those which are not known may be misspelt for."""
    names = set(known)
    unknown = [key for key in data if key not in names][:_MOST_UNKNOWN]
    missing = sorted(names - data.keys())
    return [meant for key in unknown for meant in get_close_matches(key[:40], missing)]


def _without_echoes(faults: Iterable[Fault], doubts: _Doubts) -> Iterator[Fault]:
    """The faults but those of values that others stand in for: these are reported already."""
    return (fault for fault in faults if not doubts.at(fault.place))


def _read_deal(data: dict[str, Any], faults: list[Fault]) -> FileContent:
    file, faults, doubts = _validated(DealFile, data, faults)
    found: list[Fault] = []
    rules, doubted = readable_rules(file.rules, None, found)
    doubted |= doubts.rules()
    has_suits = not doubted & {"suits", "stacking"}
    heights, ranks = _bare(rules)
    count = CardCount(rules, heights, ranks, is_open=bool(doubted & _SUIT_RULES))
    deck = tuple(count.read_deck(file.deck))
    if has_suits:
        found.extend(count.faults())
    if doubted & _SUIT_RULES:  # how many cards there are is not known
        found = [fault for fault in found if fault.place != DECK_KEY]
    is_sound = not found and not doubted and not doubts.about(DECK_KEY)
    deal = Deal(rules, deck) if is_sound else None
    expect = None
    if file.expect is not None:
        scene = Scene(
            deal.start() if deal is not None else _bare_start(rules),
            is_sound=is_sound,
            has_suits=has_suits,
            has_cards=is_sound,
            has_tokens=not doubted & {"token_limit", "clue_cost", "discard_at_limit"},
        )
        expect = read_expectation(file.expect, scene, found)
    faults.extend(_without_echoes(found, doubts))
    if faults or deal is None:
        raise InputError(faults)
    return FileContent(file, deal, expect)


def _bare(rules: Rules) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Stacks without a card: their heights, and the ranks on them where suits have no set order."""
    suits = len(rules.suits)
    return (0,) * suits, () if rules.has_set_order else ((),) * suits


def _bare_start(rules: Rules) -> Position:
    """The start of a deal whose cards are not known."""
    heights, ranks = _bare(rules)
    hands = ((),) * rules.players
    return Position(
        rules, (), hands, 0, heights, (), rules.token_limit, 0, rules.first_seat, None, stack_ranks=ranks
    )


def _read_position(data: dict[str, Any], faults: list[Fault]) -> FileContent:
    file, faults, doubts = _validated(PositionFile, data, faults)
    found: list[Fault] = []
    rules, doubted = _position_rules(file, doubts, found)
    has_suits = not doubted & {"suits", "stacking"}
    stacks = _position_stacks(file, rules, doubts, found) if has_suits else _unknown_stacks(rules)
    count = CardCount(
        rules,
        stacks.heights,
        stacks.ranks,
        open_suits=stacks.doubted,
        is_open=bool(doubted & _SUIT_RULES)
        or (file.rules.players is None and "players" in doubted)  # how many hands there are is not known
        or any(map(doubts.at, ("hands", "pile", "discards"))),
        unread=_unseen_cards(file, rules, doubts, doubted),
    )
    sections = [count.read(cards, f"hands[{seat}]") for seat, cards in enumerate(file.hands)]
    if file.hands_order is HandsOrder.NEWEST_FIRST:
        sections = [section[::-1] for section in sections]
    sections.append(count.read(file.pile, "pile"))
    discards = [] if file.discards is None else count.read_discards(file.discards)
    (*hands, pile), left_over = count.fill(sections)
    starts = [sum(map(len, hands[:seat])) for seat in range(len(hands))]
    position = Position(
        rules=rules,
        deck=tuple(card for section in (*hands, pile) for card in section),
        hands=tuple(
            tuple(range(start, start + len(hand))) for start, hand in zip(starts, hands, strict=True)
        ),
        draw_index=sum(map(len, hands)),
        stacks=stacks.heights,
        discards=(*discards, *left_over),
        tokens=file.tokens,
        strikes=file.strikes,
        # With no seat no hand is taken for one that had its last turn, or had it not.
        seat=-1 if doubts.at("seat") else file.seat,
        turns_left=file.turns_left,
        stack_ranks=stacks.ranks,
        last_clue=file.last_clue or "",
    )
    faults_of_position = list(_position_faults(file, position, stacks, doubts, doubted))
    if has_suits:
        count.lacking, count.surplus = _beyond_size(faults_of_position, hands, rules)
        found.extend(count.faults())
    found.extend(faults_of_position)
    expect = None
    if file.expect is not None:
        scene = _scene(position, sections, stacks, count, doubts, frozenset(doubted), found)
        expect = read_expectation(file.expect, scene, found)
    faults.extend(_without_echoes(found, doubts))
    if faults:
        raise InputError(faults)
    written = [card for section in sections for card in section]
    unnamed = frozenset(index for index, card in enumerate(written) if card is None)
    return FileContent(file, position, expect, unnamed)


def _position_rules(file: PositionFile, doubts: _Doubts, found: list[Fault]) -> tuple[Rules, set[str]]:
    """The rules as far as they are known, and the names of those that are not."""
    number = len(file.hands)
    is_known = 2 <= number <= 6
    doubted = doubts.rules()
    if file.rules.players is None and not is_known:
        found.append(Fault("hands", f"expected 2 to 6 hands, got {number}", "give one for each seat"))
        doubted.add("players")
    rules, standard = readable_rules(file.rules, number if is_known else 2, found)
    return rules, doubted | standard


def _position_stacks(file: PositionFile, rules: Rules, doubts: _Doubts, found: list[Fault]) -> Stacks:
    if doubts.at("stacks"):
        return _unknown_stacks(rules)
    stacks = read_stacks(file.stacks, rules, found)
    places = {small(place) for place in doubts.places}
    unknown = {suit for suit, letter in enumerate(rules.letters) if f"stacks.{letter}" in places}
    return replace(stacks, doubted=stacks.doubted | unknown)


def _unknown_stacks(rules: Rules) -> Stacks:
    heights, ranks = _bare(rules)
    return Stacks(heights, ranks, frozenset(range(len(rules.suits))))


def _unseen_cards(file: PositionFile, rules: Rules, doubts: _Doubts, doubted: set[str]) -> int:
    """How many cards lie in hands that the file lacks, or that are no texts of cards."""
    missing = 0 if "players" in doubted else max(rules.players - len(file.hands), 0)
    missing += sum(doubts.at(f"hands[{seat}]") for seat in range(len(file.hands)))
    return missing * rules.hand_size


def _position_faults(
    file: PositionFile, position: Position, stacks: Stacks, doubts: _Doubts, doubted: set[str]
) -> Iterator[Fault]:
    """What is wrong with the position, but for its numbers of copies, which are checked where they stand."""
    rules = position.rules
    faces = {format_card(face, rules.letters) for face in rules.faces()}
    open_keys = {key for key, names in _DECIDED_BY.items() if names & doubted}
    if stacks.doubted:
        open_keys.add("stacks")
    if doubts.at("pile"):
        open_keys.add("turns_left")
    elif "all_or_nothing" not in doubted and (position.pile_size or position.turns_left is None):
        open_keys.discard("turns_left")  # the number of seats has no part in that
    is_size_open = bool(doubted & {"hand_size", "all_or_nothing"})
    if file.rules.hand_size is None and ("players" in doubted or len(position.hands) != rules.players):
        is_size_open = True
    for fault in position.problems():
        place = fault.place
        is_open = is_size_open if place.startswith("hands[") else place.split(".")[0] in open_keys
        if place not in faces and not is_open:
            yield replace(fault, text=_without_none(fault.text))


def _beyond_size(faults: list[Fault], hands: list[list[Card]], rules: Rules) -> tuple[int, int]:
    """How many cards the hands with a wrong size lack, and how many they have too many."""
    places = {fault.place for fault in faults}
    sizes = [len(hand) for seat, hand in enumerate(hands) if f"hands[{seat}]" in places]
    full = rules.hand_size
    return sum(max(full - size, 0) for size in sizes), sum(max(size - full, 0) for size in sizes)


def _without_none(text: str) -> str:
    """The text of a fault with a missing value in words."""
    return f"{text.removesuffix('None')}none" if text.endswith("got None") else text


def _scene(
    position: Position,
    sections: list[list[Card | None]],
    stacks: Stacks,
    count: CardCount,
    doubts: _Doubts,
    doubted: frozenset[str],
    found: list[Fault],
) -> Scene:
    """What is known of the position where play starts."""

    def is_open(key: str) -> bool:
        return doubts.about(key) or any(is_within(fault.place, key) for fault in found)

    rules = position.rules
    has_seat = not is_open("seat") and 0 <= position.seat < len(position.hands) == rules.players
    at = replace(
        position,
        seat=position.seat if has_seat else 0,
        strikes=0 if is_open("strikes") else position.strikes,
        turns_left=(None if position.pile_size else rules.players)
        if is_open("turns_left")
        else position.turns_left,
    )
    are_cards_open = any(map(is_open, ("stacks", "hands", "pile", "discards")))
    is_hand_open = not has_seat or bool(doubted & {*_SUIT_RULES, "hand_size"}) or is_open(f"hands[{at.seat}]")
    own_hand = None
    if not is_hand_open:
        cards = sections[at.seat]
        named = frozenset(card for card in cards if card is not None)
        is_x_open = None in cards and any(fault.place == "hands" for fault in found)
        own_hand = None if is_x_open or named & count.excess_faces() else named
    known_suits = frozenset(range(len(rules.suits)) if rules.has_set_order else ()) - stacks.doubted
    doubts_that_matter = any(not is_within(place, "expect") for place in doubts.places - _FOR_PEOPLE)
    return Scene(
        at,
        is_sound=not found and not doubts_that_matter,
        has_suits=not doubted & {"suits", "stacking"},
        has_cards=not are_cards_open and not doubted & {*_SUIT_RULES, "hand_size", "deck_plays"},
        has_seat=has_seat,
        has_tokens=not is_open("tokens") and not doubted & {"token_limit", "clue_cost", "discard_at_limit"},
        has_clues=not is_open("last_clue") and not doubted & {"clues", "empty_clues"},
        own_hand=own_hand,
        known_suits=known_suits,
    )


_FOR_PEOPLE = {"title", "source", "comment", "hands_order"}
