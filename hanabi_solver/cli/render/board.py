"""A position as a board: stacks as columns, hands with a mark at each card, piles, and the outlook."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hanabi_solver.cli.render.results import NONE_UNNAMED, SUIT_STYLES, card_text, held_text
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.game import DEFAULT_NAMES
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Clue, Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import most_tokens_text, outlook, rule_sentences, tokens_name, tokens_text
from hanabi_solver.game.worth import Worth, needed_cards, worth

# Plain characters, which every terminal and pipe can show.
MARKS = {Worth.TRASH: "-", Worth.CRITICAL: "!", Worth.DUPLICATE: "=", Worth.USEFUL: ""}
PLAYABLE = "+"
_LEGEND = ("! critical", "= duplicate in hands", "- trash", "+ playable", "[ ] moves next")
_NAME_WIDTH = 24


def print_position(
    console: Console,
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    names: Sequence[str] = (),
    move: Move | None = None,
) -> None:
    """A position with all that is known of it; cards with the deck indices `unnamed` are shown as `x`.

    `names` are those of the seats, `move` is the one that comes next, where these are known.
    """
    rules, letters = position.rules, position.rules.letters
    hand_size = f"{rules.hand_size} cards each"
    console.print(
        f"{rules.players} players, {hand_size}; deck of {rules.deck_size} cards, suits {' '.join(letters)}"
    )
    for text in rule_sentences(rules):
        console.print(text)
    console.print()
    print_board(console, position, unnamed, names, move)
    console.print()
    pile = range(position.draw_index, len(position.deck))
    _print_cards(console, "Draw pile", [held_text(position, index, unnamed) for index in pile])
    gone = sorted([*position.discards, *(position.deck[index] for index in unnamed)])
    _print_cards(console, "Discarded or x" if unnamed else "Discard pile", _each_text(gone, letters))
    needed = needed_cards(position)
    _print_cards(console, "Still to play", _each_text(needed, letters))
    console.print()
    console.print(outlook(position, len(needed)))


def print_board(
    console: Console,
    position: Position,
    unnamed: frozenset[int] = NONE_UNNAMED,
    names: Sequence[str] = (),
    move: Move | None = None,
) -> None:
    """Stacks, counts and hands, with the legend of the marks."""
    for row in [*stack_rows(position), feet_row(position)]:
        console.print(row)
    console.print()
    console.print(counts_row(position, unnamed))
    console.print()
    for row in hand_rows(position, unnamed, names, move, console.encoding):
        console.print(row, soft_wrap=True)
    for row in legend_rows(console.width):
        console.print(row)


def stack_rows(position: Position) -> list[Text]:
    """The stacks as columns, the highest rank first."""
    rules = position.rules
    rows = []
    for step in range(rules.ranks, 0, -1):
        row = Text("Stacks  " if step == rules.ranks else " " * 8)
        for suit, height in enumerate(position.stacks):
            card = rules.card_at(suit, step)
            row.append_text(card_text(card, rules.letters) if step <= height else Text(" ."))
            row.append("  ")
        row.rstrip()
        rows.append(row)
    return rows


def feet_row(position: Position, head: str = "") -> Text:
    """The heights of the stacks, to stand below their columns, and the score."""
    rules = position.rules
    feet = Text(f"{head:<8}")
    for letter, height in zip(rules.letters, position.stacks, strict=True):
        feet.append(f"{letter}{height}", style=f"bold {SUIT_STYLES.get(letter, '')}").append("  ")
    return feet.append(f" score {position.score} of {rules.max_score}")


def counts_row(position: Position, unnamed: frozenset[int] = NONE_UNNAMED) -> Text:
    """Clue tokens, strikes and the draw pile with its next card."""
    rules = position.rules
    counts = Text(
        f"{tokens_name(rules).capitalize()} {tokens_text(position)} of {most_tokens_text(rules)}, "
        f"strikes {position.strikes} of {rules.strike_limit}, draw pile {position.pile_size}"
    )
    if position.pile_size:
        counts.append(", next ").append_text(held_text(position, position.draw_index, unnamed))
    return counts


def hand_rows(
    position: Position,
    unnamed: frozenset[int],
    names: Sequence[str],
    move: Move | None,
    encoding: str = "utf-8",
) -> list[Text]:
    """The hands under each other, on an output in this encoding; see `print_position` for the rest."""
    labels = [_label(seat, names, encoding) for seat in range(position.rules.players)]
    width = max(map(cell_len, labels))
    rows = []
    for seat, label in enumerate(labels):
        acts = seat == position.seat and not position.is_over
        padded = label + " " * (width - cell_len(label))
        row = Text(f"{'>' if acts else ' '} {padded}  ", style="bold" if acts else "")
        row.append_text(_hand(position, seat, unnamed, move if acts else None))
        row.rstrip()
        if acts:
            row.append("   to move")
            if isinstance(move, Clue):
                row.append(": clue")
        rows.append(row)
    return rows


def legend_rows(width: int) -> list[Text]:
    """What the marks mean; where that takes several lines no mark is torn from its word."""
    lines = [_LEGEND[0]]
    for part in _LEGEND[1:]:
        longer = f"{lines[-1]}   {part}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [Text(line, style="dim") for line in lines]


def names_of(entry: Entry) -> list[str]:
    """The names of the seats of an entry; none if it has no players with names (a seed has none)."""
    from hanabi_solver.analysis.review_words import player_names

    game = entry.game
    if game is None or (not game.moves and game.players == DEFAULT_NAMES[: len(game.players)]):
        return []
    return player_names(game.players)


def next_move(entry: Entry) -> Move | None:
    """The move that was made in the game of an entry where the entry starts."""
    at = (entry.turn or 1) - 1
    return entry.game.moves[at] if entry.game is not None and at < len(entry.game.moves) else None


def _label(seat: int, names: Sequence[str], encoding: str) -> str:
    """What a seat is called, as an output in this encoding shows it."""
    return f"Seat {seat} {fitting(names[seat], encoding)}" if names else f"Seat {seat}"


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


def _hand(position: Position, seat: int, unnamed: frozenset[int], move: Move | None) -> Text:
    """The cards of a hand, oldest first, each with its marks; the one that moves next in brackets."""
    hand = Text()
    for index in position.hands[seat]:
        moves = move is not None and not isinstance(move, Clue) and move.card == index
        hand.append("[" if moves else " ").append_text(held_text(position, index, unnamed))
        hand.append(f"{marks(position, index, unnamed)}{']' if moves else ''}".ljust(4))
    return hand


def marks(position: Position, index: int, unnamed: frozenset[int] = NONE_UNNAMED) -> str:
    """The marks of a card in a hand: what it is worth, and whether it can be played."""
    if index in unnamed:
        return MARKS[Worth.TRASH]
    is_playable = position.is_playable(position.deck[index]) and not position.is_over
    return MARKS[worth(position, index)] + (PLAYABLE if is_playable else "")


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
