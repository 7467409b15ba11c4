"""Whole batches of deals, by their keys: which of them reach the full score, and by which line.

A line counts once the referee has replayed it from the very deck to the full score (docs/method.md, F1). Of
all other deals nothing is known.
"""

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.formats.hanablive.options import rules_for
from hanabi_solver.formats.hanablive.seeds import is_seed, numbers_of
from hanabi_solver.formats.hanablive.variants import variant_by_id
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import Rules
from hanabi_solver.study.keys import RANDOM_PREFIX, RandomDeal, entry_of, parse_random, random_order
from hanabi_solver.study.lane.dealing import deal_seeds, sorted_deck
from hanabi_solver.study.lane.layout import Bytes, faces_of, lane_takes
from hanabi_solver.study.lane.lines import texts_of
from hanabi_solver.study.lane.referee import LEGAL, RULINGS, replay_lines
from hanabi_solver.study.lane.search import LaneSearch, lane_search

# Searches that a thread keeps: each takes some 100 KB, and a study of all variants would make thousands.
MOST_SEARCHES = 64
MOST_STARTS = 10_000


class Settled(NamedTuple):
    """A deal whose full score is reached: by this line (lines.py), after so many states searched."""

    players: int
    variant: int
    max_score: int
    line: str
    nodes: int


class _Batch(NamedTuple):
    """Decks of the same rules, with the places of their keys."""

    rules: Rules
    variant: int
    places: list[int]
    decks: Bytes


class _Kept(threading.local):
    """What each thread keeps from batch to batch: a process may work on several at once."""

    def __init__(self) -> None:
        self.searches: dict[Rules, LaneSearch] = {}
        self._numbers: dict[str, tuple[int, int] | None] = {}

    def search(self, rules: Rules) -> LaneSearch:
        """The search for decks of these rules."""
        if rules not in self.searches:
            if len(self.searches) >= MOST_SEARCHES:
                self.searches.clear()
            self.searches[rules] = lane_search(rules)
        return self.searches[rules]

    def numbers(self, key: str) -> tuple[int, int] | None:
        """The numbers of players and of the variant in the key of a seed; None for other keys.

        They stand before the first s, which thousands of seeds have in common.
        """
        start = key.partition("s")[0]
        if start not in self._numbers:
            if len(self._numbers) >= MOST_STARTS:
                self._numbers.clear()
            seed = f"{start}s"
            self._numbers[start] = numbers_of(seed) if is_seed(seed) else None
        return self._numbers[start] if len(start) < len(key) else None


_kept = _Kept()


def settle(keys: Sequence[str]) -> list[Settled | InternalCheckError | None]:
    """What is settled of each deal; None if the lane leaves it open, or does not take it.

    Where the referee refuses a line, the error that says so stands in its place.
    """
    found: list[Settled | InternalCheckError | None] = [None] * len(keys)
    for rules, variant, places, decks in _batches(keys):
        answers = _answers(rules, decks, [keys[place] for place in places])
        for place, answer in zip(places, answers, strict=True):
            if isinstance(answer, tuple):
                found[place] = Settled(rules.players, variant, rules.max_score, *answer)
            else:
                found[place] = answer
    return found


def settling_line(deal: Deal, name: str) -> str:
    """A line to the full score of this deal (lines.py); empty if the lane leaves it open or does not take it.

    Raises InternalCheckError if the referee refuses the line that was found.

    >>> from hanabi_solver.formats.any_source import parse
    >>> [bool(settling_line(parse(seed).deal, seed)) for seed in ("p2v0s1", "p2v0s40")]
    [True, False]
    """
    if not _takes(deal.rules):
        return ""
    (answer,) = _answers(deal.rules, faces_of(deal.deck)[np.newaxis], [name])
    if isinstance(answer, InternalCheckError):
        raise answer
    return "" if answer is None else answer[0]


def _answers(
    rules: Rules, decks: Bytes, names: Sequence[str]
) -> Iterator[tuple[str, int] | InternalCheckError | None]:
    """For each deck the line to the full score with the states searched, once the referee has replayed it."""
    search, most = _kept.search(rules), rules.max_score
    lines, nodes = search.find(decks)
    verdicts = replay_lines(search.rules, decks, lines)
    columns = (nodes, verdicts.rulings, verdicts.turns, verdicts.scores)
    for name, text, visited, ruling, turn, score in zip(
        names, texts_of(lines), *(column.tolist() for column in columns), strict=True
    ):
        if not text:
            yield None
        elif ruling == LEGAL and score == most:
            yield text, visited
        else:
            what = f"{score} points" if ruling == LEGAL else f"{RULINGS[ruling]} (turn {turn})"
            yield InternalCheckError(
                f"{name}: expected the line of the fast lane to reach {most}, got {what}"
            )


def _batches(keys: Sequence[str]) -> Iterator[_Batch]:
    """The deals that the lane takes, each batch of the same rules."""
    seeds: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    randoms: defaultdict[tuple[int, int], list[tuple[int, RandomDeal]]] = defaultdict(list)
    for place, key in enumerate(keys):
        with suppress(InputError):  # the usual way says what is wrong
            if key.startswith(RANDOM_PREFIX):
                deal = parse_random(key)
                randoms[deal.players, deal.variant].append((place, deal))
            elif numbers := _kept.numbers(key):
                seeds[numbers].append(place)
            else:
                yield from _one(place, key)
    for numbers, places in seeds.items():
        if rules := _rules_of(*numbers):
            decks = deal_seeds(_sorted(rules), [keys[place].strip() for place in places])
            yield _Batch(rules, numbers[1], places, decks)
    for numbers, deals in randoms.items():
        if rules := _rules_of(*numbers):
            cards = _sorted(rules)
            decks = np.stack([cards[random_order(len(cards), deal.seed, deal.index)] for _, deal in deals])
            yield _Batch(rules, numbers[1], [place for place, _ in deals], decks)


_takes = lru_cache(MOST_STARTS)(lane_takes)


def _one(place: int, key: str) -> Iterator[_Batch]:
    """The deal of a link, which may be of any rules."""
    entry = entry_of(key)
    if entry.game is not None and isinstance(entry.start, Deal) and lane_takes(entry.start.rules):
        decks = faces_of(entry.start.deck)[np.newaxis]
        yield _Batch(entry.start.rules, entry.game.variant.id, [place], decks)


@cache
def _rules_of(players: int, variant: int) -> Rules | None:
    """The rules of seeds and random deals with these numbers; None if the lane does not take them."""
    try:
        rules = rules_for(variant_by_id(variant), players)
    except InputError:
        return None
    return rules if lane_takes(rules) else None


@cache
def _sorted(rules: Rules) -> Bytes:
    """The deck of these rules before it is shuffled."""
    return sorted_deck([suit.copies for suit in rules.suits])
