"""Random seeds under hanab.live's special rules: are they decided, and does the site accept what is shown?

python -m benchmarks.site_rules [--seeds 100] [--time-limit 60] [--links 500] [--variants 100]
    [--random-seed 1]

The first part solves seeds of four families (orange, all or nothing, Up or Down, Sudoku), so many for each
number of players, and says how many are undecided and which took longest. The second solves deals of
random variants, a quarter of them of those families, and has the line of each replayed from its link by
tests/site_replay.py, which knows the site's rules and nothing of this package. Needs HANABI_DATA (the table
of variants). Fails if a deal is undecided, or a link is refused or scores otherwise than said.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from random import Random

from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.links import format_link
from hanabi_solver.formats.hanablive.options import Options
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.variants import Variant, all_variants
from hanabi_solver.names import Stacking, Status
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.shared_tables import kept_tables

TESTS = Path(__file__).parent.parent / "tests"
PLAYERS = range(2, 7)
MOST_SEED = 10**6


def families() -> dict[str, list[Variant]]:
    """The variants of each family; all or nothing is an option, here of the first variant."""
    every = all_variants()
    return {
        "orange": [variant for variant in every if variant.has_inverted_suits],
        "all or nothing": every[:1],
        "up or down": [variant for variant in every if variant.stacking is Stacking.UP_OR_DOWN],
        "sudoku": [variant for variant in every if variant.stacking is Stacking.SUDOKU],
    }


def solved(seed: str, options: Options, seconds: float) -> Result:
    """The result of one seed on one thread."""
    context = Context(tables=kept_tables(None))
    return solve(parse_seed(seed, options).deal, limits=Limits(seconds=seconds, workers=1), context=context)


def decide_families(rng: Random, number: int, seconds: float) -> int:
    """Solve the seeds of each family; how many are undecided."""
    undecided = 0
    for family, variants in families().items():
        options = Options(all_or_nothing=family == "all or nothing")
        for players in PLAYERS:
            times: list[tuple[float, str]] = []
            below = gaps = 0
            for _ in range(number):
                seed = f"p{players}v{rng.choice(variants).id}s{rng.randint(1, MOST_SEED)}"
                started = time.perf_counter()
                result = solved(seed, options, seconds)
                times.append((time.perf_counter() - started, seed))
                below += result.upper < result.position.rules.max_score
                if result.status is not Status.OPTIMAL:
                    gaps += 1
                    print(f"undecided: {seed} ({family}), {result.best} to {result.upper}")
            slowest, seed = max(times)
            undecided += gaps
            print(
                f"{family}, {players} players: {number} seeds, {gaps} undecided, {below} below the maximum, "
                f"{sum(spent for spent, _ in times):.1f} s in all, the slowest {seed} {slowest:.2f} s"
            )
    return undecided


def check_links(rng: Random, number: int, variants: int, seconds: float) -> int:
    """Have lines replayed from their links; how many are refused or score otherwise than said."""
    sys.path.insert(0, str(TESTS))
    from site_replay import SiteRefusal, replay_link  # type: ignore[import-not-found]  # tests are no package
    from site_variants import read_variants  # type: ignore[import-not-found]  # tests are no package

    known = read_variants(Path(os.environ["HANABI_DATA"]) / "variants.tsv")
    special = [variant for each in families().values() for variant in each if variant.id]
    chosen = [*rng.sample(special, variants // 4), *rng.sample(all_variants(), variants - variants // 4)]
    wrong = linked = 0
    for index in range(number):
        variant, players = chosen[index % variants], rng.choice(PLAYERS)
        seed = f"p{players}v{variant.id}s{rng.randint(1, MOST_SEED)}"
        given = parse_seed(seed)
        result = solved(seed, Options(), seconds)
        if not result.line:
            print(f"no line: {seed} ({variant.name})")
            continue
        game = Game(variant, ("",) * players, given.deal, seed=seed).with_line(result.line)
        linked += 1
        try:
            outcome = replay_link(format_link(game), known)
        except SiteRefusal as refusal:
            wrong += 1
            print(f"refused: {seed} ({variant.name}): {refusal}")
            continue
        if sum(outcome.heights) != result.best:
            wrong += 1
            print(f"other score: {seed} ({variant.name}): {outcome} for {result.best}")
    print(
        f"{linked} of {number} deals of {variants} variants have a line; {linked - wrong} of these accepted"
    )
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--links", type=int, default=500)
    parser.add_argument("--variants", type=int, default=100)
    parser.add_argument("--random-seed", type=int, default=1)
    args = parser.parse_args()
    rng = Random(args.random_seed)
    undecided = decide_families(rng, args.seeds, args.time_limit)
    wrong = check_links(rng, args.links, args.variants, args.time_limit) if args.links else 0
    sys.exit(1 if undecided or wrong else 0)


if __name__ == "__main__":
    main()
