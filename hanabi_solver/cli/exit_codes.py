"""How a command ends: its exit code (docs/cli.md)."""

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes, from the mildest to the worst."""

    PROVED = 0
    GAP = 3
    FALSE = 1
    BAD_INPUT = 2
    INTERRUPTED = 130
    CHECK_FAILED = 70
    # The reader of the output went away (128 + SIGPIPE, as a shell reports it).
    BROKEN_PIPE = 141


def worst(outcomes: Iterable[ExitCode]) -> ExitCode:
    """The exit code of a run over several inputs: the worst of theirs.

    >>> worst([ExitCode.PROVED, ExitCode.FALSE, ExitCode.GAP])
    <ExitCode.FALSE: 1>
    """
    order = list(ExitCode)
    return max(outcomes, key=order.index, default=ExitCode.PROVED)
