"""Which cards go on a stack next, where the rules fix no order of a suit beforehand: Up or Down and Sudoku.

There an *order* of a suit is one way to fill its stack: for each step the ranks that make it. In Up or Down a
suit has two (START and the first card are one step), in Sudoku one for each rank it may start at. A *choice*
is an order for every suit that can still come about together: in Sudoku no two suits start at one rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.game import engine
from hanabi_solver.game.cards import START_RANK, Card, Suit
from hanabi_solver.game.moves import Clue, Move, Play
from hanabi_solver.game.replay import steps
from hanabi_solver.names import Stacking

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position
    from hanabi_solver.game.rules import Rules

# For each step of a stack, from the bottom, the ranks that make it.
Order = tuple[tuple[int, ...], ...]
# The order of each suit.
Choice = tuple[Order, ...]


def stack_help(stacking: Stacking) -> str:
    """How a stack of such a suit grows, for who wrote one that cannot be."""
    if stacking is Stacking.SUDOKU:
        return "write its cards from the bottom: any rank, then each one higher, from the highest round to 1"
    return "write its cards from the bottom: 1, 5 or S first, a 2 or 4 on S, then up to 5 or down to 1"


@cache
def orders(stacking: Stacking, ranks: int) -> tuple[Order, ...]:
    """Every order that a suit with so many ranks can have.

    >>> orders(Stacking.UP_OR_DOWN, 5)[1]
    ((5, 7), (4,), (3,), (2,), (1,))
    >>> orders(Stacking.SUDOKU, 4)[2]
    ((3,), (4,), (1,), (2,))
    """
    upwards = tuple((rank,) for rank in range(1, ranks + 1))
    if stacking is Stacking.UP_OR_DOWN:
        downwards = upwards[::-1]
        return ((1, START_RANK), *upwards[1:]), ((ranks, START_RANK), *downwards[1:])
    return tuple(upwards[start:] + upwards[:start] for start in range(ranks))


def open_orders(position: Position, suit: int) -> list[Order]:
    """The orders that a suit can still have: they fit its stack and, in Sudoku, where others started."""
    rules, stack = position.rules, position.stack_ranks[suit]
    fitting = [
        order
        for order in orders(rules.stacking, rules.ranks)
        if all(rank in step for rank, step in zip(stack, order, strict=False))
    ]
    if rules.stacking is not Stacking.SUDOKU or stack:
        return fitting
    taken = {ranks[0] for ranks in position.stack_ranks if ranks}
    return [order for order in fitting if order[0][0] not in taken]


def next_ranks(position: Position, suit: int) -> set[int]:
    """The ranks that go on the stack of `suit` next; none if it is complete."""
    height = position.stacks[suit]
    if height == position.rules.ranks:
        return set()
    return {rank for order in open_orders(position, suit) for rank in order[height]}


def choices(position: Position) -> Iterator[Choice]:
    """Every choice that is still open: 2 orders a suit in Up or Down, different starts in Sudoku."""
    by_suit = [open_orders(position, suit) for suit in range(len(position.stacks))]
    is_sudoku = position.rules.stacking is Stacking.SUDOKU
    return _combined(by_suit, (), is_sudoku=is_sudoku)


def _combined(by_suit: Sequence[Sequence[Order]], chosen: Choice, *, is_sudoku: bool) -> Iterator[Choice]:
    if len(chosen) == len(by_suit):
        yield chosen
        return
    for order in by_suit[len(chosen)]:
        if not (is_sudoku and any(order[0] == other[0] for other in chosen)):
            yield from _combined(by_suit, (*chosen, order), is_sudoku=is_sudoku)


def best_heights(position: Position) -> tuple[int, ...]:
    """Per suit the highest stack that lost cards leave possible, by a choice with the highest sum."""
    alive = _alive(position)
    by_suit = [
        [(_reach(order, suit, position.stacks[suit], alive), order) for order in open_orders(position, suit)]
        for suit in range(len(position.stacks))
    ]
    if position.rules.stacking is not Stacking.SUDOKU:
        return tuple(max(height for height, _ in options) for options in by_suit)
    return max(_with_different_starts(by_suit, ()), key=sum)


def _with_different_starts(
    by_suit: Sequence[Sequence[tuple[int, Order]]], starts: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    if len(starts) == len(by_suit):
        yield ()
        return
    for height, order in by_suit[len(starts)]:
        if order[0][0] not in starts:
            for rest in _with_different_starts(by_suit, (*starts, order[0][0])):
                yield (height, *rest)


def can_ever_fit(position: Position, card: Card) -> bool:
    """Whether `card` can still be played, by some choice."""
    alive = _alive(position)
    for order in open_orders(position, card.suit):
        height = position.stacks[card.suit]
        reach = _reach(order, card.suit, height, alive)
        if any(card.rank in order[step] for step in range(height, reach)):
            return True
    return False


def _alive(position: Position) -> Counter[Card]:
    """How many copies of each card are not lost."""
    rules = position.rules
    gone = Counter(position.discards)
    return Counter({face: rules.copies(face) - gone[face] for face in rules.faces()})


def _reach(order: Order, suit: int, height: int, alive: Counter[Card]) -> int:
    while height < len(order) and any(alive[Card(suit, rank)] > 0 for rank in order[height]):
        height += 1
    return height


def fixed_order(position: Position, choice: Choice) -> Position:
    """The position as that of a game in which `choice` is the set order; START becomes the first card.

    Deck indices stay, so a line of that game names the same cards. It is a game of its own: a card that
    the true rules would accept may be misplayed there (docs/method.md, U1). Clues are not restricted in it.
    """
    shown = {
        Card(suit, rank): Card(suit, ranks[0])
        for suit, order in enumerate(choice)
        for ranks in order
        for rank in ranks
    }
    return replace(
        position,
        rules=fixed_rules(position.rules, choice),
        deck=tuple(shown[card] for card in position.deck),
        discards=tuple(shown[card] for card in position.discards),
        stack_ranks=(),
        last_clue="",
    )


def fixed_rules(rules: Rules, choice: Choice) -> Rules:
    """The rules of a game in which `choice` is the set order.

    >>> from hanabi_solver.game.rules import Rules, make_suits
    >>> kind = Stacking.UP_OR_DOWN
    >>> rules = Rules(suits=make_suits("r", "", kind), hand_size=2, stacking=kind)
    >>> fixed_rules(rules, (orders(kind, 5)[1],)).suits
    (Suit(letter='r', copies=(1, 2, 2, 2, 2), reversed=True, first=0),)
    """
    suits = []
    for number, (suit, order) in enumerate(zip(rules.suits, choice, strict=True)):
        copies = {ranks[0]: sum(rules.copies(Card(number, rank)) for rank in ranks) for ranks in order}
        by_rank = tuple(copies[rank] for rank in sorted(copies))
        if rules.stacking is Stacking.SUDOKU:
            suits.append(Suit(suit.letter, by_rank, first=order[0][0]))
        else:
            suits.append(Suit(suit.letter, by_rank, reversed=order[-1] == (1,)))
    is_any_clue_legal = rules.empty_clues or rules.clues is not None
    return replace(
        rules, suits=tuple(suits), stacking=Stacking.BY_RANK, clues=None, empty_clues=is_any_clue_legal
    )


def choice_name(rules: Rules, choice: Choice) -> str:
    """The choice in words: "r up, g down", or "r from 3, g from 1".

    >>> from hanabi_solver.game.rules import Rules
    >>> from hanabi_solver.game.cards import SUDOKU_COPIES
    >>> rules = Rules(suits=(Suit("r", SUDOKU_COPIES),), hand_size=2, stacking=Stacking.SUDOKU)
    >>> choice_name(rules, (orders(Stacking.SUDOKU, 5)[2],))
    'r from 3'
    """
    if rules.stacking is Stacking.SUDOKU:
        ways = [f"from {order[0][0]}" for order in choice]
    else:
        ways = ["up" if order[-1] == (rules.ranks,) else "down" for order in choice]
    return ", ".join(f"{letter} {way}" for letter, way in zip(rules.letters, ways, strict=True))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A position, and the choice by which it becomes one of a game with set orders (`fixed`)."""

    position: Position
    choice: Choice
    fixed: Position

    @classmethod
    def of(cls, position: Position, choice: Choice) -> Chosen:
        """The position with this choice."""
        return cls(position, choice, fixed_order(position, choice))

    def true_line(self, line: Sequence[Move]) -> tuple[Move, ...] | None:
        """A line of the fixed game as one of the true game, with the same cards; None if it is none there.

        It is none where a card that is misplayed by the set order fits by the true rules, or where no clue
        is legal.
        """
        position, moves = self.position, []
        for step in steps(self.fixed, line):
            move = step.move
            try:
                if isinstance(move, Clue):
                    move = engine.any_clue(position)
                elif isinstance(move, Play):
                    fits = step.before.is_playable(step.before.deck[move.card])
                    if position.is_playable(position.deck[move.card]) and not fits:
                        return None
                position = engine.apply(position, move)
            except IllegalMoveError:
                return None
            moves.append(move)
        return tuple(moves)
