"""The game without a seat order: any seat may take any turn. Can a target be reached then?

A clue would only pass the turn on, so tokens do not matter: below the token limit a discard is legal, at it
a clue that costs no draw makes it so. In the final round `players` turns remain, and any seat may take each,
so the hands count as one (docs/explain.md, "No order of seats").
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hanabi_solver.errors import InternalCheckError
from hanabi_solver.game.engine import apply, legal_moves, may_discard
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import Position
from hanabi_solver.names import Answer
from hanabi_solver.solver.best_score import ALONE
from hanabi_solver.solver.limits import Context

# States of the first restart, and how much longer each is than the one before.
FIRST_STATES = 500
RESTART_FACTOR = 1.2
# States between two looks at the clock.
SLICE_STATES = 256
# So many failed states are remembered at most, 300 to 500 MB; then the walk ends undecided.
MOST_STATES = 1_000_000

State = tuple[int, ...]


class _EndOfWalkError(Exception):
    """A restart has seen its states, the time is over, or the memory is full."""


def reaches_without_seats(position: Position, target: int, context: Context = ALONE) -> Answer:
    """Whether `target` can be reached if any seat may take any turn; UNKNOWN if a limit was hit first.

    The limits are those of `context`, and MOST_STATES states that failed.
    `position` is not over, there are tokens in its game, and nothing is played from the pile. The way that is
    found is replayed by the engine; raises InternalCheckError if that does not reach the target.
    """
    walk = _SeatlessWalk(position, target, context.must_stop)
    states = float(FIRST_STATES)
    while not walk.is_over():
        try:
            if not walk.reaches(int(states)):
                return Answer.NO
            if _replayed(position, walk.path[::-1]) < target:
                raise InternalCheckError(f"a way to {target} points without seats is none: {position!r}")
            return Answer.YES
        except _EndOfWalkError:
            states *= RESTART_FACTOR
    return Answer.UNKNOWN


class _SeatlessWalk:
    """A depth-first search over (draws made, stacks, hands) with a memory of what failed.

    Types are bits as in `Rules.type_number`; a hand is the set of its useful types, the rest is a count.
    """

    def __init__(self, position: Position, target: int, is_time_over: Callable[[], bool]) -> None:
        rules = position.rules
        self._is_time_over = is_time_over
        self._target = target
        self._players, self._hand_size = rules.players, rules.hand_size
        self._suits, self._ranks = len(rules.suits), rules.ranks
        self._low = (1 << self._suits) - 1
        self._all = (1 << self._suits * rules.ranks) - 1
        self._turns = rules.players if position.turns_left is None else position.turns_left
        self._pile = [1 << rules.type_number(card) for card in position.pile]
        self._to_come = [0] * (len(self._pile) + 1)
        for draw in reversed(range(len(self._pile))):
            self._to_come[draw] = self._to_come[draw + 1] | self._pile[draw]
        played = 0
        for suit, height in enumerate(position.stacks):
            for step in range(1, height + 1):
                played |= 1 << rules.type_number(rules.card_at(suit, step))
        hands = []
        for seat in range(rules.players):
            hand = 0
            for card in position.hand_cards(seat):
                hand |= 1 << rules.type_number(card)
            hands.append(hand)
        self._root = (0, played, tuple(hands))
        self._failed: set[State] = set()
        self._random = Random(0)
        self._left = 0
        self.path: list[tuple[int, int]] = []

    def is_over(self) -> bool:
        """Whether there is no more time, or no more room for what failed."""
        return len(self._failed) >= MOST_STATES or self._is_time_over()

    def reaches(self, states: int) -> bool:
        """Whether the target can be reached; raises _EndOfWalkError after so many new states.

        If so, `path` holds the seats and the cards that leave their hands until the pile is empty, the last
        one first.
        """
        self._left = states
        return self._reaches(*self._root)

    def _reaches(self, draw: int, played: int, hands: tuple[int, ...]) -> bool:
        need = self._target - played.bit_count()
        draws = len(self._pile) - draw
        if need <= 0 or need > draws + self._turns:
            return need <= 0
        held = 0
        for hand in hands:
            held |= hand
        useful = self._reachable(played, held | self._to_come[draw]) & ~played
        if useful.bit_count() < need:
            return False
        if draws == 0:
            return min(self._plays(played, held), self._turns) >= need
        hands = tuple([hand & useful for hand in hands])
        state = (draw, played, *sorted(hands))
        if state in self._failed:
            return False
        self._left -= 1
        is_full = len(self._failed) >= MOST_STATES
        if self._left < 0 or is_full or (self._left % SLICE_STATES == 0 and self._is_time_over()):
            raise _EndOfWalkError
        drawn = self._pile[draw] & useful
        for seat, card in self._moves(played, hands, held & useful):
            hand = (hands[seat] & ~card) | (drawn & ~card if card & self._next(played) else drawn)
            after = played | (card & self._next(played))
            if self._reaches(draw + 1, after, (*hands[:seat], hand, *hands[seat + 1 :])):
                self.path.append((seat, card))
                return True
        self._failed.add(state)
        return False

    def _moves(self, played: int, hands: tuple[int, ...], held: int) -> list[tuple[int, int]]:
        """Seats with the card that leaves their hand (0: a useless one), the likely ones first.

        A seat with a useless card drops no other: what it keeps can stand in for that card.
        """
        following = self._next(played)
        plays, trash, drops = [], [], []
        for seat, hand in enumerate(hands):
            plays += [(seat, card) for card in _bits(hand & following)]
            if hand.bit_count() < self._hand_size:
                trash.append((seat, 0))
            else:
                drops += [(seat, card) for card in _bits(hand & ~following)]
        self._random.shuffle(trash)
        self._random.shuffle(drops)
        if self._random.random() < 0.2:
            self._random.shuffle(plays)
        if self._random.random() < 0.05:
            plays, trash = trash, plays
        return [*plays, *trash, *drops]

    def _next(self, played: int) -> int:
        return (played << self._suits | self._low) & ~played & self._all

    def _reachable(self, played: int, alive: int) -> int:
        kept = played | alive
        reached = kept & self._low
        for _ in range(1, self._ranks):
            reached |= kept & (reached << self._suits)
        return reached

    def _plays(self, played: int, held: int) -> int:
        """How many cards held go on the stacks, one after the other."""
        plays = 0
        while card := held & self._next(played):
            card &= -card
            played |= card
            plays += 1
        return plays


def _replayed(position: Position, path: list[tuple[int, int]]) -> int:
    """The score that the engine gives for a path, the seat to move set anew before each move, and then for
    plays of any seat. Raises IllegalMoveError if a move is illegal even so."""
    rules = position.rules
    for seat, bit in path:
        position = replace(position, seat=seat)
        hand = position.hands[seat]
        faces = position.hand_cards(seat)
        if bit:
            card = hand[faces.index(rules.card_of_type(bit.bit_length() - 1))]
        else:
            card = next(
                index
                for index, face in zip(hand, faces, strict=True)
                if position.is_trash(face) or faces.count(face) > 1
            )
        if bit and position.is_playable(position.deck[card]):
            position = apply(position, Play(card))
            continue
        if not may_discard(position):
            clue = next(move for move in legal_moves(position) if isinstance(move, Clue))
            position = replace(apply(position, clue), seat=seat)
        position = apply(position, Discard(card))
    while not position.is_over:
        plays = [
            (seat, index)
            for seat, hand in enumerate(position.hands)
            for index in hand
            if position.is_playable(position.deck[index])
        ]
        if not plays:
            break
        position = apply(replace(position, seat=plays[0][0]), Play(plays[0][1]))
    return position.score


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits
