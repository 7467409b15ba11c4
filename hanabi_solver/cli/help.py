"""How a command explains itself: usage and options without the words of typer, then examples to copy."""

import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from hanabi_solver.cli.completion import INSTALLS, written_whole
from hanabi_solver.cli.examples import EXAMPLES
from hanabi_solver.cli.exit_codes import ExitCode

Function = TypeVar("Function", bound=Callable[..., Any])

# What typer adds to the help of a number: the least and the most.
_RANGE = re.compile(r"(?P<before>; | {2}\[)(?:\d+<=)?x(?:[<>]=\d+)?(?=[;\]])")
# How it shows choices, in brackets of one kind or another.
_CHOICES = re.compile(r"[<\[{]([^<>\[\]{}|]+(?:\|[^<>\[\]{}|]+)+)[>\]}]")
_SEED, _RANDOM_SEED = "--seed", "--random-seed"
# What the script that a shell runs to complete a word sets; typer names it after the command.
_COMPLETES = "_HANABI_SOLVE_COMPLETE"


class App(typer.Typer):
    """An app whose commands explain themselves, and that completes its words in a shell."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            cls=_Group,
            no_args_is_help=True,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            **settings,
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Register a command; its examples are in cli/examples.py."""
        return super().command(name, **{"cls": _Command, **settings})


def path_of(context: Any) -> str:
    """The words that name a command: empty for the app itself, "study run" for a command of a group."""
    return "" if context.parent is None else f"{path_of(context.parent)} {context.info_name}".strip()


def tidied(declared: str, meaning: str) -> tuple[str, str]:
    """An option's names and its meaning as typer has them, without its own marks.

    >>> tidied("--method <auto|search>", "How to solve.  [default: auto]")
    ('--method auto|search', 'How to solve.  [default: auto]')
    >>> tidied("--count N", "At most so many.  [default: 10; x>=1]")[1]
    'At most so many.  [default: 10]'
    >>> tidied("--players N", "Only deals of N players.  [2<=x<=6]")[1]
    'Only deals of N players.'
    """
    plain = meaning.replace("\\[", "[")  # typer 0.19 escapes it for rich
    meaning = _RANGE.sub(lambda match: "  [" if "[" in match["before"] else "", plain)
    return _CHOICES.sub(r"\1", declared), meaning.replace("  [; ", "  [").removesuffix("  []")


class _Explained:
    """What commands and groups have in common: usage, options, examples."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the command with its arguments, each by its name."""
        pieces = [self.options_metavar, *(_in_usage(each) for each in _arguments(self, ctx))]
        if isinstance(self, TyperGroup):
            pieces.append("COMMAND ...")
        formatter.write_usage(ctx.command_path, " ".join(pieces))

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        """Write arguments and options with their meanings, and the commands of a group."""
        if arguments := [(each.metavar, each.help or "") for each in _arguments(self, ctx)]:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        records = [each.get_help_record(ctx) for each in _parameters(self, ctx, "option")]
        with formatter.section("Options"):
            formatter.write_dl([tidied(*record) for record in records if record is not None])
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they are: a line that is wrapped cannot be copied."""
        if examples := EXAMPLES.get(path_of(ctx), ()):
            width = max(len(example.line) for example in examples)
            with formatter.section("Examples"):
                for example in examples:
                    formatter.write(f"  {example.line:{width}}  # {example.word}\n")

    def parse_args(self: Any, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; the name that the random seed had is refused with the one that it has."""
        given = args[: args.index("--")] if "--" in args else args
        is_old = any(each == _SEED or each.startswith(f"{_SEED}=") for each in given)
        if is_old and any(_RANDOM_SEED in each.opts for each in self.params):
            ctx.fail(f"No such option: {_SEED}. Give {_RANDOM_SEED} N for the seed of random choices.")
        rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]  # of typer's class beside this
        return rest


class _Command(_Explained, TyperCommand):
    pass


class _Group(_Explained, TyperGroup):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not any(each.startswith(INSTALLS) for each in args):
            return self._parsed(ctx, args)
        from hanabi_solver.cli.guard import report_input_error
        from hanabi_solver.errors import InputError

        try:
            with written_whole():
                return self._parsed(ctx, args)
        except InputError as error:
            report_input_error(error)
            raise typer.Exit(ExitCode.BAD_INPUT) from error
        except OSError as error:
            raise typer.BadParameter(str(error), param_hint=INSTALLS) from error

    def _parsed(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.Exit as end:
            if end.exit_code == 1:  # typer's, where completion is for a shell that it does not know
                ctx.fail("The shell is none that words can be completed in: run it in bash, zsh or fish.")
            raise

    def _main_shell_completion(self, *arguments: Any, **settings: Any) -> None:
        if os.environ.get(_COMPLETES):
            from typer import _completion_classes

            # Else it loads rich, to take marks out of help that has none.
            vars(_completion_classes)["_sanitize_help_text"] = str
        super()._main_shell_completion(*arguments, **settings)


def _parameters(command: Any, context: Any, kind: str) -> list[Any]:
    return [each for each in command.get_params(context) if each.param_type_name == kind]


def _arguments(command: Any, context: Any) -> list[Any]:
    return _parameters(command, context, "argument")


def _in_usage(argument: Any) -> str:
    name: str = argument.metavar
    return name if argument.required or name.startswith("[") else f"[{name}]"
