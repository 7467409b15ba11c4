"""Results and positions as text for people: one look for a terminal and for a pipe."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hanabi_solver.cards import UNKNOWN_TRASH, Card, format_card
from hanabi_solver.cli.wording import counted
from hanabi_solver.deal import Position
from hanabi_solver.formats.source import Entry
from hanabi_solver.line import Step, keeps_score, steps
from hanabi_solver.moves import Clue, Discard, Move, Play
from hanabi_solver.result import Answer, Result, Status
from hanabi_solver.rules import Rules

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
# Most sources name every card.
NONE_UNNAMED: frozenset[int] = frozenset()


def make_console(stream: TextIO | None = None) -> Console:
    """A console for `stream` (stdout): colours only on a terminal without NO_COLOR."""
    stream = stream or sys.stdout
    is_terminal = stream.isatty()
    has_colours = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Console(
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


def held_text(position: Position, index: int, unnamed: frozenset[int]) -> Text:
    """The card with this deck index, as it was written: `x` if it was left unnamed."""
    return (
        Text(UNKNOWN_TRASH) if index in unnamed else card_text(position.deck[index], position.rules.letters)
    )


def cards_text(cards: Iterable[Card], letters: str) -> Text:
    """Several cards, each in the colour of its suit."""
    return Text(" ").join(card_text(card, letters) for card in cards)


def print_entry_name(console: Console, entry: Entry) -> None:
    """Where a deal or position comes from, and what it is called."""
    console.print(entry.name)
    if entry.puzzle is not None:
        about = [text for text in (entry.puzzle.title, entry.puzzle.source) if text]
        if about:
            console.print(" - ".join(about))
    if entry.game is not None:
        variant = entry.game.variant
        suits = ", ".join(f"{suit.letter} {suit.name}" for suit in variant.suits)
        turn = "" if entry.turn is None else f", turn {entry.turn}"
        console.print(f"hanab.live, {variant.name} ({suits}){turn}")


def print_result(console: Console, result: Result, unnamed: frozenset[int] = NONE_UNNAMED) -> None:
    """The score and why it is no higher, then the line as a table."""
    console.print(Text(_headline(result), style="bold"))
    if result.answer is not Answer.YES:
        for sentence in _bound_sentences(result):
            console.print(sentence)
    searched = counted(result.nodes, "position")
    console.print(f"Method {result.method}, {searched} searched, solved in {result.seconds:.2f} s.")
    if result.line or result.best == result.upper:
        console.print()
        print_line(console, result, unnamed)
    if result.link is not None:
        console.print(f"Watch it: {result.link}", soft_wrap=True)


def print_line(console: Console, result: Result, unnamed: frozenset[int] = NONE_UNNAMED) -> None:
    """The line as a table that can be played from, and what happens after it."""
    position = result.position
    final = position
    if result.line:
        letters = position.rules.letters
        stacks, tokens = " ".join(letters), _tokens_name(position.rules).removeprefix("clue ")
        table = plain_table(
            *("turn", "seat", "move", "draws", stacks, tokens, "strikes"),
            right=("turn", "seat", tokens, "strikes"),
        )
        console.print(_legend(result.line))
        for step in steps(position, result.line):
            table.add_row(*_row(step, unnamed))
            final = step.after
        print_table(console, table)
        console.print()
    console.print(_ending(final, has_moves=bool(result.line)))


def _legend(line: Iterable[Move]) -> str:
    """How to read the table at the board."""
    legend = "Seats count from 0; slot 1 is a hand's oldest card."
    if any(isinstance(move, Clue) for move in line):
        return f"{legend} Clues only pass the turn: any legal one will do."
    return legend


def print_position(console: Console, position: Position, unnamed: frozenset[int] = NONE_UNNAMED) -> None:
    """The position as a board; cards with the deck indices `unnamed` are shown as `x`."""
    rules, letters = position.rules, position.rules.letters
    hand_size = f"{rules.hand_size} cards each"
    console.print(
        f"{rules.players} players, {hand_size}; deck of {rules.deck_size} cards, suits {' '.join(letters)}"
    )
    console.print(
        f"{_tokens_name(rules).capitalize()} {_tokens(position)} of {rules.token_limit // rules.clue_cost}, "
        f"strikes {position.strikes} of {rules.strike_limit}"
    )
    for text in _rule_sentences(rules):
        console.print(text)
    console.print()
    tops = (Card(suit, stack) for suit, stack in enumerate(position.stacks))
    console.print(Text("Stacks  ").append_text(cards_text(tops, letters)).append(f"   {_score(position)}"))
    console.print()
    for seat in range(rules.players):
        hand = Text(" ").join(held_text(position, index, unnamed) for index in position.hands[seat])
        row = Text(f"Seat {seat}  ").append_text(hand)
        console.print(row.append("   to move") if seat == position.seat and not position.is_over else row)
    console.print()
    pile = range(position.draw_index, len(position.deck))
    _print_cards(console, "Draw pile", [held_text(position, index, unnamed) for index in pile])
    gone = sorted([*position.discards, *(position.deck[index] for index in unnamed)])
    _print_cards(console, "Discarded or x" if unnamed else "Discard pile", _each_text(gone, letters))
    needed = [
        rules.card_at(suit, step)
        for suit, top in enumerate(position.reachable_heights())
        for step in range(position.stacks[suit] + 1, top + 1)
    ]
    _print_cards(console, "Still to play", _each_text(needed, letters))
    console.print()
    console.print(_outlook(position, len(needed)))


def _headline(result: Result) -> str:
    best, most = result.best, result.position.rules.max_score
    match result.answer:
        case Answer.YES:
            return f"Can {result.target} be reached? Yes, by the line below (score {best} of {most})."
        case Answer.NO:
            return f"Can {result.target} be reached? No."
        case Answer.UNKNOWN:
            return f"Can {result.target} be reached? Not decided."
    if result.status is Status.OPTIMAL:
        return f"Best score: {best} of {most}, proved."
    if best == result.upper:
        return f"Best score: {best} of {most} by one method; the second did not confirm it in time."
    return f"Best score: between {best} and {result.upper} (of {most}), not decided."


def _bound_sentences(result: Result) -> Iterator[str]:
    if result.answer is Answer.UNKNOWN:
        yield f"The best score is between {result.best} and {result.upper}."
    if result.cross_check is not None and result.cross_check.agrees:
        yield f"A second method agrees [{result.cross_check.method}]."
    if result.answer is not Answer.NO and result.status is Status.BOUNDS:
        yield "The solve stopped before it knew more."
    for reason in result.reasons:
        if reason.value < result.position.rules.max_score:
            yield f"Why not {reason.value + 1}: {reason.text} [{reason.name}]."
    if result.line and result.status is Status.BOUNDS:
        yield f"The line below reaches {result.best}."


def _row(step: Step, unnamed: frozenset[int]) -> list[str | Text]:
    before, after = step.before, step.after
    drawn = after.draw_index > before.draw_index and not _is_from_pile(step)
    draws: Text | str = held_text(before, before.draw_index, unnamed) if drawn else "-"
    if isinstance(draws, Text) and after.pile_size == 0:
        draws = draws.append(" (last)", style="not bold default")
    stacks = Text(" ").join(
        Text(str(height), style="bold reverse" if height > old else "")
        for old, height in zip(before.stacks, after.stacks, strict=True)
    )
    counts = [_tokens(after), str(after.strikes)]
    return [str(step.turn), str(before.seat), _move_text(step, unnamed), draws, stacks, *counts]


def _move_text(step: Step, unnamed: frozenset[int]) -> Text:
    position = step.before
    match step.move:
        case Play(index):
            face = position.deck[index]
            verb = "play" if position.is_playable(face) else "misplay"
            text = Text(f"{verb} ").append_text(held_text(position, index, unnamed))
            place = " from the pile" if _is_from_pile(step) else _slot(position, index)
            return text.append(place, style="not bold default")
        case Discard(index):
            text = Text("discard ").append_text(held_text(position, index, unnamed))
            return text.append(_slot(position, index), style="not bold default")
        case Clue(target, suit, rank):
            named = f"rank {rank}" if suit is None else f"suit {position.rules.letters[suit]}"
            return Text(f"clue {named} to seat {target}")


def _slot(position: Position, card: int) -> str:
    """Which card of the hand of the seat to move it is: 1 is the oldest."""
    return f" (slot {position.hands[position.seat].index(card) + 1})"


def _is_from_pile(step: Step) -> bool:
    return isinstance(step.move, Play) and step.move.card == step.before.draw_index


def _tokens_name(rules: Rules) -> str:
    return "clue tokens" if rules.clue_cost == 1 else "clues"


def _tokens(position: Position) -> str:
    """The clue tokens there are; where a clue costs two, the clues that they are worth, like 3.5."""
    return f"{position.tokens / position.rules.clue_cost:g}"


def _rule_sentences(rules: Rules) -> Iterator[str]:
    """What the players must know beyond the usual rules."""
    for suit in rules.suits:
        if suit.reversed:
            yield f"Suit {suit.letter} is played from {rules.ranks} down to 1 (its height is shown)."
    if rules.clue_cost > 1:
        gains = "A discard or a completed suit" if rules.suit_regains else "A discard"
        yield f"{gains} regains 1/{rules.clue_cost} of a clue."
    if not rules.suit_regains:
        yield "A completed suit regains no clue."
    if rules.deck_plays:
        yield "The last card of the draw pile may be played from there."
    if rules.all_or_nothing:
        yield f"Only the full score of {rules.max_score} counts."


def _ending(final: Position, *, has_moves: bool) -> str:
    points = counted(final.score, "point")
    match final.end_reason:
        case "perfect":
            return "Every suit is complete: the game ends."
        case "final round over":
            return f"The final round is over: the game ends with {points}."
        case "strikeout":
            return f"The last strike has fallen: the game ends with {points}."
    if final.score > 0 and not keeps_score(final):
        return f"The game goes on, and the moves still to make can lose the {points} on the stacks."
    stands = f"score {final.score} stands, {_rest(final.rules)}"
    return f"S{stands[1:]}" if has_moves else f"No move is needed: {stands}"


def _rest(rules: Rules) -> str:
    if rules.token_limit > 0:
        return "the turns left can be passed with clues and discards."
    return "whatever is played in the turns left."


def _score(position: Position) -> str:
    return f"score {position.score} of {position.rules.max_score}"


def _each_text(cards: Iterable[Card], letters: str) -> list[Text]:
    return [card_text(card, letters) for card in cards]


def _print_cards(console: Console, name: str, shown: Sequence[Text]) -> None:
    """A pile with its size; where it takes several lines they stand under each other."""
    head = f"{name} ({len(shown)})  "
    if not shown:
        console.print(f"{head}none")
        return
    in_line = max((console.width - len(head) + 1) // 3, 1)  # a card is two characters and a blank
    for at in range(0, len(shown), in_line):
        start = Text(head if at == 0 else " " * len(head))
        console.print(start.append_text(Text(" ").join(shown[at : at + in_line])))


def _outlook(position: Position, needed: int) -> str:
    if position.is_over:
        return f"The game is over ({position.end_reason})."
    if position.turns_left is not None:
        verb = "is" if position.turns_left == 1 else "are"
        return f"The final round is on: {counted(position.turns_left, 'turn')} {verb} left."
    pace = position.pile_size + position.rules.players - needed
    draws, cards = counted(position.pile_size, "draw"), counted(needed, "card")
    parts = f"{draws} + {position.rules.players} players - {cards} to play"
    return f"Pace {pace} ({parts})."
