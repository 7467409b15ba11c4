"""What `check` prints about one puzzle, a fact a line."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text

from hanabi_solver.analysis.any_order import AnyOrder, MoveWins
from hanabi_solver.analysis.puzzle_facts import PuzzleFacts
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.analysis.shortest import ShortestLine
from hanabi_solver.cli.render.wording import counted
from hanabi_solver.formats.first_move import FirstMove, first_move_of, format_first_move, with_trash_as_one
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import steps
from hanabi_solver.game.rules import Rules

_LABEL_WIDTH = len("one more strike") + 2


def print_facts(console: Console, facts: PuzzleFacts) -> None:
    """All that is known about a puzzle; what a limit left open is said to be not decided."""
    for label, text in _facts(facts):
        console.print(Text(f"{label:<{_LABEL_WIDTH}}{text}"))


def _facts(facts: PuzzleFacts) -> Iterator[tuple[str, str]]:
    result, moves = facts.result, facts.moves
    rules = result.position.rules
    if moves is None:
        yield "best score", f"between {result.best} and {result.upper} (of {rules.max_score}), not decided"
        yield "all else", "not looked at, as that needs the best score"
        return
    best, letters = result.best, rules.letters
    yield "best score", f"{best} of {rules.max_score}, proved"
    total = len(moves.keeping) + len(moves.losing) + len(moves.undecided)
    if moves.undecided and not moves.keeping:
        yield "first moves", f"not decided: {_names(moves.undecided, letters)}"
    else:
        yield "first moves", f"{_names(moves.keeping, letters)} ({len(moves.keeping)} of {total} keep {best})"
        if moves.undecided:
            yield "", f"not decided: {_names(moves.undecided, letters)}"
    yield "unique", {True: "yes", False: "no", None: "not decided"}[facts.is_unique]
    yield "forced", _forced(facts, letters)
    if not result.position.is_over:
        yield "one token less", _with_less(facts.fewer_tokens, best, "no clue token is there", "clue tokens")
        ends = "the next strike ends the game"
        yield "one more strike", _with_less(facts.more_strikes, best, ends, "strikes")
    if facts.shortest is not None:
        yield "shortest line", _shortest(facts.shortest, result.position)
    if facts.any_order is not None:
        yield from _any_order(facts.any_order, rules)


def _forced(facts: PuzzleFacts, letters: str) -> str:
    start = facts.start
    if start is None:
        return "no move is needed"
    moves = f": {_names(start.moves, letters)}" if start.moves else ""
    turns = counted(len(start.moves), "turn")
    if not facts.is_forced_known:
        return f"{turns} at least, then not decided{moves}"
    return f"{turns}, up to the end{moves}" if start.choice is None else f"{turns}{moves}"


def _with_less(reach: Reach | None, best: int, impossible: str, what: str) -> str:
    if reach is None:
        return f"not possible, {impossible}"
    if reach.best >= best:
        more = f", even {reach.best}" if reach.best > best else ""
        open_end = "" if reach.is_exact else " at least"
        return f"{best} still holds{more}{open_end}"
    if reach.upper >= best:
        return f"not decided ({reach.best} to {reach.upper})"
    score = f"{reach.best}" if reach.is_exact else f"{reach.best} to {reach.upper}"
    return f"{score} at best: the {what} matter"


def _shortest(shortest: ShortestLine, position: Position) -> str:
    turns = counted(len(shortest.line), "turn")
    if not shortest.is_shortest:
        return f"between {shortest.least} and {turns}, not decided"
    if not shortest.line:
        return f"{turns}"
    names = [first_move_of(step.before, step.move) for step in steps(position, shortest.line)]
    kinds = [
        move
        for name, step in zip(names, steps(position, shortest.line), strict=True)
        for move in with_trash_as_one([name], step.before)
    ]
    return f"{turns}, proved: {_names(kinds, position.rules.letters)}"


def _any_order(found: AnyOrder, rules: Rules) -> Iterator[tuple[str, str]]:
    orders = f"{counted(found.orders, 'order')} of the pile"
    if found.sample is not None:
        orders = (
            f"{_large(found.orders)} orders of the pile, a sample of {found.sample:,} (seed {found.seed})"
        )
        won, unit = found.won, 1
    else:
        won, unit = found.won * found.alike, found.alike
    done = (found.won + found.lost + found.undecided) * unit
    planned = found.planned * unit
    if found.share is None:
        yield "any order", f"{orders}, none decided"
        return
    decided = (found.won + found.lost) * unit
    text = f"{won:,} of {decided:,} ({100 * found.share:.1f} %) reach {found.goal}; {orders}"
    if done < planned:
        text += f"; stopped after {done:,} of {planned:,}"
    if found.undecided:
        text += f"; {found.undecided * unit:,} not decided"
    if found.alike > 1 and found.sample is None:
        text += f", solved as {found.planned:,} as useless cards are alike"
    yield "any order", text
    best_moves = _most(found.moves)
    if best_moves:
        yield "", f"first moves by orders won: {_by_wins(best_moves, unit, rules.letters)}"


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"{number:.1e}"


def _most(moves: Sequence[MoveWins]) -> list[MoveWins]:
    return [each for each in moves if each.won or each.undecided]


def _by_wins(moves: Iterable[MoveWins], unit: int, letters: str) -> str:
    texts = []
    for each in moves:
        known = f"{format_first_move(each.move, letters)} {each.won * unit:,}"
        texts.append(f"{known} (+ {each.undecided * unit:,} not decided)" if each.undecided else known)
    return ", ".join(texts)


def _names(moves: Iterable[FirstMove], letters: str) -> str:
    return ", ".join(format_first_move(move, letters) for move in moves) or "none"
