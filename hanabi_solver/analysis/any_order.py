"""Whether a puzzle depends on the order of its draw pile: the same question for every order of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from math import factorial, prod
from random import Random
from typing import TypeVar

from hanabi_solver.analysis.questions import Questions
from hanabi_solver.formats.first_move import FirstMove, first_moves, with_trash_as_one
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.names import Answer
from hanabi_solver.solver.result import Part, Series

# With more orders than this, a sample of them is solved, of this size if not said otherwise.
MOST_ORDERS = 20_000
DEFAULT_SAMPLE = 1_000

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class MoveWins:
    """In how many of the solved orders a first move keeps the goal, and in how many that is not known."""

    move: FirstMove
    won: int
    undecided: int


@dataclass(frozen=True, slots=True)
class AnyOrder:
    """In how many orders of the draw pile `goal` can be reached.

    `orders` counts the different orders of the pile. Those that differ in useless cards only are alike: of
    each `alike` such orders one is solved, which leaves `orders // alike`. `sample` is None if all of these
    were to be solved, else the number of random orders (of `seed`) that were. `won`, `lost` and `undecided`
    count the orders solved; they add up to less than planned after a stop. What is solved by then is a random
    choice. `moves` are the first moves, most wins first; a useless card is written "x".
    """

    goal: int
    orders: int
    alike: int
    sample: int | None
    seed: int
    won: int
    lost: int
    undecided: int
    moves: tuple[MoveWins, ...]

    @property
    def planned(self) -> int:
        """How many orders were to be solved."""
        return self.orders // self.alike if self.sample is None else self.sample

    @property
    def share(self) -> float | None:
        """The share of the decided orders that win; None if none is decided."""
        decided = self.won + self.lost
        return self.won / decided if decided else None

    @property
    def is_complete(self) -> bool:
        """Whether every order that was to be solved is decided, with all its first moves."""
        return self.won + self.lost == self.planned and not any(each.undecided for each in self.moves)


def any_order(
    position: Position,
    goal: int,
    questions: Questions,
    *,
    sample: int = DEFAULT_SAMPLE,
    seed: int = 0,
) -> AnyOrder:
    """Whether `goal` can be reached for the orders of the draw pile, and after which first moves.

    Every card is known in each of the orders: this is no answer for players who do not know the pile. Up to
    MOST_ORDERS orders to solve, all are; else `sample` orders, each shuffled anew. Each order takes one
    question, and one more for each kind of first move if it wins. Ends early, with the orders solved by
    then, when `questions` runs out of time. The reports say how many orders are done, and of how many.
    """
    pile = position.pile
    classes = [None if position.is_trash(card) else card for card in pile]
    orders, to_solve = count_orders(pile), count_orders(classes)
    rng = Random(seed)
    is_sample = to_solve > MOST_ORDERS
    chosen: Iterator[Sequence[Card | None]] | Sequence[Sequence[Card | None]]
    if is_sample:
        chosen, planned = (rng.sample(classes, len(classes)) for _ in repeat(None, sample)), sample
    else:
        # Shuffled, so that those done before a stop are a fair choice.
        chosen, planned = list(distinct_orders(classes)), to_solve
        rng.shuffle(chosen)
    moves = _kinds(position)
    count: Counter[Answer] = Counter()
    by_move: dict[FirstMove, Counter[Answer]] = {name: Counter() for name in moves}
    for number, order in enumerate(chosen):
        if questions.is_over():
            break
        asking = questions.at(Part(Series.ORDER, number, planned))
        start = _with_pile(position, order)
        answer = asking.ask(start, goal)
        count[answer] += 1
        if answer is not Answer.NO:
            for name, move in moves.items():
                by_move[name][asking.ask_after(start, move, goal)] += 1
    wins = [MoveWins(name, each[Answer.YES], each[Answer.UNKNOWN]) for name, each in by_move.items()]
    return AnyOrder(
        goal=goal,
        orders=orders,
        alike=orders // to_solve,
        sample=sample if is_sample else None,
        seed=seed,
        won=count[Answer.YES],
        lost=count[Answer.NO],
        undecided=count[Answer.UNKNOWN],
        moves=tuple(sorted(wins, key=lambda each: -each.won)),
    )


def count_orders(items: Sequence[object]) -> int:
    """The number of different orders of the items, where equal ones count as the same.

    >>> count_orders("r1 r1 y2".split()), count_orders([])
    (3, 1)
    """
    return factorial(len(items)) // prod(map(factorial, Counter(items).values()))


def distinct_orders(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    """Every different order of the items once.

    >>> ["".join(order) for order in distinct_orders("aab")]
    ['aab', 'aba', 'baa']
    """
    left = Counter(items)

    def orders(length: int) -> Iterator[tuple[Item, ...]]:
        if length == 0:
            yield ()
            return
        for item in list(left):
            if left[item]:
                left[item] -= 1
                for rest in orders(length - 1):
                    yield (item, *rest)
                left[item] += 1

    return orders(len(items))


def _with_pile(position: Position, order: Sequence[Card | None]) -> Position:
    """The position with its pile in this order; None is one of its useless cards, one after the other."""
    useless = (card for card in position.pile if position.is_trash(card))
    pile = tuple(next(useless) if card is None else card for card in order)
    return replace(position, deck=(*position.deck[: position.draw_index], *pile))


def _kinds(position: Position) -> dict[FirstMove, Move]:
    """The different first moves, useless cards and clues as one each."""
    kinds: dict[FirstMove, Move] = {}
    for name, move in first_moves(position).items():
        (kind,) = with_trash_as_one([name], position)
        kinds.setdefault(kind, move)
    return kinds
