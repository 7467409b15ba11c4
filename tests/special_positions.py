"""Random tiny positions under the special rules, in the form that `special_oracle.py` reads.

`random_position(rng, family)` makes one from a seeded generator. What it makes is sound: every copy of
every card lies on a stack, in a hand, in the pile or among the discards; hands are full before the final
round; the game is not over. Its best score is given with it.
"""

from random import Random
from typing import Any

from special_oracle import (
    START,
    Position,
    Search,
    TooBigError,
    accepts,
    best_score,
    best_with_strikes_at_will,
    full_score,
    is_over,
    start_state,
)

FAMILIES = (
    "orange",
    "all_or_nothing",
    "up_or_down",
    "sudoku",
    "speedrun",
    "deck_plays",
    "discard_at_limit",
)
STACK_RULES = ("up", "up_or_down", "sudoku")
MAX_STATES = 1500


def random_position(rng: Random, family: str, max_states: int = MAX_STATES) -> Position:
    """A position of `family` with its best score (`best`) and the states that took (`states`)."""
    while True:
        position = _attempt(rng, family)
        if position is None or is_over(position, start_state(position)):
            continue
        search = Search(position, max_states)
        try:
            position["best"] = search.best(start_state(position))
        except TooBigError:
            continue
        position["states"] = len(search.known)
        return position


def positions(family: str, count: int, seed: int = 0, max_states: int = MAX_STATES) -> list[Position]:
    """`count` positions of `family`; the same for the same `seed`, each with an `id` of its own."""
    found = []
    for number in range(count):
        position = random_position(Random(f"{family} {seed} {number}"), family, max_states)
        found.append({"id": f"{family}-{seed}-{number}", **position})
    return found


def traps(stack_rule: str, count: int, seed: int = 0, limits: tuple[int, ...] = (0,)) -> list[Position]:
    """Positions of Up or Down or Sudoku, at the token limit, where a wrong model's best is too high.

    The model is the one that lets a card go as a strike though it fits (`wrong` is its best score). With
    limits above 0 they are rare, and take seconds each.
    """
    found: list[Position] = []
    rng = Random(f"traps {stack_rule} {seed} {limits}")
    while len(found) < count:
        position = _attempt(rng, stack_rule, limits)
        if position is None or not position["pile"] or is_over(position, start_state(position)):
            continue
        try:
            best = best_score(position, MAX_STATES)
            wrong = best_with_strikes_at_will(position, 2 * MAX_STATES)
        except TooBigError:
            continue
        if wrong > best:
            found.append(
                {"id": f"trap-{stack_rule}-{seed}-{len(found)}", **position, "best": best, "wrong": wrong}
            )
    return found


def _attempt(rng: Random, family: str, trap_limits: tuple[int, ...] = ()) -> Position | None:
    """A position that may be over already, or None if the cards did not suffice.

    With `trap_limits`, a small one at one of these token limits, as for `traps`.
    """
    rules = _rules(rng, family)
    stack_rule = _stack_rule(rng, family)
    game: Position = {
        "family": family,
        "stack_rule": stack_rule,
        "suits": _suits(rng, stack_rule),
        "players": rng.choice((2, 2, 2, 3, 3, 4)),
        "hand_size": rng.choice((2, 2, 3)),
    }
    game["rules"] = rules
    trap = bool(trap_limits) or (stack_rule != "up" and rng.random() < 0.5)
    if trap_limits:
        rules.update(strikeout_scores=False, discard_at_limit=False, empty_clues=False)
        game["suits"] = game["suits"][: rng.choice((1, 2))]
        game["hand_size"] = 2
    game["stacks"] = _stacks(rng, game, trap)
    if not _deal(rng, game, trap):
        return None
    _tokens_and_strikes(rng, game, trap)
    if trap_limits:
        game["token_limit"] = game["tokens"] = rng.choice(trap_limits)
        rules["clue_cost"] = 1
    game["score_now"] = sum(len(stack) for stack in game["stacks"])
    game["max_score"] = full_score(game)
    return game


def _rules(rng: Random, family: str) -> dict[str, Any]:
    combined = family == "discard_at_limit"
    rules: dict[str, Any] = {
        "discard_at_limit": family in ("orange", "discard_at_limit") or rng.random() < 0.25,
        "all_or_nothing": family == "all_or_nothing" or (combined and rng.random() < 0.3),
        "strikeout_scores": rng.random() < 0.15,
        "suit_regains": rng.random() < 0.75,
        "clue_cost": 1,
        "empty_clues": rng.random() < 0.15,
        "speedrun": family == "speedrun" or (combined and rng.random() < 0.2),
        "deck_plays": family == "deck_plays" or rng.random() < 0.15,
    }
    rules["strikeout_scores"] = rules["strikeout_scores"] and not rules["speedrun"]
    rules["final_round"] = not rules["all_or_nothing"]
    return rules


def _stack_rule(rng: Random, family: str) -> str:
    if family in STACK_RULES:
        return family
    if family == "orange":
        return "up"
    return rng.choice(("up", "up", "up_or_down", "sudoku"))


