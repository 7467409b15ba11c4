"""A position as a board: stacks as columns, hands with a mark at each card, piles, and the outlook.

The rows are made here once: as plain text for `print(position)`, and as spans that a terminal colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.words import (
    clue_value,
    held_mark,
    most_tokens_text,
    outlook,
    rule_sentences,
    seat_names,
    tokens_name,
    tokens_text,
)
from hanabi_solver.game.worth import Worth, needed_cards, points_left, worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hanabi_solver.game.position import Position

# Plain characters, which every terminal and pipe can show.
MARKS = {Worth.TRASH: "-", Worth.CRITICAL: "!", Worth.DUPLICATE: "=", Worth.USEFUL: ""}
PLAYABLE = "+"
_LEGEND = (
    "newest card (slot 1) first",
    "! critical",
    "= duplicate in hands",
    "- trash",
    "+ playable",
    "[ ] moves next",
)
# Most sources name every card.
NONE_UNNAMED: frozenset[int] = frozenset()
# Wider than any row: nothing is cut.
_ANY_WIDTH = 10_000


class Weight(Enum):
    """How much a span is to be seen."""

    USUAL = "usual"
    STRONG = "strong"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a row; `suit` is the letter of the suit whose colour it has, empty for none."""

    text: str
    suit: str = ""
    weight: Weight = Weight.USUAL


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of a board; one that `may_wrap` may be broken between words where a screen is narrow."""

    spans: tuple[Span, ...] = ()
    may_wrap: bool = True

    def __str__(self) -> str:
        """The row without its colours."""
        return "".join(span.text for span in self.spans).rstrip()


def board_text(position: Position) -> str:
    """The whole board as plain text, rows separated by line ends.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    >>> print("\\n".join(board_text(start).splitlines()[7:13]))
            r0  g0   score 0 of 10
    <BLANKLINE>
    Clue tokens 8 of 8, strikes 0 of 3, draw pile 10, next r1
    <BLANKLINE>
    > Alice   r5!    r4     r3     r2     r1+   to move
      Bob     g5!    g4     g3     g2     g1+
    """
    return "\n".join(map(str, position_rows(position)))


def position_rows(
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    labels: Sequence[str] = (),
    move: Move | None = None,
    width: int = _ANY_WIDTH,
    remark: str = "",
) -> Iterator[BoardRow]:
    """A position with all that is known of it; cards with the deck indices `unnamed` are shown as `x`.

    `labels` are the names of the seats, filled up to one width (Alice and so on if none are given), `move`
    is the one that comes next, where it is known, `width` that of the screen; `remark` comes below hands.
    """
    rules, letters = position.rules, position.rules.letters
    hand_size = f"{rules.hand_size} cards each"
    yield _text(
        f"{rules.players} players, {hand_size}; deck of {rules.deck_size} cards, suits {' '.join(letters)}"
    )
    for text in rule_sentences(rules):
        yield _text(text)
    yield BoardRow()
    yield from board_rows(position, unnamed, labels, move, width)
    if remark:
        yield _text(remark)
    yield BoardRow()
    pile = range(position.draw_index, len(position.deck))
    yield from _pile_rows("Draw pile", [_held(position, index, unnamed) for index in pile], width)
    gone = sorted([*position.discards, *(position.deck[index] for index in unnamed)])
    yield from _pile_rows("Discarded or x" if unnamed else "Discard pile", _cards(gone, letters), width)
    needed = needed_cards(position)
    yield from _pile_rows("Still to play", _cards(needed, letters), width)
    yield BoardRow()
    for text in outlook(position, points_left(position), [label.rstrip() for label in labels]):
        yield _text(text)


def board_rows(
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    labels: Sequence[str] = (),
    move: Move | None = None,
    width: int = _ANY_WIDTH,
) -> Iterator[BoardRow]:
    """Stacks, counts and hands, with the legend of the marks."""
    yield from stack_rows(position)
    yield feet_row(position)
    yield BoardRow()
    yield counts_row(position, unnamed)
    yield BoardRow()
    yield from hand_rows(position, unnamed, labels, move)
    yield from legend_rows(width)


def stack_rows(position: Position) -> list[BoardRow]:
    """The stacks as columns, the highest rank first."""
    rules = position.rules
    rows = []
    for step in range(rules.ranks, 0, -1):
        spans = [Span("Stacks  " if step == rules.ranks else " " * 8)]
        for suit, height in enumerate(position.stacks):
            shown = (
                _card(card_on_stack(position, suit, step), rules.letters) if step <= height else Span(" .")
            )
            spans += [shown, Span("  ")]
        rows.append(BoardRow(tuple(spans[:-1])))
    return rows


def card_on_stack(position: Position, suit: int, step: int) -> Card:
    """The card at this height of a stack that has come so far."""
    if position.stack_ranks:
        return Card(suit, position.stack_ranks[suit][step - 1])
    return position.rules.card_at(suit, step)


def feet_row(position: Position, head: str = "") -> BoardRow:
    """The heights of the stacks, to stand below their columns, and the score."""
    rules = position.rules
    spans = [Span(f"{head:<8}")]
    for letter, height in zip(rules.letters, position.stacks, strict=True):
        # Where suits have no set order a height with a letter would read like a card.
        foot = f"{letter}{height}" if rules.has_set_order else f"{height:>2}"
        spans += [Span(foot, letter, Weight.STRONG), Span("  ")]
    return BoardRow((*spans, Span(f" score {position.score} of {rules.max_score}")))


def counts_row(position: Position, unnamed: frozenset[int] = NONE_UNNAMED) -> BoardRow:
    """Clue tokens, strikes and the draw pile with its next card."""
    rules = position.rules
    counts = Span(
        f"{tokens_name(rules).capitalize()} {tokens_text(position)} of {most_tokens_text(rules)}, "
        f"strikes {position.strikes} of {rules.strike_limit}, draw pile {position.pile_size}"
    )
    if not position.pile_size:
        return BoardRow((counts,))
    return BoardRow((counts, Span(", next "), _held(position, position.draw_index, unnamed)))


def hand_rows(
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    labels: Sequence[str] = (),
    move: Move | None = None,
) -> list[BoardRow]:
    """The hands under each other; see `position_rows` for the arguments."""
    rows = []
    names = seat_names(position.rules.players)
    widest = max(map(len, names))
    for seat in range(position.rules.players):
        label = labels[seat] if labels else names[seat].ljust(widest)
        acts = seat == position.seat and not position.is_over
        weight = Weight.STRONG if acts else Weight.USUAL
        spans = [Span(f"{'>' if acts else ' '} {label}  ", weight=weight)]
        spans += _hand(position, seat, unnamed, move if acts else None, weight)
        last = spans[-1]
        spans[-1] = Span(last.text.rstrip(), last.suit, last.weight)
        if acts:
            spans.append(Span("   to move", weight=weight))
            if isinstance(move, Clue):
                target = (labels or names)[move.target].rstrip()
                spans.append(Span(f": clue {clue_value(position.rules, move)} to {target}", weight=weight))
        rows.append(BoardRow(tuple(spans), may_wrap=False))
    return rows


def legend_rows(width: int) -> list[BoardRow]:
    """What the marks mean; where that takes several lines no mark is torn from its word."""
    lines = [_LEGEND[0]]
    for part in _LEGEND[1:]:
        longer = f"{lines[-1]}   {part}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [BoardRow((Span(line, weight=Weight.FAINT),)) for line in lines]


def marks(position: Position, index: int, unnamed: frozenset[int] = NONE_UNNAMED) -> str:
    """The marks of a card in a hand: what it is worth, and whether it can be played."""
    if index in unnamed:
        return MARKS[Worth.TRASH]
    is_playable = position.is_playable(position.deck[index]) and not position.is_over
    return MARKS[worth(position, index)] + (PLAYABLE if is_playable else "")


def _hand(
    position: Position, seat: int, unnamed: frozenset[int], move: Move | None, weight: Weight
) -> Iterator[Span]:
    """The cards of a hand, newest first, each with its marks; the one that moves next in brackets."""
    for index in reversed(position.hands[seat]):
        moves = move is not None and not isinstance(move, Clue) and move.card == index
        yield Span("[" if moves else " ", weight=weight)
        held = _held(position, index, unnamed)
        yield Span(held.text, held.suit, weight)
        text = f"{marks(position, index, unnamed)}{']' if moves else ''}"
        yield Span(text.ljust(4), weight=weight)


def _pile_rows(name: str, shown: Sequence[Span], width: int) -> Iterator[BoardRow]:
    """A pile with its size; where it takes several lines they stand under each other."""
    head = f"{name} ({len(shown)})  "
    if not shown:
        yield _text(f"{head}none")
        return
    in_line = max((width - len(head) + 1) // 3, 1)  # a card is two characters and a blank
    for at in range(0, len(shown), in_line):
        spans = [Span(head if at == 0 else " " * len(head))]
        for card in shown[at : at + in_line]:
            spans += [card, Span(" ")]
        yield BoardRow(tuple(spans[:-1]))


def _text(text: str) -> BoardRow:
    return BoardRow((Span(text),))


def _cards(cards: Iterable[Card], letters: str) -> list[Span]:
    return [_card(card, letters) for card in cards]


def _card(card: Card, letters: str) -> Span:
    return Span(format_card(card, letters), letters[card.suit])


def _held(position: Position, index: int, unnamed: frozenset[int]) -> Span:
    """The card with this deck index, as it was written: `x` if it was left unnamed."""
    suit = "" if index in unnamed else position.rules.letters[position.deck[index].suit]
    return Span(held_mark(position, index, unnamed), suit)
