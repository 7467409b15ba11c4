"""The board on a terminal: the rows of `game.board` in colours, with names that fit."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hanabi_solver.cli.render.results import SUIT_STYLES
from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.plain_text import player_names
from hanabi_solver.game import board
from hanabi_solver.game.board import NONE_UNNAMED, BoardRow, Span, Weight
from hanabi_solver.game.moves import Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import seat_names
from hanabi_solver.names import HandsOrder

_NAME_WIDTH = 24
_WEIGHTS = {Weight.USUAL: "", Weight.STRONG: "bold", Weight.FAINT: "dim"}


def print_position(
    console: Console,
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    names: Sequence[str] = (),
    move: Move | None = None,
    remark: str = "",
) -> None:
    """A position with all that is known of it; cards with the deck indices `unnamed` are shown as `x`.

    `names` are those of the seats, `move` is the one that comes next, where these are known; `remark` is a
    line below the hands.
    """
    labels = seat_labels(position, names, console.encoding)
    _print(console, board.position_rows(position, unnamed, labels, move, console.width, remark))


def print_board(
    console: Console,
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    names: Sequence[str] = (),
    move: Move | None = None,
) -> None:
    """Stacks, counts and hands, with the legend of the marks."""
    labels = seat_labels(position, names, console.encoding)
    _print(console, board.board_rows(position, unnamed, labels, move, console.width))


def _print(console: Console, rows: Iterable[BoardRow]) -> None:
    for row in rows:
        console.print(coloured(row), soft_wrap=not row.may_wrap)


def coloured(row: BoardRow) -> Text:
    """A row of a board as a text for a terminal."""
    text = Text()
    for span in row.spans:
        text.append(span.text, style=_style(span))
    text.rstrip()
    return text


def _style(span: Span) -> str:
    return f"{_WEIGHTS[span.weight]} {SUIT_STYLES.get(span.suit, '')}".strip()


def seat_labels(position: Position, names: Sequence[str], encoding: str) -> list[str]:
    """What the seats are called on an output in this encoding, all filled up to one width."""
    labels = [fitting(name, encoding) for name in names or seat_names(position.rules.players)]
    width = max(map(cell_len, labels))
    return [label + " " * (width - cell_len(label)) for label in labels]


def names_of(entry: Entry) -> list[str]:
    """The names of the seats of an entry: Alice and so on where it has no players with names."""
    if entry.game is None:
        return list(seat_names(entry.position.rules.players))
    return player_names(entry.game.players)


def next_move(entry: Entry) -> Move | None:
    """The move that was made in the game of an entry where the entry starts."""
    at = (entry.turn or 1) - 1
    return entry.game.moves[at] if entry.game is not None and at < len(entry.game.moves) else None


def print_outcome(console: Console, entry: Entry) -> None:
    """How the game of an entry ended, or which move of it breaks a rule; nothing for a deal."""
    game = entry.game
    if game is None or (not game.moves and game.end is None):
        return
    turns = counted(len(game.moves), "turn")
    try:
        outcome = game.outcome()
        text = f"The game took {turns}. {outcome.sentence()} {outcome.left_sentence()}".strip()
    except IllegalMoveError as error:
        where = "" if error.turn is None else f"turn {error.turn}: "
        text = f"The game holds {turns}, but not by the rules: {where}{error.text}."
    console.print()
    console.print(text, markup=False)


def hands_order_remark(entry: Entry) -> str:
    """How the puzzle file of an entry lists its hands; empty where there is no such list."""
    if entry.puzzle is None or not isinstance(entry.start, Position):
        return ""
    first = "newest" if entry.puzzle.hands_order is HandsOrder.NEWEST_FIRST else "oldest"
    return f"Hands in the file: {first} card first."


def fitting(name: str, encoding: str) -> str:
    """A name in at most `_NAME_WIDTH` columns, its end left out if need be.

    >>> fitting("日本", "ascii")
    '\\\\u65e5\\\\u672c'
    """
    # Characters that the output lacks are written so (see `streams`), and take the room of that.
    written = [letter.encode(encoding, "backslashreplace").decode(encoding) for letter in name]
    if sum(map(cell_len, written)) <= _NAME_WIDTH:
        return "".join(written)
    while sum(map(cell_len, written)) > _NAME_WIDTH - len("..."):
        written.pop()
    return f"{''.join(written)}..."
