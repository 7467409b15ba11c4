"""Count what the search does on 100 fixed deals: nodes, not seconds, the same on every machine.

python -m benchmarks.quick [--update]

Three groups: deals that reach their bound, deals that only a search refutes, and deals that a walk with free
clues refutes. The verdict on each must be the one in results/quick.json, and no group may need more than
TOLERANCE more nodes than there; --update writes the file anew.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.report import note, report_of, write_report
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.puzzle import load_puzzle
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.search.driver import FREE_CLUES_FROM, TargetSearch
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.tables import Tables

# Reached within the limit: no-variant, six suits, dark suits, 2 to 6 players.
REACHED = [
    f"p{players}v{variant}s{number}"
    for variant, players, number in product((0, 1, 2, 21), (2, 3, 4, 5, 6), (1, 2, 3, 4))
    if f"p{players}v{variant}s{number}" != "p3v21s4"  # lost for want of tokens; the search alone takes long
]
# Three suits and five players: 15 points are out of reach, and no bound says so.
LOST = [
    f"p5v18s{number}"
    for number in (13, 63, 76, 83, 111, 112, 119, 148, 151, 163, 165, 166, 167, 209, 229, 231, 241, 258, 271)
]
# Lost with any number of clues.
LOST_IN_SEATS = ["wrong-seats-three-suits", "lost-without-a-bound"]
PUZZLES = Path(__file__).parent.parent / "puzzles"
SLICE = 10_000
TOLERANCE = 0.1
STORED = Path(__file__).parent / "results" / "quick.json"


def upper_bound(position: Position, tables: Tables) -> int:
    """The least of all bounds."""
    upper = min(composition_bound(position).value, pace_bound(position).value)
    upper = min(upper, last_round_bound(position, upper).value)
    return min(upper, single_hand_bound(position, tables).value)


def searches(tables: Tables) -> Iterator[tuple[str, str, TargetSearch]]:
    """The group, the name and the search of each deal."""
    for seed in REACHED:
        start = parse_seed(seed).deal.start()
        yield "reached", seed, TargetSearch(start, upper_bound(start, tables), tables)
    for seed in LOST:
        start = parse_seed(seed).deal.start()
        yield "lost", seed, TargetSearch(start, start.rules.max_score, tables)
    for name in LOST_IN_SEATS:
        puzzle = load_puzzle(PUZZLES / f"{name}.json").start
        start = puzzle.start() if isinstance(puzzle, Deal) else puzzle
        yield (
            "lost in seats",
            name,
            TargetSearch(start, start.rules.max_score, tables, free_clues_from=FREE_CLUES_FROM // 50),
        )


def count() -> dict[str, Any]:
    """Nodes by group, and the verdict on each deal that is not reached."""
    nodes: dict[str, int] = {}
    outcomes: dict[str, str] = {}
    for group, name, search in searches(Tables()):
        while search.outcome is SearchOutcome.RUNNING:
            search.advance(SLICE)
        nodes[group] = nodes.get(group, 0) + search.nodes
        outcomes[name] = search.outcome.value + (" with free clues" if search.fails_with_free_clues else "")
    return {"deals": len(outcomes), "nodes": nodes, "outcomes": outcomes}


def regressions(figures: dict[str, Any], stored: dict[str, Any]) -> list[str]:
    """What is worse than what was stored, in words."""
    faults = [
        f"{name}: {figures['outcomes'].get(name)}, stored {outcome}"
        for name, outcome in stored["outcomes"].items()
        if figures["outcomes"].get(name) != outcome
    ]
    for group, before in stored["nodes"].items():
        now = figures["nodes"].get(group, 0)
        if now > (1 + TOLERANCE) * before:
            faults.append(f"{group}: {now:,} nodes, stored {before:,}")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    figures = count()
    write_report("quick", figures)
    if arguments.update:
        STORED.write_text(json.dumps(report_of("quick", figures), indent=1) + "\n", encoding="utf-8")
        return
    faults = regressions(figures, json.loads(STORED.read_text(encoding="utf-8")))
    for fault in faults:
        note(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
