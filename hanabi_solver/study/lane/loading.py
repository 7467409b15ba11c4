"""Loading the compiled functions of the fast lane beside those of the search; imports nothing heavy."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from hanabi_solver.solver.loading import load_search
from hanabi_solver.solver.result import Part

if TYPE_CHECKING:
    from hanabi_solver.solver.warmup import CompiledGroup


def load_lane(stop: threading.Event, on_compile: Callable[[Part], None]) -> bool:
    """Load the lane and the search; False if `stop` was set meanwhile. `on_compile` as in `load_search`."""
    return load_search(stop, on_compile, (lane_group,))


def lane_group() -> "CompiledGroup":
    """The lane's functions, made when they are needed."""
    from hanabi_solver.solver.warmup import CompiledGroup
    from hanabi_solver.study.lane import dealing, real_line, referee, search
    from hanabi_solver.study.lane.settle import settle

    def use() -> None:
        settle(["p2v0s1"])
        dealing.deal_range(dealing.sorted_deck([(1, 1)]), "p2v0s", 1, 1)

    return CompiledGroup(
        (search.find_lines, dealing.deal_texts, dealing.deal_numbers, referee.replay_rows),
        (search, real_line, dealing, referee),
        use,
    )
