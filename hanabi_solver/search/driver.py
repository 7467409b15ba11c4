"""Runs the kernel for one target: restarts, and slices between which the caller may stop or look on."""

from collections.abc import Collection

import numpy as np

import hanabi_solver.search.layout as at
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.search import kernel
from hanabi_solver.search.decode import PathTurn, decode
from hanabi_solver.search.encoding import Encoded, encode
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.relaxed import new_relaxation
from hanabi_solver.search.table import Words
from hanabi_solver.search.tables import Tables, state_width

FIRST_RESTART_NODES = 200
RESTART_FACTOR = 1.005
# What a restart changes, in turn, besides CLUES_AT_HAND: at what share of nodes, of 1024, it leaves the usual
# order of moves.
FLIPS = (0, 120, 220, 307, 400, 300)
# Nodes after which a walk with free clues, if asked for, takes every other slice: where no number of clues
# helps, it refutes sooner. One that goes on for long without finding a line mostly will: then it takes most.
FREE_CLUES_FROM = 50_000
FREE_CLUES_LEAD = 500_000
FREE_CLUES_SHARE = 4
# Paths that are tried where a variant's clues may keep one from being a line.
CLUE_RETRIES = 30


def path_of(frames: Words) -> list[PathTurn]:
    """The turns of these frames, each with the move that was tried last."""
    turns = frames.tolist()
    return [PathTurn(turn[at.SEAT], turn[at.MOVE], turn[at.HANDS + turn[at.SEAT]]) for turn in turns]


class _SearchWalk:
    """A depth-first walk through the states of one mode: arrays from which the kernel goes on."""

    def __init__(self, encoded: Encoded, target: int, random: int) -> None:
        self.encoded = encoded
        self._target = target
        self.frames = np.zeros((encoded.max_depth, at.FRAME_WIDTH), dtype=np.int64)
        self.counters = np.zeros(at.COUNTERS_WIDTH, dtype=np.int64)
        self.counters[at.RANDOM] = random
        self.begin()

    def begin(self, flip: int = 0, clue_at: int = 0) -> None:
        """Go back to the root, and order the moves in another way."""
        self.params = self.encoded.params_for(
            self._target, {at.FLIP: flip, at.CLUE_AT: clue_at * self.encoded.params[at.CLUE_COST]}
        )
        self.frames[0] = self.encoded.root
        self.counters[at.DEPTH] = -1

    @property
    def nodes(self) -> int:
        """States visited."""
        return int(self.counters[at.NODES])

    def path(self) -> list[PathTurn]:
        """The turns that lead to the state of the last frame."""
        return path_of(self.frames[: int(self.counters[at.DEPTH])])

    @property
    def key_mask(self) -> int:
        """Bits of a table entry's first word that belong to its key."""
        return -1 if self.params[at.EXACT] else ~at.TOKENS_FIELD


