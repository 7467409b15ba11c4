"""The fast lane of studies: CPU time a deal, dealing, storing and what it leaves open included.

python -m benchmarks.lane [--players 2 3 4 5 6] [--variant 0] [--deals 20000] [--workers 1]

Each row is a study of seeds 1 to N in a store of its own. CPU times are those of all its processes, less
those of a study of one deal, which start them; they say on a busy machine what an idle one could do.
"""

import argparse
import sqlite3
import tempfile
from contextlib import closing
from typing import Any

from benchmarks.report import note, write_report
from benchmarks.study import cpu_seconds, run_study_command


def study(seeds: str, workers: int) -> tuple[float, list[tuple[str, int, float, int]]]:
    """CPU seconds of a study, and for each method the deals, their seconds and states."""
    with tempfile.TemporaryDirectory() as folder:
        cpu = cpu_seconds()
        run_study_command(seeds, f"{folder}/study.db", workers)
        cpu = cpu_seconds() - cpu
        with closing(sqlite3.connect(f"{folder}/study.db")) as connection:
            found = connection.execute(
                "SELECT method, count(*), sum(seconds), sum(nodes) FROM rows GROUP BY method ORDER BY method"
            ).fetchall()
    return cpu, found


def measure(players: int, variant: int, deals: int, workers: int) -> dict[str, Any]:
    start, _ = study(f"p{players}v{variant}s1..{workers}", workers)
    cpu, methods = study(f"p{players}v{variant}s1..{deals}", workers)
    settled = {method: count for method, count, _, _ in methods}.get("lane", 0)
    usual = sum(seconds for method, _, seconds, _ in methods if method != "lane")
    figures = {
        "players": players,
        "variant": variant,
        "deals": deals,
        "workers": workers,
        "cpu_ms_per_deal": round(1000 * (cpu - start) / deals, 4),
        "start_cpu_seconds": round(start, 2),
        "settled_by_lane": settled,
        "settled_percent": round(100 * settled / deals, 3),
        "left_open": deals - settled,
        "ms_per_deal_for_what_was_left": round(1000 * usual / deals, 4),
        "methods": {str(method): count for method, count, _, _ in methods},
    }
    note(f"{figures}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--variant", type=int, nargs="+", default=[0])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    rows = [
        measure(players, variant, arguments.deals, arguments.workers)
        for variant in arguments.variant
        for players in arguments.players
    ]
    write_report("lane", {"options": vars(arguments), "rows": rows})


if __name__ == "__main__":
    main()
