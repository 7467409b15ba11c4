"""What a fixed order of suits must not hide: a card that the true rules would accept is not misplayed.

In Up or Down and Sudoku a target is decided choice by choice (docs/method.md, U2). Without these clauses a
choice can misplay where the true game cannot, and reach too much.
"""

from collections.abc import Iterator

from hanabi_solver.game.cards import START_RANK
from hanabi_solver.game.stacking import Chosen
from hanabi_solver.model.sink import FALSE, TRUE, Sink
from hanabi_solver.model.variables import Variables
from hanabi_solver.names import Stacking


def no_play_is_a_misplay(v: Variables, sink: Sink) -> None:
    """A card that fits by the true rules, and not by the choice, is not misplayed while it does."""
    chosen = v.horizon.chosen
    if chosen is None:
        return
    by_start = _begun_by_start(v, chosen, sink)
    for turn, card, use in v.uses():
        for excuses in _excuses(chosen, card, v.progress[turn], by_start):
            sink.clause([-v.strike[turn], -use, *excuses])


def _excuses(chosen: Chosen, card: int, stacks: list[list[int]], by_start: list[int]) -> Iterator[list[int]]:
    """For each way in which the card may fit though the choice says no: what makes that impossible."""
    rules = chosen.position.rules
    face = chosen.position.deck[card]
    order, stack = chosen.choice[face.suit], stacks[face.suit]
    if rules.stacking is Stacking.SUDOKU:
        # It fits an empty stack, unless another suit has started at its rank.
        others = [suit for suit, other in enumerate(chosen.choice) if other[0] == (face.rank,)]
        if face.suit not in others:
            yield [stack[1], *[stacks[suit][1] for suit in others]]
        return
    if face.rank in (1, rules.ranks, START_RANK) and face.rank not in order[0]:
        yield [stack[1]]
    if face.rank in (2, rules.ranks - 1) and face.rank not in order[1]:
        yield [-stack[1], stack[2], -by_start[face.suit]]


def _begun_by_start(v: Variables, chosen: Chosen, sink: Sink) -> list[int]:
    """By suit, a literal that holds if START lies at the bottom of its stack."""
    if chosen.position.rules.stacking is Stacking.SUDOKU:
        return []
    literals = []
    for suit, stack in enumerate(chosen.position.stack_ranks):
        if stack:
            literals.append(TRUE if stack[0] == START_RANK else FALSE)
        else:
            literals.append(sink.new_bool(f"START first, suit {suit}"))
    for turn, card, use in v.uses():
        face = chosen.position.deck[card]
        if face.rank == START_RANK and not chosen.position.stack_ranks[face.suit]:
            sink.implies([v.play[turn], use], literals[face.suit])
    return literals
