"""The rules of the game once more, jitted: replays lines from their decks and says how each one ends.

It is what an answer of the fast lane rests on, so it is written from the rules (docs/rules.md), apart from
the engine, and shares nothing with any search.
"""

from typing import NamedTuple

import numpy as np

from hanabi_solver.game.rules import MAX_RANKS
from hanabi_solver.search.jit import inlined, jitted
from hanabi_solver.study.lane.layout import (
    CLUE,
    DISCARD,
    FACES,
    KIND_SHIFT,
    MOST_CARDS,
    NO_MOVE,
    PILE_SLOT,
    PLAY,
    SLOT_MASK,
    Bytes,
    LaneRules,
    Numbers,
)

# What is ruled of a line: it is legal, or what is wrong with its first faulty move, or with its deck.
LEGAL, NOT_A_MOVE, GAME_OVER, NO_CARD, DISCARD_AT_LIMIT, NO_TOKEN, WRONG_DECK = 0, 1, 2, 3, 4, 5, 6
RULINGS = (
    "legal",
    "no code of a move, or a move after none",
    "a move after the end of the game",
    "a card that the player to move does not have",
    "a discard while all clue tokens are there",
    "a clue that cannot be paid for",
    "a deck that is not the one of the rules",
)

# Columns of the game under way: the height of each stack, the cards in each hand, then the rest. `LAST_TURNS`
# is how many turns are left once the draw pile is empty, `DRAWN` how many cards have left the pile.
STACKS, HELD = 0, 6
TOKENS, STRIKES, SEAT, DRAWN, LAST_TURNS, POINTS = 12, 13, 14, 15, 16, 17
GAME_WIDTH = 18

# Columns of a verdict.
RULING, TURN, SCORE = 0, 1, 2


class Verdicts(NamedTuple):
    """For each line what is ruled (an index of `RULINGS`), the number of the faulty turn, and the score.

    Turns count from 1, and 0 means none. The score is the one that the game has after the last move, 0 if
    the line is not legal.
    """

    rulings: Numbers
    turns: Numbers
    scores: Numbers


def replay_lines(rules: LaneRules, decks: Bytes, lines: Bytes) -> Verdicts:
    """Replay each line from the deck in the same row; raises ValueError for arrays of another shape.

    >>> from hanabi_solver.game.rules import Rules, make_suits
    >>> from hanabi_solver.study.lane.layout import lane_rules
    >>> deck = np.array([[0, 0, 0, 1, 1, 2, 2, 3, 3, 4]], dtype=np.uint8)  # r1 r1 r1 r2 r2 ...
    >>> play, discard, clue = PLAY << KIND_SHIFT, DISCARD << KIND_SHIFT, CLUE << KIND_SHIFT
    >>> lines = np.array([[play, clue, play, 0], [play, play + 1, discard, 0]], dtype=np.uint8)
    >>> rules = lane_rules(Rules(suits=make_suits("r"), hand_size=2))
    >>> [column.tolist() for column in replay_lines(rules, deck.repeat(2, axis=0), lines)]
    [[0, 4], [0, 3], [1, 0]]
    """
    if decks.shape != (len(lines), rules.deck_size) or lines.ndim != 2:
        size = f"{rules.deck_size} cards for each line"
        raise ValueError(f"expected decks of {size}, got arrays of {decks.shape} and {lines.shape}")
    verdicts = np.zeros((len(lines), 3), dtype=np.int64)
    replay_rows(
        rules,
        np.ascontiguousarray(decks, dtype=np.uint8),
        np.ascontiguousarray(lines, dtype=np.uint8),
        np.empty(GAME_WIDTH, dtype=np.int64),
        np.empty((rules.players, MOST_CARDS), dtype=np.int64),
        np.empty(FACES, dtype=np.int64),
        verdicts,
    )
    return Verdicts(verdicts[:, RULING], verdicts[:, TURN], verdicts[:, SCORE])


@jitted
def replay_rows(
    rules: LaneRules,
    decks: Bytes,
    lines: Bytes,
    game: Numbers,
    hands: Numbers,
    counts: Numbers,
    verdicts: Numbers,
) -> None:
    """Fill in the verdicts; `game`, `hands` and `counts` are room to work in."""
    for row in range(decks.shape[0]):
        verdicts[row, TURN] = 0
        verdicts[row, SCORE] = 0
        if not _is_deck(rules, decks, row, counts):
            verdicts[row, RULING] = WRONG_DECK
            continue
        _deal_hands(rules, game, hands)
        ruling, turn = LEGAL, 0
        while turn < lines.shape[1] and lines[row, turn] != NO_MOVE and ruling == LEGAL:
            ruling = _move(rules, decks, row, lines[row, turn], game, hands)
            turn += 1
        while turn < lines.shape[1] and ruling == LEGAL:
            if lines[row, turn] != NO_MOVE:
                ruling = NOT_A_MOVE
            turn += 1
        verdicts[row, RULING] = ruling
        if ruling != LEGAL:
            verdicts[row, TURN] = turn
        elif game[STRIKES] < rules.strike_limit or rules.strikeout_scores:
            verdicts[row, SCORE] = game[POINTS]


