"""Lines of the engine as codes of the fast lane, and what the engine rules of a code."""

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
from oracle import random_deck, random_full_rules

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.formats.hanablive.options import Options, rules_for
from hanabi_solver.formats.hanablive.variants import all_variants
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import any_clue, apply
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.study.lane import layout as at
from hanabi_solver.study.lane import referee
from hanabi_solver.study.lane.layout import Bytes, faces_of, lane_rules, lane_takes
from hanabi_solver.study.lane.referee import replay_lines

RULED = {
    "game-over": referee.GAME_OVER,
    "card-in-own-hand": referee.NO_CARD,
    "discard-at-token-limit": referee.DISCARD_AT_LIMIT,
    "clue-needs-token": referee.NO_TOKEN,
}
NO_SUCH_CARD = 1000


def code_of(position: Position, move: Move) -> int:
    if isinstance(move, Clue):
        return at.CLUE << at.KIND_SHIFT
    kind = at.PLAY if isinstance(move, Play) else at.DISCARD
    hand = position.hands[position.seat]
    slot = hand.index(move.card) if move.card in hand else at.PILE_SLOT
    return kind << at.KIND_SHIFT | slot


def move_of(position: Position, code: int) -> Move | None:
    """The move of a code, which may be illegal; None if it is no code. Raises IllegalMoveError for a clue."""
    kind, slot = divmod(code, 8)
    if kind == at.CLUE and slot == 0:
        return any_clue(position)
    hand = position.hands[position.seat]
    card = hand[slot] if slot < len(hand) else NO_SUCH_CARD
    if slot == at.PILE_SLOT:
        card = position.draw_index
    return {at.PLAY: Play(card), at.DISCARD: Discard(card)}.get(kind)


def after(position: Position, code: int) -> tuple[int, Position]:
    """What the engine rules of a code, and the position after it."""
    try:
        move = move_of(position, code)
        if move is None:
            return referee.NOT_A_MOVE, position
        return referee.LEGAL, apply(position, move)
    except IllegalMoveError as error:
        return RULED[error.rule], position


def codes_of(start: Position, line: Iterable[Move]) -> list[int]:
    codes, position = [], start
    for move in line:
        codes.append(code_of(position, move))
        position = apply(position, move)
    return codes


def as_rows(lines: Sequence[Sequence[int]]) -> Bytes:
    rows = np.zeros((len(lines), max(map(len, lines), default=0) + 1), dtype=np.uint8)
    for row, line in zip(rows, lines, strict=True):
        row[: len(line)] = line
    return rows


def ruled(deal: Deal, *lines: Sequence[int]) -> list[tuple[int, int, int]]:
    """The referee's verdicts on lines of codes: the ruling, the faulty turn, and the score."""
    decks = np.tile(faces_of(deal.deck), (len(lines), 1))
    verdicts = replay_lines(lane_rules(deal.rules), decks, as_rows(lines))
    return list(zip(*(column.tolist() for column in verdicts), strict=True))


def random_lane_rules(rng: Random) -> Rules:
    """Rules that the lane takes: of a variant of the site, or any."""
    while True:
        if rng.random() < 0.3:
            options = Options(starting_player=rng.randrange(2), deck_plays=rng.random() < 0.3)
            rules = rules_for(rng.choice(all_variants()), rng.randint(2, 6), options)
        else:
            rules = random_full_rules(rng)
        if lane_takes(rules):
            return rules


def random_lane_deal(rng: Random) -> Deal:
    rules = random_lane_rules(rng)
    return Deal(rules, random_deck(rng, rules))
