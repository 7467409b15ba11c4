"""The games that the search plays in place of the real one (docs/method.md, G2, G3, X2 to X4).

Both are played out here naively, without pruning, from their definition on that page. The search must say of
them what is true, with every dominance on and with each off, and what they refute the real game must not
reach.
"""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from oracle import best_score, random_tiny_position

from hanabi_solver.game.position import Position
from hanabi_solver.search import layout
from hanabi_solver.search.driver import SearchOutcome, TargetSearch
from hanabi_solver.search.tables import Tables

SWITCHES = [
    layout.TRASH_FIRST,
    layout.ONE_COPY,
    layout.STRIKE_AT_LIMIT,
    layout.LAST_ROUND_PASS,
    layout.SINGLE_HAND,
]
NEVER, AT_ONCE = None, 0
Hands = tuple[tuple[int, ...], ...]


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(index for index in hand if index != card)


class _Stacks:
    """What both games share: which cards fit, and what a play makes of the stacks."""

    def __init__(self, position: Position) -> None:
        self.start = position
        self.rules = position.rules
        self.deck = position.deck
        self.end = len(position.deck)

    def fits(self, stacks: tuple[int, ...], card: int) -> bool:
        face = self.deck[card]
        return stacks[face.suit] == self.rules.step(face) - 1

    def with_card(self, stacks: tuple[int, ...], card: int) -> tuple[int, ...]:
        suit = self.deck[card].suit
        return (*stacks[:suit], stacks[suit] + 1, *stacks[suit + 1 :])


class RelaxedTokens(_Stacks):
    """G2: a discard at the limit is legal and gains nothing; no strikes, no misplays from the hand."""

    def best(self) -> int:
        start = self.start
        return self._best(
            start.stacks, start.hands, start.draw_index, start.tokens, start.seat, start.turns_left
        )

    @cache  # noqa: B019 (one object a position, dropped with it)
    def _best(
        self, stacks: tuple[int, ...], hands: Hands, draw: int, tokens: int, seat: int, left: int | None
    ) -> int:
        rules, found = self.rules, sum(stacks)
        if left == 0 or found == rules.max_score:
            return found
        turn = (seat + 1) % rules.players
        less = None if left is None else left - 1

        def after(new: tuple[int, ...], card: int, gained: int) -> int:
            hand, at, turns = without(hands[seat], card), draw, less
            if card == draw:  # from the pile
                at, turns = draw + 1, rules.players
            elif draw < self.end:
                hand, at = (*hand, draw), draw + 1
                turns = rules.players if at == self.end else None
            rest = (*hands[:seat], hand, *hands[seat + 1 :])
            return self._best(new, rest, at, min(tokens + gained, rules.token_limit), turn, turns)

        def played(card: int) -> int:
            new = self.with_card(stacks, card)
            is_complete = new[self.deck[card].suit] == rules.ranks
            return after(new, card, int(is_complete and rules.suit_regains))

        if tokens >= rules.clue_cost:
            found = max(found, self._best(stacks, hands, draw, tokens - rules.clue_cost, turn, less))
        for card in hands[seat]:
            found = max(found, after(stacks, card, 1))
            if self.fits(stacks, card):
                found = max(found, played(card))
        if rules.deck_plays and draw == self.end - 1:
            found = max(found, played(draw) if self.fits(stacks, draw) else after(stacks, draw, 0))
        return found


