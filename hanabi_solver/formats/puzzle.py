"""Puzzle files (JSON): a full deal or a position, its source, and the answer that it must get."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import card_texts, read_card, small
from hanabi_solver.formats.counting import CardCount
from hanabi_solver.formats.faults import capped_error, shorten
from hanabi_solver.formats.first_move import (
    FirstMove,
    first_moves,
    format_first_move,
    parse_first_move,
    with_trash_as_one,
)
from hanabi_solver.formats.puzzle_schema import (
    DECK_KEY,
    POSITION_KEYS,
    DealFile,
    ExpectFile,
    PositionFile,
    RulesFile,
)
from hanabi_solver.formats.rules import rules_from_file, rules_to_short_data, suits_from_file
from hanabi_solver.formats.text import load_text
from hanabi_solver.formats.validation import parse_json, validate_leniently
from hanabi_solver.game.cards import Card, format_card, format_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.stacking import orders, stack_help

# What a faulty value is replaced by while the rest of the file is checked.
_STAND_INS = {
    "title": "",
    "source": "",
    "comment": "",
    "tokens": 0,
    "strikes": 0,
    "seat": 0,
    "turns_left": None,
    "last_clue": None,
    "expect": None,
}


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a puzzle claims: its best score and, unless None, all first moves that keep it."""

    best: int
    first_moves: tuple[FirstMove, ...] | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A deal or position to solve, and what is known about it.

    `comment` are lines for people. `unnamed` are the deck indices of the cards that were written `x`: which
    useless cards they have become in `start` means nothing, and they are not compared.
    """

    start: Deal | Position
    title: str = ""
    source: str = ""
    expect: Expectation | None = None
    comment: tuple[str, ...] = ()
    unnamed: frozenset[int] = field(default=frozenset(), compare=False)

    @property
    def position(self) -> Position:
        """The position where play starts."""
        return self.start.start() if isinstance(self.start, Deal) else self.start


def load_puzzle(path: Path) -> Puzzle:
    """The puzzle in a file; raises InputError if the file cannot be read or is faulty."""
    return parse_puzzle(load_text(str(path)), str(path))


def parse_puzzle(text: str, source: str = "") -> Puzzle:
    """The puzzle that JSON text describes; `source` names the text in errors.

    Each `x` becomes a concrete useless card that the rest of the file leaves over. Raises InputError
    with the faults of the file and their places (the first ones, if there are very many).
    """
    try:
        return _parse(parse_json(text))
    except InputError as error:
        raise capped_error(error, source) from error


def format_puzzle(puzzle: Puzzle) -> str:
    """The puzzle as a JSON file; parsing it gives the same puzzle, with every card stated.

    The deck indices of a position are given anew by that: hands by seat, then the draw pile.
    """
    rules = puzzle.start.rules
    data: dict[str, Any] = {"title": puzzle.title, "source": puzzle.source}
    if puzzle.comment:
        data["comment"] = list(puzzle.comment)
    data = {key: value for key, value in data.items() if value}
    data["rules"] = rules_to_short_data(rules)
    if isinstance(puzzle.start, Deal):
        data[DECK_KEY] = format_cards(puzzle.start.deck, rules.letters, "")
    else:
        data.update(_position_data(puzzle.start))
    if puzzle.expect is not None:
        data["expect"] = {"best": puzzle.expect.best}
        if puzzle.expect.first_moves is not None:
            data["expect"]["first_moves"] = [
                format_first_move(move, rules.letters) for move in puzzle.expect.first_moves
            ]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _position_data(position: Position) -> dict[str, Any]:
    letters = position.rules.letters
    data: dict[str, Any] = {
        "stacks": _stacks_text(position),
        "hands": [format_cards(position.hand_cards(seat), letters) for seat in range(position.rules.players)],
        "pile": format_cards(position.pile, letters),
        "tokens": position.tokens,
        "strikes": position.strikes,
        "seat": position.seat,
        "discards": format_cards(position.discards, letters),
    }
    if position.turns_left is not None:
        data["turns_left"] = position.turns_left
    if position.last_clue:
        data["last_clue"] = position.last_clue
    return data


def _stacks_text(position: Position) -> str:
    letters = position.rules.letters
    if position.rules.has_set_order:
        return " ".join(f"{letter}{height}" for letter, height in zip(letters, position.stacks, strict=True))
    on_stacks = [Card(suit, rank) for suit, ranks in enumerate(position.stack_ranks) for rank in ranks]
    return format_cards(on_stacks, letters)


def _parse(data: Any) -> Puzzle:
    if not isinstance(data, dict):
        raise InputError([Fault("", "expected a JSON object, got another kind of value")])
    if DECK_KEY not in data:
        return _parse_position(data)
    both = [key for key in POSITION_KEYS if key in data]
    faults = [
        Fault(
            key,
            f"expected a deal ({DECK_KEY}) or a position (stacks, hands, ...), got keys of both",
            "keep one of the two",
        )
        for key in both
    ]
    return _parse_deal({key: value for key, value in data.items() if key not in both}, faults)


def _parse_deal(data: dict[str, Any], faults: list[Fault]) -> Puzzle:
    file, shape_faults = validate_leniently(DealFile, data, _STAND_INS)
    faults.extend(shape_faults)
    rules, _ = _read_rules(file.rules, None, faults)
    count = CardCount(rules, (0,) * len(rules.suits), () if rules.has_set_order else ((),) * len(rules.suits))
    deck = tuple(count.read_deck(file.deck))
    faults.extend(count.faults())
    if faults:
        raise InputError(faults)
    deal = Deal(rules, deck)
    return _finish(file, deal, deal.start(), faults)


def _parse_position(data: dict[str, Any]) -> Puzzle:
    file, faults = validate_leniently(PositionFile, data, _STAND_INS)
    shape_places = {fault.place for fault in faults}
    if file.rules.players is None and not 2 <= len(file.hands) <= 6:
        faults.append(
            Fault("hands", f"expected 2 to 6 hands, got {len(file.hands)}", "give one for each seat")
        )
        raise InputError(faults)
    rules, are_rules_sound = _read_rules(file.rules, len(file.hands), faults)
    stack_ranks: tuple[tuple[int, ...], ...] = ()
    if rules.has_set_order:
        stacks = _read_stacks(file.stacks, rules, faults)
    else:
        stack_ranks = _read_stack_ranks(file.stacks, rules, faults)
        stacks = tuple(map(len, stack_ranks))
    count = CardCount(rules, stacks, stack_ranks)
    sections = [count.read(cards, f"hands[{seat}]") for seat, cards in enumerate(file.hands)]
    sections.append(count.read(file.pile, "pile"))
    discards = [] if file.discards is None else count.read_discards(file.discards)
    faults.extend(count.faults())
    (*hands, pile), left_over = count.fill(sections)
    position = Position(
        rules=rules,
        deck=tuple(card for section in (*hands, pile) for card in section),
        hands=_number_hands(hands),
        draw_index=sum(map(len, hands)),
        stacks=stacks,
        discards=(*discards, *left_over),
        tokens=file.tokens,
        strikes=file.strikes,
        seat=file.seat,
        turns_left=file.turns_left,
        stack_ranks=stack_ranks,
        last_clue=file.last_clue or "",
    )
    if are_rules_sound:
        # The numbers of copies are checked above, where the places in the file are known.
        reported = shape_places | {format_card(face, rules.letters) for face in rules.faces()}
        problems = (fault for fault in position.problems() if fault.place not in reported)
        faults.extend(replace(fault, text=_without_none(fault.text)) for fault in problems)
    written = [card for section in sections for card in section]
    unnamed = frozenset(index for index, card in enumerate(written) if card is None)
    return replace(_finish(file, position, position, faults), unnamed=unnamed)


def _without_none(text: str) -> str:
    """The text of a fault with a missing value in words."""
    return f"{text.removesuffix('None')}none" if text.endswith("got None") else text


def _finish(
    file: DealFile | PositionFile, start: Deal | Position, position: Position, faults: list[Fault]
) -> Puzzle:
    expect = None if file.expect is None else _read_expectation(file.expect, position, faults)
    if faults:
        raise InputError(faults)
    lines = [file.comment] if isinstance(file.comment, str) else file.comment
    return Puzzle(start, file.title, file.source, expect, tuple(line for line in lines if line))


def _read_rules(file: RulesFile, players: int | None, faults: list[Fault]) -> tuple[Rules, bool]:
    """The rules and whether they are sound; if not, rules that still tell which cards there are."""
    try:
        return rules_from_file(file, players), True
    except InputError as error:
        faults.extend(error.faults)
        if any(fault.place.startswith(("rules.suits", "rules.dark")) for fault in error.faults):
            raise InputError(faults) from error
        suits = suits_from_file(file, [])
        try:
            return (Rules() if suits is None else Rules(suits=suits, hand_size=2)), False
        except InputError:  # too few cards for any two hands
            raise InputError(faults) from error


def _read_stacks(stacks: str | dict[str, int], rules: Rules, faults: list[Fault]) -> tuple[int, ...]:
    if isinstance(stacks, str):
        heights = _split_stacks(small(stacks), faults)
    else:
        heights = {}
        for key, height in stacks.items():
            _add_stack(heights, small(key), height, faults)
    for letter, height in heights.items():
        place = f"stacks.{shorten(letter)}"
        if len(letter) != 1 or letter not in rules.letters:
            expected = "/".join(rules.letters)
            faults.append(Fault(place, f"expected a suit (one of {expected}), got {shorten(letter)!r}"))
        elif not 0 <= height <= rules.ranks:
            faults.append(Fault(place, f"expected a height of 0 to {rules.ranks}, got {height}"))
    return tuple(min(max(heights.get(letter, 0), 0), rules.ranks) for letter in rules.letters)


def _read_stack_ranks(
    stacks: str | dict[str, int], rules: Rules, faults: list[Fault]
) -> tuple[tuple[int, ...], ...]:
    """The ranks on each stack, where suits have no set order; a stack with a fault counts as empty."""
    by_suit: list[list[int]] = [[] for _ in rules.suits]
    if not isinstance(stacks, str):
        text = f"expected the cards on the stacks as one text ({rules.stacking}), got heights"
        faults.append(Fault("stacks", text, 'write each suit\'s cards from the bottom: "rS r2 y5"'))
        return tuple(map(tuple, by_suit))
    for index, text in enumerate(card_texts(stacks)):
        try:
            card = read_card(text, rules.letters, rules.rank_marks, f"stacks[{index}]")
        except InputError as error:
            faults.extend(error.faults)
        else:
            by_suit[card.suit].append(card.rank)
    for suit, ranks in enumerate(by_suit):
        if not any(
            all(rank in step for rank, step in zip(ranks, order, strict=False)) and len(ranks) <= len(order)
            for order in orders(rules.stacking, rules.ranks)
        ):
            shown = format_cards([Card(suit, rank) for rank in ranks], rules.letters)
            text = f"expected a stack that {rules.stacking} allows, got {shown}"
            faults.append(Fault(f"stacks.{rules.letters[suit]}", text, stack_help(rules.stacking)))
            ranks.clear()
    return tuple(map(tuple, by_suit))


def _split_stacks(text: str, faults: list[Fault]) -> dict[str, int]:
    heights: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        letter, height = word[:1], word[1:]
        if not (len(height) == 1 and height.isascii() and height.isdigit()):
            faults.append(
                Fault(
                    "stacks", f"expected a suit and a height, got {shorten(word)!r}", 'write a stack as "r3"'
                )
            )
        else:
            _add_stack(heights, letter, int(height), faults)
    return heights


def _add_stack(heights: dict[str, int], letter: str, height: int, faults: list[Fault]) -> None:
    if letter in heights:
        place = f"stacks.{shorten(letter)}"
        faults.append(Fault(place, "expected one height, got two", "keep one of them"))
    else:
        heights[letter] = height


def _number_hands(hands: Sequence[Sequence[Card]]) -> tuple[tuple[int, ...], ...]:
    """Deck indices for hands that lie one after the other in front of the draw pile."""
    starts = [sum(map(len, hands[:seat])) for seat in range(len(hands))]
    return tuple(tuple(range(start, start + len(hand))) for start, hand in zip(starts, hands, strict=True))


def _read_expectation(file: ExpectFile, position: Position, faults: list[Fault]) -> Expectation | None:
    rules = position.rules
    if not 0 <= file.best <= rules.max_score:
        faults.append(Fault("expect.best", f"expected 0 to {rules.max_score}, got {file.best}"))
    if file.first_moves is None:
        return Expectation(file.best)
    # Whether a move can be made is only known in a sound position.
    possible = None if faults else with_trash_as_one(first_moves(position), position)
    moves: list[FirstMove] = []
    for index, text in enumerate(file.first_moves):
        place = f"expect.first_moves[{index}]"
        try:
            move = parse_first_move(text, rules.letters, rules.rank_marks, place)
        except InputError as error:
            faults.extend(error.faults)
            continue
        moves.append(move)
        if possible is not None and not with_trash_as_one([move], position) <= possible:
            faults.append(
                Fault(
                    place,
                    f"expected a move that seat {position.seat} can make, got {shorten(text)!r}",
                    _first_move_help(position),
                )
            )
    return Expectation(file.best, tuple(moves))


def _first_move_help(position: Position) -> str:
    names = [format_first_move(move, position.rules.letters) for move in first_moves(position)]
    return f"the moves are: {', '.join(names)}" if names else "the game is over here: leave first_moves out"
