"""The last-round bound: cards that come late must be played by the seats that hold them, in turn."""

from collections.abc import Iterator

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.pace import Due, due_cards
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.names import BoundName

# States that one look at a position may visit: past it the bound stays valid, only weaker.
STATE_LIMIT = 3000


def last_round_bound(position: Position, upper: int) -> Bound:
    """The best score if hands had no limit and clues were free, where that is below `upper`; else no bound.

    "No bound" has the maximum score as its value (docs/method.md, B4). Any number is taken for
    `upper`.

    Until the last card is drawn, any seat can then act next. It draws the next card of the pile, so who
    plays what decides who holds the late cards; and in the final round each seat has one turn, the one
    that drew the last card the last of all.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r2r3r5g1r1g2g3g4g5r1r2r3r4g1g1g2g3g4r4", suits="rg")
    >>> last_round_bound(deal.start(), 10).value
    10
    """
    if not position.rules.has_final_round:
        return Bound(BoundName.LAST_ROUND, position.rules.max_score, "the game has no final round")
    # Above what lost cards leave reachable there is nothing to refute.
    value, budget = min(upper, sum(position.reachable_heights())), [STATE_LIMIT]
    refuting: _Tail | None = None
    while value > sum(position.stacks):
        tail = _refuting_tail(position, value, budget)
        if tail is None:
            break
        refuting, value = tail, value - 1
    if refuting is None:
        return Bound(BoundName.LAST_ROUND, position.rules.max_score, f"it does not go below {upper}")
    return Bound(BoundName.LAST_ROUND, value, refuting.sentence(value))


class _OutOfStates(Exception):  # noqa: N818 (nothing went wrong)
    """The look at a position took too long."""


