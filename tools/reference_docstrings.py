"""A griffe extension for the API reference of the site: no public name without docstring, examples as code.

Modules, classes and functions without docstring are warnings, and `mkdocs build --strict` fails on a
warning. Attributes and fields are exempt (the docstring of their class says what they mean), and so are names
that start with an underscore. Doctests stand unmarked in the docstrings; Markdown needs a fence around each.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import griffe

_LOGGER = griffe.get_logger("reference_docstrings")


class ReferenceDocstrings(griffe.Extension):
    """Looks at each object of a package once griffe has read it all."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Warn of each missing docstring, and fence the examples of those that are there."""
        for obj in _objects(pkg):
            if obj.docstring is not None:
                obj.docstring.value = "\n".join(fenced(obj.docstring.value.splitlines()))
            elif not obj.is_attribute and not any(part.startswith("_") for part in obj.path.split(".")):
                _LOGGER.warning(f"{obj.path} has no docstring ({obj.filepath}, line {obj.lineno})")


def _objects(root: griffe.Object) -> Iterator[griffe.Object]:
    yield root
    for member in root.members.values():
        if not member.is_alias:
            yield from _objects(member)


def fenced(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a docstring with a fence around each block of examples, which ends at a blank line."""
    is_example = False
    for line in lines:
        if line.lstrip().startswith(">>> ") and not is_example:
            is_example = True
            yield "```pycon"
        elif not line.strip() and is_example:
            is_example = False
            yield "```"
        yield line
    if is_example:
        yield "```"
