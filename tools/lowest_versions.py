"""Print the lowest version that pyproject.toml allows of each package, as constraints for pip.

python tools/lowest_versions.py > lowest.txt && pip install -c lowest.txt -e ".[test]"

Every dependency of the package and of its extras needs a lower limit, `name>=version`: without one there
is no lowest version that the suite could be run on.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
_REQUIREMENT = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(\[[^]]*\])?\s*>=\s*(?P<version>[^,;\s]+)\s*(,[^;]*)?"
)


def constraints(project: dict[str, Any]) -> list[str]:
    """One line `name==version` for each requirement of the table `[project]` and of its extras.

    Raises ValueError for a requirement without a lower limit, and for a package with two of them.

    >>> constraints({"name": "me", "dependencies": ["numba>=0.61,<0.69", "numpy>=2.0"]})
    ['numba==0.61', 'numpy==2.0']
    """
    found: dict[str, str] = {}
    for requirement in _requirements(project):
        match = _REQUIREMENT.fullmatch(requirement)
        if match is None:
            raise ValueError(f"{requirement}: expected a lower limit, like name>=1.2")
        if found.setdefault(match["name"], match["version"]) != match["version"]:
            raise ValueError(f"{match['name']}: expected one lower limit, got two")
    return [f"{name}=={version}" for name, version in sorted(found.items())]


def _requirements(project: dict[str, Any]) -> Iterator[str]:
    lists: Iterable[list[str]] = [
        project.get("dependencies", []),
        *project.get("optional-dependencies", {}).values(),
    ]
    own = re.compile(rf"{re.escape(project['name'])}\b\s*(\[|$)")
    for requirements in lists:
        yield from (requirement for requirement in requirements if not own.match(requirement))


def main() -> int:
    """Print the constraints of this project."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    print("\n".join(constraints(project)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
