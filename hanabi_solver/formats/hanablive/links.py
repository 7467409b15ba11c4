"""hanab.live's replay links: a whole game in one line of text, in both directions.

The text after "replay-json/" has three or four parts, with commas between them and dashes anywhere:

- a digit for the number of players, the lowest and the highest rank (a digit each), then one character a
  card: suit x number of ranks + (rank - lowest rank), in base 62;
- the lowest and the highest type of action (a digit each), then two characters an action:
  (value + 1, or 0 without a value) x number of types + (type - lowest type), and the target;
- the id of the variant;
- the seed, which may be missing.

A turn (from 1) may follow after "#".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hanabi_solver.errors import Fault, InputError, UnsupportedRules
from hanabi_solver.formats.counting import checked_deal
from hanabi_solver.formats.faults import capped, shorten
from hanabi_solver.formats.hanablive.actions import Action, ActionTable, ActionType, GameEnd
from hanabi_solver.formats.hanablive.base62 import ALPHABET, Character, joined, split, without_dashes
from hanabi_solver.formats.hanablive.game import Game
from hanabi_solver.formats.hanablive.game_numbers import is_site_link
from hanabi_solver.formats.hanablive.options import NO_OPTIONS, changed_options, rules_for
from hanabi_solver.formats.hanablive.seeds import SEED_HELP, deal_of, is_seed, notes_on_numbers
from hanabi_solver.formats.hanablive.variants import Variant, variant_by_id
from hanabi_solver.game.cards import START_RANK, Card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Move
from hanabi_solver.game.rules import Rules
from hanabi_solver.game.words import SEAT_NAMES
from hanabi_solver.names import Stacking

_SITE = "https://hanab.live/"
_PATH = "replay-json/"
_LINE_LENGTH = 20
_BARE_LINK = re.compile(r"[2-6][0-9]{2}[A-Za-z0-9]*,[A-Za-z0-9]*,[0-9]+(,[^#]*)?(#[0-9]*)?")
# A text that begins like the shortest deck: most likely a bare link, though perhaps not a sound one.
_LIKE_A_LINK = re.compile(r"[2-6][0-9]{2}[^,/\\\s]{30,},.*")
# A seed with other characters (a dash above all) would not come back as it was.
_SAFE_SEED = re.compile(r"p[0-9]{1,3}v[0-9]{1,9}s[A-Za-z0-9]*")
_SEED_START = re.compile(r"(p([0-9]{1,3}(v([0-9]{1,9}s?)?)?)?)?")
_DECK_INDEX = re.compile(r"deck\[([0-9]+)\]")
_FIELDS = "DECK,ACTIONS,VARIANT[,SEED]"
_FORM = f"a link is {_FIELDS}, as copied from the site"
# The site opens no link without an action: this one, with no other value, is in links to deals alone.
_NOTHING_YET = Action(ActionType.END, 0, 4)
# Longer texts than the id of any variant are rather cards or actions that a comma cut off.
_LONGEST_ID = 4


@dataclass(frozen=True, slots=True)
class Link:
    """A game and the turn that its link points to (from 1), or None."""

    game: Game
    turn: int | None


def is_link(text: str) -> bool:
    """Whether `text` has the form of a link to hanab.live, sound or not (blanks around it do not matter).

    >>> is_link("https://hanab.live/replay-json/215aaa,00,0"), is_link("p2v0s1")
    (True, False)
    """
    if _PATH in text or is_site_link(text):
        return True
    bare = text.strip().replace("-", "")
    return any(form.fullmatch(bare) is not None for form in (_BARE_LINK, _LIKE_A_LINK))


def parse_link(text: str) -> Game:
    """The game of a link; a turn after "#" is left aside (`read_link`). Errors are those of `read_link`."""
    return read_link(text).game


def read_link(text: str) -> Link:
    """The game of a link, with or without the host in front, and the turn it points to.

    Raises InputError that says which character is wrong, counted from 1 in `text` as it is given, and
    UnsupportedRules for variants that are not handled. The moves are not replayed (`Game.replay`).
    """
    start, end = _bounds(text)
    characters = without_dashes(text, start, end)
    parts = split(characters, ",", len(characters) + 1)
    _check_characters(parts)
    turn = _read_turn(text, end)
    _check_fields(parts)
    variant = _read_variant(parts[2])
    raw = text[parts[3][0].index : end].rstrip() if len(parts) == 4 and parts[3] else ""
    if len(parts) == 4:
        _check_seed(parts[3], raw, end)
    players, deck = _read_deck(parts[0], variant)
    deal = _deal_of_cards(rules_for(variant, players), deck, parts[0][3:])
    moves, game_end = _read_actions(parts[1], ActionTable(variant, players, deck))
    seed: str = ""
    notes: tuple[str, ...] = ()
    if raw:
        seed, notes = _read_seed(raw, joined(parts[3]), variant, deal)
    if not moves and game_end is not None and game_end.action == _NOTHING_YET:
        game_end = None
    names = SEAT_NAMES[:players]
    return Link(Game(variant, names, deal, tuple(moves), NO_OPTIONS, seed, game_end, notes), turn)


def format_link(game: Game, turn: int | None = None, *, shared: bool = False) -> str:
    """The link that shows a game on the site, from the turn `turn` on if given.

    Names, notes, and seeds of another form or with other characters than letters and digits are not in it,
    nor is the end of a game that nobody in particular stopped. A deal without moves gets the one action
    that the site asks for, which is read as none. Raises UnsupportedRules if the game's options
    keep it from being a link.
    """
    _refuse_options(game)
    text = ",".join([_deck_text(game), _actions_text(game), str(game.variant.id)])
    lines = [text[at : at + _LINE_LENGTH] for at in range(0, len(text), _LINE_LENGTH)]
    kind = "shared-" if shared else ""
    seed = f",{game.seed}" if _SAFE_SEED.fullmatch(game.seed) else ""
    return f"{_SITE}{kind}{_PATH}{'-'.join(lines)}{seed}" + ("" if turn is None else f"#{turn}")


def _bounds(text: str) -> tuple[int, int]:
    """Where the game starts and ends in the text."""
    start = text.find(_PATH)
    if start >= 0:
        start += len(_PATH)
    elif is_site_link(text):
        fault = Fault(
            "",
            f"expected a link with {_PATH} in it, got another",
            "a link with the number of a game does not hold the game, which has to be fetched",
        )
        raise InputError([fault])
    else:
        start = len(text) - len(text.lstrip())
    hash_at = text.find("#", start)
    return start, len(text.rstrip()) if hash_at < 0 else hash_at


def _read_turn(text: str, end: int) -> int | None:
    """The turn after the game, which ends at `end`."""
    digits = text[end:].strip().removeprefix("#")
    if not digits:
        return None
    for index, character in enumerate(digits, end + 1):
        if character not in "0123456789":
            raise InputError([Character(character, index).fault('a turn after "#"')])
    place = f"character {end + 2}"
    if len(digits) > 4:
        raise InputError([Fault(place, f'expected a turn of 4 digits at most after "#", got {len(digits)}')])
    if int(digits) == 0:
        raise InputError([Fault(place, 'expected a turn from 1 after "#", got 0', "the first turn is 1")])
    return int(digits)


def _check_characters(parts: Sequence[Sequence[Character]]) -> None:
    """Refuse characters that no link has: all those in deck and actions, else the first."""
    expected = "a letter, a digit, a dash or a comma"
    bad = [[character for character in part if character.number is None] for part in parts]
    faults = [character.fault(expected) for part in bad[:2] for character in part]
    if not faults:
        advice = "leave out what does not belong to the link"
        faults = [character.fault(expected, advice) for part in bad[2:] for character in part][:1]
    if faults:
        raise InputError(capped(faults))


def _check_fields(parts: Sequence[Sequence[Character]]) -> None:
    """Refuse a wrong number of parts, and a third one that is no number: a comma is missing or too many."""
    got = f"expected {_FIELDS}, got {len(parts)} part{'s' if len(parts) > 1 else ''}"
    if len(parts) < 3:
        raise InputError([Fault("", got, f"a comma seems to be missing: {_FORM}")])
    if len(parts) > 4:
        raise InputError([Fault("", got, f"a comma seems to be too many: {_FORM}")])
    bad = next((character for character in parts[2] if character.digit is None), None)
    if parts[2] and bad is None:
        return
    third = joined(parts[2])
    place = "" if bad is None else bad.place
    what = f'"{shorten(third)}"' if third else "nothing"
    raise InputError(
        [Fault(place, f"{got} with {what} as VARIANT, which is a number", _advice_on(third, len(parts)))]
    )


def _advice_on(third: str, parts: int) -> str:
    """What seems to be wrong with the commas where `third` is in the place of the variant."""
    if is_seed(third.lstrip("0123456789")):
        return f"a seed stands there, so a comma seems to be missing: {_FORM}"
    if parts == 4:
        what = "cards or actions stand there, so " if third else ""
        return f"{what}a comma seems to be too many: {_FORM}"
    if len(third) > _LONGEST_ID:
        return f"cards or actions stand there, so a comma seems to be too many and VARIANT missing: {_FORM}"
    return _FORM


def _check_seed(part: Sequence[Character], raw: str, end: int) -> None:
    """Refuse what follows the variant but is no seed."""
    bare = joined(part)
    if is_seed(bare) or is_seed(raw):
        return
    match = _SEED_START.match(bare)
    sound = 0 if match is None else match.end()
    advice = f"{SEED_HELP}; or there is a comma too many"
    if sound < len(part):
        raise InputError([part[sound].fault("a seed after the variant", advice)])
    raise InputError(
        [Fault(f"character {end + 1}", "expected a seed after the variant, got its end", advice)]
    )


def _deal_of_cards(rules: Rules, deck: Sequence[Card], part: Sequence[Character]) -> Deal:
    """The deal of a deck; what is wrong with its cards is reported with their places in the link."""

    def named(text: str) -> str:
        return _DECK_INDEX.sub(lambda match: part[int(match[1])].place, text)

    try:
        return checked_deal(rules, deck)
    except InputError as error:
        faults = [replace(fault, place=named(fault.place), text=named(fault.text)) for fault in error.faults]
        raise type(error)(faults) from error


def _read_variant(part: Sequence[Character]) -> Variant:
    digits = joined(part)
    if len(digits) > 9:
        raise InputError([part[9].fault("a comma or the end after the id of a variant")])
    return variant_by_id(int(digits), part[0].place)


def _read_deck(part: Sequence[Character], variant: Variant) -> tuple[int, tuple[Card, ...]]:
    if len(part) < 3:
        raise InputError(
            [Fault("", f"expected players, lowest and highest rank, got {len(part)} digits", _FORM)]
        )
    players = part[0].digit
    if players is None or not 2 <= players <= len(SEAT_NAMES):
        raise InputError([part[0].fault(f"a number of players of 2 to {len(SEAT_NAMES)}")])
    lowest, span = _read_range(part[1:3], 1, _highest_rank(variant), "rank")
    cards: list[Card] = []
    faults: list[Fault] = []
    for character in part[3:]:
        number = character.number
        if number is None or number >= len(variant.suits) * span:
            last = ALPHABET[len(variant.suits) * span - 1]
            faults.append(character.fault(f'a card (a to {last} in "{variant.name}")'))
            continue
        suit, step = divmod(number, span)
        card = Card(suit, lowest + step)
        if variant.stacking is Stacking.UP_OR_DOWN and variant.stack_size < card.rank < START_RANK:
            faults.append(character.fault(f'a card of "{variant.name}"'))
            continue
        cards.append(card)
    if faults:
        raise InputError(capped(faults))
    return players, tuple(cards)


def _highest_rank(variant: Variant) -> int:
    return START_RANK if variant.stacking is Stacking.UP_OR_DOWN else variant.stack_size


def _read_range(part: Sequence[Character], least: int, most: int, name: str) -> tuple[int, int]:
    """The lowest of a range that two digits state, and how many numbers it holds."""
    lowest, highest = part[0].digit, part[1].digit
    if lowest is None or not least <= lowest <= most:
        raise InputError([part[0].fault(f"a lowest {name} of {least} to {most}")])
    if highest is None or not lowest <= highest <= most:
        raise InputError([part[1].fault(f"a highest {name} of {lowest} to {most}")])
    return lowest, highest - lowest + 1


def _read_actions(part: Sequence[Character], table: ActionTable) -> tuple[list[Move], GameEnd | None]:
    moves: list[Move] = []
    if not part:
        return moves, None
    if len(part) == 1:
        raise InputError([part[0].fault("two digits, the lowest and the highest type of action")])
    lowest, span = _read_range(part[:2], 0, max(ActionType), "type of action")
    if len(part) % 2:
        raise InputError([part[-1].fault("two characters for each action", "the target is missing")])
    end: GameEnd | None = None
    faults: list[Fault] = []
    for kind, target in zip(part[2::2], part[3::2], strict=True):
        value, step = divmod(kind.number or 0, span)
        action = Action(lowest + step, target.number or 0, value - 1 if value else None)
        try:
            move = table.move(action, kind.place)
        except InputError as error:
            faults.extend(error.faults)
            continue
        if end is not None:
            faults.append(Fault(kind.place, "expected no action after the end of the game, got one"))
        elif isinstance(move, GameEnd):
            end = move
        else:
            moves.append(move)
    if faults:
        raise InputError(capped(faults))
    return moves, end


def _read_seed(raw: str, bare: str, variant: Variant, deal: Deal) -> tuple[str, tuple[str, ...]]:
    """The seed, and a note if it gives another deck; a dash in it may be its own, or there for the line."""
    players = deal.rules.players
    for seed in (bare, raw):
        if is_seed(seed) and deal_of(seed, variant, players).deck == deal.deck:
            return seed, tuple(notes_on_numbers(seed, variant, players))
    seed = bare if is_seed(bare) else raw
    note = f'the deck is not that of the seed "{seed}"; the deck counts'
    return seed, (*notes_on_numbers(seed, variant, players), note)


def _refuse_options(game: Game) -> None:
    if game.options == NO_OPTIONS:
        return
    raise UnsupportedRules(
        [
            Fault(
                "options",
                f"expected a game without options of its own, got {', '.join(changed_options(game.options))}",
                "a link holds players, deck, actions and variant only: write a game file (JSON)",
            )
        ]
    )


def _deck_text(game: Game) -> str:
    highest = _highest_rank(game.variant)
    cards = "".join(ALPHABET[card.suit * highest + card.rank - 1] for card in game.deal.deck)
    return f"{len(game.players)}1{highest}{cards}"


def _actions_text(game: Game) -> str:
    actions = [game.table.action(move) for move in game.moves]
    if game.end is not None and game.end.action.type == ActionType.END and game.end.action.target >= 0:
        actions.append(game.end.action)
    if not actions:
        actions.append(_NOTHING_YET)
    # Older readers forget to add the lowest type: with 0 it makes no difference.
    highest = max((action.type for action in actions), default=0)
    text = "".join(_action_text(action, highest + 1) for action in actions)
    return f"0{int(highest)}{text}"


def _action_text(action: Action, span: int) -> str:
    value = 0 if action.value is None else action.value + 1
    return ALPHABET[value * span + action.type] + ALPHABET[action.target]
