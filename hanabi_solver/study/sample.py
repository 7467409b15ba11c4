"""Deals of a study picked by condition, to make puzzles from."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.convert import TargetFormat, convert
from hanabi_solver.game.plurals import counted
from hanabi_solver.study.combined_rows import Selection, chosen_rows
from hanabi_solver.study.keys import RANDOM_PREFIX, entry_of


@dataclass(frozen=True, slots=True)
class Condition:
    """Which deals: of a selection, with a proved best score, for a reason, or undecided."""

    selection: Selection = field(default_factory=Selection)
    best: int | None = None
    reasons: tuple[str, ...] = ()
    is_undecided: bool = False


def sample_deals(path: Path, condition: Condition, count: int, seed: int = 0) -> list[str]:
    """At most `count` random deals of a store that meet a condition, as lines that any SOURCE can hold.

    The same store, condition and seed give the same deals. Raises InputError if there is none.
    """
    parts = ["best < upper" if condition.is_undecided else "best = upper"]
    values: list[object] = []
    if condition.best is not None:
        parts.append("best = ?")
        values.append(condition.best)
    if condition.reasons:
        parts.append(f"reason IN ({', '.join('?' * len(condition.reasons))})")
        values += condition.reasons
    with chosen_rows(path, condition.selection) as connection:
        query = f"SELECT deal FROM chosen WHERE {' AND '.join(parts)} ORDER BY deal"
        keys = pick((deal for (deal,) in connection.execute(query, values)), count, seed)
        (all_deals,) = connection.execute("SELECT count(*) FROM chosen").fetchone()
    if not keys:
        text = f"expected deals that meet the condition, got none of {counted(all_deals, 'deal')}"
        advice = (
            "nothing is printed, so what reads it gets nothing; hanabi-solve study report shows what there is"
        )
        raise InputError([Fault("", text, advice)], str(path))
    return [_line(key) for key in keys]


def pick(items: Iterable[str], count: int, seed: int) -> list[str]:
    """At most `count` of the items, each choice equally likely, in their order; memory is that of the choice.

    >>> pick("abcdef", 3, seed=1), pick("abc", 5, seed=1)
    (['c', 'd', 'f'], ['a', 'b', 'c'])
    """
    chance = random.Random(seed)
    iterator = enumerate(items)
    kept = list(islice(iterator, count))
    for number, item in iterator:
        place = chance.randrange(number + 1)
        if place < count:
            kept[place] = (number, item)
    return [item for _, item in sorted(kept)]


def _line(key: str) -> str:
    """A key in a form that every command takes."""
    return convert(entry_of(key), TargetFormat.LINK) if key.startswith(RANDOM_PREFIX) else key
