"""hanab.live's seeds, like "p2v0s40": number of players, variant id, and any text."""

import re
from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, Options, rules_for
from hanabi_solver.formats.hanablive.shuffle import shuffled_deck
from hanabi_solver.formats.hanablive.variants import Variant, variant_by_id
from hanabi_solver.game.deal import Deal

_SEED = re.compile(r"(?:legacy-[0-9]-)?p(?P<players>[0-9]{1,3})v(?P<variant>[0-9]{1,9})s.*", re.DOTALL)
# A range, as `study run` takes them; as a seed it would be one odd deal.
_RANGE = re.compile(r"p[0-9]{1,3}v[0-9]{1,9}s[0-9]+\.\.")
SEED_HELP = 'a seed is p, the number of players, v, the id of the variant, s and any text, like "p2v0s40"'


@dataclass(frozen=True, slots=True)
class SeedDeal:
    """A seed, the variant it names, and the very deal that hanab.live's server makes of it."""

    seed: str
    variant: Variant
    deal: Deal


def is_seed(text: str) -> bool:
    """Whether `text` has the form of a seed (blanks around it do not matter).

    >>> is_seed("p2v0s40"), is_seed("2 r1r1")
    (True, False)
    """
    return _SEED.fullmatch(text.strip()) is not None


def is_range(text: str) -> bool:
    """Whether a text reads like a range of seeds, though the site would take it for the name of one.

    >>> is_range("p2v0s1..10"), is_range("p2v0s1"), is_range("p2v0sa..b")
    (True, False, False)
    """
    return _RANGE.match(text.strip()) is not None


def parse_seed(text: str, options: Options = NO_OPTIONS) -> SeedDeal:
    """The deal of a seed; blanks around it do not matter.

    Raises InputError if the text is no seed or names no variant, and UnsupportedRules for a variant or a
    number of players that is not handled.

    >>> parse_seed("p2v0s1").deal.deck[0]
    Card(suit=3, rank=5)
    """
    seed = text.strip()
    match = _SEED.fullmatch(seed)
    if match is None:
        shown = seed if len(seed) <= 40 else seed[:37] + "..."
        raise InputError([Fault("seed", f'expected a seed, got "{shown}"', SEED_HELP)])
    variant = variant_by_id(int(match["variant"]), "seed")
    return SeedDeal(seed, variant, deal_of(seed, variant, int(match["players"]), options))


def numbers_of(seed: str) -> tuple[int, int]:
    """The number of players and the id of the variant in a text that is a seed.

    >>> numbers_of("p2v0s40")
    (2, 0)
    """
    match = _SEED.fullmatch(seed.strip())
    if match is None:
        raise InputError([Fault("seed", "expected a seed, got another text", SEED_HELP)])
    return int(match["players"]), int(match["variant"])


def differences(seed: str, variant: Variant, players: int) -> list[tuple[str, str]]:
    """What the numbers in a seed say, and what a game says instead, where they differ.

    >>> from hanabi_solver.formats.hanablive.variants import variant_by_id
    >>> differences("p2v0s1", variant_by_id(1), 3)
    [('2 players', '3 players'), ('variant 0', 'variant 1 ("6 Suits")')]
    """
    match = _SEED.fullmatch(seed)
    if match is None:
        return []
    differing = []
    if int(match["players"]) != players:
        differing.append((f"{int(match['players'])} players", f"{players} players"))
    if int(match["variant"]) != variant.id:
        differing.append((f"variant {int(match['variant'])}", f'variant {variant.id} ("{variant.name}")'))
    return differing


def notes_on_numbers(seed: str, variant: Variant, players: int) -> list[str]:
    """A note if the numbers in the seed are not those of a game that has a deck of its own."""
    differing = differences(seed, variant, players)
    if not differing:
        return []
    its, others = (" and ".join(words) for words in zip(*differing, strict=True))
    return [f'the seed "{seed}" is of {its}, the game of {others}; the game counts']


def deal_of(seed: str, variant: Variant, players: int, options: Options = NO_OPTIONS) -> Deal:
    """The deal of a game of `variant` with the text `seed`, whatever numbers stand in that text.

    Raises UnsupportedRules for a variant or a number of players that is not handled.
    """
    rules = rules_for(variant, players, options)
    return Deal(rules, shuffled_deck([suit.copies for suit in rules.suits], seed))
