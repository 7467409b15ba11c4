"""What `play` shows: where on the line it is, the board, and what can still be reached."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from rich.console import Console
from rich.text import Text

from hanabi_solver.analysis.hypothetical import Exploration
from hanabi_solver.analysis.review_result import Reach
from hanabi_solver.cli.render.board import coloured, print_board, seat_labels
from hanabi_solver.cli.render.results import held_text
from hanabi_solver.game.board import counts_row, feet_row, hand_rows, legend_rows, stack_rows
from hanabi_solver.game.replay import Step
from hanabi_solver.game.words import deed, drawn_card, ending, held_name, outlook
from hanabi_solver.game.worth import points_left

KEYS_HELP = "arrows: turns  p, d, c: a move  u: undo  l: line  s: solve  ?: help  q: quit"
HELP = """\
right, n    one turn ahead (also Enter, and a blank)
left, b     one turn back
Home, 0     to the start
End, $      to the end
12          to turn 12, before its move
p r5        try to play r5 (p 2: the card in slot 2; slot 1 is the newest)
d x         try to discard a useless card (or name a card, or a slot)
c           try a clue, any (c Bob red, c Bob 5)
u           undo: take back the last move that was tried
l           back to the line
s           what can be reached? (Ctrl-C gives up waiting)
?, h        this table
q           quit"""


@dataclass(frozen=True, slots=True)
class Stage:
    """What stays while a line is played: names of seats, unnamed cards, the number of the first turn."""

    names: Sequence[str]
    unnamed: frozenset[int]
    first_turn: int


@dataclass(frozen=True, slots=True)
class View:
    """All that is to be shown of a place.

    `reach` is what is left there, `was` what was left before a move that was tried; None where not known.
    """

    stage: Stage
    place: Exploration
    reach: Reach | None
    was: Reach | None
    message: str = ""
    shows_help: bool = False


def print_place(console: Console, view: View) -> None:
    """The turn, the move that led here, the board, and the best score left; then messages."""
    place, stage = view.place, view.stage
    for row in _where(view):
        console.print(row)
    console.print()
    print_board(console, place.position, stage.unnamed, stage.names, place.next_move)
    if place.position.pile_size:
        console.print(_pile(view))
    for row in _outlook(view):
        console.print(row)
    console.print()
    for row in _left(view):
        console.print(row)
    for text in (view.message, HELP if view.shows_help else ""):
        if text:
            console.print()
            console.print(text)


class _Drop(IntEnum):
    """What is left out where the screen is too low for all, from first to last; the rest stays."""

    BLANK = 0
    MORE_PILE = 1
    ABOUT = 2
    LEGEND = 3
    NAME = 4
    OUTLOOK = 5
    STACKS = 6
    PILE = 7
    NEVER = 8


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows that are shown or left out together."""

    drop: _Drop
    rows: list[Text]


def screen_rows(console: Console, name: Sequence[str], view: View, prompt: str) -> list[Text]:
    """The same for a screen, in as many rows as it has at most, each no wider than the screen.

    `name` is that of the entry, a text a line. What matters most stands at the bottom, near the prompt.
    The table of commands takes the place of the board.
    """
    blocks = list(_blocks(console, name, view))
    foot = Text(prompt) if prompt else Text(KEYS_HELP, style="dim")
    foot.truncate(console.width)
    blocks.append(_Block(_Drop.NEVER, [foot]))
    while sum(len(block.rows) for block in blocks) > console.height:
        first = min(blocks, key=lambda block: block.drop)
        if first.drop is _Drop.NEVER:
            break
        blocks.remove(first)
        if first.drop is _Drop.MORE_PILE:
            (pile,) = (row for block in blocks if block.drop is _Drop.PILE for row in block.rows)
            pile.truncate(console.width - len(" ..."))
            pile.append(" ...")
    rows = [row for block in blocks for row in block.rows]
    return rows[max(len(rows) - console.height, 0) :]


