"""Solve hanab.live seeds p{players}v{variant}s{first..last}: best scores, reasons, time per deal.

python -m benchmarks.seeds [--players 2 3 4 5] [--variant 0 ...] [--first 1] [--last 2000]
    [--method auto|search|cpsat|sat] [--against METHOD] [--cross-check N] [--time-limit SECONDS]
    [--processes N] [--workers N] [--expected FILE]

FILE (`seed best`, tab-separated) lists the deals below the maximum. METHOD is a second method that must
prove the same best score wherever both finish. --cross-check N asks N decided deals (half of them below
the maximum, if there are so many) again by the method that did not decide them. Any difference is printed
and fails. --processes share the deals, and each has --workers for one.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.cross_check import sample, second_opinion
from benchmarks.report import note, write_report
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.replay import replay
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.shared_tables import kept_tables


def measure(task: tuple[str, str, float, int]) -> dict[str, Any]:
    """One seed solved: its figures."""
    seed, method, time_limit, workers = task
    deal = parse_seed(seed).deal
    wall, cpu = time.perf_counter(), time.process_time()
    result = solve(
        deal,
        method=method,
        limits=Limits(seconds=time_limit, workers=workers),
        context=Context(tables=kept_tables(None)),
    )
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    assert replay(result.position, result.line).score == result.best
    return {
        "seed": seed,
        "best": result.best,
        "upper": result.upper,
        "max_score": deal.rules.max_score,
        "bounds": [reason.name for reason in result.reasons],
        "models": [reason.model for reason in result.reasons if reason.model],
        "seconds": round(wall, 4),
        "cpu_seconds": round(cpu, 4),
        "nodes": result.nodes,
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures over the rows of one number of players."""
    cpu = sorted(row["cpu_seconds"] for row in rows)
    lost = [row for row in rows if row["upper"] < row["max_score"]]
    return {
        "deals": len(rows),
        "undecided": sum(row["best"] < row["upper"] for row in rows),
        "below_maximum": len(lost),
        "best": dict(sorted(Counter(str(row["best"]) for row in rows).items())),
        "first_reason": dict(Counter(row["bounds"][0] for row in lost)),
        "cpu_seconds": round(sum(cpu), 2),
        "mean_cpu_ms": round(1000 * statistics.mean(cpu), 2),
        "median_cpu_ms": round(1000 * statistics.median(cpu), 2),
        "p95_cpu_ms": round(1000 * cpu[int(0.95 * (len(cpu) - 1))], 2),
        "p99_cpu_ms": round(1000 * cpu[int(0.99 * (len(cpu) - 1))], 2),
        "max_cpu_seconds": cpu[-1],
        "nodes": sum(row["nodes"] for row in rows),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--variant", type=int, nargs="+", default=[0])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=2000)
    parser.add_argument("--method", default="auto")
    parser.add_argument("--against")
    parser.add_argument("--time-limit", type=float, default=120.0)
    parser.add_argument("--cross-check", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--expected", type=Path)
    arguments = parser.parse_args()
    expected = {}
    if arguments.expected:
        for line in arguments.expected.read_text(encoding="utf-8").splitlines():
            seed, _, best = line.partition("\t")
            if best.isdigit():
                expected[seed] = int(best)
    figures: dict[str, Any] = {}
    every: list[dict[str, Any]] = []
    hard: list[dict[str, Any]] = []
    undecided: list[str] = []
    differences = 0
    with ProcessPoolExecutor(arguments.processes) as pool:
        for variant, players in product(arguments.variant, arguments.players):
            group = f"v{variant}, {players} players"
            seeds = [
                f"p{players}v{variant}s{number}" for number in range(arguments.first, arguments.last + 1)
            ]
            tasks = [(seed, arguments.method, arguments.time_limit, arguments.workers) for seed in seeds]
            rows = list(pool.map(measure, tasks, chunksize=20))
            for row in rows:
                if expected and row["best"] != expected.get(row["seed"], row["max_score"]):
                    note(f"{row['seed']}: {row['best']}, expected otherwise")
                    differences += 1
            if arguments.against:
                other = [(seed, arguments.against, arguments.time_limit, arguments.workers) for seed in seeds]
                compared = 0
                for row, second in zip(rows, pool.map(measure, other, chunksize=20), strict=True):
                    if row["best"] == row["upper"] and second["best"] == second["upper"]:
                        compared += 1
                        if row["best"] != second["best"]:
                            note(f"{row['seed']}: {row['best']} and {second['best']}")
                            differences += 1
                note(f"{group}: {compared} proved by both methods")
            figures[group] = summary(rows)
            note(f"{group}: {figures[group]}")
            every += rows
            hard += sorted(rows, key=lambda row: -row["cpu_seconds"])[:5]
            undecided += [row["seed"] for row in rows if row["best"] < row["upper"]]
            if undecided:
                note(f"undecided by now: {' '.join(undecided)}")
        opinions = Counter(pool.map(second_opinion, sample(every, arguments.cross_check)))
        note(f"cross-check: {dict(opinions)}")
        differences += opinions["disagrees"]
    if len(figures) > 1:
        figures["all"] = summary(every)
        note(f"all: {figures['all']}")
    report = {
        "options": vars(arguments) | {"expected": bool(expected)},
        "differences": differences,
        "cross_check": dict(opinions),
    }
    write_report("seeds", report | {"summary": figures, "hardest": hard, "undecided": undecided})
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
