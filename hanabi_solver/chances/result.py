"""What `odds` returns: orders won, of the position and of every kind of first move."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING

from hanabi_solver.chances.words import orders_text
from hanabi_solver.formats.first_move import FirstMove, format_first_move
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position

if TYPE_CHECKING:
    from hanabi_solver.chances.policy import OddsPolicy


class OddsStatus(StrEnum):
    """Whether the orders won are known, or a limit was hit before they were."""

    EXACT = "exact"
    BOUNDS = "bounds"


class TargetReason(StrEnum):
    """Why the odds are those of this target."""

    GIVEN = "given"
    LOST_CARDS = "lost cards"
    NO_ORDER = "no order"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class OrdersWon:
    """How many of the `orders` that are equally likely are won: `least` to `most`."""

    least: int
    most: int
    orders: int

    @property
    def is_exact(self) -> bool:
        """Whether the number is known."""
        return self.least == self.most

    @property
    def chance(self) -> Fraction:
        """The chance, or the least that is known of it.

        >>> OrdersWon(100, 100, 120).chance
        Fraction(5, 6)
        """
        return Fraction(self.least, self.orders)


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """The orders won after a move and the draw of `card`, which is the next one in so many of `ways`.

    `card` is None for all useless cards together.
    """

    card: Card | None
    ways: int
    won: OrdersWon


@dataclass(frozen=True, slots=True)
class MoveOdds:
    """The orders won after a kind of first move, played well from there on.

    `name` is the kind (with no card for useless ones), `move` a legal move of it. `draws` are empty where the
    move draws no card.
    """

    name: FirstMove
    move: Move
    won: OrdersWon
    draws: tuple[DrawOdds, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Odds:
    """The chance to reach `target` from `position` where the order of its pile is not known.

    `won` counts the orders of the pile's cards, told apart, that the best policy wins; it sees all hands and
    knows which cards the pile holds. `moves` are the kinds of first move, the best first (by what is known at
    least, where a limit was hit); none if the game is over. `hindsight` counts the orders that could be won
    if the order were known, None where that was not found out. `nodes` counts the states that the search
    looked into.
    """

    position: Position
    target: int
    target_reason: TargetReason
    won: OrdersWon
    moves: tuple[MoveOdds, ...]
    hindsight: int | None
    nodes: int
    seconds: float
    source: str = ""
    first_turn: int = 1
    policy: "OddsPolicy | None" = field(default=None, compare=False)

    @property
    def status(self) -> OddsStatus:
        """Whether the orders won are known."""
        return OddsStatus.EXACT if self.won.is_exact else OddsStatus.BOUNDS

    @property
    def chance(self) -> Fraction:
        """The chance as a fraction, or the least that is known of it."""
        return self.won.chance

    @property
    def orders(self) -> int:
        """How many orders the cards of the pile have."""
        return factorial(self.position.pile_size)

    def move_after(self, draws: Sequence[Card | None] = ()) -> Move | None:
        """The best move after these turns: the card that each of them drew, None for one that drew none.

        None once the game is over. What is not known yet is searched then, without a limit. Raises InputError
        for draws that do not follow.
        """
        if self.policy is None:
            return None
        return self.policy.move_after(draws)

    def to_json(self) -> str:
        """The odds as one line of JSON (docs/odds.schema.json), as `odds --json` prints them."""
        from hanabi_solver.chances.odds_json import format_odds

        return format_odds(self)

    def __str__(self) -> str:
        """The answer in one line."""
        source = f"{self.source}: " if self.source else ""
        return f"{source}{orders_text(self.won)} reach {self.target}{self._best_text()}"

    def __repr__(self) -> str:
        return f"<Odds {self}>"

    def _best_text(self) -> str:
        if not self.moves or not self.won.is_exact or self.won.least == 0:
            return ""  # none is known to be better than others
        name = format_first_move(self.moves[0].name, self.position.rules.letters)
        return f"; {name}"
