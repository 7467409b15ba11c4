"""The review of a game as text: the verdict, the best score in reach as a bar, each move that lowered it."""

import textwrap
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from hanabi_solver.analysis.game_review import GameReview
from hanabi_solver.analysis.reviewed import Drop, Loss, Reach, Review, ReviewedTurn
from hanabi_solver.cards import Card, format_card
from hanabi_solver.cli.wording import counted
from hanabi_solver.deal import Position
from hanabi_solver.formats.first_move import FirstMove, MoveKind, first_move_of, format_first_move
from hanabi_solver.formats.hanablive.game import NOT_STATED
from hanabi_solver.line import steps
from hanabi_solver.moves import Clue, Move
from hanabi_solver.result import Bound

# The bar's heights, and what stands for them where the output cannot hold such characters.
BLOCKS = "▁▂▃▄▅▆▇█"
PLAIN = ".:-=+*%#"
UNDECIDED = "?"
# Two scores next to each other differ by up to so many of the bar's heights, to be told apart.
_RISE = 2
_TURNS_A_ROW = 50
# Moves of a line that are shown beside its link.
_FIRST_MOVES = 8
_PAST = {
    MoveKind.PLAY: "played",
    MoveKind.MISPLAY: "misplayed",
    MoveKind.DISCARD: "discarded",
}


def print_review(console: Console, reviewed: GameReview) -> None:
    """The verdict in short, the bar, the moves that lowered the best score in reach, the verdict with why."""
    review, names = reviewed.review, _names(reviewed.game.players)
    console.print(Text(" ".join(_headline(reviewed, names)), style="bold"))
    if review.turns:
        console.print()
        _print_bar(console, review)
    for drop, link in zip(review.drops, reviewed.links, strict=True):
        console.print()
        _print_drop(console, drop, link, names)
    if reviewed.why_no_link:
        console.print()
        console.print(f"No link to hanab.live: {reviewed.why_no_link}.", soft_wrap=True)
    open_turns = [turn for turn in review.turns if not turn.is_decided]
    if open_turns or not review.best.is_exact:
        console.print()
        console.print(_undecided(review.best, open_turns))
    if review.loss is not None:
        console.print()
        console.print(f"Verdict: {_verdict(reviewed, review.loss, names)}")


def _headline(reviewed: GameReview, names: Sequence[str]) -> Iterator[str]:
    review = reviewed.review
    score, most = review.final.score, review.start.rules.max_score
    if score == most:
        yield f"Score {score} of {most}: a perfect game, no move cost a point."
        return
    if review.best.is_exact and score == review.best.best:
        yield f"Score {score} of {most}, the best that this deal allows."
        return
    yield f"Score {score} of {most}; the deal's best is {_range(review.best)}."
    if review.loss is None:
        yield (
            f"{most} was still in reach {_at_the_end(reviewed)}."
            if review.end.best == most
            else f"Whether {most} got out of reach is not decided."
        )
    else:
        yield f"{most} {_how_lost(review, review.loss, names)}."


def _how_lost(review: Review, loss: Loss, names: Sequence[str]) -> str:
    """What became of the highest score, to be read after it."""
    if loss.last == 0:
        return "was never in reach"
    if loss.first < loss.last:
        since = "from the start" if loss.first == 0 else f"from turn {loss.first}"
        return f"was perhaps out of reach {since} on, and surely after turn {loss.last}"
    return f"became impossible at turn {loss.last}, when {_deed(review.turns[loss.last - 1], names)}"


def _verdict(reviewed: GameReview, loss: Loss, names: Sequence[str]) -> str:
    """The deal's best, the game's score, and how and why the highest score got out of reach."""
    review = reviewed.review
    score, most = review.final.score, review.start.rules.max_score
    ended = "" if reviewed.ending == NOT_STATED else f" ({reviewed.ending})"
    sentences = [f"the deal's best is {_range(review.best)}, the game scored {score}{ended}."]
    sentences.append(f"{most} {_how_lost(review, loss, names)}: {_why(loss.reasons)}.")
    if review.end.best > score:
        sentences.append(f"{_range(review.end)} was still in reach {_at_the_end(reviewed)}.")
    return " ".join(sentences)


