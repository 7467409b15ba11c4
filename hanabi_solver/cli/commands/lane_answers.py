"""Long lists of which scores alone are printed: the fast lane of studies settles what deals it can."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from hanabi_solver.cli.commands.answer import Answered, Question, answer_item, fail
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.plain_text import one_line
from hanabi_solver.names import Method

if TYPE_CHECKING:
    from hanabi_solver.formats.source import BadEntry, Entry, Line

Item: TypeAlias = "Entry | BadEntry | Line | LaneItem"

# The lane is loaded for the entries of a list after so many: it takes as long as a hundred solves.
LANE_FROM = 200


@dataclass(frozen=True, slots=True)
class LaneItem:
    """An entry of a list that may be settled by the lane."""

    item: "Entry | BadEntry | Line"


def may_use_lane(question: Question) -> bool:
    """Whether "the full score is reached" can be all that is asked: no line, second method or other goal."""
    is_plain = question.method is Method.AUTO and question.seed == 0 and not question.is_json
    return is_plain and not (question.asks_twice or question.wants_shortest or question.target is not None)


def with_lane(items: "Iterator[Entry | BadEntry | Line]") -> "Iterator[Item]":
    """The entries of a list, those after the first ones for the lane.

    >>> [type(item).__name__ for item in with_lane(iter("ab"))]
    ['str', 'str']
    """
    for number, item in enumerate(items):
        yield item if number < LANE_FROM else LaneItem(item)


def answer_lane_item(question: Question, item: Item) -> Answered:
    """As `answer_item`, on the lane first for a `LaneItem`."""
    if not isinstance(item, LaneItem):
        return answer_item(question, item)
    entry = read(item)
    return answer_by_lane(entry, lambda: answer_item(question, entry))


def read(item: Item) -> "Entry | BadEntry":
    """The entry of an item."""
    from hanabi_solver.formats.source import Line

    inner = item.item if isinstance(item, LaneItem) else item
    return inner.read() if isinstance(inner, Line) else inner


def answer_by_lane(entry: "Entry | BadEntry", solve_as_usual: Callable[[], Answered]) -> Answered:
    """The answer of the lane, or the usual one where it has none; one in a thousand is compared with that."""
    from hanabi_solver.formats.source import BadEntry
    from hanabi_solver.game.deal import Deal

    if isinstance(entry, BadEntry) or not isinstance(entry.start, Deal) or not _is_ready():
        return solve_as_usual()
    from hanabi_solver.study.lane.layout import faces_of
    from hanabi_solver.study.lane.lines import check_line
    from hanabi_solver.study.lane.settle import settling_line
    from hanabi_solver.study.tasks import is_sampled

    try:
        line = settling_line(entry.start, entry.name)
        if not line:
            return solve_as_usual()
        if is_sampled(faces_of(entry.start.deck).tobytes().hex()):
            check_line(line, entry.position, entry.name)
            usual = solve_as_usual()
            if usual.is_decided and not usual.is_reached:
                text = f"{entry.name}: the fast lane reaches the full score, and a solve proves that none can"
                raise InternalCheckError(text)
            if usual.is_decided or usual.error is not None:
                return usual
    except InternalCheckError as error:
        return fail(entry, error)
    most = entry.start.rules.max_score
    return Answered(
        ExitCode.PROVED,
        "",
        entry.name,
        entry.notes,
        goal=most,
        is_reached=True,
        is_decided=True,
        short=f"{one_line(entry.name)}: {most} of {most}, proved",
    )


@cache
def _is_ready() -> bool:
    """Whether the lane is compiled (by `warmup`, or by a study): a list is not kept waiting for that."""
    from hanabi_solver.solver.warmup import is_compiled
    from hanabi_solver.study.lane.loading import lane_group

    return is_compiled((lane_group,))
