"""One deal as one line of plain text: `PLAYERS DECK`, like "2 b5p4b3..."."""

from hanabi_solver.cards import parse_cards, split_cards
from hanabi_solver.deal import Deal
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.rules import STANDARD_LETTERS, Rules, make_suits


def parse_deal(text: str, suits: str = STANDARD_LETTERS[:5]) -> Deal:
    """The deal that a line `PLAYERS DECK` stands for, under the standard rules with these suits.

    Raises InputError with every fault of the deck.

    >>> parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r").rules.players
    2
    """
    players, _, deck = text.strip().partition(" ")
    if not (players.isascii() and players.isdigit() and deck.strip()):
        fault = Fault(
            "deal",
            f"expected PLAYERS DECK, got {_shorten(text)!r}",
            'write the number of players, a blank and the deck, like "2 b5p4b3..."',
        )
        raise InputError([fault])
    rules = Rules(players=int(players), suits=make_suits(suits))
    cards = parse_cards(split_cards(deck), rules.letters, rules.ranks, "deck")
    return Deal(rules, tuple(cards))


def format_deal(deal: Deal) -> str:
    """The line `PLAYERS DECK` of a deal (its rules, beyond the number of players, are not in it).

    >>> format_deal(parse_deal("2 r1 r1 r1 r2r2r3r3r4r4r5", suits="r"))
    '2 r1r1r1r2r2r3r3r4r4r5'
    """
    letters = deal.rules.letters
    return f"{deal.rules.players} " + "".join(f"{letters[card.suit]}{card.rank}" for card in deal.deck)


def _shorten(text: str) -> str:
    stripped = text.strip()
    return stripped if len(stripped) <= 40 else stripped[:37] + "..."
