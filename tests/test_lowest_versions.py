"""The tool that says which versions are the lowest that pyproject.toml allows, and what it allows."""

import importlib.util
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("lowest_versions", ROOT / "tools" / "lowest_versions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_limits_of_all_extras_become_constraints(tool: Any) -> None:
    project = {
        "name": "mine",
        "dependencies": ["b>=1.2", "a >= 0.3 , < 2"],
        "optional-dependencies": {"x": ["c[more,most]>=4.dev1"], "y": ["a>=0.3", "mine[x]", "mine-too>=1"]},
    }
    assert tool.constraints(project) == ["a==0.3", "b==1.2", "c==4.dev1", "mine-too==1"]


@pytest.mark.parametrize("requirement", ["a", "a<2", "a==1", "a<2,>=1", "a~=1.0"])
def test_a_requirement_that_does_not_begin_with_its_lowest_version_is_refused(
    tool: Any, requirement: str
) -> None:
    with pytest.raises(ValueError, match="expected a lower limit"):
        tool.constraints({"name": "mine", "dependencies": [requirement]})


def test_two_lower_limits_of_a_package_are_refused(tool: Any) -> None:
    project = {"name": "mine", "dependencies": ["a>=1"], "optional-dependencies": {"x": ["a>=2"]}}
    with pytest.raises(ValueError, match="one lower limit, got two"):
        tool.constraints(project)


def test_every_dependency_of_this_project_has_a_lowest_version(tool: Any) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {line.partition("==")[0] for line in tool.constraints(project)}
    assert {"ortools", "numba", "numpy", "python-sat", "pytest", "matplotlib", "pyarrow"} <= named


def test_numba_has_a_highest_version_while_the_search_uses_a_private_option_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (numba,) = (each for each in project["dependencies"] if each.startswith("numba"))
    assert re.search(r",<\d+\.\d+$", numba)
