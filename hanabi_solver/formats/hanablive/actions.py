"""hanab.live's actions (a type, a target and a value) and the engine's moves, in both directions."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.hanablive.clues import clue_rules
from hanabi_solver.formats.hanablive.variants import Variant
from hanabi_solver.game.cards import Card
from hanabi_solver.game.moves import Clue, Discard, Move, Play


class ActionType(IntEnum):
    """What an action does; the numbers are hanab.live's."""

    PLAY = 0
    DISCARD = 1
    SUIT_CLUE = 2
    RANK_CLUE = 3
    END = 4
    END_BY_VOTE = 5


_ENDS = (ActionType.END, ActionType.END_BY_VOTE)
# Why a game was stopped, by the value of the action that says so.
_END_REASONS = {
    2: "strikeout",
    3: "time ran out",
    4: "terminated",
    5: "speedrun failed",
    6: "idle for too long",
    7: "nothing left to do",
    8: "full score out of reach",
    9: "nothing left to do",
    10: "terminated",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One action as hanab.live writes it; `value` is None where none is given."""

    type: int
    target: int
    value: int | None = 0


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The action that stopped a game before the rules ended it."""

    action: Action

    @property
    def reason(self) -> str:
        """Why, in words.

        >>> GameEnd(Action(4, 0, 4)).reason
        'terminated'
        """
        return _END_REASONS.get(self.action.value or 0, f"stopped (reason {self.action.value})")


@dataclass(frozen=True, slots=True)
class ActionTable:
    """What must be known about a game to read and write its actions."""

    variant: Variant
    players: int
    deck: Sequence[Card]

    def move(self, action: Action, place: str) -> Move | GameEnd:
        """The move that an action makes; raises InputError, with `place`, if it makes none.

        Actions say what a move did, in every variant. Whether the rules allow the move is not checked here.
        """
        if action.type in _ENDS:
            return GameEnd(action)
        if action.type in (ActionType.PLAY, ActionType.DISCARD):
            self._check(action.target, 0, len(self.deck) - 1, "a deck index", place)
            return Play(action.target) if action.type == ActionType.PLAY else Discard(action.target)
        if action.type not in (ActionType.SUIT_CLUE, ActionType.RANK_CLUE):
            raise InputError([Fault(place, f"expected an action of type 0 to 5, got {action.type}")])
        self._check(action.target, 0, self.players - 1, "a seat", place)
        if action.type == ActionType.SUIT_CLUE:
            return Clue(action.target, suit=self._colour(action.value, place))
        highest = self.variant.stack_size
        return Clue(action.target, rank=self._check(action.value, 1, highest, "a rank", place))

    def action(self, move: Move) -> Action:
        """The action that hanab.live would write for a move."""
        match move:
            case Clue(target, suit=int(suit)):
                return Action(ActionType.SUIT_CLUE, target, suit)
            case Clue(target, rank=rank):
                return Action(ActionType.RANK_CLUE, target, rank)
            case Play(card):
                return Action(ActionType.PLAY, card)
            case Discard(card):
                return Action(ActionType.DISCARD, card)

    def _colour(self, value: int | None, place: str) -> int:
        clues = clue_rules(self.variant)
        number = len(self.variant.suits) if clues is None else len(clues.colours)
        if number == 0:
            text = f'expected no clue of a colour, as "{self.variant.name}" has none, got one'
            raise InputError([Fault(place, text)])
        return self._check(value, 0, number - 1, "a colour's number", place)

    def _check(self, number: int | None, lowest: int, highest: int, name: str, place: str) -> int:
        if number is None or not lowest <= number <= highest:
            got = "none" if number is None else str(number)
            raise InputError([Fault(place, f"expected {name} of {lowest} to {highest}, got {got}")])
        return number
