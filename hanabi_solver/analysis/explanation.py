"""What can be said about a score that is out of reach, or the way to it; and its JSON (schema 1)."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hanabi_solver.analysis.common_start import CommonStart
from hanabi_solver.analysis.first_moves import FirstMoves
from hanabi_solver.analysis.narrowness import Narrowness
from hanabi_solver.analysis.relaxations import ChangeKind
from hanabi_solver.bounds.bound import Bound
from hanabi_solver.formats.first_move import format_first_move
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.names import NAMED_BOUNDS, Answer
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.result_json import SCHEMA, format_result

# Bounds that name what is in the way, the plainest first. The others only say that nothing was found.
# How an answer to "can the goal be reached?" is called in JSON.
_STATUS = {Answer.YES: "reachable", Answer.NO: "unreachable", Answer.UNKNOWN: "undecided"}


class ExplanationKind(StrEnum):
    """What explains that a score is out of reach: a named bound, or what would have been enough."""

    BOUND = "bound"
    WHAT_IF = "what-if"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Whether one change of the position (relaxations.py) would bring the score within reach.

    `follows_from` names the change whose answer settles this one, if it was not asked itself.
    """

    kind: ChangeKind
    text: str
    answer: Answer
    follows_from: ChangeKind | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """What can be said about reaching `goal` from a position.

    `result` is the solve of it. If the goal is out of reach: `reasons` are the bounds that say so, the
    plainest first, and then the one that goes lowest, if that is another; `what_ifs` the changes that were
    asked about (none if a named bound says it, unless they were wished for); `missing` the cards that the
    line of `result` leaves out. If it can be reached, `narrowness` says how hard that is. `start` is what all
    lines to the goal have in common if it can be reached, whether or not more can; else all lines to the best
    score (None if that is not known, or if no move is needed).
    """

    result: Result
    goal: int
    reasons: tuple[Bound, ...]
    what_ifs: tuple[WhatIf, ...]
    missing: tuple[Card, ...]
    narrowness: Narrowness | None
    start: CommonStart | None
    seconds: float

    def __str__(self) -> str:
        """The answer in one line."""
        match self.answer:
            case Answer.YES:
                return f"{self.goal} can be reached"
            case Answer.NO:
                why = "; ".join(reason.text for reason in self.reasons)
                return f"{self.goal} cannot be reached{f': {why}' if why else ''}"
            case Answer.UNKNOWN:
                return f"{self.goal} is not decided"

    def __repr__(self) -> str:
        return f"<Explanation {self}>"

    @property
    def answer(self) -> Answer:
        """Whether the goal can be reached."""
        if self.result.best >= self.goal:
            return Answer.YES
        return Answer.NO if self.result.upper < self.goal else Answer.UNKNOWN

    @property
    def kind(self) -> ExplanationKind | None:
        """The kind of reason why the goal is out of reach; None if there is none, or it can be reached."""
        if self.answer is not Answer.NO:
            return None
        if any(reason.name in NAMED_BOUNDS for reason in self.reasons):
            return ExplanationKind.BOUND
        return ExplanationKind.WHAT_IF if any(each.answer is Answer.YES for each in self.what_ifs) else None

    @property
    def is_complete(self) -> bool:
        """Whether the answer is known, and if it is no, everything was decided that could explain it."""
        if self.answer is not Answer.NO or self.kind is not None:
            return self.answer is not Answer.UNKNOWN
        return all(each.answer is not Answer.UNKNOWN for each in self.what_ifs)


def format_explanation(explanation: Explanation) -> str:
    """The explanation as one line of JSON (docs/formats.md), without a line end."""
    result, narrowness, start = explanation.result, explanation.narrowness, explanation.start
    letters = result.position.rules.letters
    data = {
        "schema": SCHEMA,
        "status": _STATUS[explanation.answer],
        "kind": None if explanation.kind is None else explanation.kind.value,
        "goal": explanation.goal,
        "best": result.best,
        "upper": result.upper,
        "max_score": result.position.rules.max_score,
        "reasons": [
            {"bound": reason.name, "value": reason.value, "text": reason.text}
            for reason in explanation.reasons
        ],
        "what_ifs": [
            {
                "change": each.kind.value,
                "text": each.text,
                "answer": each.answer.value,
                "follows_from": None if each.follows_from is None else each.follows_from.value,
            }
            for each in explanation.what_ifs
        ],
        "missing": [format_card(card, letters) for card in explanation.missing],
        "narrowness": None
        if narrowness is None
        else {
            "first_moves": _moves_data(narrowness.first_moves, letters),
            "least_pace": narrowness.least_pace,
            "pace_turn": narrowness.pace_turn,
            "least_tokens": narrowness.least_tokens,
            "tokens_turn": narrowness.tokens_turn,
        },
        "common_start": None
        if start is None
        else {
            "score": start.score,
            "moves": [format_first_move(move, letters) for move in start.moves],
            "choice": _moves_data(start.choice, letters),
        },
        "seconds": explanation.seconds,
        "source": result.source,
        "result": json.loads(format_result(result)),
    }
    return json.dumps(data)


def _moves_data(moves: FirstMoves | None, letters: str) -> dict[str, Any] | None:
    if moves is None:
        return None
    kinds = {"keeping": moves.keeping, "losing": moves.losing, "undecided": moves.undecided}
    return {kind: [format_first_move(move, letters) for move in each] for kind, each in kinds.items()}
