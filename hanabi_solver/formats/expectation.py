"""What a puzzle file expects: its best score and first moves, checked as far as the file is sound."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.first_move import (
    FirstMove,
    MoveKind,
    first_moves,
    format_first_move,
    parse_first_move,
    with_trash_as_one,
)
from hanabi_solver.formats.puzzle_schema import ExpectFile
from hanabi_solver.game.cards import Card
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import seat_names


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a puzzle claims: its best score and, unless None, all first moves that keep it."""

    best: int
    first_moves: tuple[FirstMove, ...] | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The position that a file describes, and which parts of it are known if the file has faults.

    Where a part is not known, `position` has any value there. `has_cards`: all stacks and cards;
    `has_tokens`: the clue tokens, how many there can be and what a clue costs; `has_clues`: the rules of
    clues. `own_hand` are the cards of the seat to move without those written x, and `known_suits` those whose
    stack is known, where not all cards are; `own_hand` is None if it is not known.
    """

    position: Position
    is_sound: bool = True
    has_suits: bool = True
    has_cards: bool = True
    has_seat: bool = True
    has_tokens: bool = True
    has_clues: bool = True
    own_hand: frozenset[Card] | None = None
    known_suits: frozenset[int] = frozenset()


def read_expectation(file: ExpectFile, scene: Scene, faults: list[Fault]) -> Expectation:
    """What a file expects; what surely is wrong with it is added to `faults`."""
    rules = scene.position.rules
    if scene.has_suits and not 0 <= file.best <= rules.max_score:
        faults.append(Fault("expect.best", f"expected 0 to {rules.max_score}, got {file.best}"))
    if file.first_moves is None:
        return Expectation(file.best)
    possible = _possible(scene)
    moves: list[FirstMove] = []
    for index, text in enumerate(file.first_moves if scene.has_suits else ()):
        place = f"expect.first_moves[{index}]"
        try:
            move = parse_first_move(text, rules.letters, rules.rank_marks, place)
        except InputError as error:
            faults.extend(error.faults)
            continue
        moves.append(move)
        if _is_impossible(move, scene, possible):
            seat = scene.position.seat
            who = seat_names(scene.position.rules.players)[seat] if scene.has_seat else "the player to move"
            advice = _first_move_help(scene.position) if scene.is_sound else ""
            faults.append(Fault(place, f"expected a move that {who} can make, got {shorten(text)!r}", advice))
    return Expectation(file.best, tuple(moves))


def _is_impossible(move: FirstMove, scene: Scene, possible: frozenset[FirstMove] | None) -> bool:
    if possible is not None:
        return not with_trash_as_one([move], scene.position) <= possible
    position = scene.position
    rules = position.rules
    if move.kind is MoveKind.CLUE:
        return scene.has_tokens and position.tokens < rules.clue_cost
    if move.kind is MoveKind.DISCARD:
        is_full = position.tokens >= rules.token_limit and not rules.discard_at_limit
        return scene.has_tokens and is_full
    if move.card is None or move.from_pile or scene.own_hand is None:
        return False
    # A useless card is never played, and any other move of one may be meant by that of another.
    if move.kind is MoveKind.PLAY and move.card not in scene.own_hand:
        return True
    is_known = move.card.suit in scene.known_suits
    return is_known and position.is_playable(move.card) == (move.kind is MoveKind.MISPLAY)


def _possible(scene: Scene) -> frozenset[FirstMove] | None:
    """Every move that what is known allows, useless cards as one; None if the cards are not known."""
    position = scene.position
    if scene.is_sound:
        return with_trash_as_one(first_moves(position), position)
    if not scene.has_cards:
        return None
    rules = position.rules
    seats: Iterable[int] = [position.seat] if scene.has_seat else range(rules.players)
    tokens = {position.tokens} if scene.has_tokens else {0, rules.token_limit}
    moves = {FirstMove(MoveKind.CLUE)} if not scene.has_clues else set()
    for seat in seats:
        for number in tokens:
            at = replace(position, seat=seat, tokens=number)
            moves |= with_trash_as_one(first_moves(at), at)
    return frozenset(moves)


def _first_move_help(position: Position) -> str:
    names = [format_first_move(move, position.rules.letters) for move in first_moves(position)]
    return f"the moves are: {', '.join(names)}" if names else "the game is over here: leave first_moves out"
