"""A study as a pandas DataFrame."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from hanabi_solver.study.combined_rows import Selection
from hanabi_solver.study.report_tables import DEAL_COLUMNS, deal_rows

if TYPE_CHECKING:
    from pandas import DataFrame

# Columns that can be unknown keep their type all the same.
_TYPES = {str: "string", int: "Int64", float: "Float64"}


def load(path: str | PathLike[str], *, with_links: bool = False) -> "DataFrame":
    """The deals of a study's store, one a row, in the order of their keys; the store is not changed.

    The columns are those of the tables of deals that a report writes: seed, players, variant, best and upper
    score, what settled the deal, seconds, nodes, and so on. What is not known is missing (`pandas.NA`).
    Deals that the fast lane has settled have a line; `with_links` makes a link of each, which takes a
    millisecond or two. Raises InputError, with the path, if there is no store of that name, or it is damaged.
    """
    from pandas import DataFrame

    rows = list(deal_rows(Path(path), Selection(), with_links=with_links))
    frame = DataFrame(rows, columns=list(DEAL_COLUMNS))
    return frame.astype({name: _TYPES[kind] for name, kind in DEAL_COLUMNS.items()})
