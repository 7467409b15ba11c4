"""The pace bound: cards that come late leave too few turns for what must follow them."""

from dataclasses import dataclass

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.names import BoundName


@dataclass(frozen=True, slots=True)
class Due:
    """A card still to be played, and the deck index that must be drawn before it can be.

    `opener` is the card at that index; cards in hands count as drawn.
    """

    card: Card
    arrival: int
    opener: Card


def due_cards(position: Position) -> list[Due]:
    """Every card that can still be played, with its earliest arrival if nothing were ever discarded.

    The arrival of a card is the largest, over the steps from the stack up to it, of the earliest index
    of a copy that is still available; -1 of the pile's first index means "in a hand now".
    """
    now = position.draw_index - 1
    earliest: dict[Card, int] = {}
    for index in reversed(range(position.draw_index, len(position.deck))):
        earliest[position.deck[index]] = index
    for hand in position.hands:
        earliest.update((position.deck[index], now) for index in hand)
    due = []
    for suit, top in enumerate(position.reachable_heights()):
        arrival, opener = now, position.rules.card_at(suit, position.stacks[suit] + 1)
        for step in range(position.stacks[suit] + 1, top + 1):
            card = position.rules.card_at(suit, step)
            if earliest[card] > arrival:
                arrival, opener = earliest[card], card
            due.append(Due(card, arrival, opener))
    return due


def pace_bound(position: Position) -> Bound:
    """The most points that the turns after each draw leave room for (docs/method.md, B2).

    After the card with deck index i is drawn, at most (last index - i) + players plays follow, in the
    final round at most the turns left (and one more if the last card may be played from the pile). Of
    the due cards with arrival >= i no more than that many can be played; the least of "those before i,
    plus that many" over all i is the bound; where the turns are enough, the maximum score. All or nothing
    has no final round, and so no such bound.
    """
    if not position.rules.has_final_round:
        return Bound(BoundName.PACE, position.rules.max_score, "the game has no final round")
    due = due_cards(position)
    score = sum(position.stacks)
    now = position.draw_index - 1
    most = position.rules.max_score
    best = Bound(BoundName.PACE, most, "the turns left are enough for every card still due")
    for index in sorted({now, *(each.arrival for each in due)}):
        late = [each for each in due if each.arrival >= index]
        room = _plays_after(position, index)
        value = score + len(due) - len(late) + room
        # Of equal bounds the latest draw gives the plainest reason.
        if room < len(late) and value <= best.value:
            best = Bound(BoundName.PACE, value, _sentence(position, late, index, room))
    return best


def _plays_after(position: Position, index: int) -> int:
    if position.turns_left is not None:
        return position.turns_left
    behind = len(position.deck) - 1 - index
    from_the_pile = int(behind == 0 and position.rules.deck_plays)
    return behind + position.rules.players + from_the_pile


def _sentence(position: Position, late: list[Due], index: int, room: int) -> str:
    letters = position.rules.letters
    if index < position.draw_index:
        turns_are, cards_are = ("is" if number == 1 else "are" for number in (room, len(late)))
        return (
            f"only {counted(room, 'turn')} {turns_are} left, and {counted(len(late), 'card')} {cards_are} "
            "still to be played"
        )
    cards = ", ".join(format_card(each.card, letters) for each in late)
    behind = len(position.deck) - 1 - index
    where = "the last card of the pile" if behind == 0 else f"drawn with {counted(behind, 'card')} behind it"
    openers = sorted({each.opener for each in late if each.arrival == index})
    names = " and ".join(format_card(card, letters) for card in openers)
    follow = "follows" if room == 1 else "follow"
    return (
        f"{names} is {where}; after it at most {counted(room, 'play')} {follow}, but {len(late)} "
        f"would be needed from there on ({cards})"
    )
