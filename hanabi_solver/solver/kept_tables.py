"""The search's tables of a thread, kept from deal to deal."""

import threading
from typing import TYPE_CHECKING

from hanabi_solver.solver.best_score import tables_for

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables

# Each thread has its own: a process may solve on several at once.
_kept = threading.local()


def kept_tables(memory: int | None) -> "Tables":
    """The tables of this thread for solves with this memory in bytes (None: 1 GiB).

    Asked for another size, it drops those that it had.
    """
    if getattr(_kept, "memory", -1) != memory:
        _kept.memory = memory
        _kept.tables = tables_for(memory)
    tables: Tables = _kept.tables
    return tables
