"""Verdicts as tables: of `check` on puzzles, and of `verify` on results."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from hanabi_solver.analysis.puzzle_check import Agreement, PuzzleCheck
from hanabi_solver.checking.verification import Verdict, Verification
from hanabi_solver.cli.render.results import plain_table, print_table
from hanabi_solver.cli.render.wording import counted, shorten_path
from hanabi_solver.formats.first_move import FirstMove, format_first_move
from hanabi_solver.formats.source import Entry

_STYLES = {
    Agreement.RIGHT: "green",
    Agreement.WRONG: "bold red",
    Agreement.UNDECIDED: "yellow",
    Verdict.HOLDS: "green",
    Verdict.FAILS: "bold red",
    Verdict.UNCHECKED: "yellow",
}
# What no recheck looks at, in every result.
UNREAD = "The texts of reasons, the effort (seconds, nodes, versions) and the source are not rechecked."


def print_puzzle_checks(console: Console, checks: Sequence[tuple[Entry, PuzzleCheck]]) -> None:
    """One row a puzzle, then what was found where a puzzle is not right."""
    room = console.width - Measurement.get(console, console.options, _check_table(checks, 0)).maximum
    print_table(console, _check_table(checks, room + len("puzzle")))
    for entry, check in checks:
        if check.moves is not None and check.moves_agree is not Agreement.RIGHT:
            letters = entry.position.rules.letters
            console.print()
            console.print(f"{entry.name}, first moves:")
            console.print(f"  expected   {_names(check.expect.first_moves or (), letters)}")
            console.print(f"  found      {_names(check.moves.keeping, letters)}")
            if check.moves.undecided:
                console.print(f"  undecided  {_names(check.moves.undecided, letters)}")
    right = sum(check.agreement is Agreement.RIGHT for _, check in checks)
    console.print()
    console.print(f"{right} of {counted(len(checks), 'puzzle')} right.")


def _check_table(checks: Sequence[tuple[Entry, PuzzleCheck]], width: int) -> Table:
    """The verdicts, with the names of the puzzles in `width` characters (without any if it is 0)."""
    table = plain_table(
        "puzzle", "expected", "found", "first moves", "verdict", "seconds", right=("seconds",)
    )
    for column in table.columns[1:]:
        column.no_wrap = True
    table.columns[0].overflow = "fold"
    for entry, check in checks:
        table.add_row(
            shorten_path(entry.name, width) if width else "",
            str(check.expect.best),
            _found(check),
            _moves_verdict(check),
            _verdict(check.agreement),
            f"{check.seconds:.2f}",
        )
    return table


def print_verification(
    console: Console, name: str, verification: Verification, *, tells_unread: bool = True
) -> None:
    """One row a check, then what the whole amounts to; of several results the caller prints UNREAD once."""
    _print_checks(console, name, verification)
    unread = f" {UNREAD}" if tells_unread and not verification.is_false else ""
    console.print(f"{_conclusion(verification)}{unread}")


def print_certificate_checks(console: Console, name: str, verification: Verification) -> None:
    """One row a check of a certificate, then what the whole amounts to."""
    _print_checks(console, name, verification)
    if verification.is_false:
        console.print("The certificate is refused.")
    elif verification.unchecked:
        console.print("The line holds. That no line scores more was not checked.")
    else:
        console.print("The certificate holds: a line reaches the score, and none exceeds the upper bound.")


def _print_checks(console: Console, name: str, verification: Verification) -> None:
    console.print(name)
    table = plain_table("check", "verdict", "what was found")
    for check in verification.checks:
        table.add_row(check.subject, _verdict(check.verdict), check.text)
    print_table(console, table)
    console.print()


def _conclusion(verification: Verification) -> str:
    if verification.is_false:
        return "The result is wrong."
    if not verification.unchecked:
        return "Score, line and bounds were rechecked and hold."
    subjects = ", ".join(check.subject for check in verification.unchecked)
    return f"What was rechecked holds. Not rechecked: {subjects}."


def _found(check: PuzzleCheck) -> str:
    best, upper = check.result.best, check.result.upper
    return str(best) if best == upper else f"{best} to {upper}"


def _moves_verdict(check: PuzzleCheck) -> Text | str:
    if check.expect.first_moves is None:
        return "-"
    return "not looked at" if check.moves_agree is None else _verdict(check.moves_agree)


def _verdict(verdict: Agreement | Verdict) -> Text:
    return Text(verdict.value, style=_STYLES[verdict])


def _names(moves: Iterable[FirstMove], letters: str) -> str:
    return ", ".join(format_first_move(move, letters) for move in moves) or "none"
