"""The stacks of a puzzle file: heights, or all cards where suits have no set order."""

from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import card_texts, read_card, small
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import Card, format_cards
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.stacking import orders, stack_help
from hanabi_solver.names import Stacking


@dataclass(frozen=True, slots=True)
class Stacks:
    """Heights by suit, and the ranks on each stack where suits have no set order.

    Of the suits in `doubted` it is not known what lies on their stacks; they count as empty.
    """

    heights: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...] = ()
    doubted: frozenset[int] = frozenset()


def read_stacks(stacks: str | dict[str, int], rules: Rules, faults: list[Fault]) -> Stacks:
    """The stacks that a file states; what is wrong with them is added to `faults`."""
    if not rules.has_set_order:
        return _read_ranks(stacks, rules, faults)
    heights: dict[str, int] = {}
    doubted: set[str] = set()
    if isinstance(stacks, str):
        words = _split(small(stacks), faults)
        if len(words) < len(small(stacks).replace(",", " ").split()):
            doubted.update(rules.letters)  # which suit the others are meant for is not known
    else:
        words = [(small(key), height) for key, height in stacks.items()]
    for letter, height in words:
        place = f"stacks.{shorten(letter)}"
        if letter in heights:
            faults.append(Fault(place, "expected one height, got two", "keep one of them"))
            doubted.add(letter)
            continue
        heights[letter] = height
        if len(letter) != 1 or letter not in rules.letters:
            expected = "/".join(rules.letters)
            faults.append(Fault(place, f"expected a suit (one of {expected}), got {shorten(letter)!r}"))
        elif not 0 <= height <= rules.ranks:
            faults.append(Fault(place, f"expected a height of 0 to {rules.ranks}, got {height}"))
            doubted.add(letter)
    if heights.keys() - set(rules.letters):  # one of the suits that are not named may be meant
        doubted.update(set(rules.letters) - heights.keys())
    return Stacks(
        tuple(0 if letter in doubted else heights.get(letter, 0) for letter in rules.letters),
        doubted=frozenset(suit for suit, letter in enumerate(rules.letters) if letter in doubted),
    )


def stacks_text(position: Position) -> str:
    """The stacks of a position as a file states them."""
    letters = position.rules.letters
    if position.rules.has_set_order:
        return " ".join(f"{letter}{height}" for letter, height in zip(letters, position.stacks, strict=True))
    on_stacks = [Card(suit, rank) for suit, ranks in enumerate(position.stack_ranks) for rank in ranks]
    return format_cards(on_stacks, letters)


def _read_ranks(stacks: str | dict[str, int], rules: Rules, faults: list[Fault]) -> Stacks:
    by_suit: list[list[int]] = [[] for _ in rules.suits]
    is_read = True
    if not isinstance(stacks, str):
        text = f"expected the cards on the stacks as one text ({rules.stacking}), got heights"
        faults.append(Fault("stacks", text, 'write each suit\'s cards from the bottom: "rS r2 y5"'))
        stacks, is_read = "", False
    for index, text in enumerate(card_texts(stacks)):
        try:
            card = read_card(text, rules.letters, rules.rank_marks, f"stacks[{index}]")
        except InputError as error:
            faults.extend(error.faults)
            is_read = False
        else:
            by_suit[card.suit].append(card.rank)
    doubted: set[int] = set() if is_read else set(range(len(rules.suits)))
    for suit, ranks in enumerate(by_suit):
        # A card that cannot be read may be missing here.
        if is_read and not any(
            all(rank in step for rank, step in zip(ranks, order, strict=False)) and len(ranks) <= len(order)
            for order in orders(rules.stacking, rules.ranks)
        ):
            shown = format_cards([Card(suit, rank) for rank in ranks], rules.letters)
            text = f"expected a stack that {rules.stacking} allows, got {shown}"
            faults.append(Fault(f"stacks.{rules.letters[suit]}", text, stack_help(rules.stacking)))
            doubted.add(suit)
    if doubted and rules.stacking is Stacking.SUDOKU:
        doubted.update(range(len(rules.suits)))  # where one starts bears on the others
    kept = tuple(() if suit in doubted else tuple(ranks) for suit, ranks in enumerate(by_suit))
    return Stacks(tuple(map(len, kept)), kept, frozenset(doubted))


def _split(text: str, faults: list[Fault]) -> list[tuple[str, int]]:
    words: list[tuple[str, int]] = []
    for word in text.replace(",", " ").split():
        letter, height = word[:1], word[1:]
        if len(height) == 1 and height.isascii() and height.isdigit():
            words.append((letter, int(height)))
        else:
            text = f"expected a suit and a height, got {shorten(word)!r}"
            faults.append(Fault("stacks", text, 'write a stack as "r3"'))
    return words
