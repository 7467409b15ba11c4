"""What `play` shows: where on the line it is, the board, and what can still be reached."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from hanabi_solver.analysis.hypothetical import Exploration
from hanabi_solver.analysis.reviewed import Reach
from hanabi_solver.cli.render import held_text
from hanabi_solver.cli.render_board import print_board
from hanabi_solver.line import Step
from hanabi_solver.moves import Clue
from hanabi_solver.sentences import drawn_card, ending, held_name, move_words

KEYS_HELP = "arrows: turns  p r5, d x, c: try it  u: undo  l: line  s: solve  ?: help  q: quit"
HELP = """\
right, n    one turn ahead          p r5        try to play r5 (p 2: the card in slot 2)
left, b     one turn back           d x         try to discard a useless card (or a card, or a slot)
Home, 0     to the start            c           try a clue, any (c 1 r: suit r to seat 1, c 1 5: rank 5)
End, $      to the end              u           undo: take back the last move that was tried
12          to after turn 12        l           back to the line
s           what can be reached?    q           quit"""


@dataclass(frozen=True, slots=True)
class Stage:
    """What stays while a line is played: names of seats, unnamed cards, the number of the first turn."""

    names: Sequence[str]
    unnamed: frozenset[int]
    first_turn: int


def print_place(
    console: Console, stage: Stage, place: Exploration, reach: Reach | None, was: Reach | None
) -> None:
    """The turn, the move that led here, the board, and the best score left.

    `was` is what was left before a move that was tried.
    """
    before = stage.first_turn - 1
    where = f"After turn {before + place.at} of {before + len(place.path)}" if place.at else "Start"
    line = "" if place.is_on_line else ", off the line"
    console.print(Text(f"{where}{line}", style="bold"))
    if place.last_step is not None:
        console.print(f"Last: {describe_step(stage, place.last_step)}")
    position = place.position
    console.print()
    print_board(console, position, stage.unnamed, stage.names, place.next_move)
    pile = range(position.draw_index, len(position.deck))
    if pile:
        cards = Text(" ").join(held_text(position, card, stage.unnamed) for card in pile)
        console.print(Text(f"Draw pile ({len(pile)})  ").append_text(cards))
    console.print()
    console.print(Text(_reach_sentence(place, reach, was), style="bold"))
    if place.next_move is None:
        console.print(ending(position, has_moves=place.at > 0))


def describe_step(stage: Stage, step: Step) -> str:
    """A turn in words."""
    names = [f"seat {seat} ({name})" for seat, name in enumerate(stage.names)]
    before, after = move_words(step, names)
    position, drawn = step.before, drawn_card(step)
    card = "" if isinstance(step.move, Clue) else held_name(position, step.move.card, stage.unnamed)
    who = names[position.seat] if names else f"seat {position.seat}"
    draws = "" if drawn is None else f", draws {held_name(position, drawn, stage.unnamed)}"
    return f"{who}: {before}{card}{after}{draws}"


def _reach_sentence(place: Exploration, reach: Reach | None, was: Reach | None) -> str:
    if reach is None:
        return "Best score left: not asked yet (s asks)."
    most = place.start.rules.max_score
    if not reach.is_exact:
        left = f"Best score left: between {reach.best} and {reach.upper} of {most}, not decided in time."
    else:
        left = f"Best score left: {reach.best} of {most}."
    if was is None or not was.is_exact:
        return left
    if reach.is_exact and reach.best == was.best:
        return f"{left} The move keeps it."
    return f"{left} It was {was.best} before the move." if reach.upper < was.best else left
