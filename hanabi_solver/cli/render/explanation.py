"""An explanation as a few lines for people, the answer first."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import groupby

from rich.console import Console
from rich.text import Text

from hanabi_solver.analysis.common_start import CommonStart
from hanabi_solver.analysis.explanation import Explanation, WhatIf
from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.analysis.narrowness import Narrowness
from hanabi_solver.analysis.relaxations import ChangeKind
from hanabi_solver.cli.render.wording import counted
from hanabi_solver.formats.first_move import FirstMove, MoveKind, format_first_move
from hanabi_solver.game.words import card_name
from hanabi_solver.names import NAMED_BOUNDS, Answer, Status
from hanabi_solver.solver.result import Result

# With the two lines that name an entry, an explanation has at most 12.
MOST_LINES = 10
# How many moves, and how many swaps, are named one by one.
_MOST_MOVES, _MOST_SWAPS = 6, 2


class _Weight(IntEnum):
    """What is left out last, up to what is left out first if there is no room."""

    ANSWER = 0
    REMEDY = 1
    LINES = 2
    LOWER = 3
    NO_REMEDY = 4


def print_explanation(console: Console, explanation: Explanation) -> None:
    """Whether the goal can be reached, then why not or how narrowly.

    What does not fit in `MOST_LINES` lines of the console is left out, the least important first.
    """
    sentences = [(_Weight.ANSWER, _headline(explanation)), *_sentences(explanation)]
    texts = [(weight, Text(sentence)) for weight, sentence in sentences]
    texts[0][1].stylize("bold")
    room = MOST_LINES
    shown: list[Text] = []
    for weight, text in sorted(texts, key=lambda each: each[0]):
        height = len(text.wrap(console, console.width))
        if weight is _Weight.ANSWER or height <= room:
            room -= height
            shown.append(text)
    for _, text in texts:
        if any(text is each for each in shown):
            console.print(text)


def _headline(explanation: Explanation) -> str:
    goal, result = explanation.goal, explanation.result
    if explanation.answer is Answer.YES:
        return f"{goal} can be reached."
    known = f"between {result.best} and {result.upper}"
    if explanation.answer is Answer.UNKNOWN:
        return f"Whether {goal} can be reached is not decided: the best score is {known}."
    if result.status is Status.OPTIMAL:
        return f"{goal} cannot be reached: the best score is {result.best}."
    return f"{goal} cannot be reached: no line scores more than {result.upper}."


def _sentences(explanation: Explanation) -> Iterator[tuple[_Weight, str]]:
    if explanation.answer is Answer.UNKNOWN:
        yield _Weight.ANSWER, "The solve stopped before it knew more."
        return
    goal, rules = explanation.goal, explanation.result.position.rules
    for number, reason in enumerate(explanation.reasons):
        if number == 0:
            why = "Why not" if reason.name in NAMED_BOUNDS else "No bound says why, but it is proved"
            yield _Weight.ANSWER, f"{why}: {reason.text} [{reason.name}]."
        else:
            yield _Weight.LOWER, f"Not even {reason.value + 1}: {reason.text} [{reason.name}]."
    yield from _what_ifs(explanation.what_ifs, goal)
    if explanation.missing:
        cards = ", ".join(card_name(card, rules.letters) for card in explanation.missing)
        yield _Weight.LINES, f"The line to {explanation.result.best} goes without {cards}."
    if explanation.narrowness is not None:
        for sentence in _narrowness(explanation.narrowness, goal, explanation.result):
            yield _Weight.REMEDY, sentence
    if explanation.start is not None and (explanation.start.moves or explanation.narrowness is None):
        yield _Weight.LINES, _common_start(explanation.start, rules.letters, explanation.result.first_turn)


def _what_ifs(what_ifs: Sequence[WhatIf], goal: int) -> Iterator[tuple[_Weight, str]]:
    # What follows from a smaller change that is enough need not be said.
    enough = [each for each in what_ifs if each.answer is Answer.YES and each.follows_from is None]
    if enough:
        each_alone = ", each by itself" if len(enough) > 1 else ""
        yield _Weight.REMEDY, f"Enough for {goal} would be{each_alone}: {_changes(enough)}."
    not_enough = [each for each in what_ifs if each.answer is Answer.NO]
    if not_enough:
        yield _Weight.NO_REMEDY, f"Not enough: {_changes(not_enough, names_swaps=False)}."
    open_ones = [each for each in what_ifs if each.answer is Answer.UNKNOWN]
    if open_ones:
        yield _Weight.NO_REMEDY, f"Not decided: {_changes(open_ones, names_swaps=False)}."


def _changes(what_ifs: Sequence[WhatIf], *, names_swaps: bool = True) -> str:
    swaps = [each.text for each in what_ifs if each.kind is ChangeKind.SWAP]
    texts = [each.text for each in what_ifs if each.kind is not ChangeKind.SWAP]
    named = swaps[:_MOST_SWAPS] if names_swaps else []
    rest = len(swaps) - len(named)
    if rest:
        more = "more " if named else ""
        named.append(f"{rest} {more}{'swap' if rest == 1 else 'swaps'} of neighbours at the end of the pile")
    return "; ".join([*texts, *named])


def _first_turn(number: int) -> str:
    return "the first turn" if number == 1 else f"turn {number}"


def _narrowness(narrowness: Narrowness, goal: int, result: Result) -> Iterator[str]:
    moves, rules = narrowness.first_moves, result.position.rules
    if moves is None:
        yield "No move is needed."
        return
    yield f"On {_first_turn(result.first_turn)}, {_choice(moves, goal, rules.letters)}."
    least = narrowness.least_tokens
    tokens = counted(least, "clue token") if rules.clue_cost == 1 else f"{least / rules.clue_cost:g} clues"
    turns = ""
    if narrowness.least_pace is not None:
        turns = f"{counted(narrowness.least_pace, 'turn')} to spare (turn {narrowness.pace_turn}) and "
    yield (f"On the line found, there are never fewer than {turns}{tokens} (turn {narrowness.tokens_turn}).")


def _common_start(start: CommonStart, letters: str, first_turn: int) -> str:
    turns, last = len(start.moves), first_turn + len(start.moves) - 1
    lines = f"All good lines (to {start.score})"
    if start.choice is None:
        return f"{lines} are the same up to the end, turn {last}: {_line(start.moves, letters)}."
    choice, first = _choice(start.choice, start.score, letters), _first_turn(first_turn)
    if turns == 0 and not start.parts:
        return f"Whether good lines (to {start.score}) part on {first} is not decided: {choice}."
    if turns == 0:
        return f"Good lines (to {start.score}) part on {first}: {choice}."
    if not start.parts:
        agree = f"{lines} agree at least up to turn {last}: {_line(start.moves, letters)}"
        return f"{agree}. Whether they part there is not decided: {choice}."
    return f"{lines} agree up to turn {last}: {_line(start.moves, letters)}. Then {choice}."


def _choice(moves: FirstMoves, score: int, letters: str) -> str:
    total = len(moves.keeping) + len(moves.losing) + len(moves.undecided)
    text = f"{len(moves.keeping)} of {counted(total, 'different move')} "
    text += f"({100 * len(moves.keeping) / total:.0f} %) keep {score}"
    if len(moves.keeping) < total and len(moves.keeping) <= _MOST_MOVES:
        text += f" ({_moves(moves.keeping, letters)})"
    if 0 < len(moves.losing) <= _MOST_MOVES:
        verb = "does" if len(moves.losing) == 1 else "do"
        text += f"; {_moves(moves.losing, letters)} {verb} not"
    if moves.undecided:
        text += f"; {len(moves.undecided)} not decided"
    return text


def _line(moves: Sequence[FirstMove], letters: str) -> str:
    """Moves one after the other; several clues in a row are counted."""
    parts: list[str] = []
    for kind, part in groupby(moves, key=lambda move: move.kind):
        same = list(part)
        if kind is MoveKind.CLUE and len(same) > 1:
            parts.append(counted(len(same), "clue"))
        else:
            parts += [format_first_move(move, letters) for move in same]
    return ", ".join([*parts[:_MOST_MOVES], "..."] if len(parts) > _MOST_MOVES else parts)


def _moves(moves: Sequence[FirstMove], letters: str) -> str:
    shown = [format_first_move(move, letters) for move in moves[:_MOST_MOVES]]
    return ", ".join([*shown, "..."] if len(moves) > _MOST_MOVES else shown)
