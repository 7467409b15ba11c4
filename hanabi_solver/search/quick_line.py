"""A short look for a line in plain Python: most deals need no more, and it loads nothing (method.md, P3).

It walks through the states of relaxed mode (layout.py) as the kernel does, with most of its moves in the same
order, but through few of them, and without the single-hand bound. It finds lines and refutes nothing.
"""

from itertools import cycle, islice

import hanabi_solver.search.layout as at
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.search.decode import PathTurn, decode

# Attempts at most, and the states that each may visit; most lines are found by the first one.
ATTEMPTS, NODES_EACH = 10, 100
# At how many states once the move that comes first is tried last (0: never), in turn.
STRAY_EVERY = (0, 31, 17, 11, 7, 5)


def quick_line(position: Position, target: int) -> tuple[tuple[Move, ...], int]:
    """A legal line to `target` points, empty if the look finds none, and how many states it visited.

    That it finds none means nothing. Where suits have no set order, the full score is all that counts, or a
    score cannot be kept for sure, it does not look.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> line, nodes = quick_line(start, 10)
    >>> len(line), nodes
    (10, 11)
    """
    rules = position.rules
    if not rules.has_set_order or rules.needs_all or not keeps_score(position):
        return (), 0
    look = _Look(position, target)
    for clues, stray_every in islice(
        zip(cycle(at.CLUES_AT_HAND), cycle(STRAY_EVERY), strict=False), ATTEMPTS
    ):
        path = look.attempt(clues * rules.clue_cost, stray_every)
        if path and (line := decode(position, path, target)):
            return line, look.nodes
    return (), look.nodes


class _OutOfNodes(Exception):  # noqa: N818 (nothing went wrong)
    """An attempt took too long."""


class _Look:
    """The states from one position on: types as bits, the clock and the moves as in layout.py."""

    def __init__(self, position: Position, target: int) -> None:
        rules = position.rules
        suits, players = len(rules.suits), rules.players
        self.nodes = 0
        self._rules = rules
        self._target = target
        self._suits = suits
        self._steps = range(1, rules.ranks)
        self._low = (1 << suits) - 1
        self._top = self._low << suits * (rules.ranks - 1)
        self._size = position.pile_size
        # Nothing is drawn in the final round.
        self._deck = [1 << rules.type_number(card) for card in position.pile] + [0] * (players + 1)
        self._pile = self._deck.copy()
        for index in reversed(range(self._size)):
            self._pile[index] |= self._pile[index + 1]
        turns_left = players if position.turns_left is None else position.turns_left
        self._root = (
            sum(
                1 << rules.type_number(rules.card_at(suit, step))
                for suit, height in enumerate(position.stacks)
                for step in range(1, height + 1)
            ),
            players - turns_left,
            position.tokens,
            position.seat,
            tuple(
                sum({1 << rules.type_number(card) for card in position.hand_cards(seat)})
                if (seat - position.seat) % players < turns_left
                else 0
                for seat in range(players)
            ),
        )
        # The most tokens with which a state is known to fail.
        self._failed: dict[tuple[int, int, int, tuple[int, ...]], int] = {}
        self._path: list[PathTurn] = []

    def attempt(self, clue_at: int, stray_every: int) -> list[PathTurn]:
        """A path to the target, if one is found in time; clues come first from `clue_at` tokens on."""
        self._clue_at, self._stray_every = clue_at, stray_every
        self._last = self.nodes + NODES_EACH
        self._path.clear()
        try:
            self._reaches(*self._root)
        except _OutOfNodes:
            return []
        return self._path[::-1]

    def _reaches(self, played: int, clock: int, tokens: int, seat: int, hands: tuple[int, ...]) -> bool:
        """Whether the target can be reached from here; the path is then noted, the last turn first."""
        self.nodes += 1
        score, target = played.bit_count(), self._target
        if score >= target:
            return True
        if self.nodes >= self._last:
            raise _OutOfNodes
        if score + self._size + len(hands) - clock < target:
            return False
        held = 0
        for hand in hands:
            held |= hand
        reached = self._reachable(played | self._pile[clock] | held)
        if reached.bit_count() < target:
            return False
        useful = reached & ~played
        hands = tuple([hand & useful for hand in hands])
        state = (played, clock, seat, hands)
        if self._failed.get(state, -1) >= tokens:
            return False
        next_seat = (seat + 1) % len(hands)
        moves = self._moves(played, clock, tokens, seat, hands, reached)
        if self._stray_every and self.nodes % self._stray_every == 0:
            moves = moves[1:] + moves[:1]
        for move in moves:
            if move == at.CLUE:
                after = (played, clock, tokens - self._rules.clue_cost, next_seat, hands)
            else:
                after = self._after_card(move, played, clock, tokens, seat, hands, useful)
            if self._reaches(*after):
                self._path.append(PathTurn(seat, move, hands[seat]))
                return True
        self._failed[state] = tokens
        return False

    def _reachable(self, kept: int) -> int:
        """The types played or still playable when these are not lost."""
        reached = kept & self._low
        for _ in self._steps:
            reached |= kept & (reached << self._suits)
        return reached

    def _moves(
        self, played: int, clock: int, tokens: int, seat: int, hands: tuple[int, ...], reached: int
    ) -> list[int]:
        """The moves worth trying, as `choices.list_moves` lists them, in the order of `choices.next_move`."""
        rules, hand = self._rules, hands[seat]
        following = (played << self._suits | self._low) & ~played
        moves = [at.PLAY | number for number in _numbers(hand & following)]
        if clock >= self._size:
            return [*moves, at.PASS]
        others = 0
        for other, cards in enumerate(hands):
            if other != seat:
                others |= cards
        has_trash = hand.bit_count() < rules.hand_size
        can_clue = tokens >= rules.clue_cost
        clue_first = can_clue and (
            tokens >= rules.token_limit
            or not has_trash
            or (tokens >= self._clue_at and others & following != 0)
        )
        if clue_first:
            moves.append(at.CLUE)
        if has_trash:
            moves.append(at.TRASH)
        else:
            # Where every reachable card is needed, a last copy cannot go.
            is_spare = reached.bit_count() > self._target
            spare = hand if is_spare else hand & (self._pile[clock] | others)
            for cards in (spare & others, spare & ~others):
                moves += [at.DISCARD | number for number in reversed(_numbers(cards))]
        if can_clue and not clue_first:
            moves.append(at.CLUE)
        return moves

    def _after_card(
        self,
        move: int,
        played: int,
        clock: int,
        tokens: int,
        seat: int,
        hands: tuple[int, ...],
        useful: int,
    ) -> tuple[int, int, int, int, tuple[int, ...]]:
        """The state after a move that is no clue."""
        rules, hand = self._rules, hands[seat]
        kind, bit = move & at.KIND_MASK, 1 << (move & at.TYPE_MASK)
        if kind == at.PLAY:
            played |= bit
            regains = rules.suit_regains and bit & self._top != 0
        else:
            regains = kind != at.PASS
        if kind in (at.PLAY, at.DISCARD):
            hand &= ~bit
        # After its turn in the final round a seat acts no more.
        hand = hand | (self._deck[clock] & useful & ~played) if clock < self._size else 0
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
        tokens = min(tokens + regains, rules.token_limit)
        return played, clock + 1, tokens, (seat + 1) % len(hands), hands


def _numbers(mask: int) -> list[int]:
    """The numbers of the bits of a mask, the lowest first."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
