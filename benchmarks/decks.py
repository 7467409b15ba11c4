"""Solve the deals of a file: per deal time, nodes, nodes/s and the answer.

python -m benchmarks.decks FILE [--method auto|search|cpsat] [--time-limit SECONDS] [--first N] [--workers N]
"""

import argparse
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.report import note, write_report
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.deal import Deal
from hanabi_solver.names import Method
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits


def read_deals(path: Path) -> list[tuple[str, str, Deal]]:
    """Name, published verdict (or "") and deal of every line."""
    deals = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith(("#", "name\t")):
            continue
        fields = line.split("\t")
        if len(fields) == 3:
            name, verdict, deck = fields
            deals.append((name, verdict, parse_deal(f"2 {deck}")))
        else:
            deals.append((f"line {number}", "", parse_deal(line)))
    return deals


def measure(name: str, verdict: str, deal: Deal, options: dict[str, Any]) -> dict[str, Any]:
    """One deal solved: its figures."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = solve(deal, **options)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {
        "deal": name,
        "verdict": verdict,
        "best": result.best,
        "upper": result.upper,
        "bounds": [reason.name for reason in result.reasons],
        "seconds": round(wall, 4),
        "cpu_seconds": round(cpu, 4),
        "nodes": result.nodes,
        "nodes_per_second": round(result.nodes / cpu) if result.nodes > 10_000 else None,
    }


def contradicts(row: dict[str, Any], max_score: int) -> bool:
    """Whether an answer differs from the published verdict."""
    if row["verdict"] == "infeasible":
        return bool(row["best"] >= max_score)
    return bool(row["verdict"] == "open" and row["best"] < max_score)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--method", choices=list(Method), default="search")
    parser.add_argument("--time-limit", type=float, default=120.0)
    parser.add_argument("--first", type=int)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    options = {
        "method": arguments.method,
        "limits": Limits(arguments.time_limit, workers=arguments.workers),
    }
    deals = read_deals(arguments.file)[: arguments.first]
    solve(deals[0][2], **options)  # load or compile the kernel before the clock starts
    started = time.perf_counter()
    rows = []
    for name, verdict, deal in deals:
        rows.append(measure(name, verdict, deal, options))
        if rows[-1]["seconds"] > 1:
            note(f"{name}: {rows[-1]['best']}..{rows[-1]['upper']} in {rows[-1]['seconds']} s")
    times = sorted(row["seconds"] for row in rows)
    nodes = sum(row["nodes"] for row in rows)
    cpu = sum(row["cpu_seconds"] for row in rows)
    summary = {
        "deals": len(rows),
        "undecided": sum(row["best"] < row["upper"] for row in rows),
        "contradictions": sum(
            contradicts(row, deal.rules.max_score) for row, (_, _, deal) in zip(rows, deals, strict=True)
        ),
        "best": dict(sorted(Counter(str(row["best"]) for row in rows).items())),
        "wall_seconds": round(time.perf_counter() - started, 2),
        "cpu_seconds": round(cpu, 2),
        "median_seconds": statistics.median(times),
        "p95_seconds": times[int(0.95 * (len(times) - 1))],
        "max_seconds": times[-1],
        "nodes": nodes,
        "nodes_per_second": round(nodes / cpu),
    }
    note(str(summary))
    write_report("decks", {"options": options, "summary": summary, "rows": rows})


if __name__ == "__main__":
    main()
