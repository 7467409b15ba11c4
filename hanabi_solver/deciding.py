"""The policy on one target: a short search, then clauses for a while, then everything against it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.clauses import Clauses
from hanabi_solver.greedy import greedy_line
from hanabi_solver.line import keeps_score
from hanabi_solver.model.kinds import Model
from hanabi_solver.result import Bound
from hanabi_solver.standing import Standing
from hanabi_solver.watch import Watch

if TYPE_CHECKING:
    from hanabi_solver.search.driver import TargetSearch
    from hanabi_solver.search.tables import Tables

# Nodes that the search may spend on a target before clauses join in (about 0.1 s), those of a look
# for a line to a lower score, and those of one slice (well under 0.2 s).
SHORT_NODES = 400_000
LOWER_NODES = 300_000
SLICE_NODES = 250_000
# What clauses may cost before the search goes on. Those that count draws refute nearly all that they can
# in so many conflicts of a SAT solver, or so much work of CP-SAT: its own units, about a second each, that
# make a run repeatable.
FIRST_CONFLICTS, FIRST_WORK = 4_000, 2.0
# Work of CP-SAT on the first model where it is the only method: it finds most lines in that.
LINE_WORK = 1.0
# Bytes for the tables of a look for a lower score.
LOOK_BELOW_MEMORY = 4 << 20


@dataclass(frozen=True, slots=True)
class Turn:
    """What clauses and the search may spend when they take turns.

    For the clauses with kept cards, by turns and by draws: conflicts of a SAT solver in all or, without one,
    work of CP-SAT. Then nodes of the search.
    """

    by_turns: int
    by_turns_work: float
    by_draws: int
    by_draws_work: float
    nodes: int


TURNS = (
    Turn(10_000, 1.0, 20_000, 5.0, 2_000_000),
    Turn(60_000, 5.0, 60_000, 15.0, 2_000_000),
    Turn(100_000, 10.0, 220_000, 30.0, 6_000_000),
    Turn(300_000, 30.0, 300_000, 60.0, 20_000_000),
    Turn(600_000, 60.0, 600_000, 120.0, 60_000_000),
    Turn(4_000_000, 600.0, 4_000_000, 600.0, 600_000_000),
)


@dataclass(frozen=True, slots=True)
class Deciding:
    """What can be done about one target: the methods, and what they find in `standing`."""

    standing: Standing
    watch: Watch
    method: str
    workers: int
    seed: int
    tables: "Tables"

    def decide(self, target: int) -> bool:
        """Settle whether `target` can be reached, or something stronger; False if a limit was hit."""
        with Clauses(self.standing, self.watch, target, self.seed) as clauses:
            if self.method in ("cpsat", "sat"):
                if not self.standing.line and self.standing.target is None:
                    try_greedy(self.standing)
                return self._cpsat_alone(clauses) if self.method == "cpsat" else self._sat_alone(clauses)
            return self._search_and_clauses(clauses)

    def _search_and_clauses(self, clauses: Clauses) -> bool:
        from hanabi_solver.search.driver import TargetSearch

        target = clauses.target
        search = TargetSearch(self.standing.position, target, self.tables, seed=self.seed)
        try:
            if self.search(search, SHORT_NODES):
                return True
            if self.method == "search":
                return self._look_below(target) or self.search(search)
            if clauses.ask(Model.KEPT_CARDS, FIRST_CONFLICTS, FIRST_WORK, self.workers):
                return True
            if self._look_below(target):
                return True
            search.drop_free_clues()
            return self._in_turns(search, clauses) if self.workers == 1 else self._both(search, clauses)
        finally:
            self.watch.nodes += search.nodes

    def search(self, search: "TargetSearch", node_limit: int | None = None) -> bool:
        """Search on, up to `node_limit` nodes in all; whether the target was decided."""
        while not self.watch.must_stop() and (node_limit is None or search.nodes < node_limit):
            search.advance(SLICE_NODES)
            self.watch.tell("search", search.target, search.nodes)
            if self._take(search):
                return True
        return False

    def _take(self, search: "TargetSearch") -> bool:
        from hanabi_solver.search.driver import Outcome

        if search.outcome is Outcome.RUNNING:
            return False
        if search.outcome is Outcome.REACHED:
            self.standing.reached(search.target, search.line, "search")
        else:
            effort = f"an exhaustive search ({search.nodes:,} positions)"
            free = " even if clues cost nothing" if search.fails_with_free_clues else ""
            text = f"{effort} finds no line that scores {search.target}{free}"
            self.standing.bound(Bound("search", search.target - 1, text))
        return True

    def _look_below(self, target: int) -> bool:
        """Try to raise the lower bound while `target` is open; whether that settled `target` too."""
        from hanabi_solver.search.driver import TargetSearch
        from hanabi_solver.search.tables import Tables

        standing = self.standing
        if standing.target is not None or standing.position.rules.all_or_nothing:
            return False
        step = 1
        while target - step > standing.best and not self.watch.must_stop():
            tables = Tables(LOOK_BELOW_MEMORY)
            search = TargetSearch(standing.position, target - step, tables, seed=self.seed)
            decided = self.search(search, LOWER_NODES)
            self.watch.nodes += search.nodes
            if decided:
                return standing.upper < target
            step *= 2
        return False

    def _cpsat_alone(self, clauses: Clauses) -> bool:
        """The first model finds lines, the others refute; and it has the last word, as it stands for all."""
        if clauses.can_keep_cards():
            if clauses.cpsat(Model.USED_CARDS, self.workers, LINE_WORK):
                return True
            for turn in TURNS:
                if clauses.cpsat(Model.KEPT_CARDS, self.workers, turn.by_draws_work) or clauses.cpsat(
                    Model.KEPT_BY_TURNS, self.workers, turn.by_turns_work
                ):
                    return True
        return clauses.cpsat(Model.USED_CARDS, self.workers)

    def _sat_alone(self, clauses: Clauses) -> bool:
        if clauses.can_keep_cards():
            for turn in TURNS:
                if clauses.sat(Model.KEPT_CARDS, turn.by_draws) or clauses.sat(
                    Model.KEPT_BY_TURNS, turn.by_turns
                ):
                    return True
        return clauses.sat(Model.USED_CARDS)

    def _in_turns(self, search: "TargetSearch", clauses: Clauses) -> bool:
        """Clauses and the search by turns, in this thread alone."""
        can_keep = clauses.can_keep_cards()
        for turn in TURNS:
            if can_keep:
                is_settled = clauses.ask(Model.KEPT_BY_TURNS, turn.by_turns, turn.by_turns_work, 1)
            else:
                is_settled = clauses.cpsat(Model.USED_CARDS, 1, turn.by_turns_work)
            if (
                is_settled
                or clauses.ask(Model.KEPT_CARDS, turn.by_draws, turn.by_draws_work, 1)
                or self.search(search, search.nodes + turn.nodes)
            ):
                return True
        return self.search(search)

    def _both(self, search: "TargetSearch", clauses: Clauses) -> bool:
        """The search in this thread, slice by slice with SAT solvers, and CP-SAT in others.

        The first proof stops the others.
        """
        can_keep = clauses.can_keep_cards()
        for model, work in _cpsat_beside_the_search(has_sat=clauses.has_sat):
            if self.watch.must_stop():
                return False
            with clauses.cpsat_beside(model, max(1, self.workers - 1), work) as verdict:
                while not self.watch.must_stop():
                    if verdict.done():
                        if clauses.take("cpsat", verdict.result()):
                            return True
                        break  # its work is spent, or it has a solution that is no line
                    if clauses.has_sat and self._sat_slices(clauses, can_keep=can_keep):
                        return True
                    if self.search(search, search.nodes + SLICE_NODES):
                        return True
        return self.search(search)

    def _sat_slices(self, clauses: Clauses, *, can_keep: bool) -> bool:
        return clauses.sat_slice(Model.KEPT_CARDS) or (can_keep and clauses.sat_slice(Model.KEPT_BY_TURNS))


def _cpsat_beside_the_search(*, has_sat: bool) -> list[tuple[Model, float | None]]:
    """What CP-SAT is asked, one after the other, while the search runs: the models, and work at most.

    With a SAT solver beside it too, it has the clauses by turns.
    """
    if has_sat:
        return [(Model.KEPT_BY_TURNS, None)]
    shares: list[tuple[Model, float | None]] = []
    for turn in TURNS:
        shares += [(Model.KEPT_BY_TURNS, turn.by_turns_work), (Model.KEPT_CARDS, turn.by_draws_work)]
    return shares


def try_greedy(standing: Standing) -> None:
    """Have some line to show: also to a best score of 0 that a shorter line would not keep."""
    line, score = greedy_line(standing.position)
    if score > standing.best or not keeps_score(standing.position):
        standing.reached(score, line, "greedy")
