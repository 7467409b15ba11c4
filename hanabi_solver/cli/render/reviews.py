"""The review of a game as text: what became of it, the best score in reach as a bar, what lowered it."""

import textwrap
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from hanabi_solver.analysis.game_review import GameReview
from hanabi_solver.analysis.offered_line import moves_without_button, no_button_sentence
from hanabi_solver.analysis.review_result import Drop, Review
from hanabi_solver.analysis.review_words import (
    closing_sentences,
    deed,
    headline_sentences,
    keeping_groups,
    line_text,
    range_text,
    undecided_sentence,
    why,
)
from hanabi_solver.formats.plain_text import player_names

# The bar's heights, and what is shown in their place where the output cannot hold such characters.
BLOCKS = "▁▂▃▄▅▆▇█"
PLAIN = ".:-=+*%#"
UNDECIDED = "?"
# Two scores next to each other differ by up to so many of the bar's heights, to look different.
_RISE = 2
_TURNS_A_ROW = 50


def print_review(console: Console, reviewed: GameReview) -> None:
    """What became of the game, the bar, the moves that lowered the best score in reach, what was left."""
    review, names = reviewed.review, player_names(reviewed.game.players)
    console.print(Text(" ".join(headline_sentences(reviewed, names)), style="bold"))
    if review.turns:
        console.print()
        _print_bar(console, review)
    for drop, link in zip(review.drops, reviewed.links, strict=True):
        console.print()
        _print_drop(console, drop, link, names)
        _print_buttons(console, reviewed, drop)
    if reviewed.why_no_link:
        console.print()
        console.print(f"No link to hanab.live: {reviewed.why_no_link}.", soft_wrap=True)
    open_turns = [turn for turn in review.turns if not turn.is_decided]
    if open_turns or not review.best.is_exact:
        console.print()
        console.print(undecided_sentence(review.best, open_turns))
    closing = " ".join(closing_sentences(reviewed))
    if closing:
        console.print()
        console.print(closing)


def _print_bar(console: Console, review: Review) -> None:
    """One character a turn: the best score in reach after it."""
    after = [turn.after for turn in review.turns]
    values = sorted({reach.best for reach in [review.best, *after] if reach.is_exact}, reverse=True)
    ramp = BLOCKS if _can_write(console, BLOCKS) else PLAIN
    marks = dict(zip(values, bar_marks(len(values), ramp), strict=True))
    if 0 in marks and len(marks) > 1:
        marks[0] = ramp[0]  # all is lost, however few scores lie between
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
    scores = f"{range_text(turn.before)} > {range_text(turn.after)}"
    console.print(Text(f"Turn {turn.turn}: {deed(turn, names)}, {scores}", style="bold"))
    _print_point(console, f"why not {turn.before.best}", why(drop.reasons))
    _print_point(console, f"keeping {turn.before.best}", "; ".join(keeping_groups(drop)))
    if drop.line:
        _print_point(console, f"a line to {turn.before.best}", line_text(drop, is_linked=link is not None))
    else:
        _print_point(console, f"a line to {turn.before.best}", "none is needed, the stacks have it already")
    if link is not None:
        console.print(f"  {'watch it':<13} {link}", soft_wrap=True)


def _print_buttons(console: Console, reviewed: GameReview, drop: Drop) -> None:
    """What hanab.live's page does not offer of the line that is shown."""
    turn = drop.turn
    missing = moves_without_button(reviewed.game.variant, turn.position, drop.line, turn.turn)
    if missing:
        _print_point(console, "note", no_button_sentence(missing))


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
