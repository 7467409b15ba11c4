"""What a search says about its target."""

from enum import Enum


class SearchOutcome(Enum):
    """What a search says about its target."""

    REACHED = "reached"
    REFUTED = "refuted"
    RUNNING = "running"
