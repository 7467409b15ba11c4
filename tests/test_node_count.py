"""The regression guard: no more nodes on fixed deals than there were, and the same verdicts."""

import json
from copy import deepcopy

from benchmarks import quick


def test_nodes_and_verdicts_on_fixed_deals_are_as_stored() -> None:
    stored = json.loads(quick.STORED.read_text(encoding="utf-8"))
    figures = quick.count()
    assert figures["deals"] == stored["deals"] == 100
    assert quick.regressions(figures, stored) == []
    worse = deepcopy(figures)
    worse["nodes"]["lost"] += stored["nodes"]["lost"] // 5
    worse["outcomes"]["p5v18s13"] = "reached"
    assert len(quick.regressions(worse, stored)) == 2
