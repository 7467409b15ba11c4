"""Random damage to the inputs of every parser: does any of them end in anything but InputError?

python -m benchmarks.fuzz [--inputs 1000000] [--random-seed 1] [--json FILE]

Sound samples of every form that is read (puzzles, deals, seeds, links, games, summaries, traces, logs,
results, certificates, first moves, commands of `play`, options) are damaged at random: bytes are flipped, cut
out, moved, doubled and spliced with those of other samples; in JSON, values are also replaced by others, keys
dropped and doubled, and structures nested. Each parser gets its share of the inputs. Prints, for each parser,
how many inputs it took, how many it accepted, and what else than InputError it raised, with the input; fails
if there is anything of that kind.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import typer

from hanabi_solver import solve
from hanabi_solver.analysis.hypothetical import parse_attempt
from hanabi_solver.certificate.files import DEAL, LINE, PROOF, load_deal, load_line, load_proof
from hanabi_solver.certificate.make import certify
from hanabi_solver.cli.options import parse_file, parse_seconds, parse_size, parse_store
from hanabi_solver.errors import InputError
from hanabi_solver.formats.any_source import parse
from hanabi_solver.formats.first_move import parse_first_move
from hanabi_solver.formats.hanablive.added_rules import read_rules
from hanabi_solver.formats.hanablive.game_files import parse_game
from hanabi_solver.formats.hanablive.links import parse_link
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.learning_env import read_log
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.moves import parse_move
from hanabi_solver.solver.limits import Limits
from hanabi_solver.solver.result_json import format_result
from hanabi_solver.solver.result_reader import parse_result
from hanabi_solver.study.selection import parse_seeds

_ROOT = Path(__file__).parents[1]
_WEIRD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 99, 2**31, 2**63, -(2**70), 10**400, 0.5, 1e308),
    *("", "x", "r1", "START", "7", "\x00", "\ud800", "é", "r" * 300, [], {}, [[]], [None], {"": 0}, [{}] * 3),
)
_BYTES = tuple(b'{}[]",:0123456789rygbpx+-.e \n\t#/\\\x00\x80\xff\xc3SE')
_PIECES = (b"[" * 500, b'{"a":' * 200, b"9" * 5000, b"\xef\xbb\xbf", b"# ", b"//x\n")


@dataclass(slots=True)
class _Tally:
    """What one parser made of its inputs."""

    inputs: int = 0
    accepted: int = 0
    raised: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Target:
    """A parser with sound inputs of it; `share` is how often it is chosen beside the others."""

    take: Callable[[str], object]
    samples: tuple[str, ...]
    share: int = 1


def damaged(rng: Random, samples: tuple[str, ...]) -> str:
    """A sample with random damage, one time in fifty none."""
    text = rng.choice(samples)
    if rng.random() < 0.02:
        return text
    if text.lstrip().startswith(("{", "[")) and rng.random() < 0.6:
        try:
            data = json.loads(text)
        except ValueError:  # a puzzle with comments
            data = None
        if data is not None:
            for _ in range(rng.randint(1, 3)):
                data = _changed(rng, data)
            return json.dumps(data)
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randint(1, 4)):
        _damage(rng, raw, samples)
    return raw.decode("utf-8", "surrogateescape" if rng.random() < 0.1 else "replace")


def _damage(rng: Random, raw: bytearray, samples: tuple[str, ...]) -> None:
    at = rng.randrange(len(raw) + 1)
    end = min(len(raw), at + rng.choice((1, 1, 2, 8, 200)))
    match rng.randrange(6):
        case 0 if raw:
            raw[min(at, len(raw) - 1)] = rng.choice(_BYTES)
        case 1:
            del raw[at:end]
        case 2:
            raw[at:at] = raw[at:end] * rng.choice((1, 2, 30))
        case 3:
            other = rng.choice(samples).encode("utf-8", "surrogatepass")
            start = rng.randrange(len(other) + 1)
            raw[at:end] = other[start : start + rng.choice((1, 10, 300))]
        case 4:
            raw[at:at] = bytes(rng.choice(_BYTES) for _ in range(rng.choice((1, 3, 20))))
        case _:
            raw[at:at] = rng.choice(
                (b"[" * 500, b'{"a":' * 200, b"9" * 5000, b"\xef\xbb\xbf", b"# ", b"//x\n")
            )


def _changed(rng: Random, data: Any) -> Any:
    """JSON with one value, key or structure changed."""
    if isinstance(data, dict) and data and rng.random() < 0.85:
        key = rng.choice(list(data))
        match rng.randrange(5):
            case 0:
                return {name: value for name, value in data.items() if name != key}
            case 1:
                return {**data, rng.choice((f"{key}s", key.upper(), "x", "")): data[key]}
            case _:
                return {**data, key: _changed(rng, data[key])}
    if isinstance(data, list) and data and rng.random() < 0.85:
        at = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                return data[:at] + data[at + 1 :]
            case 1:
                return [*data, data[at]]
            case _:
                return [*data[:at], _changed(rng, data[at]), *data[at + 1 :]]
    if isinstance(data, str) and data and rng.random() < 0.5:
        at = rng.randrange(len(data))
        return data[:at] + rng.choice("rygbpxkS12345067 -\x00é") + data[at + rng.randint(0, 1) :]
    if isinstance(data, int) and rng.random() < 0.5:
        return data + rng.choice((-1, 1, 5, 1000))
    return rng.choice(_WEIRD)


def targets(folder: Path) -> dict[str, _Target]:
    """The parsers, each with sound inputs; certificates are read from files in `folder`."""
    puzzles = tuple(path.read_text("utf-8") for path in sorted((_ROOT / "puzzles").glob("*.json")))
    forms = {path.name: path.read_text("utf-8") for path in sorted((_ROOT / "examples" / "forms").iterdir())}
    game = (_ROOT / "examples" / "game.json").read_text("utf-8")
    start = parse(puzzles[0])
    result = solve(start, limits=Limits(workers=1))
    assert not isinstance(start, str)
    deal = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg")
    small = deal.start()
    plain = "2 " + "".join(suit + rank for suit in "rygbp" for rank in "1112233445")
    seeds = ("p2v0s1", "p6v2115s12", "p3v51s-9", "p2v0sseed-with-dashes", "p4v2087s99999999999999")
    links = tuple(text for name, text in forms.items() if "link" in name) or (
        "https://hanab.live/replay-json/415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,04nbfh-"
        "manafbfe7a2awbfg7b2c-gagfnbgm3a,0,p4v0s1#9",
    )
    made = certify(small, solve(small, limits=Limits(workers=1)))
    for name, text in made.texts.items():
        (folder / name).write_text(text, encoding="utf-8")

    def certificate(name: str) -> Callable[[str], object]:
        def take(text: str) -> object:
            path = folder / f"damaged-{name}"
            path.mkdir(exist_ok=True)
            (path / name).write_bytes(text.encode("utf-8", "surrogatepass"))
            if name == DEAL:
                return load_deal(path)
            return load_line(path, small) if name == LINE else load_proof(path)

        return take

    others = tuple(text for name, text in forms.items() if not name.endswith(".log"))
    logs = tuple(text for name, text in forms.items() if name.endswith((".log", ".txt")))
    return {
        "anything": _Target(
            lambda text: parse(text, offline=True), (*puzzles, *others, game, plain, *seeds, *links), 6
        ),
        "puzzle": _Target(parse_puzzle, puzzles, 8),
        "game": _Target(parse_game, (game, *(text for text in others if "actions" in text)), 6),
        "log": _Target(read_log, logs or (game,), 3),
        "deal": _Target(parse_deal, (plain,), 8),
        "seed": _Target(parse_seed, seeds, 6),
        "seeds of a study": _Target(parse_seeds, (*seeds, "p2v0s1..99", "p3v0s5..7"), 3),
        "link": _Target(parse_link, links, 10),
        "result": _Target(parse_result, (format_result(result),), 4),
        "certificate: deal": _Target(certificate(DEAL), (made.texts[DEAL],), 1),
        "certificate: line": _Target(certificate(LINE), (made.texts[LINE],), 2),
        "certificate: proof": _Target(certificate(PROOF), (made.texts[PROOF],), 2),
        "move": _Target(
            lambda text: parse_move(text, "rygbp"), ("play 7", "discard 0", "clue 1 r", "clue 2 5"), 8
        ),
        "first move": _Target(
            lambda text: parse_first_move(text, "rygbp", "12345"),
            ("play r4", "discard x", "clue", "misplay y1"),
            8,
        ),
        "command of play": _Target(
            lambda text: parse_attempt(text, small), ("p r1", "d 3", "c Bob 5", "clue red to Bob", "c"), 8
        ),
        "rules": _Target(lambda text: read_rules([text]), ("speedrun,deck-plays", "all-or-nothing"), 6),
        "options": _Target(
            lambda text: (parse_seconds(text), parse_size(text), parse_file(text), parse_store(text)),
            ("1.5", "512M", "a/b.svg", "study.db"),
            6,
        ),
    }


def fuzz(inputs: int, seed: int, folder: Path) -> dict[str, _Tally]:
    """Give so many damaged inputs to the parsers, each its share."""
    rng = Random(seed)
    parsers = targets(folder)
    names = list(parsers)
    tallies = {name: _Tally() for name in names}
    shares = [parsers[name].share for name in names]
    for number in range(inputs):
        (name,) = rng.choices(names, shares) if number >= len(names) else (names[number],)
        target, tally = parsers[name], tallies[name]
        text = damaged(rng, target.samples)
        tally.inputs += 1
        try:
            target.take(text)
            tally.accepted += 1
        except (InputError, typer.BadParameter):
            pass
        except Exception as error:  # whatever it is: that is what is asked
            if len(tally.raised) < 5:
                tally.raised.append((f"{type(error).__name__}: {error}"[:200], text[:2000]))
    return tallies


def main() -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--random-seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as name:
        tallies = fuzz(given.inputs, given.random_seed, Path(name))
    for name, tally in tallies.items():
        counts = f"{tally.inputs:9,} inputs, {tally.accepted:8,} accepted"
        print(f"{name:20} {counts}, {len(tally.raised)} other errors")
        for error, text in tally.raised:
            print(f"  {error}\n    {text!r}")
    wrong = sum(len(tally.raised) for tally in tallies.values())
    total = sum(tally.inputs for tally in tallies.values())
    print(
        f"{total:,} inputs, {wrong} with anything but InputError, {time.process_time() - began:.0f} s of CPU"
    )
    if given.json is not None:
        data = {
            "inputs": total,
            "random_seed": given.random_seed,
            "parsers": {
                name: {"inputs": tally.inputs, "accepted": tally.accepted, "other_errors": len(tally.raised)}
                for name, tally in tallies.items()
            },
        }
        given.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
