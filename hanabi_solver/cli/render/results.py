"""Results and positions as text for people: one look for a terminal and for a pipe."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from hanabi_solver.cli.terminal.streams import is_dumb_terminal
from hanabi_solver.formats.plain_text import one_line, without_controls
from hanabi_solver.formats.source import Entry
from hanabi_solver.game.board import NONE_UNNAMED
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import Step
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.words import (
    drawn_card,
    ending,
    held_mark,
    held_name,
    move_words,
    seat_names,
    tokens_name,
    tokens_text,
)
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.words import bound_sentences, headline

# Colours of the usual suit letters; other suits keep the terminal's own colour.
SUIT_STYLES = {
    "r": "red",
    "y": "yellow",
    "g": "green",
    "b": "blue",
    "p": "magenta",
    "t": "cyan",
    "k": "bright_black",
}
# Wider than any table, so that what goes to a file or pipe is never wrapped or cut.
_PIPE_WIDTH = 10_000


class _PlainConsole(Console):
    """A console on which texts only write characters: whatever was read cannot command the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The pieces of what is printed; line ends stay, as rich wraps by them."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                lines = segment.text.split("\n")
                yield Segment("\n".join(map(without_controls, lines)), segment.style)


def make_console(stream: TextIO | None = None) -> Console:
    """A console for `stream` (stdout): colours only on a terminal without NO_COLOR."""
    stream = stream or sys.stdout
    is_terminal = stream.isatty()
    has_colours = is_terminal and not os.environ.get("NO_COLOR") and not is_dumb_terminal()
    return _PlainConsole(
        file=stream,
        force_terminal=is_terminal,
        color_system="standard" if has_colours else None,
        width=None if is_terminal else _PIPE_WIDTH,
        markup=False,
        highlight=False,
        emoji=False,
    )


def plain_table(*headers: str, right: Iterable[str] = ()) -> Table:
    """A table without lines; the columns named in `right` are aligned right."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, justify="right" if header in right else "left")
    return table


def print_table(console: Console, table: Table) -> None:
    """Print a table without the blanks that fill up its last column."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as capture:
        console.print(table)
    for row in capture.get().splitlines():
        console.file.write(row.rstrip() + "\n")


def card_text(card: Card, letters: str) -> Text:
    """A card in the colour of its suit."""
    return Text(format_card(card, letters), style=SUIT_STYLES.get(letters[card.suit], ""))


def held_text(position: Position, index: int, unnamed: frozenset[int], *, is_short: bool = False) -> Text:
    """The card with this deck index in a sentence or (`is_short`) on a board, in the colour of its suit.

    As it was written: `x` if it was left unnamed.
    """
    style = "" if index in unnamed else SUIT_STYLES.get(position.rules.letters[position.deck[index].suit], "")
    name = held_mark if is_short else held_name
    return Text(name(position, index, unnamed), style=style)


def print_entry_name(console: Console, entry: Entry) -> None:
    """Where a deal or position comes from, and what it is called."""
    for sentence in entry_name(entry):
        console.print(sentence)


def entry_name(entry: Entry) -> Iterator[str]:
    """The same as texts, a line each."""
    yield one_line(entry.name)
    if entry.puzzle is not None:
        about = [text for text in map(one_line, (entry.puzzle.title, entry.puzzle.source)) if text]
        if about:
            yield " - ".join(about)
    if entry.game is not None:
        variant = entry.game.variant
        suits = ", ".join(f"{suit.letter} {suit.name}" for suit in variant.suits)
        turn = "" if entry.turn is None else f", turn {entry.turn}"
        yield f"hanab.live, {variant.name} ({suits}){turn}"
    yield from entry.changes_in_words


def print_result(
    console: Console,
    result: Result,
    unnamed: frozenset[int] = NONE_UNNAMED,
    names: Sequence[str] = (),
    advice: str = "",
    *,
    folds_clues: bool = True,
) -> None:
    """The score and why it is no higher, with `advice` where to learn more, then the line as a table.

    `names` are those of the seats. Several clues in a row are one row of the table if it `folds_clues`.
    """
    console.print(Text(headline(result), style="bold"))
    for sentence in bound_sentences(result):
        console.print(sentence)
    if advice:
        console.print(advice, soft_wrap=True)
    searched = counted(result.nodes, "position")
    console.print(f"Method {result.method}, {searched} searched, solved in {result.seconds:.2f} s.")
    if result.line or result.best == result.upper:
        console.print()
        print_line(console, result, unnamed, names, folds_clues=folds_clues)
    if result.link is not None:
        console.print(f"Watch it: {result.link}", soft_wrap=True)


