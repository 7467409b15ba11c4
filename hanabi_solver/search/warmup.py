"""The one-time compilation of the kernel, and whether it still has to be done."""

from typing import Any

from hanabi_solver.search import kernel, relaxed


def is_compiled() -> bool:
    """Whether the kernel is in memory or in numba's cache on disk."""
    entry_points: tuple[Any, ...] = (kernel.search_slice, relaxed.can_reach)
    return all(function.signatures or _is_on_disk(function) for function in entry_points)


def _is_on_disk(function: Any) -> bool:
    # numba has no public way to ask. Without a folder to write to it has no cache file either.
    cache_file = getattr(function._cache, "_cache_file", None)
    return cache_file is not None and bool(cache_file._load_index())


def compile_kernel() -> None:
    """Compile the kernel, or load it from numba's cache: solve a deal of one suit once."""
    from hanabi_solver.bounds.single_hand import single_hand_bound
    from hanabi_solver.cards import Card
    from hanabi_solver.deal import Deal
    from hanabi_solver.rules import Rules, make_suits
    from hanabi_solver.search.driver import TargetSearch
    from hanabi_solver.search.tables import Tables

    rules = Rules(suits=make_suits("r"), hand_size=2)
    ranks = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    start = Deal(rules, tuple(Card(0, rank) for rank in ranks)).start()
    tables = Tables()
    single_hand_bound(start, tables)
    TargetSearch(start, rules.max_score, tables).advance(1)
