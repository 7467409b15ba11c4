"""A full deal: the rules and the whole shuffled deck."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """Rules and the whole shuffled deck; deck index 0 is dealt first.

    Raises InputError, listing every card with a wrong number of copies, if the deck is not the one
    that the rules ask for.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> deal = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r")
    >>> deal.start().hands
    ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))
    """

    rules: Rules
    deck: tuple[Card, ...]

    def __post_init__(self) -> None:
        faults = list(self._faults())
        if faults:
            raise InputError(faults)

    def _faults(self) -> Iterator[Fault]:
        rules = self.rules
        if len(self.deck) != rules.deck_size:
            yield Fault("deck", f"expected {rules.deck_size} cards, got {len(self.deck)}")
        counts = Counter(self.deck)
        for face in rules.faces():
            if counts[face] != rules.copies(face):
                name = format_card(face, rules.letters)
                copies = counted(rules.copies(face), "copy", "copies")
                yield Fault("deck", f"expected {copies} of {name}, got {counts[face]}")
        for face in counts.keys() - set(rules.faces()):
            yield Fault("deck", f"expected a card of these rules, got {face}")

    def __str__(self) -> str:
        """The board at the start as plain text."""
        return str(self.start())

    def _repr_html_(self) -> str:
        """The board at the start for notebooks."""
        return self.start()._repr_html_()

    def start(self) -> Position:
        """The position after dealing: seat 0 gets the first cards, then seat 1, and so on."""
        rules = self.rules
        size = rules.hand_size
        dealt = rules.players * size
        return Position(
            rules=rules,
            deck=self.deck,
            hands=tuple(tuple(range(seat * size, (seat + 1) * size)) for seat in range(rules.players)),
            draw_index=dealt,
            stacks=(0,) * len(rules.suits),
            discards=(),
            tokens=rules.token_limit,
            strikes=0,
            seat=rules.first_seat,
            turns_left=None if dealt < len(self.deck) or not rules.has_final_round else rules.players,
            stack_ranks=() if rules.has_set_order else ((),) * len(rules.suits),
        )
