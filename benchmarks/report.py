"""What every benchmark result says about where it was measured."""

import datetime
import json
import os
import platform
import sys
from collections.abc import Mapping
from typing import Any

from hanabi_solver.solver.versions import versions


def report_of(name: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with machine, versions and date."""
    return {
        "benchmark": name,
        "date": datetime.date.today().isoformat(),
        "machine": {"cores": os.cpu_count(), "processor": platform.machine(), "system": platform.system()},
        "versions": versions(),
        **figures,
    }


def write_report(name: str, figures: Mapping[str, Any]) -> None:
    """Print the report as JSON on stdout."""
    json.dump(report_of(name, figures), sys.stdout, indent=1)
    print()


def note(text: str) -> None:
    """Say something on stderr."""
    print(text, file=sys.stderr, flush=True)
