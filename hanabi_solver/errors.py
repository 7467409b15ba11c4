"""Every error the package raises on purpose, under one base class."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class HanabiError(Exception):
    """Base class of all errors that hanabi-solver raises on purpose."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input: where it is, what was expected and got, what to do.

    >>> print(Fault("hands[0]", "expected 5 cards, got 6", "remove a card"))
    hands[0]: expected 5 cards, got 6
    """

    place: str
    text: str
    help: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class InputError(HanabiError, ValueError):
    """An input (file, text, argument) is faulty; `faults` lists everything that is wrong with it.

    `source` names the input (a file's path, "stdin") or is empty.
    """

    def __init__(self, faults: Sequence[Fault], source: str = "") -> None:
        self.faults = tuple(faults)
        self.source = source
        super().__init__(self._message())

    def _message(self) -> str:
        prefix = f"{self.source}: " if self.source else ""
        return "\n".join(f"{prefix}{fault}" for fault in self.faults)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are copied (to another process, say) by their message, which is not what made this one.
        return type(self), (self.faults, self.source)

    def at(self, source: str) -> "InputError":
        """The same faults, said of `source`, in an error of the same class."""
        return type(self)(self.faults, source)


class UnsupportedRules(InputError):  # noqa: N818 (the name is part of the design)
    """The rules lie outside what the solver handles; `faults` says which rule and what is handled."""


class IllegalMoveError(HanabiError):
    """A move breaks a rule; `rule` is the short name of that rule (docs/rules.md lists them all).

    `turn` is the 1-based number of the move in the line that was replayed, or None.
    """

    def __init__(self, rule: str, text: str, turn: int | None = None) -> None:
        self.rule = rule
        self.text = text
        self.turn = turn
        where = "" if turn is None else f"turn {turn}: "
        super().__init__(f"{where}{text} [rule: {rule}]")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.text, self.turn)


class InternalCheckError(HanabiError):
    """The solver contradicted itself: an answer failed its check and was withheld.

    `reproducer` is the input that shows it, as JSON text.
    """

    def __init__(self, text: str, reproducer: str = "") -> None:
        self.reproducer = reproducer
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.reproducer)


class WorkerLostError(HanabiError):
    """A process that solved deals has ended on its own: killed, or out of memory; the text says how."""
