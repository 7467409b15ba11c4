"""The key of a deal: one line of text that the deal can be made of again, alone.

A key is a seed of hanab.live, a link to a deal without moves, or a random deal, like
"random:players=3,variant=0,seed=7,index=1". The same deal has the same key, whatever line it came from,
except that a random deal is not looked up among the others.
"""

import re
from dataclasses import dataclass, replace

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.entry import BadEntry, Entry, read_line
from hanabi_solver.formats.hanablive.game import Game, game_of
from hanabi_solver.formats.hanablive.links import format_link
from hanabi_solver.formats.hanablive.options import rules_for
from hanabi_solver.formats.hanablive.seeds import is_range, is_seed, parse_seed
from hanabi_solver.formats.hanablive.variants import variant_by_id
from hanabi_solver.formats.plain_text import without_controls
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.words import seat_names

RANDOM_PREFIX = "random:"
_RANDOM_KEY = re.compile(
    r"random:players=([2-6]),variant=([0-9]{1,9}),seed=([0-9]{1,18}),index=([0-9]{1,12})"
)
# What the output says of random decks: all that it takes to deal them again.
RANDOM_METHOD = (
    "the sorted deck in the order of the numbers of numpy's "
    "PCG64(SeedSequence(seed, spawn_key=(index,))).random_raw(cards), smallest first"
)


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """The deal number `index` (from 1) of the stream `seed` of random deals."""

    players: int
    variant: int
    seed: int
    index: int

    @property
    def key(self) -> str:
        """The key of this deal."""
        which = f"players={self.players},variant={self.variant},seed={self.seed},index={self.index}"
        return f"{RANDOM_PREFIX}{which}"

    def entry(self) -> Entry:
        """The deal, dealt; raises UnsupportedRules for a variant that is not handled."""
        variant = variant_by_id(self.variant, "variant")
        rules = rules_for(variant, self.players)
        cards = [face for face in rules.faces() for _ in range(rules.copies(face))]
        deal = Deal(rules, tuple(cards[place] for place in random_order(len(cards), self.seed, self.index)))
        return Entry(self.key, deal, game=Game(variant, seat_names(self.players), deal))


def random_order(size: int, seed: int, index: int) -> list[int]:
    """The numbers below `size` in the order number `index` of the stream `seed`, each order equally likely.

    Made of raw numbers, which numpy promises to keep, while it may change how it shuffles.

    >>> random_order(6, 7, 1) == random_order(6, 7, 1) != random_order(6, 7, 2)
    True
    """
    import numpy as np

    source = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(index,)))
    return [int(place) for place in np.argsort(source.random_raw(size), kind="stable")]


def parse_random(key: str) -> RandomDeal:
    """The random deal of a key; raises InputError if the text is no such key.

    >>> parse_random("random:players=3,variant=0,seed=7,index=1").seed
    7
    """
    match = _RANDOM_KEY.fullmatch(key)
    if match is None:
        raise InputError([Fault("deal", f'expected the key of a random deal, got "{key}"')])
    return RandomDeal(*map(int, match.groups()))


def entry_of(key: str) -> Entry:
    """The deal of a key; raises InputError if the text is no key.

    >>> entry_of("random:players=3,variant=0,seed=7,index=1").position.rules.players
    3
    """
    if key.startswith(RANDOM_PREFIX):
        return parse_random(key).entry()
    entry = read_line(key.encode("utf-8", "surrogatepass"), "", None, None)
    if isinstance(entry, BadEntry):
        raise entry.error
    return entry


def _is_plain(seed: str) -> bool:
    """Whether a seed may be a key: it is read as one again, and a terminal or table can take it as it is."""
    is_one = is_seed(seed) and not is_range(seed) and len(seed.split()) == 1
    return is_one and without_controls(seed) == seed


def key_of(entry: Entry) -> str:
    """The key of a deal that was read from a line.

    A seed with control characters, or one that reads like a range, gives the link of its deal.
    Raises InputError for a position in the middle of a game, and for rules that no link has.

    >>> deal = entry_of("p2v0s1")
    >>> key_of(deal), key_of(Entry("line 1", deal.start))[:42]
    ('p2v0s1', 'https://hanab.live/replay-json/215txrdkrpa')
    """
    if not isinstance(entry.start, Deal):
        advice = "of a link, leave out the # and the number after it: then its deal counts"
        raise InputError([Fault("", "expected a deal, got a position in the middle of a game", advice)])
    game = entry.game or game_of(entry.start)
    # Notes say that the seed and the game differ.
    is_own = not game.notes and _is_plain(game.seed)
    if is_own and parse_seed(game.seed).deal == entry.start:
        return game.seed
    return format_link(replace(game, moves=(), end=None, seed="", notes=()))
