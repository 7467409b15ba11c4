"""The bracket of one solve: the best line and the upper bound, which close in on each other.

Every line is replayed by the engine here before anything else sees it, and two facts that cannot both be true
are an InternalCheckError with all that is needed to see it again.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import IllegalMoveError, InternalCheckError
from hanabi_solver.game.moves import Move, format_move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import BoundName, LineFinder, SettledBy

LESS_THAN_ALL = ", and less than all counts as nothing"


class Bracket:
    """The lower bound `best` with its `line`, the bound `upper` with its reasons, and when they suffice.

    With a `target`, knowing whether that score can be reached is enough. `asked` is what a report of a
    contradiction says about the request. `settled_by` names what made them meet: a bound, or what found the
    line; None until then. `found_by` is what found `line`.
    """

    def __init__(self, position: Position, target: int | None, asked: Mapping[str, object]) -> None:
        self.position = position
        self.target = target
        self.best = position.score if keeps_score(position) else 0
        self.line: tuple[Move, ...] = ()
        self.upper = position.rules.max_score
        self.settled_by: SettledBy | None = None
        self.found_by = LineFinder.GREEDY
        self.without_clue: int | None = None
        self._asked = asked
        self._bounds: list[Bound] = []

    def is_settled(self) -> bool:
        """Whether the question is answered."""
        if self.target is not None and (self.best >= self.target or self.upper < self.target):
            return True
        return self.best >= self.upper

    def bound(self, bound: Bound) -> None:
        """Take an upper bound in; raises InternalCheckError if a line has gone above it."""
        bound = as_counted(bound, self.position.rules)
        if bound.value < self.position.rules.max_score:
            self._bounds.append(bound)
        if bound.value < self.upper:
            self.upper = bound.value
            self._note_meeting(BoundName(bound.name))
        if self.best > self.upper:
            raise self._contradiction(f"{self.best} points reached above the bound {bound}", self.line)

    def reached(self, target: int, line: tuple[Move, ...], by: LineFinder) -> None:
        """Take a line to `target` points or more in, found `by` a method.

        Raises InternalCheckError if it is not that.
        """
        try:
            final = replay(self.position, line)
        except IllegalMoveError as error:
            raise self._contradiction(f"a line to {target} points is illegal: {error}", line) from error
        if final.score < target or not keeps_score(final):
            raise self._contradiction(f"a line to {target} points reaches {final.score}", line)
        self.line, self.best, self.found_by = line, final.score, by
        self._note_meeting(by)
        if self.best > self.upper:
            raise self._contradiction(f"{self.best} points reached above {self._bounds}", line)

    def lacks_clue(self, target: int) -> None:
        """Note that ways to `target` were found, each with a turn that has no legal clue."""
        self.without_clue = target

    def gap(self) -> str:
        """Why best and upper bound do not meet, if that is known."""
        if self.without_clue is None or self.is_settled():
            return ""
        return (
            f"every way to {self.without_clue} that was found has a turn without a legal clue: the upper "
            "bound counts clues that the variant does not allow"
        )

    def _note_meeting(self, by: SettledBy) -> None:
        if self.best >= self.upper and self.settled_by is None:
            self.settled_by = by

    def reasons(self) -> tuple[Bound, ...]:
        """Why no line exceeds the upper bound, cheapest first; none if it is the highest score there is."""
        return tuple(bound for bound in self._bounds if bound.value == self.upper)

    def reproducer(self, line: tuple[Move, ...] = ()) -> str:
        """What was asked, and a line that was found, as JSON."""
        moves = [format_move(move, self.position.rules.clue_letters) for move in line]
        return json.dumps({**self._asked, "position": repr(self.position), "line": moves})

    def _contradiction(self, text: str, line: tuple[Move, ...]) -> InternalCheckError:
        return InternalCheckError(text, self.reproducer(line))


def as_counted(bound: Bound, rules: Rules) -> Bound:
    """A bound on the cards on the stacks as one on the score: 0 where only the maximum counts.

    >>> from hanabi_solver.game.rules import make_suits
    >>> as_counted(Bound("pace", 4, "too late"), Rules(suits=make_suits("r"), all_or_nothing=True))
    Bound(name='pace', value=0, text='too late, and less than all counts as nothing')
    """
    if not rules.all_or_nothing or bound.value >= rules.max_score:
        return bound
    return replace(bound, value=0, text=f"{bound.text.removesuffix(LESS_THAN_ALL)}{LESS_THAN_ALL}")
