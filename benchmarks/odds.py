"""How long odds take: positions of real games at each size of the pile, one core.

python -m benchmarks.odds --games FOLDER [--piles 9,10,12,15] [--seconds 6] [--moves]
python -m benchmarks.odds --reference FILE --games FOLDER [--seconds 60]
python -m benchmarks.odds --oracle 1000

Of each game the first position with that pile counts, for the highest score that lost cards allow. Without
--moves only the best move's number is asked for. Times are those of the processor, without compilation.
With --reference the values of FILE (game, turn, pile, target, orders won) are compared, with --oracle so many
tiny positions with naive expectimax; the exit code is 1 if one differs.
"""

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial
from pathlib import Path
from statistics import median

from hanabi_solver import InputError, Limits, Position, load
from hanabi_solver.chances.best_chance import SLICE, odds
from hanabi_solver.chances.driver import OrderSearch
from hanabi_solver.chances.encoding import code_of
from hanabi_solver.chances.loading import odds_group
from hanabi_solver.chances.supported import check_supported
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.game.replay import steps


@dataclass(frozen=True)
class Timed:
    """What one position took; `gap` is the share of orders between the limits at the end."""

    players: int
    seconds: float
    nodes: int
    gap: float


def games(folder: Path) -> Iterator[tuple[str, Game]]:
    for path in sorted(folder.glob("*.json")):
        try:
            game = load(path)
        except InputError:
            continue
        if isinstance(game, Game):
            yield path.stem, game


def first_with(game: Game, pile: int) -> Position | None:
    """The first position with so many cards in the pile; None if odds cannot be asked of it."""
    for step in steps(game.deal.start(), game.moves):
        position = step.before
        if position.pile_size == pile and not position.is_over:
            try:
                check_supported(position, None)
            except InputError:
                return None
            return position
    return None


def timed(position: Position, target: int, seconds: float, *, all_moves: bool) -> tuple[Timed, int, int]:
    players, started = position.rules.players, time.process_time()
    if all_moves:
        found = odds(position, target=target, limits=Limits(seconds=seconds))
        low, high, nodes, orders = found.won.least, found.won.most, found.nodes, found.orders
        is_open = any(not move.won.is_exact for move in found.moves)
        spent = time.process_time() - started
        gap = max(high - low, 1) / orders if is_open else 0.0
        return Timed(players, spent, nodes, gap), low, high
    search = OrderSearch(code_of(position, target))
    low, high = search.begin(position)
    while search.is_running and time.process_time() - started < seconds:
        more_low, more_high = search.advance(SLICE)
        low, high = max(low, more_low), min(high, more_high)
    spent = time.process_time() - started
    gap = (high - low) / factorial(position.pile_size)
    return Timed(players, spent, search.nodes, gap), low, high


def print_row(name: str, rows: list[Timed]) -> None:
    solved = [row for row in rows if row.gap == 0]
    seconds = sorted(row.seconds for row in rows)
    under = [sum(row.gap == 0 and row.seconds <= each for row in rows) for each in (1, 2, 5)]
    gaps = [row.gap for row in rows if row.gap > 0]
    speed = sum(row.nodes for row in rows) / max(sum(seconds), 1e-9) / 1e6
    print(
        f"{name:>12} {len(rows):>4} {len(solved):>5}  {under[0]:>4} {under[1]:>4} {under[2]:>4}  "
        f"{median(seconds):>8.3f} {seconds[-1]:>8.2f} {speed:>6.2f}"
        + (f"  median gap of the open {median(gaps):.3f}" if gaps else ""),
        flush=True,
    )


def compare_reference(path: Path, folder: Path, seconds: float) -> int:
    wrong = 0
    left_open = 0
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith(("#", "game"))]
    for name, turn, _, target, won, _ in rows:
        game = load(folder / f"{name}.json", turn=int(turn))
        assert isinstance(game, Game)
        position = game.start
        assert isinstance(position, Position)
        _, low, high = timed(position, int(target), seconds, all_moves=False)
        left_open += low != high
        if not low <= int(won) <= high:
            wrong += 1
            print(f"{name} turn {turn} target {target}: expected {won}, got {low} to {high}")
    print(f"{len(rows)} values: {wrong} wrong, {left_open} not known within {seconds} s each")
    return wrong


def compare_oracle(count: int) -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
    from odds_oracle import random_odds
    from special_samples import position_of

    wrong = between = 0
    for seed in range(count):
        case = random_odds(seed)
        position = position_of(case)
        found = odds(position, target=case["target"])
        between += 0 < case["won"] < found.orders
        best = max(case["moves"].values())
        moves = sorted({move.won.least for move in found.moves})
        if (found.won.least, found.won.most) != (case["won"], case["won"]) or best != case["won"]:
            wrong += 1
            print(f"{case['id']}: expected {case['won']}, got {found.won}")
        elif moves != sorted(set(case["moves"].values())):
            wrong += 1
            print(f"{case['id']}: moves expected {case['moves']}, got {moves}")
    print(f"{count} positions, {between} with a chance between 0 and 1: {wrong} wrong")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=Path)
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--oracle", type=int)
    parser.add_argument("--piles", default="9,10,12,15")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--moves", action="store_true")
    options = parser.parse_args()
    odds_group().use()
    if options.oracle is not None:
        return int(compare_oracle(options.oracle) > 0)
    if options.games is None:
        parser.error("expected --games or --oracle")
    if options.reference is not None:
        return int(compare_reference(options.reference, options.games, options.seconds) > 0)
    print("        what    n known  <1 s <2 s <5 s  median s  worst s   M/s")
    for pile in map(int, options.piles.split(",")):
        rows = []
        for _, game in games(options.games):
            position = first_with(game, pile)
            if position is not None:
                target = sum(position.reachable_heights())
                rows.append(timed(position, target, options.seconds, all_moves=options.moves)[0])
        print_row(f"pile {pile}", rows)
        for players in sorted({row.players for row in rows}):
            print_row(f"{players} players", [row for row in rows if row.players == players])
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
