"""Results as JSON (schema 1): all that a solve found, with the position, so that it can be verified."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hanabi_solver.errors import Fault
from hanabi_solver.formats.rules import rules_to_data
from hanabi_solver.game.cards import format_card, format_cards
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position

if TYPE_CHECKING:
    from hanabi_solver.solver.result import Result

SCHEMA = 1


def format_result(result: Result) -> str:
    """The result as one line of JSON (docs/formats.md, docs/result.schema.json), without a line end."""
    position = result.position
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "status": result.status.value,
        "best": result.best,
        "upper": result.upper,
        "max_score": position.rules.max_score,
        "target": result.target,
        "answer": None if result.answer is None else result.answer.value,
        "reasons": [
            {"bound": reason.name, "value": reason.value, "text": reason.text} for reason in result.reasons
        ],
        "line": [
            turn_to_data(
                result.first_turn + ahead, (position.seat + ahead) % position.rules.players, move, position
            )
            for ahead, move in enumerate(result.line)
        ],
        "link": result.link,
        "cross_check": None
        if result.cross_check is None
        else {"method": result.cross_check.method, "agrees": result.cross_check.agrees},
        "method": result.method,
        "seconds": result.seconds,
        "nodes": result.nodes,
        "seed": result.seed,
        "versions": dict(result.versions),
        "rules": rules_to_data(position.rules),
        "position": _position_data(position),
        "source": result.source,
    }
    if result.least_turns is not None:
        data["shortest"] = {"turns": len(result.line), "least": result.least_turns}
    if result.gap:
        data["gap"] = result.gap
    return json.dumps(data)


def format_error(faults: Sequence[Fault], source: str) -> str:
    """What stands in the place of a result if there is none: one line of JSON with the faults."""
    data = {
        "schema": SCHEMA,
        "status": "error",
        "source": source,
        "errors": [{"place": fault.place, "text": fault.text, "help": fault.help} for fault in faults],
    }
    return json.dumps(data)


def turn_to_data(turn: int, seat: int, move: Move, position: Position) -> dict[str, Any]:
    """One move as results state it; `position` is any of the game, as only its deck and suits count."""
    letters = position.rules.letters
    data: dict[str, Any] = {"turn": turn, "seat": seat}
    match move:
        case Play(card) | Discard(card):
            action = "play" if isinstance(move, Play) else "discard"
            face = format_card(position.deck[card], letters)
            return {**data, "action": action, "card": face, "deck_index": card}
        case Clue(target, suit, rank):
            named = str(rank) if suit is None else position.rules.clue_letters[suit]
            return {**data, "action": "clue", "target": target, "suit_or_rank": named}


def _position_data(position: Position) -> dict[str, Any]:
    letters = position.rules.letters
    data: dict[str, Any] = {
        "deck": format_cards(position.deck, letters, ""),
        "hands": [list(hand) for hand in position.hands],
        "draw_index": position.draw_index,
        "stacks": dict(zip(letters, position.stacks, strict=True)),
        "discards": format_cards(position.discards, letters, ""),
        "tokens": position.tokens,
        "strikes": position.strikes,
        "seat": position.seat,
        "turns_left": position.turns_left,
    }
    if position.last_clue:
        data["last_clue"] = position.last_clue
    if not position.rules.has_set_order:
        data["stack_ranks"] = dict(zip(letters, map(list, position.stack_ranks), strict=True))
    return data
