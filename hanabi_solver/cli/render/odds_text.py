"""Odds as text for people, the answer first."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hanabi_solver.chances.result import MoveOdds, Odds, OrdersWon
from hanabi_solver.chances.words import chance_text, hangs_on, orders_text, pile_words, target_words
from hanabi_solver.formats.first_move import MoveKind
from hanabi_solver.game.moves import Clue
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import card_name, slot_of


def print_policy(console: Console, lines: list[str]) -> None:
    """The policy below the odds."""
    console.print(Text("\nThe best policy, until every order is won, or none:"))
    for line in lines:
        console.print(Text(line))


def print_odds(
    console: Console, odds: Odds, unnamed: frozenset[int] = frozenset(), *, asks_hindsight: bool = False
) -> None:
    """The chance, why it is that of this target, every kind of first move, and what the best hangs on.

    With `asks_hindsight` it is said where that was not found out.
    """
    console.print(Text(f"Chance of {odds.target}: {orders_text(odds.won)}.", "bold"))
    for sentence in (
        target_words(odds),
        pile_words(odds, unnamed),
        hangs_on(odds),
        _hindsight(odds, asks_hindsight),
    ):
        if sentence:
            console.print(Text(sentence))
    if odds.moves:
        console.print(_table(odds))


def _hindsight(odds: Odds, is_asked: bool) -> str:
    if odds.hindsight is None:
        unknown = "How many orders could be won, had the order been known, was not found out"
        return f"{unknown}: it takes at most 8 cards, and no limit hit." if is_asked else ""
    won = OrdersWon(odds.hindsight, odds.hindsight, odds.orders)
    return f"Had the order been known: {orders_text(won)}."


def _table(odds: Odds) -> Table:
    table = Table(box=None, show_header=True, pad_edge=False, header_style="")
    table.add_column("move")
    table.add_column("orders won", justify="right")
    table.add_column("chance", justify="right")
    for move in odds.moves:
        most = "" if move.won.is_exact else f" to {move.won.most:,}"
        table.add_row(_move_text(move, odds.position), f"{move.won.least:,}{most}", chance_text(move.won))
    return table


def _move_text(move: MoveOdds, position: Position) -> str:
    """A kind of move in the words of players, like "discard p2 (slot 3)"."""
    kind, made = move.name.kind.value, move.move
    if move.name.kind is MoveKind.CLUE or isinstance(made, Clue):
        return "any clue"
    card = move.name.card
    name = "a useless card" if card is None else card_name(card, position.rules.letters)
    where = "from the pile" if made.card == position.draw_index else f"(slot {slot_of(position, made.card)})"
    return f"{kind} {name} {where}"
