"""Rules in files: what a puzzle's or result's `rules` object says, in both directions."""

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.clues import clues_from_file, clues_to_data
from hanabi_solver.formats.faults import shorten
from hanabi_solver.game.cards import Suit
from hanabi_solver.game.rules import STANDARD_HAND_SIZE, Rules, make_suits
from hanabi_solver.names import Stacking

if TYPE_CHECKING:  # pydantic costs time that only reading files needs
    from hanabi_solver.formats.puzzle_schema import RulesFile

_PLAIN_FIELDS = (
    "token_limit",
    "strike_limit",
    "empty_clues",
    "strikeout_scores",
    "first_seat",
    "clue_cost",
    "suit_regains",
    "deck_plays",
    "all_or_nothing",
)
# Rules that few games have: stated where they differ from the standard, also where every value is.
_RARE_FIELDS = ("discard_at_limit", "speedrun", "stacking")
# What suits written as letters may be besides normal.
_LETTER_KEYS = ("dark", "reversed")
_ABOUT_SUITS = {"suits", "stacking", "clues", *_LETTER_KEYS}


def rules_from_file(file: "RulesFile", players: int | None) -> Rules:
    """The rules that a file states, for `players` if it does not say how many.

    Raises InputError with every fault; the places start with "rules".
    """
    faults: list[Fault] = []
    suits = suits_from_file(file, faults)
    number = players if file.players is None else file.players
    if number is None:
        faults.append(
            Fault(
                "rules.players", "expected the number of players, got none", 'write "rules": {"players": 2}'
            )
        )
    hand_size = file.hand_size
    if hand_size is not None and hand_size < 2:
        faults.append(Fault("rules.hand_size", f"expected at least 2, got {hand_size}"))
        hand_size = None
    clues = None
    if file.clues is not None:
        clues = clues_from_file(file.clues, "".join(suit.letter for suit in suits), faults)
    try:
        rules = Rules(
            players=2 if number is None else number,
            suits=suits,
            hand_size=hand_size or 0,
            clues=clues,
            **{name: getattr(file, name) for name in (*_PLAIN_FIELDS, *_RARE_FIELDS)},
        )
    except InputError as error:
        known = {fault.place for fault in faults}
        faults.extend(fault for fault in error.faults if fault.place not in known)
    if faults:
        raise InputError(faults)
    return rules


def readable_rules(
    file: "RulesFile", players: int | None, faults: list[Fault]
) -> tuple[Rules, frozenset[str]]:
    """The rules as far as they are sound, and the names of those that have their standard value instead.

    What is wrong is added to `faults`; so the rest of a file can be checked with rules that are faulty
    themselves. Suits are sound or not all together, but for what `dark` and `reversed` say of them.
    """
    try:
        return rules_from_file(file, players), frozenset()
    except InputError as error:
        faults.extend(error.faults)
        found = error.faults
    doubted: set[str] = set()
    while True:
        names = {re.split(r"[.\[]", fault.place)[1] for fault in found}
        if "hand_size" in names and file.hand_size is None:
            names.add("suits")  # they have too few cards for any hands
        if names & {"suits", "stacking"}:
            names |= _ABOUT_SUITS
        if names <= doubted:
            raise InputError(faults)
        doubted |= names
        standard = {name: type(file).model_fields[name].default for name in doubted}
        if "suits" not in doubted and isinstance(file.suits, str):
            standard |= {key: _known(getattr(file, key), file.suits) for key in doubted & {*_LETTER_KEYS}}
        number = players if players is not None and 2 <= players <= 6 else 2
        try:
            return rules_from_file(file.model_copy(update=standard), number), frozenset(doubted)
        except InputError as error:
            found = error.faults


def _known(letters: str, suits: str) -> str:
    return "".join(letter for letter in letters if letter in suits)


