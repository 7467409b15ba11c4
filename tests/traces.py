"""Games that another implementation of the rules played (the Hanabi Learning Environment)."""

import json
from pathlib import Path
from typing import Any

from places import ROOT

TRACE_SAMPLES = ROOT / "tests" / "data" / "trace_samples.jsonl"
Trace = dict[str, Any]


def read_traces(path: Path) -> list[Trace]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
