"""The best score of tiny positions by naive brute force, and random tiny positions to compare with.

Nothing here is clever on purpose: every legal line is played to the game's end by the engine, and
positions that differ in nothing but the names of their cards are looked at once.
"""

from collections import deque
from collections.abc import Hashable
from random import Random
from typing import Any

from hypothesis import strategies as st

from hanabi_solver.game.cards import Card, Suit
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, apply_unchecked, legal_moves
from hanabi_solver.game.moves import Clue, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import MAX_RANKS, STANDARD_LETTERS, Rules, make_suits
from hanabi_solver.names import Stacking

MAX_CARDS = 9
_SEEDS = 2**32 - 1


def best_score(position: Position) -> int:
    """The best final score that any legal line from `position` reaches. Only for tiny positions."""
    return _best(position, {})


def _best(position: Position, known: dict[Hashable, int]) -> int:
    if position.is_over:
        return position.score
    key = canonical(position)
    if key not in known:
        best = 0
        for move in distinct_moves(position):
            best = max(best, _best(apply_unchecked(position, move), known))
            if best == position.rules.max_score:
                break
        known[key] = best
    return known[key]


def fewest_turns(position: Position, score: int) -> int:
    """The length of the shortest line after which `score` is safe, breadth first."""
    reached, seen = deque([(position, 0)]), set()
    while reached:
        at, turns = reached.popleft()
        if at.score >= score and keeps_score(at):
            return turns
        if at.is_over or (key := canonical(at)) in seen:
            continue
        seen.add(key)
        reached.extend((apply_unchecked(at, move), turns + 1) for move in distinct_moves(at))
    raise AssertionError("the score cannot be reached")


def distinct_moves(position: Position) -> list[Move]:
    """The legal moves, one for each kind and card face; all clues do the same to the position."""
    moves: dict[Hashable, Move] = {}
    for move in legal_moves(position):
        if isinstance(move, Clue):
            kind: Hashable = "clue"
        else:
            kind = (type(move), position.deck[move.card], move.card >= position.draw_index)
        moves[kind] = move
    return list(moves.values())


def canonical(position: Position) -> Hashable:
    return (
        position.stacks,
        tuple(sorted(position.discards)),
        tuple(tuple(sorted(position.hand_cards(seat))) for seat in range(position.rules.players)),
        position.draw_index,
        position.tokens,
        position.strikes,
        position.seat,
        position.turns_left,
        position.stack_ranks,
    )


def random_rules(rng: Random, max_cards: int = MAX_CARDS) -> Rules:
    """Rules of a tiny game: 1-3 suits, 1-3 ranks, 2-4 players, a deck of at most `max_cards` cards."""
    while True:
        ranks = rng.choice((1, 2, 2, 3, 3))
        suits = tuple(
            Suit(letter, _random_copies(rng, ranks), reversed=rng.random() < 0.15)
            for letter in "rgb"[: rng.choice((1, 2, 2, 3))]
        )
        players = rng.choice((2, 2, 2, 3, 3, 4))
        hand_size = rng.choice((2, 2, 3))
        token_limit = rng.choice((0, 1, 1, 2, 2, 3, 3, 8))
        clue_cost = 1 if token_limit == 1 else rng.choice((1, 1, 1, 1, 2))
        if players * hand_size <= sum(suit.size for suit in suits) <= max_cards:
            values: dict[str, Any] = dict(
                players=players,
                suits=suits,
                hand_size=hand_size,
                token_limit=token_limit,
                strike_limit=rng.choice((1, 2, 3)),
                empty_clues=rng.random() < 0.3,
                strikeout_scores=rng.random() < 0.3,
                first_seat=rng.randrange(players),
                clue_cost=clue_cost,
                suit_regains=rng.random() < 0.8,
                deck_plays=rng.random() < 0.2,
                **_random_special_rules(rng.random()),
            )
            if values["speedrun"]:
                values["strikeout_scores"] = False  # a speedrun counts nothing after the last strike
            return Rules(**values)


def _random_special_rules(chance: float) -> dict[str, bool]:
    """Rare rules, alone and two at once, from one number between 0 and 1."""
    return {
        "all_or_nothing": chance < 0.09,
        "discard_at_limit": chance < 0.03 or 0.1 < chance < 0.2 or 0.25 < chance < 0.28,
        "speedrun": 0.2 < chance < 0.28 or 0.07 < chance < 0.08,
    }


def _random_copies(rng: Random, ranks: int) -> tuple[int, ...]:
    if rng.random() < 0.2:
        return (1,) * ranks
    return tuple(rng.choice((1, 1, 2, 2, 3)) for _ in range(ranks))