def suits_from_file(file: "RulesFile", faults: list[Fault]) -> tuple[Suit, ...]:
    """The suits that a file states; what does not fit them is added to `faults`, and counts for nothing."""
    listed = {key: getattr(file, key) for key in _LETTER_KEYS}
    if isinstance(file.suits, str):
        # Without any suits, that alone is reported.
        strangers = [
            (key, letter)
            for key in listed
            for letter in listed[key]
            if file.suits and letter not in file.suits
        ]
        for key, letter in strangers:
            faults.append(
                Fault(f"rules.{key}", f"expected letters of suits ({shorten(file.suits)}), got {letter!r}")
            )
        return _suits_by_letter(file.suits, file.dark, file.reversed, file.stacking)
    for key, letters in listed.items():
        if letters:
            faults.append(
                Fault(
                    f"rules.{key}",
                    f"expected none with suits that state their copies, got {shorten(letters)!r}",
                    f"write suits as letters, or drop {key}",
                )
            )
    return tuple(Suit(suit.letter, tuple(suit.copies), suit.reversed, suit.first) for suit in file.suits)


def _suits_by_letter(letters: str, dark: str, backwards: str, stacking: Stacking) -> tuple[Suit, ...]:
    """Suits by letter; a reversed one has as many copies of its first card, a 5, as others have of the 1."""
    return tuple(
        Suit(suit.letter, suit.copies[::-1], reversed=True) if suit.letter in backwards else suit
        for suit in make_suits(letters, dark, stacking)
    )


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """The rules in full, as JSON data: every value stated, but for those of rules that few games have.

    >>> rules_to_data(Rules(players=3))["hand_size"]
    5
    """
    return {
        "players": rules.players,
        "suits": [
            {"letter": suit.letter, "copies": list(suit.copies), "reversed": suit.reversed}
            | ({"first": suit.first} if suit.first else {})
            for suit in rules.suits
        ],
        "hand_size": rules.hand_size,
        **{name: getattr(rules, name) for name in _PLAIN_FIELDS},
        **_changed(rules, _RARE_FIELDS),
        **_clues_data(rules),
    }


def rules_to_short_data(rules: Rules) -> dict[str, Any]:
    """The number of players and what differs from the standard rules, as JSON data.

    >>> rules_to_short_data(Rules(players=3, suits=make_suits("rgk", "k")))
    {'players': 3, 'suits': 'rgk', 'dark': 'k'}
    >>> rules_to_short_data(Rules(suits=(Suit("r"), Suit("p", (1, 2, 2, 2, 3), reversed=True))))
    {'players': 2, 'suits': 'rp', 'reversed': 'p'}
    """
    data: dict[str, Any] = {"players": rules.players}
    dark = "".join(suit.letter for suit in rules.suits if set(suit.copies) == {1})
    backwards = "".join(suit.letter for suit in rules.suits if suit.reversed)
    if _suits_by_letter(rules.letters, dark, backwards, rules.stacking) == rules.suits:
        if rules.letters != Rules().letters:
            data["suits"] = rules.letters
        data.update({key: value for key, value in (("dark", dark), ("reversed", backwards)) if value})
    else:
        data["suits"] = rules_to_data(rules)["suits"]
    if rules.hand_size != STANDARD_HAND_SIZE[rules.players]:
        data["hand_size"] = rules.hand_size
    return data | _changed(rules, (*_PLAIN_FIELDS, *_RARE_FIELDS)) | _clues_data(rules)


def _changed(rules: Rules, names: tuple[str, ...]) -> dict[str, Any]:
    """The values of these rules that differ from the standard ones."""
    defaults = {rule.name: rule.default for rule in fields(Rules)}
    values = {name: getattr(rules, name) for name in names}
    return {name: value for name, value in values.items() if value != defaults[name]}


def _clues_data(rules: Rules) -> dict[str, Any]:
    return {} if rules.clues is None else {"clues": clues_to_data(rules.clues, rules.letters)}
