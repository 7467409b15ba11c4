"""Up or Down and Sudoku: a target decided choice by choice, each an ordinary game with set orders.

A line of a choice counts once it is one of the true game; what a choice leaves open is decided by the true
rules (docs/method.md, U1 and U2).
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import due_cards, pace_bound
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.replay import replay
from hanabi_solver.game.stacking import Chosen, choice_name, choices
from hanabi_solver.names import BoundName, LineFinder, Method, Model, Phase
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clauses import Clauses
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.first_lines import try_greedy
from hanabi_solver.solver.policy import Policy, search_on

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables

# Positions that the search may spend on each choice, round by round, before the whole policy is asked.
FIRST_NODES = (2_000, 50_000)
# Searches with other random choices for a choice whose line is none of the true game.
RETRIES = 3
# Positions of the plain search by the true rules before clauses are asked instead.
TRUE_NODES = 20_000
TRUE_SLICE = 2_000


@dataclass(slots=True)
class _Case:
    """A choice, and what is known of it.

    `reason` is its upper bound, `has_own_line` whether a line of it is known that may be none of the true
    game, `has_late_bounds` whether the bounds that cost more were asked. `arrivals` adds up how late the
    cards due come: a choice with less is tried first.
    """

    chosen: Chosen
    reason: Bound
    has_own_line: bool = False
    has_late_bounds: bool = False
    arrivals: int = 0

    def lower(self, bound: Bound) -> None:
        """Take an upper bound of this choice in."""
        if bound.value < self.reason.value:
            self.reason = bound


class ChoicePolicy:
    """All choices of one position, and what is found about them: lines go into `bracket`, and bounds."""

    def __init__(self, bracket: Bracket, clock: Clock) -> None:
        self._bracket = bracket
        self._clock = clock
        self._cases = [_new_case(Chosen.of(bracket.position, each)) for each in choices(bracket.position)]
        self._number = len(self._cases)
        self._cases.sort(key=lambda case: (-case.reason.value, case.arrivals))

    def bound(self) -> None:
        """Take in what counting says of all choices together."""
        upper = max(case.reason.value for case in self._cases)
        self._bracket.bound(Bound(BoundName.CHOICES, upper, self._text(upper)))

    def decide(self, target: int, method: Method, workers: int, seed: int, tables: "Tables") -> bool:
        """Settle whether `target` can be reached, or something stronger; False if a limit was hit."""
        if not self._bracket.line and self._bracket.target is None:
            try_greedy(self._bracket)
        open_cases = [case for case in self._cases if case.reason.value >= target]
        if method in (Method.AUTO, Method.SEARCH):
            for nodes in FIRST_NODES:
                for case in self._open(open_cases, target):
                    if self._search(case, target, nodes, seed, tables):
                        return True
        for case in self._open(open_cases, target):
            self._lower_late(case, tables)
            if case.reason.value < target:
                continue
            bracket = Bracket(case.chosen.fixed, target, {"choice": self._name(case)})
            policy = Policy(bracket, self._clock, method, workers, seed, tables)
            while not bracket.is_settled() and not self._clock.must_stop():
                if not policy.decide(target):
                    break
            if not bracket.is_settled():
                return False
            if self._take(case, bracket, target):
                return True
        unsure = [case for case in open_cases if case.reason.value >= target]
        if unsure and not self._decide_by_true_rules(unsure, target, method, workers, seed):
            return False
        if self._bracket.best < target:
            self.bound()
        return True

    def _open(self, cases: list[_Case], target: int) -> "list[_Case]":
        """The choices that are neither refuted nor known to have a line of their own."""
        return [case for case in cases if case.reason.value >= target and not case.has_own_line]

    def _search(self, case: _Case, target: int, nodes: int, seed: int, tables: "Tables") -> bool:
        """A short search for a line of this choice; whether it found one of the true game."""
        from hanabi_solver.search.driver import TargetSearch

        for retry in range(1 + RETRIES):
            if self._clock.must_stop():
                return False
            bracket = Bracket(case.chosen.fixed, target, {"choice": self._name(case)})
            search = TargetSearch(case.chosen.fixed, target, tables, seed=seed + retry)
            is_decided = search_on(bracket, self._clock, search, nodes)
            self._clock.nodes += search.nodes
            if not is_decided:
                return False
            if self._take(case, bracket, target):
                return True
            if not case.has_own_line:  # refuted
                return False
        return False

    def _take(self, case: _Case, bracket: Bracket, target: int) -> bool:
        """Take in what a choice's own bracket says; whether it has a line of the true game."""
        for reason in bracket.reasons():
            case.lower(reason)
        if bracket.best < target or case.reason.value < target:
            return False
        case.has_own_line = True
        line = case.chosen.true_line(bracket.line)
        if line is None or not keeps_score(replay(self._bracket.position, line)):
            if self._bracket.position.rules.clues is not None:
                self._bracket.lacks_clue(target)
            return False
        self._bracket.reached(target, line, bracket.found_by)
        return True

    def _lower_late(self, case: _Case, tables: "Tables") -> None:
        """Ask the bounds that cost more."""
        if case.has_late_bounds:
            return
        from hanabi_solver.bounds.single_hand import single_hand_bound

        case.has_late_bounds = True
        case.lower(last_round_bound(case.chosen.fixed, case.reason.value))
        case.lower(single_hand_bound(case.chosen.fixed, tables))

    def _decide_by_true_rules(
        self, unsure: list[_Case], target: int, method: Method, workers: int, seed: int
    ) -> bool:
        """Decide the target for choices that have a line of their own, but none of the true game so far."""
        if method in (Method.AUTO, Method.SEARCH):
            most = TRUE_NODES if method is Method.AUTO else None
            if self._walk(unsure, target, most):
                return True
            if method is Method.SEARCH:
                return False
        for case in unsure:
            bracket = Bracket(case.chosen.fixed, target, {"choice": self._name(case)})
            with Clauses(bracket, self._clock, target, seed, case.chosen) as clauses:
                if method is Method.SAT:
                    clauses.sat(Model.USED_CARDS)
                else:
                    clauses.cpsat(Model.USED_CARDS, workers=workers)
            if self._take(case, bracket, target):
                return True
            if case.reason.value >= target:
                return False
        return True

    def _walk(self, unsure: list[_Case], target: int, most: int | None) -> bool:
        """A plain search by the true rules; whether that decided the target."""
        from hanabi_solver.search.outcome import SearchOutcome
        from hanabi_solver.search.true_walk import TrueWalk

        walk = TrueWalk(self._bracket.position, target)
        while not self._clock.must_stop() and (most is None or walk.nodes < most):
            walk.advance(TRUE_SLICE)
            self._clock.report(Phase.SEARCH, target, walk.nodes)
            if walk.outcome is SearchOutcome.RUNNING:
                continue
            self._clock.nodes += walk.nodes
            if walk.outcome is SearchOutcome.REACHED:
                self._bracket.reached(target, walk.line, LineFinder.SEARCH)
                return True
            searched = counted(walk.nodes, "position")
            text = f"a search by the true rules ({searched}) finds no line that scores {target}"
            for case in unsure:
                case.lower(Bound(BoundName.SEARCH, target - 1, text))
            return True
        self._clock.nodes += walk.nodes
        return False

    def _name(self, case: _Case) -> str:
        return choice_name(self._bracket.position.rules, case.chosen.choice)

    def _text(self, upper: int) -> str:
        """Why no choice does better than `upper`, for people."""
        by_name = Counter(case.reason.name for case in self._cases if case.reason.value <= upper)
        reasons = ", ".join(f"{number} by {name}" for name, number in sorted(by_name.items()))
        if self._number == 1:
            case = self._cases[0]
            return f"with {self._name(case)}, {case.reason.text}"
        # The choice that looked best at first, for an example.
        case = self._cases[0]
        rules = self._bracket.position.rules
        what = f"none of the {self._number} ways to stack the suits scores more than {upper}"
        if rules.all_or_nothing:
            what = f"none of the {self._number} ways to stack the suits completes them all"
        return f"{what} ({reasons}); with {self._name(case)}, {case.reason.text}"


def _new_case(chosen: Chosen) -> _Case:
    position = chosen.fixed
    case = _Case(chosen, composition_bound(position))
    case.lower(pace_bound(position))
    if position.is_over:  # by this choice alone, where every point is needed
        case.lower(Bound(BoundName.GAME_OVER, position.score, f"the game is over: {position.end_reason}"))
    case.arrivals = sum(max(0, due.arrival - position.draw_index + 1) for due in due_cards(position))
    return case
