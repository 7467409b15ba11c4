"""The CPU time of dealing seeds and of replaying lines in compiled code, a deal.

python -m benchmarks.dealing [--deals N] [--variant ID] [--lines N]

For each number of players the seeds 1..N are dealt, as a range and as texts, and as many lines are replayed:
those of the quick look for the first seeds, again and again. Fails if one is not ruled legal, with its score.
"""

import argparse
import time
from typing import Any

import numpy as np

from benchmarks.report import note, write_report
from hanabi_solver.formats.hanablive.options import rules_for
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.variants import variant_by_id
from hanabi_solver.game.moves import Clue, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import steps
from hanabi_solver.search.quick_line import quick_line
from hanabi_solver.study.lane.dealing import deal_range, deal_seeds, sorted_deck
from hanabi_solver.study.lane.layout import CLUE, DISCARD, KIND_SHIFT, PLAY, Bytes, lane_rules, most_turns
from hanabi_solver.study.lane.referee import LEGAL, replay_lines


def codes(start: Position, target: int) -> list[int]:
    """A line to the target as codes, empty if the quick look finds none."""
    line, _ = quick_line(start, target)
    found = []
    for step in steps(start, line):
        move, hand = step.move, step.before.hands[step.before.seat]
        if isinstance(move, Clue):
            found.append(CLUE << KIND_SHIFT)
        else:
            kind = PLAY if isinstance(move, Play) else DISCARD
            found.append(kind << KIND_SHIFT | hand.index(move.card))
    return found


def microseconds(started: float, count: int) -> float:
    return round((time.process_time() - started) / count * 1e6, 2)


def measure(players: int, variant: int, count: int, first_seeds: int) -> dict[str, Any]:
    rules = rules_for(variant_by_id(variant), players)
    compiled, deck = lane_rules(rules), sorted_deck([suit.copies for suit in rules.suits])
    start = f"p{players}v{variant}s"
    found = {
        number: line
        for number in range(1, first_seeds + 1)
        if (line := codes(parse_seed(f"{start}{number}").deal.start(), rules.max_score))
    }
    lines = np.zeros((len(found), most_turns(rules)), dtype=np.uint8)
    for row, line in zip(lines, found.values(), strict=True):
        row[: len(line)] = line
    rows = np.arange(count) % len(lines)
    decks: Bytes = deal_range(deck, start, 1, first_seeds)  # loads it, too
    decks, lines = decks[[number - 1 for number in found]][rows], lines[rows]
    replay_lines(compiled, decks[:1], lines[:1])
    deal_seeds(deck, [f"{start}1"])

    began = time.process_time()
    deal_range(deck, start, 1, count)
    by_range = microseconds(began, count)
    seeds = [f"{start}{number}" for number in range(1, count + 1)]
    began = time.process_time()
    deal_seeds(deck, seeds)
    by_text = microseconds(began, count)
    began = time.process_time()
    verdicts = replay_lines(compiled, decks, lines)
    replayed = microseconds(began, count)
    if (verdicts.rulings != LEGAL).any() or (verdicts.scores != rules.max_score).any():
        raise SystemExit("a line is not ruled as the engine rules it")
    return {
        "players": players,
        "lines": len(found),
        "mean_turns": round(sum(map(len, found.values())) / len(found), 1),
        "deal_by_range_us": by_range,
        "deal_by_text_us": by_text,
        "replay_us": replayed,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--variant", type=int, default=0)
    parser.add_argument("--lines", type=int, default=100, help="seeds whose lines are replayed")
    arguments = parser.parse_args()
    rows = []
    for players in range(2, 7):
        rows.append(measure(players, arguments.variant, arguments.deals, arguments.lines))
        note(str(rows[-1]))
    write_report("dealing", {"variant": arguments.variant, "deals": arguments.deals, "rows": rows})


if __name__ == "__main__":
    main()
