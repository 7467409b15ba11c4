"""The exact engine: which moves are legal, and what a move does. The only authority on the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.game.cards import START_RANK, Card, format_card
from hanabi_solver.game.moves import Clue, Discard, Move, Play

if TYPE_CHECKING:
    from hanabi_solver.game.position import Position


def legal_moves(position: Position) -> list[Move]:
    """Every legal move: plays and discards by age of the card, then clues by target seat.

    Empty once the game is over, or when the seat to move can neither clue nor discard and has no card.
    """
    return list(_legal_moves(position))


def check_move(position: Position, move: Move) -> None:
    """Raise IllegalMoveError, naming the rule, if `move` is not legal in `position`.

    Raises InputError if it is no move at all.
    """
    if position.is_over:
        raise IllegalMoveError("game-over", f"the game is over ({position.end_reason})")
    match move:
        case Play(int(card)):
            _check_held(position, card)
        case Discard(int(card)):
            _check_held(position, card)
            if not may_discard(position):
                raise IllegalMoveError(
                    "discard-at-token-limit",
                    f"no discard while all {position.rules.token_limit} clue tokens are there",
                )
        case Clue(int(), int() | None, int() | None):
            _check_clue(position, move)
        case _:
            advice = "take one of legal_moves(); a card is its deck index, seats and suits count from 0"
            raise InputError(
                [Fault("move", f"expected Play, Discard or Clue of whole numbers, got {move!r}", advice)]
            )


def apply(position: Position, move: Move) -> Position:
    """The position after `move`; raises as `check_move` does."""
    check_move(position, move)
    return apply_unchecked(position, move)


def apply_unchecked(position: Position, move: Move) -> Position:
    """The position after a move known to be legal (from `legal_moves`)."""
    match move:
        case Play(card):
            face = position.deck[card]
            if position.is_playable(face):
                return _after_draw(position, card, stacked=face)
            return _after_draw(position, card, gone=face, strikes=1)
        case Discard(card):
            gained = int(position.tokens < position.rules.token_limit)
            return _after_draw(position, card, gone=position.deck[card], tokens=gained)
        case Clue():
            return type(position)(  # the class imports this module, so it is not named here
                position.rules,
                position.deck,
                position.hands,
                position.draw_index,
                position.stacks,
                position.discards,
                position.tokens - position.rules.clue_cost,
                position.strikes,
                (position.seat + 1) % position.rules.players,
                _one_less(position.turns_left),
                position.stack_ranks,
                move.kind if _alternates(position) else "",
            )


def may_discard(position: Position) -> bool:
    """Whether a discard is legal by the number of clue tokens."""
    return position.tokens < position.rules.token_limit or position.rules.discard_at_limit


def is_in_reach(position: Position, card: int) -> bool:
    """Whether the seat to move may play or discard this card: one of its hand, or the last of the pile."""
    if card in position.hands[position.seat]:
        return True
    return position.rules.deck_plays and position.pile_size == 1 and card == position.draw_index


def clues_touching(position: Position, target: int) -> list[Clue]:
    """The clues of a kind that may come next which mark a card of `target`: colours in order, then ranks."""
    faces = position.hand_cards(target)
    clues = position.rules.clues
    if clues is not None:
        return [
            clue
            for clue in clues.clues_to(target)
            if _is_turn_of(position, clue) and any(clues.touches(clue, face) for face in faces)
        ]
    suits = sorted({face.suit for face in faces})
    ranks = sorted({face.rank for face in faces} - {START_RANK})
    return [*(Clue(target, suit=suit) for suit in suits), *(Clue(target, rank=rank) for rank in ranks)]


def any_clue(position: Position) -> Clue:
    """A legal clue of the seat to move, the next seats first; one that marks a card if there is one.

    Raises IllegalMoveError if no clue is legal.
    """
    players = position.rules.players
    seats = [(position.seat + step) % players for step in range(1, players)]
    marking = (clue for target in seats for clue in clues_touching(position, target))
    clue = next(marking, None) or next(
        (clue for seat in seats for clue in _legal_clues(position, seat)), None
    )
    if clue is None:
        raise IllegalMoveError(
            "clue-marks-a-card", "no clue that may be given marks a card of another player"
        )
    check_move(position, clue)
    return clue


def count_lines(position: Position, depth: int) -> int:
    """Number of legal lines of exactly `depth` moves (the "perft" count)."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(count_lines(apply_unchecked(position, move), depth - 1) for move in moves)


def _legal_moves(position: Position) -> Iterator[Move]:
    if position.is_over:
        return
    rules = position.rules
    cards = position.hands[position.seat]
    if rules.deck_plays and position.pile_size == 1:
        cards = (*cards, position.draw_index)
    for card in cards:
        yield Play(card)
    if may_discard(position):
        for card in cards:
            yield Discard(card)
    if position.tokens < rules.clue_cost:
        return
    for target in range(rules.players):
        if target == position.seat:
            continue
        yield from _legal_clues(position, target)


