"""The best policy as lines of text: what to do after each draw, until every order is won or none."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import TYPE_CHECKING

from hanabi_solver.chances.first_ply import After, afters
from hanabi_solver.chances.result import OrdersWon
from hanabi_solver.chances.words import chance_text, listed
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.engine import apply_unchecked
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step
from hanabi_solver.game.words import deed, seat_names

if TYPE_CHECKING:
    from hanabi_solver.chances.policy import CountsOrders, OddsPolicy

# A tree of more lines is cut after fewer draws.
MOST_LINES = 200


def policy_lines(
    position: Position, policy: OddsPolicy, counter: CountsOrders, names: tuple[str, ...] = ()
) -> list[str]:
    """The policy from a position on, a line for each draw that matters; draws that lead on alike share one.

    Where every order is won, or none, nothing more is said. After the draws that fit in `MOST_LINES` lines
    only the chance is.
    """
    tree = _PolicyTree(policy, counter, names or seat_names(position.rules.players))
    lines: list[str] = []
    for most_draws in range(1, position.pile_size + 1):
        longer = list(tree.lines(position, most_draws))
        if lines and (len(longer) > MOST_LINES or longer == lines):
            break
        lines = longer
    return lines or list(tree.lines(position, 0))


class _PolicyTree:
    """Makes the lines of one policy."""

    def __init__(self, policy: OddsPolicy, counter: CountsOrders, names: tuple[str, ...]) -> None:
        self._policy = policy
        self._counter = counter
        self._names = names

    def lines(self, position: Position, most_draws: int) -> Iterator[str]:
        """What to do from here on, and what it leads to; one that begins with the chance."""
        won = self._counter.won(position)
        orders = factorial(position.pile_size)
        if won in (0, orders) or most_draws == 0:
            yield _verdict(won, orders)
            return
        deeds: list[str] = []
        found: list[After] = []
        while not found or not found[0].draws:
            move = self._policy.best_move(position)
            deeds.append(self._deed(position, move))
            found = list(afters(position, move))
            position = apply_unchecked(position, move)
        yield f"{_verdict(won, orders)} {', '.join(deeds)} and draws"
        for draws, inner in self._folded(found, most_draws - 1).items():
            first, *more = inner.split("\n")
            yield f"- {draws}: {first}"
            yield from (f"  {line}" for line in more)

    def _folded(self, found: list[After], most_draws: int) -> dict[str, str]:
        """The lines after each draw, by the names of the cards that lead to the same ones."""
        alike: dict[str, list[str]] = {}
        for each in sorted(found, key=lambda after: (after.card is None, after.card)):
            letters = each.position.rules.letters
            name = "a useless card" if each.card is None else format_card(each.card, letters)
            alike.setdefault("\n".join(self.lines(each.position, most_draws)), []).append(name)
        return {listed(names, "or"): lines for lines, names in alike.items()}

    def _deed(self, position: Position, move: Move) -> str:
        """Who does what; any clue is as good as another."""
        if isinstance(move, Clue):
            return f"{self._names[position.seat]} gives a clue"
        return deed(Step(1, move, position, apply_unchecked(position, move)), self._names)


def _verdict(won: int, orders: int) -> str:
    if won in (0, orders):
        return "every order is won." if won else "no order is won."
    return f"{chance_text(OrdersWon(won, won, orders))}."
