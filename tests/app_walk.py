"""The commands of the app, found by walking through it."""

from collections.abc import Iterator
from typing import Any


def contexts(command: Any, parent: Any = None, name: str = "hanabi-solve") -> Iterator[Any]:
    """A context for each command, as typer makes it."""
    context = command.make_context(name, [], parent=parent, resilient_parsing=True)
    yield context
    for inner, subcommand in getattr(command, "commands", {}).items():
        yield from contexts(subcommand, context, inner)
