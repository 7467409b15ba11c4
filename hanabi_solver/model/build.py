"""The whole models: their variables, the clauses of every rule, and the cuts."""

from hanabi_solver.model.clue_costs import write_payments
from hanabi_solver.model.constraints import RULES
from hanabi_solver.model.cuts import ALL_CUTS, CUTS
from hanabi_solver.model.horizon import Horizon
from hanabi_solver.model.kept_by_draws import Kept, write_kept_cards
from hanabi_solver.model.kept_by_turns import KeptTurns, write_kept_turns
from hanabi_solver.model.sink import Sink
from hanabi_solver.model.true_plays import no_play_is_a_misplay
from hanabi_solver.model.variables import Variables, make_variables


def write_used_model(horizon: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> Variables:
    """Write "the target can be reached" into `sink`, turn by turn, with the cuts of these names (`CUTS`).

    Raises ValueError for a name that is no cut's.
    """
    _check_names(cuts)
    variables = make_variables(horizon, sink)
    for builder in (*RULES, no_play_is_a_misplay, *(cut for name, cut in CUTS.items() if name in cuts)):
        builder(variables, sink)
    return variables


def write_kept_model(horizon: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> Kept:
    """Write "the target can be reached" into `sink`, draw by draw, with the cuts of these names.

    Valid for the target only where `can_keep` says so. Raises ValueError for a name that is no cut's.
    """
    _check_names(cuts)
    kept = write_kept_cards(horizon, sink, cuts)
    write_payments(kept, sink, cuts)
    return kept


def write_kept_turns_model(horizon: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> KeptTurns:
    """Write "the target can be reached" into `sink`, turn by turn with kept cards, with these cuts.

    Valid for the target only where `can_keep` says so. Raises ValueError for a name that is no cut's.
    """
    _check_names(cuts)
    return write_kept_turns(horizon, sink, cuts)


def _check_names(cuts: frozenset[str]) -> None:
    if unknown := cuts - ALL_CUTS:
        raise ValueError(f"expected names of cuts ({', '.join(CUTS)}), got {', '.join(sorted(unknown))}")
