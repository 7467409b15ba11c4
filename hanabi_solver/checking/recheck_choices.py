"""Up or Down and Sudoku once more: every way to stack the suits, each as a game with set orders.

The ways are listed from the rules alone (docs/method.md, U1), without the code by which the solver does.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product

from hanabi_solver.checking.recheck import (
    WORK_LIMIT,
    WorkLimitError,
    composition_bound,
    pace_bound,
    single_hand_reaches,
)
from hanabi_solver.checking.recheck_last_round import WORK_LIMIT as LAST_ROUND_LIMIT
from hanabi_solver.checking.recheck_last_round import last_round_reaches
from hanabi_solver.game.cards import START_RANK, Card, Suit
from hanabi_solver.game.position import Position
from hanabi_solver.names import BoundName, Stacking


@dataclass(frozen=True, slots=True)
class Way:
    """One way to stack the suits: its name, and the position as that of a game with these set orders."""

    name: str
    position: Position


def ways(position: Position) -> Iterator[Way]:
    """Every way in which the stacks of `position` can still be filled."""
    rules = position.rules
    options: Iterator[tuple[int, ...]]
    if rules.stacking is Stacking.SUDOKU:
        options = permutations(range(1, rules.ranks + 1), len(rules.suits))
        words = {rank: f"from {rank}" for rank in range(1, rules.ranks + 1)}
    else:
        options = product((1, rules.ranks), repeat=len(rules.suits))
        words = {1: "up", rules.ranks: "down"}
    for firsts in options:
        fits = all(
            _fits(rules.ranks, rules.stacking, first, ranks)
            for first, ranks in zip(firsts, position.stack_ranks, strict=True)
        )
        if fits:
            named = zip(rules.letters, firsts, strict=True)
            yield Way(
                ", ".join(f"{letter} {words[first]}" for letter, first in named), _fixed(position, firsts)
            )


def counted_reason(
    position: Position, upper: int, work_limit: int = WORK_LIMIT, go_on: Callable[[], bool] = lambda: True
) -> BoundName | None:
    """The bound that keeps the score of a game with set orders at `upper` or below, by plain counting."""
    rules = position.rules
    if position.is_over:
        return BoundName.GAME_OVER if position.score <= upper else None
    more = rules.max_score if rules.all_or_nothing else upper + 1
    if composition_bound(position) < more:
        return BoundName.COMPOSITION
    if pace_bound(position) < more:
        return BoundName.PACE
    try:
        if rules.has_final_round and not last_round_reaches(
            position, more, min(work_limit, LAST_ROUND_LIMIT), go_on
        ):
            return BoundName.LAST_ROUND
    except WorkLimitError:
        pass  # the next bound may still say so
    try:
        return None if single_hand_reaches(position, more, work_limit, go_on) else BoundName.SINGLE_HAND
    except WorkLimitError:
        return None


def _fits(ranks: int, stacking: Stacking, first: int, stack: tuple[int, ...]) -> bool:
    """Whether a stack can be the beginning of one whose first card is `first` (or START in its place)."""
    for height, rank in enumerate(stack):
        if stacking is Stacking.SUDOKU:
            due = (first - 1 + height) % ranks + 1
        else:
            due = first + height if first == 1 else first - height
        is_start = height == 0 and rank == START_RANK and stacking is Stacking.UP_OR_DOWN
        if rank != due and not is_start:
            return False
    return True


def _fixed(position: Position, firsts: tuple[int, ...]) -> Position:
    rules = position.rules

    def shown(card: Card) -> Card:
        return Card(card.suit, firsts[card.suit]) if card.rank == START_RANK else card

    copies = Counter[Card]()
    for face in rules.faces():
        copies[shown(face)] += rules.copies(face)
    suits = []
    for number, (suit, first) in enumerate(zip(rules.suits, firsts, strict=True)):
        by_rank = tuple(copies[Card(number, rank)] for rank in range(1, rules.ranks + 1))
        if rules.stacking is Stacking.SUDOKU:
            suits.append(Suit(suit.letter, by_rank, first=first))
        else:
            suits.append(Suit(suit.letter, by_rank, reversed=first != 1))
    return replace(
        position,
        rules=replace(
            rules,
            suits=tuple(suits),
            stacking=Stacking.BY_RANK,
            clues=None,
            empty_clues=rules.empty_clues or rules.clues is not None,
        ),
        deck=tuple(map(shown, position.deck)),
        discards=tuple(map(shown, position.discards)),
        stack_ranks=(),
        last_clue="",
    )
