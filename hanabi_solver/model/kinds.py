"""Names of the models, which can be said without loading one."""

from enum import StrEnum


class Model(StrEnum):
    """The ways to say "the target can be reached" in clauses (docs/method.md).

    USED_CARDS counts turns, and names the card that each of them uses. KEPT_CARDS counts draws, and names
    only those cards that wait for their play. KEPT_BY_TURNS names these too, and counts turns.
    """

    USED_CARDS = "used-cards"
    KEPT_CARDS = "kept-cards"
    KEPT_BY_TURNS = "kept-cards-by-turns"
