"""The memory of the search, shared by several solves in a row."""

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hanabi_solver.search.tables import Tables

# Bytes, for the tables of a solve and, within that, of a look for a lower score.
DEFAULT_MEMORY = 1 << 30
LEAST_MEMORY = 16 << 20
LOOK_BELOW_MEMORY = 4 << 20

# Each thread has its own: a process may solve on several at once.
_kept = threading.local()


class SharedTables:
    """The tables that solves in a row share, at most `memory` bytes (None: 1 GiB), for one solve at a time.

    They are made by the first solve that gets to searching: that brings numba in, which takes its time, and
    a solve does it where it can be stopped, without counting it.
    """

    def __init__(self, memory: int | None = None) -> None:
        self._memory = DEFAULT_MEMORY if memory is None else memory
        self._tables: Tables | None = None

    @property
    def memory(self) -> int:
        """The bytes that the tables may take."""
        return self._memory

    def begun(self) -> "Tables":
        """The tables as if they were new; only to be called when the search is loaded.

        What an earlier solve left in them must not change how the next one goes.
        """
        if self._tables is None:
            from hanabi_solver.search.tables import Tables

            self._tables = Tables(self._memory - LOOK_BELOW_MEMORY)
        else:
            self._tables.start_over()
        return self._tables


def kept_tables(memory: int | None) -> SharedTables:
    """The tables of this thread for solves with this memory in bytes (None: 1 GiB), kept until it ends.

    Asked for another size, it drops those that it had.
    """
    if getattr(_kept, "memory", -1) != memory:
        _kept.memory = memory
        _kept.tables = SharedTables(memory)
    tables: SharedTables = _kept.tables
    return tables
