"""The kinds of first move of a position, and the positions after each and each draw, by the engine."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hanabi_solver.formats.first_move import FirstMove, MoveKind, first_moves, with_trash_as_one
from hanabi_solver.game.cards import Card
from hanabi_solver.game.engine import apply_unchecked
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.position import Position

# What is tried first, and shown first, of moves that win equally many orders.
_ORDER = (MoveKind.PLAY, MoveKind.CLUE, MoveKind.DISCARD, MoveKind.MISPLAY)


@dataclass(frozen=True, slots=True)
class After:
    """A position after a move and, if it draws, a draw: of `card`, in one of `ways`, or of any useless one.

    `ways` is 1 where nothing is drawn.
    """

    position: Position
    card: Card | None
    ways: int
    draws: bool


def kinds_of_move(position: Position) -> dict[FirstMove, Move]:
    """The kinds of legal moves, useless cards as one, each with a move; those tried first come first."""
    kinds: dict[FirstMove, Move] = {}
    for name, move in first_moves(position).items():
        (alike,) = with_trash_as_one([name], position)
        kinds.setdefault(alike, move)
    return dict(sorted(kinds.items(), key=lambda item: _rank(item[0])))


def _rank(name: FirstMove) -> tuple[int, bool, tuple[int, Card, bool]]:
    return _ORDER.index(name.kind), name.card is not None, name.sort_key()


def afters(position: Position, move: Move) -> Iterator[After]:
    """What can follow `move`: a position for each different card drawn, all useless ones as one."""
    first = apply_unchecked(position, move)
    is_from_pile = not isinstance(move, Clue) and move.card == position.draw_index
    if is_from_pile or first.draw_index == position.draw_index:
        yield After(first, None, 1, draws=False)
        return
    ways: dict[Card | None, int] = {}
    example: dict[Card | None, Card] = {}
    for card in position.pile:
        face = None if first.is_trash(card) else card
        ways[face] = ways.get(face, 0) + 1
        example.setdefault(face, card)
    for face, count in ways.items():
        after = apply_unchecked(with_next(position, example[face]), move)
        yield After(after, face, count, draws=True)


def with_next(position: Position, card: Card) -> Position:
    """The position with a copy of `card`, which the pile holds, as the next card of the pile."""
    index = position.deck.index(card, position.draw_index)
    deck = list(position.deck)
    deck[index], deck[position.draw_index] = deck[position.draw_index], deck[index]
    return replace(position, deck=tuple(deck))
