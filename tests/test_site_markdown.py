"""Pages read on the site as they read as files: lists and tables begin where they begin."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).resolve().parent.parent / "tools" / "site_markdown.py"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_markdown", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Suits:\n- red\n- blue", "Suits:\n\n- red\n- blue"),
        ("Turns:\n1. play\n2. clue", "Turns:\n\n1. play\n2. clue"),
        ("Scores:\n| a | b |\n|---|---|", "Scores:\n\n| a | b |\n|---|---|"),
    ],
)
def test_a_list_or_table_after_text_is_set_apart(hook: ModuleType, page: str, expected: str) -> None:
    assert hook.on_page_markdown(page, page=None, config=None, files=None) == expected


@pytest.mark.parametrize(
    "page",
    [
        "- red, with\n  more\n- blue\n\n- green",
        "Text - no list -\n\n| a |\n|---|\n| 1 |",
        "```\nx\n- y\n| z\n```",
        "Words\n*stressed* at the start of a line",
    ],
)
def test_all_else_is_left_as_it_is(hook: ModuleType, page: str) -> None:
    assert hook.on_page_markdown(page) == page
