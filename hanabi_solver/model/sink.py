"""The small sink that the model is written into: literals, clauses, and "one of these" constraints."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

# Literals that are constant. No model comes near 2^40 variables, and the sign still negates.
TRUE = 1 << 40
FALSE = -TRUE


class Sink(ABC):
    """Takes the clauses of a model. A literal is a variable's number (from 1), or minus it for "not".

    `TRUE` and `FALSE` are literals as well: they are folded away here, so that a back end (the four
    `_write` methods) sees variables only. `names[v - 1]` is what variable `v` means.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.clauses = 0

    def new_bool(self, name: str) -> int:
        """The literal of a new variable that means `name`."""
        self.names.append(name)
        return len(self.names)

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of `literals` holds; none of them means that the model has no solution."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE not in kept:
            self.clauses += 1
            self._write_clause(kept)

    def implies(self, premises: Sequence[int], conclusion: int) -> None:
        """If all of `premises` hold, so does `conclusion`."""
        self.clause([conclusion, *[-premise for premise in premises]])

    def at_most_one(self, literals: Iterable[int]) -> None:
        """No two of `literals` hold."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE in kept:
            kept.remove(TRUE)
            for literal in kept:
                self.clause([-literal])
        elif len(kept) > 1:
            self.clauses += 1
            self._write_at_most_one(kept)

    def exactly_one(self, literals: Iterable[int]) -> None:
        """One of `literals` holds, and no other."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE in kept or len(kept) < 2:
            self.clause(kept)
            self.at_most_one(kept)
        else:
            self.clauses += 1
            self._write_exactly_one(kept)

    @abstractmethod
    def _write_clause(self, literals: Sequence[int]) -> None:
        """Record a clause over variables; it may be empty."""

    @abstractmethod
    def _write_at_most_one(self, literals: Sequence[int]) -> None:
        """Record an "at most one" over two variables or more."""

    @abstractmethod
    def _write_exactly_one(self, literals: Sequence[int]) -> None:
        """Record an "exactly one" over two variables or more."""
