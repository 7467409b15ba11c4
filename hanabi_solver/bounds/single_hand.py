"""The single-hand bound: even one merged hand with unlimited clues could not hold all it must."""

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.names import BoundName
from hanabi_solver.search import relaxed
from hanabi_solver.search.encoding import encode
from hanabi_solver.search.tables import Tables

# Choices after which a score counts as possible: the bound stays valid, only weaker.
CHOICE_LIMIT = 200_000


def single_hand_bound(position: Position, tables: Tables) -> Bound:
    """The best score of the single-hand relaxation.

    All hands count as one, anyone may act at any time, clue tokens are unlimited (docs/method.md, B3).
    """
    encoded = encode(position, exact=False)
    relaxation = relaxed.new_relaxation(tables.single_hand.slots, position.pile_size)
    held = np.bitwise_or.reduce(encoded.root[at.HANDS : at.REACHED]) & at.TYPES_MASK
    capacity = position.rules.players * position.rules.hand_size
    floor = 0 if position.rules.speedrun else sum(position.stacks)
    most = value = position.rules.max_score
    while value > floor:
        tables.next_generation()
        verdict = relaxed.can_reach(
            int(encoded.root[at.PLAYED]),
            int(held),
            int(encoded.root[at.CLOCK]),
            capacity,
            CHOICE_LIMIT,
            tables.generation,
            encoded.params_for(value),
            encoded.deck,
            encoded.pile,
            relaxation,
        )
        if verdict != relaxed.IMPOSSIBLE:
            break
        value -= 1
    if value == most:
        return Bound(BoundName.SINGLE_HAND, value, "one merged hand with unlimited clues could do it")
    if position.rules.speedrun:
        text = (
            f"even if all hands were one hand of {capacity} cards, anyone could act at any time and clues "
            f"were unlimited, {counted(value + 1, 'point')} could not be reached without the loss of a card "
            "that the full score needs"
        )
    elif position.turns_left is not None:
        points = counted(value + 1, "point")
        text = f"even if the players still to act shared one hand, they could not reach {points}"
    else:
        text = (
            f"too many cards must be held at once: even if all hands were one hand of {capacity} cards, "
            f"anyone could act at any time and clues were unlimited, {counted(value + 1, 'point')} "
            "could not be reached"
        )
    return Bound(BoundName.SINGLE_HAND, value, text)
