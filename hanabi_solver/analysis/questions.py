"""Many questions about a deal, each with a time of its own, all within one limit and on the same tables."""

from copy import copy
from dataclasses import replace

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import Source
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.names import COUNTED_BOUNDS, Answer, Method, Phase
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS, checked_start, solve
from hanabi_solver.solver.limits import Context, Limits, question_faults
from hanabi_solver.solver.result import Part, Progress, Result


class Questions:
    """Asks the solver about `start` and positions of its game, as long as there is time.

    The seconds of `limits` count from here on for all questions together, its `seconds_each` for each one
    after the first. `context` has the tables that all share, and the time that is left. Raises InputError for
    a faulty position or question.
    """

    def __init__(
        self,
        start: Source | str,
        target: int | None = None,
        *,
        method: str = Method.AUTO,
        limits: Limits = NO_LIMITS,
        seed: int = 0,
        context: Context = ALONE,
    ) -> None:
        self.position = checked_start(start)
        if faults := question_faults(self.position, method, target, limits, seed, context, takes_each=True):
            raise InputError(faults)
        self._target = target
        self._method = method
        self._each = limits.seconds_each
        self._seed = seed
        limits, self.context = context.within(limits.seconds).sharing(limits)
        self._limits = replace(limits, seconds=None, seconds_each=None)  # the context has them

    def first(self) -> Result:
        """The question about the start, with all the time there is."""
        return self._solve(self.position, self._target, self.context)

    def seconds(self) -> float:
        """The time since the start, without that for loading the search."""
        return 0.0 if self.context.budget is None else self.context.budget.spent()

    def is_over(self) -> bool:
        """Whether nothing more can be asked."""
        return self.context.must_stop()

    def at(self, part: Part) -> "Questions":
        """The same questions, reported as part of a longer one."""
        asking = copy(self)
        asking.context = self.context.at(part)
        return asking

    def one(self) -> Context:
        """The context of one question: with the time that it may take."""
        return self.context.within(self._each)

    def ask(
        self, position: Position, target: int, *, needs_bound: bool = False, unplayed: int | None = None
    ) -> Answer:
        """Whether `target` can be reached from `position`.

        With `needs_bound`, a refutation counts only if it holds with any number of tokens. A line that plays
        the card with the deck index `unplayed` counts as nothing found.
        """
        if self.is_over():
            return Answer.UNKNOWN
        result = self._solve(position, target, self.one())
        if result.answer is Answer.NO and needs_bound:
            names = {reason.name for reason in result.reasons}
            return Answer.NO if names & set(COUNTED_BOUNDS) else Answer.UNKNOWN
        if result.answer is Answer.YES and unplayed is not None and Play(unplayed) in result.line:
            return Answer.UNKNOWN
        return result.answer or Answer.UNKNOWN

    def ask_after(self, position: Position, move: Move, target: int) -> Answer:
        """Whether `target` can be reached after `move`."""
        after = apply(position, move)
        if after.is_over or (after.score >= target and keeps_score(after)):
            return Answer.YES if after.score >= target else Answer.NO
        return self.ask(after, target)

    def single_hand(self, position: Position) -> list[Bound]:
        """The single-hand bound of a position that is not over; nothing if no time is left."""
        from hanabi_solver.bounds.single_hand import single_hand_bound
        from hanabi_solver.solver.loading import load_within

        most = position.rules.max_score

        def report(part: Part) -> None:
            self.context.report(Progress(Phase.COMPILE, most, 0, most, 0, self.seconds(), part))

        if self.is_over() or not load_within(self.context, report):
            return []
        return [single_hand_bound(position, self.context.begun_tables(self._limits))]

    def _solve(self, position: Position, target: int | None, context: Context) -> Result:
        return solve(
            position,
            target=target,
            method=self._method,
            limits=self._limits,
            seed=self._seed,
            context=context,
        )
