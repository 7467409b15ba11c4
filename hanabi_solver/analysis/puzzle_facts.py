"""What a maker of puzzles wants to know of one: its first moves, how forced it is, and what it depends on."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from hanabi_solver.analysis.any_order import DEFAULT_SAMPLE, AnyOrder, any_order
from hanabi_solver.analysis.common_start import CommonStart, choices, common_start
from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.analysis.shortest import ShortestLine, shortest_line
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.puzzle import Expectation, Puzzle
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import keeps_score
from hanabi_solver.solver.limits import DEFAULT_WORKERS
from hanabi_solver.solver.result import Answer, Progress, Result, Status


@dataclass(frozen=True, slots=True)
class FactsProgress:
    """Where the work on the longer facts is.

    `phase` is "order" (`at` orders of the pile are done, of `of`) or "shortest" (the shortest line has `at`
    to `of` turns).
    """

    phase: str
    at: int
    of: int


@dataclass(frozen=True, slots=True)
class PuzzleFacts:
    """A puzzle described; everything but `result` is None unless the best score is known.

    `moves` are its first moves by whether they keep the best score, with useless cards and clues as one each.
    `start` tells how long the solution stays forced (None if no move is needed). `fewer_tokens` is the best
    score with one clue token less at the start, None if there is none to take; `more_strikes` that with one
    strike more, None if that would end the game. `shortest` and `any_order` are None unless asked for.
    """

    result: Result
    moves: FirstMoves | None = None
    start: CommonStart | None = None
    fewer_tokens: Reach | None = None
    more_strikes: Reach | None = None
    shortest: ShortestLine | None = None
    any_order: AnyOrder | None = None
    seconds: float = 0.0

    @property
    def is_unique(self) -> bool | None:
        """Whether exactly one first move keeps the best score; None if that is not known."""
        if self.moves is None or (self.moves.undecided and len(self.moves.keeping) < 2):
            return None
        return len(self.moves.keeping) == 1

    @property
    def is_forced_known(self) -> bool:
        """Whether the solution surely parts after the moves of `start`, or ends there."""
        if self.moves is None:
            return False
        choice = None if self.start is None else self.start.choice
        return choice is None or not choice.undecided or len(choice.keeping) > 1

    @property
    def is_complete(self) -> bool:
        """Whether all that was asked is decided."""
        reaches = [reach for reach in (self.fewer_tokens, self.more_strikes) if reach is not None]
        return (
            self.moves is not None
            and not self.moves.undecided
            and self.is_forced_known
            and all(reach.is_exact for reach in reaches)
            and (self.shortest is None or self.shortest.is_shortest)
            and (self.any_order is None or self.any_order.is_complete)
        )

    @property
    def expectation(self) -> Expectation | None:
        """What the puzzle can claim, as far as it is decided; None if the best score is not known."""
        if self.moves is None:
            return None
        is_decided = not self.moves.undecided and bool(self.moves.keeping)
        return Expectation(self.result.best, self.moves.keeping if is_decided else None)


def describe_puzzle(
    puzzle: Puzzle,
    *,
    wants_shortest: bool = False,
    wants_any_order: bool = False,
    sample: int = DEFAULT_SAMPLE,
    method: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: int = DEFAULT_WORKERS,
    seed: int = 0,
    on_event: Callable[[Progress], None] | None = None,
    on_facts: Callable[[FactsProgress], None] | None = None,
    stop: threading.Event | None = None,
) -> PuzzleFacts:
    """Solve a puzzle and all that is asked about it; what it expects is not looked at.

    `time_limit` (seconds) is for everything together, in the order of the fields (at most half of what is
    left for `shortest` if `any_order` follows); what it leaves open is told as such, never guessed.
    So is what is open when `stop` is set. `wants_any_order` takes the best score of the puzzle as it is for
    the goal; `sample` orders are solved where there are too many (`any_order`).

    Raises InputError for a faulty argument.

    >>> from hanabi_solver.formats.puzzle import parse_puzzle
    >>> puzzle = parse_puzzle('''{"stacks": "r3 y5 g5 b5 p5", "tokens": 0, "discards": "r4",
    ...     "hands": ["x x x r4 x", "x x r5 x x"], "pile": "x x"}''')
    >>> facts = describe_puzzle(puzzle, wants_shortest=True, wants_any_order=True)
    >>> facts.result.best, facts.is_unique, facts.fewer_tokens
    (25, False, None)
    >>> len(facts.shortest.line), facts.any_order.share
    (2, 1.0)
    """
    if sample < 1:
        raise InputError([Fault("sample", f"expected at least 1 order of the pile, got {sample}")])
    started = time.monotonic()
    tell = on_facts or (lambda _progress: None)
    questions = Questions(
        method, time_limit, None, memory_limit, workers=workers, seed=seed, on_event=on_event, stop=stop
    )
    result = questions.solve(puzzle.start, None, puzzle.source)
    if result.status is not Status.OPTIMAL:
        return PuzzleFacts(result, seconds=time.monotonic() - started)
    position, best = result.position, result.best
    moves = choices(position, best, questions)
    facts = PuzzleFacts(
        result,
        moves,
        start=common_start(position, best, questions, moves),
        fewer_tokens=_with_one_token_less(position, best, questions),
        more_strikes=_with_one_strike_more(position, best, questions),
    )
    if wants_shortest:
        left = questions.seconds_for_one()
        # One hard question must not take the time of all the orders.
        seconds = left / 2 if wants_any_order and left is not None else left
        shortest = shortest_line(
            position,
            best,
            result.line,
            time_limit=seconds,
            workers=workers,
            seed=seed,
            on_event=lambda at, of: tell(FactsProgress("shortest", at, of)),
            stop=questions.stop,
        )
        facts = replace(facts, shortest=shortest)
    if wants_any_order:
        orders = any_order(
            position,
            best,
            questions,
            sample=sample,
            seed=seed,
            on_event=lambda at, of: tell(FactsProgress("order", at, of)),
        )
        facts = replace(facts, any_order=orders)
    return replace(facts, seconds=time.monotonic() - started)


def _with_one_token_less(position: Position, best: int, questions: Questions) -> Reach | None:
    if position.is_over or position.tokens == 0:
        return None
    return _reach(replace(position, tokens=position.tokens - 1), best, questions)


def _with_one_strike_more(position: Position, best: int, questions: Questions) -> Reach | None:
    if position.is_over or position.strikes + 1 >= position.rules.strike_limit:
        return None
    return _reach(replace(position, strikes=position.strikes + 1), best, questions)


def _reach(position: Position, guess: int, questions: Questions) -> Reach:
    """The best score from a position, as far as there is time, looked for from `guess` on down or up.

    Up, since a token less can even help: with all tokens there, nothing can be discarded.
    """
    least = position.score if keeps_score(position) else 0
    most = position.rules.max_score
    target = max(guess, least)
    while least < most:
        answer = Answer.YES if target <= least else questions.ask(position, target)
        if answer is Answer.UNKNOWN:
            break
        if answer is Answer.YES:
            least = max(least, target)
            target += 1
        else:
            most = min(most, target - 1)
            target -= 1
    return Reach(least, most)
