"""What a search says about its target."""

from enum import Enum


class SearchOutcome(Enum):
    """What a search says about its target.

    NO_LINE: it finds ways to the target, and for none of them a legal clue on every turn that needs one.
    """

    REACHED = "reached"
    REFUTED = "refuted"
    RUNNING = "running"
    NO_LINE = "no line"
