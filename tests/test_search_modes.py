"""Relaxed tokens and free clues as games of their own: the search against naive brute force of each."""

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from oracle import best_score, random_tiny_position
from relaxed_oracle import RelaxedGame

import hanabi_solver.search.layout as at
from hanabi_solver.game.cards import Card, Suit, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.search.encoding import encode
from hanabi_solver.search.kernel import search_slice
from hanabi_solver.search.relaxed import new_relaxation
from hanabi_solver.search.tables import Tables, state_width

SWITCHES = {
    "all on": at.ALL_DOMINANCES,
    "trash first off": at.ALL_DOMINANCES & ~at.TRASH_FIRST,
    "one copy off": at.ALL_DOMINANCES & ~at.ONE_COPY,
    "last round pass off": at.ALL_DOMINANCES & ~at.LAST_ROUND_PASS,
    "single hand off": at.ALL_DOMINANCES & ~at.SINGLE_HAND,
    "all off": 0,
}


def example(seed: int, *, deck_plays: bool) -> Position:
    """A tiny position; with `deck_plays` its last card may be played from the pile."""
    position = random_tiny_position(Random(seed), max_cards=8)
    return replace(position, rules=replace(position.rules, deck_plays=deck_plays))


@cache
def best_of_mode(seed: int, *, deck_plays: bool, free_clues: bool) -> int:
    """The best score of the relaxed game, or of the one with free clues, by brute force."""
    return RelaxedGame(example(seed, deck_plays=deck_plays), free_clues=free_clues).best()


def targets(rules: Rules) -> range:
    """The targets that a search is asked."""
    return range(rules.max_score if rules.all_or_nothing else 1, rules.max_score + 1)


def walk(position: Position, target: int, *, free_clues: bool, dominances: int) -> bool:
    """Whether the search of one mode alone reaches the target."""
    tables, width = Tables(), state_width(position.rules, dominances)
    tables.next_generation()
    encoded = encode(position, exact=False, free_clues=free_clues, dominances=dominances)
    frames = np.zeros((encoded.max_depth, at.FRAME_WIDTH), dtype=np.int64)
    frames[0] = encoded.root
    counters = np.zeros(at.COUNTERS_WIDTH, dtype=np.int64)
    counters[at.DEPTH], counters[at.RANDOM] = -1, 1
    verdict = search_slice(
        10_000_000,
        frames,
        counters,
        encoded.params_for(target, {at.CLUE_AT: 4}),
        encoded.deck,
        encoded.pile,
        tables.states(width).slots,
        tables.generation,
        new_relaxation(tables.single_hand.slots, position.pile_size),
        np.empty(width, dtype=np.int64),
    )
    assert verdict != at.RUNNING
    return bool(verdict == at.FOUND)


@pytest.mark.parametrize("dominances", SWITCHES.values(), ids=SWITCHES.keys())
@pytest.mark.parametrize("deck_plays", [False, True])
@pytest.mark.parametrize("free_clues", [False, True])
def test_each_mode_agrees_with_its_own_brute_force(
    free_clues: bool, deck_plays: bool, dominances: int
) -> None:
    for seed in range(80):
        position = example(seed, deck_plays=deck_plays)
        if free_clues and (position.pile_size == 0 or not position.rules.has_final_round):
            continue
        best = best_of_mode(seed, deck_plays=deck_plays, free_clues=free_clues)
        for target in targets(position.rules):
            reaches = walk(position, target, free_clues=free_clues, dominances=dominances)
            assert reaches == (best >= target), (seed, target)


def test_every_line_is_one_of_relaxed_tokens_and_that_one_of_free_clues() -> None:
    gained_by_tokens = gained_by_clues = 0
    for seed in range(160):
        deck_plays = seed % 2 == 1
        best = best_score(example(seed, deck_plays=deck_plays))
        relaxed = best_of_mode(seed, deck_plays=deck_plays, free_clues=False)
        assert best <= relaxed, seed
        gained_by_tokens += relaxed > best
        if not example(seed, deck_plays=deck_plays).rules.has_final_round:
            continue  # free clues are searched with a final round only
        free = best_of_mode(seed, deck_plays=deck_plays, free_clues=True)
        assert relaxed <= free, seed
        gained_by_clues += free > relaxed
    assert gained_by_tokens
    assert gained_by_clues


@pytest.mark.parametrize(
    ("heights", "lower", "fails"), [((2, 0), (1, 0), "tokens"), ((1, 0), (0, 0), "strikes")]
)
def test_the_last_card_from_the_pile_may_break_what_no_longer_counts(
    heights: tuple[int, int], lower: tuple[int, int], fails: str
) -> None:
    """It completes a suit for one of the two only, which regains a token that the other has not."""
    rules = Rules(
        suits=(Suit("r", (2, 2)), Suit("g", (2, 2))),
        players=2,
        hand_size=2,
        token_limit=2,
        strike_limit=3,
        deck_plays=True,
    )
    deck = tuple(parse_cards(split_cards("g1g2 g1g2 r2"), rules.letters, "12", "deck"))
    # The other cards are on the stacks or gone; the second r2 is the last card of the pile.
    gone = [Card(0, 1), Card(0, 1), Card(0, 2)]
    start = replace(Deal(rules, (*deck, *gone)).start(), deck=deck, tokens=0)
    ahead, behind = (
        replace(
            start,
            stacks=stacks,
            discards=tuple(sorted(set(gone) - {Card(0, step) for step in range(1, stacks[0] + 1)})),
            strikes=strikes,
        )
        for stacks, strikes in ((heights, 0), (lower, 1))
    )
    from_pile = Play(start.draw_index)
    ahead_after, behind_after = apply(ahead, from_pile), apply(behind, from_pile)
    lead = sum(ahead_after.stacks) - sum(behind_after.stacks) + ahead_after.tokens - behind_after.tokens
    assert (ahead_after.tokens < behind_after.tokens) == (fails == "tokens")
    assert (behind_after.strikes - ahead_after.strikes < lead) == (fails == "strikes")
    assert best_score(ahead_after) >= best_score(behind_after) > sum(behind_after.stacks)
