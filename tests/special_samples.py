"""Positions of the special rules as the oracle's dicts state them, and as the package's own values."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from hanabi_solver import Limits, Position, Rules, Status, solve
from hanabi_solver.game.cards import Card, Suit, parse_cards
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.names import Method, Stacking

TRAPS = Path(__file__).parent / "data" / "special_traps.jsonl"
_STACKING = {"up": Stacking.BY_RANK, "up_or_down": Stacking.UP_OR_DOWN, "sudoku": Stacking.SUDOKU}


def rules_of(data: dict[str, Any]) -> Rules:
    """The rules of a position in the form of `special_oracle.py`."""
    rules = data["rules"]
    return Rules(
        players=data["players"],
        suits=tuple(
            Suit(suit["letter"], tuple(suit["copies"].values()), suit.get("reversed", False))
            for suit in data["suits"]
        ),
        hand_size=data["hand_size"],
        token_limit=data["token_limit"],
        strike_limit=data["strike_limit"],
        stacking=_STACKING[data["stack_rule"]],
        **{
            name: rules.get(name, False)
            for name in (
                *("all_or_nothing", "clue_cost", "deck_plays", "discard_at_limit", "empty_clues"),
                *("speedrun", "strikeout_scores", "suit_regains"),
            )
        },
    )


def position_of(data: dict[str, Any]) -> Position:
    """A sound position from one in the form of `special_oracle.py`."""
    rules = rules_of(data)

    def cards(texts: list[str]) -> list[Card]:
        return parse_cards(texts, rules.letters, rules.rank_marks, "cards")

    hands, deck = [], []
    for hand in data["hands"]:
        hands.append(tuple(range(len(deck), len(deck) + len(hand))))
        deck += cards(hand)
    ranks = tuple(tuple(card.rank for card in cards(stack)) for stack in data["stacks"])
    return Position(
        rules=rules,
        deck=(*deck, *cards(data["pile"])),
        hands=tuple(hands),
        draw_index=len(deck),
        stacks=tuple(map(len, ranks)),
        discards=tuple(cards(data["discards"])),
        tokens=data["tokens"],
        strikes=data["strikes"],
        seat=data["seat"],
        turns_left=data["turns_left"],
        stack_ranks=() if rules.has_set_order else ranks,
    ).checked()


def found_by(method: Method, position: Position) -> int:
    """The best score that a method proves, with a line of that score whose end keeps it."""
    result = solve(position, method=method, limits=Limits(workers=1))
    final = replay(position, result.line)
    assert (result.status, final.score) == (Status.OPTIMAL, result.best)
    assert result.best == 0 or keeps_score(final)
    return result.best


@cache
def stored_traps() -> list[dict[str, Any]]:
    """Positions in which a model that lets a card go as a strike though it fits finds too much."""
    return [json.loads(line) for line in TRAPS.read_text(encoding="utf-8").splitlines()]
