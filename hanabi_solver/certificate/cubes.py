"""Cube and conquer: a refutation that is too hard at once, found case by case and written as one proof.

A cube is a list of literals that are assumed. Where it stays open after so many conflicts it is split: once
with one more literal, once with its negation. So the cubes are the leaves of a binary tree, and they cover
everything. One SAT solver refutes them one after the other and keeps what it learned, which follows from
the clauses alone and not from the cube. Its log becomes one proof: after the lines of a cube comes "not all
of this cube's literals", and after both halves of a split the same for the cube that was split; in the end
that is the empty clause. Each step is RUP, so whoever checks the proof checks that no case is missing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.model.cnf import CnfSink
from hanabi_solver.model.sat import SLICE_CONFLICTS
from hanabi_solver.model.verdict import Stopped

if TYPE_CHECKING:
    from hanabi_solver.model.sink import Sink

# The solver that can log its proof; it takes about as long as the one that decides (`sat.py`).
PROOF_SOLVER = "glucose4"
# Cubes are split by how high a stack is at some time. Such variables fix most others: the proofs were half as
# long as with the cards drawn, who draws them, tokens, or the most frequent variables of any kind.
SPLIT_NAMES = "stack "
# What a literal that fails at once counts for: it closes a half, but splits off little.
FAILED_WEIGHT = 200

Cube = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """Conflicts in all, those before all clauses are split, and those before a cube is split again.

    The solver looks at its limits between restarts only, and can exceed them by some hundreds.
    """

    total: int
    whole: int = 20_000
    cube: int = 5_000


@dataclass(frozen=True, slots=True)
class RefutedCube:
    """A cube that is refuted: the lines of proof (DRAT, without line ends) since the part before it.

    The last line says that not all of the cube's literals hold.
    """

    cube: Cube
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeSearch:
    """The cubes refuted, in order, and whether these are all: then there is a proof."""

    sink: CnfSink
    parts: tuple[RefutedCube, ...]
    is_complete: bool
    conflicts: int

    def proof(self) -> str:
        """The text of the proof, which ends with the empty clause if the search is complete."""
        return "".join(f"{line}\n" for part in self.parts for line in part.lines)


def refute_by_cubes(
    write: "Callable[[Sink], object]", effort: Effort, *, go_on: Callable[[], bool] = lambda: True
) -> CubeSearch:
    """Refute the clauses that `write` writes within an effort: at once, or else by cubes.

    Not complete if its limit is hit, `go_on` (asked every slice) says no, or the clauses have a solution.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> from hanabi_solver.model.task import task
    >>> start = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").start()
    >>> search = refute_by_cubes(task(start, 2).write, Effort(100))
    >>> search.is_complete, search.parts[-1].lines[-1]
    (True, '0')
    """
    sink = CnfSink(go_on)
    try:
        write(sink)
    except Stopped:
        return CubeSearch(sink, (), False, 0)
    run = _CubeRun(sink, effort, go_on)
    try:
        is_complete = run.refutes()
        return CubeSearch(sink, tuple(run.parts), is_complete, run.conflicts())
    finally:
        run.close()


class _CubeRun:
    """The solver at work, and the parts of the proof so far."""

    def __init__(self, sink: CnfSink, effort: Effort, go_on: Callable[[], bool]) -> None:
        from pysat.solvers import Solver

        self.sink = sink
        self.effort = effort
        self.go_on = go_on
        self.parts: list[RefutedCube] = []
        try:
            self._solver = Solver(PROOF_SOLVER, bootstrap_with=sink.formula, with_proof=True)
        except OSError as error:  # the solver logs its proof in a temporary file
            raise _no_room(error.strerror or str(error)) from error
        self._lookahead: _Lookahead | None = None
        self._logged = 0  # lines of the solver's log that are in `parts`

    def close(self) -> None:
        """Give the solvers' memory back."""
        self._solver.delete()
        if self._lookahead is not None:
            self._lookahead.close()

    def conflicts(self) -> int:
        """How many conflicts the solver has met."""
        return int(self._solver.accum_stats()["conflicts"])

    def refutes(self) -> bool:
        """Refute cube after cube, depth first; whether that refutes everything."""
        # Each entry: a cube, and whether both its halves are refuted.
        todo: list[tuple[Cube, bool]] = [((), False)]
        while todo:
            cube, is_split = todo.pop()
            if self._is_refuted(cube):
                continue
            if is_split:
                self._add_part(cube)
                continue
            answer = self._ask(cube, self.effort.cube if cube else self.effort.whole)
            if answer:
                return False
            if answer is not None:
                self._add_part(tuple(self._solver.get_core() or ()))
                continue
            if self.conflicts() >= self.effort.total or not self.go_on():
                return False
            if self._lookahead is None:
                self._lookahead = _Lookahead(self.sink)
            literal = self._lookahead.best_split(cube)
            if literal is None:  # nothing to split by: on with it as it is
                todo.append((cube, False))
            else:
                todo += [(cube, True), ((*cube, -literal), False), ((*cube, literal), False)]
        return True

    def _is_refuted(self, cube: Cube) -> bool:
        return any(set(part.cube) <= set(cube) for part in self.parts)

    def _ask(self, cube: Cube, limit: int) -> bool | None:
        """The solver's answer under the cube's literals; None if a limit is hit."""
        answer: bool | None = None
        end = min(self.conflicts() + limit, self.effort.total)
        while answer is None and (left := end - self.conflicts()) > 0 and self.go_on():
            self._solver.conf_budget(min(SLICE_CONFLICTS, left))
            answer = self._solver.solve_limited(assumptions=cube, expect_interrupt=True)
        return answer

    def _add_part(self, cube: Cube) -> None:
        """Log that a cube is refuted, and tell the solver, which logs nothing of its assumptions."""
        log = self._read_log(is_last=not cube)
        lemma = [-literal for literal in cube]
        # An empty clause of the log speaks of the assumptions: the only true one is that of the empty cube.
        lines = [line for line in log[self._logged :] if line != "0"]
        self._logged = len(log)
        self.parts.append(RefutedCube(cube, (*lines, " ".join(map(str, [*lemma, 0])))))
        if cube:
            self._solver.add_clause(lemma)

    def _read_log(self, *, is_last: bool) -> list[str]:
        """The solver's log so far; raises InputError if a part of it found no room in its temporary file.

        The solver does not say so. But it logs a clause for every conflict, but for the last one where all is
        refuted, and the empty clause when it has refuted what it was asked, and nothing after that.
        """
        log: list[str] = self._solver.get_proof() or []
        learned = sum(line != "0" and not line.startswith("d") for line in log)
        if learned < self.conflicts() - is_last or (log and log[-1] != "0"):
            raise _no_room(f"it holds {learned:,} clauses of {self.conflicts():,}")
        return log


