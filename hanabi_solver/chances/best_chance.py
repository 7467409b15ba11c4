"""`odds`: limits in, the chance out, where the cards of the pile are known and their order is not."""

import threading
import time
from dataclasses import dataclass, field, replace
from math import factorial
from typing import TYPE_CHECKING

from hanabi_solver.chances.first_ply import After, afters, kinds_of_move
from hanabi_solver.chances.hindsight import MOST_CARDS, counted_order_by_order, told_by_counting
from hanabi_solver.chances.loading import load_odds
from hanabi_solver.chances.policy import OddsPolicy, ended
from hanabi_solver.chances.result import DrawOdds, MoveOdds, Odds, OrdersWon, TargetReason
from hanabi_solver.chances.supported import check_supported
from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import Source
from hanabi_solver.formats.first_move import FirstMove
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.names import Phase
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS, checked_start, first_turn_of, name_of
from hanabi_solver.solver.budget import Budget
from hanabi_solver.solver.limits import Context, Limits, cost_faults, target_faults
from hanabi_solver.solver.result import Part, Progress

if TYPE_CHECKING:
    from hanabi_solver.chances.driver import OrderSearch

# States between two looks at the clock.
SLICE = 100_000


def odds(
    start: Source | str,
    *,
    target: int | None = None,
    asks_hindsight: bool = False,
    limits: Limits = NO_LIMITS,
    context: Context = ALONE,
) -> Odds:
    """The chance to reach `target` where all hands are open, and of the pile only its cards are known.

    `start` is what `solve` takes. The order in which it lists its pile does not matter. Without a `target` it
    is the highest score that lost cards allow, or if no order reaches that, the highest that some order does.
    How many orders could be won if the order were known is said where counting says it; with `asks_hindsight`
    the different orders of a pile of up to 8 cards are solved for it. When a limit is hit, or `context.stop`
    is set, the answer is what is known: lower and upper limits. One thread does the work, whatever
    `limits.workers` says.

    Raises InputError for a faulty position or question, for more than 20 cards in the pile, and for rules
    that are not supported: Up or Down, Sudoku, all or nothing, a speedrun with another target than the
    maximum, and variants in which a clue may be missing.

    >>> found = odds(
    ...     '{"stacks": "r3 y5 g5 b4 p4", "discards": "r4", "tokens": 0, "pile": "r5 x",'
    ...     ' "hands": ["x x x x x", "x x b5 x x", "r4 x x p5 x"]}'
    ... )
    >>> print(found)
    1 of 2 orders (1/2, 50.00 %) reach 25; discard x
    """
    position = checked_start(start)
    if faults := [*target_faults(target, position.rules.max_score), *cost_faults(limits, context)]:
        raise InputError(faults)
    check_supported(position, target)
    run = _OddsRun(position, limits, context, Budget(limits.seconds, within=context.budget))
    reason = run.choose_target(target)
    won, moves = run.count()
    hindsight = told_by_counting(position, run.target, won)
    if hindsight is None and asks_hindsight and not position.is_over and position.pile_size <= MOST_CARDS:
        hindsight = counted_order_by_order(position, run.target, run.within())
    return Odds(
        position=position,
        target=run.target,
        target_reason=reason,
        won=won,
        moves=moves,
        hindsight=hindsight,
        nodes=run.nodes,
        seconds=run.budget.spent(),
        source=name_of(start),
        first_turn=first_turn_of(start),
        policy=OddsPolicy(position, run),
    )


@dataclass(slots=True)
class _Outcome:
    """What can follow a move, and the limits on the orders won then."""

    after: After
    low: int
    high: int


@dataclass(slots=True)
class _Tried:
    """A kind of first move with its outcomes."""

    name: FirstMove
    move: Move
    outcomes: list[_Outcome]

    @property
    def low(self) -> int:
        """The orders that it wins at least."""
        return sum(each.after.ways * each.low for each in self.outcomes)

    @property
    def high(self) -> int:
        """The orders that it wins at most."""
        return sum(each.after.ways * each.high for each in self.outcomes)

    def odds(self, orders: int) -> MoveOdds:
        """What is known of it."""
        draws = tuple(
            DrawOdds(each.after.card, each.after.ways, OrdersWon(each.low, each.high, factorial(size)))
            for each in self.outcomes
            if each.after.draws
            for size in [each.after.position.pile_size]
        )
        return MoveOdds(self.name, self.move, OrdersWon(self.low, self.high, orders), draws)


