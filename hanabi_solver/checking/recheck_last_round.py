"""The "last-round" bound recomputed in plain Python from its definition, for checking a result.

Hands have no limit and clues are free, but who holds what counts (docs/method.md, B4). Like
hanabi_solver/checking/recheck.py, whose helpers it uses, this shares no code with the solver's bounds.
"""

from collections.abc import Callable, Iterator

from hanabi_solver.checking.recheck import WorkLimitError, arrivals, composition_bound, plays_after, with_card
from hanabi_solver.game.cards import Card
from hanabi_solver.game.position import Position

# States that are listed before a recheck is called too large.
WORK_LIMIT = 100_000

Stacks = tuple[int, ...]
# The late cards in each hand, in the order of the turns should no more cards be drawn: the seat that drew
# last is at the end. While cards are left anyone may act next, so the order around the table is all.
Hands = tuple[frozenset[Card], ...]


def last_round_reaches(
    position: Position, target: int, work_limit: int = WORK_LIMIT, go_on: Callable[[], bool] = lambda: True
) -> bool:
    """Whether every tail of the game that is worth a look, the shortest first, reaches `target`.

    Raises WorkLimitError after `work_limit` states (stacks and hands), those of all tails together, or
    when `go_on`, which is asked every so often, says no.
    """
    if target > composition_bound(position):
        return False
    if position.rules.all_or_nothing:  # there is no final round
        return True
    states_left = work_limit
    for begin in range(len(position.deck) - 1, position.draw_index - 2, -1):
        tail = _RecheckedTail(position, begin)
        if not tail.is_worth_a_look(target):
            continue
        states = {tail.start}
        for index in range(max(begin, position.draw_index), len(position.deck)):
            plays_left = plays_after(position, index)
            following: set[tuple[Stacks, Hands]] = set()
            for state in states:
                following.update(
                    (stacks, hands)
                    for stacks, hands in tail.after_draw(index, *state)
                    if sum(stacks) + plays_left >= target
                )
                # Counted as they come: those of one draw alone can be more than memory holds.
                if len(following) > states_left or not go_on():
                    raise WorkLimitError
            states = following
            states_left -= len(states)
        if all(tail.final_score(*state) < target for state in states):
            return False
    return True


class _RecheckedTail:
    """The end of the game, from the draw of the card with deck index `begin` on, or from now on.

    For "now", `begin` is the index of the card drawn last. Whatever can be played before the card `begin`
    is drawn counts as played; the other cards are the late ones.
    """

    def __init__(self, position: Position, begin: int) -> None:
        self.position = position
        self.rules = position.rules
        self.draws = len(position.deck) - 1 - begin  # after that of the card `begin`
        due = arrivals(position)
        self.late = frozenset(face for face, arrival in due.items() if arrival >= begin)
        # Drawn since now, nobody knows by whom: whoever wants to play such a card holds it.
        self.anywhere = self.late.intersection(position.pile[: max(0, begin - position.draw_index)])
        stacks = position.stacks
        for face in due.keys() - self.late:
            stacks = with_card(face, stacks)
        hands = [self.late.intersection(position.hand_cards(seat)) for seat in range(self.rules.players)]
        self.start: tuple[Stacks, Hands] = stacks, (*hands[position.seat :], *hands[: position.seat])

    def is_worth_a_look(self, target: int) -> bool:
        """Whether two plays or more must fall in the final round, or it is on already.

        A single card finds the turn of its holder.
        """
        in_final_round = target - sum(self.start[0]) - self.draws
        return in_final_round >= 2 or self.position.turns_left is not None

    def after_draw(self, index: int, stacks: Stacks, hands: Hands) -> Iterator[tuple[Stacks, Hands]]:
        """What can come of it as any seat plays a card or none, and draws the card with this deck index."""
        drawn = self.late.intersection(self.position.deck[index : index + 1])
        for seat, hand in enumerate(hands):
            others = (*hands[seat + 1 :], *hands[:seat])
            yield self._tidied(stacks, (*others, hand | drawn))
            for face in self._playable(stacks, hand):
                yield self._tidied(with_card(face, stacks), (*others, hand | drawn))
            if self.rules.deck_plays and index == len(self.position.deck) - 1:
                for face in drawn:
                    if self._fits(face, stacks):
                        yield self._tidied(with_card(face, stacks), (*others, hand))

    def final_score(self, stacks: Stacks, hands: Hands) -> int:
        """The best score of the final round: in order, each seat plays a card that it holds, or none."""
        turns = self.position.turns_left
        reached = {stacks}
        for hand in hands if turns is None else hands[:turns]:
            reached |= {with_card(face, now) for now in reached for face in self._playable(now, hand)}
        return max(sum(now) for now in reached)

    def _playable(self, stacks: Stacks, hand: frozenset[Card]) -> list[Card]:
        return [face for face in hand | self.anywhere if self._fits(face, stacks)]

    def _fits(self, face: Card, stacks: Stacks) -> bool:
        return stacks[face.suit] == self.rules.step(face) - 1

    def _tidied(self, stacks: Stacks, hands: Hands) -> tuple[Stacks, Hands]:
        """The state without the cards that are of no account: those on the stacks, and those anywhere."""
        idle = {face for face in self.late if stacks[face.suit] >= self.rules.step(face)} | self.anywhere
        return stacks, tuple(hand - idle for hand in hands)
