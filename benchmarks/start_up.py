"""The CPU time of whole `hanabi-solve solve SEED` processes, of one installation or of two in turn.

python -m benchmarks.start_up [--against COMMAND] [--players 2 3 4 5] [--seeds 10] [--first 1] [--repeat 3]

Each process is measured from its start to its end (user and system time of it and its children), after one
that is not counted. COMMAND is the `hanabi-solve` of another installation, to compare with: both solve each
seed in turn, `repeat` times, and the least of these times counts. A best score that differs is printed
and fails.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.report import note, write_report


def solved(command: str, seed: str) -> tuple[float, str]:
    """The seconds of CPU that a process took for one seed, and the first line of its answer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # As for users: the modules are compiled once, not in each process.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [command, "solve", seed], env=environment, capture_output=True, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, next(line for line in done.stdout.splitlines() if "score" in line)


def measure(seed: str, commands: list[str], repeat: int) -> dict[str, Any]:
    """One seed: the least CPU time of each installation, and whether their answers are the same."""
    seconds: list[list[float]] = [[] for _ in commands]
    answers = set()
    for _ in range(repeat):
        for place, command in enumerate(commands):
            spent, answer = solved(command, seed)
            seconds[place].append(spent)
            answers.add(answer)
    return {"seed": seed, "cpu": [round(min(each), 3) for each in seconds], "answers": sorted(answers)}


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures over the seeds of one number of players; a ratio is that to the other installation."""
    figures: dict[str, Any] = {
        "seeds": len(rows),
        "median_cpu_seconds": [
            round(statistics.median(each), 3) for each in zip(*(row["cpu"] for row in rows), strict=True)
        ],
    }
    ratios = sorted(row["cpu"][0] / row["cpu"][1] for row in rows if len(row["cpu"]) > 1)
    if ratios:
        figures["median_ratio"] = round(statistics.median(ratios), 3)
        figures["least_and_most_ratio"] = [round(ratios[0], 3), round(ratios[-1], 3)]
        figures["share_below_half"] = round(sum(ratio < 0.5 for ratio in ratios) / len(ratios), 3)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", metavar="COMMAND")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    commands = [
        str(Path(sys.executable).with_name("hanabi-solve")),
        *([arguments.against] if arguments.against else []),
    ]
    for command in commands:
        solved(command, f"p2v0s{arguments.first}")
    rows, figures = [], {}
    for players in arguments.players:
        numbers = range(arguments.first, arguments.first + arguments.seeds)
        group = [measure(f"p{players}v0s{number}", commands, arguments.repeat) for number in numbers]
        figures[f"{players} players"] = summary(group)
        note(f"{players} players: {json.dumps(figures[f'{players} players'])}")
        rows += group
    figures["all"] = summary(rows)
    note(f"all: {json.dumps(figures['all'])}")
    differing = [row for row in rows if len(row["answers"]) > 1]
    for row in differing:
        note(f"{row['seed']}: {' / '.join(row['answers'])}")
    options = vars(arguments) | {"against": arguments.against is not None}
    write_report("start_up", {"options": options, "summary": figures, "seeds": rows})
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