@dataclass(slots=True)
class _OddsRun:
    """One question under way: the search for the target, and what limits it."""

    position: Position
    limits: Limits
    context: Context
    budget: Budget
    target: int = 0
    nodes: int = 0
    _known: tuple[int, int] = (0, 0)
    _search: "OrderSearch | None" = field(default=None)

    def choose_target(self, target: int | None) -> TargetReason:
        """Set the target: the one that is given, or the highest that some order reaches."""
        if target is not None:
            self.target = target
            return TargetReason.GIVEN
        position = self.position
        if position.is_over:
            self.target = position.score
            return TargetReason.OVER
        reason = TargetReason.LOST_CARDS
        self.target = sum(position.reachable_heights())
        while self.target > 0 and not position.rules.speedrun and not self._may_be_won():
            self.target -= 1
            self._search = None
            reason = TargetReason.NO_ORDER
        return reason

    def _may_be_won(self) -> bool:
        """Whether some order may reach the target, as far as that was found out."""
        return self._limits_of(self.position, floor=0, ceiling=1)[1] > 0

    def count(self) -> tuple[OrdersWon, tuple[MoveOdds, ...]]:
        """The orders won of the position and of every kind of first move, the best first."""
        position, orders = self.position, factorial(self.position.pile_size)
        if position.is_over:
            low, high = self._limits_of(position)
            return OrdersWon(low, high, orders), ()
        tried = [_Tried(name, move, self._open(move)) for name, move in kinds_of_move(position).items()]
        best = 0
        for each in tried:  # first only as far as the best has to be known
            self._settle(each, best)
            best = max(best, each.low)
        for each in sorted(tried, key=lambda each: -each.high):
            self._settle(each, -1)
        found = sorted((each.odds(orders) for each in tried), key=lambda each: -each.won.most)
        found.sort(key=lambda each: -each.won.least)
        won = OrdersWon(max(each.low for each in tried), max(each.high for each in tried), orders)
        return won, tuple(found)

    def _open(self, move: Move) -> "list[_Outcome]":
        """What can follow a move, with what is known of it at once."""
        return [
            _Outcome(after, *self._limits_of(after.position, is_quick=True))
            for after in afters(self.position, move)
        ]

    def _settle(self, tried: "_Tried", floor: int) -> None:
        """Search the outcomes of a move until its number is known, or that it is `floor` or less."""
        for outcome in tried.outcomes:
            if tried.low == tried.high or tried.high <= floor:
                return
            # If this one wins so few orders, the move does not pass the floor, whatever the others win.
            ways = outcome.after.ways
            own_floor = -1 if floor < 0 else (floor - tried.high + ways * outcome.high) // ways
            low, high = self._limits_of(outcome.after.position, floor=own_floor)
            outcome.low, outcome.high = max(low, outcome.low), min(high, outcome.high)

    def won(self, position: Position) -> int:
        """The exact number of orders won of a position, without limits: what the policy asks."""
        unlimited = _OddsRun(self.position, Limits(), Context(), Budget(), self.target)
        unlimited._search = self._search
        low, _ = unlimited._limits_of(position)
        self._search = unlimited._search
        return low

    def _limits_of(
        self, position: Position, *, floor: int = -1, ceiling: int | None = None, is_quick: bool = False
    ) -> tuple[int, int]:
        """The limits on the orders won that can be found out in time, or at once, or in a window."""
        orders = factorial(position.pile_size)
        if position.is_over:
            won = ended(position, self.target)
            return won, won
        if self.target == 0:
            return orders, orders
        search = self._loaded()
        if search is None:
            return 0, orders
        nodes = search.nodes
        low, high = search.begin(position, floor, ceiling)
        while search.is_running and not is_quick and not self._must_stop():
            more_low, more_high = search.advance(SLICE)
            low, high = max(low, more_low), min(high, more_high)
            self.nodes, nodes = self.nodes + search.nodes - nodes, search.nodes
            self._report(low, high)
        return low, high

    def within(self) -> Context:
        """The context with the time that is left."""
        return replace(self.context, budget=self.budget)

    def _report(self, low: int, high: int) -> None:
        progress = Progress(Phase.ODDS, self.target, low, high, self.nodes, self.budget.spent())
        self.context.report(progress)

    def _report_compiling(self, part: Part) -> None:
        self.context.report(Progress(Phase.COMPILE, self.target, 0, 0, 0, 0.0, part))

    def _must_stop(self) -> bool:
        return self.budget.is_spent() or self.context.must_stop()

    def _loaded(self) -> "OrderSearch | None":
        """The search for the target; None if loading it was stopped."""
        if self._search is None:
            started = time.perf_counter()
            is_loaded = load_odds(self.context.stop or threading.Event(), self._report_compiling)
            self.budget.leave_out(time.perf_counter() - started)
            if not is_loaded:
                return None
            from hanabi_solver.chances.driver import DEFAULT_MEMORY, OrderSearch
            from hanabi_solver.chances.encoding import code_of

            code = code_of(self.position, self.target)
            self._search = OrderSearch(code, self.limits.memory or DEFAULT_MEMORY)
        return self._search
