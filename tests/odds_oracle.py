"""How many orders of the pile are won in tiny positions, by naive expectimax.

It shares nothing with the package: the rules are those of `special_oracle.py`, written from their words.
Positions are its dicts; the order in which one lists its pile says nothing. Every legal move of every
position is tried and every draw of it, without bounds; equal states are looked at once. A *worth* is a
tuple of numbers that are added up over the orders, and larger tuples are better, the first number first.
"""

import json
from collections.abc import Callable, Hashable, Iterator
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

from special_oracle import (
    Position,
    TooBigError,
    after_use,
    final_score,
    is_over,
    may_clue,
    may_discard,
    passed_on,
    same,
    start_state,
)

STORED_COUNT, STORED_STATES = 300, 600
Worth = tuple[int, ...]
# What is done with which card: ("clue", ""), ("play", "a3"), ("discard", "a3"), the same "from the pile".
Kind = tuple[str, str]


class OddsOracle:
    """The worth of positions of one game, where a game that ends with a score has the worth `of_score`."""

    def __init__(self, game: Position, of_score: Callable[[int], Worth], most_states: int = 10**9) -> None:
        self.game = game
        self.of_score = of_score
        self.most_states = most_states
        self.known: dict[Hashable, Worth] = {}

    def worth(self, state: Position) -> Worth:
        """The worth of a state by the best policy, over all orders of its pile."""
        if is_over(self.game, state):
            return self._ended(state)
        key = same({**state, "pile": sorted(state["pile"])})
        if key not in self.known:
            if len(self.known) >= self.most_states:
                raise TooBigError
            found = [worth for _, worth in self.moves(state)]
            self.known[key] = max(found, default=self._ended(state))
        return self.known[key]

    def moves(self, state: Position) -> Iterator[tuple[Kind, Worth]]:
        """Every kind of move that is legal, with its worth."""
        for kind in kinds(self.game, state):
            yield kind, self._worth_after(state, kind)

    def _worth_after(self, state: Position, kind: Kind) -> Worth:
        pile = state["pile"]
        total: list[int] = []
        for card in sorted(set(pile)) or [""]:
            order = list(pile)
            if card:
                order.remove(card)
                order.insert(0, card)
            after = made(self.game, {**state, "pile": order}, kind)
            worth = self.worth(after)
            if len(after["pile"]) == len(pile):
                return worth  # nothing was drawn
            ways = pile.count(card)
            total = [one + ways * more for one, more in zip(total or [0] * len(worth), worth, strict=True)]
        return tuple(total)

    def _ended(self, state: Position) -> Worth:
        orders = factorial(len(state["pile"]))
        return tuple(orders * each for each in self.of_score(final_score(self.game, state)))


def kinds(game: Position, state: Position) -> Iterator[Kind]:
    """The kinds of legal moves."""
    rules = game["rules"]
    if state["tokens"] >= rules["clue_cost"] and may_clue(game, state):
        yield "clue", ""
    verbs = ("play", "discard") if may_discard(game, state) else ("play",)
    for verb in verbs:
        for card in sorted(set(state["hands"][state["seat"]])):
            yield verb, card
        if rules.get("deck_plays") and len(state["pile"]) == 1:
            yield f"{verb} from the pile", state["pile"][0]


def made(game: Position, state: Position, kind: Kind) -> Position:
    """The state after a move; the next card of the pile is drawn."""
    verb, card = kind
    if verb == "clue":
        return passed_on(game, state, {"tokens": state["tokens"] - game["rules"]["clue_cost"]})
    from_pile = verb.endswith(" from the pile")
    return after_use(game, state, card, from_pile=from_pile, play=verb.startswith("play"))


def orders_won(game: Position, target: int, most_states: int = 10**9) -> tuple[int, dict[Kind, int]]:
    """Orders in which the best policy ends with `target` or more, and those of every kind of first move."""
    oracle = OddsOracle(game, lambda score: (int(score >= target),), most_states)
    moves = {kind: worth for kind, (worth,) in oracle.moves(start_state(game))}
    return oracle.worth(start_state(game))[0], moves


def best_sum(game: Position) -> int:
    """The greatest sum of final scores over all orders."""
    return OddsOracle(game, lambda score: (score,)).worth(start_state(game))[0]


def counts_from(game: Position, target: int) -> Worth:
    """In how many orders `target` or more is reached, then one less or more, and so on down to 0.

    By the policy that is best for the first of these, among those for the second, and so on.
    """
    oracle = OddsOracle(game, lambda score: tuple(int(score >= each) for each in range(target, -1, -1)))
    return oracle.worth(start_state(game))


