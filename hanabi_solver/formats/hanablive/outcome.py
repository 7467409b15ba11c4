"""How a game of hanab.live ended, and its score: as the site records it, and on the stacks."""

from dataclasses import dataclass

from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import ending
from hanabi_solver.game.worth import has_point_left

NOT_STATED = "not stated"
NO_FURTHER_POINT = "no further point"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended after its last move, in `final`.

    `ending` is the reason: by the rules, why it was stopped, "no further point" where the site ends a game
    by itself, or "not stated". `recorded` is the score that the site keeps: 0 for a game that was stopped,
    whatever is on the stacks, and None for one that is not over.
    """

    final: Position
    ending: str
    was_stopped: bool
    recorded: int | None

    @property
    def on_stacks(self) -> int:
        """The number of cards on the stacks."""
        return sum(self.final.stacks)

    @property
    def score_text(self) -> str:
        """Both numbers of a game that was stopped, to be read before "." or ";".

        >>> from hanabi_solver.formats.hanablive.seeds import parse_seed
        >>> outcome_of(parse_seed("p2v0s1").deal.start(), "terminated").score_text
        'Score 0 as the site records it (stopped); 0 on the stacks'
        """
        return f"Score 0 as the site records it (stopped); {self.on_stacks} on the stacks"

    def sentence(self) -> str:
        """The end in one sentence: what the site records of it, or what happens after the last move."""
        if self.was_stopped:
            return f"{self.score_text}."
        if self.ending == NO_FURTHER_POINT:
            points = counted(self.final.score, "point")
            return f"No further point is possible: the game ends with {points}."
        if self.ending == NOT_STATED:
            return f"How it ended is not stated; the stacks hold {counted(self.on_stacks, 'point')}."
        return ending(self.final, has_moves=True)

    def left_sentence(self) -> str:
        """How many points the lost cards still left, where the game did not have to end; else nothing."""
        if not (self.was_stopped or self.ending == NOT_STATED):
            return ""
        left = sum(self.final.reachable_heights()) - self.on_stacks
        if left == 0 or not has_point_left(self.final):
            return "No point was left."
        return f"Up to {counted(left, 'point')} {'was' if left == 1 else 'were'} left."


def outcome_of(final: Position, stopped: str | None) -> Outcome:
    """The outcome of a game whose last move led to `final`; `stopped` is why it was stopped, if it was."""
    if final.end_reason is not None:
        return Outcome(final, final.end_reason, was_stopped=False, recorded=final.score)
    if stopped is not None:
        return Outcome(final, stopped, was_stopped=True, recorded=0)
    if not has_point_left(final):
        return Outcome(final, NO_FURTHER_POINT, was_stopped=False, recorded=final.score)
    return Outcome(final, NOT_STATED, was_stopped=False, recorded=None)
