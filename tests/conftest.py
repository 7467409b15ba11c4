"""What tests need that is no part of the project: reference data and a browser."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rooms import Room
    from troubled import Nursery

CHROMIUM = os.environ.get("HANABI_CHROMIUM") or shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# No test asks a site, nor reads what was fetched from one; those of fetching ask a server of their own.
os.environ["HANABI_OFFLINE"] = "1"
os.environ["HANABI_CACHE"] = os.path.join(os.sep, "dev", "null")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the search, if it is not, before the processes that run tests start.

    So no test spends its time on that, and none finds the note about it among what a command writes.
    """
    if hasattr(session.config, "workerinput"):  # one of those processes
        return
    from hanabi_solver.chances.loading import odds_group
    from hanabi_solver.solver.warmup import compile_kernel, is_compiled, turns_group
    from hanabi_solver.study.lane.loading import lane_group

    if not is_compiled((turns_group, lane_group, odds_group)):
        compile_kernel((turns_group, lane_group, odds_group))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, not skip, the acceptance tests when there is no reference data to test against."""
    if os.environ.get("HANABI_DATA"):
        return
    without_data = [item for item in items if item.get_closest_marker("acceptance")]
    if without_data:
        config.hook.pytest_deselected(items=without_data)
        items[:] = [item for item in items if item not in without_data]


@pytest.fixture(scope="session")
def hanabi_data() -> Path:
    """The folder of the reference data; only acceptance tests may ask for it."""
    return Path(os.environ["HANABI_DATA"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A chromium; a module ends it, as its event loop would be in the way of others."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install '.[test]'"
    )
    if CHROMIUM is None:
        pytest.skip("no chromium on the PATH, and HANABI_CHROMIUM names none")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that budgets see, in a list of one: it passes when a test says so."""
    now = [100.0]
    frozen = SimpleNamespace(perf_counter=lambda: now[0])
    monkeypatch.setattr("hanabi_solver.solver.budget.time", frozen)
    monkeypatch.setattr("hanabi_solver.solver.loading.time", frozen)  # what it takes is left out
    return now


@pytest.fixture(scope="session")
def nursery() -> "Iterator[Nursery]":
    """Runs the command line in trouble."""
    from troubled import Nursery

    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture(scope="session")
def shelf(nursery: "Nursery") -> Iterator[Path]:
    """What commands are given to read in trouble; it is copied for each run."""
    from edge_commands import fill_shelf
    from rooms import open_room

    with tempfile.TemporaryDirectory() as folder:
        open_room(Path(folder))
        fill_shelf(Path(folder) / "shelf", nursery)
        yield Path(folder) / "shelf"


@pytest.fixture
def room(nursery: "Nursery", shelf: Path) -> "Iterator[Room]":
    from rooms import new_room

    with new_room(nursery, shelf) as room:
        yield room
