"""Write the tables of options in docs/cli.md from the command line's own declarations.

python tools/option_tables.py [--page docs/cli.md] [--check]

A table stands between `<!-- options of COMMAND: written by tools/option_tables.py -->` and
`<!-- end of options -->`; what is outside of such marks stays as it is. With --check nothing is written: the
exit code is 1 if a table is not what the code says, or if a command has options and no table.
"""

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from typer import Typer
from typer.models import OptionInfo

from hanabi_solver.cli.command_line import app
from hanabi_solver.formats.atomic import replacing
from hanabi_solver.formats.text import load_text

END = "<!-- end of options -->"
_TABLE = re.compile(
    r"(<!-- options of ([a-z ]+): written by tools/option_tables\.py -->\n).*?" + END, re.DOTALL
)
_OPTION = re.compile(r"(?<![\w`-])(--[a-z][a-z-]*)")


def tables() -> dict[str, str]:
    """The table of each command that has options, by its name ("solve", "study run")."""
    found = {name: "\n".join(_rows(command)) for name, command in _commands("", app)}
    return {name: table for name, table in found.items() if table}


def filled(page: str, wanted: dict[str, str]) -> tuple[str, list[str]]:
    """The page with its tables written anew, and what is wrong with its marks."""
    named = [match[2] for match in _TABLE.finditer(page)]
    faults = [
        f"{name}: expected one table, got {named.count(name)}" for name in wanted if named.count(name) != 1
    ]
    faults += [f"{name}: expected a command that has options" for name in named if name not in wanted]
    return _TABLE.sub(lambda match: f"{match[1]}\n{wanted.get(match[2], '')}\n\n{END}", page), faults


def _commands(name: str, commands: Typer) -> Iterator[tuple[str, Callable[..., Any]]]:
    for command in commands.registered_commands:
        if command.callback is not None:
            yield f"{name} {command.name}".strip(), command.callback
    for group in commands.registered_groups:
        if group.typer_instance is not None:
            yield from _commands(f"{name} {group.name}".strip(), group.typer_instance)


def _rows(command: Callable[..., Any]) -> Iterator[str]:
    hints = get_type_hints(command, include_extras=True)
    rows = []
    for parameter in inspect.signature(command).parameters.values():
        kind, *notes = get_args(hints[parameter.name])
        for note in notes:
            if isinstance(note, OptionInfo):
                rows.append(f"| {_names(kind, note)} | {_meaning(kind, note, parameter)} |")
    if rows:
        yield from ("| option | meaning |", "|---|---|", *rows)


def _names(kind: Any, option: OptionInfo) -> str:
    # typer keeps the first name where the default would be, were it not for Annotated.
    names = [
        name for declared in (option.default, *(option.param_decls or ())) for name in declared.split("/")
    ]
    value = "" if kind is bool or kind == bool | None else f" {_value(kind, option)}"
    return ", ".join(f"`{name}{value}`" for name in names)


def _value(kind: Any, option: OptionInfo) -> str:
    """A word for the option's value; choices are listed in its meaning, as no table has room for them."""
    if _choices(kind, option):
        return str(option.default).lstrip("-").upper()
    if option.metavar:
        return option.metavar
    raise ValueError(f"{option.default}: expected a metavar or an enum, got neither")


def _choices(kind: Any, option: OptionInfo) -> list[str]:
    if option.metavar:
        return option.metavar.strip("[]").split("|") if "|" in option.metavar else []
    enums = [part for part in (kind, *get_args(kind)) if isinstance(part, type) and issubclass(part, Enum)]
    return [member.value for enum in enums for member in enum]


def _meaning(kind: Any, option: OptionInfo, parameter: inspect.Parameter) -> str:
    """The help text as Markdown, with the choices, and the default where the help itself does not say it."""
    text = _OPTION.sub(r"`\1`", option.help or "")
    choices = _choices(kind, option)
    if choices:
        text += f" One of {', '.join(f'`{choice}`' for choice in choices)}."
    default = parameter.default
    if default is parameter.empty:
        return f"{text} [required]"
    if default is None or isinstance(default, bool) or option.show_default is False:
        return text
    return f"{text} [default: {default.value if isinstance(default, Enum) else default}]"


def main(arguments: list[str]) -> int:
    """Write the tables, or look whether they are up to date."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--page", type=Path, default=Path("docs/cli.md"))
    parser.add_argument("--check", action="store_true", help="only look whether the page is up to date")
    options = parser.parse_args(arguments)
    page = load_text(options.page)
    written, faults = filled(page, tables())
    for fault in faults:
        print(f"{options.page}, {fault}", file=sys.stderr)
    if options.check and written != page:
        print(f"{options.page}: tables are out of date; run python tools/option_tables.py", file=sys.stderr)
    if faults or options.check:
        return int(bool(faults) or written != page)
    with replacing(options.page, "--page") as unfinished:
        unfinished.write_text(written, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
