"""Cards of a file by place: unknown cards, wrong numbers of copies, and which card each `x` is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.cardtext import card_texts, read_card, small
from hanabi_solver.game.cards import UNKNOWN_TRASH, Card, format_card
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules

# Stands in for a card that could not be read, where only the number of cards still matters.
_PLACEHOLDER = Card(0, 1)
# A deck of a wrong size that lacks more cards than this has only its size reported.
_MOST_MISSING_TOLD = 6
_MOST_PLACES_NAMED = 6


@dataclass(slots=True)
class CardCount:
    """Collects the cards of a file with their places, and finds what is wrong with them together.

    Read every section with `read`, then ask for `faults`, then `fill` the sections. Where the file has other
    faults, cards may lie where they cannot be seen: `unread` counts those that could not be read (more can be
    added), of the suits in `open_suits` nothing is known to be missing, and with `is_open` of no suit. Hands
    of a wrong size, which are reported as such, have `lacking` cards too few and `surplus` cards too many.
    """

    rules: Rules
    stacks: tuple[int, ...]
    stack_ranks: tuple[tuple[int, ...], ...] = ()
    open_suits: frozenset[int] = frozenset()
    is_open: bool = False
    unread: int = 0
    lacking: int = 0
    surplus: int = 0
    reading_faults: list[Fault] = field(default_factory=list)
    _places: dict[Card, list[str]] = field(default_factory=dict)
    _trash_places: list[str] = field(default_factory=list)
    _lost: Counter[Card] = field(default_factory=Counter)
    _shortage_place: str = ""
    _is_wrong_size: bool = False

    def read(self, cards: str | Sequence[str], place: str, *, allows_trash: bool = True) -> list[Card | None]:
        """The cards of one section, None for each `x`; unreadable ones become faults."""
        read: list[Card | None] = []
        for index, text in enumerate(card_texts(cards)):
            at = f"{place}[{index}]"
            if allows_trash and small(text) == UNKNOWN_TRASH:
                self._trash_places.append(at)
                read.append(None)
                continue
            try:
                card = read_card(text, self.rules.letters, self.rules.rank_marks, at)
            except InputError as error:
                self.reading_faults.extend(error.faults)
                self.unread += 1
                card = _PLACEHOLDER
            else:
                self._places.setdefault(card, []).append(at)
            read.append(card)
        return read

    def read_discards(self, cards: str | Sequence[str]) -> list[Card]:
        """The listed discard pile; an `x` is no card here."""
        before = self.unread
        discards = [card for card in self.read(cards, "discards", allows_trash=False) if card is not None]
        if self.unread > before:
            self.is_open = True  # it may be the last copy of a card that others wait for
        self._lost.update(discards)
        self._shortage_place = "discards"
        return discards

    def read_deck(self, cards: str | Sequence[str]) -> list[Card]:
        """A whole deck; an `x` is no card here."""
        deck = [card for card in self.read(cards, "deck", allows_trash=False) if card is not None]
        self._note_deck_size(len(deck))
        return deck

    def add_deck(self, deck: Sequence[Card]) -> None:
        """A whole deck whose cards are read already."""
        for index, card in enumerate(deck):
            self._places.setdefault(card, []).append(f"deck[{index}]")
        self._note_deck_size(len(deck))

    def missing(self) -> list[Card]:
        """The cards of the deck that the file shows nowhere, in order of faces."""
        return [
            face for face in self.rules.faces() for _ in range(self.rules.copies(face) - self._shown(face))
        ]

    def faults(self) -> list[Fault]:
        """Everything wrong with the cards taken together."""
        faults = [*self.reading_faults, *self._excess_faults()]
        if self.is_open:
            return faults
        if self._trash_places:
            faults.extend(self._trash_faults())
        elif self._shortage_place:
            faults.extend(self._shortage_faults())
        return faults

    def excess_faces(self) -> set[Card]:
        """The faces that the file shows more often than the deck holds them."""
        return {face for face in self._places if self._shown(face) > self.rules.copies(face)}

    def fill(self, sections: Sequence[Sequence[Card | None]]) -> tuple[list[list[Card]], list[Card]]:
        """The sections with each `x` as a missing card, and the missing cards then left over."""
        missing = iter(self.missing())
        filled = [
            [next(missing, _PLACEHOLDER) if card is None else card for card in section]
            for section in sections
        ]
        return filled, list(missing)

    def _note_deck_size(self, size: int) -> None:
        self._shortage_place = "deck"
        if size != self.rules.deck_size:
            advice = "add the missing cards" if size < self.rules.deck_size else "remove what is too much"
            fault = Fault("deck", f"expected {self.rules.deck_size} cards, got {size}", advice)
            self.reading_faults.append(fault)
            self._is_wrong_size = True

    def _shown(self, face: Card) -> int:
        return self._on_stack(face) + len(self._places.get(face, ()))

    def _on_stack(self, face: Card) -> int:
        if face.suit in self.open_suits:
            return 0
        if self.stack_ranks:
            return int(face.rank in self.stack_ranks[face.suit])
        return int(self.stacks[face.suit] >= self.rules.step(face))

    def _excess_faults(self) -> Iterator[Fault]:
        for face, places in self._places.items():
            copies, name = self.rules.copies(face), format_card(face, self.rules.letters)
            stack = f"stacks.{self.rules.letters[face.suit]}"
            if len(places) > copies:
                where = [stack, *places] if self._on_stack(face) else places
                yield Fault(
                    places[copies],
                    f"expected at most {counted(copies, 'copy', 'copies')} of {name}, "
                    f"got {self._shown(face)} ({_listed(where)})",
                    "replace what is too much",
                )
            elif self._shown(face) > copies:
                yield Fault(
                    stack,
                    f"expected a copy of {name} for the stack, got all elsewhere ({_listed(places)})",
                    "lower the stack, or replace the card",
                )

    def _shortage_faults(self) -> Iterator[Fault]:
        short = Counter(face for face in self.missing() if face.suit not in self.open_suits)
        # What could not be read may be what is missing.
        useful = [face for face in short.elements() if self._is_useful(face)]
        # So may useless cards be that hands lack.
        room = self.unread + (0 if useful else self.lacking)
        if short.total() <= room or (self._is_wrong_size and short.total() > _MOST_MISSING_TOLD):
            return
        named = []
        for face, number in short.items():
            copies = self.rules.copies(face)
            named.append(f"{format_card(face, self.rules.letters)} ({copies - number} of {copies})")
        yield Fault(
            self._shortage_place,
            f"expected all copies of each card, got too few of {', '.join(named)}{self._perhaps_unread()}",
            "list the missing cards, or leave discards out: then all of them count as discarded"
            if self._shortage_place == "discards"
            else "add the missing cards",
        )

    def _trash_faults(self) -> Iterator[Fault]:
        missing = self.missing()
        if len(missing) + self.surplus < len(self._trash_places):
            number = "no" if not missing else f"at most {len(missing)}"
            yield Fault(
                self._trash_places[len(missing)],
                f"expected {number} {UNKNOWN_TRASH} (the deck has no more cards), "
                f"got {len(self._trash_places)}",
                "remove an x, or a card that is written too often",
            )
        useful = Counter(
            face for face in missing if face.suit not in self.open_suits and self._is_useful(face)
        )
        if useful.total() > self.unread:
            named = ", ".join(self._name_missing(face, number) for face, number in useful.items())
            is_one = useful.total() == 1
            what = f"the {format_card(next(iter(useful)), self.rules.letters)}" if is_one else "each of them"
            yield Fault(
                "hands",
                f"expected every useful card written, but {named} {'is' if is_one else 'are'} missing"
                f"{self._perhaps_unread()}: an {UNKNOWN_TRASH} stands only for a useless card",
                f"put {what} in a hand, the pile or discards",
            )

    def _perhaps_unread(self) -> str:
        """That cards which could not be read may be among those that are missing, if there are any."""
        return f" ({self.unread} of them may be what cannot be read)" if self.unread else ""

    def _name_missing(self, face: Card, number: int) -> str:
        """A card that is written too few times, in words.

        Where another copy is written, they say so: else the message looks wrong.
        """
        name = format_card(face, self.rules.letters)
        if self._places.get(face):
            return f"one more {name}" if number == 1 else f"{number} more {name}"
        return name if number == 1 else f"{counted(number, 'copy', 'copies')} of {name}"

    def _is_useful(self, face: Card) -> bool:
        bare = Position(
            rules=self.rules,
            deck=(),
            hands=((),) * self.rules.players,
            draw_index=0,
            stacks=self.stacks,
            discards=tuple(self._lost.elements()),
            tokens=0,
            strikes=0,
            seat=0,
            turns_left=None,
            stack_ranks=self.stack_ranks,
        )
        return not bare.is_trash(face)


def _listed(places: Sequence[str]) -> str:
    more = len(places) - _MOST_PLACES_NAMED
    named = ", ".join(places[:_MOST_PLACES_NAMED])
    return f"{named} and {more} more" if more > 0 else named


def checked_deal(rules: Rules, deck: Sequence[Card]) -> Deal:
    """The deal of a deck; raises InputError that says what is wrong with its cards, and where."""
    count = CardCount(rules, (0,) * len(rules.suits), () if rules.has_set_order else ((),) * len(rules.suits))
    count.add_deck(deck)
    faults = count.faults()
    if faults:
        raise InputError(faults)
    return Deal(rules, tuple(deck))
