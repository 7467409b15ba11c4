"""Review of a played game: the best score still in reach around every move, and what lost points.

The best score in reach never grows along a game, so most turns cost little: the line that is known to reach
it is carried along while the players follow it, and after another move only "can the same score still be
reached?" is asked. Only where it cannot is the new best score looked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hanabi_solver.analysis.first_moves import FirstMoves, keeping_moves
from hanabi_solver.analysis.review_result import Drop, Loss, Reach, Review, ReviewedTurn
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import Fault, IllegalMoveError, InputError, InternalCheckError
from hanabi_solver.formats.any_source import parse
from hanabi_solver.formats.first_move import FirstMove, first_move_of, first_moves, with_trash_as_one
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step, replay, steps
from hanabi_solver.names import Answer, BoundName, Method
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS, checked_start, solve
from hanabi_solver.solver.budget import Budget
from hanabi_solver.solver.limits import Context, Limits, question_faults
from hanabi_solver.solver.result import Part, Result, Series

# The share of the time left that the start may take, and that each later question may: hard turns, which are
# mostly early ones, must not cost the turns after them all of it.
START_SHARE = 0.5
SHARE = 0.125
# The share of a time limit that is kept for the moves that would have kept a score.
MOVES_SHARE = 0.2


def review(
    played: Game | str | Deal | Position,
    moves: Sequence[Move] | None = None,
    *,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> Review:
    """The best score in reach before and after each move of a game, and what lowered it.

    `played` is a game of hanab.live (all of it, whatever turn it opens at), the text of one (`parse`), or a
    deal or position with the `moves` made from there. The other arguments, and what is raised, are those of
    `review_game`; raises InputError too if there are no moves.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    >>> print(review(deal, [Play(0), Play(9)]))
    2 turns, score 1: best score in reach 10, at the end 9; turn 2 lowered it
    """
    source = parse(played) if isinstance(played, str) else played
    if isinstance(source, Game) and source.moves:
        if moves is not None:
            raise InputError([Fault("moves", "expected none beside a game, which has its own")])
        return review_game(source.deal, source.moves, limits=limits, seed=seed, context=context)
    start = source.deal if isinstance(source, Game) else source
    if moves is None:
        advice = "give a game file or a link of hanab.live that holds the moves of a game, or moves"
        raise InputError([Fault("moves", "expected a game with moves, or the moves made, got none", advice)])
    return review_game(start, moves, limits=limits, seed=seed, context=context)


def review_game(
    start: Deal | Position,
    moves: Sequence[Move],
    *,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> Review:
    """The best score in reach before and after each of `moves`, played from `start`.

    `limits` are for the whole game. If the time runs out or `context` must stop, what is not known by then is
    reported as a range (`Reach`); the scores of all turns come first, then the moves that would have kept
    them. The other arguments are those of `solve`.

    Raises IllegalMoveError for a move that breaks a rule, InputError for a faulty position or question, and
    InternalCheckError if the best score in reach ever grew along the game.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    >>> review = review_game(deal, [Play(0), Play(9)])
    >>> [turn.before.best for turn in review.turns], review.end.best, review.loss.last
    ([10, 10], 9, 2)
    """
    position = checked_start(start)
    if faults := question_faults(position, Method.AUTO, None, limits, seed, context):
        raise InputError(faults)
    played = list(steps(position, moves))
    run = _ReviewRun(len(played), limits, seed, context)
    known = [run.begin(position)]
    for step in played:
        known.append(run.follow(known[-1], step))
    reaches = _tightened([Reach(each.best, each.upper) for each in known])
    turns = tuple(
        ReviewedTurn(step.turn, step.move, step.before, before, after)
        for step, before, after in zip(played, reaches, reaches[1:], strict=False)
    )
    lowering = [turn for turn in turns if turn.is_drop]
    drops = []
    for number, turn in enumerate(lowering):
        line, reasons = known[turn.turn - 1].line, known[turn.turn].why_not(turn.before.best)
        drops.append(Drop(turn, line, reasons, run.keeping(turn, line, len(lowering) - number)))
    return Review(
        start=position,
        turns=turns,
        drops=tuple(drops),
        best=reaches[0],
        end=reaches[-1],
        final=played[-1].after if played else position,
        loss=_loss(position.rules.max_score, reaches, known),
        questions=run.questions,
        seconds=run.budget.spent(),
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a position: `line` reaches `best`; `refuted` says why not, score by score."""

    best: int
    upper: int
    line: tuple[Move, ...]
    refuted: Mapping[int, tuple[Bound, ...]]

    def why_not(self, score: int) -> tuple[Bound, ...]:
        """Why `score` is out of reach."""
        return self.refuted.get(score, ())


