"""Random games under random rules: what must hold after every move of any game.

The same games are played on the naive engine, which must agree turn by turn.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from naive_engine import NaiveGame
from oracle import is_misplay, random_deck, random_full_rules, random_move, random_rules, random_tiny_position

from hanabi_solver.errors import IllegalMoveError
from hanabi_solver.game.cards import format_card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, check_move, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play, format_move, parse_move
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.game.rules import Rules

SEEDS = st.integers(0, 2**32 - 1)


def random_game(rng: Random, start: Position) -> list[Move]:
    """A game to its end. Games with few misplays get far, others strike out: both kinds are wanted."""
    play_share = rng.choice((0.2, 0.6, 0.95))
    misplays = rng.choice((0.02, 0.3))
    position, line = start, []
    while not position.is_over:
        move = random_move(rng, position, play_share)
        if is_misplay(position, move) and rng.random() > misplays:
            move = random_move(rng, position, play_share)
        line.append(move)
        position = apply(position, move)
    return line


def candidates(rules: Rules) -> Iterator[Move]:
    """Every move that can be written down for these rules, and some that lie just outside of them."""
    for card in range(-1, rules.deck_size + 1):
        yield Play(card)
        yield Discard(card)
    for target in range(-1, rules.players + 1):
        for suit in range(-1, len(rules.suits) + 1):
            yield Clue(target, suit=suit)
        for rank in range(rules.ranks + 2):
            yield Clue(target, rank=rank)


def accepts(position: Position, move: Move) -> bool:
    try:
        check_move(position, move)
    except IllegalMoveError:
        return False
    return True


def check_legal_moves(position: Position) -> None:
    """The listed moves are exactly those that are accepted, each once, and all can be written and read."""
    listed = legal_moves(position)
    assert len(set(listed)) == len(listed)
    assert set(listed) == {move for move in candidates(position.rules) if accepts(position, move)}
    assert bool(listed) != position.is_over
    letters = position.rules.letters
    assert [parse_move(format_move(move, letters), letters) for move in listed] == listed


def check_state(position: Position) -> None:
    """What holds of any position of a game: no card is lost or doubled, no counter leaves its range."""
    rules = position.rules
    gone = set(range(position.draw_index)) - {index for hand in position.hands for index in hand}
    played = Counter(position.deck[index] for index in gone) - Counter(position.discards)
    assert sum(played.values()) == len(gone) - len(position.discards) == sum(position.stacks)
    assert max(played.values(), default=1) == 1
    for suit, height in enumerate(position.stacks):
        ranks = [card.rank for card in played if card.suit == suit]
        if rules.has_set_order:
            top = rules.ranks + 1
            expected = [top - step if rules.suits[suit].reversed else step for step in range(1, height + 1)]
            assert sorted(ranks) == sorted(expected)
        else:
            assert sorted(ranks) == sorted(position.stack_ranks[suit])
    assert 0 <= position.tokens <= rules.token_limit
    assert 0 <= position.strikes <= rules.strike_limit
    if position.is_over:
        assert position.score in (sum(position.stacks), 0)
    else:
        assert position.strikes < rules.strike_limit
        assert position.score == (0 if rules.all_or_nothing else sum(position.stacks))
        assert position.problems() == []


def check_turn(before: Position, move: Move, after: Position) -> None:
    """What any move does, and what it leaves alone."""
    mover, hand, new_hand = before.seat, before.hands[before.seat], after.hands[before.seat]
    assert after.seat == (mover + 1) % before.rules.players
    assert [after.hands[seat] for seat in range(len(after.hands)) if seat != mover] == [
        before.hands[seat] for seat in range(len(before.hands)) if seat != mover
    ]
    if isinstance(move, Clue):
        assert (after.hands, after.stacks, after.discards) == (before.hands, before.stacks, before.discards)
        assert after.tokens == before.tokens - before.rules.clue_cost
        assert after.draw_index == before.draw_index
    elif move.card == before.draw_index:
        last_turns = before.rules.players if before.rules.has_final_round else None
        assert (before.pile_size, after.pile_size, after.turns_left) == (1, 0, last_turns)
        assert new_hand == hand
    elif before.pile and not (after.is_struck_out or sum(after.stacks) == after.rules.max_score):
        assert after.draw_index == before.draw_index + 1
        assert set(new_hand) == {*hand, before.draw_index} - {move.card}
        assert len(new_hand) == before.rules.hand_size
    else:
        assert after.draw_index == before.draw_index
        assert set(new_hand) == set(hand) - {move.card}
    if isinstance(move, Play):
        gained = sum(after.stacks) - sum(before.stacks)
        assert (gained, after.strikes - before.strikes) == ((0, 1) if is_misplay(before, move) else (1, 0))
    else:
        assert (after.stacks, after.strikes) == (before.stacks, before.strikes)


def same_as_naive(position: Position, game: NaiveGame) -> bool:
    letters = position.rules.letters
    return (
        {format_move(move, letters) for move in legal_moves(position)} == set(game.legal())
        and [sorted(hand) for hand in position.hands] == [sorted(hand) for hand in game.hands]
        and list(position.stacks) == list(game.stacks.values())
        and [format_card(card, letters) for card in position.discards] == game.discarded
        and (position.tokens, position.strikes, position.seat) == (game.tokens, game.strikes, game.seat)
        and position.pile_size == len(game.pile)
        and (position.is_over, position.score) == (game.over(), game.score())
    )


def check_game(rng: Random, rules: Rules) -> str:
    """Play one game, check everything after every move, and return why it ended."""
    deal = Deal(rules, random_deck(rng, rules))
    start, naive = deal.start(), NaiveGame(rules, deal.deck)
    check_state(start)
    line = random_game(rng, start)
    position = start
    for step in steps(start, line):
        assert step.before == position
        check_legal_moves(position)
        assert same_as_naive(position, naive)
        position = step.after
        naive.move(format_move(step.move, rules.letters))
        check_turn(step.before, step.move, position)
        check_state(position)
    check_legal_moves(position)
    assert same_as_naive(position, naive)
    assert replay(start, line) == position
    assert position.end_reason is not None
    return position.end_reason


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_invariants_hold_throughout_games_of_any_size(seed: int) -> None:
    rng = Random(seed)
    check_game(rng, random_full_rules(rng))


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_invariants_hold_throughout_tiny_games(seed: int) -> None:
    rng = Random(seed)
    check_game(rng, random_rules(rng))


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_tiny_positions_are_sound_and_not_over(seed: int) -> None:
    position = random_tiny_position(Random(seed))
    assert position.problems() == []
    assert not position.is_over


def test_the_random_games_end_in_every_way() -> None:
    # Otherwise the tests above would say little about the end that never comes.
    ends = {check_game(Random(seed), random_rules(Random(seed))) for seed in range(60)}
    assert ends == {"strikeout", "perfect", "final round over", "full score out of reach"}


def test_all_or_nothing_ends_in_every_way() -> None:
    ends = set()
    for seed in range(100):
        rules = replace(random_rules(Random(seed)), all_or_nothing=True, suit_regains=False)
        ends.add(check_game(Random(seed), rules))
    assert ends == {"strikeout", "perfect", "full score out of reach", "no card and no clue"}
