"""Why one merged hand is too small, card by card: what the single-hand bound means at the table.

Both reasons say in a sentence what the bound only states as a number, and each holds by itself
(docs/explain.md, "Too many cards to hold").
"""

from collections.abc import Iterator

from hanabi_solver.bounds.pace import due_cards
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position

# States that the look for a dead end may visit; past it there is no such reason.
STATE_LIMIT = 20_000


def held_reason(position: Position, value: int) -> str:
    """A sentence why no line scores more than `value`, with the cards in conflict; empty if none is found.

    The single-hand bound of `position` is `value` or less.
    """
    if position.turns_left is not None:
        return ""
    crowd = _crowd(position, value)
    return crowd if crowd or not position.rules.has_final_round else _squeeze(position, value)


def _crowd(position: Position, value: int) -> str:
    """The first draw before which too many cards are waiting, whatever is done until then."""
    rules, first = position.rules, position.draw_index
    capacity = rules.players * rules.hand_size
    due = due_cards(position)
    for index in range(first, len(position.deck) - int(rules.deck_plays)):
        to_come = set(position.deck[index:])
        waiting = [each.card for each in due if each.arrival >= index and each.card not in to_come]
        if sum(position.stacks) + len(due) - (len(waiting) - (capacity - 1)) <= value:
            return (
                f"{len(waiting)} cards come for the last time before {_place(position, index)}, and none of "
                f"them can be played before it ({_listed(waiting, position)}); only {capacity - 1} of them "
                f"can be kept: the hands hold {capacity} cards, and one has to go to draw it"
            )
    return ""


def _squeeze(position: Position, value: int) -> str:
    """The moment at which all hands are full of needed cards: the last without a loss, or the first."""
    merged = _HeldHand(position)
    if merged.reachable.bit_count() != value + 1:
        return ""  # cards may be lost: at no moment one too many has to go
    index, held = merged.first_squeeze()
    again = held & merged.to_come(index)
    ends = merged.latest_dead_end()
    if ends is not None:
        index, held = ends
        again = 0
    if index >= merged.end:
        return ""
    rules = position.rules
    faces = sorted(rules.card_of_type(number) for number in range(held.bit_length()) if held >> number & 1)
    spare = [face for face in faces if again >> rules.type_number(face) & 1]
    full = (
        f"before {_place(position, index)}, all {len(faces)} cards in the hands are still needed and none "
        f"can be played ({_listed(faces, position)})"
    )
    if not spare:
        until = "" if ends is None or index == merged.first_squeeze()[0] else "at the latest "
        return f"{until}{full}, and none of them comes again"
    out_of_reach = f"{counted(value + 1, 'point')} {'is' if value == 0 else 'are'} out of reach"
    if len(spare) == 1:
        return f"{full}; only {_listed(spare, position)} comes again, and without it {out_of_reach}"
    which = "each comes" if len(spare) == len(faces) else f"only {_listed(spare, position)} come"
    return f"{full}; {which} again, but whichever is dropped, {out_of_reach}"


def _place(position: Position, index: int) -> str:
    """The draw of the card with this deck index: by its number, since the pile may hold that face again."""
    number = index - position.draw_index + 1
    behind = len(position.deck) - 1 - index
    face = format_card(position.deck[index], position.rules.letters)
    return (
        f"draw {number} ({face}, {counted(behind, 'card')} behind it)"
        if behind
        else f"the last draw ({face})"
    )


def _listed(cards: list[Card], position: Position) -> str:
    return " ".join(format_card(card, position.rules.letters) for card in cards)


class _HeldHand:
    """The game with all hands in one and no needed card lost; types are bits as in `Rules.type_number`."""

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self._suits = len(rules.suits)
        self._low = (1 << self._suits) - 1
        self._capacity = rules.players * rules.hand_size
        self._first = position.draw_index
        self.reachable = _mask(
            rules.type_number(rules.card_at(suit, step))
            for suit, top in enumerate(position.reachable_heights())
            for step in range(1, top + 1)
        )
        self._played = _mask(
            rules.type_number(rules.card_at(suit, step))
            for suit, height in enumerate(position.stacks)
            for step in range(1, height + 1)
        )
        self._pile = [1 << rules.type_number(card) & self.reachable for card in position.pile]
        self._to_come = [0] * (len(self._pile) + 1)
        for draw in reversed(range(len(self._pile))):
            self._to_come[draw] = self._to_come[draw + 1] | self._pile[draw]
        hands = (
            rules.type_number(card) for seat in range(rules.players) for card in position.hand_cards(seat)
        )
        self._held = _mask(hands) & self.reachable
        # With this rule the last card may leave the pile without a card leaving the hand.
        self._last = len(self._pile) - int(rules.deck_plays)
        self.end = self._first + self._last

    def to_come(self, index: int) -> int:
        """The cards to be drawn from this deck index on."""
        return self._to_come[index - self._first]

    def first_squeeze(self) -> tuple[int, int]:
        """The deck index that cannot be drawn without dropping a needed card, and what is held then."""
        draw, _, held = self._run(0, self._played, self._held)
        return self._first + draw, held

    def latest_dead_end(self) -> tuple[int, int] | None:
        """The same, where no card held comes again: the latest that play can be made to end at.

        None if play can go on without ever losing a card for good, or the look took too long.
        """
        latest: tuple[int, int] | None = None
        todo, seen = [(0, self._played, self._held)], set[tuple[int, int, int]]()
        while todo:
            draw, played, held = state = self._run(*todo.pop())
            if draw >= self._last or len(seen) > STATE_LIMIT:
                return None
            if state in seen:
                continue
            seen.add(state)
            spare = held & self._to_come[draw]
            if not spare and (latest is None or self._first + draw > latest[0]):
                latest = self._first + draw, held
            while spare:
                dropped = spare & -spare
                spare ^= dropped
                todo.append((draw + 1, played, held ^ dropped | self._pile[draw] & ~played))
        return latest

    def _run(self, draw: int, played: int, held: int) -> tuple[int, int, int]:
        """Play and drop what costs nothing until a needed card has to go, or the pile ends."""
        while draw < self._last:
            playable = held & (played << self._suits | self._low) & ~played
            if playable:
                card = playable & -playable
                played, held = played | card, held ^ card
            elif held.bit_count() == self._capacity:
                break
            held |= self._pile[draw] & ~played
            draw += 1
        return draw, played, held


def _mask(numbers: Iterator[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
