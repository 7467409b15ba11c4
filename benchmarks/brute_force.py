"""Both methods against naive brute force on random tiny positions; any difference is printed and fails.

python -m benchmarks.brute_force [--count N] [--start SEED]

The search runs with all dominances on and with each one off, in relaxed mode first, with free clues
first and in exact mode; the bounds must not fall below the best score; CP-SAT with all cuts on
and with each one off. The brute force is the one of the tests.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.report import note, write_report
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.model.cpsat import decide
from hanabi_solver.model.cuts import CUTS
from hanabi_solver.model.verdict import ModelOutcome
from hanabi_solver.search import layout
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.tables import Tables

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from oracle import best_score, random_tiny_position

SWITCHES = (
    layout.TRASH_FIRST,
    layout.ONE_COPY,
    layout.STRIKE_AT_LIMIT,
    layout.LAST_ROUND_PASS,
    layout.SINGLE_HAND,
)
SETTINGS = (layout.ALL_DOMINANCES, *(layout.ALL_DOMINANCES & ~switch for switch in SWITCHES), 0)
EXACT: dict[str, Any] = {"exact": True}
MODES: tuple[dict[str, Any], ...] = ({}, {"free_clues_from": 0}, EXACT)
CUT_SETTINGS = (frozenset(CUTS), *(frozenset(CUTS) - {name} for name in CUTS), frozenset[str]())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--start", type=int, default=0)
    arguments = parser.parse_args()
    tables = Tables()
    checks = differences = exact = free = 0
    for seed in range(arguments.start, arguments.start + arguments.count):
        position = random_tiny_position(Random(seed))
        best = best_score(position)
        for bound in bounds(position, tables):
            checks += 1
            if bound.value < best and not position.rules.all_or_nothing:
                note(f"seed {seed}: {bound}")
                differences += 1
        for target in range(1, position.rules.max_score + 1):
            expected = best >= target
            for dominances in SETTINGS:
                for mode in MODES:
                    search = TargetSearch(position, target, tables, dominances=dominances, **mode)
                    while search.outcome is SearchOutcome.RUNNING:
                        search.advance(100_000)
                    exact += search.exact and mode is not EXACT
                    free += search.fails_with_free_clues
                    checks += 1
                    found = search.outcome is SearchOutcome.REACHED
                    if found is not expected or (found and not reaches(position, search.line, target)):
                        note(f"seed {seed}, target {target}, dominances {dominances}, {mode}")
                        differences += 1
            for cuts in CUT_SETTINGS:
                verdict = decide(position, target, cuts=cuts)
                checks += 1
                found = verdict.outcome is ModelOutcome.REACHED
                if found is not expected or (found and not reaches(position, verdict.line, target)):
                    note(f"seed {seed}, target {target}, cuts {sorted(cuts)}: {verdict.outcome}")
                    differences += 1
    figures = {
        "positions": arguments.count,
        "checks": checks,
        "searches that went on to exact mode": exact,
        "searches refuted with free clues": free,
        "differences": differences,
    }
    write_report("brute_force", figures)
    sys.exit(1 if differences else 0)


def bounds(position: Position, tables: Tables) -> list[Bound]:
    """The upper bounds of a position, each on its own."""
    cheap = [composition_bound(position), pace_bound(position)]
    upper = min(bound.value for bound in cheap)
    return [*cheap, last_round_bound(position, upper), single_hand_bound(position, tables)]


def reaches(position: Position, line: tuple[Move, ...], target: int) -> bool:
    """Whether the engine accepts the line and its score stands."""
    final = replay(position, line)
    return final.score >= target and keeps_score(final)


if __name__ == "__main__":
    main()