class _ReviewRun:
    """One review under way: what it may still spend, and the tables that its solves share."""

    def __init__(self, turns: int, limits: Limits, seed: int, context: Context) -> None:
        self.turns = turns
        self.seed = seed
        self.questions = 0
        self.budget = Budget(limits.seconds, within=context.budget)
        self._seconds = self.budget.left()  # of its own limit, or of what it is a part of
        limits, self._context = replace(context, budget=self.budget).sharing(limits)
        self._limits = replace(limits, seconds=None)  # the budget has them

    def begin(self, position: Position) -> _Known:
        """The best score of the start, by a full solve."""
        result = self._ask(position, None, 1)
        most = position.rules.max_score
        return _Known(result.best, result.upper, result.line, _refuted(result.upper, most, result.reasons))

    def follow(self, known: _Known, step: Step) -> _Known:
        """What is known after a move, given what was known before it."""
        after = step.after
        if after.is_over:
            reason = Bound(BoundName.GAME_OVER, after.score, f"that move ended the game ({after.end_reason})")
            refuted = _refuted(after.score, known.upper, (reason,))
            return _checked(known, _Known(after.score, after.score, (), refuted), after)
        stands = _Known(after.score if keeps_score(after) else 0, known.upper, (), {})
        return self._settle(known, _carried(known, step) or stands, step)

    def _settle(self, before: _Known, known: _Known, step: Step) -> _Known:
        """Ask for the upper bound, and the score below it if that is refuted, until the two meet."""
        refuted: dict[int, tuple[Bound, ...]] = {}
        best, upper, line = known.best, known.upper, known.line
        while best < upper:
            result = self._ask(step.after, upper, step.turn)
            if result.best > best:
                best, line = result.best, result.line
            _checked(before, _Known(best, max(result.upper, best), line, {}), step.after)
            if result.upper < best:
                raise _contradiction(step.after, f"{best} points are in reach above the bound {result.upper}")
            if result.upper >= upper:
                break  # reached, or a limit was hit
            refuted |= _refuted(result.upper, upper, result.reasons)
            upper = result.upper
        return _Known(best, upper, line, refuted)

    def keeping(self, turn: ReviewedTurn, line: Sequence[Move], drops_left: int) -> FirstMoves:
        """The moves that would have kept the score, as `line` does, in a fair share of the time left."""
        left = self.budget.left()
        found = keeping_moves(
            turn.position,
            turn.before.best,
            limits=self._limits,
            seed=self.seed,
            context=self._at(turn.turn).within(None if left is None else left / drops_left),
        )
        return _with_known(found, turn, line)

    def _ask(self, position: Position, target: int | None, turn: int) -> Result:
        """Solve a position, or only see what the quick bounds say of it once no time is left."""
        left = self.budget.left()
        if left is not None and self._seconds is not None:
            left = max(left - self._seconds * MOVES_SHARE, 0.0) * (START_SHARE if target is None else SHARE)
        self.questions += 1
        return solve(
            position,
            target=target,
            limits=self._limits,
            seed=self.seed,
            context=self._at(turn).within(left),
        )

    def _at(self, turn: int) -> Context:
        return self._context.at(Part(Series.TURN, turn, self.turns))


