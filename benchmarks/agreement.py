"""Search, CP-SAT and `auto` on random full deals and mid-game positions of mixed players and rules.

python -m benchmarks.agreement [--deals N] [--positions N] [--start SEED] [--time-limit SECONDS]

Every method that proves a best score must prove the same one; differences are printed and fail.
"""

import argparse
import statistics
import sys
import time
from random import Random

from benchmarks.report import note, write_report
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Clue, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import STANDARD_LETTERS, Rules, make_suits
from hanabi_solver.names import Method
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits


def random_rules(rng: Random) -> Rules:
    """Mostly the usual rules, with 3 to 6 suits, some dark, and now and then scarce tokens or strikes."""
    letters = STANDARD_LETTERS[: rng.choice((3, 4, 5, 5, 5, 6))]
    return Rules(
        players=rng.randint(2, 6) if len(letters) > 3 else rng.randint(2, 4),
        suits=make_suits(letters, dark=letters[-1] if rng.random() < 0.25 else ""),
        token_limit=rng.choice((8, 8, 8, 4, 2, 1)),
        strike_limit=rng.choice((3, 3, 2, 1)),
        strikeout_scores=rng.random() < 0.3,
    )


def random_deal(rng: Random) -> Deal:
    """A full deal under random rules."""
    rules = random_rules(rng)
    deck = [face for face in rules.faces() for _ in range(rules.copies(face))]
    rng.shuffle(deck)
    return Deal(rules, tuple(deck))


def random_position(rng: Random) -> Position:
    """A position somewhere in a game played mostly sensibly."""
    position = random_deal(rng).start()
    for _ in range(rng.randint(5, 60)):
        moves = legal_moves(position)
        good = [m for m in moves if isinstance(m, Play) and position.is_playable(position.deck[m.card])]
        careful = [m for m in moves if isinstance(m, Clue) or not isinstance(m, Play)]
        after = apply(position, rng.choice(good or careful or moves))
        if after.is_over:
            break
        position = after
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--time-limit", type=float, default=60.0)
    arguments = parser.parse_args()
    rows, differences, undecided = [], 0, 0
    seconds: dict[str, list[float]] = {method: [] for method in Method}
    for number in range(arguments.deals + arguments.positions):
        rng = Random(arguments.start + number)
        start = random_deal(rng) if number < arguments.deals else random_position(rng)
        answers = {}
        for method in Method:
            began = time.perf_counter()
            result = solve(start, method=method, limits=Limits(seconds=arguments.time_limit))
            seconds[method].append(round(time.perf_counter() - began, 3))
            if result.best == result.upper:
                answers[method] = result.best
            else:
                note(f"{number}: {method} undecided, {result.best}..{result.upper}")
                undecided += 1
        if len(set(answers.values())) > 1:
            note(f"{number}: {answers}")
            differences += 1
        rules = start.rules
        rows.append(
            {
                "seed": arguments.start + number,
                "kind": "deal" if isinstance(start, Deal) else "position",
                "players": rules.players,
                "suits": len(rules.suits),
                "tokens": rules.token_limit,
                "strikes": rules.strike_limit,
                "max_score": rules.max_score,
                "best": answers,
            }
        )
    figures = {
        "differences": differences,
        "undecided": undecided,
        "median_seconds": {method: statistics.median(times) for method, times in seconds.items()},
        "max_seconds": {method: max(times) for method, times in seconds.items()},
        "rows": rows,
    }
    write_report("agreement", figures)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
