"""Reference data: where it is, and which tests need it."""

import os
from pathlib import Path

import pytest


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