def _carried(known: _Known, step: Step) -> _Known | None:
    """What the known line still shows, if the move made is its first one or as good; else None.

    All clues do the same. Of two cards with the same face, or two useless ones, it does not matter which one
    goes: in the rest of the line they change places. The engine has the last word on what this gives.
    """
    if not known.line:
        return None
    expected, rest = known.line[0], known.line[1:]
    match expected, step.move:
        case (Clue(), Clue()):
            pass
        case (Play(one), Play(other)) | (Discard(one), Discard(other)):
            if not _are_alike(step.before, one, other):
                return None
            rest = tuple(_with_places_changed(move, one, other) for move in rest)
        case _:
            return None
    try:
        final = replay(step.after, rest)
    except IllegalMoveError:  # a clue may mark nothing any more
        return None
    is_as_good = final.score >= known.best and keeps_score(final)
    return _Known(final.score, known.upper, rest, {}) if is_as_good else None


def _are_alike(position: Position, one: int, other: int) -> bool:
    faces = position.deck[one], position.deck[other]
    return faces[0] == faces[1] or all(position.is_trash(face) for face in faces)


def _with_places_changed(move: Move, one: int, other: int) -> Move:
    if isinstance(move, Clue) or move.card not in (one, other):
        return move
    return replace(move, card=other if move.card == one else one)


def _with_known(found: FirstMoves, turn: ReviewedTurn, line: Sequence[Move]) -> FirstMoves:
    """`found`, where even without an answer the first move of the line keeps and the one made loses."""
    position = turn.position
    keeps = with_trash_as_one((first_move_of(position, move) for move in line[:1]), position)
    loses = with_trash_as_one([first_move_of(position, turn.move)], position)
    by_answer: dict[Answer, list[FirstMove]] = {answer: [] for answer in Answer}
    answers = dict.fromkeys(found.keeping, Answer.YES) | dict.fromkeys(found.losing, Answer.NO)
    for name in first_moves(position):
        alike = with_trash_as_one([name], position)
        known = Answer.YES if alike == keeps else Answer.NO if alike == loses else Answer.UNKNOWN
        by_answer[answers.get(name, known)].append(name)
    return FirstMoves(
        tuple(by_answer[Answer.YES]), tuple(by_answer[Answer.NO]), tuple(by_answer[Answer.UNKNOWN])
    )


def _refuted(upper: int, most: int, reasons: tuple[Bound, ...]) -> dict[int, tuple[Bound, ...]]:
    """The reasons for an upper bound as those against every score above it."""
    return dict.fromkeys(range(upper + 1, most + 1), reasons)


def _checked(before: _Known, after: _Known, position: Position) -> _Known:
    """`after`; raises InternalCheckError if a move has raised the best score in reach."""
    if after.best > before.upper:
        text = f"{after.best} points are in reach after a move from where {before.upper} are the most"
        raise _contradiction(position, text)
    return after


def _contradiction(position: Position, text: str) -> InternalCheckError:
    return InternalCheckError(text, repr(position))


def _tightened(reaches: Sequence[Reach]) -> list[Reach]:
    """What is in reach after a move is so before it as well: a range may turn out narrower that way."""
    tightened = [reaches[-1]]
    for reach in reversed(reaches[:-1]):
        tightened.append(replace(reach, best=max(reach.best, tightened[-1].best)))
    return tightened[::-1]


def _loss(most: int, reaches: Sequence[Reach], known: Sequence[_Known]) -> Loss | None:
    last = next((turn for turn, reach in enumerate(reaches) if reach.upper < most), None)
    if last is None:
        return None
    first = next(turn for turn, reach in enumerate(reaches) if reach.best < most)
    return Loss(first, last, known[last].why_not(most))
