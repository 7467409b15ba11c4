"""Cards of a file by place: unknown cards, wrong numbers of copies, and what each `x` stands for."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hanabi_solver.cards import UNKNOWN_TRASH, Card, format_card, parse_card, split_cards
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.rules import Rules

# Stands in for a card that could not be read, where only the number of cards still matters.
_PLACEHOLDER = Card(0, 1)


@dataclass(slots=True)
class CardCount:
    """Collects the cards of a file with their places, and finds what is wrong with them together.

    Read every section with `read`, then ask for `faults`, then `fill` the sections.
    """

    rules: Rules
    stacks: tuple[int, ...]
    reading_faults: list[Fault] = field(default_factory=list)
    _places: dict[Card, list[str]] = field(default_factory=dict)
    _trash_places: list[str] = field(default_factory=list)
    _lost: Counter[Card] = field(default_factory=Counter)
    _has_unknown: bool = False
    _shortage_place: str = ""

    def read(self, cards: str | Sequence[str], place: str, *, allows_trash: bool = True) -> list[Card | None]:
        """The cards of one section, None for each `x`; unreadable ones become faults."""
        texts = split_cards(cards) if isinstance(cards, str) else list(cards)
        read: list[Card | None] = []
        for index, text in enumerate(texts):
            at = f"{place}[{index}]"
            if text == UNKNOWN_TRASH and allows_trash:
                self._trash_places.append(at)
                read.append(None)
                continue
            try:
                card = parse_card(text, self.rules.letters, self.rules.ranks, at)
            except InputError as error:
                self.reading_faults.extend(error.faults)
                self._has_unknown = True
                card = _PLACEHOLDER
            else:
                self._places.setdefault(card, []).append(at)
            read.append(card)
        return read

    def read_discards(self, cards: str | Sequence[str]) -> list[Card]:
        """The listed discard pile; an `x` is no card here."""
        discards = [card for card in self.read(cards, "discards", allows_trash=False) if card is not None]
        self._lost.update(discards)
        self._shortage_place = "discards"
        return discards

    def read_deck(self, cards: str | Sequence[str]) -> list[Card]:
        """A whole deck; an `x` is no card here."""
        deck = [card for card in self.read(cards, "deck", allows_trash=False) if card is not None]
        self._shortage_place = "deck"
        if len(deck) != self.rules.deck_size:
            fault = Fault("deck", f"expected {self.rules.deck_size} cards, got {len(deck)}")
            self.reading_faults.append(fault)
        return deck

    def missing(self) -> list[Card]:
        """The cards of the deck that the file shows nowhere, in order of faces."""
        return [
            face for face in self.rules.faces() for _ in range(self.rules.copies(face) - self._shown(face))
        ]

    def faults(self) -> list[Fault]:
        """Everything wrong with the cards taken together."""
        faults = [*self.reading_faults, *self._excess_faults()]
        if self._has_unknown:
            return faults  # the unknown card may be the one that is missing
        if self._trash_places:
            faults.extend(self._trash_faults())
        elif self._shortage_place:
            faults.extend(self._shortage_faults())
        return faults

    def fill(self, sections: Sequence[Sequence[Card | None]]) -> tuple[list[list[Card]], list[Card]]:
        """The sections with each `x` as a missing card, and the missing cards then left over."""
        missing = iter(self.missing())
        filled = [
            [next(missing, _PLACEHOLDER) if card is None else card for card in section]
            for section in sections
        ]
        return filled, list(missing)

    def _shown(self, face: Card) -> int:
        return self._on_stack(face) + len(self._places.get(face, ()))

    def _on_stack(self, face: Card) -> int:
        return int(self.stacks[face.suit] >= self.rules.step(face))

    def _excess_faults(self) -> Iterator[Fault]:
        for face, places in self._places.items():
            copies, name = self.rules.copies(face), format_card(face, self.rules.letters)
            stack = f"stacks.{self.rules.letters[face.suit]}"
            if len(places) > copies:
                where = [stack, *places] if self._on_stack(face) else places
                yield Fault(
                    places[copies],
                    f"expected at most {_copies(copies)} of {name}, got {self._shown(face)} "
                    f"({', '.join(where)})",
                )
            elif self._shown(face) > copies:
                yield Fault(
                    stack,
                    f"expected a copy of {name} for the stack, got all elsewhere ({', '.join(places)})",
                    "lower the stack, or replace the card",
                )

    def _shortage_faults(self) -> Iterator[Fault]:
        short = Counter(self.missing())
        if not short:
            return
        told = []
        for face, number in short.items():
            copies = self.rules.copies(face)
            told.append(f"{format_card(face, self.rules.letters)} ({copies - number} of {copies})")
        yield Fault(
            self._shortage_place,
            f"expected all copies of each card, got too few of {', '.join(told)}",
            "list the missing cards, or leave discards out: then all of them count as discarded"
            if self._shortage_place == "discards"
            else "add the missing cards",
        )

    def _trash_faults(self) -> Iterator[Fault]:
        missing = self.missing()
        if len(missing) < len(self._trash_places):
            yield Fault(
                self._trash_places[len(missing)],
                f"expected at most {len(missing)} times {UNKNOWN_TRASH} (the deck has no more cards), "
                f"got {len(self._trash_places)}",
            )
        useful = Counter(face for face in missing if self._is_useful(face))
        if useful:
            names = {format_card(face, self.rules.letters): number for face, number in useful.items()}
            told = ", ".join(
                name if number == 1 else f"{name} ({number} copies)" for name, number in names.items()
            )
            yield Fault(
                self._trash_places[0],
                f"expected no useful card unaccounted for where {UNKNOWN_TRASH} stands for useless ones, "
                f"got {told}",
                "write each of them where it is, or list it in discards",
            )

    def _is_useful(self, face: Card) -> bool:
        height, step = self.stacks[face.suit], self.rules.step(face)
        if step <= height:
            return False
        needed = (self.rules.card_at(face.suit, below) for below in range(height + 1, step + 1))
        return all(self._lost[card] < self.rules.copies(card) for card in needed)


def _copies(number: int) -> str:
    return "1 copy" if number == 1 else f"{number} copies"
