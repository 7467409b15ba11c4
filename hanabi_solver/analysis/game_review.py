"""The review of one entry of a source, a game of hanab.live, with links to better lines; as JSON too."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hanabi_solver.analysis.review_result import Drop, Reach, Review, ReviewedTurn
from hanabi_solver.analysis.reviewer import review_game
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.formats.convert import link_of_line, no_link_reason
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.first_move import first_move_of, format_first_move
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.options import NO_OPTIONS
from hanabi_solver.formats.hanablive.outcome import Outcome, outcome_of
from hanabi_solver.formats.rules import rules_to_data
from hanabi_solver.game.cards import format_cards
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.solver.best_score import ALONE, NO_LIMITS
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result_json import SCHEMA, turn_to_data
from hanabi_solver.solver.versions import versions


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a game, and for each drop the link that shows its line on hanab.live.

    A link is None where there is no line or it cannot be a link; `why_no_link` says why for the latter, or is
    empty. `source` is the name of the entry.
    """

    source: str
    game: Game
    review: Review
    links: tuple[str | None, ...]
    why_no_link: str
    seed: int

    @property
    def outcome(self) -> Outcome:
        """How the game ended, and its score as the site records it and on the stacks."""
        return outcome_of(self.review.final, None if self.game.end is None else self.game.end.reason)

    @property
    def ending(self) -> str:
        """How the game ended: by the rules, why it was stopped, "no further point", or "not stated"."""
        return self.outcome.ending


def review_entry(
    entry: Entry, *, limits: Limits = NO_LIMITS, seed: int = 0, context: Context = ALONE
) -> GameReview:
    """Review the game of an entry, all of it, whatever turn the entry points to; limits as in `review_game`.

    Raises InputError if the entry is no game with moves, or one of them is illegal.
    """
    game = entry.game
    if game is None or not (game.moves or game.end is not None):
        got = "a puzzle" if entry.puzzle is not None else "a deal"
        advice = "give a game file or a link of hanab.live that holds the moves of a game"
        raise InputError([Fault("", f"expected a game with moves, got {got}", advice)])
    try:
        review = review_game(game.deal, game.moves, limits=limits, seed=seed, context=context)
    except IllegalMoveError as error:
        advice = ""
        if entry.added != NO_OPTIONS:
            advice = "the game was played without the added rules: review it without --rules"
        raise InputError([Fault("", str(error), advice)]) from error
    links, why_no_link = _links(entry, review.drops)
    return GameReview(entry.name, game, review, links, why_no_link, seed)


def _links(entry: Entry, drops: Iterable[Drop]) -> tuple[tuple[str | None, ...], str]:
    links: list[str | None] = []
    why_no_link = ""
    for drop in drops:
        link = None
        if drop.line:
            try:
                link = link_of_line(replace(entry, start=drop.turn.position, turn=drop.turn.turn), drop.line)
            except InputError as error:
                why_no_link = no_link_reason(entry, error)
        links.append(link)
    return tuple(links), why_no_link


def format_review(reviewed: GameReview) -> str:
    """The review as one line of JSON (docs/formats.md, docs/review.schema.json), without a line end."""
    review, game = reviewed.review, reviewed.game
    position = review.start
    data = {
        "schema": SCHEMA,
        "status": "decided" if review.is_decided else "bounds",
        "best": _reach_data(review.best),
        "end": _reach_data(review.end),
        "score": review.final.score,
        "recorded": reviewed.outcome.recorded,
        "on_stacks": reviewed.outcome.on_stacks,
        "max_score": position.rules.max_score,
        "ending": reviewed.ending,
        "loss": None
        if review.loss is None
        else {
            "first_turn": review.loss.first,
            "last_turn": review.loss.last,
            "reasons": _reasons_data(review.loss.reasons),
        },
        "players": list(game.players),
        "variant": game.variant.name,
        "rules": rules_to_data(position.rules),
        "deck": format_cards(position.deck, position.rules.letters, ""),
        "turns": [_reviewed_turn_data(turn) for turn in review.turns],
        "drops": [_drop_data(drop, link) for drop, link in zip(review.drops, reviewed.links, strict=True)],
        "seconds": review.seconds,
        "questions": review.questions,
        "seed": reviewed.seed,
        "versions": versions(),
        "source": reviewed.source,
    }
    return json.dumps(data)


def _reach_data(reach: Reach) -> dict[str, int]:
    return {"best": reach.best, "upper": reach.upper}


def _reasons_data(reasons: Iterable[Bound]) -> list[dict[str, Any]]:
    return [{"bound": reason.name, "value": reason.value, "text": reason.text} for reason in reasons]


def _reviewed_turn_data(turn: ReviewedTurn) -> dict[str, Any]:
    move = turn_to_data(turn.turn, turn.seat, turn.move, turn.position)
    return {**move, "before": _reach_data(turn.before), "after": _reach_data(turn.after)}


def _drop_data(drop: Drop, link: str | None) -> dict[str, Any]:
    turn, letters = drop.turn, drop.turn.position.rules.letters
    return {
        "turn": turn.turn,
        "seat": turn.seat,
        "move": format_first_move(first_move_of(turn.position, turn.move), letters),
        "before": _reach_data(turn.before),
        "after": _reach_data(turn.after),
        "keeping": [format_first_move(move, letters) for move in drop.moves.keeping],
        "undecided": [format_first_move(move, letters) for move in drop.moves.undecided],
        "reasons": _reasons_data(drop.reasons),
        "line": _line_data(turn.position, turn.turn, drop.line),
        "link": link,
    }


def _line_data(position: Position, turn: int, line: Iterable[Move]) -> list[dict[str, Any]]:
    players = position.rules.players
    return [
        turn_to_data(turn + ahead, (position.seat + ahead) % players, move, position)
        for ahead, move in enumerate(line)
    ]