class TargetSearch:
    """The search for one target from one position; `advance` goes on with it slice by slice.

    It starts in relaxed mode. A line of relaxed mode that the real rules refuse (too few strikes) makes it
    start again in exact mode, which is final; so is relaxed mode where discards at the limit are legal.
    Where a variant restricts clues, several paths are tried in each mode; if none is a line the outcome is
    NO_LINE. With `free_clues_from`, a walk with free clues takes turns with relaxed mode once that has seen
    so many nodes. `target` is at least 1. `nodes` counts the states visited, `line` is set once it is found.
    Only one search at a time may use `tables`. With `barred_at_limit` (suits, see `encode`) it only looks
    for lines: that it finds none means nothing.
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
        free_clues_from: int | None = None,
        barred_at_limit: Collection[int] = (),
    ) -> None:
        self.position = position
        # Where only the maximum counts, any score means that one.
        self.target = position.rules.max_score if position.rules.all_or_nothing else target
        # Where discards at the limit are legal, relaxed mode is the game itself (docs/method.md, G2).
        self.exact = exact and not position.rules.discard_at_limit
        self.line: tuple[Move, ...] = ()
        self.outcome = SearchOutcome.RUNNING
        self.fails_with_free_clues = False
        self._tables = tables
        self._dominances = dominances
        self._barred = tuple(barred_at_limit)
        # Where every point is needed, who gives a clue in the end matters (docs/method.md, G3).
        self._free_clues_from = None if position.rules.needs_all else free_clues_from
        self._width = state_width(position.rules, dominances)
        # Any odd start serves the xorshift generator.
        self._seed = 2 * (seed + 1_000_003) + 1
        self._free: _SearchWalk | None = None
        self._nodes_before = 0
        self._begin()

    @property
    def nodes(self) -> int:
        """States visited so far."""
        free = 0 if self._free is None else self._free.nodes
        return self._nodes_before + self._walk.nodes + free

    def advance(self, work: int) -> SearchOutcome:
        """Search on for about `work` nodes and choices of the single-hand bound; the outcome so far."""
        while self.outcome is SearchOutcome.RUNNING and work > 0:
            free = self._free
            if free is not None and self._is_next(free):
                work -= self._slice(free, min(work, FREE_CLUES_FROM))
            else:
                work -= self._slice(self._walk, min(work, max(1, self._restart_at - self._walk.nodes)))
        return self.outcome

    def _is_next(self, free: _SearchWalk) -> bool:
        share = FREE_CLUES_SHARE if free.nodes >= FREE_CLUES_LEAD else 1
        return self._walk.nodes >= max(self._free_clues_from or 0, free.nodes // share)

    def _begin(self) -> None:
        self._tables.next_generation()
        encoded = encode(
            self.position, exact=self.exact, dominances=self._dominances, barred_at_limit=self._barred
        )
        self._walk = _SearchWalk(encoded, self.target, self._seed)
        self._free = None
        if self._free_clues_from is not None and not self.exact and self.position.pile_size:
            encoded = encode(self.position, exact=False, free_clues=True, dominances=self._dominances)
            self._free = _SearchWalk(encoded, self.target, self._seed)
        self._restarts = 0
        self._retries = 0 if self.position.rules.clues is None else CLUE_RETRIES
        self._restart()

    def _restart(self) -> None:
        flip = FLIPS[self._restarts % len(FLIPS)]
        self._walk.begin(flip, at.CLUES_AT_HAND[self._restarts % len(at.CLUES_AT_HAND)])
        self._restart_at = self._walk.nodes + int(FIRST_RESTART_NODES * RESTART_FACTOR**self._restarts)
        self._restarts += 1

    def _slice(self, walk: _SearchWalk, work: int) -> int:
        """One call of the kernel; the nodes and choices it took."""
        before = walk.nodes
        tables, states = self._tables, self._tables.states(self._width)
        relaxation = new_relaxation(tables.single_hand.slots, self.position.pile_size)
        walk.counters[at.USED] = 0
        verdict = kernel.search_slice(
            work,
            walk.frames,
            walk.counters,
            walk.params,
            walk.encoded.deck,
            walk.encoded.pile,
            states.slots,
            tables.generation,
            relaxation,
            np.empty(self._width, dtype=np.int64),
        )
        states.used += int(walk.counters[at.USED])
        tables.single_hand.used += int(relaxation.counts[0])
        work = walk.nodes - before + int(relaxation.counts[1])
        if verdict == at.FOUND:
            self._found(walk)
        elif verdict == at.EXHAUSTED:
            self.outcome = SearchOutcome.REFUTED
            self.fails_with_free_clues = walk is self._free
        else:
            tables.grow(self._width, walk.key_mask)
            if walk is self._walk and walk.nodes >= self._restart_at:
                self._restart()
        return work

    def _found(self, walk: _SearchWalk) -> None:
        line = decode(self.position, walk.path(), self.target)
        if line is not None:
            self.line = line
            self.outcome = SearchOutcome.REACHED
        elif walk is self._free:
            # The line needs more tokens than there are: nothing is known.
            self._nodes_before += walk.nodes
            self._free = None
        elif self._retries:
            # Perhaps a turn of it has no legal clue: in another order of moves another path comes first.
            self._retries -= 1
            self._restart()
        elif not self._is_last_mode():
            self._nodes_before = self.nodes
            self.exact = True
            self._begin()
        elif self.position.rules.clues is not None:
            self.outcome = SearchOutcome.NO_LINE
        else:
            raise InternalCheckError(
                f"an exact search found {self.target} points by a path that is no line of the real game"
            )

    def _is_last_mode(self) -> bool:
        """Whether no other mode is closer to the real game; with discards at the limit relaxed mode is it."""
        return self.exact or self.position.rules.discard_at_limit
