"""Runs the kernel for one target: restarts, and slices between which the caller may stop or look on."""

from enum import Enum

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.deal import Position
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.moves import Move
from hanabi_solver.search import kernel
from hanabi_solver.search.decode import decode
from hanabi_solver.search.encoding import encode
from hanabi_solver.search.relaxed import new_relaxation
from hanabi_solver.search.tables import Tables, state_width

FIRST_RESTART_NODES = 5_000
RESTART_FACTOR = 1.15
# Share of nodes, of 1024, at which a restart swaps clue and discard: 2 % to 30 %, in turn.
FLIPS = (20, 60, 120, 220, 307)


class Outcome(Enum):
    """What a search says about its target."""

    REACHED = "reached"
    REFUTED = "refuted"
    RUNNING = "running"


class TargetSearch:
    """The search for one target from one position; `advance` goes on with it slice by slice.

    It starts in relaxed mode. A line that the real rules refuse (too few strikes) makes it start again
    in exact mode, which is final. `target` is at least 1. `nodes` counts the states visited, `line` is
    set once it is found. Only one search at a time may use `tables`.
    """

    def __init__(
        self,
        position: Position,
        target: int,
        tables: Tables,
        *,
        seed: int = 0,
        exact: bool = False,
        dominances: int = at.ALL_DOMINANCES,
    ) -> None:
        self.position = position
        # Where only the maximum counts, any score means that one.
        self.target = position.rules.max_score if position.rules.all_or_nothing else target
        self.exact = exact
        self.line: tuple[Move, ...] = ()
        self.outcome = Outcome.RUNNING
        self._tables = tables
        self._dominances = dominances
        self._width = state_width(position.rules.players, dominances)
        self._counters = np.zeros(at.COUNTERS_WIDTH, dtype=np.int64)
        # Any odd start serves the xorshift generator.
        self._counters[at.RANDOM] = 2 * (seed + 1_000_003) + 1
        self._begin()

    @property
    def nodes(self) -> int:
        """States visited so far."""
        return int(self._counters[at.NODES])

    def advance(self, work: int) -> Outcome:
        """Search on for about `work` nodes and choices of the single-hand bound; the outcome so far."""
        while self.outcome is Outcome.RUNNING and work > 0:
            work -= self._slice(min(work, max(1, self._restart_at - self.nodes)))
        return self.outcome

    def _begin(self) -> None:
        encoded = encode(self.position, exact=self.exact, dominances=self._dominances)
        encoded.params[at.TARGET] = self.target
        self._encoded = encoded
        self._key_mask = -1 if self.exact else ~at.TOKENS_FIELD
        self._frames = np.zeros((encoded.max_depth, at.FRAME_WIDTH), dtype=np.int64)
        self._tables.next_generation()
        self._restarts = 0
        self._restart()

    def _restart(self) -> None:
        self._frames[0] = self._encoded.root
        self._counters[at.DEPTH] = -1
        self._restart_at = self.nodes + int(FIRST_RESTART_NODES * RESTART_FACTOR**self._restarts)
        flip = FLIPS[(self._restarts - 1) % len(FLIPS)] if self._restarts else 0
        self._encoded.params[at.FLIP] = flip
        self._restarts += 1

    def _slice(self, work: int) -> int:
        """One call of the kernel; the nodes and choices it took."""
        before = self.nodes
        tables, states = self._tables, self._tables.states(self._width)
        relaxation = new_relaxation(tables.single_hand.slots, self.position.pile_size)
        self._counters[at.USED] = 0
        verdict = kernel.search_slice(
            work,
            self._frames,
            self._counters,
            self._encoded.params,
            self._encoded.deck,
            self._encoded.pile,
            states.slots,
            tables.generation,
            relaxation,
        )
        states.used += int(self._counters[at.USED])
        tables.single_hand.used += int(relaxation.counts[0])
        if verdict == at.FOUND:
            self._found()
        elif verdict == at.EXHAUSTED:
            self.outcome = Outcome.REFUTED
        else:
            tables.grow(self._width, self._key_mask)
            if self.nodes >= self._restart_at:
                self._restart()
        return self.nodes - before + int(relaxation.counts[1])

    def _found(self) -> None:
        path = self._frames[: int(self._counters[at.DEPTH]) + 1]
        line = decode(self.position, path, self.target)
        if line is not None:
            self.line = line
            self.outcome = Outcome.REACHED
        elif self.exact:
            raise InternalCheckError(
                f"an exact search found {self.target} points by a path that is no line of the real game"
            )
        else:
            self.exact = True
            self._begin()
