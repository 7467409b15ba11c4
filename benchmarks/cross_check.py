"""Decided deals asked again by the method that did not decide them, without the bounds of solve()."""

from random import Random
from typing import Any

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.model.cpsat import decide
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.tables import Tables

SLICE = 250_000
# States and seconds that the second method may take; what it leaves open is counted as open.
NODE_LIMIT = 30_000_000
TIME_LIMIT = 20.0


def sample(rows: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Some of the decided rows: those below the maximum (up to half), and others at random.

    Not those that the single-hand bound proves: hands full of needed cards are a pigeonhole for clauses.
    """
    decided = [row for row in rows if row["best"] == row["upper"]]
    rng = Random(len(decided))
    lost = [row for row in decided if row["best"] < row["max_score"] and row["bounds"] != ["single-hand"]]
    chosen = rng.sample(lost, min(len(lost), count // 2))
    won = [row for row in decided if row["best"] == row["max_score"]]
    return chosen + rng.sample(won, min(len(won), count - len(chosen)))


def second_opinion(row: dict[str, Any]) -> str:
    """ "agrees", "open" or "disagrees": can `best` be reached, and not one point more?

    The model answers, unless CP-SAT was what proved the row: then the search does.
    """
    reaches = _search_reaches if "cpsat" in row["bounds"] else _model_reaches
    verdicts = [reaches(row["seed"], row["best"])] if row["best"] else []
    if row["best"] < row["max_score"]:
        more = reaches(row["seed"], row["best"] + 1)
        verdicts.append(None if more is None else not more)
    if False in verdicts:
        return "disagrees"
    return "open" if None in verdicts else "agrees"


def _model_reaches(seed: str, target: int) -> bool | None:
    outcome = decide(parse_seed(seed).deal.start(), target, time_limit=TIME_LIMIT).outcome.value
    return {"reached": True, "refuted": False}.get(outcome)


def _search_reaches(seed: str, target: int) -> bool | None:
    search = TargetSearch(parse_seed(seed).deal.start(), target, Tables())
    while (outcome := search.advance(SLICE).value) == "running" and search.nodes < NODE_LIMIT:
        pass
    return {"reached": True, "refuted": False}.get(outcome)
