"""Results in sentences, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hanabi_solver.game.plurals import counted
from hanabi_solver.names import Answer, Status

if TYPE_CHECKING:
    from hanabi_solver.solver.result import Result


def headline(result: Result) -> str:
    """The answer in one sentence; a score that is not proved is given as a range."""
    best, most = result.best, result.position.rules.max_score
    match result.answer:
        case Answer.YES if not result.line:
            return f"Can {result.target} be reached? Yes, the score is {best} of {most} already."
        case Answer.YES:
            return f"Can {result.target} be reached? Yes, by the line below (score {best} of {most})."
        case Answer.NO:
            return f"Can {result.target} be reached? No."
        case Answer.UNKNOWN:
            return f"Can {result.target} be reached? Not decided."
    if result.status is Status.OPTIMAL:
        return f"Best score: {best} of {most}, proved."
    if best == result.upper:
        return f"Best score: {best} of {most} by one method; the second did not confirm it."
    return f"Best score: between {best} and {result.upper} (of {most}), not decided."


def summary(result: Result) -> str:
    """The answer as a part of one line: the score, and the names of the bounds that say why no more."""
    best, upper, most = result.best, result.upper, result.position.rules.max_score
    names = ", ".join(reason.name for reason in result.reasons if reason.value < most)
    why = f" because of {names}" if names else ""
    match result.answer:
        case Answer.YES:
            return f"{result.target} of {most} can be reached"
        case Answer.NO:
            return f"{result.target} of {most} cannot be reached{why}"
        case Answer.UNKNOWN:
            return f"{result.target} of {most} not decided (between {best} and {upper})"
    if result.status is Status.OPTIMAL:
        short = "" if result.least_turns is None else f"; shortest line {turns_in_words(result)}"
        return f"{best} of {most}, proved{f'; not {upper + 1}{why}' if names else ''}{short}"
    if best == upper:
        return f"{best} of {most} by one method; the second did not confirm it"
    return f"between {best} and {upper} of {most}, not decided"


def bound_sentences(result: Result) -> Iterator[str]:
    """Why the score is no higher, or how far the solve got."""
    if result.answer is Answer.YES:
        return
    if result.cross_check is not None and result.cross_check.agrees:
        yield f"A second method agrees [{result.cross_check.method}]."
    if result.answer is Answer.UNKNOWN:
        yield f"The best score is between {result.best} and {result.upper}."
    if result.answer is not Answer.NO and result.status is Status.BOUNDS:
        yield (
            f"{result.gap[0].upper()}{result.gap[1:]}."
            if result.gap
            else "The solve stopped before it knew more."
        )
    for reason in result.reasons:
        if reason.value < result.position.rules.max_score:
            yield f"Why not {reason.value + 1}: {reason.text} [{reason.name}]."
    if result.line and result.status is Status.BOUNDS:
        yield f"The line below reaches {result.best}."
    if result.least_turns is not None:
        yield f"Shortest line: {turns_in_words(result)}."


def turns_in_words(result: Result) -> str:
    """How many turns the shortest line has; a number that is not proved is given as a range.

    Only of a result with `least_turns`.
    """
    turns = counted(len(result.line), "turn")
    return (
        f"{turns}, proved" if result.is_shortest else f"between {result.least_turns} and {turns}, not decided"
    )
