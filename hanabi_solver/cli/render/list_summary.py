"""The last line of a list, on stderr: how many answers came out how, and the time."""

import sys
import time
from dataclasses import dataclass, field
from enum import Enum

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.render.wording import counted


class ListOutcome(Enum):
    """How one answer came out."""

    REACHED = "reached"
    BELOW = "below"
    UNDECIDED = "undecided"
    NO_CLAIM = "no claim"
    FAULTY = "faulty"
    FAILED = "failed"


_DECIDED = (ListOutcome.REACHED, ListOutcome.BELOW)
_UNANSWERED = (ListOutcome.FAULTY, ListOutcome.FAILED)


@dataclass(frozen=True, slots=True)
class ListWords:
    """What answers are called: the noun, and what is said of those that reached and of those below.

    The second are pairs, for one and for several; "{}" in them is the score that was to be reached. Nothing
    is said of those below where these are empty: then all that are decided count as the former.
    """

    noun: str
    reached: tuple[str, str]
    below: tuple[str, str]


DEALS = ListWords("deal", ("reaches {}", "reach {}"), ("best below", "best below"))
POSITIONS = ListWords("position", ("counted", "counted"), ("", ""))
GAMES = ListWords("game", ("reviewed", "reviewed"), ("", ""))
PUZZLES = ListWords("puzzle", ("right", "right"), ("wrong", "wrong"))


def came_out(outcome: ExitCode, *, is_reached: bool) -> ListOutcome:
    """How an answer came out that ended with an exit code; `is_reached` counts where it is decided."""
    match outcome:
        case ExitCode.GAP | ExitCode.INTERRUPTED:
            return ListOutcome.UNDECIDED
        case ExitCode.BAD_INPUT:
            return ListOutcome.FAULTY
        case ExitCode.CHECK_FAILED:
            return ListOutcome.FAILED
    return ListOutcome.REACHED if is_reached else ListOutcome.BELOW


@dataclass(slots=True)
class ListSummary:
    """Counts the answers of a list, from when it is made on."""

    words: ListWords
    counts: dict[ListOutcome, int] = field(default_factory=lambda: dict.fromkeys(ListOutcome, 0))
    goals: set[int] = field(default_factory=set)
    started: float = field(default_factory=time.monotonic)

    def count(self, came: ListOutcome, goal: int | None = None) -> None:
        """Take note of an answer, and of the score that was to be reached."""
        self.counts[came] += 1
        if goal is not None:
            self.goals.add(goal)

    def print(self, *, is_interrupted: bool = False) -> None:
        """Say it on stderr; of a list of one there is nothing to sum up."""
        if sum(self.counts.values()) > 1 or is_interrupted:
            seconds = time.monotonic() - self.started
            print(self.sentence(seconds, is_interrupted=is_interrupted), file=sys.stderr, flush=True)

    def sentence(self, seconds: float, *, is_interrupted: bool = False) -> str:
        """All that was counted, in one line.

        >>> summary = ListSummary(DEALS)
        >>> for came in (ListOutcome.REACHED, ListOutcome.REACHED, ListOutcome.BELOW):
        ...     summary.count(came, goal=25)
        >>> summary.sentence(12.34)
        '3 deals: 2 reach 25, 1 best below, 0 undecided; 12.3 s'
        >>> summary.count(ListOutcome.FAULTY)
        >>> summary.sentence(12.34, is_interrupted=True)
        '4 deals: 2 reach 25, 1 best below, 0 undecided, 1 faulty; interrupted after 12.3 s'
        """
        counts = self.counts
        goal = str(next(iter(self.goals))) if len(self.goals) == 1 else "the highest score"
        parts = [
            f"{counts[came]:,} {pair[counts[came] != 1].format(goal)}"
            for came, pair in zip(_DECIDED, (self.words.reached, self.words.below), strict=True)
            if pair[0]
        ]
        parts.append(f"{counts[ListOutcome.UNDECIDED]:,} undecided")
        if counts[ListOutcome.NO_CLAIM]:
            parts.append(f"{counts[ListOutcome.NO_CLAIM]:,} without a claim")
        parts += [f"{counts[came]:,} {came.value}" for came in _UNANSWERED if counts[came]]
        when = "interrupted after " if is_interrupted else ""
        return f"{counted(sum(counts.values()), self.words.noun)}: {', '.join(parts)}; {when}{seconds:.1f} s"
