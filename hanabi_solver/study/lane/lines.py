"""Lines of the lane as text for the store, and as moves for the engine.

The text has one character a turn: 0 to 5 plays that slot of the hand, a to f discards it (0 and a: the oldest
card), "." is a clue, whichever; 7 and h play and discard the last card of the draw pile from there.
"""

from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, IllegalMoveError, InputError, InternalCheckError
from hanabi_solver.formats.convert import link_of_line
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.search.decode import helpful_clue
from hanabi_solver.study.keys import entry_of

if TYPE_CHECKING:
    from hanabi_solver.study.lane.layout import Bytes

PLAYS, DISCARDS, A_CLUE = "012345.7", "abcdef.h", "."
_PILE_SLOT = 7
# By the code of a move (layout.py): none, plays, discards, and clues.
_CHARACTERS = bytes(8) + PLAYS.encode() + DISCARDS.encode() + A_CLUE.encode() * 8 + bytes(256 - 32)


def texts_of(lines: "Bytes") -> list[str]:
    """Each row of an array of lines as text; empty for a row without moves.

    >>> import numpy as np
    >>> texts_of(np.array([[8, 24, 18, 0], [0, 0, 0, 0]], dtype=np.uint8))
    ['0.c', '']
    """
    width = lines.shape[1]
    codes = lines.tobytes().translate(_CHARACTERS)
    return [
        codes[at : at + width].rstrip(b"\0").decode("ascii") for at in range(0, width * len(lines), width)
    ]


def moves_of(text: str, position: Position) -> tuple[Move, ...]:
    """The moves of a line from this position, each clue one that helps, if there is such a one.

    Raises InputError for what is no move, and IllegalMoveError for one that is not legal.
    """
    moves: list[Move] = []
    for character in text:
        moves.append(_move(character, position))
        position = apply(position, moves[-1])
    return tuple(moves)


def check_line(text: str, position: Position, name: str) -> None:
    """Raise InternalCheckError unless the engine replays this line to the full score of this position.

    >>> from hanabi_solver.formats.any_source import parse
    >>> check_line("0", parse("p2v0s1").deal.start(), "p2v0s1")
    Traceback (most recent call last):
    hanabi_solver.errors.InternalCheckError: p2v0s1: expected the line of the fast lane to reach 25, got 0
    """
    most = position.rules.max_score
    try:
        got = str(replay(position, moves_of(text, position)).score)
    except (InputError, IllegalMoveError) as error:
        got = str(error)
    if got != str(most):
        raise InternalCheckError(f"{name}: expected the line of the fast lane to reach {most}, got {got}")


def link_of(key: str, text: str) -> str | None:
    """The link that shows a line of the deal of this key; None where there is none for it."""
    entry = entry_of(key)
    try:
        return link_of_line(entry, moves_of(text, entry.position))
    except InputError:  # some variants have no link for some lines (docs/hanablive.md)
        return None


def _move(character: str, position: Position) -> Move:
    if character == A_CLUE:
        return helpful_clue(position)
    for characters, move in ((PLAYS, Play), (DISCARDS, Discard)):
        slot = characters.find(character)
        hand = position.hands[position.seat]
        if slot == _PILE_SLOT:
            return move(position.draw_index)
        if 0 <= slot < len(hand):
            return move(hand[slot])
    raise InputError([Fault("line", f"expected moves of a line of the fast lane, got {character!r}")])
