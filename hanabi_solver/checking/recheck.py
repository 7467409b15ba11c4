"""Upper bounds recomputed in plain Python from their definitions, for checking a result.

Nothing here shares code with the bounds and the search that the solver uses (docs/method.md, V1, has the
arguments): a mistake would have to be made twice to go unseen.
"""

from collections import Counter
from collections.abc import Callable

from hanabi_solver.game.cards import Card
from hanabi_solver.game.position import Position

# Positions of the merged hand that are looked at before a recheck is called too large.
WORK_LIMIT = 1_000_000


class WorkLimitError(Exception):
    """The recheck would look at more positions than its limit allows."""


def composition_bound(position: Position) -> int:
    """The score if every card is played that still has a copy in hand or pile under it, suit by suit."""
    return sum(_tops(position))


def pace_bound(position: Position) -> int:
    """The best score that the number of plays left after each draw allows.

    After the card with deck index i is drawn, `last index - i + players` more plays can follow: one for
    each card still drawn, and one for each seat after that (and where the last card may be played from
    the pile, its own play needs none of those). The plays that need a card from i on are
    the same or fewer as i grows, so these limits are nested; counting from the latest arrival back and
    cutting at each limit then gives the largest number of plays that all limits allow.
    """
    due = Counter(arrivals(position).values())
    plays = 0
    for index in sorted(due, reverse=True):
        plays = min(plays + due[index], plays_after(position, index))
    return sum(position.stacks) + plays


def arrivals(position: Position) -> dict[Card, int]:
    """Each card that can still be played, with the deck index that has to be drawn before it can be.

    That is the latest, over the card itself and those under it in its suit, of the first copy to come;
    for cards in hands it is the index of the card drawn last.
    """
    found = {}
    for suit, top in enumerate(_tops(position)):
        arrival = position.draw_index - 1
        for step in range(position.stacks[suit] + 1, top + 1):
            face = position.rules.card_at(suit, step)
            arrival = max(arrival, _first_copy(position, face))
            found[face] = arrival
    return found


def plays_after(position: Position, index: int) -> int:
    """How many plays can follow once the card with this deck index is in a hand."""
    if position.rules.all_or_nothing:  # no final round: every card can still be played
        return position.rules.max_score
    if position.turns_left is not None:
        return position.turns_left
    last = len(position.deck) - 1
    plays_from_pile = int(position.rules.deck_plays and index == last)
    return last - index + position.rules.players + plays_from_pile


