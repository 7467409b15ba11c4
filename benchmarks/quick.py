"""Count what bounds and search do on 100 fixed deals: nodes, not seconds, the same on every machine.

python -m benchmarks.quick [--update]

Each deal is asked at its upper bound, up to NODE_LIMIT nodes. The total is compared with the one in
results/quick.json and fails if it is more than TOLERANCE above; --update writes the new one.
"""

import argparse
import json
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.report import note, report_of, write_report
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.deal import Position
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.search.driver import Outcome, TargetSearch
from hanabi_solver.search.tables import Tables

SEEDS = [
    f"p{players}v{variant}s{number}"
    for variant, players, number in product((0, 1, 2, 21), (2, 3, 4, 5, 6), (5, 6, 7, 8, 9))
]
NODE_LIMIT = 100_000
SLICE = 10_000
TOLERANCE = 0.1
STORED = Path(__file__).parent / "results" / "quick.json"


def upper_bound(position: Position, tables: Tables) -> int:
    """The least of all bounds."""
    upper = min(composition_bound(position).value, pace_bound(position).value)
    upper = min(upper, last_round_bound(position, upper).value)
    return min(upper, single_hand_bound(position, tables).value)


def count() -> dict[str, Any]:
    """Nodes in all, and by deal where they are many; how the searches ended."""
    tables = Tables()
    nodes: dict[str, int] = {}
    outcomes: Counter[str] = Counter()
    for seed in SEEDS:
        position = parse_seed(seed).deal.start()
        search = TargetSearch(position, upper_bound(position, tables), tables)
        while search.outcome is Outcome.RUNNING and search.nodes < NODE_LIMIT:
            search.advance(SLICE)
        nodes[seed] = search.nodes
        outcomes[search.outcome.value] += 1
    hard = {seed: count for seed, count in nodes.items() if count >= SLICE}
    return {"deals": len(SEEDS), "nodes": sum(nodes.values()), "outcomes": dict(outcomes), "hard": hard}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    figures = count()
    write_report("quick", figures)
    if arguments.update:
        STORED.write_text(json.dumps(report_of("quick", figures), indent=1) + "\n", encoding="utf-8")
        return
    stored = json.loads(STORED.read_text(encoding="utf-8"))["nodes"]
    note(f"{figures['nodes']:,} nodes, stored {stored:,} ({figures['nodes'] / stored - 1:+.1%})")
    sys.exit(1 if figures["nodes"] > (1 + TOLERANCE) * stored else 0)


if __name__ == "__main__":
    main()
