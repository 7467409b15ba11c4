"""Flip random bytes in copies of a small store; each copy must be reported as damaged, or hold what it held.

python -m benchmarks.store_damage [--flips 2000] [--random-seed N]

Each copy is read by `study report` and by a run that goes on with it. Fails if one raises anything but an
InputError, if a row is another one than before and nobody said so, or if a refused file was written to.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from benchmarks.report import note, write_report
from benchmarks.stores import rows
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.study.combined_rows import Selection
from hanabi_solver.study.local import Local
from hanabi_solver.study.record import Setting
from hanabi_solver.study.report import study_report
from hanabi_solver.study.report_tables import deal_rows
from hanabi_solver.study.run import run_study
from hanabi_solver.study.selection import parse_seeds
from hanabi_solver.study.store import open_store
from hanabi_solver.study.store_files import store_files

SEEDS = "p2v0s1..30"
# The file's header, and the page that holds the text of the tables: one flip in three goes there.
HEADER_BYTES = 100
PAGE_BYTES = 4096


def go_on(path: Path) -> None:
    """What a user does with a store: report it, list it, go on with it."""
    study_report(path)
    list(deal_rows(path, Selection()))
    with open_store(path) as store:
        run_study(store, [parse_seeds(SEEDS)], Setting(seconds=60.0), Local(1))


def outcome(sound: bytes, at: list[tuple[int, int]], path: Path, wanted: list[tuple[object, ...]]) -> str:
    """What became of a copy in which bytes were changed."""
    data = bytearray(sound)
    for place, change in at:
        data[place] ^= change
    for each in store_files(path):
        each.unlink(missing_ok=True)
    path.write_bytes(data)
    try:
        go_on(path)
    except InputError as error:
        if path.read_bytes() != data:
            return "written to, then refused"
        text = error.faults[0].text
        return "damaged" if "damaged" in text else f"refused: {text[:60]}"
    except InternalCheckError:
        return "contradiction"
    except Exception as error:
        note("".join(traceback.format_exception(error)[-3:]))
        return f"raised {type(error).__name__}"
    try:
        found = rows(path)
    except (sqlite3.Error, UnicodeDecodeError):
        return "not readable"
    return "as before" if found == wanted else "changed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--flips", type=int, default=2000)
    parser.add_argument("--random-seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.random_seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.db"
        go_on_first(path)
        sound, wanted = path.read_bytes(), rows(path)
        for _ in range(arguments.flips):
            end = chance.choice((HEADER_BYTES, PAGE_BYTES, len(sound)))
            at = [
                (chance.randrange(end), chance.randrange(1, 256)) for _ in range(chance.choice((1, 1, 1, 4)))
            ]
            result = outcome(sound, at, path, wanted)
            if result not in ("damaged", "as before"):
                note(f"{result}: {at}")
            counts[result] += 1
    bad = sum(count for result, count in counts.items() if not is_fine(result))
    write_report("store-damage", {"options": vars(arguments), "bytes": len(sound), "outcomes": dict(counts)})
    sys.exit(1 if bad else 0)


def go_on_first(path: Path) -> None:
    """The store itself."""
    with open_store(path) as store:
        run_study(store, [parse_seeds(SEEDS)], Setting(seconds=60.0), Local(1))


def is_fine(result: str) -> bool:
    """Whether a user lost nothing by it: the damage was named, or did not matter."""
    return result in ("damaged", "as before") or result.startswith("refused")


if __name__ == "__main__":
    main()
