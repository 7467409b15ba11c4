"""Certify the lost deals of lists or of a study's store, and verify each certificate: kinds, sizes and times.

python -m benchmarks.certificates [--optima FILE] [--decks FILE] [--store STORE] [--processes N]
    [--checker COMMAND]

FILE of --optima lists `seed best`, that of --decks `name verdict deck` (those called infeasible count); of
STORE all deals count that are proved not to reach the full score. A certificate by clauses is one by cubes
if the clauses had to be split into cases. --checker names a DRAT checker in place of dratify, which takes
seconds for a proof. It fails if a deal has no proof, or one that is not verified.
"""

import argparse
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.decks import read_deals
from benchmarks.report import note, write_report
from hanabi_solver.certificate.check import verify_certificate
from hanabi_solver.certificate.make import Certificate, certify, dump_certificate
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.deal import Deal
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.shared_tables import kept_tables
from hanabi_solver.study.combined_rows import Selection
from hanabi_solver.study.keys import entry_of
from hanabi_solver.study.report_tables import deal_rows

# Deals after which a note says how far it is.
NOTE_EVERY = 200


def measure(task: tuple[str, str, Deal | None, str | None]) -> dict[str, Any]:
    """One deal solved, certified and verified: its figures. Without a deal the name is its key."""
    group, name, given, checker = task
    start = entry_of(name).start if given is None else given
    result = solve(start, limits=Limits(workers=1), context=Context(tables=kept_tables(None)))
    started = time.process_time()
    made = certify(start, result)
    certified = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        dump_certificate(made, Path(folder))
        dumped = time.process_time()
        verification = verify_certificate(Path(folder), checker)
        verified = time.process_time()
    return {
        "group": group,
        "deal": name,
        "best": result.best,
        "upper": result.upper,
        "kind": made.claim.kind.value,
        "proof": proof_of(made),
        "verified": not verification.is_false and not verification.unchecked,
        "bytes": sum(len(text) for text in made.texts.values()),
        "proof_lines": made.texts.get("proof.drat", "").count("\n"),
        "certify_seconds": round(certified - started, 3),
        "verify_seconds": round(verified - dumped, 3),
    }


def proof_of(made: Certificate) -> str:
    """What the proof is by: a bound, or a model and whether it had to be split."""
    claim = made.claim
    if claim.model is None:
        return claim.bound or ""
    cases = re.search(r"(\d+) cases refuted", claim.text)
    return f"{claim.model.value}, by cubes" if cases and int(cases[1]) > 1 else claim.model.value


def spread(values: list[float]) -> dict[str, float]:
    """The median and the largest."""
    return {"median": statistics.median(values), "largest": max(values)} if values else {}


def kinds(rows: list[dict[str, Any]]) -> dict[str, int]:
    """How many certificates are of which kind."""
    return dict(Counter(f"{row['kind']}: {row['proof']}" for row in rows).most_common())


def tasks_of(arguments: argparse.Namespace) -> Iterator[tuple[str, str, Deal | None, str | None]]:
    """The deals of all lists and of the store."""
    if arguments.optima:
        for line in arguments.optima.read_text(encoding="utf-8").splitlines():
            if line.startswith("p"):
                seed = line.split("\t")[0]
                yield "optima", seed, parse_seed(seed).deal, arguments.checker
    if arguments.decks:
        for name, verdict, deal in read_deals(arguments.decks):
            if verdict == "infeasible":
                yield "decks", name, deal, arguments.checker
    if arguments.store:
        for row in deal_rows(arguments.store, Selection()):
            if row["upper"] < row["max_score"]:
                yield f"v{row['variant']}, {row['players']} players", row["seed"], None, arguments.checker


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--decks", type=Path)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--checker")
    arguments = parser.parse_args()
    tasks = list(tasks_of(arguments))
    rows = []
    with ProcessPoolExecutor(arguments.processes) as pool:
        for number, row in enumerate(pool.map(measure, tasks), start=1):
            rows.append(row)
            if not row["verified"]:
                note(f"not verified: {row}")
            if number % NOTE_EVERY == 0:
                note(f"{number} of {len(tasks)}: {kinds(rows)}")
    verified = sum(row["verified"] for row in rows)
    summary = {
        "deals": len(rows),
        "verified": verified,
        "without_proof": [row["deal"] for row in rows if row["kind"] == "none"],
        "kinds": kinds(rows),
        "by_group": {
            group: kinds([row for row in rows if row["group"] == group])
            for group in dict.fromkeys(row["group"] for row in rows)
        },
        **{
            f"{kind}, {figure}": spread([row[figure] for row in rows if row["kind"] == kind])
            for kind in ("bound", "clauses")
            for figure in ("bytes", "proof_lines", "certify_seconds", "verify_seconds")
        },
    }
    note(str(summary))
    # Certificates by a bound are all alike: single rows are for what took more.
    shown = [row for row in rows if row["kind"] != "bound" or not row["verified"]]
    write_report("certificates", {"summary": summary, "rows": shown})
    sys.exit(0 if verified == len(rows) else 1)


if __name__ == "__main__":
    main()
