"""Odds in words: chances, what the best move hangs on, why the target is what it is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING

from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import held_name

if TYPE_CHECKING:
    from hanabi_solver.chances.result import Odds, OrdersWon

# So many draws are named one by one.
_MOST_DRAWS = 8


def hangs_on(odds: Odds) -> str:
    """A sentence on which orders are lost, or which next draws matter; empty if nothing can be said."""
    if not odds.won.is_exact or not odds.moves or odds.won.least == 0:
        return ""
    if odds.won.least == odds.orders:
        return "Every order is won."
    return _at_bottom(odds) or _next_draws(odds)


def lone_cards(position: Position, target: int) -> list[Card]:
    """Cards of which the one copy left is in the pile and whose next card the target needs too.

    No order with one of them at the bottom is won: who draws it has the last turn of all. None where a point
    can be spared, or where the last card may be played from the pile.
    """
    rules = position.rules
    tops = position.reachable_heights()
    if sum(tops) != target or rules.deck_plays or not position.pile:
        return []
    held = {position.deck[index] for hand in position.hands for index in hand}
    return [
        card
        for card, copies in Counter(position.pile).items()
        if copies == 1
        and card not in held
        and position.stacks[card.suit] < rules.step(card) < tops[card.suit]
    ]


def _at_bottom(odds: Odds) -> str:
    """The cards that lose at the bottom of the pile, if nothing else does."""
    position = odds.position
    lone = lone_cards(position, odds.target)
    lost = odds.orders - odds.won.least
    if not lone or lost != len(lone) * factorial(position.pile_size - 1):
        return ""
    names = [format_card(card, position.rules.letters) for card in sorted(lone)]
    return f"Lost only if {listed(names, 'or')} is at the bottom of the pile."


def _next_draws(odds: Odds) -> str:
    """What the next draw makes of the chance."""
    draws, letters = odds.moves[0].draws, odds.position.rules.letters
    if not draws or any(not draw.won.is_exact for draw in draws):
        return ""
    by_chance: dict[str, list[str]] = {}
    for draw in sorted(draws, key=lambda each: (each.won.chance, each.card or Card(99, 99))):
        name = "a useless card" if draw.card is None else format_card(draw.card, letters)
        by_chance.setdefault(chance_text(draw.won), []).append(name)
    if len(by_chance) == 1 or len(by_chance) > _MOST_DRAWS:
        return ""
    parts = [f"{listed(names, 'or')}: {chance}" for chance, names in by_chance.items()]
    return f"By the next draw: {'; '.join(parts)}."


def listed(names: list[str], word: str) -> str:
    """Names in a sentence.

    >>> listed(["b4"], "or"), listed(["b4", "r3", "g2"], "or")
    ('b4', 'b4, r3 or g2')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


def target_words(odds: Odds) -> str:
    """Why the odds are those of this target, in a sentence; empty where it was given."""
    match odds.target_reason.value:
        case "lost cards" if odds.target < odds.position.rules.max_score:
            return f"Lost cards allow {odds.target} at most."
        case "over":
            return f"The game is over with {counted(odds.target, 'point')}."
        case "no order":
            highest = sum(odds.position.reachable_heights())
            return f"No order reaches more than {odds.target}, though lost cards allow {highest}."
    return ""


def pile_words(odds: Odds, unnamed: frozenset[int] = frozenset()) -> str:
    """The cards of the pile in a sentence, those that were written `x` last."""
    position = odds.position
    indices = sorted(
        range(position.draw_index, len(position.deck)),
        key=lambda each: (each in unnamed, position.deck[each]),
    )
    cards = " ".join(held_name(position, index, unnamed) for index in indices)
    size = counted(position.pile_size, "card")
    return f"In the pile, in an order that is not known: {cards} ({size})." if cards else "The pile is empty."


def orders_text(won: OrdersWon) -> str:
    """The orders won in words.

    >>> from hanabi_solver.chances.result import OrdersWon
    >>> orders_text(OrdersWon(100, 100, 120)), orders_text(OrdersWon(0, 60, 120))
    ('100 of 120 orders (5/6, 83.33 %)', '0 to 60 of 120 orders (0.00 % to 50.00 %)')
    """
    if won.is_exact:
        return f"{won.least:,} of {won.orders:,} orders ({chance_text(won)})"
    return f"{won.least:,} to {won.most:,} of {won.orders:,} orders ({chance_text(won)})"


# Fractions with more digits are left to the percentage.
_MOST_DIGITS = 4


def chance_text(won: OrdersWon) -> str:
    """The chance as a fraction, if that is short, and in percent.

    >>> from hanabi_solver.chances.result import OrdersWon
    >>> chance_text(OrdersWon(120, 120, 120)), chance_text(OrdersWon(0, 0, 6))
    ('always', 'never')
    >>> chance_text(OrdersWon(3628799, 3628799, 3628800))
    'above 99.99 %'
    """
    low, high = won.chance, Fraction(won.most, won.orders)
    if not won.is_exact:
        return f"{_percent(low)} to {_percent(high)}"
    if low in (0, 1):
        return "always" if low else "never"
    percent = _percent(low)
    short = _fraction(low)
    return percent if short == percent else f"{short}, {percent}"


def _fraction(value: Fraction) -> str:
    if len(str(value.denominator)) > _MOST_DIGITS:
        return _percent(value)
    return str(value)


def _percent(value: Fraction) -> str:
    """The percentage with two decimals; what is rounded to never or always says which side it is on."""
    hundredths = value * 10_000
    if 0 < hundredths < 1:
        return "below 0.01 %"
    if 9_999 < hundredths < 10_000:
        return "above 99.99 %"
    return f"{float(value) * 100:.2f} %"
