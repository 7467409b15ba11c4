"""Decided deals asked again by the methods that did not decide them, without the bounds of solve()."""

from collections.abc import Iterable
from random import Random
from typing import Any

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.model.cpsat import decide
from hanabi_solver.names import Model
from hanabi_solver.search.driver import FREE_CLUES_FROM, TargetSearch
from hanabi_solver.search.tables import Tables

SLICE = 250_000
# States and seconds that a second method may take; what all leave open is counted as open.
NODE_LIMIT = 30_000_000
TIME_LIMIT = 20.0


def sample(rows: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Some of the decided rows: those below the maximum (up to half), and others at random."""
    decided = [row for row in rows if row["best"] == row["upper"]]
    rng = Random(len(decided))
    lost = [row for row in decided if row["best"] < row["max_score"]]
    chosen = rng.sample(lost, min(len(lost), count // 2))
    won = [row for row in decided if row["best"] == row["max_score"]]
    return chosen + rng.sample(won, min(len(won), count - len(chosen)))


def second_opinion(row: dict[str, Any]) -> str:
    """ "agrees", "open" or "disagrees": can `best` be reached, and not one point more?

    The clauses that keep cards answer. If clauses were what proved the row, the search does, and after it the
    other models.
    """
    targets = [row["best"]] if row["best"] else []
    if row["best"] < row["max_score"]:
        targets.append(row["best"] + 1)
    is_open = False
    for target in targets:
        answers = _answers(row["seed"], target, set(row["models"]))
        reached = next((answer for answer in answers if answer is not None), None)
        if reached is None:
            is_open = True
        elif reached != (target == row["best"]):
            return "disagrees"
    return "open" if is_open else "agrees"


def _answers(seed: str, target: int, proved_by: set[str]) -> Iterable[bool | None]:
    """Whether the target can be reached, by one method after the other; None where it is left open.

    `proved_by` are the models that refuted a score of the row: they are not asked again.
    """
    models = [Model.KEPT_CARDS, Model.KEPT_BY_TURNS]
    if proved_by:
        yield _search_reaches(seed, target)
        models.append(Model.USED_CARDS)
    for model in models:
        if model.value not in proved_by:
            yield _model_reaches(seed, target, model)


def _model_reaches(seed: str, target: int, model: Model) -> bool | None:
    start = parse_seed(seed).deal.start()
    outcome = decide(start, target, time_limit=TIME_LIMIT, model=model).outcome.value
    return {"reached": True, "refuted": False}.get(outcome)


def _search_reaches(seed: str, target: int) -> bool | None:
    start = parse_seed(seed).deal.start()
    search = TargetSearch(start, target, Tables(), free_clues_from=FREE_CLUES_FROM)
    while (outcome := search.advance(SLICE).value) == "running" and search.nodes < NODE_LIMIT:
        pass
    return {"reached": True, "refuted": False}.get(outcome)