def first_won(game: Position, most_states: int = 10**9) -> tuple[int, int, dict[Kind, int]]:
    """The highest target that some order reaches, with what `orders_won` says of it."""
    target = game["max_score"]
    won, moves = orders_won(game, target, most_states)
    while won == 0 and target > 0 and not game["rules"]["speedrun"]:
        target -= 1
        won, moves = orders_won(game, target, most_states)
    return target, won, moves


def random_odds(seed: int, most_states: int = 1500) -> dict[str, Any]:
    """A tiny position with cards in the pile, a target and what is won; the same for the same seed.

    Suits have set orders, and there is a final round; else all rules vary. Every other seed gives a chance
    that is neither 0 nor 1.
    """
    rng = Random(f"odds {seed}")
    while True:
        game = attempt(rng)
        if game is None or is_over(game, start_state(game)):
            continue
        try:
            target, won, moves = first_won(game, most_states)
            if rng.random() < 0.2:
                target = min(game["max_score"], max(0, target + rng.choice((-1, 1))))
                if game["rules"]["speedrun"]:
                    target = game["max_score"]
                won, moves = orders_won(game, target, most_states)
        except TooBigError:
            continue
        if seed % 2 and won in (0, factorial(len(game["pile"]))):
            continue
        named = {" ".join(kind).strip(): number for kind, number in moves.items()}
        return {**game, "id": f"odds-{seed}", "target": target, "won": won, "moves": named}


def attempt(rng: Random) -> Position | None:
    """A position that may be over already, or None if the cards did not suffice."""
    ranks = rng.choice((3, 3, 4, 5))
    suits = []
    for letter in "ab"[: rng.choice((1, 2, 2))]:
        copies = {str(rank): 1 if rank == ranks else 2 for rank in range(1, ranks + 1)}
        if rng.random() < 0.3:
            copies = dict.fromkeys(copies, 1)
        suit: Position = {"letter": letter, "copies": copies}
        if rng.random() < 0.2:
            suit["reversed"] = True
        suits.append(suit)
    rules: dict[str, Any] = {name: rng.random() < 0.2 for name in _RARE}
    rules["suit_regains"] = rng.random() < 0.7
    rules["strikeout_scores"] = rules["strikeout_scores"] and not rules["speedrun"]
    rules |= {"clue_cost": 1, "all_or_nothing": False, "final_round": True}
    limit = rng.choice((0, 1, 1, 2, 2, 3, 4))
    if limit > 1 and rng.random() < 0.3:
        rules["clue_cost"] = 2
    strikes = rng.choice((1, 2, 3))
    game: Position = {
        "stack_rule": "up",
        "suits": suits,
        "players": rng.choice((2, 2, 3)),
        "hand_size": 2,
        "rules": rules,
        "token_limit": limit,
        "tokens": rng.randint(0, limit),
        "strike_limit": strikes,
        "strikes": rng.randrange(strikes),
        "discards": [],
        "turns_left": None,
        "max_score": ranks * len(suits),
    }
    game["seat"] = rng.randrange(game["players"])
    return game if _deal(rng, game) else None


_RARE = ("discard_at_limit", "strikeout_scores", "empty_clues", "speedrun", "deck_plays")


def _deal(rng: Random, game: Position) -> bool:
    """Deal all cards to stacks, hands, pile and discards, needed ones rather not to the last."""
    cards, spare = [], []
    game["stacks"] = []
    for suit in game["suits"]:
        names = list(suit["copies"])
        if suit.get("reversed"):
            names.reverse()
        height = rng.randint(0, len(names) - 1)
        game["stacks"].append([suit["letter"] + rank for rank in names[:height]])
        for step, rank in enumerate(names):
            for copy in range(suit["copies"][rank] - (step < height)):
                (spare if step < height or copy else cards).append(suit["letter"] + rank)
    game["score_now"] = sum(map(len, game["stacks"]))
    rng.shuffle(spare)
    size = game["players"] * game["hand_size"] + rng.choice((1, 2, 3, 4))
    dealt = (cards + spare)[:size]
    if len(dealt) < size:
        return False
    game["discards"] = (cards + spare)[size:]
    rng.shuffle(dealt)
    game["hands"] = [sorted(dealt[2 * seat : 2 * seat + 2]) for seat in range(game["players"])]
    game["pile"] = dealt[2 * game["players"] :]
    return True


STORED = Path(__file__).parent / "data" / "odds_tiny.jsonl"


def stored_odds() -> list[dict[str, Any]]:
    """Positions of `random_odds` with what is won, written by running this module (it takes a minute)."""
    return [json.loads(line) for line in STORED.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    with STORED.open("w", encoding="utf-8") as file:
        for number in range(STORED_COUNT):
            file.write(json.dumps(random_odds(number, STORED_STATES)) + "\n")
