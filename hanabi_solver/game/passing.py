"""Whether a score that is reached can be kept while the rest of the game is passed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.game.engine import any_clue, apply_unchecked, may_discard
from hanabi_solver.game.moves import Discard, Move, Play

if TYPE_CHECKING:
    from hanabi_solver.game.cards import Card
    from hanabi_solver.game.position import Position
    from hanabi_solver.game.rules import Rules


def keeps_score(position: Position) -> bool:
    """Whether the score of `position` can surely be kept to the game's end, whatever else is lost.

    True once the game is over. Before that, a seat that can neither clue nor discard may be forced
    into strikes; with tokens in the game this never happens, since every turn has a legal clue or a
    legal discard (docs/method.md, L1). In a speedrun a discard may be one that loses the game. Where some
    cards are marked by few clues or none, one way of passing is tried, and False may mean that another does.
    """
    rules = position.rules
    if position.is_over or rules.strikeout_scores:
        return True
    if rules.all_or_nothing:
        return True  # nothing below the full score can be lost
    if rules.speedrun:
        return False
    if rules.discard_at_limit:
        return True
    if rules.token_limit == 0:
        return False
    left = (
        position.deck[index]
        for held in (*position.hands, range(position.draw_index, len(position.deck)))
        for index in held
    )
    return has_clues_enough(rules, left) or _can_pass(position)


def has_clues_enough(rules: Rules, cards: Iterable[Card]) -> bool:
    """Whether there is a clue on every turn to come, with these cards in hands and the draw pile.

    There is if hands hold more cards than those without a clue: every seat but the one to move holds a hand
    less one card or more until the game is over. Not for all or nothing, where hands run out.
    """
    if rules.clues is None:
        return True
    left = list(cards)
    most = (rules.players - 1) * (rules.hand_size - 1)
    colours, ranks = (
        [each.touches for each in rules.clues.colours],
        [each.touches for each in rules.clues.ranks],
    )
    groups = (colours, ranks) if rules.clues.alternate else ((*colours, *ranks),)
    if rules.empty_clues:
        return all(groups)
    return all(
        sum(not any(card.rank in touches[card.suit] for touches in group) for card in left) < most
        for group in groups
    )


def _can_pass(position: Position) -> bool:
    """Whether discards below the token limit, and clues at it, come to the end without the last strike."""
    while not position.is_over:
        position = apply_unchecked(position, _passing_move(position))
    return not position.is_struck_out


def _passing_move(position: Position) -> Move:
    """A turn that gives nothing away if that is possible; the game has a final round, so hands have cards."""
    hand = position.hands[position.seat]
    if hand and may_discard(position):
        return Discard(hand[0])
    try:
        return any_clue(position)
    except IllegalMoveError:
        fits = (card for card in hand if position.is_playable(position.deck[card]))
        return Play(next(fits, hand[0]))
