"""Game files as hanab.live wrote them years ago, in the form of today's.

Old cards are `{"suit": 0, "rank": 1}`. Older still are actions with a `clue` of their own: types 0, 1 and 2
were a clue, a play and a discard, and in the clue type 0 named a rank and 1 a colour. Where one action of a
file has such a clue, all its actions are read so. Those files counted suits from blue, later ones from red.
"""

from typing import Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import capped
from hanabi_solver.formats.hanablive.actions import ActionType

_OLD_CLUE, _OLD_PLAY, _OLD_DISCARD = 0, 1, 2
_OLD_RANK, _OLD_COLOUR = 0, 1
_NOTE = (
    "an old file: some of that time count suits from blue and not from red, so colours may be named "
    "otherwise than they were; nothing else depends on that"
)


def from_old_form(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The data of a game file with cards and actions as files have them today, and a note if they were old.

    Raises InputError for cards with both names of a suit that disagree, and for old actions that are none.

    >>> from_old_form({"deck": [{"suit": 0, "rank": 1}]})[0]
    {'deck': [{'suitIndex': 0, 'rank': 1}]}
    """
    faults: list[Fault] = []
    deck, actions = data.get("deck"), data.get("actions")
    is_old = False
    if isinstance(deck, list):
        new = [_card(card, f"deck[{index}]", faults) for index, card in enumerate(deck)]
        is_old = new != deck
        deck = new
    if isinstance(actions, list) and any(
        isinstance(each, dict) and isinstance(each.get("clue"), dict) for each in actions
    ):
        actions = [_action(each, f"actions[{index}]", faults) for index, each in enumerate(actions)]
        is_old = True
    if faults:
        raise InputError(capped(faults))
    if not is_old:
        return data, []
    changed = {"deck": deck, "actions": actions}
    return {key: changed.get(key, value) for key, value in data.items()}, [_NOTE]


def _card(card: Any, place: str, faults: list[Fault]) -> Any:
    if not isinstance(card, dict) or "suit" not in card:
        return card
    suit = card["suit"]
    if card.get("suitIndex", suit) != suit:
        text = "expected one number of a suit, got two (suit and suitIndex)"
        faults.append(Fault(place, text, "keep one of them"))
    rest = {key: value for key, value in card.items() if key not in ("suit", "suitIndex")}
    return {"suitIndex": suit, **rest}


def _action(action: Any, place: str, faults: list[Fault]) -> Any:
    if not isinstance(action, dict):
        return action
    kind, clue, target = action.get("type"), action.get("clue"), action.get("target")
    if kind in (_OLD_PLAY, _OLD_DISCARD) and type(kind) is int:
        new = ActionType.PLAY if kind == _OLD_PLAY else ActionType.DISCARD
        return {"type": int(new), "target": target, "value": 0}
    if kind == _OLD_CLUE and type(kind) is int and isinstance(clue, dict):
        clue_kind = clue.get("type")
        if clue_kind in (_OLD_RANK, _OLD_COLOUR) and type(clue_kind) is int:
            named = ActionType.RANK_CLUE if clue_kind == _OLD_RANK else ActionType.SUIT_CLUE
            return {"type": int(named), "target": target, "value": clue.get("value")}
        faults.append(Fault(f"{place}.clue.type", "expected 0 (a rank) or 1 (a colour), got another"))
        return action
    if kind == ActionType.END:
        return action
    text = "expected 0 with a clue, 1 (a play), 2 (a discard) or 4 (the end), got another"
    faults.append(Fault(f"{place}.type", text, "a clue of its own in an action marks the old form of files"))
    return action
