"""From a path of the search to a line of real, legal moves.

The search's state is an abstraction: trash is a count, and in relaxed mode a discard at the token
limit is free. The real game is played beside it by one rule: to get rid of a card, discard it below
the token limit and play it at the limit; play what the search plays if it still can be played, else
get rid of it. docs/method.md, L2, proves that the real game never falls behind,
and that in exact mode it never strikes out.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import hanabi_solver.search.layout as at
from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.game.engine import any_clue, apply, clues_touching, may_discard
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position


class PathTurn(NamedTuple):
    """One turn of a path: who acts, the move (layout.py), and the useful types that the seat then holds."""

    seat: int
    move: int
    kept: int


def decode(position: Position, path: Iterable[PathTurn], target: int) -> tuple[Move, ...] | None:
    """The line for a path to `target`, or None if the real game runs out of strikes on the way, or of
    tokens where clues were free, or has no legal clue: the path says nothing then.

    The line ends as soon as the target is reached for good.
    """
    line: list[Move] = []
    for turn in path:
        try:
            # With free clues a seat acts out of turn: the seats before it give clues.
            while position.seat != turn.seat and not position.is_over:
                line.append(helpful_clue(position))
                position = apply(position, line[-1])
            if position.is_over:
                break
            line.append(_real_move(position, turn))
            position = apply(position, line[-1])
        except IllegalMoveError:
            return None
    is_line = position.score >= target and (position.rules.clues is None or keeps_score(position))
    return tuple(line) if is_line else None


def _real_move(position: Position, turn: PathTurn) -> Move:
    kind, number, kept = turn.move & at.KIND_MASK, turn.move & at.TYPE_MASK, turn.kept
    if kind == at.PASS or (kind == at.CLUE and position.turns_left is not None):
        # In the final round the real game may lack the token (a card played from the pile regained none).
        return _pass(position, kept)
    if kind == at.CLUE:
        return helpful_clue(position)
    if kind in (at.TRASH, at.STRIKE_TRASH):
        return _get_rid_of(position, _spare_card(position, kept))
    if kind in (at.TOP, at.TOP_AWAY):
        top = position.draw_index
        is_played = kind == at.TOP and position.is_playable(position.deck[top])
        return Play(top) if is_played else _get_rid_of(position, top)
    face = position.rules.card_of_type(number)
    card = next(index for index in position.hands[position.seat] if position.deck[index] == face)
    if kind == at.PLAY and position.is_playable(face):
        return Play(card)
    return _get_rid_of(position, card)


def _get_rid_of(position: Position, card: int) -> Move:
    if may_discard(position):
        return Discard(card)
    # On its last turn a seat may as well keep the card: a clue spares the strike.
    may_clue = position.turns_left is not None and position.tokens >= position.rules.clue_cost
    return helpful_clue(position) if may_clue else Play(card)


def _pass(position: Position, kept: int) -> Move:
    """A turn of the final round that plays nothing useful."""
    if position.tokens >= position.rules.clue_cost:
        return helpful_clue(position)
    return _get_rid_of(position, _spare_card(position, kept))


def _spare_card(position: Position, kept: int) -> int:
    """The card whose loss costs nothing: none that the search counts on (`kept`, a mask of types) if
    there is another; of those, real trash first, then a second copy."""
    hand = position.hands[position.seat]
    copies = Counter(position.hand_cards(position.seat))
    tops = position.reachable_heights()

    def cost(index: int) -> tuple[bool, bool, bool, bool]:
        face = position.deck[index]
        is_kept = bool(kept >> position.rules.type_number(face) & 1)
        counted_on = is_kept and copies[face] == 1
        is_useful = position.stacks[face.suit] < position.rules.step(face) <= tops[face.suit]
        return counted_on, position.is_playable(face), is_useful, copies[face] == 1

    return min(hand, key=cost)


def helpful_clue(position: Position) -> Clue:
    """A legal clue that names a card the target can play now, if there is one; the next seats first.

    Raises IllegalMoveError if no clue is legal.
    """
    players = position.rules.players
    for step in range(1, players):
        target = (position.seat + step) % players
        playable = [card for card in position.hand_cards(target) if position.is_playable(card)]
        clue = Clue(target, rank=playable[0].rank) if playable else None
        if clue in clues_touching(position, target):
            return clue
    return any_clue(position)
