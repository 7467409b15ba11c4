"""The memory of a search: tables that grow with need and serve many targets and deals."""

from dataclasses import dataclass, field

from hanabi_solver.game.rules import Rules
from hanabi_solver.search import relaxed, table
from hanabi_solver.search.layout import ONE_COPY

FIRST_CAPACITY = 1 << 14
GROWTH = 2
# A table is filling up when more than FULL_AT of FULL_OF slots are used; slots moved at a time.
FULL_AT, FULL_OF = 3, 5
PORTION = 1 << 18
DEFAULT_MEMORY = 1 << 30


def state_width(rules: Rules, dominances: int) -> int:
    """Words of a state's entry (layout.py)."""
    two_hands_a_word = dominances & ONE_COPY and rules.has_final_round
    return 1 + ((rules.players + 1) // 2 if two_hands_a_word else rules.players)


@dataclass(slots=True)
class Table:
    """Slots, and how many hold entries of the current generation.

    A table grows bit by bit: its entries move to the larger one in portions, so that no single call
    takes long. Until then they are only forgotten, which costs time and never an answer.
    """

    slots: table.Words
    used: int = 0
    _outgrown: table.Words | None = None
    _moved: int = 0

    def forget(self) -> None:
        """Count every entry as gone (the caller moves on to another generation).

        What has grown is given back: a search must not depend on the ones before it, and a large table
        would only slow down a small one.
        """
        capacity, width = self.slots.shape
        if capacity > FIRST_CAPACITY:
            self.slots = table.new_slots(FIRST_CAPACITY, width)
        self.used = 0
        self._outgrown = None

    def grow(self, key_mask: int, generation: int, most_bytes: int) -> None:
        """Take a step: move a portion, or begin with a larger table if this one is filling up and the
        two together fit in `most_bytes`."""
        capacity, width = self.slots.shape
        if self._outgrown is not None:
            last = min(self._moved + PORTION, self._outgrown.shape[0])
            self.used += table.copy_entries(
                self._outgrown, self._moved, last, self.slots, key_mask, generation
            )
            self._moved = last
            if last == self._outgrown.shape[0]:
                self._outgrown = None
        elif self.used * FULL_OF > capacity * FULL_AT and (1 + GROWTH) * self.slots.nbytes <= most_bytes:
            self._outgrown, self._moved = self.slots, 0
            self.slots = table.new_slots(capacity * GROWTH, width)
            self.used = 0


@dataclass(slots=True)
class Tables:
    """All tables of a search, within `memory_limit` bytes; keep it to solve many deals in a row.

    Entries of an earlier generation count as empty, so nothing has to be cleared between targets.
    """

    memory_limit: int = DEFAULT_MEMORY
    generation: int = 0
    single_hand: Table = field(
        default_factory=lambda: Table(table.new_slots(FIRST_CAPACITY, relaxed.ENTRY_WIDTH))
    )
    _states: dict[int, Table] = field(default_factory=dict)

    def states(self, width: int) -> Table:
        """The table for states of `width` words."""
        if width not in self._states:
            self._states[width] = Table(table.new_slots(FIRST_CAPACITY, width))
        return self._states[width]

    def next_generation(self) -> None:
        """Forget every entry, at no cost but once in 255 times."""
        every = [self.single_hand, *self._states.values()]
        if self.generation == table.LAST_GENERATION:
            self.generation = 0
            for each in every:
                each.slots.fill(0)
        self.generation += 1
        for each in every:
            each.forget()

    def start_over(self) -> None:
        """Be like new tables, so that a solve goes the same way whatever was solved before it.

        (Generations differ in the hash too, so another one drops other entries of full buckets.)
        """
        self.generation = 0
        for each in (self.single_hand, *self._states.values()):
            each.forget()
            each.slots.fill(0)

    def grow(self, width: int, key_mask: int) -> None:
        """Enlarge what is filling up: three quarters of the memory are for states."""
        others = sum(each.slots.nbytes for size, each in self._states.items() if size != width)
        self.states(width).grow(key_mask, self.generation, self.memory_limit * 3 // 4 - others)
        self.single_hand.grow(relaxed.KEY_MASK, self.generation, self.memory_limit // 4)
