"""How many orders could be won if the order were known: each different one is solved, or counting says it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import factorial, prod

from hanabi_solver.chances.result import OrdersWon
from hanabi_solver.chances.words import lone_cards
from hanabi_solver.game.cards import Card
from hanabi_solver.game.position import Position
from hanabi_solver.names import Answer, Phase
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Part, Progress, Series

# Piles of more cards are not counted order by order.
MOST_CARDS = 8


def told_by_counting(position: Position, target: int, won: OrdersWon) -> int | None:
    """The orders won with hindsight where no order has to be solved; None where one has to.

    What no policy wins at all cannot be won with hindsight: a policy may bet on one order. And where all are
    won that counting leaves (docs/method.md, O5), which holds order by order, hindsight wins no more.
    """
    if not won.is_exact:
        return None
    lost = len(lone_cards(position, target)) * factorial(max(position.pile_size - 1, 0))
    return won.least if won.least in (0, won.orders - lost) else None


def counted_order_by_order(position: Position, target: int, context: Context) -> int | None:
    """The orders won with hindsight; None if `context` must stop before all are solved.

    Orders that differ in useless cards, or in which copy of a card comes first, are solved once.
    """
    faces = [None if position.is_trash(card) else card for card in position.pile]
    counts = Counter(faces)
    each = prod(map(factorial, counts.values()))
    total = factorial(position.pile_size) // each
    limits, context = context.sharing(Limits(workers=1))
    quiet = replace(context, on_progress=None)
    won = 0
    for number, order in enumerate(_different_orders(counts)):
        result = solve(_with_pile(position, order), target=target, limits=limits, context=quiet)
        if result.answer is Answer.UNKNOWN:
            return None
        won += result.best >= target
        part = Part(Series.ORDER, number + 1, total)
        context.report(Progress(Phase.WORK, target, won * each, total * each, 0, 0.0, part))
    return won * each


def _different_orders(counts: "Counter[Card | None]") -> Iterator[tuple[Card | None, ...]]:
    """Every order of the cards, those that look alike once."""
    if not counts:
        yield ()
        return
    for card in list(counts):
        left = counts - Counter([card])
        for rest in _different_orders(left):
            yield card, *rest


def _with_pile(position: Position, order: tuple[Card | None, ...]) -> Position:
    """The position with its pile in this order; None is any useless card of it."""
    trash = iter([card for card in position.pile if position.is_trash(card)])
    pile = tuple(next(trash) if card is None else card for card in order)
    return replace(position, deck=(*position.deck[: position.draw_index], *pile))
