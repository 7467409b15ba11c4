"""The best policy as a program: the best move after any draws."""

from collections.abc import Sequence
from math import factorial
from typing import Protocol

from hanabi_solver.chances.first_ply import afters, kinds_of_move, with_next
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.engine import apply_unchecked
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position


class CountsOrders(Protocol):
    """Who knows how many orders of a position's pile the best policy wins."""

    def won(self, position: Position) -> int:
        """The exact number, for a position that may be over."""


class OddsPolicy:
    """The moves of the best policy from a position on, each found when it is asked for."""

    def __init__(self, position: Position, counter: CountsOrders) -> None:
        self._position = position
        self._counter = counter
        self._best: dict[Position, Move] = {}

    def move_after(self, draws: Sequence[Card | None] = ()) -> Move | None:
        """The best move after turns that drew these cards (None: no card); None once the game is over."""
        position = self._position
        for turn, card in enumerate(draws):
            position = self._after(position, card, f"draws[{turn}]")
        return None if position.is_over else self.best_move(position)

    def lines(self, names: tuple[str, ...] = ()) -> list[str]:
        """The policy in words, a line for each draw that matters; `names` are those of the seats.

        It is cut after so many draws that there are no more than 200 lines.
        """
        from hanabi_solver.chances.policy_tree import policy_lines

        return policy_lines(self._position, self, self._counter, names)

    def best_move(self, position: Position) -> Move:
        """The best move of a position that is not over."""
        if position not in self._best:
            goal = self._counter.won(position)
            kinds = kinds_of_move(position)
            self._best[position] = next(
                (move for move in kinds.values() if self._won_after(position, move) == goal),
                next(iter(kinds.values())),
            )
        return self._best[position]

    def _won_after(self, position: Position, move: Move) -> int:
        return sum(each.ways * self._counter.won(each.position) for each in afters(position, move))

    def _after(self, position: Position, card: Card | None, place: str) -> Position:
        letters = position.rules.letters
        if card is not None and card not in position.rules.faces():
            raise InputError([Fault(place, f"expected a card of these rules or None, got {card!r}")])
        if position.is_over:
            raise InputError([Fault(place, f"expected no more turns, as the game is over, got {card}")])
        move = self.best_move(position)
        draws = any(each.draws for each in afters(position, move))
        if card is None:
            if draws:
                raise InputError([Fault(place, f"expected the card that is drawn after {move}, got None")])
            return apply_unchecked(position, move)
        if not draws:
            shown = format_card(card, letters)
            raise InputError([Fault(place, f"expected None, as {move} draws no card, got {shown}")])
        if card not in position.pile:
            raise InputError([Fault(place, f"expected a card of the pile, got {format_card(card, letters)}")])
        return apply_unchecked(with_next(position, card), move)


def ended(position: Position, target: int) -> int:
    """The orders won of a position whose game is over."""
    return factorial(position.pile_size) if position.score >= target else 0
