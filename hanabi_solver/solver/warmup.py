"""The one-time compilation of the jitted functions: whether it still has to be done, and how far it is."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class CompiledGroup:
    """Functions that are compiled together because somebody needs them together.

    `entry_points` are those that Python calls, `modules` where all of them are; `use` calls each once.
    """

    entry_points: tuple[Any, ...]
    modules: tuple[ModuleType, ...]
    use: Callable[[], None]


# Makes a group, when somebody needs it: that loads its modules.
MakeGroup = Callable[[], CompiledGroup]


class Compilation(Listener):
    """Compiles what is not compiled yet, and counts the functions that are done.

    `also` makes groups that are to be compiled beside the search.
    """

    def __init__(self, also: Sequence[MakeGroup] = ()) -> None:
        self._groups = _groups(also)
        modules = [module for group in self._groups for module in group.modules]
        found = [each for module in modules for each in vars(module).values() if is_jitted(each)]
        self._all = {id(each) for each in found}
        self._done = {id(each) for each in found if each.signatures or _is_on_disk(each)}

    def run(self) -> None:
        """Compile."""
        with install_listener("numba:compile", self):
            for group in self._groups:
                group.use()

    def part(self) -> Part:
        """How many functions are compiled, of how many: each counts once, for whatever it is compiled."""
        return Part(Series.FUNCTION, len(self._done), len(self._all))

    def on_start(self, event: Event) -> None:
        """Take no note: it counts when it is done."""

    def on_end(self, event: Event) -> None:
        """Take note of a function that is done, unless it is one of numba's own."""
        self._done.update(self._all & {id(event.data["dispatcher"])})


def is_loaded(also: Sequence[MakeGroup] = ()) -> bool:
    """Whether the jitted functions are in memory: those of the search, and those of the groups `also`."""
    return all(function.signatures for function in _entry_points(also))


def is_compiled(also: Sequence[MakeGroup] = ()) -> bool:
    """Whether the jitted functions are in memory or in numba's cache on disk."""
    return all(function.signatures or _is_on_disk(function) for function in _entry_points(also))


def is_kept(also: Sequence[MakeGroup] = ()) -> bool:
    """Whether the jitted functions are in numba's cache on disk, for later processes."""
    return all(map(_is_on_disk, _entry_points(also)))


def compile_kernel(also: Sequence[MakeGroup] = ()) -> None:
    """Compile the jitted functions, or load them from numba's cache, by using each once."""
    for group in _groups(also):
        group.use()


def _use_search() -> None:
    start, tables = _small_deal(), Tables()
    single_hand_bound(start, tables)
    TargetSearch(start, start.rules.max_score, tables).advance(1)
    slots = tables.single_hand.slots
    table.copy_entries(slots, 0, 1, slots, relaxed.KEY_MASK, tables.generation)


def _small_deal() -> Position:
    rules = Rules(suits=make_suits("r"), hand_size=2)
    ranks = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    return Deal(rules, tuple(Card(0, rank) for rank in ranks)).start()


def turns_group() -> CompiledGroup:
    """The search by turns, which is asked for shortest lines only: nobody else waits for it."""
    from hanabi_solver.search import turn_bound, turn_driver, turn_kernel
    from hanabi_solver.search.table import new_slots

    def use() -> None:
        start = _small_deal()
        search = turn_driver.TurnSearch(start, start.rules.max_score)
        search.ask(start.rules.max_score)
        search.advance(1)
        slots = new_slots(turn_driver.FIRST_CAPACITY, 3)
        turn_kernel.move_entries(slots, slots, slots[0, :2], turn_driver.GENERATION)

    return CompiledGroup((turn_kernel.search_turns, turn_kernel.move_entries), (turn_kernel, turn_bound), use)


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


def _groups(also: Sequence[MakeGroup]) -> list[CompiledGroup]:
    search = CompiledGroup(ENTRY_POINTS, (kernel, relaxed, table, states, choices), _use_search)
    return [search, *(make() for make in also)]


def _entry_points(also: Sequence[MakeGroup]) -> list[Any]:
    return [function for group in _groups(also) for function in group.entry_points]


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
