"""What a maker of puzzles wants to know of one: its first moves, how forced it is, and what it depends on."""

from dataclasses import dataclass, replace

from hanabi_solver.analysis.any_order import DEFAULT_SAMPLE, AnyOrder, any_order
from hanabi_solver.analysis.common_start import CommonStart, choices, common_start
from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.analysis.shortest import ShortestLine, shortest_line
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.puzzle import Puzzle
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.names import Answer, Method, Status
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Result


@dataclass(frozen=True, slots=True)
class WantedFacts:
    """What is asked about a puzzle beyond the rest: a shortest line, and all orders of its draw pile.

    `sample` orders are solved where there are too many (`any_order`).
    """

    shortest: bool = False
    any_order: bool = False
    sample: int = DEFAULT_SAMPLE


QUICK_FACTS = WantedFacts()


@dataclass(frozen=True, slots=True)
class PuzzleFacts:
    """A puzzle described; everything but `result` is None unless the best score is known.

    `moves` are its first moves by whether they keep the best score, with useless cards and clues as one each.
    `start` says how long the solution stays forced (None if no move is needed). `fewer_tokens` is the best
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
    wanted: WantedFacts = QUICK_FACTS,
    *,
    method: str = Method.AUTO,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> PuzzleFacts:
    """Solve a puzzle and all that is asked about it; what it expects is not looked at.

    `limits` are for everything together, in the order of the fields (at most half of the time that is left
    for `shortest` if `any_order` follows); what they leave open is reported as such, never guessed. So is
    what is open when `context` must stop. The goal of `any_order` is the best score of the puzzle as it is.

    Raises InputError for a faulty argument.

    >>> from hanabi_solver.formats.puzzle import parse_puzzle
    >>> puzzle = parse_puzzle('''{"stacks": "r3 y5 g5 b5 p5", "tokens": 0, "discards": "r4",
    ...     "hands": ["x x x r4 x", "x x r5 x x"], "pile": "x x"}''')
    >>> facts = describe_puzzle(puzzle, WantedFacts(shortest=True, any_order=True))
    >>> facts.result.best, facts.is_unique, facts.fewer_tokens
    (25, False, None)
    >>> len(facts.shortest.line), facts.any_order.share
    (2, 1.0)
    """
    if wanted.sample < 1:
        raise InputError([Fault("sample", f"expected at least 1 order of the pile, got {wanted.sample}")])
    questions = Questions(puzzle.start, method=method, limits=limits, seed=seed, context=context)
    result = replace(questions.first(), source=puzzle.source)
    if result.status is not Status.OPTIMAL:
        return PuzzleFacts(result, seconds=questions.seconds())
    position, best = result.position, result.best
    moves = choices(position, best, questions)
    facts = PuzzleFacts(
        result,
        moves,
        start=common_start(position, best, questions, moves),
        fewer_tokens=_with_one_token_less(position, best, questions),
        more_strikes=_with_one_strike_more(position, best, questions),
    )
    if wanted.shortest:
        left = questions.context.seconds_left()
        # One hard question must not take the time of all the orders.
        seconds = left / 2 if wanted.any_order and left is not None else left
        within = questions.context.within(seconds)
        shortest = shortest_line(position, best, result.line, limits=limits, seed=seed, context=within)
        facts = replace(facts, shortest=shortest)
    if wanted.any_order:
        orders = any_order(position, best, questions, sample=wanted.sample, seed=seed)
        facts = replace(facts, any_order=orders)
    return replace(facts, seconds=questions.seconds())


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
