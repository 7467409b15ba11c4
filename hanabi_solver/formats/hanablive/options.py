"""The options of a hanab.live game that change its rules, and the rules that they and a variant make."""

from dataclasses import dataclass

from hanabi_solver.formats.hanablive.clues import clue_rules
from hanabi_solver.formats.hanablive.variants import Variant
from hanabi_solver.game.cards import Suit
from hanabi_solver.game.rules import STANDARD_HAND_SIZE, Rules

_TOKENS = 8


@dataclass(frozen=True, slots=True)
class Options:
    """What a game changes beyond its variant; the defaults are hanab.live's."""

    starting_player: int = 0
    one_extra_card: bool = False
    one_less_card: bool = False
    empty_clues: bool = False
    deck_plays: bool = False
    all_or_nothing: bool = False
    speedrun: bool = False


NO_OPTIONS = Options()


def rules_for(variant: Variant, players: int, options: Options = NO_OPTIONS) -> Rules:
    """The engine's rules for a game of `variant`.

    Raises UnsupportedRules for numbers of players that are not handled.

    >>> from hanabi_solver.formats.hanablive.variants import variant_by_id
    >>> rules_for(variant_by_id(2), 3).suits[5].copies
    (1, 1, 1, 1, 1)
    """
    hand_size = STANDARD_HAND_SIZE.get(players, 0)
    if hand_size:
        hand_size += options.one_extra_card - options.one_less_card
    return Rules(
        players=players,
        suits=tuple(
            Suit(suit.letter, copies, suit.reversed)
            for suit, copies in zip(variant.suits, variant.copies, strict=True)
        ),
        hand_size=hand_size,
        # A clue starved game is counted in half tokens: a clue costs two, all else gains one.
        token_limit=2 * _TOKENS if variant.clue_starved else _TOKENS,
        clue_cost=2 if variant.clue_starved else 1,
        suit_regains=not variant.throw_in_a_hole,
        empty_clues=options.empty_clues,
        first_seat=options.starting_player,
        deck_plays=options.deck_plays,
        all_or_nothing=options.all_or_nothing,
        discard_at_limit=variant.has_inverted_suits,
        speedrun=options.speedrun,
        stacking=variant.stacking,
        clues=clue_rules(variant),
    )


def changed_options(options: Options) -> dict[str, int | bool]:
    """The options that differ from hanab.live's defaults, by the names that the site gives them.

    >>> changed_options(Options(starting_player=1, deck_plays=True))
    {'startingPlayer': 1, 'deckPlays': True}
    """
    values: dict[str, int | bool] = {
        "startingPlayer": options.starting_player,
        "oneExtraCard": options.one_extra_card,
        "oneLessCard": options.one_less_card,
        "emptyClues": options.empty_clues,
        "deckPlays": options.deck_plays,
        "allOrNothing": options.all_or_nothing,
        "speedrun": options.speedrun,
    }
    return {name: value for name, value in values.items() if value}


def options_of(rules: Rules) -> Options:
    """The options that `rules` would need on hanab.live, whatever the variant.

    >>> options_of(Rules(players=4, hand_size=5, first_seat=2))
    Options(starting_player=2, one_extra_card=True, one_less_card=False, empty_clues=False, \
deck_plays=False, all_or_nothing=False, speedrun=False)
    """
    return Options(
        starting_player=rules.first_seat,
        one_extra_card=rules.hand_size > STANDARD_HAND_SIZE[rules.players],
        one_less_card=rules.hand_size < STANDARD_HAND_SIZE[rules.players],
        empty_clues=rules.empty_clues,
        deck_plays=rules.deck_plays,
        all_or_nothing=rules.all_or_nothing,
        speedrun=rules.speedrun,
    )
