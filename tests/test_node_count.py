"""The regression guard: bounds and search must not need more nodes on fixed deals than they did."""

import json

from benchmarks import quick


def test_nodes_on_fixed_deals_have_not_grown() -> None:
    stored = json.loads(quick.STORED.read_text(encoding="utf-8"))
    figures = quick.count()
    assert figures["deals"] == stored["deals"] == 100
    assert figures["nodes"] <= (1 + quick.TOLERANCE) * stored["nodes"]
    # A limit on nodes must not hide a deal that is not decided any more.
    assert figures["outcomes"].get("running", 0) <= stored["outcomes"].get("running", 0)
