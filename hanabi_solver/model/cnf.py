"""The model in plain clauses (CNF), for SAT solvers and for proofs; and its text in DIMACS format."""

from collections.abc import Callable, Sequence
from itertools import combinations

from hanabi_solver.model.sink import Sink
from hanabi_solver.model.verdict import Stopped

# "At most one" of more literals than this is cut into pieces with a new variable each.
MOST_PAIRWISE = 4
# Clauses between two looks at the limits: a few milliseconds.
CLAUSES_A_LOOK = 2000


class CnfSink(Sink):
    """Collects the model as clauses over its variables.

    `go_on` is asked every so often; once it says no, writing raises Stopped.
    """

    def __init__(self, go_on: Callable[[], bool] = lambda: True) -> None:
        super().__init__()
        self._go_on = go_on
        self.formula: list[list[int]] = []

    def _write_clause(self, literals: Sequence[int]) -> None:
        self.formula.append(list(literals))
        if len(self.formula) % CLAUSES_A_LOOK == 0 and not self._go_on():
            raise Stopped

    def _write_at_most_one(self, literals: Sequence[int]) -> None:
        # (a, b, c, more) and (not more, d, e, ...): if one of the latter holds, `more` does.
        rest = list(literals)
        while len(rest) > MOST_PAIRWISE:
            more = self.new_bool("one of those to come")
            self._write_pairs([*rest[: MOST_PAIRWISE - 1], more])
            rest = [-more, *rest[MOST_PAIRWISE - 1 :]]
        self._write_pairs(rest)

    def _write_exactly_one(self, literals: Sequence[int]) -> None:
        self._write_clause(literals)
        self._write_at_most_one(literals)

    def _write_pairs(self, literals: Sequence[int]) -> None:
        for left, right in combinations(literals, 2):
            self._write_clause([-left, -right])


def format_dimacs(sink: CnfSink) -> str:
    """The clauses as a DIMACS file.

    >>> sink = CnfSink()
    >>> sink.exactly_one([sink.new_bool("a"), sink.new_bool("b")])
    >>> print(format_dimacs(sink), end="")
    p cnf 2 2
    1 2 0
    -1 -2 0
    """
    lines = [f"p cnf {len(sink.names)} {len(sink.formula)}\n"]
    lines.extend(" ".join(map(str, [*clause, 0])) + "\n" for clause in sink.formula)
    return "".join(lines)


def format_legend(sink: CnfSink) -> str:
    """What each variable means: its number, a tab and its name, a line each.

    >>> sink = CnfSink()
    >>> _ = sink.new_bool("clue@0")
    >>> format_legend(sink)
    '1\\tclue@0\\n'
    """
    return "".join(f"{number}\t{name}\n" for number, name in enumerate(sink.names, start=1))
