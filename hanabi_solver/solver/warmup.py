"""The one-time compilation of the jitted functions: whether it still has to be done, and how far it is."""

import os
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import Any

from numba import config as numba_config
from numba.core.event import Event, Listener, install_listener
from numba.extending import is_jitted

from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game.cards import Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.search import choices, kernel, relaxed, states, table
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.jit import cache_folder
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.result import Part, Series

# What Python calls; everything else is compiled as a part of these.
ENTRY_POINTS: tuple[Any, ...] = (kernel.search_slice, relaxed.can_reach, table.copy_entries)
# What is compiled takes less, in more files of which each takes less.
_KEPT_FILES, _KEPT_BYTES = 8, 1 << 19
_MODULES = (kernel, relaxed, table, states, choices)


class Compilation(Listener):
    """Compiles what is not compiled yet, and counts the functions that are done.

    `by_turns` also means those that only the search by turns has.
    """

    def __init__(self, *, by_turns: bool = False) -> None:
        self._by_turns = by_turns
        found = [each for module in _modules(by_turns) for each in vars(module).values() if is_jitted(each)]
        self._all = {id(each) for each in found}
        self._done = {id(each) for each in found if each.signatures or _is_on_disk(each)}

    def run(self) -> None:
        """Compile."""
        with install_listener("numba:compile", self):
            compile_kernel(by_turns=self._by_turns)

    def part(self) -> Part:
        """How many functions are compiled, of how many: each counts once, for whatever it is compiled."""
        return Part(Series.FUNCTION, len(self._done), len(self._all))

    def on_start(self, event: Event) -> None:
        """Take no note: it counts when it is done."""

    def on_end(self, event: Event) -> None:
        """Take note of a function that is done, unless it is one of numba's own."""
        self._done.update(self._all & {id(event.data["dispatcher"])})


def is_loaded(*, by_turns: bool = False) -> bool:
    """Whether the jitted functions are in memory; with `by_turns` those of the search by turns, too."""
    return all(function.signatures for function in _entry_points(by_turns))


def is_compiled(*, by_turns: bool = False) -> bool:
    """Whether the jitted functions are in memory or in numba's cache on disk."""
    return all(function.signatures or _is_on_disk(function) for function in _entry_points(by_turns))


def is_kept(*, by_turns: bool = False) -> bool:
    """Whether the jitted functions are in numba's cache on disk, for later processes."""
    return all(map(_is_on_disk, _entry_points(by_turns)))


def compile_kernel(*, by_turns: bool = False) -> None:
    """Compile the jitted functions, or load them from numba's cache, by using each once."""
    rules = Rules(suits=make_suits("r"), hand_size=2)
    ranks = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    start = Deal(rules, tuple(Card(0, rank) for rank in ranks)).start()
    tables = Tables()
    single_hand_bound(start, tables)
    TargetSearch(start, rules.max_score, tables).advance(1)
    slots = tables.single_hand.slots
    table.copy_entries(slots, 0, 1, slots, relaxed.KEY_MASK, tables.generation)
    if by_turns:
        _compile_turns(start)


def _compile_turns(start: Position) -> None:
    from hanabi_solver.search import turn_driver, turn_kernel
    from hanabi_solver.search.table import new_slots

    search = turn_driver.TurnSearch(start, start.rules.max_score)
    search.ask(start.rules.max_score)
    search.advance(1)
    slots = new_slots(turn_driver.FIRST_CAPACITY, 3)
    turn_kernel.move_entries(slots, slots, slots[0, :2], turn_driver.GENERATION)


def kept_in() -> Path:
    """The folder that keeps what is compiled for later processes.

    Raises InputError if it cannot be written, with what becomes of the compiled functions then.
    """
    settings: Any = numba_config
    wanted = Path(settings.CACHE_DIR or cache_folder())
    found = kernel.search_slice.stats.cache_path  # type: ignore[attr-defined]  # what `jitted` makes
    if found is not None and Path(found).is_relative_to(wanted):
        return wanted
    instead = (
        "each process compiles anew" if found is None else f"what is compiled is kept in {found} instead"
    )
    advice = f"set NUMBA_CACHE_DIR to a folder that can be written; as it is, {instead}"
    raise InputError([Fault("", "expected a folder that can be written, got none", advice)], str(wanted))


def has_room(folder: Path) -> bool:
    """Whether what is compiled finds room in a folder: as much as it takes is written there, and removed."""
    try:
        with ExitStack() as files:
            for _ in range(_KEPT_FILES):
                stream = files.enter_context(TemporaryFile(dir=folder))
                stream.write(bytes(_KEPT_BYTES))
                stream.flush()
                os.fsync(stream.fileno())
    except OSError:
        return False
    return True


def _entry_points(by_turns: bool) -> tuple[Any, ...]:
    """The search by turns is asked for shortest lines only: nobody else waits for it."""
    if not by_turns:
        return ENTRY_POINTS
    from hanabi_solver.search import turn_kernel

    return *ENTRY_POINTS, turn_kernel.search_turns, turn_kernel.move_entries


def _modules(by_turns: bool) -> tuple[ModuleType, ...]:
    if not by_turns:
        return _MODULES
    from hanabi_solver.search import turn_bound, turn_kernel

    return *_MODULES, turn_bound, turn_kernel


def _is_on_disk(function: Any) -> bool:
    # numba has no public way to ask. Without a folder to write to there is no cache file either.
    cache_file = getattr(function._cache, "_cache_file", None)
    if cache_file is None:
        return False
    try:
        kept = cache_file._load_index()
    except Exception:  # a damaged index can raise anything; it is begun anew when it is read
        return False
    # The index is written first: on a full disk it names files that are not there.
    return bool(kept) and all(Path(cache_file._data_path(name)).is_file() for name in kept.values())
