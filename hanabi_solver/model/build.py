"""The whole model: its variables, the clauses of every rule, and the cuts."""

from hanabi_solver.model.constraints import RULES
from hanabi_solver.model.cuts import ALL_CUTS, CUTS
from hanabi_solver.model.horizon import Horizon
from hanabi_solver.model.sink import Sink
from hanabi_solver.model.variables import Variables, make_variables


def write_model(horizon: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> Variables:
    """Write "the target can be reached" into `sink`, with the cuts of these names (`CUTS`).

    Raises ValueError for a name that is no cut's.
    """
    if unknown := cuts - ALL_CUTS:
        raise ValueError(f"expected names of cuts ({', '.join(CUTS)}), got {', '.join(sorted(unknown))}")
    variables = make_variables(horizon, sink)
    for builder in (*RULES, *(cut for name, cut in CUTS.items() if name in cuts)):
        builder(variables, sink)
    return variables
