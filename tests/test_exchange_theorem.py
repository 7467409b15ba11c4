"""The exchange theorem (docs/method.md, X1 and X2) on pairs of tiny positions, played out by brute force.

Such a pair need not come from one deal: what the theorem compares are two positions with the same clock and
the same seat, and brute force scores both.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from oracle import best_score, random_tiny_position

from hanabi_solver.game.position import Position

Pair = tuple[Position, Position]


def with_faces(position: Position, faces: dict[int, int]) -> Position:
    """The position with other cards at some deck indices: those of the indices they are mapped to."""
    deck = list(position.deck)
    for index, source in faces.items():
        deck[index] = position.deck[source]
    return replace(position, deck=tuple(deck))


def random_pair(rng: Random, deck_plays: bool, broken: int = 0) -> Pair | None:
    """Positions A and B that fulfil all conditions but the one that is `broken`; None if luck fails."""
    b = random_tiny_position(rng, max_cards=8)
    limit = rng.choice((1, 2, 3, 4))
    b = replace(b, rules=replace(b.rules, deck_plays=deck_plays, strike_limit=limit), strikes=0)
    if b.is_over:
        return None
    a = b
    held = [index for hand in b.hands for index in hand]
    for index in held:
        if b.is_trash(b.deck[index]) and rng.random() < 0.7:
            a = with_faces(a, {index: rng.randrange(len(b.deck))})
    if rng.random() < 0.5:
        suit = rng.randrange(len(b.stacks))
        higher = min(b.rules.ranks, b.stacks[suit] + rng.choice((1, 1, 2)))
        a = replace(a, stacks=(*b.stacks[:suit], higher, *b.stacks[suit + 1 :]))
    if rng.random() < 0.5:
        a = replace(a, tokens=min(b.rules.token_limit, b.tokens + rng.choice((1, 1, 2))))
    paid = sum(a.stacks) - sum(b.stacks) + a.tokens - b.tokens
    if broken == 1:
        suit = rng.randrange(len(b.stacks))
        b = replace(b, stacks=(*b.stacks[:suit], a.stacks[suit] + 1, *b.stacks[suit + 1 :]))
        if b.stacks[suit] > b.rules.ranks:
            return None
    elif broken == 2:
        useful = [index for index in held if not b.is_trash(b.deck[index])]
        trash = [index for index in range(len(b.deck)) if b.is_trash(b.deck[index])]
        if not useful or not trash:
            return None
        a = with_faces(a, {rng.choice(useful): rng.choice(trash)})
    elif broken == 3:
        if b.tokens == 0:
            return None
        a, paid = replace(a, tokens=b.tokens - 1), sum(a.stacks) - sum(b.stacks)
    elif broken == 4:
        paid -= 1
    if paid < 0:
        a, paid = replace(a, strikes=-paid), 0
    b = replace(b, strikes=paid)
    return None if a.is_over or b.is_over else (a, b)


def scores(seeds: range, deck_plays: bool, broken: int = 0) -> Iterator[tuple[int, int]]:
    """The best scores of A and of B, pair by pair."""
    for seed in seeds:
        pair = random_pair(Random(seed), deck_plays, broken)
        if pair is not None:
            yield best_score(pair[0]), best_score(pair[1])


@pytest.mark.parametrize("deck_plays", [False, True])
def test_what_fulfils_the_conditions_is_at_least_as_good(deck_plays: bool) -> None:
    found = list(scores(range(200), deck_plays))
    assert len(found) > 50
    assert [pair for pair in found if pair[0] < pair[1]] == []
    assert any(a > b for a, b in found)


@pytest.mark.parametrize("condition", [1, 2, 3, 4])
def test_no_condition_can_be_left_out(condition: int) -> None:
    assert any(a < b for a, b in scores(range(600), False, condition))
