"""A short search for a line to the full score of each of many decks, compiled.

It is the search of one deal (`search.kernel`, in relaxed mode), begun again and again in other orders of
moves, with tables that fit in a cache and are cleared from deck to deck: what it finds does not depend on the
decks before. That it finds nothing means nothing.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import Rules
from hanabi_solver.search.encoding import encode
from hanabi_solver.search.jit import jitted
from hanabi_solver.search.kernel import search_slice
from hanabi_solver.search.relaxed import ENTRY_WIDTH, Relaxation, new_relaxation
from hanabi_solver.search.table import Params, Words, new_slots
from hanabi_solver.search.tables import state_width
from hanabi_solver.study.lane.layout import (
    FACES,
    Bytes,
    LaneRules,
    face_of,
    lane_rules,
    most_turns,
)
from hanabi_solver.study.lane.real_line import RealGame, new_game, write_line

# States that each attempt may visit, choices of the single-hand bound included: a line that is there is found
# sooner by one of many short attempts (docs/measurements.md).
ATTEMPTS = (*[100] * 60, *[300, 100, 100] * 80)
# At what share of nodes, of 1024, attempts leave the usual order of moves, in turn: more often than a search
# of one deal, which has to refute too.
FLIPS = (0, 60, 120, 220, 307, 400)
# Entries of the two tables.
_STATES, _SINGLE_HANDS = 1 << 10, 1 << 10
_RANDOM = 2 * 1_000_003 + 1
# The orders of moves, one after the other: how often they stray, and how many clues are kept, differ.
_ORDERS = 30


class Space(NamedTuple):
    """What a search works in; `types` has the bit of each face, `work` the states of each attempt."""

    generation: int
    types: Words
    work: Words
    frames: Words
    counters: Words
    deck: Words
    pile: Words
    slots: Words
    words: Words
    relaxation: Relaxation
    game: RealGame


@dataclass(frozen=True, slots=True)
class LaneSearch:
    """The search for decks of one set of rules, in memory of its own: one thread may use it at a time."""

    rules: LaneRules
    most_turns: int
    _orders: tuple[Params, ...]
    _space: Space

    def find(self, decks: Bytes) -> tuple[Bytes, Words]:
        """For each deck a line to the full score (all NO_MOVE if none was found), and the states visited."""
        # Of one kind of arrays, so that nothing is compiled a second time.
        decks = np.ascontiguousarray(decks, np.uint8)
        lines = np.zeros((len(decks), self.most_turns), np.uint8)
        nodes = np.zeros(len(decks), np.int64)
        find_lines(decks, self._orders, self.rules, self._space, lines, nodes)
        return lines, nodes


def lane_search(rules: Rules) -> LaneSearch:
    """A search for decks of these rules; raises ValueError if the lane does not take them."""
    numbers = lane_rules(rules)
    faces = tuple(face for face in rules.faces() for _ in range(rules.copies(face)))
    start = Deal(rules, faces).start()
    encoded = encode(start, exact=False)
    orders = tuple(
        encoded.params_for(
            rules.max_score,
            {
                at.FLIP: FLIPS[number % len(FLIPS)],
                at.CLUE_AT: at.CLUES_AT_HAND[number % len(at.CLUES_AT_HAND)] * rules.clue_cost,
            },
        )
        for number in range(_ORDERS)
    )
    types = np.zeros(FACES, np.int64)
    for face in rules.faces():
        types[face_of(face)] = 1 << rules.type_number(face)
    width = state_width(rules, at.ALL_DOMINANCES)
    space = Space(
        generation=1,
        types=types,
        work=np.array(ATTEMPTS, np.int64),
        frames=np.zeros((encoded.max_depth, at.FRAME_WIDTH), np.int64),
        counters=np.zeros(at.COUNTERS_WIDTH, np.int64),
        deck=np.zeros(len(encoded.deck), np.int64),
        pile=np.zeros(len(encoded.pile), np.int64),
        slots=new_slots(_STATES, width),
        words=np.zeros(width, np.int64),
        relaxation=new_relaxation(new_slots(_SINGLE_HANDS, ENTRY_WIDTH), start.pile_size),
        game=new_game(),
    )
    return LaneSearch(numbers, most_turns(rules), orders, space)


@jitted
def find_lines(
    decks: Bytes, orders: tuple[Params, ...], rules: LaneRules, space: Space, lines: Bytes, nodes: Words
) -> None:
    """Write into each row of `lines` a line for that row of `decks`, if one is found, and count `nodes`.

    One function around the search: each function that calls it is compiled together with all of it.
    """
    for number in range(decks.shape[0]):
        deck, line = decks[number], lines[number]
        _encode(deck, rules, space)
        for attempt in range(space.work.shape[0]):
            _set_root(deck, rules, space)
            verdict = search_slice(
                space.work[attempt],
                space.frames,
                space.counters,
                orders[attempt % _ORDERS],
                space.deck,
                space.pile,
                space.slots,
                space.generation,
                space.relaxation,
                space.words,
            )
            if verdict == at.EXHAUSTED or (
                verdict == at.FOUND
                and write_line(
                    deck, space.frames, space.counters[at.DEPTH], space.types, rules, space.game, line
                )
            ):
                break
        nodes[number] = space.counters[at.NODES]


@jitted
def _encode(deck: Bytes, rules: LaneRules, space: Space) -> None:
    """Write the deck as the search takes it, and clear what earlier decks left."""
    dealt = rules.players * rules.hand_size
    size = rules.deck_size - dealt
    space.pile[size] = 0
    for index in range(size - 1, -1, -1):
        space.deck[index] = space.types[deck[dealt + index]]
        space.pile[index] = space.pile[index + 1] | space.deck[index]
    for slot in range(space.slots.shape[0]):
        space.slots[slot, 0] = 0
    for slot in range(space.relaxation.slots.shape[0]):
        space.relaxation.slots[slot, 0] = 0
    space.counters[at.NODES] = 0
    space.counters[at.RANDOM] = _RANDOM


@jitted
def _set_root(deck: Bytes, rules: LaneRules, space: Space) -> None:
    """Set the first frame to the start of the game."""
    frames = space.frames
    for column in range(at.FRAME_WIDTH):
        frames[0, column] = 0
    frames[0, at.TOKENS] = rules.token_limit
    frames[0, at.SEAT] = rules.first_seat
    for seat in range(rules.players):
        for slot in range(rules.hand_size):
            frames[0, at.HANDS + seat] |= space.types[deck[seat * rules.hand_size + slot]]
    space.counters[at.DEPTH] = -1
    space.relaxation.counts[1] = 0
