"""Why a score is out of reach, or how narrow the way to it is: a solve, and what can be said beyond it."""

from dataclasses import replace

from hanabi_solver.analysis.common_start import common_start
from hanabi_solver.analysis.explanation import Explanation, WhatIf
from hanabi_solver.analysis.held_cards import held_reason
from hanabi_solver.analysis.narrowness import narrowness
from hanabi_solver.analysis.questions import Questions
from hanabi_solver.analysis.relaxations import Change, ChangeKind, changes
from hanabi_solver.analysis.seatless import reaches_without_seats
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.formats.any_source import Source
from hanabi_solver.game.cards import Card
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.names import NAMED_BOUNDS, Answer, BoundName, Method, Status
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS, first_turn_of, name_of
from hanabi_solver.solver.bracket import as_counted
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Result

# Each question beyond the solve itself (a change, a first move) has so many seconds, if not said otherwise.
EACH_SECONDS = 3.0
# If one of these changes is not enough, neither is the smaller one.
_SMALLER = {
    ChangeKind.ONE_MORE_CLUE: ChangeKind.UNLIMITED_CLUES,
    ChangeKind.UNLIMITED_CLUES: ChangeKind.NO_SEAT_ORDER,
}


def explain(
    start: Source | str,
    *,
    target: int | None = None,
    ask_what_ifs: bool = False,
    method: str = Method.AUTO,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    context: Context = ALONE,
) -> Explanation:
    """Why `target` (the highest score of the rules if None) cannot be reached from `start`, or how narrowly.

    What would have been enough is asked if no named bound says why, or always with `ask_what_ifs`. The
    seconds of `limits` are for everything together, its `seconds_each` (3 if None; infinity for any) for each
    question after the first.
    The other arguments are those of `solve`. Raises InputError for a faulty position or question.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r2r3r4r5g2g3g4g5r1g1r1r1r2r3r4g1g1g2g3g4", suits="rg")
    >>> explain(deal).answer.value
    'yes'
    """
    if isinstance(limits, Limits) and limits.seconds_each is None:
        limits = replace(limits, seconds_each=EACH_SECONDS)
    questions = Questions(start, target, method=method, limits=limits, seed=seed, context=context)
    result = replace(questions.first(), source=name_of(start), first_turn=first_turn_of(start))
    position = result.position
    # Where only the maximum counts, any score means that one.
    goal = (
        position.rules.max_score if target is None or (target and position.rules.all_or_nothing) else target
    )
    explanation = Explanation(result, goal, (), (), (), None, None, 0.0)
    match explanation.answer:
        case Answer.YES:
            explanation = replace(explanation, narrowness=narrowness(result, goal, questions))
        case Answer.NO:
            explanation = replace(
                explanation, reasons=_reasons(result, goal, questions), missing=_missing(result)
            )
            if ask_what_ifs or explanation.kind is None:
                explanation = replace(explanation, what_ifs=_what_ifs(position, goal, questions))
    if explanation.answer is Answer.YES or result.status is Status.OPTIMAL:
        score = goal if explanation.answer is Answer.YES else result.best
        if score == 0:  # every line is a good one
            return replace(explanation, seconds=questions.seconds())
        first = None if explanation.narrowness is None else explanation.narrowness.first_moves
        explanation = replace(explanation, start=common_start(position, score, questions, first))
    return replace(explanation, seconds=questions.seconds())


def _reasons(result: Result, goal: int, questions: Questions) -> tuple[Bound, ...]:
    """The bounds that keep the score below the goal, the plainest first, each only if it adds something."""
    position = result.position
    found = list(result.reasons)
    if not position.is_over:
        found += _named_bounds(position, questions)
    below = [bound for bound in found if bound.value < goal]
    plainest: list[Bound] = []
    for bound in sorted(below, key=lambda bound: (_plainness(bound), bound.value)):
        # What a plainer bound says already is not said again.
        if not plainest or bound.value < plainest[-1].value:
            plainest.append(bound)
    shown: list[Bound] = []
    above = goal
    for bound in plainest:
        shown += _in_full(position, bound, above) if bound.name == BoundName.SINGLE_HAND else [bound]
        above = bound.value
    return tuple(shown)


