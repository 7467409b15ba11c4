"""What a review says of a game: the best score in reach around every turn, and what lowered it."""

from dataclasses import dataclass

from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.moves import Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position


@dataclass(frozen=True, slots=True)
class Reach:
    """The best score reachable from a position: `best` surely is, nothing above `upper` is."""

    best: int
    upper: int

    def __str__(self) -> str:
        return str(self.best) if self.is_exact else f"{self.best} to {self.upper}"

    @property
    def is_exact(self) -> bool:
        """Whether the best score is known; else a limit was hit."""
        return self.best == self.upper


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """One move of the game, from `position`, and the best score in reach before and after it."""

    turn: int
    move: Move
    position: Position
    before: Reach
    after: Reach

    @property
    def seat(self) -> int:
        """The seat that moved."""
        return self.position.seat

    @property
    def is_drop(self) -> bool:
        """Whether the move surely lowered the best score in reach."""
        return self.after.upper < self.before.best

    @property
    def is_decided(self) -> bool:
        """Whether both scores are known."""
        return self.before.is_exact and self.after.is_exact


@dataclass(frozen=True, slots=True)
class Drop:
    """A move that lowered the best score in reach, and what would have kept `turn.before.best`.

    `line`, from before the move, reaches that score (it is empty if the stacks had it already); `moves` says
    of every first move whether it keeps it; `reasons` say why it is out of reach after the move.
    """

    turn: ReviewedTurn
    line: tuple[Move, ...]
    reasons: tuple[Bound, ...]
    moves: FirstMoves


@dataclass(frozen=True, slots=True)
class Loss:
    """How the highest score of the rules got out of reach: by the move of a turn from `first` to `last`.

    The two differ only if a limit was hit. Turn 0 is the start: it never was in reach.
    """

    first: int
    last: int
    reasons: tuple[Bound, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """All turns of a game, and the moves that lowered the best score in reach.

    `best` is what the start allows, `end` what the position after the last move (`final`) still does. `loss`
    is None as long as the highest score is not proved to be out of reach. `questions` counts the solves
    for the turns, `seconds` is the time of everything, without the loading of the search.
    """

    start: Position
    turns: tuple[ReviewedTurn, ...]
    drops: tuple[Drop, ...]
    best: Reach
    end: Reach
    final: Position
    loss: Loss | None
    questions: int
    seconds: float

    def __str__(self) -> str:
        """The review in one line."""
        turns = [str(drop.turn.turn) for drop in self.drops]
        named = f"{'turn' if len(turns) == 1 else 'turns'} {', '.join(turns)} lowered it"
        return (
            f"{counted(len(self.turns), 'turn')}, score {self.final.score}: best score in reach {self.best}, "
            f"at the end {self.end}; {named if turns else 'no turn lowered it'}"
        )

    def __repr__(self) -> str:
        return f"<Review {self}>"

    @property
    def is_decided(self) -> bool:
        """Whether every score and every move that keeps one is known."""
        reaches = [self.best, *(turn.after for turn in self.turns)]
        return all(reach.is_exact for reach in reaches) and not any(
            drop.moves.undecided for drop in self.drops
        )