def _suits(rng: Random, stack_rule: str) -> list[Position]:
    ranks = rng.choice((3, 4, 5)) if stack_rule != "up_or_down" else 5
    suits = []
    for letter in "abc"[: rng.choice((1, 2, 2, 3))]:
        names = [str(rank) for rank in range(1, ranks + 1)]
        backward = stack_rule == "up" and rng.random() < 0.15
        if stack_rule == "up":
            copies = dict(zip(names, [3, *[2] * (ranks - 2), 1], strict=True))
            if backward:
                copies = dict(zip(names, reversed(copies.values()), strict=True))
        else:
            copies = dict.fromkeys(names, 2)
        if stack_rule == "up_or_down":
            copies = {**copies, "1": 1, "5": 1, START: 1}
        if rng.random() < 0.2:
            copies = dict.fromkeys(copies, 1)
        suit: Position = {"letter": letter, "copies": copies}
        if backward:
            suit["reversed"] = True
        suits.append(suit)
    return suits


def _stacks(rng: Random, game: Position, trap: bool) -> list[list[str]]:
    """Stacks raised by random plays that fit; a trap leaves one suit without an order, or more."""
    stacks: list[list[str]] = [[] for _ in game["suits"]]
    free = rng.randrange(len(stacks)) if trap else None
    faces = [suit["letter"] + rank for suit in game["suits"] for rank in suit["copies"]]
    if free is not None and game["stack_rule"] == "up_or_down" and rng.random() < 0.6:
        stacks[free] = [game["suits"][free]["letter"] + START]
    whole_score = game["rules"]["all_or_nothing"] or game["rules"]["speedrun"]
    for _ in range(rng.randrange(full_score(game) // 2 if whole_score else 0, full_score(game))):
        fitting = [face for face in faces if accepts(game, stacks, face)]
        fitting = [face for face in fitting if "abc".index(face[0]) != free]
        if fitting:
            face = rng.choice(fitting)
            stacks["abc".index(face[0])].append(face)
    return stacks


def _deal(rng: Random, game: Position, trap: bool) -> bool:
    """Deal what is not on the stacks to hands, pile and discards; False if there is too little."""
    left = [
        suit["letter"] + rank
        for suit in game["suits"]
        for rank, n in suit["copies"].items()
        for _ in range(n)
    ]
    for stack in game["stacks"]:
        for card in stack:
            left.remove(card)
    rng.shuffle(left)
    game["seat"] = rng.randrange(game["players"])
    whole_score = game["rules"]["all_or_nothing"] or game["rules"]["speedrun"]
    pile = rng.choice((1, 1, 2)) if game["family"] == "deck_plays" else rng.choice((0, 1, 2, 3, 4, 5, 6))
    sizes = _hand_sizes(rng, game, pile)
    kept = _first_one_of_each(left) if whole_score or rng.random() < 0.5 else left
    needed = sum(sizes) + pile
    if needed > len(kept):
        return False
    cards, game["discards"] = kept[:needed], kept[needed:]
    rng.shuffle(cards)
    if trap:  # the player to move, or the next one, has cards that would start a stack
        cards.sort(key=lambda card: not accepts(game, game["stacks"], card))
    game["hands"] = [[] for _ in sizes]
    first = (game["seat"] + rng.choice((0, 0, 1))) % game["players"]
    for offset in range(game["players"]):
        seat = (first + offset) % game["players"]
        game["hands"][seat], cards = cards[: sizes[seat]], cards[sizes[seat] :]
        rng.shuffle(game["hands"][seat])
    rng.shuffle(cards)
    game["pile"] = cards
    return True


def _first_one_of_each(cards: list[str]) -> list[str]:
    """`cards` with one copy of each face first, so that what is cut off loses little."""
    once = list(dict.fromkeys(cards))
    more = list(cards)
    for card in once:
        more.remove(card)
    return once + more


def _hand_sizes(rng: Random, game: Position, pile: int) -> list[int]:
    """The number of cards in each hand; sets `turns_left`."""
    players, full = game["players"], game["hand_size"]
    game["turns_left"] = None
    if pile:
        return [full] * players
    if not game["rules"]["final_round"]:
        return _sizes_without_end(rng, game)
    game["turns_left"] = rng.randint(1, players)
    sizes = [full] * players
    for back in range(1, players - game["turns_left"] + 1):  # who had a turn since may have lost a card
        sizes[(game["seat"] - back) % players] -= rng.choice((0, 1))
    return sizes


def _sizes_without_end(rng: Random, game: Position) -> list[int]:
    """Hand sizes some turns after the pile ran out, where nobody's hand is filled any more."""
    players = game["players"]
    sizes = [game["hand_size"]] * players
    turns = rng.randrange(players * game["hand_size"])
    for back in range(1, turns + 1):
        seat = (game["seat"] - back) % players
        sizes[seat] -= rng.choice((0, 1)) if sizes[seat] else 0
    return sizes


def _tokens_and_strikes(rng: Random, game: Position, trap: bool) -> None:
    game["token_limit"] = rng.choice((0, 1, 1, 2) if trap else (0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8))
    if game["token_limit"] > 1 and rng.random() < 0.3:
        game["rules"]["clue_cost"] = 2
    at_limit = trap or rng.random() < 0.3
    game["tokens"] = game["token_limit"] if at_limit else rng.randint(0, game["token_limit"])
    game["strike_limit"] = rng.choice((1, 2, 3))
    game["strikes"] = rng.randrange(game["strike_limit"])
