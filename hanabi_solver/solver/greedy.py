"""A quick line by simple rules: a lower bound to begin with, and something to show when time is short."""

from hanabi_solver.game.cards import Card
from hanabi_solver.game.engine import apply, clues_touching, keeps_score
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position


def greedy_line(position: Position) -> tuple[tuple[Move, ...], int]:
    """A legal line that plays what it can and throws away what it needs least, and its score.

    It ends with its last point; where a reached score can be lost again (`engine.keeps_score`), it goes on
    to the game's end and has the score of that.
    """
    line: list[Move] = []
    to_the_end = not keeps_score(position)
    points, length = position.score, 0
    while not position.is_over:
        line.append(_move(position))
        position = apply(position, line[-1])
        if to_the_end or position.score != points:
            points, length = position.score, len(line)
    return tuple(line[:length]), points


def _move(position: Position) -> Move:
    rules, hand = position.rules, position.hands[position.seat]
    playable = [index for index in hand if position.is_playable(position.deck[index])]
    if playable:
        return Play(min(playable, key=lambda index: rules.step(position.deck[index])))
    trash = [index for index in hand if position.is_trash(position.deck[index])]
    may_discard = position.tokens < rules.token_limit
    if position.tokens >= rules.clue_cost and (not may_discard or not trash):
        return _clue(position)
    spare = trash[0] if trash else max(hand, key=lambda index: _spareness(position, position.deck[index]))
    return Discard(spare) if may_discard else Play(spare)


def _spareness(position: Position, card: Card) -> tuple[int, int]:
    """How easily a useful card can go: the more copies are left and the later it is played, the better."""
    held = [card for seat in range(position.rules.players) for card in position.hand_cards(seat)]
    left = (*held, *position.pile).count(card)
    return min(left, 2), position.rules.step(card)


def _clue(position: Position) -> Clue:
    seats = (seat for seat in range(position.rules.players) if seat != position.seat)
    return next(clue for seat in seats for clue in clues_touching(position, seat))
