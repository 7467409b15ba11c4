"""Certify the deals below 25 of two lists, and verify each certificate: kinds, sizes and times.

python -m benchmarks.certificates [--optima FILE] [--decks FILE]

FILE of --optima lists `seed best`, that of --decks `name verdict deck` (those called infeasible count).
"""

import argparse
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.decks import read_deals
from benchmarks.report import note, write_report
from hanabi_solver.certificate.check import verify_certificate
from hanabi_solver.certificate.make import certify, dump_certificate
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.deal import Deal
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Limits


def measure(name: str, deal: Deal) -> dict[str, Any]:
    """One deal solved, certified and verified: its figures."""
    result = solve(deal, limits=Limits(workers=1))
    started = time.process_time()
    made = certify(deal, result)
    certified = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        dump_certificate(made, Path(folder))
        dumped = time.process_time()
        verification = verify_certificate(Path(folder))
        verified = time.process_time()
    return {
        "deal": name,
        "best": result.best,
        "upper": result.upper,
        "kind": made.claim.kind.value,
        "proof": made.claim.bound or (made.claim.model and made.claim.model.value),
        "verified": not verification.is_false and not verification.unchecked,
        "bytes": sum(len(text) for text in made.texts.values()),
        "proof_lines": made.texts.get("proof.drat", "").count("\n"),
        "certify_seconds": round(certified - started, 3),
        "verify_seconds": round(verified - dumped, 3),
    }


def spread(values: list[float]) -> dict[str, float]:
    """The median and the largest."""
    return {"median": statistics.median(values), "largest": max(values)} if values else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--decks", type=Path)
    arguments = parser.parse_args()
    deals: list[tuple[str, Deal]] = []
    if arguments.optima:
        rows = arguments.optima.read_text(encoding="utf-8").splitlines()
        seeds = [row.split("\t")[0] for row in rows if row.startswith("p")]
        deals += [(seed, parse_seed(seed).deal) for seed in seeds]
    if arguments.decks:
        deals += [
            (name, deal) for name, verdict, deal in read_deals(arguments.decks) if verdict == "infeasible"
        ]
    rows = [measure(name, deal) for name, deal in deals]
    for row in rows:
        if not row["verified"]:
            note(f"not verified: {row}")
    summary = {
        "deals": len(rows),
        "verified": sum(row["verified"] for row in rows),
        "kinds": dict(Counter(f"{row['kind']}: {row['proof']}" for row in rows)),
        **{
            f"{kind}, {figure}": spread([row[figure] for row in rows if row["kind"] == kind])
            for kind in ("bound", "clauses")
            for figure in ("bytes", "proof_lines", "certify_seconds", "verify_seconds")
        },
    }
    note(str(summary))
    write_report("certificates", {"summary": summary, "rows": rows})


if __name__ == "__main__":
    main()
