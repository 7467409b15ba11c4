"""Rules of hanab.live's options added to what a seed, link, game, deal or puzzle says, by their names."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import shorten
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, Options, options_of
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import STANDARD_HAND_SIZE, Rules

_OTHER_HANDS = ("one-extra-card", "one-less-card")
RULE_NAMES = ("all-or-nothing", "speedrun", "deck-plays", "empty-clues", *_OTHER_HANDS)


def read_rules(names: Sequence[str]) -> Options:
    """The options with these names, given one by one or several in a text, with commas.

    A name may be spelled as the site or a puzzle file spells it.

    Raises InputError for other names, and for hands that are to be both larger and smaller.

    >>> rule_names(read_rules(["speedrun", "deck-plays,emptyClues"]))
    ('speedrun', 'deck-plays', 'empty-clues')
    >>> read_rules(["anything"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hanabi_solver.errors.InputError: rules: expected names of rules (all-or-nothing, ...), got 'anything'
    """
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, Sequence) or isinstance(names, bytes):
        advice = 'write a list of names: rules=["all-or-nothing"]'
        raise InputError([Fault("rules", f"expected a list of names, got {type(names).__name__}", advice)])
    given: list[object] = []
    for text in names:
        given += list(map(_spelled, text.split(","))) if isinstance(text, str) else [text]
    unknown = [shorten(repr(name)) for name in given if name not in RULE_NAMES]
    if unknown:
        text = f"expected names of rules ({', '.join(RULE_NAMES)}), got {', '.join(unknown)}"
        raise InputError([Fault("rules", text, 'write them as listed, with commas: "speedrun,deck-plays"')])
    if set(_OTHER_HANDS) <= set(given):
        text = f"expected {' or '.join(_OTHER_HANDS)}, got both"
        raise InputError([Fault("rules", text, "leave out both for hands of the usual size")])
    return Options(**{str(name).replace("-", "_"): True for name in given})


def _spelled(name: str) -> str:
    """The name as it is listed, if only its spelling differs; else as it was given."""
    bare = name.strip()
    plain = re.sub(r"[^a-z]", "", bare.lower())
    return next((each for each in RULE_NAMES if each.replace("-", "") == plain), bare)


def rule_names(options: Options) -> tuple[str, ...]:
    """The names of the rules that these options have, in their usual order."""
    return tuple(name for name in RULE_NAMES if getattr(options, name.replace("-", "_")))


def game_with(game: Game, added: Options) -> Game:
    """The same game under further options; whether its moves are legal then, a replay says.

    Raises InputError if the hands cannot have another size: its moves were made with those that it has.

    >>> from hanabi_solver.formats.hanablive.game import game_of
    >>> from hanabi_solver.formats.hanablive.seeds import parse_seed
    >>> game = game_with(game_of(parse_seed("p2v0s1").deal), read_rules(["one-extra-card", "speedrun"]))
    >>> game.deal.rules.hand_size, rule_names(game.options)
    (6, ('speedrun', 'one-extra-card'))
    """
    if added == NO_OPTIONS:
        return game
    if game.moves:
        number = len(game.moves)
        _refuse_other_hands(added, f"a game with {number} move{'' if number == 1 else 's'}")
    rules = rules_with(game.deal.rules, added)
    return replace(game, deal=Deal(rules, game.deal.deck), options=options_of(rules))


def start_with(start: Deal | Position, added: Options) -> Deal | Position:
    """The same deal or position under further options.

    Raises InputError if the hands of a position are to have another size, and for one in its final round that
    is to be all or nothing, which has none.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> start_with(parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r"), read_rules(["speedrun"])).rules.speedrun
    True
    """
    if added == NO_OPTIONS:
        return start
    if isinstance(start, Deal):
        return Deal(rules_with(start.rules, added), start.deck)
    _refuse_other_hands(added, "a position")
    rules = rules_with(start.rules, added)
    if start.turns_left is not None and not rules.has_final_round:
        text = "expected a position before the final round to add all-or-nothing, got one in it"
        advice = "all or nothing has no final round: give the position as a file that has the rule itself"
        raise InputError([Fault("rules", text, advice)])
    return replace(start, rules=rules).checked()


def rules_with(rules: Rules, added: Options) -> Rules:
    """These rules with those of further options.

    A hand of one card more or less has one more or less than usual, whether it had that before or not. Raises
    InputError for hands of a third size.
    """
    size = rules.hand_size
    for name in rule_names(added):
        if name in _OTHER_HANDS:
            usual = STANDARD_HAND_SIZE[rules.players]
            size = usual + added.one_extra_card - added.one_less_card
            if rules.hand_size not in (usual, size):
                text = f"expected hands of the usual {usual} cards to add {name}, got {rules.hand_size} cards"
                raise InputError([Fault("rules", text, f"leave out {name}")])
    return replace(
        rules,
        hand_size=size,
        empty_clues=rules.empty_clues or added.empty_clues,
        deck_plays=rules.deck_plays or added.deck_plays,
        all_or_nothing=rules.all_or_nothing or added.all_or_nothing,
        speedrun=rules.speedrun or added.speedrun,
    )


def _refuse_other_hands(added: Options, got: str) -> None:
    for name in rule_names(added):
        if name in _OTHER_HANDS:
            text = f"expected a deal without moves to add {name}, got {got}"
            advice = f"the hands are dealt already: leave out {name}, or give the seed or the deck alone"
            raise InputError([Fault("rules", text, advice)])
