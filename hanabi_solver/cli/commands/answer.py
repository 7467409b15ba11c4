"""What `solve` says about one entry, as a value: made in this process or another, printed in this one."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.errors import Fault, InputError, InternalCheckError, WorkerLostError
from hanabi_solver.names import Method
from hanabi_solver.solver.budget import Budget
from hanabi_solver.solver.limits import Context, Limits

if TYPE_CHECKING:
    from hanabi_solver.formats.source import BadEntry, Entry, Line
    from hanabi_solver.solver.result import Result


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every entry: the options that `solve` and its answers depend on.

    `asks_twice` wants a second method to agree, `wants_shortest` a line with the fewest turns.
    """

    method: Method
    target: int | None
    limits: Limits
    seed: int
    is_json: bool
    asks_twice: bool = False
    wants_shortest: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer for one entry: the line of JSON, and what else is to be printed.

    `error` is printed on stderr. `entry` and `result` are shown, but for `--json`; `why_no_link` says why the
    result has none, where one could be expected. `notes` are remarks on the entry called `name`;
    `without_button` are the moves of the line that hanab.live's page does not offer, though its server does.
    `goal` is the score that was asked for, the highest of the rules if none was. With `is_decided` the
    question about scores is answered; that about a shortest line may be open. `short` is the line of text,
    where the fast lane made it instead of a result.
    """

    outcome: ExitCode
    line: str
    name: str
    notes: tuple[str, ...] = ()
    error: InputError | InternalCheckError | None = None
    entry: "Entry | None" = None
    result: "Result | None" = None
    why_no_link: str = ""
    without_button: tuple[str, ...] = ()
    goal: int | None = None
    is_reached: bool = False
    is_decided: bool = False
    short: str = ""


def answer_item(question: Question, item: "Entry | BadEntry | Line") -> Answered:
    """Read one entry of a list and answer it on one thread, so that all runs give the same answer."""
    from hanabi_solver.formats.source import BadEntry, Line
    from hanabi_solver.solver.shared_tables import kept_tables

    entry = item.read() if isinstance(item, Line) else item
    if isinstance(entry, BadEntry):
        return refuse(entry)
    limits = question.limits
    alone = replace(question, limits=replace(limits, memory=None, workers=1))
    answered = answer(alone, entry, Context(tables=kept_tables(limits.memory)))
    # What is not shown need not travel from process to process.
    return replace(answered, entry=None, result=None) if question.is_json else answered


def answer(question: Question, entry: "Entry", context: Context) -> Answered:
    """Solve one entry."""
    from hanabi_solver.formats.source import BadEntry
    from hanabi_solver.names import Answer, Status
    from hanabi_solver.solver.best_score import solve
    from hanabi_solver.solver.result_json import format_result

    try:
        entry.check_goes_on()
        if question.wants_shortest:
            from hanabi_solver.analysis.shortest import check_set_order

            check_set_order(entry.position)
        result = solve(
            entry.value,
            target=question.target,
            method=question.method,
            limits=question.limits,
            seed=question.seed,
            context=context,
        )
        result = replace(result, source=entry.name)
        if question.wants_shortest and result.status is Status.OPTIMAL:
            result = _shortened(question, result, context)
        if question.asks_twice and (result.status is Status.OPTIMAL or result.answer is Answer.NO):
            from hanabi_solver.checking.second_method import cross_check  # brings the search

            second = cross_check(result, limits=question.limits, context=context)
            result = replace(result, cross_check=second)
    except InputError as error:
        return replace(refuse(BadEntry(entry.name, error.at(entry.name))), notes=entry.notes)
    except InternalCheckError as error:
        return fail(entry, error)
    result, without_button = _with_buttons(entry, result, context)
    result, why_no_link = _with_link(entry, result)
    answered = Answered(_outcome(result), format_result(result), entry.name, entry.notes)
    goal = result.position.rules.max_score if question.target is None else question.target
    return replace(
        answered,
        entry=entry,
        result=result,
        why_no_link=why_no_link,
        without_button=without_button,
        goal=goal,
        is_reached=result.best >= goal,
        is_decided=result.status is Status.OPTIMAL or result.answer in (Answer.YES, Answer.NO),
    )


def _shortened(question: Question, result: "Result", context: Context) -> "Result":
    """The result with a shortest line, as far as that is found in the time that is left."""
    from hanabi_solver.analysis.shortest import shortest_line

    seconds = question.limits.seconds
    left = None if seconds is None else max(seconds - result.seconds, 0.0)
    began = Budget()
    shortest = shortest_line(
        result.position,
        result.best,
        result.line,
        limits=question.limits,
        seed=question.seed,
        context=replace(context, budget=began).within(left),
    )
    spent = result.seconds + began.spent()
    return replace(result, line=shortest.line, least_turns=shortest.least, seconds=spent)


def fail(entry: "Entry", error: InternalCheckError) -> Answered:
    """The answer for an entry whose answer failed an internal check."""
    from hanabi_solver.solver.result_json import format_error

    fault = Fault("", f"internal check failed: {error}")
    line = format_error([fault], entry.name)
    return Answered(ExitCode.CHECK_FAILED, line, entry.name, entry.notes, error)


def refuse(entry: "BadEntry") -> Answered:
    """The answer for an entry that is faulty."""
    from hanabi_solver.solver.result_json import format_error

    line = format_error(entry.error.faults, entry.name)
    return Answered(ExitCode.BAD_INPUT, line, entry.name, error=entry.error)


def give_up(name: str, error: WorkerLostError) -> Answered:
    """The answer for the entry of this name, which cost a process its life."""
    from hanabi_solver.solver.result_json import format_error

    advice = "if memory is short, lower --memory-limit or --workers; then solve this deal again"
    fault = Fault("", f"not solved: {error}", advice)
    return Answered(ExitCode.CHECK_FAILED, format_error([fault], name), name, error=InputError([fault], name))


def _with_buttons(entry: "Entry", result: "Result", context: Context) -> tuple["Result", tuple[str, ...]]:
    """The result with a line that hanab.live's page offers, if one is found, and what it does not offer."""
    if entry.game is None or not result.line:
        return result, ()
    variant = entry.game.variant
    if not (variant.has_inverted_suits or result.position.rules.deck_plays):
        return result, ()
    from hanabi_solver.analysis.offered_line import moves_without_button, offered_line

    if result.least_turns is None:  # another line could be longer
        result = offered_line(variant, result, context)
    return result, moves_without_button(variant, result.position, result.line, entry.turn or 1)


def _with_link(entry: "Entry", result: "Result") -> tuple["Result", str]:
    """The result with the link of its line, or else why it has none (nothing if it has no line)."""
    from hanabi_solver.formats.convert import link_of_line, no_link_reason

    if not result.line:
        return result, ""
    try:
        return replace(result, link=link_of_line(entry, result.line)), ""
    except InputError as error:
        return result, no_link_reason(entry, error)


def _outcome(result: "Result") -> ExitCode:
    from hanabi_solver.names import Answer, Status

    match result.answer:
        case Answer.YES:
            return ExitCode.PROVED
        case Answer.NO:
            return ExitCode.FALSE
        case Answer.UNKNOWN:
            return ExitCode.GAP
    is_proved = result.status is Status.OPTIMAL and (result.least_turns is None or result.is_shortest)
    return ExitCode.PROVED if is_proved else ExitCode.GAP