def _plainness(bound: Bound) -> int:
    names = list(NAMED_BOUNDS)
    return names.index(BoundName(bound.name)) if bound.name in names else len(names)


def _named_bounds(position: Position, questions: Questions) -> list[Bound]:
    """What the bounds say, also those that the solve did not need because another went lower.

    Where suits have no set order there are no such bounds of the position, only of each way to stack them.
    """
    if not position.rules.has_set_order:
        return []
    composition, pace = composition_bound(position), pace_bound(position)
    late = last_round_bound(position, min(composition.value, pace.value))
    found = [composition, pace, late, *questions.single_hand(position)]
    return [as_counted(bound, position.rules) for bound in found]


def _in_full(position: Position, bound: Bound, above: int) -> list[Bound]:
    """The single-hand bound with the cards in conflict, if there is a sentence for them; if it goes lower
    than needed, first one for the score `above` alone."""
    if position.rules.all_or_nothing:  # `above` is the maximum
        text = held_reason(position, above - 1)
        return [as_counted(Bound(bound.name, above - 1, text), position.rules) if text else bound]
    full = [
        Bound(bound.name, value, text)
        for value in sorted({above - 1, bound.value}, reverse=True)
        if (text := held_reason(position, value))
    ]
    if full and full[-1].value == bound.value:
        return full
    return [*full, bound]


def _what_ifs(position: Position, goal: int, questions: Questions) -> tuple[WhatIf, ...]:
    """Ask about every change; what follows from another answer is not asked."""
    if position.is_over:
        return ()
    answers: list[WhatIf] = []
    asked: dict[ChangeKind, Answer] = {}
    for change in changes(position):
        smaller = next((kind for kind, larger in _SMALLER.items() if larger is change.kind), None)
        if smaller is not None and asked.get(smaller) is Answer.YES:
            answers.append(WhatIf(change.kind, change.text, Answer.YES, smaller))
        else:
            answers.append(WhatIf(change.kind, change.text, _ask(position, change, goal, questions)))
        asked[change.kind] = answers[-1].answer
    return tuple(_implied(each, asked) for each in answers)


def _implied(what_if: WhatIf, asked: dict[ChangeKind, Answer]) -> WhatIf:
    """The answer, or if it was not found the one that follows from a larger change that is not enough."""
    larger = _SMALLER.get(what_if.kind)
    while larger is not None and what_if.answer is Answer.UNKNOWN:
        if asked.get(larger) is Answer.NO:
            return replace(what_if, answer=Answer.NO, follows_from=larger)
        larger = _SMALLER.get(larger)
    return what_if


def _ask(position: Position, change: Change, goal: int, questions: Questions) -> Answer:
    if change.position is not None:
        return questions.ask(change.position, goal, needs_bound=change.needs_bound, unplayed=change.unplayed)
    # In the final round that bound leaves out the seats that had their turn.
    if position.turns_left is None and any(bound.value < goal for bound in questions.single_hand(position)):
        return Answer.NO
    return reaches_without_seats(position, goal, questions.one())


def _missing(result: Result) -> tuple[Card, ...]:
    """The cards that a line to the best score leaves out; none if that score is not known, or the cards are
    not set."""
    rules = result.position.rules
    is_nothing = rules.all_or_nothing or (rules.speedrun and result.best == 0)
    if result.status is not Status.OPTIMAL or is_nothing or not rules.has_set_order:
        return ()
    final = replay(result.position, result.line)
    return tuple(
        rules.card_at(suit, step)
        for suit, height in enumerate(final.stacks)
        for step in range(height + 1, rules.ranks + 1)
    )