def _legal_clues(position: Position, target: int) -> Iterator[Clue]:
    """The legal clues to another seat, where there are tokens for one: colours in order, then ranks."""
    rules, clues = position.rules, position.rules.clues
    if clues is None and rules.empty_clues:
        for suit in range(len(rules.suits)):
            yield Clue(target, suit=suit)
        for rank in range(1, rules.ranks + 1):
            yield Clue(target, rank=rank)
    elif clues is None:
        yield from clues_touching(position, target)
    else:
        marking = set(clues_touching(position, target))
        for clue in clues.clues_to(target):
            may_be_empty = rules.empty_clues or clues.may_be_empty(clue)
            if clue in marking or (may_be_empty and _is_turn_of(position, clue)):
                yield clue


def _alternates(position: Position) -> bool:
    """Whether no two clues in a row may be of the same kind."""
    return position.rules.clues is not None and position.rules.clues.alternate


def _is_turn_of(position: Position, clue: Clue) -> bool:
    """Whether a clue of this kind may come next."""
    return not (_alternates(position) and position.last_clue == clue.kind)


def _check_held(position: Position, card: int) -> None:
    if not is_in_reach(position, card):
        name = (
            format_card(position.deck[card], position.rules.letters)
            if 0 <= card < len(position.deck)
            else "no card of the deck"
        )
        raise IllegalMoveError(
            "card-in-own-hand", f"card {card} ({name}) is not in the hand of the player to move"
        )


def _check_clue(position: Position, clue: Clue) -> None:
    rules = position.rules
    if position.tokens < rules.clue_cost:
        raise IllegalMoveError(
            "clue-needs-token", f"a clue costs {rules.clue_cost}, and {position.tokens} clue tokens are left"
        )
    if not 0 <= clue.target < rules.players:
        raise IllegalMoveError("clue-target", f"there is no player at seat {clue.target}")
    if clue.target == position.seat:
        raise IllegalMoveError("clue-target", "the player to move cannot clue themself")
    _check_clue_value(position, clue)
    if not _is_turn_of(position, clue):
        other = "rank" if clue.kind == "colour" else "colour"
        text = f"expected a clue of a {other}, as the last one named a {clue.kind}, got one of a {clue.kind}"
        raise IllegalMoveError("clue-alternates", text)
    clues, cards = rules.clues, position.hand_cards(clue.target)
    if clues is None:
        is_legal = any(card.suit == clue.suit or card.rank == clue.rank for card in cards)
    else:
        is_legal = clues.may_be_empty(clue) or any(clues.touches(clue, card) for card in cards)
    if not is_legal and not rules.empty_clues:
        raise IllegalMoveError("clue-marks-a-card", "the clue marks no card of the player who gets it")


def _check_clue_value(position: Position, clue: Clue) -> None:
    rules, clues = position.rules, position.rules.clues
    if clues is not None:
        if clues.named(clue) is None:
            number = clue.suit if clue.rank is None else clue.rank
            raise IllegalMoveError("clue-value", f"these rules have no clue of the {clue.kind} {number}")
    elif clue.suit is not None and not 0 <= clue.suit < len(rules.suits):
        raise IllegalMoveError("clue-value", f"there is no suit {clue.suit}")
    elif clue.rank is not None and not 1 <= clue.rank <= rules.ranks:
        raise IllegalMoveError("clue-value", f"there is no rank {clue.rank}")


def _after_draw(
    position: Position,
    card: int,
    *,
    stacked: Card | None = None,
    gone: Card | None = None,
    tokens: int = 0,
    strikes: int = 0,
) -> Position:
    """Take `card` out of the hand of the seat to move, draw unless that ended the game, pass the turn on.

    It goes on its stack or (`gone`) to the discards. A card that leaves the draw pile is its last: nothing
    is left to draw. Values are built directly: lines are replayed all the time.
    """
    rules, seat = position.rules, position.seat
    stacks, tokens, strikes = position.stacks, position.tokens + tokens, position.strikes + strikes
    stack_ranks = position.stack_ranks
    if stacked is not None:
        if stack_ranks:
            grown = (*stack_ranks[stacked.suit], stacked.rank)
            stack_ranks = (*stack_ranks[: stacked.suit], grown, *stack_ranks[stacked.suit + 1 :])
        stacks = (*stacks[: stacked.suit], stacks[stacked.suit] + 1, *stacks[stacked.suit + 1 :])
        if stacks[stacked.suit] == rules.ranks and rules.suit_regains and tokens < rules.token_limit:
            tokens += 1
    draw_index, turns_left = position.draw_index, _one_less(position.turns_left)
    final_round = rules.players if rules.has_final_round else None
    hand = tuple([index for index in position.hands[seat] if index != card])
    if card == draw_index:
        draw_index, turns_left = draw_index + 1, final_round
    elif draw_index < len(position.deck):
        is_over = strikes >= rules.strike_limit or sum(stacks) == rules.max_score
        if not is_over:
            hand = (*hand, draw_index)
            draw_index += 1
            if draw_index == len(position.deck):
                turns_left = final_round
    return type(position)(
        rules,
        position.deck,
        (*position.hands[:seat], hand, *position.hands[seat + 1 :]),
        draw_index,
        stacks,
        position.discards if gone is None else (*position.discards, gone),
        tokens,
        strikes,
        (seat + 1) % rules.players,
        turns_left,
        stack_ranks,
        position.last_clue,
    )


def _one_less(turns_left: int | None) -> int | None:
    return None if turns_left is None else turns_left - 1
