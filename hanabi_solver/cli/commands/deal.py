"""`hanabi-solve deal`: the deck that hanab.live deals for a seed."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode
from hanabi_solver.cli.guard import guarded, report_notes

if TYPE_CHECKING:
    from hanabi_solver.formats.hanablive.seeds import SeedDeal


def deal_command(
    seed: Annotated[str, typer.Argument(metavar="SEED", help="A seed of hanab.live, like p2v0s40.")],
    is_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, with the rules.")] = False,
    is_link: Annotated[bool, typer.Option("--link", help="Print the deal as a link to hanab.live.")] = False,
) -> None:
    """Print the deck of a seed as a line PLAYERS DECK."""
    if is_json and is_link:
        raise typer.BadParameter("expected --json or --link, got both", param_hint="--link")
    raise typer.Exit(guarded(lambda: _run(seed, is_json=is_json, is_link=is_link)))


def _run(seed: str, *, is_json: bool, is_link: bool) -> ExitCode:
    from hanabi_solver.errors import Fault, InputError
    from hanabi_solver.formats.hanablive.seeds import is_range, parse_seed

    if is_range(seed):
        advice = "give one seed; for one that is called so: hanabi-solve convert SEED --format seed --to text"
        raise InputError([Fault("seed", "expected one seed, got a range of them", advice)], seed)
    try:
        dealt = parse_seed(seed)
    except InputError as error:
        raise error.at(seed) from error
    if is_json:
        print(_json(dealt))
    elif is_link:
        from hanabi_solver.formats.hanablive.game import game_of
        from hanabi_solver.formats.hanablive.links import format_link

        print(format_link(game_of(dealt.deal, seed=dealt.seed, variant=dealt.variant)))
    else:
        _print_line(dealt)
    return ExitCode.PROVED


def _print_line(dealt: "SeedDeal") -> None:
    from hanabi_solver.formats.plain import format_deal
    from hanabi_solver.game.rules import Rules

    print(format_deal(dealt.deal))
    if dealt.deal.rules != Rules(players=dealt.deal.rules.players):
        note = f'the rules of "{dealt.variant.name}" are not in the line; --json states them'
        report_notes([note], dealt.seed)


def _json(dealt: "SeedDeal") -> str:
    from hanabi_solver.formats.rules import rules_to_data
    from hanabi_solver.game.cards import format_cards

    rules = dealt.deal.rules
    data = {
        "seed": dealt.seed,
        "variant": {
            "id": dealt.variant.id,
            "name": dealt.variant.name,
            "suits": {suit.letter: suit.name for suit in dealt.variant.suits},
        },
        "deck": format_cards(dealt.deal.deck, rules.letters, ""),
        "rules": rules_to_data(rules),
    }
    return json.dumps(data)
