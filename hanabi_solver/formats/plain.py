"""One deal as one line of plain text: `PLAYERS DECK`, like "2 b5p4b3..."."""

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import small
from hanabi_solver.formats.counting import CardCount
from hanabi_solver.formats.faults import capped, shorten
from hanabi_solver.game.cards import format_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import STANDARD_LETTERS, Rules, make_suits

# The suits of many programs and papers, white among them, in the order in which these name them.
WHITE_LETTERS = "rygwb"


def suit_letters(deck: str) -> str:
    """The letters of the five suits of a deck: those with white if it has a white card and no purple one.

    >>> suit_letters("r1p1"), suit_letters("R1 W1")
    ('rygbp', 'rygwb')
    """
    letters = small(deck)
    return WHITE_LETTERS if "w" in letters and "p" not in letters else STANDARD_LETTERS[:5]


def parse_deal(text: str, suits: str = "") -> Deal:
    """The deal that a line `PLAYERS DECK` describes, under the standard rules with these suits.

    The suits are "rygbp", or "rygwb" for a deck with white cards, if none are given.
    Letters of cards may be capitals as well. Raises InputError with the faults of the line.

    >>> parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").rules.players
    2
    """
    players, deck = (*text.split(maxsplit=1), "", "")[:2]
    if not (players.isascii() and players.isdigit() and len(players) <= 2 and deck):
        fault = Fault(
            "",
            f"expected PLAYERS DECK, got {shorten(text.strip())!r}",
            'write the number of players, a blank and the deck, like "2 b5p4b3..."',
        )
        raise InputError([fault])
    suits = suits or suit_letters(deck)
    faults: list[Fault] = []
    try:
        rules = Rules(players=int(players), suits=make_suits(suits))
    except InputError as error:
        faults.extend(Fault("players", fault.text, fault.help) for fault in error.faults)
        rules = Rules(suits=make_suits(suits))
    count = CardCount(rules, (0,) * len(rules.suits))
    cards = count.read_deck(deck)
    faults.extend(count.faults())
    if faults:
        raise InputError(capped(faults))
    return Deal(rules, tuple(cards))


def format_deal(deal: Deal) -> str:
    """The line `PLAYERS DECK` of a deal (its rules, beyond the number of players, are not in it).

    >>> format_deal(parse_deal("2 r1 r1 r1 r2r2r3r3r4r4r5", suits="r"))
    '2 r1r1r1r2r2r3r3r4r4r5'
    """
    return f"{deal.rules.players} {format_cards(deal.deck, deal.rules.letters, '')}"
