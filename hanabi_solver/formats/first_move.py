"""First moves by face ("play r4", "discard x", "clue"): how puzzles and their checks name a move."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import read_card, small
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import UNKNOWN_TRASH, Card, format_card
from hanabi_solver.game.engine import legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position

_FROM_PILE = " from the pile"


class MoveKind(StrEnum):
    """The kinds of first move; a misplay is the play of a card that does not fit its stack."""

    PLAY = "play"
    MISPLAY = "misplay"
    DISCARD = "discard"
    CLUE = "clue"


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A move by kind and face, whichever copy it is; all clues are one move, as they lead on alike.

    `card` is None for a clue, and where any useless card is meant (written "x"). `from_pile` separates what
    is done with the last card of the draw pile from the same with a copy in a hand.
    """

    kind: MoveKind
    card: Card | None = None
    from_pile: bool = False

    def sort_key(self) -> tuple[int, Card, bool]:
        """Order for display: plays, misplays, discards, clue; each by suit and rank, hand before pile."""
        return list(MoveKind).index(self.kind), self.card or Card(-1, -1), self.from_pile


def format_first_move(move: FirstMove, letters: str) -> str:
    """The move as text.

    >>> format_first_move(FirstMove(MoveKind.DISCARD, Card(1, 1)), "rygbp")
    'discard y1'
    >>> format_first_move(FirstMove(MoveKind.MISPLAY), "rygbp")
    'misplay x'
    >>> format_first_move(FirstMove(MoveKind.PLAY, Card(0, 5), from_pile=True), "rygbp")
    'play r5 from the pile'
    """
    if move.kind is MoveKind.CLUE:
        return move.kind.value
    card = UNKNOWN_TRASH if move.card is None else format_card(move.card, letters)
    return f"{move.kind.value} {card}{_FROM_PILE if move.from_pile else ''}"


def parse_first_move(text: str, letters: str, marks: str, place: str = "move") -> FirstMove:
    """The first move that `text` names, in small letters or capitals.

    Raises InputError, with `place`, if it names none.

    >>> parse_first_move("play r4", "rygbp", "12345")
    FirstMove(kind=<MoveKind.PLAY: 'play'>, card=Card(suit=0, rank=4), from_pile=False)
    >>> parse_first_move("play x", "rygbp", "12345")
    FirstMove(kind=<MoveKind.MISPLAY: 'misplay'>, card=None, from_pile=False)
    """
    match small(text).split():
        case [MoveKind.CLUE]:
            return FirstMove(MoveKind.CLUE)
        case [MoveKind.PLAY | MoveKind.MISPLAY as kind, card, *rest] if rest in ([], _FROM_PILE.split()):
            if card == UNKNOWN_TRASH:
                return FirstMove(MoveKind.MISPLAY, from_pile=bool(rest))
            return FirstMove(MoveKind(kind), read_card(card, letters, marks, place), bool(rest))
        case [MoveKind.DISCARD, card, *rest] if rest in ([], _FROM_PILE.split()):
            face = None if card == UNKNOWN_TRASH else read_card(card, letters, marks, place)
            return FirstMove(MoveKind.DISCARD, face, bool(rest))
    fault = Fault(
        place,
        f"expected a first move, got {shorten(text)!r}",
        f'write "play CARD", "misplay CARD", "discard CARD" or "clue", like "play {letters[0]}1"',
    )
    raise InputError([fault])


def first_moves(position: Position) -> dict[FirstMove, Move]:
    """All different first moves, each with one legal move that makes it, in order of display."""
    named: dict[FirstMove, Move] = {}
    for move in legal_moves(position):
        named.setdefault(first_move_of(position, move), move)
    return dict(sorted(named.items(), key=lambda item: item[0].sort_key()))


def with_trash_as_one(moves: Iterable[FirstMove], position: Position) -> frozenset[FirstMove]:
    """The moves with every useless card written "x": sets that compare equal if they mean the same."""
    return frozenset(
        replace(move, card=None) if move.card is not None and position.is_trash(move.card) else move
        for move in moves
    )


def first_move_of(position: Position, move: Move) -> FirstMove:
    """The name of a legal move of `position`."""
    match move:
        case Play(card):
            face = position.deck[card]
            kind = MoveKind.PLAY if position.is_playable(face) else MoveKind.MISPLAY
            return FirstMove(kind, face, from_pile=card == position.draw_index)
        case Discard(card):
            return FirstMove(MoveKind.DISCARD, position.deck[card], from_pile=card == position.draw_index)
        case Clue():
            return FirstMove(MoveKind.CLUE)
