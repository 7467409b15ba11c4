"""The one-time compilation of the jitted functions, and whether it still has to be done."""

from typing import Any

from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.game.cards import Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.search import kernel, relaxed, table
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.tables import Tables

# What Python calls; everything else is compiled as a part of these.
ENTRY_POINTS: tuple[Any, ...] = (kernel.search_slice, relaxed.can_reach, table.copy_entries)


def is_loaded() -> bool:
    """Whether the jitted functions are in memory."""
    return all(function.signatures for function in ENTRY_POINTS)


def is_compiled() -> bool:
    """Whether the jitted functions are in memory or in numba's cache on disk."""
    return all(function.signatures or _is_on_disk(function) for function in ENTRY_POINTS)


def compile_kernel() -> None:
    """Compile the jitted functions, or load them from numba's cache, by using each once."""
    rules = Rules(suits=make_suits("r"), hand_size=2)
    ranks = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    start = Deal(rules, tuple(Card(0, rank) for rank in ranks)).start()
    tables = Tables()
    single_hand_bound(start, tables)
    TargetSearch(start, rules.max_score, tables).advance(1)
    slots = tables.single_hand.slots
    table.copy_entries(slots, 0, 1, slots, relaxed.KEY_MASK, tables.generation)


def _is_on_disk(function: Any) -> bool:
    # numba has no public way to ask. Without a folder to write to there is no cache file either.
    cache_file = getattr(function._cache, "_cache_file", None)
    return cache_file is not None and bool(cache_file._load_index())