class FreeClues(_Stacks):
    """G3: clues cost nothing, so any seat acts next while cards are left to draw; no strikes."""

    def best(self) -> int:
        start = self.start
        if start.turns_left is not None:
            order = [(start.seat + turn) % self.rules.players for turn in range(start.turns_left)]
            return self._final(start.stacks, tuple(start.hands[seat] for seat in order))
        return self._best(start.stacks, start.hands, start.draw_index)

    @cache  # noqa: B019 (one object a position, dropped with it)
    def _best(self, stacks: tuple[int, ...], hands: Hands, draw: int) -> int:
        found = sum(stacks)
        for seat in range(self.rules.players):
            for card in hands[seat]:
                found = max(found, self._after(stacks, hands, draw, seat, card))
                if self.fits(stacks, card):
                    found = max(found, self._after(self.with_card(stacks, card), hands, draw, seat, card))
            if self.rules.deck_plays and draw == self.end - 1:
                new = self.with_card(stacks, draw) if self.fits(stacks, draw) else stacks
                found = max(found, self._final(new, (*hands[seat + 1 :], *hands[: seat + 1])))
        return found

    def _after(self, stacks: tuple[int, ...], hands: Hands, draw: int, seat: int, card: int) -> int:
        hand = (*without(hands[seat], card), draw)
        rest = (*hands[:seat], hand, *hands[seat + 1 :])
        if draw == self.end - 1:
            return self._final(stacks, (*rest[seat + 1 :], *rest[: seat + 1]))
        return self._best(stacks, rest, draw + 1)

    def _final(self, stacks: tuple[int, ...], order: Hands) -> int:
        """The seats that still have a turn, in order: each plays a card or nothing."""
        if not order:
            return sum(stacks)
        plays = [self.with_card(stacks, card) for card in order[0] if self.fits(stacks, card)]
        return max(self._final(new, order[1:]) for new in [stacks, *plays])


def positions(seed: int, number: int) -> list[Position]:
    """Tiny positions in whose games there are tokens (else passing is no answer, L1)."""
    found: list[Position] = []
    rng = Random(seed)
    while len(found) < number:
        position = random_tiny_position(rng, 8)
        if position.rules.token_limit > 0 and not position.is_over and not position.rules.all_or_nothing:
            found.append(position)
    return found


def searched(position: Position, target: int, dominances: int, free_clues_from: int | None) -> TargetSearch:
    search = TargetSearch(
        position, target, Tables(1 << 22), dominances=dominances, free_clues_from=free_clues_from
    )
    while search.outcome is SearchOutcome.RUNNING:
        search.advance(100_000)
    return search


@pytest.fixture
def any_path_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search finds in its own game counts, whether or not the real rules follow it."""
    monkeypatch.setattr("hanabi_solver.search.driver.decode", lambda *_: ())


@pytest.mark.usefixtures("any_path_is_a_line")
@pytest.mark.parametrize("off", [0, *SWITCHES, layout.ALL_DOMINANCES])
def test_games_of_the_search_agree_with_brute_force(off: int) -> None:
    dominances = layout.ALL_DOMINANCES & ~off
    refuted = 0
    for position in positions(off, 25):
        relaxed, free = RelaxedTokens(position).best(), FreeClues(position).best()
        for target in range(position.score + 1, position.rules.max_score + 1):
            search = searched(position, target, dominances, NEVER)
            assert (search.outcome is SearchOutcome.REACHED) is (target <= relaxed), (position, target)
            search = searched(position, target, dominances, AT_ONCE)
            if search.outcome is SearchOutcome.REFUTED and search.fails_with_free_clues:
                assert target > free, (position, target)
                refuted += 1
    assert refuted > 4


@pytest.mark.parametrize("deck_plays", [False, True])
def test_no_real_line_beats_the_games_of_the_search(deck_plays: bool) -> None:
    for drawn in positions(99, 60):
        position = replace(drawn, rules=replace(drawn.rules, deck_plays=deck_plays))
        best, relaxed, free = best_score(position), RelaxedTokens(position).best(), FreeClues(position).best()
        assert best <= relaxed <= free


@pytest.mark.parametrize(
    ("seed", "best", "relaxed", "free"), [(78, 3, 3, 4), (219, 4, 4, 5), (392, 3, 4, 4), (1582, 3, 4, 4)]
)
def test_the_three_games_differ(seed: int, best: int, relaxed: int, free: int) -> None:
    """Else the tests above would compare a game with itself."""
    position = random_tiny_position(Random(seed), 7)
    assert best_score(position) == best
    assert RelaxedTokens(position).best() == relaxed
    assert FreeClues(position).best() == free
