"""Reviews of many games as text: a row a game, then what players and kinds of mistakes cost."""

from collections.abc import Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from hanabi_solver.analysis.review_summary import Cost, Fate, GameRow, Summary, summarize
from hanabi_solver.analysis.review_words import range_text
from hanabi_solver.cli.render.results import plain_table, print_table
from hanabi_solver.cli.render.wording import counted, shorten_path
from hanabi_solver.formats.plain_text import one_line

_STYLES = {Fate.BEST: "green", Fate.LOST: "red", Fate.UNKNOWN: "yellow"}
_COLUMNS = ("games", "full score lost", "mistakes", "points lost")
# A path that is cut keeps so many characters.
_LEAST_NAME = 20


def print_review_table(console: Console, rows: Sequence[GameRow]) -> None:
    """One row a game, then all together: what became of the games, and what was lost by whom and how."""
    room = console.width - Measurement.get(console, console.options, _table(rows, 0)).maximum
    print_table(console, _table(rows, max(room + len("game"), _LEAST_NAME)))
    if any(row.recorded is not None for row in rows):
        console.print('A score like "0 (4)": the game was stopped with 4 on the stacks.', style="dim")
    summary = summarize(rows)
    console.print()
    console.print(_sentence(summary))
    for title, costs in (("player", summary.players), ("mistake", summary.mistakes)):
        if costs:
            console.print()
            print_table(console, _costs_table(title, costs))


def _table(rows: Sequence[GameRow], width: int) -> Table:
    """The rows, with the names of the games in `width` characters (without any if it is 0)."""
    most = {row.most for row in rows}
    lost = f"{most.pop()} lost" if len(most) == 1 else "full score lost"
    table = plain_table("game", "score", "best", lost, "by", "kind of mistake", right=("score", "best"))
    # What does not fit on a narrow terminal is wrapped where sentences are.
    for column in table.columns[:4]:
        column.no_wrap = True
    table.columns[0].overflow = "crop"
    for row in rows:
        style = _STYLES.get(row.fate, "")
        table.add_row(
            shorten_path(one_line(row.name), width) if width else "",
            str(row.score) if row.recorded is None else f"{row.recorded} ({row.score})",
            range_text(row.best),
            Text(_when(row), style=style),
            row.what or "-",
            "-" if row.mistake is None else str(row.mistake),
        )
    return table


def _when(row: GameRow) -> str:
    """At which turn the full score was lost, or why it was not."""
    loss = row.loss
    if loss is None:
        if row.score == row.most:
            return "-"
        return "still in reach" if row.end.best == row.most else "not decided"
    if loss.last == 0:
        return "never in reach"
    if loss.first == 0:
        return f"start to turn {loss.last}"
    return f"turn {loss.last}" if loss.first == loss.last else f"turn {loss.first} to {loss.last}"


def _sentence(summary: Summary) -> str:
    """What became of the games: the first two fates always, the others if there are such games."""
    fates = [
        f"{number:,} {fate.value}"
        for fate, number in summary.fates.items()
        if number or fate in (Fate.BEST, Fate.LOST)
    ]
    text = f"{counted(summary.games, 'game')}: {', '.join(fates)}."
    if not summary.undecided:
        return text
    return f"{text} In {summary.undecided:,} something is undecided; what is counted there is certain."


def _costs_table(title: str, costs: Sequence[Cost]) -> Table:
    table = plain_table(title, *_COLUMNS, right=_COLUMNS)
    for cost in costs:
        counts = (cost.games, cost.full_scores, cost.slips, cost.points)
        table.add_row(cost.label, *(f"{count:,}" for count in counts))
    return table
