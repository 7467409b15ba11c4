"""An upper bound as a value: it never travels without its reason."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper bound on the score, with its reason.

    `name` is a `BoundName` (docs/method.md has a statement for each), but for a result that was read from
    JSON, where only `verify` says whether it is one. `value` is the score that no line exceeds, `text` the
    reason in a sentence for people. `model` names the clauses of a bound by clauses (`names.Model`); it is
    empty for others, and in a result that was read from JSON.
    """

    name: str
    value: int
    text: str
    model: str = field(default="", repr=False, compare=False)