def print_line(
    console: Console,
    result: Result,
    unnamed: frozenset[int] = NONE_UNNAMED,
    names: Sequence[str] = (),
    *,
    folds_clues: bool = True,
) -> None:
    """The line as a table that can be played from, and what happens after it."""
    final = result.position
    if result.line:
        played = list(result.steps())
        final = played[-1].after
        console.print(_legend(result.line))
        names = names or seat_names(final.rules.players)
        rows = [row for part in _parts(played, folds_clues) for row in _rows(part, unnamed, names)]
        _print_turns(console, final.rules, rows)
        console.print()
    console.print(ending(final, has_moves=bool(result.line)))


def _parts(played: Iterable[Step], folds_clues: bool) -> Iterator[list[Step]]:
    """The turns one by one, but several clues in a row together if they are to be folded."""
    for is_clue, part in groupby(played, key=lambda step: isinstance(step.move, Clue)):
        if is_clue and folds_clues:
            yield list(part)
        else:
            yield from ([step] for step in part)


def _print_turns(console: Console, rules: Rules, rows: list[list[str | Text]]) -> None:
    """The turns as a table, a line each; on a narrow terminal whole columns are left out, and named."""
    stacks, tokens = " ".join(rules.letters), tokens_name(rules).removeprefix("clue ")
    names = ["turn", "player", "move", "draws", stacks, tokens, "strikes"]
    left_out: list[str] = []
    for name in ("", "strikes", "draws", tokens, stacks):
        left_out += [name] if name else []
        kept = [at for at, header in enumerate(names) if header not in left_out]
        table = plain_table(*(names[at] for at in kept), right=("turn", tokens, "strikes"))
        for row in rows:
            table.add_row(*(row[at] for at in kept))
        if not console.is_terminal or _width_of(console, table) <= console.width:
            break
    print_table(console, table)
    if left_out:
        named = ", ".join("stacks" if name == stacks else name for name in left_out)
        console.print(f"Left out, as the terminal is narrow: {named}.", style="dim")


def _width_of(console: Console, table: Table) -> int:
    """The columns that a table takes if it has room."""
    return Measurement.get(console, console.options.update(width=_PIPE_WIDTH), table).maximum


def _legend(line: Iterable[Move]) -> str:
    """How to read the table at the board."""
    legend = "Slot 1 is a hand's newest card."
    if any(isinstance(move, Clue) for move in line):
        return f"{legend} Clues only pass the turn: any legal one will do."
    return legend


def _rows(part: list[Step], unnamed: frozenset[int], names: Sequence[str]) -> Iterator[list[str | Text]]:
    """The row of a turn, or of several clues in a row."""
    row = _row(part[-1], unnamed, names)
    if len(part) > 1:
        row[:3] = [f"{part[0].turn}-{part[-1].turn}", "", counted(len(part), "clue")]
    yield row


def _row(step: Step, unnamed: frozenset[int], names: Sequence[str]) -> list[str | Text]:
    before, after = step.before, step.after
    drawn = drawn_card(step)
    draws: Text | str = "-" if drawn is None else held_text(before, drawn, unnamed)
    if isinstance(draws, Text) and after.pile_size == 0:
        draws = draws.append(" (last)", style="not bold default")
    stacks = Text(" ").join(
        Text(str(height), style="bold reverse" if height > old else "")
        for old, height in zip(before.stacks, after.stacks, strict=True)
    )
    counts = [tokens_text(after), str(after.strikes)]
    return [str(step.turn), names[before.seat], _move_text(step, unnamed, names), draws, stacks, *counts]


def _move_text(step: Step, unnamed: frozenset[int], names: Sequence[str]) -> Text:
    before, after = move_words(step, names)
    text = Text(before)
    if not isinstance(step.move, Clue):
        text.append_text(held_text(step.before, step.move.card, unnamed))
    return text.append(after, style="not bold default")
