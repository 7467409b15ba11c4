"""The policy on one target: a short search, then clauses for a while, then everything against it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.plurals import counted
from hanabi_solver.names import BoundName, LineFinder, Method, Model, Phase
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clauses import Clauses
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.first_lines import try_greedy
from hanabi_solver.solver.shared_tables import LOOK_BELOW_MEMORY

if TYPE_CHECKING:
    from hanabi_solver.search.driver import TargetSearch
    from hanabi_solver.search.tables import Tables

# Nodes that the search may spend on a target before clauses join in (about 0.1 s), those of a look
# for a line to a lower score, and those of one slice (well under 0.2 s).
SHORT_NODES = 200_000
LOWER_NODES = 300_000
SLICE_NODES = 250_000
# What clauses may cost before the search goes on. Those that count draws refute nearly all that they can
# in so many conflicts of a SAT solver, or so much work of CP-SAT: its own units, about a second each, that
# make a run repeatable.
FIRST_CONFLICTS, FIRST_WORK = 4_000, 2.0
# Work of CP-SAT on the first model where it is the only method: it finds most lines in that.
LINE_WORK = 1.0


@dataclass(frozen=True, slots=True)
class EffortShare:
    """How far each goes before the next one has its share.

    The clauses with kept cards, by turns and by draws: conflicts of a SAT solver in all or, without one, work
    of CP-SAT, which begins anew. Then so many nodes more of the search.
    """

    by_turns: int
    by_turns_work: float
    by_draws: int
    by_draws_work: float
    nodes: int


SHARES = (
    EffortShare(10_000, 1.0, 20_000, 5.0, 2_000_000),
    EffortShare(60_000, 5.0, 60_000, 15.0, 2_000_000),
    EffortShare(100_000, 10.0, 220_000, 30.0, 6_000_000),
    EffortShare(300_000, 30.0, 300_000, 60.0, 20_000_000),
    EffortShare(600_000, 60.0, 600_000, 120.0, 60_000_000),
    EffortShare(4_000_000, 600.0, 4_000_000, 600.0, 600_000_000),
)


@dataclass(frozen=True, slots=True)
class Policy:
    """What can be done about one target: the methods, and what they find in `bracket`."""

    bracket: Bracket
    clock: Clock
    method: Method
    workers: int
    seed: int
    tables: "Tables"

    def decide(self, target: int) -> bool:
        """Settle whether `target` can be reached, or something stronger; False if a limit was hit."""
        with Clauses(self.bracket, self.clock, target, self.seed) as clauses:
            if self.method in (Method.CPSAT, Method.SAT):
                if not self.bracket.line and self.bracket.target is None:
                    try_greedy(self.bracket)
                return self._cpsat_alone(clauses) if self.method is Method.CPSAT else self._sat_alone(clauses)
            return self._search_and_clauses(clauses)

    def _search_and_clauses(self, clauses: Clauses) -> bool:
        from hanabi_solver.search.driver import FREE_CLUES_FROM, TargetSearch

        target = clauses.target
        # What a walk with free clues refutes, clauses refute sooner: it pays only where none are asked.
        search = TargetSearch(
            self.bracket.position,
            target,
            self.tables,
            seed=self.seed,
            free_clues_from=FREE_CLUES_FROM if self.method is Method.SEARCH else None,
        )
        try:
            if self._search(search, SHORT_NODES):
                return True
            if self.method is Method.SEARCH:
                return self._look_below(target) or self._search(search)
            if self._ask_by_draws(clauses, FIRST_CONFLICTS, FIRST_WORK) or self._look_below(target):
                return True
            return self._in_turns(search, clauses) if self.workers == 1 else self._beside(search, clauses)
        finally:
            self.clock.nodes += search.nodes

    def _search(self, search: "TargetSearch", node_limit: int | None = None) -> bool:
        return search_on(self.bracket, self.clock, search, node_limit)

    def _look_below(self, target: int) -> bool:
        """Try to raise the lower bound while `target` is open; whether that settled `target` too."""
        from hanabi_solver.search.driver import TargetSearch
        from hanabi_solver.search.tables import Tables

        bracket = self.bracket
        if bracket.target is not None or bracket.position.rules.all_or_nothing:
            return False
        step = 1
        while target - step > bracket.best and not self.clock.must_stop():
            tables = Tables(LOOK_BELOW_MEMORY)
            search = TargetSearch(bracket.position, target - step, tables, seed=self.seed)
            decided = self._search(search, LOWER_NODES)
            self.clock.nodes += search.nodes
            if decided:
                return bracket.upper < target
            step *= 2
        return False

    def _ask_by_draws(self, clauses: Clauses, conflicts: int, work: float) -> bool:
        """The clauses with cards kept by draws, or those of the first model where none can be kept."""
        model = Model.KEPT_CARDS if clauses.can_keep else Model.USED_CARDS
        return clauses.ask(model, conflicts=conflicts, work=work, workers=self.workers)

    def _cpsat_alone(self, clauses: Clauses) -> bool:
        """The first model finds lines, the others refute; it has the last word if they have no line."""
        if clauses.can_keep:
            if clauses.cpsat(Model.USED_CARDS, work=LINE_WORK, workers=self.workers):
                return True
            for share in SHARES:
                if clauses.cpsat(
                    Model.KEPT_CARDS, work=share.by_draws_work, workers=self.workers
                ) or clauses.cpsat(Model.KEPT_BY_TURNS, work=share.by_turns_work, workers=self.workers):
                    return True
            if clauses.cpsat(Model.KEPT_CARDS, workers=self.workers):
                return True
        return clauses.cpsat(Model.USED_CARDS, workers=self.workers)

    def _sat_alone(self, clauses: Clauses) -> bool:
        """Cards kept by draws and by turns; the first model has the last word if they have no line."""
        if clauses.can_keep:
            for share in SHARES:
                if clauses.sat(Model.KEPT_CARDS, conflicts=share.by_draws) or clauses.sat(
                    Model.KEPT_BY_TURNS, conflicts=share.by_turns
                ):
                    return True
            if clauses.sat(Model.KEPT_CARDS):
                return True
        return clauses.sat(Model.USED_CARDS)

    def _in_turns(self, search: "TargetSearch", clauses: Clauses) -> bool:
        """Clauses and the search one after the other, in this thread alone."""
        for share in SHARES:
            if clauses.can_keep:
                is_settled = clauses.ask(
                    Model.KEPT_BY_TURNS, conflicts=share.by_turns, work=share.by_turns_work, workers=1
                )
            else:
                is_settled = clauses.cpsat(Model.USED_CARDS, work=share.by_turns_work, workers=1)
            if (
                is_settled
                or self._ask_by_draws(clauses, share.by_draws, share.by_draws_work)
                or self._search(search, search.nodes + share.nodes)
            ):
                return True
        return self._search(search)

    def _beside(self, search: "TargetSearch", clauses: Clauses) -> bool:
        """The search in this thread, slice by slice with SAT solvers, and CP-SAT in others beside it.

        The first proof stops the others.
        """
        for model, work in _for_cpsat(clauses):
            if self.clock.must_stop() or clauses.is_without_line(model):
                continue
            with clauses.cpsat_beside(model, work=work, workers=max(1, self.workers - 1)) as verdict:
                while not verdict.done() and not self.clock.must_stop():
                    if self._slices(search, clauses):
                        return True
                if verdict.done() and clauses.take(Method.CPSAT, verdict.result()):
                    return True
        while not self.clock.must_stop() and not self._is_at_an_end(search, clauses):
            if self._slices(search, clauses):
                return True
        return False

    def _is_at_an_end(self, search: "TargetSearch", clauses: Clauses) -> bool:
        """Whether a variant's clues keep everything that is found from being a line, and no one has more."""
        from hanabi_solver.search.outcome import SearchOutcome

        models = self._sat_models(clauses) if clauses.has_sat else ()
        return search.outcome is SearchOutcome.NO_LINE and all(map(clauses.is_without_line, models))

    def _sat_models(self, clauses: Clauses) -> tuple[Model, ...]:
        return (Model.KEPT_CARDS, Model.KEPT_BY_TURNS) if clauses.can_keep else (Model.USED_CARDS,)

    def _slices(self, search: "TargetSearch", clauses: Clauses) -> bool:
        """A slice of each that runs in this thread."""
        by_sat = clauses.has_sat and any(map(clauses.sat_slice, self._sat_models(clauses)))
        return by_sat or self._search(search, search.nodes + SLICE_NODES)


