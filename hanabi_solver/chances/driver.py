"""Runs the search over unknown orders: one question after the other on one table, slice by slice."""

import math

import numpy as np

import hanabi_solver.chances.layout as at
from hanabi_solver.chances import kernel, states
from hanabi_solver.chances.encoding import OddsCode
from hanabi_solver.chances.final_round import SCRATCH_WIDTH, is_won
from hanabi_solver.game.position import Position
from hanabi_solver.search.table import new_slots

FIRST_CAPACITY = 1 << 14
# A table grows when more than FULL_AT of FULL_OF slots are used.
FULL_AT, FULL_OF, GROWTH = 3, 5, 4
DEFAULT_MEMORY = 1 << 30


class OrderSearch:
    """Orders won by the best policy, of one position after the other; what is found stays in the table.

    The positions are those of one game that can follow the one that `code` was made for. `memory` is the size
    of the table in bytes at most.
    """

    def __init__(self, code: OddsCode, memory: int = DEFAULT_MEMORY) -> None:
        self._code = code
        self._memory = memory
        self._width = code.params[at.SUIT_COUNT] + 3
        rows = code.most_depth + 2
        self._frames = np.zeros((rows, at.FRAME_WIDTH), dtype=np.int64)
        self._moves = np.zeros((rows, at.MOST_MOVES), dtype=np.int64)
        self._outcomes = np.zeros((rows, at.MOST_OUTCOMES, at.OUTCOME_WIDTH), dtype=np.int64)
        self._counters = np.zeros(at.COUNTERS_WIDTH, dtype=np.int64)
        self._orders = np.array([math.factorial(n) for n in range(at.MOST_PILE + 1)], dtype=np.int64)
        self._slots = new_slots(FIRST_CAPACITY, self._width)
        self._scratch = np.zeros((at.HELD_BITS + 2, SCRATCH_WIDTH), dtype=np.int64)
        self._words = np.zeros(self._width, dtype=np.int64)
        self._is_running = False

    @property
    def nodes(self) -> int:
        """States looked into so far."""
        return int(self._counters[at.NODES])

    @property
    def is_running(self) -> bool:
        """Whether the question is still open."""
        return self._is_running

    def begin(self, position: Position, floor: int = -1, ceiling: int | None = None) -> tuple[int, int]:
        """Ask about a position that is not over; the limits that are known at once.

        The window: it is enough to know that the orders won are `floor` or fewer, or `ceiling` or more.
        """
        frames, params = self._frames, self._code.params
        frames[0, : at.STATE_WIDTH] = self._code.state(position)
        self._is_running = False
        if position.pile_size == 0:
            turns = position.turns_left or 0
            won = is_won(frames, 0, turns, params, self._scratch)
            return int(won), int(won)
        kernel.look_at_state(frames, 0, params, self._orders, self._slots, self._scratch, self._words)
        low, high = int(frames[0, at.KNOWN_LOW]), int(frames[0, at.KNOWN_HIGH])
        if ceiling is None:
            ceiling = high + 1
        self._counters[at.DEPTH], self._counters[at.PHASE] = 0, at.ENTER
        frames[0, at.ALPHA], frames[0, at.BETA] = floor, ceiling
        self._is_running = low < high and floor < high and low < ceiling
        return low, high

    def advance(self, work: int) -> tuple[int, int]:
        """Search on for about `work` states; the limits that are known by then."""
        verdict = kernel.search_slice(
            work,
            self._frames,
            self._moves,
            self._outcomes,
            self._counters,
            self._code.params,
            self._orders,
            self._slots,
            self._scratch,
            self._words,
        )
        if verdict == at.DONE:
            self._is_running = False
            return int(self._counters[at.RESULT_LOW]), int(self._counters[at.RESULT_HIGH])
        if int(self._counters[at.USED]) * FULL_OF > self._slots.shape[0] * FULL_AT:
            self.enlarge()
        return self._limits_by_now()

    def enlarge(self) -> None:
        """Take a larger table, if the memory allows it."""
        if (1 + GROWTH) * self._slots.nbytes > self._memory:
            return
        larger = new_slots(self._slots.shape[0] * GROWTH, self._width)
        self._counters[at.USED] = states.move_entries(self._slots, larger, self._width - 2)
        self._slots = larger

    def _limits_by_now(self) -> tuple[int, int]:
        """What the frames say of the first one: limits of an outcome are limits of the move, and so on."""
        frames, depth = self._frames, int(self._counters[at.DEPTH])
        low, high = int(frames[depth, at.KNOWN_LOW]), int(frames[depth, at.KNOWN_HIGH])
        for row in reversed(range(depth)):
            frame = frames[row]
            index = int(frame[at.OUTCOMES]) - 1
            while self._outcomes[row, index, at.LOW] == self._outcomes[row, index, at.HIGH]:
                index -= 1
            _, ways, known_low, known_high = (int(each) for each in self._outcomes[row, index])
            low = int(frame[at.SUM_LOW]) + ways * (max(low, known_low) - known_low)
            high = int(frame[at.SUM_HIGH]) - ways * (known_high - min(high, known_high))
            low = max(low, int(frame[at.BEST_LOW]))
            if frame[at.MOVE_AT] + 1 == frame[at.MOVES]:
                high = min(max(high, int(frame[at.BEST_HIGH])), int(frame[at.KNOWN_HIGH]))
            else:
                high = int(frame[at.KNOWN_HIGH])
        return low, high
