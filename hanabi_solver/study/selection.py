"""What a study is asked to solve: ranges of seeds, random deals, and lists, enumerated as they are needed."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.entry import BadEntry, Line
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.hanablive.seeds import is_range, is_seed, parse_seed
from hanabi_solver.formats.source import STDIN, check_source, scan_source
from hanabi_solver.formats.text import MAX_LINE_BYTES, unreadable
from hanabi_solver.study.keys import RANDOM_PREFIX, RandomDeal, key_of

_RANGE = re.compile(r"(?P<start>p[0-9]{1,3}v[0-9]{1,9}s)(?P<first>[0-9]+)\.\.(?P<last>[0-9]*)")
_LARGEST = 10**12
_RANGE_HELP = "write the first and the last number, like p2v0s1..10000"
_RANDOM_HELP = "write it like random:players=3,variant=0,count=5000,seed=7"
_RANDOM_FIELDS = {"players": None, "variant": 0, "count": None, "seed": 0}


class Seeds(Protocol):
    """One of the SEEDS of a study."""

    @property
    def count(self) -> int | None:
        """How many deals there are, or None if that is not known before they are read."""

    def each_key(self) -> Iterator[str | BadEntry]:
        """The keys of the deals, each as soon as it is known; a faulty line stands in its place."""


def parse_seeds(text: str, stdin: BinaryIO | None = None) -> Seeds:
    """One of the SEEDS arguments.

    A range of seeds, random deals, a seed or link, a file with a seed, link or PLAYERS DECK a line, or "-"
    for stdin, read from the stream `stdin` if given. If there is a file of that name, it is the file.
    Raises InputError for anything else (a file that cannot be opened, say), UnsupportedRules for a variant or
    number of players that is not handled. A faulty line of a file is reported where it is reached.

    >>> seeds = parse_seeds("p2v0s1..3")
    >>> seeds.count, list(seeds.each_key())
    (3, ['p2v0s1', 'p2v0s2', 'p2v0s3'])
    """
    if not text.strip():
        raise InputError(
            [Fault("SEEDS", "expected a seed, range, link or file, got an empty text", _RANGE_HELP)]
        )
    if text != STDIN and not os.path.exists(text):
        if text.startswith(RANDOM_PREFIX):
            return _parse_random(text)
        if is_seed(text) and ".." in text:
            return _parse_range(text)
    seeds = SeedList(text, stdin)
    if check_source(text):
        for key in seeds.each_key():
            if isinstance(key, BadEntry):
                raise key.error
    return seeds


@dataclass(frozen=True, slots=True)
class SeedRange:
    """The seeds `start` + N for N from `first` to `last`."""

    start: str
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many seeds there are."""
        return self.last - self.first + 1

    def each_key(self) -> Iterator[str]:
        """The seeds."""
        for number in range(self.first, self.last + 1):
            yield f"{self.start}{number}"


@dataclass(frozen=True, slots=True)
class RandomDeals:
    """The deals 1 to `count` of the stream `seed`."""

    players: int
    variant: int
    count: int
    seed: int

    def each_key(self) -> Iterator[str]:
        """The keys of the deals."""
        for index in range(1, self.count + 1):
            yield RandomDeal(self.players, self.variant, self.seed, index).key


@dataclass(frozen=True, slots=True)
class SeedList:
    """The deals of a file or of stdin, one a line; or a seed or link by itself."""

    source: str
    stdin: BinaryIO | None = None

    @property
    def count(self) -> int | None:
        """How many lines there are that are no comments; None where they can be read only once."""
        # Not Path's questions: they raise for what is too long for a name, as a seed or link may be.
        if self.source == STDIN or (os.path.exists(self.source) and not os.path.isfile(self.source)):
            return None
        if not os.path.exists(self.source):
            return 1
        try:
            with Path(self.source).open("rb") as stream:
                return _count_deals(stream)
        except OSError as error:
            raise unreadable(self.source, error) from error

    def each_key(self) -> Iterator[str | BadEntry]:
        """The keys of the deals."""
        for item in scan_source(self.source, stdin=self.stdin):
            if isinstance(item, Line) and is_range(item.raw.decode("utf-8", "replace")):
                fault = Fault("", "expected one seed, got a range of them", "give the range as an argument")
                yield BadEntry(item.place, InputError([fault], item.place))
                continue
            entry = item.read() if isinstance(item, Line) else item
            if not isinstance(entry, BadEntry):
                try:
                    yield key_of(entry)
                    continue
                except InputError as error:
                    # A link by itself is named as it was given; of a list, the place of the line says more.
                    name = entry.name if isinstance(item, Line) else shorten(self.source)
                    entry = BadEntry(name, error.at(name))
            yield entry


def _count_deals(stream: BinaryIO) -> int:
    """How many lines are no comments, up to the first that is longer than any that is read."""
    deals = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        deals += bool(line.strip()) and not line.lstrip().startswith(b"#")
        if len(line) > MAX_LINE_BYTES:
            break
    return deals


def known_count(all_seeds: Sequence[Seeds]) -> int | None:
    """How many deals all of them have together, or None if one does not say."""
    counts = [seeds.count for seeds in all_seeds]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _parse_range(text: str) -> SeedRange:
    match = _RANGE.fullmatch(text.strip())
    if match is None or not match["last"]:
        raise _error(text, f'expected a range of seeds, got "{shorten(text)}"', _RANGE_HELP)
    for number in (match["first"], match["last"]):
        if len(number) > len(str(_LARGEST)):  # Python makes no number of thousands of digits
            fault = f"expected numbers up to {_LARGEST:,}, got one of {len(number):,} digits"
            raise _error(shorten(text), fault, _RANGE_HELP)
        if number != str(int(number)) or int(number) > _LARGEST:
            advice = "a seed with zeros in front is another seed: give such ones in a file, one a line"
            raise _error(
                text, f"expected numbers up to {_LARGEST:,} without zeros in front, got {number}", advice
            )
    seeds = SeedRange(match["start"], int(match["first"]), int(match["last"]))
    if seeds.first > seeds.last:
        raise _error(
            text, f"expected a first number up to the last, got {seeds.first}..{seeds.last}", _RANGE_HELP
        )
    try:
        parse_seed(f"{seeds.start}{seeds.first}")
    except InputError as error:
        raise error.at(text) from error
    return seeds


def _parse_random(text: str) -> RandomDeals:
    values: dict[str, int | None] = dict(_RANDOM_FIELDS)
    for part in text.removeprefix(RANDOM_PREFIX).split(","):
        name, _, value = part.partition("=")
        if name not in values or not (value.isascii() and value.isdigit() and len(value) <= 12):
            names = ", ".join(values)
            raise _error(
                text, f'expected NAME=NUMBER with one of {names}, got "{shorten(part)}"', _RANDOM_HELP
            )
        values[name] = int(value)
    missing = [name for name, value in values.items() if value is None]
    if missing:
        raise _error(text, f"expected a number for {' and '.join(missing)}, got none", _RANDOM_HELP)
    numbers = {name: value for name, value in values.items() if value is not None}
    if numbers["count"] < 1:
        raise _error(text, "expected a count of 1 or more, got 0", _RANDOM_HELP)
    try:
        RandomDeal(numbers["players"], numbers["variant"], numbers["seed"], 1).entry()
    except InputError as error:
        raise error.at(text) from error
    return RandomDeals(**numbers)


def _error(source: str, text: str, advice: str) -> InputError:
    return InputError([Fault("", text, advice)], source)
