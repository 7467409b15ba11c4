"""docs/page.png can be taken anew with one command."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PNG_HEAD = b"\x89PNG\r\n\x1a\n"

pytestmark = pytest.mark.browser
pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[test]'")


def take(picture: Path, *options: str) -> subprocess.CompletedProcess[str]:
    if not (os.environ.get("HANABI_CHROMIUM") or shutil.which("chromium")):
        pytest.skip("no chromium on the PATH, and HANABI_CHROMIUM names none")
    command = [sys.executable, "tools/page_picture.py", "--picture", str(picture), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=110)


def size(picture: Path) -> tuple[int, int]:
    """Width and height, as the first chunk of a PNG file says them."""
    head = picture.read_bytes()[:24]
    assert head.startswith(PNG_HEAD)
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_the_picture_has_the_size_of_the_one_in_the_docs(tmp_path: Path) -> None:
    run = take(tmp_path / "page.png")
    assert (run.returncode, run.stderr) == (0, "")
    assert size(tmp_path / "page.png") == size(ROOT / "docs" / "page.png")


def test_a_deal_is_no_game_that_lost_points(tmp_path: Path) -> None:
    run = take(tmp_path / "page.png", "--game", "p2v0s40")
    assert run.returncode == 2
    assert run.stderr.startswith("p2v0s40")
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "page.png").exists()
