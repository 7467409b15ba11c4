"""A plain search by the true rules, where suits have no set order: slow, exact, and needed only now and then.

Choice by choice (docs/method.md, U1) is much faster; this decides what a choice leaves open, because a card
that it misplays would fit by the true rules, or a turn of it has no legal clue.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from hanabi_solver.game.engine import apply_unchecked, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.search.outcome import SearchOutcome


@dataclass(slots=True)
class _Frame:
    key: Hashable
    moves: Iterator[tuple[Move, Position]]
    move: Move | None = None


class TrueWalk:
    """A depth-first walk through positions of the engine for one target; `advance` goes on with it.

    `nodes` counts the positions visited, `line` is set once it is found. Positions that have failed are kept.
    """

    def __init__(self, position: Position, target: int) -> None:
        self.position = position
        self.target = position.rules.max_score if position.rules.all_or_nothing else target
        self.outcome = SearchOutcome.RUNNING
        self.line: tuple[Move, ...] = ()
        self.nodes = 0
        self._failed: set[Hashable] = set()
        self._path: list[_Frame] = []
        self._enter(position)

    def advance(self, nodes: int) -> SearchOutcome:
        """Search on for about so many positions; the outcome so far."""
        last = self.nodes + nodes
        while self.outcome is SearchOutcome.RUNNING and self.nodes < last:
            frame = self._path[-1]
            following = next(frame.moves, None)
            if following is not None:
                frame.move, position = following
                self._enter(position)
                continue
            self._failed.add(frame.key)
            self._path.pop()
            if not self._path:
                self.outcome = SearchOutcome.REFUTED
        return self.outcome

    def _enter(self, position: Position) -> None:
        self.nodes += 1
        if position.score >= self.target and keeps_score(position):
            self.line = tuple(frame.move for frame in self._path if frame.move is not None)
            self.outcome = SearchOutcome.REACHED
            return
        key = _key(position)
        if not self._is_hopeless(position) and key not in self._failed:
            self._path.append(_Frame(key, _following(position)))
        elif not self._path:
            self.outcome = SearchOutcome.REFUTED

    def _is_hopeless(self, position: Position) -> bool:
        rules = position.rules
        if position.is_over or sum(position.reachable_heights()) < self.target:
            return True
        turns = rules.players if position.turns_left is None else position.turns_left
        from_pile = int(rules.deck_plays and position.pile_size > 0)
        plays = position.pile_size + turns + from_pile
        return rules.has_final_round and sum(position.stacks) + plays < self.target


def _following(position: Position) -> Iterator[tuple[Move, Position]]:
    """The positions after each kind of move and face: plays that fit, then clues, discards, misplays."""
    moves: dict[Hashable, Move] = {}
    for move in legal_moves(position):
        if isinstance(move, Clue):
            # Only where clues must alternate does it matter which one is given.
            kind = move.kind if position.rules.clues and position.rules.clues.alternate else ""
            moves.setdefault(("clue", kind), move)
        else:
            from_pile = move.card == position.draw_index
            moves.setdefault((type(move), position.deck[move.card], from_pile), move)

    def rank(move: Move) -> int:
        if isinstance(move, Play):
            return 0 if position.is_playable(position.deck[move.card]) else 3
        return 2 if isinstance(move, Discard) else 1

    for move in sorted(moves.values(), key=rank):
        yield move, apply_unchecked(position, move)


def _key(position: Position) -> Hashable:
    """All that matters of a position that comes from a given one: the rest follows from it."""
    players = range(position.rules.players)
    return (
        position.stack_ranks,
        tuple(tuple(sorted(position.hand_cards(seat))) for seat in players),
        position.draw_index,
        position.tokens,
        position.strikes,
        position.seat,
        position.turns_left,
        position.last_clue,
    )
