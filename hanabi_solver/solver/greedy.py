"""A quick line by simple rules: a lower bound to begin with, and something to show when time is short."""

from hanabi_solver.game.cards import Card
from hanabi_solver.game.engine import apply, legal_moves, may_discard
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position


def greedy_line(position: Position) -> tuple[tuple[Move, ...], int]:
    """A legal line that plays what it can and throws away what it needs least, and its score.

    It ends with its last point; where a reached score can be lost again (`passing.keeps_score`), it goes on
    to the game's end and has the score of that.
    """
    line: list[Move] = []
    to_the_end = not keeps_score(position)
    points, length = position.score, 0
    while not position.is_over and (move := _move(position)) is not None:
        line.append(move)
        position = apply(position, line[-1])
        if to_the_end or position.score != points:
            points, length = position.score, len(line)
    return tuple(line[:length]), points


def _move(position: Position) -> Move | None:
    """The next move of the line; None if the seat to move has no legal one."""
    hand = position.hands[position.seat]
    playable = [index for index in hand if position.is_playable(position.deck[index])]
    if playable:
        return Play(min(playable, key=lambda index: _height(position, position.deck[index])))
    trash = [index for index in hand if position.is_trash(position.deck[index])]
    if not hand or not (may_discard(position) and trash):
        clue = next((move for move in legal_moves(position) if isinstance(move, Clue)), None)
        if clue is not None or not hand:
            return clue
    spare = trash[0] if trash else max(hand, key=lambda index: _spareness(position, position.deck[index]))
    return Discard(spare) if may_discard(position) else Play(spare)


def _spareness(position: Position, card: Card) -> tuple[int, int]:
    """How easily a useful card can go: the more copies are left and the later it is played, the better."""
    held = [card for seat in range(position.rules.players) for card in position.hand_cards(seat)]
    left = (*held, *position.pile).count(card)
    return min(left, 2), _height(position, card)


def _height(position: Position, card: Card) -> int:
    """How late in its suit a card is played; where suits have no set order, how high its stack is by now."""
    rules = position.rules
    return rules.step(card) if rules.has_set_order else position.stacks[card.suit]
