"""Where the files are that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PUZZLES = ROOT / "puzzles"
# Games as the site exports them.
SAMPLES = ROOT / "tests" / "data" / "hanablive"
