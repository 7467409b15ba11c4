"""What a position holds in store: which cards are still needed, what each card is worth, and the pace."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from hanabi_solver.game.cards import Card

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


class Worth(StrEnum):
    """What a card means for what can still be scored."""

    TRASH = "trash"
    CRITICAL = "critical"
    DUPLICATE = "duplicate"
    USEFUL = "useful"


def needed_cards(position: Position) -> tuple[Card, ...]:
    """The cards that can still be played, suit by suit, the next of its suit first.

    Where suits have no set order they come by rank, and are more than `points_left` counts.
    """
    rules = position.rules
    if not rules.has_set_order:
        return tuple(face for face in rules.faces() if not position.is_trash(face))
    return tuple(
        rules.card_at(suit, step)
        for suit, top in enumerate(position.reachable_heights())
        for step in range(position.stacks[suit] + 1, top + 1)
    )


def points_left(position: Position) -> int:
    """The most cards that can still come onto the stacks, as far as lost cards say."""
    return sum(position.reachable_heights()) - sum(position.stacks)


def has_point_left(position: Position) -> bool:
    """Whether some point is still possible, as hanab.live looks at it: where not, it ends the game.

    Lost cards must allow one, and a card that fits now must be in the pile or in a hand with a turn to come.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> has_point_left(parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start())
    True
    """
    if position.is_over or points_left(position) <= 0:
        return False
    players = position.rules.players
    turns = players if position.turns_left is None else min(position.turns_left, players)
    to_move = ((position.seat + ahead) % players for ahead in range(turns))
    there = {position.deck[card] for seat in to_move for card in position.hands[seat]}
    return any(position.is_playable(face) for face in there | set(position.pile))


def pace(position: Position) -> int | None:
    """Turns that can pass without a play before a needed card must stay unplayed; below 0, one must.

    Draws left, plus the turns of the final round, minus the points still to make. None where the game has
    no final round.
    """
    if not position.rules.has_final_round:
        return None
    last_turns = position.rules.players if position.turns_left is None else position.turns_left
    return position.pile_size + last_turns - points_left(position)


def clues_usable(position: Position) -> int | None:
    """The tokens that clues can still take while every point still possible is made, as hanab.live counts it.

    Wherever cards lie, and the final round left out: the tokens that are there, one for each discard that can
    be made before the last card is drawn, and one for each suit that can be completed before that; as many
    points as there is room for are made from that draw on. None in the final round, and where the game has
    none. Where a clue costs more than one token, divide by `rules.clue_cost` and round down.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> clues_usable(parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start())
    11
    """
    rules = position.rules
    if not rules.has_final_round or position.turns_left is not None or not position.pile_size:
        return None
    if rules.token_limit == 0:
        return 0  # no clue can ever be given
    heights, needed = position.reachable_heights(), points_left(position)
    plays = min(needed, position.pile_size + rules.players) - min(needed, rules.players + 1)
    completed, room = 0, plays
    if rules.suit_regains:
        missing = (
            top - height for top, height in zip(heights, position.stacks, strict=True) if top == rules.ranks
        )
        for cards in sorted(cards for cards in missing if cards):
            if cards > room:
                break
            room -= cards
            completed += 1
    return position.tokens + position.pile_size - 1 - plays + completed


def last_seat(position: Position) -> int | None:
    """The seat that has the last turn of all if no clue is given any more; None where no round is the last.

    Then every turn before the final round draws a card, and the one who draws the last one also has the
    last turn of that round.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> last_seat(parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start())
    1
    """
    if position.is_over or not position.rules.has_final_round:
        return None
    turns = position.pile_size if position.turns_left is None else position.turns_left
    return (position.seat + turns - 1) % position.rules.players


def worth(position: Position, card: int) -> Worth:
    """What the card with this deck index, in a hand or in the draw pile, is worth in `position`.

    Critical is the last copy of a card without which fewer points are possible; a duplicate is a needed
    card of which a hand holds another copy.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> [worth(start, card).value for card in (0, 4, 10)]
    ['useful', 'critical', 'duplicate']
    """
    face = position.deck[card]
    if position.is_trash(face):
        return Worth.TRASH
    if position.rules.copies(face) - Counter(position.discards)[face] == 1 and _costs_points(position, face):
        return Worth.CRITICAL
    others = (index for hand in position.hands for index in hand if index != card)
    return Worth.DUPLICATE if any(position.deck[index] == face for index in others) else Worth.USEFUL


def _costs_points(position: Position, face: Card) -> bool:
    """Whether losing the last copy of a useful card costs points; another order may do without it."""
    if position.rules.has_set_order:
        return True
    without = replace(position, discards=(*position.discards, face))
    return sum(without.reachable_heights()) < sum(position.reachable_heights())
