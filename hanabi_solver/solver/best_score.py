"""`solve`: bounds, a quick line, then target by target (`policy.py`), until best and upper bound meet.

Every line is replayed by the engine (`bracket.py`) before it leaves this module. The policy, numba and
ortools are imported only when a solve gets that far, which few do.
"""

from dataclasses import dataclass

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.formats.any_source import Source, parse
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_numbers import is_number
from hanabi_solver.formats.hanablive.links import is_link
from hanabi_solver.formats.hanablive.seeds import is_seed
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.names import BoundName, Method, Phase
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.first_lines import try_greedy, try_quick
from hanabi_solver.solver.limits import Context, Limits, question_faults
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.versions import versions

NO_LIMITS = Limits()
ALONE = Context()


def solve(
    start: Source | str,
    *,
    target: int | None = None,
    method: str = Method.AUTO,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> Result:
    """The best reachable score from `start`, with a line that reaches it and why none does better.

    `start` is a deal, a position, a game (from the turn that it opens at), or the text of one (`parse`).
    With a `target`, only "can that score be reached?" is decided. `method` is a `names.Method` ("sat" needs
    the extra `proofs`), `seed` (0 to 2^31 - 1) that of the search's random choices. When a limit is hit, or
    `context.stop` is set, the solve ends with what is known: `best < upper`.

    Raises InputError for a faulty position or question, and InternalCheckError rather than return a line
    that the engine refuses.

    >>> result = solve("p2v0s40")
    >>> result.best, result.upper, result.status.value
    (24, 24, 'optimal')
    >>> print(result)
    p2v0s40: 24 of 25, proved; not 25 because of single-hand
    """
    position = checked_start(start)
    if faults := question_faults(position, method, target, limits, seed, context):
        raise InputError(faults)
    asked = {"method": method, "target": target, "workers": limits.workers, "seed": seed}
    bracket = Bracket(position, target, asked)
    clock = Clock(bracket, limits.seconds, context)
    run = _SolveRun(bracket, clock, Method(method), limits, seed, context)
    try:
        run.solve()
    except InternalCheckError as error:
        if error.reproducer:
            raise
        raise InternalCheckError(str(error), bracket.reproducer()) from error
    return Result(
        position=position,
        best=bracket.best,
        upper=bracket.upper,
        reasons=bracket.reasons(),
        line=bracket.line,
        method=Method(method),
        target=target,
        seconds=clock.seconds(),
        nodes=clock.nodes,
        seed=seed,
        versions=versions(),
        source=name_of(start),
        settled_by=bracket.settled_by,
        gap=bracket.gap(),
        first_turn=first_turn_of(start),
    )


def checked_start(start: Source | str) -> Position:
    """The position from which play starts; raises InputError if that is none, or a faulty one."""
    if isinstance(start, str):
        start = parse(start)
    if isinstance(start, Game):
        start = start.start
    if not isinstance(start, Deal | Position):
        text = f"expected a Deal, Position, Game, seed or link, got {type(start).__name__}"
        raise InputError([Fault("start", text)])
    return (start.start() if isinstance(start, Deal) else start).checked()


def name_of(start: Source | str) -> str:
    """What a result names as its source: a seed, link or number itself, the seed of a game, else nothing."""
    if isinstance(start, str):
        text = start.strip("\ufeff \t\r\n")
        return text if is_seed(text) or is_link(text) or is_number(text) else ""
    return start.seed if isinstance(start, Game) else ""


def first_turn_of(start: Source | str) -> int:
    """The number of the turn that is played first from here: that of its game, else 1.

    >>> first_turn_of("p2v0s40")
    1
    """
    if isinstance(start, str):
        start = parse(start)
    return start.turn or 1 if isinstance(start, Game) else 1


@dataclass(slots=True)
class _SolveRun:
    """One solve under way: the bounds that close in on each other."""

    bracket: Bracket
    clock: Clock
    method: Method
    limits: Limits
    seed: int
    context: Context

    def solve(self) -> None:
        """Work until the question is settled or a limit is hit."""
        position, bracket = self.bracket.position, self.bracket
        if position.is_over:
            text = f"the game is over: {position.end_reason}"
            bracket.bound(Bound(BoundName.GAME_OVER, position.score, text))
        else:
            self._close_in()
        if not bracket.line and not (bracket.is_settled() and keeps_score(position)):
            try_greedy(bracket)

    def _close_in(self) -> None:
        position, bracket = self.bracket.position, self.bracket
        if not position.rules.has_set_order:
            self._close_in_by_choices()
            return
        bracket.bound(composition_bound(position))
        bracket.bound(pace_bound(position))
        bracket.bound(last_round_bound(position, bracket.upper))
        if self.method is Method.AUTO:
            try_quick(bracket, self.clock)
        if bracket.is_settled() or not self.clock.load_search(bracket.upper):
            return
        from hanabi_solver.bounds.single_hand import single_hand_bound
        from hanabi_solver.solver.policy import Policy

        tables = self.context.begun_tables(self.limits)
        self.clock.report(Phase.BOUNDS, bracket.upper)
        bracket.bound(single_hand_bound(position, tables))
        policy = Policy(bracket, self.clock, self.method, self.limits.workers, self.seed, tables)
        while not bracket.is_settled() and not self.clock.must_stop():
            if not policy.decide(bracket.upper if bracket.target is None else bracket.target):
                return

    def _close_in_by_choices(self) -> None:
        """Up or Down and Sudoku: every choice of orders is a game of its own."""
        from hanabi_solver.solver.by_choices import ChoicePolicy

        bracket = self.bracket
        policy = ChoicePolicy(bracket, self.clock)
        policy.bound()
        if bracket.is_settled() or not self.clock.load_search(bracket.upper):
            return
        tables = self.context.begun_tables(self.limits)
        while not bracket.is_settled() and not self.clock.must_stop():
            target = bracket.upper if bracket.target is None else bracket.target
            if not policy.decide(target, self.method, self.limits.workers, self.seed, tables):
                return
