"""Reviews of many games together: what became of each, and who lost how much by which kind of mistake."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hanabi_solver.analysis.game_review import GameReview
from hanabi_solver.analysis.mistakes import Mistake, mistake_of
from hanabi_solver.analysis.review_result import Drop, Loss, Reach
from hanabi_solver.analysis.review_words import deed
from hanabi_solver.formats.plain_text import player_names


class Fate(StrEnum):
    """What became of the highest scores in a game: the first of these that is true."""

    BEST = "reached the deal's best"
    LOST = "lost the full score"
    NEVER = "never had it in reach"
    OPEN = "stopped with it in reach"
    UNKNOWN = "not decided"


@dataclass(frozen=True, slots=True)
class Slip:
    """One move that lowered the best score in reach, by at least `points`."""

    player: str
    mistake: Mistake
    points: int
    lost_full_score: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """What a table says of one reviewed game; small enough to keep for many.

    `recorded` is 0 for a game that was stopped, whatever `score` the stacks have, else None. `best` was in
    reach at the start, `end` after the last move. `loss` is how the
    full score `most` was lost, if it was; `what` is the deed that lost it, empty if no single one is known.
    `slips` are all moves that lowered the best score in reach.
    """

    name: str
    players: tuple[str, ...]
    score: int
    recorded: int | None
    best: Reach
    end: Reach
    most: int
    loss: Loss | None
    what: str
    mistake: Mistake | None
    slips: tuple[Slip, ...]
    is_decided: bool

    @property
    def fate(self) -> Fate:
        """What became of the highest scores."""
        if self.best.is_exact and self.score == self.best.best:
            return Fate.BEST
        if self.loss is not None:
            return Fate.LOST if self.loss.last else Fate.NEVER
        return Fate.OPEN if self.end.best == self.most else Fate.UNKNOWN


@dataclass(frozen=True, slots=True)
class Cost:
    """How much a player or a kind of mistake has to do with: in how many games, and what it cost.

    `full_scores` counts the games in which the full score was lost so; `slips` all moves that lowered the
    best score in reach, and `points` by how much they did so at least.
    """

    label: str
    games: int
    full_scores: int
    slips: int
    points: int


@dataclass(frozen=True, slots=True)
class Summary:
    """All games together: how many of each fate, and the costs, the costliest first."""

    games: int
    fates: dict[Fate, int]
    undecided: int
    players: tuple[Cost, ...]
    mistakes: tuple[Cost, ...]


def row_of(reviewed: GameReview) -> GameRow:
    """What a table says of a reviewed game."""
    review, names = reviewed.review, player_names(reviewed.game.players)
    most, outcome = review.start.rules.max_score, reviewed.outcome
    slips = tuple(_slip(drop, names, most) for drop in review.drops)
    # Where a limit leaves open which turn lost the full score, no drop starts from it for certain.
    lost = next((drop for drop in review.drops if drop.turn.before.best == most), None)
    return GameRow(
        name=reviewed.source,
        players=tuple(names),
        score=review.final.score,
        recorded=outcome.recorded if outcome.was_stopped else None,
        best=review.best,
        end=review.end,
        most=most,
        loss=review.loss,
        what="" if lost is None else deed(lost.turn, names),
        mistake=None if lost is None else mistake_of(lost),
        slips=slips,
        is_decided=review.is_decided,
    )


def summarize(rows: Sequence[GameRow]) -> Summary:
    """All rows together; players of the same name are taken for the same person.

    >>> summarize([]).games
    0
    """
    fates = dict.fromkeys(Fate, 0)
    for row in rows:
        fates[row.fate] += 1
    played = [(name, row) for row in rows for name in dict.fromkeys(row.players)]
    erred = [
        (str(mistake), row) for row in rows for mistake in dict.fromkeys(slip.mistake for slip in row.slips)
    ]
    return Summary(
        games=len(rows),
        fates=fates,
        undecided=sum(not row.is_decided for row in rows),
        players=_costs(played, lambda slip: slip.player),
        mistakes=_costs(erred, lambda slip: str(slip.mistake)),
    )


def _slip(drop: Drop, names: Sequence[str], most: int) -> Slip:
    before, after = drop.turn.before.best, drop.turn.after.upper
    return Slip(names[drop.turn.seat], mistake_of(drop), before - after, before == most)


def _costs(labelled: Iterable[tuple[str, GameRow]], label_of: Callable[[Slip], str]) -> tuple[Cost, ...]:
    """The cost of each label: `labelled` has one item for each game that the label has to do with."""
    games: dict[str, int] = defaultdict(int)
    slips: dict[str, list[Slip]] = defaultdict(list)
    for label, row in labelled:
        games[label] += 1
        slips[label] += [slip for slip in row.slips if label_of(slip) == label]
    costs = [
        Cost(
            label,
            games[label],
            sum(slip.lost_full_score for slip in slips[label]),
            len(slips[label]),
            sum(slip.points for slip in slips[label]),
        )
        for label in games
    ]
    return tuple(sorted(costs, key=lambda each: (-each.full_scores, -each.points, each.label)))
