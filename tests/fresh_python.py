"""Code run by an interpreter of its own, as what it imports can only be seen there."""

import subprocess
import sys
from collections.abc import Sequence

from places import ROOT
from waiting import GUARD_SECONDS


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    return _run(code).stdout


def loaded_after(code: str, names: Sequence[str]) -> list[str]:
    """Which of these modules a fresh interpreter has loaded when the code has ended, with success."""
    note = (
        "import atexit, sys\n"
        f"atexit.register(lambda: print('LOADED', *[name for name in {names!r} if name in sys.modules], "
        "file=sys.stderr))\n"
    )
    last = _run(note + code).stderr.splitlines()[-1]
    return last.split()[1:]


def _run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=GUARD_SECONDS,
        cwd=ROOT,
        check=True,
    )
