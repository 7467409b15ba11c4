"""What would have been enough: a position with one rule or one card changed, for the solver to decide.

Each change but a swap is a true relaxation: every line of the position as it is stays legal and scores the
same (docs/explain.md argues each), so it can only help. Each is a sound position for the usual solver,
except the game without a seat order (seatless.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from hanabi_solver.game.cards import START_RANK, Card, format_card
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import MAX_DECK, MAX_TOKENS, Rules

# How many cards at the end of the pile are swapped, each with the one before it.
LAST_CARDS = 10


class ChangeKind(StrEnum):
    """The kinds of change, the smallest first."""

    SWAP = "swap"
    ONE_MORE_CLUE = "one-more-clue"
    ONE_MORE_CARD = "one-more-card"
    ONE_MORE_IN_PILE = "one-more-card-in-the-pile"
    UNLIMITED_CLUES = "unlimited-clues"
    NO_SEAT_ORDER = "no-seat-order"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a position.

    `text` says it in words. `position` is what is to be solved; None for the game without a seat order.
    Where `needs_bound` is set, only a bound that holds with any number of tokens shows that the change is not
    enough. A line that plays the card with the deck index `unplayed` does not show that it is.
    """

    kind: ChangeKind
    text: str
    position: Position | None
    needs_bound: bool = False
    unplayed: int | None = None


def changes(position: Position) -> Iterator[Change]:
    """Every change that can be asked about `position`, which is not over; the smallest kinds first.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r1r1r2r2r3r3r4r4r5g1g1g1g2g2g3g3g4g4g5", suits="rg")
    >>> [change.kind.value for change in changes(deal.start())][-4:]
    ['one-more-card', 'one-more-card-in-the-pile', 'unlimited-clues', 'no-seat-order']
    """
    for index in range(max(position.draw_index + 1, len(position.deck) - LAST_CARDS), len(position.deck)):
        if position.deck[index] != position.deck[index - 1]:
            yield swapped(position, index)
    for change in (
        one_more_clue(position),
        one_more_card(position),
        one_more_in_pile(position),
        unlimited_clues(position),
        no_seat_order(position),
    ):
        if change is not None:
            yield change


def swapped(position: Position, index: int) -> Change:
    """The card with this deck index drawn before the one in front of it."""
    deck, letters = position.deck, position.rules.letters
    order = (*deck[: index - 1], deck[index], deck[index - 1], *deck[index + 1 :])
    number = len(deck) - index
    place = {1: "the last card", 2: "the last card but one", 3: "the 3rd card from the end"}.get(
        number, f"the {number}th card from the end"
    )
    earlier, later = format_card(deck[index], letters), format_card(deck[index - 1], letters)
    text = f"{place}, {earlier}, swapped with the {later} before it"
    return Change(ChangeKind.SWAP, text, replace(position, deck=order))


def one_more_clue(position: Position) -> Change | None:
    """One clue more at the start, and room for it: the tokens are always one clue ahead."""
    rules = position.rules
    more = rules.clue_cost
    if rules.token_limit + more > MAX_TOKENS:
        return None
    changed = replace(
        position, rules=replace(rules, token_limit=rules.token_limit + more), tokens=position.tokens + more
    )
    return Change(ChangeKind.ONE_MORE_CLUE, "one more clue token" if more == 1 else "one more clue", changed)


def unlimited_clues(position: Position) -> Change | None:
    """Tokens for every clue that can be of use, and a limit that is never reached: any discard is legal.

    Between two draws a full round of clues changes nothing, so players - 1 clues for each draw and a round at
    the end are enough.
    """
    rules, players = position.rules, position.rules.players
    uses = position.pile_size
    if not rules.has_final_round:  # cards are used one by one to the last
        uses += sum(len(hand) for hand in position.hands)
    needed = rules.clue_cost * ((players - 1) * uses + players)
    gains = uses + players + len(rules.suits)
    tokens = min(max(position.tokens, needed), MAX_TOKENS - 1 - gains)
    if tokens < position.tokens:
        return None
    changed = replace(position, rules=replace(rules, token_limit=tokens + gains + 1), tokens=tokens)
    return Change(ChangeKind.UNLIMITED_CLUES, "unlimited clues", changed, needs_bound=tokens < needed)


def one_more_card(position: Position) -> Change | None:
    """Hands of one card more: every seat starts with a useless card beside those it has.

    That card is a second copy of one in the same hand, which is as good as a useless card. None if a hand is
    empty, as it may be without a final round.
    """
    players = position.rules.players
    if not all(position.hands):
        return None
    rules, useless = position.rules, tuple(position.hand_cards(seat)[0] for seat in range(players))
    for face in useless:
        rules = _with_one_more(rules, face)
    if rules.deck_size > MAX_DECK:
        return None
    changed = replace(
        position,
        rules=replace(rules, hand_size=rules.hand_size + 1),
        deck=(*useless, *position.deck),
        hands=tuple((seat, *(index + players for index in hand)) for seat, hand in enumerate(position.hands)),
        draw_index=position.draw_index + players,
    )
    return Change(ChangeKind.ONE_MORE_CARD, "one more card in every hand", changed)


def one_more_in_pile(position: Position) -> Change | None:
    """A useless card more at the bottom of the pile: the final round begins one draw later.

    That is more than a turn more in the final round: one more discard draws, and seats can give clues between
    the last two draws.

    It is a copy of a card on the stacks, or if they are empty, of one that is played first in its suit: a
    line that does not play this copy could as well do with a useless card. Not where the longer game can
    lose the score again, where the last card may be played from the pile, where there is no final round,
    or where suits have no set order.
    """
    rules = position.rules
    if not position.pile_size or not keeps_score(position) or rules.deck_plays:
        return None
    if rules.deck_size == MAX_DECK or not (rules.has_final_round and rules.has_set_order):
        return None
    suit = max(range(len(position.stacks)), key=lambda suit: position.stacks[suit])
    face = rules.card_at(suit, 1)
    changed = replace(position, rules=_with_one_more(rules, face), deck=(*position.deck, face))
    unplayed = None if position.stacks[suit] else len(position.deck)
    return Change(
        ChangeKind.ONE_MORE_IN_PILE,
        "one more (useless) card at the bottom of the pile",
        changed,
        unplayed=unplayed,
    )


def no_seat_order(position: Position) -> Change | None:
    """Any seat may take any turn, also in the final round.

    Not without tokens, where seats can be forced to misplay, nor where the last card may be played from the
    pile, where every point is needed, where suits have no set order, or where a clue may be missing.
    """
    rules = position.rules
    if rules.needs_all or not rules.has_set_order or rules.clues is not None:
        return None
    if rules.token_limit < rules.clue_cost or rules.token_limit == 0 or rules.deck_plays:
        return None
    return Change(ChangeKind.NO_SEAT_ORDER, "no order of seats", None)


def _with_one_more(rules: Rules, face: Card) -> Rules:
    """Rules with one more copy of a card."""
    suits = list(rules.suits)
    copies = list(suits[face.suit].copies)
    copies[-1 if face.rank == START_RANK else face.rank - 1] += 1
    suits[face.suit] = replace(suits[face.suit], copies=tuple(copies))
    return replace(rules, suits=tuple(suits))
