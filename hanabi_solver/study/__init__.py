"""Studies: many deals solved into one store, and what they say together.

Here belong the selection of deals, runs, the store, reports, plots and the cluster. Not here: how
one deal is solved (`solver`), and processes on this machine (`parallel`).
"""

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["load"]


def load(path: str | PathLike[str], *, with_links: bool = False) -> "DataFrame":
    """The deals of a study's store as a pandas DataFrame; see `study.frame.load`."""
    from hanabi_solver.study import frame

    return frame.load(path, with_links=with_links)