def _no_room(reason: str) -> InputError:
    text = f"expected a temporary folder with room for the log of the proof, got none ({reason})"
    return InputError([Fault("--certificate", text, "make room, or name another folder in TMPDIR")])


class _Lookahead:
    """Unit propagation alone, to find the literal that fixes the most others on both sides."""

    def __init__(self, sink: CnfSink) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(PROOF_SOLVER, bootstrap_with=sink.formula)
        self._candidates = [
            number for number, name in enumerate(sink.names, start=1) if name.startswith(SPLIT_NAMES)
        ]

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()

    def best_split(self, cube: Cube) -> int | None:
        """The literal to split a cube by; None if the cube leaves no candidate open."""
        _, implied = self._solver.propagate(assumptions=cube)
        fixed = {abs(literal) for literal in implied}
        scores = {
            literal: self._score(cube, literal, len(implied))
            for literal in self._candidates
            if literal not in fixed
        }
        return max(scores, key=lambda literal: (scores[literal], literal), default=None)

    def _score(self, cube: Cube, literal: int, known: int) -> int:
        left, right = self._fixes(cube, known, (literal, -literal))
        return left * right + left + right

    def _fixes(self, cube: Cube, known: int, literals: Sequence[int]) -> Iterator[int]:
        for literal in literals:
            is_consistent, implied = self._solver.propagate(assumptions=(*cube, literal))
            yield len(implied) - known if is_consistent else FAILED_WEIGHT