def random_full_rules(rng: Random) -> Rules:
    """Rules of a game of 2-6 players with 1-6 suits: normal, one-of-each, or with copies of any number."""
    while True:
        stacking = rng.choice((Stacking.BY_RANK, Stacking.BY_RANK, Stacking.UP_OR_DOWN, Stacking.SUDOKU))
        letters = STANDARD_LETTERS[: rng.randint(1, 5 if stacking is Stacking.SUDOKU else 6)]
        dark = "".join(letter for letter in letters if rng.random() < 0.3)
        suits = make_suits(letters, dark, stacking)
        if stacking is Stacking.BY_RANK and rng.random() < 0.2:
            ranks = rng.randint(1, MAX_RANKS)
            suits = tuple(
                Suit(letter, tuple(rng.randint(1, 3) for _ in range(ranks)), reversed=rng.random() < 0.5)
                for letter in letters
            )
        players, hand_size = rng.randint(2, 6), rng.choice((0, 0, 2, 3))
        actual_hand_size = hand_size or Rules(players=players).hand_size
        if players * actual_hand_size <= sum(suit.size for suit in suits):
            speedrun = rng.random() < 0.1
            return Rules(
                players=players,
                suits=suits,
                hand_size=hand_size,
                token_limit=rng.choice((0, 1, 2, 3, 8, 8)),
                strike_limit=rng.choice((1, 2, 3, 3)),
                empty_clues=rng.random() < 0.3,
                strikeout_scores=not speedrun and rng.random() < 0.3,
                first_seat=rng.randrange(players),
                suit_regains=rng.random() < 0.8,
                deck_plays=rng.random() < 0.3,
                all_or_nothing=rng.random() < 0.15,
                discard_at_limit=rng.random() < 0.2,
                speedrun=speedrun,
                stacking=stacking,
            )


def random_deck(rng: Random, rules: Rules) -> tuple[Card, ...]:
    """The whole deck of `rules`, shuffled."""
    deck = [face for face in rules.faces() for _ in range(rules.copies(face))]
    rng.shuffle(deck)
    return tuple(deck)


def random_tiny_deal(rng: Random, max_cards: int = MAX_CARDS) -> Deal:
    """A shuffled deal under `random_rules`."""
    rules = random_rules(rng, max_cards)
    return Deal(rules, random_deck(rng, rules))


def random_tiny_position(rng: Random, max_cards: int = MAX_CARDS) -> Position:
    """A position, not over, after some random legal moves from a tiny deal (often none)."""
    return after_random_moves(rng, random_tiny_deal(rng, max_cards).start())


def after_random_moves(rng: Random, position: Position) -> Position:
    """A position, not over, after some random legal moves (often none)."""
    for _ in range(rng.choice((0, 0, rng.randrange(3), rng.randrange(12)))):
        after = apply(position, random_move(rng, position))
        if after.is_over:
            break
        position = after
    return position


def random_move(rng: Random, position: Position, play_share: float = 0.4) -> Move:
    """A random legal move; with chance `play_share`, one that raises a stack if there is any.

    Uniform moves alone strike out soon and would hardly ever show a high stack or a final round.
    """
    moves = legal_moves(position)
    good = [
        move for move in moves if isinstance(move, Play) and position.is_playable(position.deck[move.card])
    ]
    return rng.choice(good if good and rng.random() < play_share else moves)


def is_misplay(position: Position, move: Move) -> bool:
    return isinstance(move, Play) and not position.is_playable(position.deck[move.card])


def tiny_deals(max_cards: int = MAX_CARDS) -> st.SearchStrategy[Deal]:
    """Tiny deals, each built from one integer, so that a failure is replayed by its seed."""
    return st.integers(0, _SEEDS).map(lambda seed: random_tiny_deal(Random(seed), max_cards))


def tiny_positions(max_cards: int = MAX_CARDS) -> st.SearchStrategy[Position]:
    """Tiny positions, each built from one integer, so that a failure is replayed by its seed."""
    return st.integers(0, _SEEDS).map(lambda seed: random_tiny_position(Random(seed), max_cards))


def random_line(rng: Random, position: Position) -> tuple[tuple[Move, ...], int]:
    """A line of random legal moves up to the play that makes its last point, and the score then."""
    line: list[Move] = []
    scored, score = 0, position.score
    while not position.is_over:
        move = random_move(rng, position)
        position = apply(position, move)
        if position.is_struck_out:
            break
        line.append(move)
        if sum(position.stacks) > score:
            scored, score = len(line), sum(position.stacks)
    return tuple(line[:scored]), score