def _blocks(console: Console, name: Sequence[str], view: View) -> Iterator[_Block]:
    place, stage = view.place, view.stage
    position, blank = place.position, _Block(_Drop.BLANK, [Text()])
    head, *about = name
    yield _Block(_Drop.NAME, _cut(console, [Text(head)]))
    yield _Block(_Drop.ABOUT, _cut(console, map(Text, about)))
    yield blank
    if view.shows_help:
        yield _Block(_Drop.NEVER, _cut(console, map(Text, HELP.split("\n"))))
    else:
        labels = seat_labels(position, stage.names, console.encoding)
        hands = hand_rows(position, stage.unnamed, labels, place.next_move)
        counts = [feet_row(position), counts_row(position, stage.unnamed)]
        yield _Block(_Drop.STACKS, _cut(console, map(coloured, stack_rows(position))))
        yield _Block(_Drop.NEVER, _cut(console, map(coloured, counts)))
        yield blank
        yield _Block(_Drop.NEVER, _cut(console, map(coloured, hands)))
        yield _Block(_Drop.LEGEND, [coloured(row) for row in legend_rows(console.width)])
        if position.pile_size:
            yield from _pile_blocks(_wrapped(console, _pile(view)))
        outlook_rows = [row for text in _outlook(view) for row in _wrapped(console, text)]
        yield _Block(_Drop.OUTLOOK, outlook_rows)
    yield blank
    facts = [*_where(view), *_left(view), *map(Text, view.message.split("\n") if view.message else ())]
    yield _Block(_Drop.NEVER, [row for text in facts for row in _wrapped(console, text)])
    yield blank


def _pile_blocks(rows: list[Text]) -> Iterator[_Block]:
    """The first row of the pile, and the others, which are missed less."""
    yield _Block(_Drop.PILE, rows[:1])
    if rows[1:]:
        yield _Block(_Drop.MORE_PILE, rows[1:])


def _cut(console: Console, rows: Iterable[Text]) -> list[Text]:
    """Rows that lose what does not fit."""
    copies = [row.copy() for row in rows]
    for row in copies:
        row.truncate(console.width)
    return copies


def _wrapped(console: Console, text: Text) -> list[Text]:
    return list(text.wrap(console, console.width))


def _where(view: View) -> list[Text]:
    """The turn, and the move that led here."""
    place, before = view.place, view.stage.first_turn - 1
    start = f"Before turn {before + 1}" if before else "Start"
    where = f"After turn {before + place.at} of {before + len(place.path)}" if place.at else start
    rows = [Text(where if place.is_on_line else f"{where}, off the line", style="bold")]
    if place.last_step is not None:
        rows.append(Text(f"Last: {describe_step(view.stage, place.last_step)}"))
    return rows


def _pile(view: View) -> Text:
    position = view.place.position
    pile = range(position.draw_index, len(position.deck))
    cards = Text(" ").join(held_text(position, card, view.stage.unnamed, is_short=True) for card in pile)
    return Text(f"Draw pile ({len(pile)})  ").append_text(cards)


def _outlook(view: View) -> list[Text]:
    """Discards and clues to spare, and who has the last turn."""
    position = view.place.position
    return [Text(text) for text in outlook(position, points_left(position), view.stage.names)]


def _left(view: View) -> list[Text]:
    """What can still be reached, and how the path ends."""
    rows = [Text(_reach_sentence(view.place, view.reach, view.was), style="bold")]
    if view.place.next_move is None:
        rows.append(Text(ending(view.place.position, has_moves=view.place.at > 0)))
    return rows


def describe_step(stage: Stage, step: Step) -> str:
    """A turn in words."""
    drawn = drawn_card(step)
    draws = "" if drawn is None else f", draws {held_name(step.before, drawn, stage.unnamed)}"
    return f"{deed(step, stage.names, stage.unnamed)}{draws}"


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
