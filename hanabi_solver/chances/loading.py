"""Loading the compiled functions of odds beside those of the search; imports nothing heavy."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from hanabi_solver.solver.loading import load_search
from hanabi_solver.solver.result import Part

if TYPE_CHECKING:
    from hanabi_solver.solver.warmup import CompiledGroup


def load_odds(stop: threading.Event, on_compile: Callable[[Part], None]) -> bool:
    """Load odds and the search; False if `stop` was set meanwhile. `on_compile` as in `load_search`."""
    return load_search(stop, on_compile, (odds_group,))


def odds_group() -> "CompiledGroup":
    """The functions of odds, made when they are needed."""
    from hanabi_solver.chances import choices, final_round, kernel, states
    from hanabi_solver.chances.driver import OrderSearch
    from hanabi_solver.chances.encoding import code_of
    from hanabi_solver.game.cards import Card
    from hanabi_solver.game.deal import Deal
    from hanabi_solver.game.rules import Rules, make_suits
    from hanabi_solver.solver.warmup import CompiledGroup

    def use() -> None:
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

    return CompiledGroup(
        (kernel.search_slice, kernel.look_at_state, states.move_entries, final_round.is_won),
        (kernel, choices, states, final_round),
        use,
    )
