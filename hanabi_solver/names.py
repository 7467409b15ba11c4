"""The names that questions and answers use: methods, bounds, phases, models, and what came of them."""

from enum import StrEnum


class Method(StrEnum):
    """How a solve is asked to work."""

    AUTO = "auto"
    SEARCH = "search"
    CPSAT = "cpsat"
    SAT = "sat"


class Stacking(StrEnum):
    """How a stack grows: by rank in a set order, up or down from START or an end, or from a free rank on."""

    BY_RANK = "by-rank"
    UP_OR_DOWN = "up-or-down"
    SUDOKU = "sudoku"


class HandsOrder(StrEnum):
    """Which card of a hand a puzzle file lists first."""

    OLDEST_FIRST = "oldest-first"
    NEWEST_FIRST = "newest-first"


class BoundName(StrEnum):
    """What proves an upper bound (docs/method.md has a statement for each)."""

    GAME_OVER = "game over"
    COMPOSITION = "composition"
    PACE = "pace"
    LAST_ROUND = "last-round"
    SINGLE_HAND = "single-hand"
    CHOICES = "choices"
    SEARCH = "search"
    CPSAT = "cpsat"
    SAT = "sat"


# Plain counting: recomputed without the solver, and true with any number of clue tokens.
COUNTED_BOUNDS = (BoundName.COMPOSITION, BoundName.PACE, BoundName.LAST_ROUND, BoundName.SINGLE_HAND)
# Bounds whose reason is a sentence about cards, the plainest first; the others rest on a search or clauses.
NAMED_BOUNDS = (BoundName.GAME_OVER, *COUNTED_BOUNDS, BoundName.CHOICES)
CLAUSE_BOUNDS = (BoundName.CPSAT, BoundName.SAT)


class LineFinder(StrEnum):
    """What found the line of a result.

    QUICK is the short look in plain Python before the search is loaded, LANE the fast lane of studies.
    """

    GREEDY = "greedy"
    QUICK = "quick"
    LANE = "lane"
    SEARCH = "search"
    CPSAT = "cpsat"
    SAT = "sat"


# What made the best score and the upper bound meet.
SettledBy = BoundName | LineFinder


class SecondMethod(StrEnum):
    """What confirmed an upper bound a second time.

    RECHECK is plain Python that recomputes a bound; ENGINE the replay of a line, where that is all there is
    to check.
    """

    SEARCH = "search"
    CPSAT = "cpsat"
    SAT = "sat"
    RECHECK = "recheck"
    ENGINE = "engine"


class Phase(StrEnum):
    """What is being done: reported with the progress of a solve, of many, and of studies.

    COMPILE happens once on a machine. SHORTEST looks for a line with fewer turns, ODDS counts orders
    won. WORK is the phase of many deals at once, NO_WORKERS that of a cluster that has none at the moment.
    """

    COMPILE = "compile"
    BOUNDS = "bounds"
    SEARCH = "search"
    CPSAT = "cpsat"
    SAT = "sat"
    SHORTEST = "shortest"
    ODDS = "odds"
    WORK = "work"
    NO_WORKERS = "no workers"


class Model(StrEnum):
    """The ways to write "the target can be reached" in clauses (docs/method.md, M3, K1 and K2).

    USED_CARDS counts turns, and names the card that each of them uses. KEPT_CARDS counts draws, and names
    only those cards that wait for their play. KEPT_BY_TURNS names these too, and counts turns.
    """

    USED_CARDS = "used-cards"
    KEPT_CARDS = "kept-cards"
    KEPT_BY_TURNS = "kept-cards-by-turns"


class Status(StrEnum):
    """How far a solve got."""

    OPTIMAL = "optimal"
    BOUNDS = "bounds"


class Answer(StrEnum):
    """What a solve says to "can this target be reached?"."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
