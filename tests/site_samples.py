"""Small games of hanab.live for tests of the replay by its rules."""

from typing import Any

import pytest
from site_replay import DIGITS, Outcome, SiteRefusal, Table, replay
from site_variants import RANK, START, Variant, make_variant

FIVE = "Red, Yellow, Green, Blue, Purple"
FOUR = "Red, Yellow, Green, Blue"
THREE = "Red, Green, Blue"
NONE = make_variant("No Variant", FIVE)


def deal(variant: Variant, first: str) -> list[dict[str, int]]:
    """A whole deck that begins with the cards of `first` ("r1 y2", or "-" for any), 5s and START last."""
    left = [
        (number, rank)
        for rank in sorted(variant.ranks, key=lambda rank: (rank == 1, rank == 5, rank))
        for number, suit in enumerate(variant.suits)
        for _ in range(variant.copies(suit, rank))
    ]
    letters = [suit.name[0].lower() for suit in variant.suits]
    chosen: list[tuple[int, int] | None] = []
    for text in first.split():
        card = None if text == "-" else (letters.index(text[0]), START if text[1] == "s" else int(text[1]))
        if card:
            left.remove(card)
        chosen.append(card)
    cards = [card or left.pop(0) for card in chosen] + left
    return [{"suitIndex": suit, "rank": rank} for suit, rank in cards]


def action(text: str) -> dict[str, int]:
    """ "p3" plays card 3, "d3" discards it, "c1.0" and "r1.5" clue seat 1, "x4" stops with value 4."""
    kind, rest = text[0], text[1:]
    if kind == "x":
        return {"type": 4, "target": 0, "value": int(rest)}
    target, _, value = rest.partition(".")
    return {"type": "pdcr".index(kind), "target": int(target), "value": int(value or 0)}


def game(variant: Variant, first: str, moves: str, players: int = 2, **options: Any) -> dict[str, Any]:
    return {
        "players": ["?"] * players,
        "deck": deal(variant, first),
        "actions": [action(text) for text in moves.split()],
        "options": {"variant": variant.name, **options},
    }


def played(variant: Variant, first: str, moves: str, players: int = 2, **options: Any) -> Outcome:
    return replay(game(variant, first, moves, players, **options), variant)


def refused(variant: Variant, first: str, moves: str, players: int = 2, **options: Any) -> tuple[int, str]:
    with pytest.raises(SiteRefusal) as caught:
        played(variant, first, moves, players, **options)
    return caught.value.turn, caught.value.why


def burnt(variant: Variant, first: str, pile: int, **options: Any) -> Table:
    """A table of two after rank clues by seat 0 and discards by seat 1, with `pile` cards left."""
    table = Table(game(variant, first, "", **options), variant)
    while len(table.cards) - table.drawn > pile:
        if table.seat == 0:
            table.act(0, RANK, 1, table.cards[table.hands[1][0]][1])
        else:
            table.act(0, 1, table.hands[1][0], 0)
    return table


def link(variant_id: int, variant: Variant, moves: str, first: str = "", players: int = 2) -> str:
    """A link as the site writes it, with a dash after every 20 characters."""
    data = game(variant, first, moves, players)
    top = max(variant.ranks)
    text = f"{players}1{top}" + "".join(
        DIGITS[card["suitIndex"] * top + card["rank"] - 1] for card in data["deck"]
    )
    text += ",04"
    for move in data["actions"]:
        value = move["value"] + 1 if move["type"] > 1 else 0
        text += DIGITS[value * 5 + move["type"]] + DIGITS[move["target"]]
    text += f",{variant_id}"
    return "https://hanab.live/replay-json/" + "-".join(text[i : i + 20] for i in range(0, len(text), 20))
