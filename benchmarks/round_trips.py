"""Random games written and read again: is anything lost on the way?

python -m benchmarks.round_trips [--games 1000] [--random-seed 1]

Each game is of a random variant, number of players and options, with random legal moves, all or some of them
and often none. It is written as a game file and, where it has no options, as a link, and both are read again:
deal, moves, options and seed must be the same. The position at a random turn is written as a puzzle and read
again: hands, pile, stacks and all counts must be the same. Prints the number of games and differences; fails
if there is one.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hanabi_solver.formats.convert import TargetFormat, convert
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_files import format_game, parse_game
from hanabi_solver.formats.hanablive.links import format_link, parse_link
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, Options
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.hanablive.variants import all_variants
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import SEAT_NAMES

_FLAGS = ("one_extra_card", "one_less_card", "empty_clues", "deck_plays", "all_or_nothing", "speedrun")


def random_game(rng: Random) -> Game:
    """A game of a random variant, often with options, of 0 to 80 random legal moves."""
    variant, players = rng.choice(all_variants()), rng.randint(2, 6)
    options = NO_OPTIONS
    if rng.random() < 0.4:
        flags = {name: rng.random() < 0.3 for name in _FLAGS}
        flags["one_less_card"] &= not flags["one_extra_card"]
        options = Options(starting_player=rng.randrange(players), **flags)
    seed = f"p{players}v{variant.id}s{rng.randint(1, 10**6)}"
    deal = parse_seed(seed, options).deal
    position, moves = deal.start(), list[Move]()
    for _ in range(0 if rng.random() < 0.2 else rng.randint(1, 80)):
        legal = legal_moves(position)
        if not legal:
            break
        moves.append(rng.choice(legal))
        position = apply(position, moves[-1])
    return Game(variant, SEAT_NAMES[:players], deal, tuple(moves), options, seed)


def differences(game: Game, turn: int) -> Iterator[str]:
    """What is lost of a game on its way through a file, a link, and a puzzle of its position at `turn`."""
    if parse_game(format_game(game)) != game:
        yield "game file"
    if game.options == NO_OPTIONS and parse_link(format_link(game)) != game:
        yield "link"
    start = replace(game, turn=turn).start
    entry = Entry("game", start, game=game, turn=None if turn == 1 else turn)
    again = parse_puzzle(convert(entry, TargetFormat.PUZZLE)).start
    if not isinstance(start, Position):
        if again != start:
            yield "puzzle of the deal"
    elif not isinstance(again, Position) or seen(again) != seen(start):
        yield "puzzle of a position"


def seen(position: Position) -> dict[str, Any]:
    """A position without the deck indices of its cards, which a puzzle does not keep, nor the first seat."""
    return {
        "rules": replace(position.rules, first_seat=0),
        "hands": [position.hand_cards(seat) for seat in range(position.rules.players)],
        "pile": position.pile,
        "discards": sorted(position.discards),
        "stacks": (position.stacks, position.stack_ranks),
        "counts": (position.tokens, position.strikes, position.seat, position.turns_left),
        "last clue": position.last_clue,
    }


def check(rng: Random, number: int) -> tuple[int, int]:
    """Send so many random games both ways; how many positions were among them, and the differences."""
    positions = wrong = 0
    for _ in range(number):
        game = random_game(rng)
        turn = rng.randint(1, len(game.moves) + 1)
        start = replace(game, turn=turn).start
        if isinstance(start, Position) and start.is_struck_out:
            turn = 1  # no puzzle starts after the last strike
        positions += turn > 1
        for what in differences(game, turn):
            wrong += 1
            print(f"{what}: {game.seed} ({game.variant.name}), {game.options}, turn {turn}")
    return positions, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--random-seed", type=int, default=1)
    args = parser.parse_args()
    positions, wrong = check(Random(args.random_seed), args.games)
    print(f"{args.games} games, {positions} positions within them: {wrong} differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
