"""`hanabi-solve warmup`: the compilation that the first solve on a machine would wait for, done ahead."""

import sys
import time
from pathlib import Path

import typer

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.options import QuietOption
from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.cli.terminal.progress import ProgressLine
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.plain_text import without_controls


def warmup_command(is_quiet: QuietOption = False) -> None:
    """Compile the search for this machine, which the first solve would do; later commands load it.

    The exit code is 2 if what is compiled cannot be kept.
    """
    raise typer.Exit(guarded(lambda: _run(is_quiet=is_quiet)))


def _run(*, is_quiet: bool) -> ExitCode:
    from hanabi_solver.chances.loading import odds_group
    from hanabi_solver.solver.loading import load_search, turns_group
    from hanabi_solver.solver.warmup import has_room, is_kept, kept_in
    from hanabi_solver.study.lane.loading import lane_group

    folder, also = kept_in(), (turns_group, lane_group, odds_group)
    shown = without_controls(str(folder))
    if is_kept(also):
        print(f"The search is compiled already, in {shown}: ready.")
        return ExitCode.PROVED
    if not has_room(folder):  # else that would be said after half a minute
        raise _not_kept(folder)
    progress, interrupt, started = ProgressLine(is_quiet=is_quiet), Interrupt(), time.monotonic()
    try:
        with interrupt.armed():
            is_done = load_search(interrupt.stop, progress.on_compile, also)
    finally:
        progress.clear()
    if not is_done:
        print("interrupted: what is compiled by now is kept", file=sys.stderr)
        return ExitCode.INTERRUPTED
    if not is_kept(also):
        raise _not_kept(folder)
    print(f"The search is compiled, in {time.monotonic() - started:.0f} s, and kept in {shown}: ready.")
    return ExitCode.PROVED


def _not_kept(folder: Path) -> InputError:
    text = "expected to keep what is compiled, got no room or no permission for it"
    advice = "make room there, or set NUMBA_CACHE_DIR to another folder; else each process compiles anew"
    return InputError([Fault("", text, advice)], str(folder))
