"""Nodes per second of the search kernel on one core, on deals that are lost and take long.

python -m benchmarks.kernel [--nodes N] [--runs N]

Each deal is searched several times, with and without free clues first; the best run is the one that
other work on the machine disturbed least, the median stands beside it.
"""

import argparse
import time
from itertools import product
from statistics import mean, median

from benchmarks.report import note, write_report
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.warmup import compile_kernel

# Public two-player decks lost only in the order of seats.
DECKS = {
    "rama_hard_33": (
        "r1y4p2p2r4r4p4b4b1g3r2r5y1g5y4b5g4y2y5b1p3g1g2b2p4p3r3r3g3r1p1y2g2p5y3b1b2p1b3p1r2y1g1y3g4r1g1b3y1b4"
    ),
    "rama_old_28": (
        "b4g1r2y1g5y1p2b3r5b3y3b1y3p5r4b1r1g2y4p2p4y5p4p3y1p1r2g2g3b1b2p1r1r1g4g1p1g1b2r4y2g3y2b5r3g4b4p3r3y4"
    ),
    "hand_dist_6": (
        "p5r2r2p1p1p1r1p4r5r1y1y1y1y2y2y3y3y4y4y5g1g1g1g2g2g3g3g4g4g5b1b1b1b2b2b3b3b4b4b5r4p4r4p2p2p3p3r1r3r3"
    ),
}


SLICE = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    compile_kernel()
    tables = Tables()
    rows = []
    for (name, deck), free_clues in product(DECKS.items(), (False, True)):
        speeds = sorted(speed(deck, tables, arguments.nodes, free_clues) for _ in range(arguments.runs))
        row = {"deal": name, "free_clues": free_clues, "best": speeds[-1], "median": median(speeds)}
        rows.append(row)
        note(str(row))
    for figure in ("best", "median"):
        note(f"mean of the {figure} runs: {mean(row[figure] for row in rows):,.0f} nodes a second")
    write_report("kernel", {"nodes": arguments.nodes, "runs": arguments.runs, "nodes_per_second": rows})


def speed(deck: str, tables: Tables, nodes: int, free_clues: bool) -> int:
    """Nodes per second of CPU in one run."""
    start = parse_deal(f"2 {deck}").start()
    search = TargetSearch(start, 25, tables, free_clues_from=0 if free_clues else None)
    cpu = time.process_time()
    while search.outcome is SearchOutcome.RUNNING and search.nodes < nodes:
        search.advance(SLICE)
    return round(search.nodes / (time.process_time() - cpu))


if __name__ == "__main__":
    main()
