"""The one-time compilation of the search over orders: whether it still has to be done, and doing it."""

from typing import Any

from hanabi_solver.chances import final_round, kernel, states
from hanabi_solver.chances.driver import OrderSearch
from hanabi_solver.chances.encoding import code_of
from hanabi_solver.game.cards import Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.solver.warmup import is_on_disk

# What Python calls; everything else is compiled as a part of these.
_ENTRY_POINTS: tuple[Any, ...] = (
    kernel.search_slice,
    kernel.look_at_state,
    states.move_entries,
    final_round.is_won,
)


def is_loaded() -> bool:
    """Whether the jitted functions are in memory."""
    return all(function.signatures for function in _ENTRY_POINTS)


def is_compiled() -> bool:
    """Whether the jitted functions are in memory or in numba's cache on disk."""
    return all(function.signatures or is_on_disk(function) for function in _ENTRY_POINTS)


def is_kept() -> bool:
    """Whether the jitted functions are in numba's cache on disk, for later processes."""
    return all(map(is_on_disk, _ENTRY_POINTS))


def compile_odds() -> None:
    """Compile the jitted functions, or load them from numba's cache, by using each once."""
    rules = Rules(suits=make_suits("r"), hand_size=4)
    ranks = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    start = Deal(rules, tuple(Card(0, rank) for rank in ranks)).start()
    search = OrderSearch(code_of(start, rules.max_score))
    search.begin(start)
    search.advance(1)
    search.enlarge()
    end = start
    while end.pile_size:
        end = end.play(end.legal_moves()[0])
    search.begin(end)
