"""Imports point down the list of rooms in docs/architecture.md, between modules there is no circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT

PACKAGE = ROOT / "hanabi_solver"
# From the ground up: a room may import itself and what is named before it.
ROOMS = (
    "names",
    "errors",
    "game",
    "formats",
    "search",
    "bounds",
    "model",
    "solver",
    "chances",
    "checking",
    "certificate",
    "parallel",
    "analysis",
    "study",
    "web",
    "cli",
)
# The face names what users import from all rooms, and loads it when it is used.
FACE = ("__init__", "__main__")
# `Position._repr_html_` takes its snippet from the pages when a notebook asks for it.
EXCEPTIONS = {("hanabi_solver.game.position", "hanabi_solver.web.snippet")}
MOST_LINES = 400


def modules() -> dict[str, Path]:
    """The files of the package by their dotted names."""
    named = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def imports(path: Path, known: set[str], *, with_types: bool = True) -> Iterator[str]:
    """The modules of the package that a file imports, at its top or in a function.

    Without types, those are left out that only a type checker follows.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if not with_types and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module


def room(module: str) -> str:
    """The room of a module; the face itself has none above it."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@pytest.fixture(scope="module")
def arrows() -> dict[str, set[str]]:
    named = modules()
    return {module: set(imports(path, set(named))) - {module} for module, path in named.items()}


def rising(arrows: dict[str, set[str]]) -> list[str]:
    """The imports that point up."""
    return [
        f"{module} imports {imported}"
        for module, all_imported in arrows.items()
        for imported in all_imported
        if room(module) not in FACE
        and (module, imported) not in EXCEPTIONS
        and (room(imported) in FACE or ROOMS.index(room(module)) < ROOMS.index(room(imported)))
    ]


def test_every_room_is_on_the_list(arrows: dict[str, set[str]]) -> None:
    assert {room(module) for module in arrows} - set(FACE) <= set(ROOMS)


def test_imports_point_down(arrows: dict[str, set[str]]) -> None:
    assert rising(arrows) == []


def test_an_import_that_points_up_is_seen() -> None:
    arrows = {
        "hanabi_solver.game.engine": {"hanabi_solver.solver.result"},
        "hanabi_solver.solver.result": set(),
    }
    assert rising(arrows) == ["hanabi_solver.game.engine imports hanabi_solver.solver.result"]


def test_there_is_no_circle() -> None:
    named = modules()
    inner = {
        module: {
            each
            for each in imports(path, set(named), with_types=False)
            if each != module and (module, each) not in EXCEPTIONS
        }
        for module, path in named.items()
    }
    try:
        TopologicalSorter(inner).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other: {error.args[1]}")


def test_rechecks_share_no_code_with_what_they_check(arrows: dict[str, set[str]]) -> None:
    """Code that is shared cannot check, though the order of the rooms would allow it."""
    rechecks = [module for module in arrows if module.startswith("hanabi_solver.checking.recheck")]
    assert len(rechecks) >= 2
    for module in rechecks:
        assert {room(imported) for imported in arrows[module]} <= {"game", "checking", "errors", "names"}
        assert "hanabi_solver.game.stacking" not in arrows[module]


def test_the_referee_of_the_fast_lane_shares_no_code_with_searches_or_the_engine(
    arrows: dict[str, set[str]],
) -> None:
    """Its arrays and their layout, the largest sizes there are, and how a function is compiled."""
    assert arrows["hanabi_solver.study.lane.referee"] == {
        "hanabi_solver.game.rules",
        "hanabi_solver.search.jit",
        "hanabi_solver.study.lane.layout",
    }


def test_few_modules_stand_beside_the_rooms() -> None:
    assert len(list(PACKAGE.glob("*.py"))) <= 4


def test_every_room_has_a_door_sign() -> None:
    """The docstring of a room says what belongs there, and what does not."""
    unsigned = []
    for path in sorted(PACKAGE.rglob("__init__.py")):
        sign = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if "\n" not in sign:
            unsigned.append(str(path.relative_to(ROOT)))
    assert unsigned == []


def test_modules_are_short() -> None:
    long = {
        name: count
        for name, path in modules().items()
        if (count := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert long == {}


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for module, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(module)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
