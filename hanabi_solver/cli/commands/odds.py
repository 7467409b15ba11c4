"""`hanabi-solve odds`: the chance of a score where the cards of the pile are known, not their order."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.commands.entries import EntryByEntry
from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.given_source import GivenSource
from hanabi_solver.cli.guard import guarded
from hanabi_solver.cli.options import (
    FormatOption,
    MemoryLimitOption,
    OfflineOption,
    QuietOption,
    RulesOption,
    SourceArgument,
    TimeLimitOption,
    TurnOption,
)
from hanabi_solver.cli.render.list_summary import POSITIONS, ListOutcome, ListSummary
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.solver.limits import Context, Limits

if TYPE_CHECKING:
    from rich.console import Console

    from hanabi_solver.chances.result import Odds
    from hanabi_solver.formats.source import Entry

# Longer piles have policies of thousands of lines.
MOST_POLICY_CARDS = 8


def odds_command(
    source: SourceArgument,
    target: Annotated[
        int | None,
        typer.Option(
            "--target",
            metavar="N",
            min=0,
            help="The score to reach. [default: the highest that lost cards allow and some order reaches]",
        ),
    ] = None,
    asks_hindsight: Annotated[
        bool,
        typer.Option(
            "--hindsight",
            help="Count the orders that could be won if the order were known, one by one up to 8 cards.",
        ),
    ] = False,
    shows_policy: Annotated[
        bool,
        typer.Option("--policy", help="Print what to do after each draw, for piles of up to 8 cards."),
    ] = False,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    form: FormatOption = None,
    turn: TurnOption = None,
    rules: RulesOption = None,
    is_offline: OfflineOption = False,
    is_json: Annotated[bool, typer.Option("--json", help="Print the odds as JSON, one line each.")] = False,
    is_quiet: QuietOption = False,
) -> None:
    """Say in how many orders of the draw pile a score is reached, by every kind of first move.

    All hands are open, and the cards of the pile are known; their order, whatever SOURCE says of it, is not.
    """
    if shows_policy and is_json:
        raise typer.BadParameter("expected no --json beside it, which holds no policy", param_hint="--policy")
    asking = _AskingOdds(
        target, asks_hindsight, shows_policy, Limits(seconds=time_limit, memory=memory_limit, workers=1)
    )
    given = GivenSource(source, form, turn, rules, is_offline=is_offline)

    by_entry = EntryByEntry(asking, ListSummary(POSITIONS), is_json, is_quiet)
    raise typer.Exit(guarded(lambda: by_entry.run_and_sum_up(given.scan())))


@dataclass(frozen=True, slots=True)
class _AskingOdds:
    """Counts the orders won of a position."""

    target: int | None
    asks_hindsight: bool
    shows_policy: bool
    limits: Limits

    def answer(self, entry: "Entry", context: Context) -> "Odds":
        from hanabi_solver.chances.best_chance import odds

        entry.check_goes_on()
        if self.shows_policy and entry.position.pile_size > MOST_POLICY_CARDS:
            got = entry.position.pile_size
            text = f"expected at most {MOST_POLICY_CARDS} cards in the pile with it, got {got}"
            raise InputError([Fault("--policy", text, "ask about a later turn of the game (--turn)")])
        found = odds(
            entry.value,
            target=self.target,
            asks_hindsight=self.asks_hindsight,
            limits=self.limits,
            context=context,
        )
        return replace(found, source=entry.name)

    def as_json(self, odds: "Odds") -> str:
        return odds.to_json()

    def show(self, console: "Console", entry: "Entry", odds: "Odds") -> None:
        from hanabi_solver.cli.render.odds_text import print_odds, print_policy
        from hanabi_solver.cli.render.results import print_entry_name
        from hanabi_solver.formats.plain_text import player_names

        print_entry_name(console, entry)
        print_odds(console, odds, entry.unnamed, asks_hindsight=self.asks_hindsight)
        if self.shows_policy and odds.policy is not None and odds.moves and odds.won.is_exact:
            names = () if entry.game is None else tuple(player_names(entry.game.players))
            print_policy(console, odds.policy.lines(names))

    def outcome(self, odds: "Odds") -> ExitCode:
        return ExitCode.PROVED if odds.won.is_exact else ExitCode.GAP

    def came(self, odds: "Odds") -> tuple[ListOutcome, int | None]:
        return (ListOutcome.REACHED if odds.won.is_exact else ListOutcome.UNDECIDED), None
