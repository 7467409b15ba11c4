"""Habits of the tests themselves: what they share and may look into, and that no clock decides them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from places import ROOT

TESTS = {path.stem: path for path in sorted((ROOT / "tests").glob("*.py"))}
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time", "time_ns", "monotonic_ns"}
# Private names that tests look into; beside each use stands why nothing public can say it.
LOOKED_INTO = {
    ("test_explain", "_implied"),
    ("test_explain", "_replayed"),
    ("test_explain", "_crowd"),
    ("test_explain", "_HeldHand"),
}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in ("_", "_repr_html_")


def private_names(tree: ast.AST) -> Iterator[str]:
    """Private names that are imported, attributes of anything but `self`, or alone in a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of_own_class = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", "os")
            names = [] if of_own_class else [node.attr]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = node.value.split(".") if all(map(str.isidentifier, node.value.split("."))) else []
        elif isinstance(node, ast.ImportFrom):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        else:
            continue
        yield from filter(is_private, names)


def clocks_read(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "time":
            yield from {node.attr} & CLOCKS
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from {alias.name for alias in node.names} & CLOCKS


def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_no_test_file_is_imported() -> None:
    """What tests share stands in modules beside them."""
    found = {
        (name, module)
        for name, path in TESTS.items()
        for module in imported(parsed(path))
        if any(part.startswith("test_") and part in TESTS for part in module.split("."))
    }
    assert found == set()


def test_private_names_are_looked_into_only_for_a_reason() -> None:
    others = {name: path for name, path in TESTS.items() if name != "test_tests"}
    assert {
        (name, private) for name, path in others.items() for private in private_names(parsed(path))
    } == LOOKED_INTO


def test_no_test_reads_a_clock() -> None:
    """Tests wait with `wait_until`, and move the clock of budgets with the fixture `clock`."""
    found = {(name, clock) for name, path in TESTS.items() for clock in clocks_read(parsed(path))}
    assert found == {("waiting", "monotonic")}


def test_what_breaks_a_habit_is_seen() -> None:
    source = """
import time
from test_cli import run
from hanabi_solver.solver.policy import _for_cpsat
monkeypatch.setattr("hanabi_solver.solver.policy._beside", time.monotonic)
clauses._sats
"""
    tree = ast.parse(source)
    assert "test_cli" in set(imported(tree))
    assert sorted(private_names(tree)) == ["_beside", "_for_cpsat", "_sats"]
    assert list(clocks_read(tree)) == ["monotonic"]