def _refuting_tail(position: Position, target: int, budget: list[int]) -> "_Tail | None":
    """The shortest tail of the game that shows `target` to be out of reach; None if none does in time.

    A longer tail shows whatever a shorter one does, so the longest is asked first; it may only take too long.
    """
    due = due_cards(position)
    thresholds = list(_tight_thresholds(position, due, target))
    if not thresholds:
        return None
    trial = [min(STATE_LIMIT // 4, budget[0])]
    budget[0] -= trial[0]
    is_feasible = _Tail(position, due, thresholds[-1], target).is_feasible(trial)
    budget[0] += max(trial[0], 0)
    if is_feasible:
        return None
    for threshold in thresholds:
        tail = _Tail(position, due, threshold, target)
        is_feasible = tail.is_feasible(budget)
        if is_feasible is None:
            return None
        if not is_feasible:
            return tail
    return None


def _tight_thresholds(position: Position, due: list[Due], target: int) -> Iterator[int]:
    """The arrivals (counted in the pile, "now" is -1) from which on the draws left are too few for all
    plays: two or more must fall in the final round. The latest first."""
    draws = position.pile_size
    spare = sum(position.reachable_heights()) - target
    free_of_charge = 1 if draws else 0
    for threshold in range(draws - 1, -2, -1):
        late = sum(each.arrival - position.draw_index >= threshold for each in due)
        if late - spare - (draws - 1 - threshold) > free_of_charge:
            yield threshold


class _Tail:
    """The end of the game from the draw `threshold` on, as a search over (draws made, stacks, hands).

    Every card due earlier counts as played. Types are bits as in `Rules.type_number`. A due card that was
    drawn before the tail begins may be in any hand (`anywhere`), unless the tail begins now.
    """

    def __init__(self, position: Position, due: list[Due], threshold: int, target: int) -> None:
        rules, base = position.rules, position.draw_index
        self.position = position
        self.due = [each for each in due if each.arrival - base >= threshold]
        self.is_whole = threshold < 0
        self.first_draw = max(threshold, 0)
        self.target = target
        self._suits = len(rules.suits)
        self._low = (1 << self._suits) - 1
        self._late = sum(1 << rules.type_number(each.card) for each in self.due)
        tops = position.reachable_heights()
        reachable = sum(
            1 << rules.type_number(rules.card_at(suit, step))
            for suit, top in enumerate(tops)
            for step in range(1, top + 1)
        )
        self._stacks = reachable & ~self._late
        pile = [1 << rules.type_number(card) for card in position.pile]
        self._anywhere = 0
        for bit in pile[: self.first_draw]:
            self._anywhere |= bit & self._late
        self._fixed = self._late & ~self._anywhere
        self._pile = [bit & self._fixed for bit in pile]
        self._hands = tuple(
            sum({1 << rules.type_number(card) for card in position.hand_cards(seat)}) & self._fixed
            for seat in range(rules.players)
        )
        self._failed: set[tuple[int, ...]] = set()

    def is_feasible(self, budget: list[int]) -> bool | None:
        """Whether the target can be reached; None if `budget[0]` states were not enough.

        The states visited are taken off `budget[0]`.
        """
        self._budget = budget
        try:
            if self.position.turns_left is None:
                return self._draw(self.first_draw, self._stacks, self._hands)
            seat = self.position.seat
            order = (self._hands[seat:] + self._hands[:seat])[: self.position.turns_left]
            return self._finish(self._stacks, order)
        except _OutOfStates:
            return None

    def _next_cards(self, stacks: int) -> Iterator[int]:
        following = (stacks << self._suits | self._low) & ~stacks & self._late
        while following:
            card = following & -following
            following ^= card
            yield card

    def _is_failed(self, state: tuple[int, ...]) -> bool:
        if state in self._failed:
            return True
        self._budget[0] -= 1
        if self._budget[0] < 0:
            raise _OutOfStates
        return False

    def _draw(self, draw: int, stacks: int, hands: tuple[int, ...]) -> bool:
        """Whether the target can be reached with `draw` cards of the pile drawn."""
        need = self.target - stacks.bit_count()
        spare_turns = len(self._pile) - draw + len(hands) - need
        if need <= 0 or spare_turns < 0:
            return need <= 0
        state = (draw, stacks, *hands)
        if self._is_failed(state):
            return False
        drawn, is_last = self._pile[draw], draw == len(self._pile) - 1
        # A card that nobody waits for may go to any seat, but the last one decides the order of turns.
        seats = list(range(len(hands))) if drawn or is_last else [0]
        takes_it = is_last and self.position.rules.deck_plays
        for card in self._next_cards(stacks):
            after = stacks | card
            left = tuple(hand & ~card for hand in hands)
            holders = seats
            if not card & self._anywhere:
                holders = [seat for seat, hand in enumerate(hands) if hand & card]
                holders = holders if drawn or is_last else holders[:1]
            if any(self._go_on(draw, seat, after, left, drawn & ~card, is_last) for seat in holders):
                return True
            from_pile = takes_it and card == drawn
            if from_pile and any(self._go_on(draw, seat, after, left, 0, is_last) for seat in seats):
                return True
        if spare_turns > 0 and any(self._go_on(draw, seat, stacks, hands, drawn, is_last) for seat in seats):
            return True
        self._failed.add(state)
        return False

    def _go_on(
        self, draw: int, seat: int, stacks: int, hands: tuple[int, ...], drawn: int, is_last: bool
    ) -> bool:
        hands = (*hands[:seat], hands[seat] | drawn, *hands[seat + 1 :])
        if is_last:
            return self._finish(stacks, hands[seat + 1 :] + hands[: seat + 1])
        return self._draw(draw + 1, stacks, hands)

    def _finish(self, stacks: int, order: tuple[int, ...]) -> bool:
        """Whether the hands that still have a turn, in this order, play enough."""
        need = self.target - stacks.bit_count()
        if need <= 0 or need > len(order):
            return need <= 0
        state = (-1, stacks, *order)
        if self._is_failed(state):
            return False
        for card in self._next_cards(stacks):
            if card & (order[0] | self._anywhere) and self._finish(stacks | card, order[1:]):
                return True
        if need < len(order) and self._finish(stacks, order[1:]):
            return True
        self._failed.add(state)
        return False

    def sentence(self, value: int) -> str:
        """Why no line scores more than `value`, for people."""
        position, letters = self.position, self.position.rules.letters
        cards = ", ".join(format_card(each.card, letters) for each in self.due)
        played = len(self.due) - (sum(position.reachable_heights()) - value)
        turns, draws = len(self._hands), len(self._pile) - self.first_draw
        if position.turns_left is not None:
            return (
                f"in the {counted(position.turns_left, 'turn')} left each player plays at most one card that "
                f"they hold: of {cards} at most {played} can be played"
            )
        if draws == 1 and played == 1 and not self.is_whole:
            last = format_card(self.due[0].card, letters)
            return (
                f"{last} is the last card of the pile: whoever draws it has the last turn of all, so of "
                f"{cards} only {played} can be played"
            )
        held = "even with free clues and hands of any size, the players who hold them"
        most = f"can play at most {played} of these {len(self.due)} in time"
        if self.is_whole:
            last_draws = f"{draws} draws are" if draws > 1 else "one draw is"
            return f"{last_draws} left, and {counted(turns, 'turn')} after that, for {cards}: {held} {most}"
        openers = sorted({each.opener for each in self.due})
        names = " and ".join(format_card(card, letters) for card in openers)
        come = "comes" if len(openers) == 1 else "come"
        last_cards = f"among the last {draws} cards" if draws > 1 else "as the last card"
        return (
            f"{names} {come} only {last_cards} of the pile, with {counted(turns, 'turn')} after that, so "
            f"{cards} must wait: {held} {most}"
        )
