"""Nodes per second of the search kernel on one core, on deals that are lost and take long.

python -m benchmarks.kernel [--nodes N]
"""

import argparse
import time

from benchmarks.report import note, write_report
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.search.driver import Outcome, TargetSearch
from hanabi_solver.search.tables import Tables
from hanabi_solver.warmup import compile_kernel

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    nodes = parser.parse_args().nodes
    compile_kernel()
    rows = []
    for name, deck in DECKS.items():
        search = TargetSearch(parse_deal(f"2 {deck}").start(), 25, Tables())
        cpu = time.process_time()
        while search.outcome is Outcome.RUNNING and search.nodes < nodes:
            search.advance(250_000)
        cpu = time.process_time() - cpu
        row = {"deal": name, "nodes": search.nodes, "cpu_seconds": round(cpu, 3)}
        rows.append(row | {"nodes_per_second": round(search.nodes / cpu)})
        note(str(rows[-1]))
    write_report("kernel", {"rows": rows})


if __name__ == "__main__":
    main()
