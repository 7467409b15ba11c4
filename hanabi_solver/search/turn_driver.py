"""Asks whether a number of turns is enough: restarts, slices, and the table of failed states."""

from dataclasses import replace

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.search import turn_kernel
from hanabi_solver.search.decode import decode
from hanabi_solver.search.driver import CLUE_RETRIES, FLIPS, path_of
from hanabi_solver.search.encoding import encode
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.relaxed import ENTRY_WIDTH, new_relaxation
from hanabi_solver.search.table import new_slots
from hanabi_solver.search.tables import DEFAULT_MEMORY, FULL_AT, FULL_OF, GROWTH, state_width
from hanabi_solver.search.turn_bound import coming_draws, new_scratch

FIRST_CAPACITY = 1 << 14
GENERATION = 1
FIRST_RESTART_NODES = 10_000
RESTART_FACTOR = 1.2


class TurnSearch:
    """Whether a target can be reached in so many turns; `ask` sets the number, `advance` works on it.

    What failed with a number of turns fails with fewer, so one search may be asked with many numbers.
    """

    def __init__(
        self,
        position: Position,
        target: int,
        *,
        seed: int = 0,
        memory: int = DEFAULT_MEMORY,
        dominances: int = at.ALL_DOMINANCES,
    ) -> None:
        rules = position.rules
        self.position = position
        self.target = rules.max_score if rules.all_or_nothing else target
        self.line: tuple[Move, ...] = ()
        self.outcome = SearchOutcome.RUNNING
        self.turns = 0
        self._memory = memory
        self._retries = 0 if rules.clues is None else CLUE_RETRIES
        self._encoded = encode(position, exact=not rules.discard_at_limit, dominances=dominances)
        self._coming, self._scratch = coming_draws(self._encoded), new_scratch()
        self._frames = np.zeros((self._encoded.max_depth, turn_kernel.TURN_FRAME_WIDTH), dtype=np.int64)
        self._counters = np.zeros(at.COUNTERS_WIDTH, dtype=np.int64)
        self._counters[at.RANDOM] = 2 * (seed + 1_000_003) + 1
        # A variant's clues can only make a line longer: its last position is looked at (decode).
        usual = replace(position, rules=replace(rules, clues=None), last_clue="")
        self._keeps_score = int(keeps_score(usual))
        self._words = np.zeros(state_width(rules, dominances), dtype=np.int64)
        self._slots = new_slots(FIRST_CAPACITY, len(self._words) + 1)
        self._used = 0
        self._relaxation = new_relaxation(new_slots(FIRST_CAPACITY, ENTRY_WIDTH), position.pile_size)

    @property
    def nodes(self) -> int:
        """States visited so far."""
        return int(self._counters[at.NODES])

    def ask(self, turns: int) -> None:
        """Begin with another number of turns."""
        self.turns, self.line, self.outcome = turns, (), SearchOutcome.RUNNING
        self._restarts = 0
        self._restart()

    def _restart(self) -> None:
        flip, clues = (each[self._restarts % len(each)] for each in (FLIPS, at.CLUES_AT_HAND))
        changes = {
            at.FLIP: flip,
            at.CLUE_AT: clues * self._encoded.params[at.CLUE_COST],
            at.KEEPS_SCORE: self._keeps_score,
        }
        self._params = self._encoded.params_for(self.target, changes)
        self._frames[0, : at.FRAME_WIDTH] = self._encoded.root
        self._frames[0, turn_kernel.TURNS] = self.turns
        self._counters[at.DEPTH] = -1
        self._restart_at = self.nodes + int(FIRST_RESTART_NODES * RESTART_FACTOR**self._restarts)
        self._restarts += 1

    def advance(self, work: int) -> SearchOutcome:
        """Search on for about `work` states; the outcome so far."""
        until = self.nodes + work
        while self.outcome is SearchOutcome.RUNNING and self.nodes < until:
            self._slice(min(until, self._restart_at) - self.nodes)
        return self.outcome

    def _slice(self, work: int) -> None:
        self._counters[at.USED] = 0
        verdict = turn_kernel.search_turns(
            max(work, 1),
            self._frames,
            self._counters,
            self._params,
            self._encoded.deck,
            self._encoded.pile,
            self._coming,
            self._scratch,
            self._slots,
            GENERATION,
            self._relaxation,
            self._words,
        )
        self._relaxation.counts[1] = 0
        self._used += int(self._counters[at.USED])
        if verdict == at.EXHAUSTED:
            self.outcome = SearchOutcome.REFUTED
        elif verdict == at.FOUND:
            self._found()
        else:
            self.grow()
            if self.nodes >= self._restart_at:
                self._restart()

    def _found(self) -> None:
        path = path_of(self._frames[: int(self._counters[at.DEPTH])])
        line = decode(self.position, path, self.target)
        if line is not None:
            self.line, self.outcome = line, SearchOutcome.REACHED
        elif self.position.rules.clues is None:
            raise InternalCheckError(
                f"a search by turns found {self.target} points by a path that is no line of the real game"
            )
        elif self._retries:
            # Perhaps a turn of it has no legal clue: in another order of moves another path comes first.
            self._retries -= 1
            self._restart()
        else:
            self.outcome = SearchOutcome.NO_LINE

    def grow(self) -> None:
        """Enlarge the table if it is filling up and the two together fit in the memory."""
        if self._used * FULL_OF > self._slots.shape[0] * FULL_AT and 3 * self._slots.nbytes <= self._memory:
            larger = new_slots(GROWTH * self._slots.shape[0], self._slots.shape[1])
            self._used = turn_kernel.move_entries(self._slots, larger, self._words, GENERATION)
            self._slots = larger
