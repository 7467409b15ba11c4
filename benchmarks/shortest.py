"""The shortest lines of hanab.live seeds p{players}v{variant}s{first..last}: the share proved within a time.

python -m benchmarks.shortest [--players 2 3 4 5 6] [--variant 0] [--first 1] [--last 40] [--time-limit 10]

The time is that of the best score and of its shortest line together, on one thread. Every line is replayed.
"""

import argparse
import time
from typing import Any

from benchmarks.report import note, write_report
from hanabi_solver.analysis.shortest import shortest_line
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.replay import replay
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits


def measure(seed: str, seconds: float) -> dict[str, Any]:
    """One seed: the turns of its shortest line, and the fewest that are not refuted."""
    start = parse_seed(seed).deal.start()
    began = time.perf_counter()
    context = Context().within(seconds)
    limits = Limits(workers=1)
    result = solve(start, limits=limits, context=context)
    shortest = shortest_line(start, result.best, result.line, limits=limits, context=context)
    spent = time.perf_counter() - began
    assert replay(start, shortest.line).score >= result.best
    return {
        "seed": seed,
        "best": result.best,
        "least": shortest.least,
        "turns": len(shortest.line),
        "seconds": round(spent, 2),
    }


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures over the rows of one number of players."""
    proved = [row for row in rows if row["least"] == row["turns"]]
    return {
        "deals": len(rows),
        "proved": len(proved),
        "seconds": round(sum(row["seconds"] for row in rows), 1),
        "widest_gap": max(row["turns"] - row["least"] for row in rows),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--variant", type=int, default=0)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=40)
    parser.add_argument("--time-limit", type=float, default=10.0)
    arguments = parser.parse_args()
    figures: dict[str, Any] = {}
    open_deals: list[dict[str, Any]] = []
    for players in arguments.players:
        numbers = range(arguments.first, arguments.last + 1)
        rows = [measure(f"p{players}v{arguments.variant}s{n}", arguments.time_limit) for n in numbers]
        figures[f"{players} players"] = summary(rows)
        note(f"{players} players: {figures[f'{players} players']}")
        open_deals += [row for row in rows if row["least"] < row["turns"]]
    write_report("shortest", {"options": vars(arguments), "summary": figures, "not_proved": open_deals})


if __name__ == "__main__":
    main()
