"""Deciding one target with CP-SAT: the sink that it reads, the solve, and the line read off."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hanabi_solver.deal import Position
from hanabi_solver.errors import IllegalMoveError, InternalCheckError
from hanabi_solver.game import apply, clues_touching
from hanabi_solver.line import keeps_score
from hanabi_solver.model.constraints import RULES
from hanabi_solver.model.cuts import CUTS
from hanabi_solver.model.horizon import horizon
from hanabi_solver.model.sink import Sink
from hanabi_solver.model.variables import Variables, make_variables
from hanabi_solver.moves import Discard, Move, Play

ALL=frozenset(CUTS)
class Outcome(StrEnum):
    """What a solve says about a target."""

    REACHED = "reached"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    line: tuple[Move, ...] = ()
    seconds: float = 0.0
    build_seconds: float = 0.0
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0
    branches: int = 0


class CpSatSink(Sink):
    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []

    def _indices(self, literals: Sequence[int]) -> str:
        return ",".join([str(l - 1 if l > 0 else l) for l in literals])

    def _write_clause(self, literals):
        self.text.append("constraints{bool_or{literals:[" + self._indices(literals) + "]}}")

    def _write_at_most_one(self, literals):
        self.text.append("constraints{at_most_one{literals:[" + self._indices(literals) + "]}}")

    def _write_exactly_one(self, literals):
        self.text.append("constraints{exactly_one{literals:[" + self._indices(literals) + "]}}")

    def model(self):
        from ortools.sat.python import cp_model
        m = cp_model.CpModel()
        s = "variables{domain:[0,1]}" * len(self.names) + "".join(self.text)
        assert m.Proto().parse_text_format(s)
        return m

PARAMS = dict(cp_model_presolve=False, linearization_level=0, cp_model_probing_level=0, symmetry_level=0, inprocessing_probing_dtime=0.0, inprocessing_minimization_dtime=0.0)

def decide(position: Position, target: int, *, time_limit=None, workers=1, seed=0, stop=None, cuts=ALL, params=None, log=False) -> Verdict:
    from ortools.sat.python import cp_model
    start = time.perf_counter()
    if position.is_over:
        return Verdict(Outcome.REACHED if position.score >= target else Outcome.REFUTED)
    keeps = keeps_score(position)
    if keeps and position.score >= target:
        return Verdict(Outcome.REACHED)
    if target <= 0:
        line = []
        pos = position
        while not pos.is_over:
            line.append(Play(pos.hands[pos.seat][0]))
            pos = apply(pos, line[-1])
        return Verdict(Outcome.REACHED, tuple(line))
    h = horizon(position, target, to_the_end=not keeps)
    if h is None:
        return Verdict(Outcome.REFUTED)
    sink = CpSatSink()
    v = make_variables(h, sink)
    for rule in RULES:
        rule(v, sink)
    for name in CUTS:
        if name in cuts:
            CUTS[name](v, sink)
    t1 = time.perf_counter()
    m = sink.model()
    built = time.perf_counter() - start
    s = cp_model.CpSolver()
    s.parameters.num_workers = workers
    s.parameters.random_seed = seed
    s.parameters.log_search_progress = log
    if time_limit: s.parameters.max_time_in_seconds = time_limit
    for k, x in {**PARAMS, **(params or {})}.items():
        setattr(s.parameters, k, x)
    st = s.solve(m)
    stats = dict(seconds=time.perf_counter() - start, build_seconds=built, variables=len(sink.names), clauses=sink.clauses, conflicts=s.num_conflicts, branches=s.num_branches)
    if st == cp_model.INFEASIBLE:
        return Verdict(Outcome.REFUTED, **stats)
    if st not in (cp_model.FEASIBLE, cp_model.OPTIMAL):
        return Verdict(Outcome.UNDECIDED, **stats)
    sol = s.response_proto.solution
    sol = [bool(x) for x in sol]
    val = lambda l: sol[l-1] if 0<l<=len(sol) else (l>0 if abs(l)>len(sol) else not sol[-l-1])
    line = []
    pos = position
    for t in range(h.turns):
        if val(v.over[t]): break
        if val(v.clue[t]):
            mv = next(c for q in range(pos.rules.players) if q != pos.seat for c in clues_touching(pos, q))
        else:
            card, = [i for i, u in v.use[t].items() if val(u)]
            mv = Discard(card) if val(v.toss[t]) else Play(card)
        pos = apply(pos, mv)
        line.append(mv)
        if keeps and pos.score >= target: break
    assert pos.score >= target, (pos.score, target)
    if not keeps: assert pos.is_over
    return Verdict(Outcome.REACHED, tuple(line), **stats)
