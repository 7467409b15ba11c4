"""Positions for tests, told by what matters in them; everything else is filled up soundly."""

from collections.abc import Sequence

from hanabi_solver.game.cards import parse_cards, split_cards
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules


def build(
    rules: Rules,
    own: str = "",
    other: str = "",
    *,
    stacks: Sequence[int] = (),
    tokens: int | None = None,
    strikes: int = 0,
    pile_size: int | None = None,
    turns_left: int | None = None,
) -> Position:
    """A sound position with the first seat to move, holding `own`; the seat after it holds `other`.

    All hands are filled up with the lowest cards that are left over. The draw pile takes what remains,
    or `pile_size` cards, and the others lie in the discard pile. Tokens are at their limit if not said.
    """
    heights = tuple(stacks) or (0,) * len(rules.suits)
    left = [
        face
        for face in rules.faces()
        for _ in range(rules.copies(face) - (heights[face.suit] >= rules.step(face)))
    ]
    fixed = {rules.first_seat: own, (rules.first_seat + 1) % rules.players: other}
    hands = [
        parse_cards(split_cards(fixed.get(seat, "")), rules.letters, rules.rank_marks, "hand")
        for seat in range(rules.players)
    ]
    for hand in hands:
        for card in hand:
            left.remove(card)
    for hand in hands:
        while len(hand) < rules.hand_size:
            hand.append(left.pop(0))
    if pile_size is None:
        pile_size = len(left)
    dealt = [card for hand in hands for card in hand]
    indices = range(len(dealt))
    size = rules.hand_size
    return Position(
        rules=rules,
        deck=(*dealt, *left[:pile_size]),
        hands=tuple(tuple(indices[seat * size : (seat + 1) * size]) for seat in range(rules.players)),
        draw_index=len(dealt),
        stacks=heights,
        discards=tuple(left[pile_size:]),
        tokens=rules.token_limit if tokens is None else tokens,
        strikes=strikes,
        seat=rules.first_seat,
        turns_left=rules.players if turns_left is None and pile_size == 0 else turns_left,
    ).checked()
