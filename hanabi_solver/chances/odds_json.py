"""Odds as JSON (schema 1): counts of orders are texts of digits, as they pass what numbers of JSON hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hanabi_solver.chances.words import hangs_on
from hanabi_solver.formats.first_move import format_first_move
from hanabi_solver.game.cards import UNKNOWN_TRASH, format_card
from hanabi_solver.solver.result_json import SCHEMA

if TYPE_CHECKING:
    from hanabi_solver.chances.result import MoveOdds, Odds, OrdersWon


def format_odds(odds: Odds) -> str:
    """The odds as one line of JSON (docs/odds.schema.json), without a line end."""
    letters = odds.position.rules.letters
    data = {
        "schema": SCHEMA,
        "status": odds.status.value,
        "target": odds.target,
        "target_reason": odds.target_reason.value,
        "pile": [format_card(card, letters) for card in sorted(odds.position.pile)],
        "orders": str(odds.orders),
        "orders_won": _won_data(odds.won),
        "moves": [_move_data(move, letters) for move in odds.moves],
        "hangs_on": hangs_on(odds),
        "hindsight": None if odds.hindsight is None else str(odds.hindsight),
        "turn": odds.first_turn,
        "seat": odds.position.seat,
        "nodes": odds.nodes,
        "seconds": odds.seconds,
        "source": odds.source,
    }
    return json.dumps(data)


def _won_data(won: OrdersWon) -> dict[str, str]:
    return {"least": str(won.least), "most": str(won.most)}


def _move_data(move: MoveOdds, letters: str) -> dict[str, Any]:
    draws = [
        {
            "card": UNKNOWN_TRASH if draw.card is None else format_card(draw.card, letters),
            "ways": draw.ways,
            "orders": str(draw.won.orders),
            "orders_won": _won_data(draw.won),
        }
        for draw in move.draws
    ]
    return {"move": format_first_move(move.name, letters), "orders_won": _won_data(move.won), "draws": draws}