def with_card(face: Card, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """The stacks once `face`, which fits, is on its own."""
    return tuple(height + int(suit == face.suit) for suit, height in enumerate(stacks))


def single_hand_reaches(
    position: Position, target: int, work_limit: int = WORK_LIMIT, go_on: Callable[[], bool] = lambda: True
) -> bool:
    """Whether one merged hand reaches `target`: all cards in one hand, anyone acts, clues are free.

    Raises WorkLimitError after `work_limit` positions of the merged hand, or when `go_on`, which is asked
    at each of them, says no.
    """
    return _MergedHand(position, target, work_limit, go_on).reaches()


def _tops(position: Position) -> list[int]:
    there = {position.deck[index] for hand in position.hands for index in hand} | set(position.pile)
    tops = []
    for suit, stack in enumerate(position.stacks):
        top = stack
        while top < position.rules.ranks and position.rules.card_at(suit, top + 1) in there:
            top += 1
        tops.append(top)
    return tops


def _first_copy(position: Position, face: Card) -> int:
    if any(face in position.hand_cards(seat) for seat in range(position.rules.players)):
        return position.draw_index - 1
    return position.draw_index + position.pile.index(face)


class _MergedHand:
    """Depth-first search over (draw index, stacks, useful faces held); failed ones are kept."""

    def __init__(self, position: Position, target: int, work_limit: int, go_on: Callable[[], bool]) -> None:
        self.position = position
        self.rules = position.rules
        self.target = target
        # A speedrun is lost as soon as the maximum is.
        self.needed = position.rules.max_score if position.rules.speedrun else target
        # Held by seats that have had their last turn: out of the game, but not lost.
        self.kept: frozenset[Card] = frozenset()
        self.work_limit = work_limit
        self.go_on = go_on
        self.size = position.rules.players * position.rules.hand_size
        self.failed: set[tuple[int, tuple[int, ...], frozenset[Card]]] = set()
        # still_to_come[i]: the faces among the cards from deck index i on.
        self.still_to_come = [frozenset(position.deck[index:]) for index in range(len(position.deck) + 1)]

    def reaches(self) -> bool:
        """Whether the target is reached from the start."""
        players, turns_left = self.rules.players, self.position.turns_left
        # In the final round, what is held by seats that have had their turn is out of the game.
        seats = range(players if turns_left is None else turns_left)
        to_act = [(self.position.seat + later) % players for later in seats]
        held = [face for seat in to_act for face in self.position.hand_cards(seat)]
        others = set(range(players)).difference(to_act)
        self.kept = frozenset(face for seat in others for face in self.position.hand_cards(seat))
        return self._search(self.position.draw_index, self.position.stacks, frozenset(held))

    def _search(self, draw_index: int, stacks: tuple[int, ...], held: frozenset[Card]) -> bool:
        """One call a drop of a useful card; the forced turns between two of them are a loop."""
        while True:
            tops = self._tops(draw_index, stacks, held)
            if sum(self._tops(draw_index, stacks, held | self.kept)) < self.needed:
                return False
            if sum(tops) < self.target or sum(stacks) + self._plays_left(draw_index) < self.target:
                return False
            held = frozenset(
                face for face in held if stacks[face.suit] < self.rules.step(face) <= tops[face.suit]
            )
            if sum(stacks) >= self.target and not self.rules.speedrun:
                return True  # and it can be kept
            if draw_index == len(self.position.deck):
                return sum(stacks) + self._final_plays(stacks, held) >= self.target
            drawn = self.position.deck[draw_index]
            playable = next((face for face in held if self._fits(face, stacks)), None)
            if playable is not None:
                # Playing at once is never worse: the card must go there some time, and frees a place.
                stacks = with_card(playable, stacks)
                held = (held - {playable}) | {drawn}
            elif self.rules.deck_plays and draw_index == len(self.position.deck) - 1:
                # Someone plays the last card from the pile. If it does not fit it is lost there, but
                # the bound is kept as generous as the solver's: then it joins the hand all the same.
                if self._fits(drawn, stacks):
                    stacks = with_card(drawn, stacks)
                else:
                    held = held | {drawn}
            elif len(held) < self.size:
                held = held | {drawn}  # a useless card or a second copy leaves the hand
            else:
                return self._drops(draw_index, stacks, held, drawn)
            draw_index += 1

    def _drops(self, draw_index: int, stacks: tuple[int, ...], held: frozenset[Card], drawn: Card) -> bool:
        key = (draw_index, stacks, held)
        if key in self.failed:
            return False
        if len(self.failed) >= self.work_limit or not self.go_on():
            raise WorkLimitError
        for face in sorted(held, key=lambda card: (-self.rules.step(card), card.suit)):
            if self._search(draw_index + 1, stacks, (held - {face}) | {drawn}):
                return True
        self.failed.add(key)
        return False

    def _tops(self, draw_index: int, stacks: tuple[int, ...], held: frozenset[Card]) -> list[int]:
        to_come = self.still_to_come[draw_index]
        tops = []
        for suit, stack in enumerate(stacks):
            top = stack
            while top < self.rules.ranks and (
                (face := self.rules.card_at(suit, top + 1)) in held or face in to_come
            ):
                top += 1
            tops.append(top)
        return tops

    def _fits(self, face: Card, stacks: tuple[int, ...]) -> bool:
        return stacks[face.suit] == self.rules.step(face) - 1

    def _plays_left(self, draw_index: int) -> int:
        if self.position.rules.all_or_nothing:
            return self.rules.max_score
        if self.position.turns_left is not None:
            return self.position.turns_left
        return len(self.position.deck) - draw_index + self.position.rules.players

    def _final_plays(self, stacks: tuple[int, ...], held: frozenset[Card]) -> int:
        in_order = 0
        for suit, stack in enumerate(stacks):
            while stack < self.rules.ranks and self.rules.card_at(suit, stack + 1) in held:
                stack += 1
                in_order += 1
        return min(in_order, self._plays_left(len(self.position.deck)))