def _at_the_end(reviewed: GameReview) -> str:
    turns = len(reviewed.review.turns)
    when = f"after turn {turns}" if turns else "before its first move"
    if reviewed.ending == NOT_STATED:
        return f"when the game stopped {when}"
    return f"when the game ended {when} ({reviewed.ending})"


def _undecided(best: Reach, turns: Sequence[ReviewedTurn]) -> str:
    reaches = [best, *(reach for turn in turns for reach in (turn.before, turn.after))]
    open_reaches = [reach for reach in reaches if not reach.is_exact]
    lowest = min(reach.best for reach in open_reaches)
    highest = max(reach.upper for reach in open_reaches)
    if not turns:
        return f"Not decided before a limit was hit: the deal's best, {lowest} to {highest}."
    where = "turn" if len(turns) == 1 else "turns"
    return (
        f"Not decided before a limit was hit: the best score in reach around {where} "
        f"{', '.join(_runs([turn.turn for turn in turns]))}, {lowest} to {highest}."
    )


def _runs(numbers: Sequence[int]) -> list[str]:
    """Rising numbers with those that follow one another drawn together.

    >>> _runs([1, 2, 3, 7, 9, 10])
    ['1-3', '7', '9-10']
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]


def _print_bar(console: Console, review: Review) -> None:
    """One character a turn: the best score in reach after it."""
    after = [turn.after for turn in review.turns]
    values = sorted({reach.best for reach in [review.best, *after] if reach.is_exact}, reverse=True)
    ramp = BLOCKS if _can_write(console, BLOCKS) else PLAIN
    marks = dict(zip(values, bar_marks(len(values), ramp), strict=True))
    most = review.start.rules.max_score
    legend = Text("Best score in reach after each turn (")
    for number, value in enumerate(values):
        legend.append("  " if number else "").append(marks[value], style=_bar_style(value, most))
        legend.append(f" {value}")
    if not all(reach.is_exact for reach in after):
        legend.append(f"  {UNDECIDED} not decided")
    console.print(legend.append(")"))
    width = len(f"turn {len(after)}  ")
    in_row = max(min(_TURNS_A_ROW, (console.width - width) // 10 * 10), 10)
    for start in range(0, len(after), in_row):
        row = Text(f"turn {start + 1:>{width - 7}}  ")
        for reach in after[start : start + in_row]:
            if reach.is_exact:
                row.append(marks[reach.best], style=_bar_style(reach.best, most))
            else:
                row.append(UNDECIDED)
        console.print(row)


def bar_marks(number: int, ramp: str) -> list[str]:
    """The characters of `ramp`, which rises, for so many different scores from the highest on.

    >>> "".join(bar_marks(3, BLOCKS)), "".join(bar_marks(10, BLOCKS))
    ('█▆▄', '█▇▆▆▅▄▃▃▂▁')
    """
    top = len(ramp) - 1
    rise = _RISE if (number - 1) * _RISE <= top else top / (number - 1)
    return [ramp[top - round(index * rise)] for index in range(number)]


def _bar_style(value: int, most: int) -> str:
    return "green" if value == most else "yellow" if value else "red"


def _can_write(console: Console, text: str) -> bool:
    try:
        text.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _print_drop(console: Console, drop: Drop, link: str | None, names: Sequence[str]) -> None:
    turn = drop.turn
    scores = f"{_range(turn.before)} > {_range(turn.after)}"
    console.print(Text(f"Turn {turn.turn}: {_deed(turn, names)}, {scores}", style="bold"))
    _print_point(console, f"why not {turn.before.best}", _why(drop.reasons))
    _print_point(console, f"keeping {turn.before.best}", "; ".join(keeping_groups(drop)))
    if drop.line:
        _print_point(console, f"a line to {turn.before.best}", _line(drop, is_linked=link is not None))
    else:
        _print_point(console, f"a line to {turn.before.best}", "none is needed, the stacks have it already")
    if link is not None:
        console.print(f"  {'watch it':<13} {link}", soft_wrap=True)


def _print_point(console: Console, name: str, text: str) -> None:
    head = f"  {name:<13} "
    for row in textwrap.wrap(
        text,
        width=max(console.width, 40),
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
    ):
        console.print(row, soft_wrap=True)


def keeping_groups(drop: Drop) -> Iterator[str]:
    """The moves that would have kept the score, grouped for people; then those that are not decided."""
    yield from _grouped(drop.turn.position, drop.moves.keeping, [*drop.moves.losing, *drop.moves.undecided])
    if drop.moves.undecided:
        groups = _grouped(drop.turn.position, drop.moves.undecided, [*drop.moves.keeping, *drop.moves.losing])
        yield f"not decided: {', '.join(groups)}"


def _grouped(position: Position, moves: Sequence[FirstMove], others: Sequence[FirstMove]) -> Iterator[str]:
    """Moves by kind; useless cards of a hand, which are interchangeable, are named together."""
    for kind in (MoveKind.PLAY, MoveKind.CLUE, MoveKind.DISCARD, MoveKind.MISPLAY):
        chosen = [move for move in moves if move.kind is kind]
        if not chosen:
            continue
        if kind is MoveKind.CLUE:
            yield "any clue"
            continue
        verb = "even misplay" if kind is MoveKind.MISPLAY else kind.value
        useless = [move for move in chosen if move.card is not None and position.is_trash(move.card)]
        useful = [move for move in chosen if move not in useless]
        is_all = not any(move.kind is kind for move in others)
        if kind is MoveKind.DISCARD and is_all and len(chosen) > 1:
            yield f"discard any card ({_cards(chosen, position)})"
            continue
        words = [f"any useless card ({_cards(useless, position)})"] if len(useless) > 1 else []
        named = useful if words else chosen
        if named:
            words.append(_cards(named, position, " or "))
        yield f"{verb} {' or '.join(words)}"


def _cards(moves: Sequence[FirstMove], position: Position, last: str = ", ") -> str:
    words = []
    for move in moves:
        card = move.card or Card(0, 0)
        words.append(format_card(card, position.rules.letters) + (" from the pile" if move.from_pile else ""))
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + last + words[-1]


def _line(drop: Drop, *, is_linked: bool) -> str:
    """The moves of a line, only the first ones if a link shows the rest."""
    position, line = drop.turn.position, drop.line
    shown = line[:_FIRST_MOVES] if is_linked and len(line) > _FIRST_MOVES + 1 else line
    moves = ", ".join(_move_name(step.before, step.move) for step in steps(position, shown))
    return moves if shown == line else f"{moves}, ... ({counted(len(line), 'move')})"


def _move_name(position: Position, move: Move) -> str:
    return format_first_move(first_move_of(position, move), position.rules.letters)


def _deed(turn: ReviewedTurn, names: Sequence[str]) -> str:
    """Who did what."""
    position, move = turn.position, turn.move
    player = names[turn.seat]
    if isinstance(move, Clue):
        named = f"rank {move.rank}" if move.suit is None else f"suit {position.rules.letters[move.suit]}"
        return f"{player} gave {names[move.target]} a clue ({named})"
    kind = first_move_of(position, move).kind
    card = _move_name(position, move).removeprefix(f"{kind.value} ")
    return f"{player} {_PAST[kind]} {card}"


def _why(reasons: Sequence[Bound]) -> str:
    """The first reason, which is the easiest to see."""
    return reasons[0].text


def _range(reach: Reach) -> str:
    return str(reach.best) if reach.is_exact else f"{reach.best} to {reach.upper}"


def _names(players: Sequence[str]) -> list[str]:
    """The players' names as text that does nothing to a terminal."""
    names = []
    for number, player in enumerate(players, start=1):
        name = "".join(character for character in player if character.isprintable()).strip()
        names.append(name or f"player {number}")
    return names