def _for_cpsat(clauses: Clauses) -> list[tuple[Model, float | None]]:
    """What CP-SAT is asked, one after the other, while the search runs: the models, and work at most.

    With a SAT solver beside it too, it has the clauses by turns alone.
    """
    if not clauses.can_keep:
        return [(Model.USED_CARDS, None)]
    if clauses.has_sat:
        return [(Model.KEPT_BY_TURNS, None)]
    asked: list[tuple[Model, float | None]] = []
    for share in SHARES:
        asked += [(Model.KEPT_BY_TURNS, share.by_turns_work), (Model.KEPT_CARDS, share.by_draws_work)]
    return asked


def search_on(bracket: Bracket, clock: Clock, search: "TargetSearch", node_limit: int | None = None) -> bool:
    """Search on, up to `node_limit` nodes in all; whether that decided the target, for `bracket` too."""
    from hanabi_solver.search.outcome import SearchOutcome

    while not clock.must_stop() and (node_limit is None or search.nodes < node_limit):
        search.advance(SLICE_NODES if node_limit is None else min(SLICE_NODES, node_limit))
        clock.report(Phase.SEARCH, search.target, search.nodes)
        if search.outcome is SearchOutcome.REACHED:
            bracket.reached(search.target, search.line, LineFinder.SEARCH)
            return True
        if search.outcome is SearchOutcome.REFUTED:
            effort = f"an exhaustive search ({counted(search.nodes, 'position')})"
            free = " even if clues cost nothing" if search.fails_with_free_clues else ""
            text = f"{effort} finds no line that scores {search.target}{free}"
            bracket.bound(Bound(BoundName.SEARCH, search.target - 1, text))
            return True
        if search.outcome is SearchOutcome.NO_LINE:
            bracket.lacks_clue(search.target)
            return False
    return False