@inlined
def _is_deck(rules: LaneRules, decks: Bytes, row: int, counts: Numbers) -> bool:
    """Whether this row holds every card as often as the rules say; it has the right number of cards."""
    for face in range(FACES):
        counts[face] = rules.copies[face]
    for index in range(rules.deck_size):
        face = decks[row, index]
        if face >= FACES or counts[face] == 0:
            return False
        counts[face] -= 1
    return True


@inlined
def _deal_hands(rules: LaneRules, game: Numbers, hands: Numbers) -> None:
    """The start of the game: a hand holds deck indices, the oldest card first."""
    for column in range(GAME_WIDTH):
        game[column] = 0
    for seat in range(rules.players):
        for slot in range(rules.hand_size):
            hands[seat, slot] = seat * rules.hand_size + slot
        game[HELD + seat] = rules.hand_size
    game[TOKENS] = rules.token_limit
    game[SEAT] = rules.first_seat
    game[DRAWN] = rules.players * rules.hand_size
    game[LAST_TURNS] = rules.players


@inlined
def _is_over(rules: LaneRules, game: Numbers) -> bool:
    is_complete = game[POINTS] == rules.suits * rules.ranks
    is_last_turn_over = game[DRAWN] == rules.deck_size and game[LAST_TURNS] == 0
    return bool(game[STRIKES] >= rules.strike_limit or is_complete or is_last_turn_over)


@jitted
def _move(rules: LaneRules, decks: Bytes, row: int, code: int, game: Numbers, hands: Numbers) -> int:
    """Make a move if it is legal, and pass the turn on; what is ruled of it."""
    kind, slot, seat = code >> KIND_SHIFT, code & SLOT_MASK, game[SEAT]
    is_clue = kind == CLUE
    if kind < PLAY or kind > CLUE or (is_clue and slot != 0):
        return NOT_A_MOVE
    if _is_over(rules, game):
        return GAME_OVER
    left = rules.deck_size - game[DRAWN]
    if is_clue:
        if game[TOKENS] < rules.clue_cost:
            return NO_TOKEN
        game[TOKENS] -= rules.clue_cost
    else:
        is_on_pile = slot == PILE_SLOT
        is_there = rules.deck_plays and left == 1 if is_on_pile else slot < game[HELD + seat]
        if not is_there:
            return NO_CARD
        if kind == DISCARD and game[TOKENS] >= rules.token_limit and not rules.discard_at_limit:
            return DISCARD_AT_LIMIT
        if is_on_pile:
            face = decks[row, game[DRAWN]]
            game[DRAWN] += 1
        else:
            face = decks[row, hands[seat, slot]]
            _take_out(seat, slot, game, hands)
        if kind == PLAY:
            _play(rules, face, game)
        elif game[TOKENS] < rules.token_limit:
            game[TOKENS] += 1
        if not is_on_pile and left > 0:  # also after the end, where it changes nothing
            hands[seat, game[HELD + seat]] = game[DRAWN]
            game[HELD + seat] += 1
            game[DRAWN] += 1
    if left == 0:
        game[LAST_TURNS] -= 1
    game[SEAT] = (seat + 1) % rules.players
    return LEGAL


@inlined
def _take_out(seat: int, slot: int, game: Numbers, hands: Numbers) -> None:
    """Take a card out of a hand: those that are newer move up."""
    game[HELD + seat] -= 1
    for place in range(slot, game[HELD + seat]):
        hands[seat, place] = hands[seat, place + 1]


@inlined
def _play(rules: LaneRules, face: int, game: Numbers) -> None:
    """Put a card on its stack, which gains a token if that completes it; a strike if it does not fit."""
    suit = face // MAX_RANKS
    if game[STACKS + suit] != rules.steps[face] - 1:
        game[STRIKES] += 1
        return
    game[STACKS + suit] += 1
    game[POINTS] += 1
    is_complete = game[STACKS + suit] == rules.ranks
    if is_complete and rules.suit_regains and game[TOKENS] < rules.token_limit:
        game[TOKENS] += 1
