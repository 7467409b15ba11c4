"""The rules of one game as one frozen value; no rule constant lives anywhere else."""

from collections.abc import Iterator
from dataclasses import dataclass

from hanabi_solver.errors import Fault, UnsupportedRules
from hanabi_solver.game.cards import (
    DARK_COPIES,
    NORMAL_COPIES,
    START_MARK,
    START_RANK,
    SUDOKU_COPIES,
    UNKNOWN_TRASH,
    UP_OR_DOWN_COPIES,
    Card,
    Suit,
)
from hanabi_solver.game.clue_rules import ClueRules, clue_faults
from hanabi_solver.game.plurals import counted
from hanabi_solver.names import Stacking

STANDARD_HAND_SIZE = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
STANDARD_LETTERS = "rygbpt"

# What the packed states of the search have room for (docs/architecture.md).
MAX_SUITS = 6
MAX_RANKS = 5
MAX_DECK = 100
MAX_TOKENS = 200
MAX_STRIKES = 200


_SWITCHES = (
    "empty_clues",
    "strikeout_scores",
    "suit_regains",
    "deck_plays",
    "all_or_nothing",
    "discard_at_limit",
    "speedrun",
)
_USUAL_COPIES = {
    Stacking.BY_RANK: (NORMAL_COPIES, DARK_COPIES),
    Stacking.UP_OR_DOWN: (UP_OR_DOWN_COPIES, (1,) * len(UP_OR_DOWN_COPIES)),
    Stacking.SUDOKU: (SUDOKU_COPIES, DARK_COPIES),
}


def make_suits(letters: str, dark: str = "", stacking: Stacking = Stacking.BY_RANK) -> tuple[Suit, ...]:
    """Suits by letter with the usual copies; those in `dark` hold one card of each rank.

    >>> [suit.size for suit in make_suits("rgk", dark="k")]
    [10, 10, 5]
    >>> make_suits("r", stacking=Stacking.UP_OR_DOWN)[0].copies
    (1, 2, 2, 2, 1, 1)
    """
    normal, one_of_each = _USUAL_COPIES[stacking]
    return tuple(Suit(letter, one_of_each if letter in dark else normal) for letter in letters)


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything in which one game of Hanabi differs from another (docs/rules.md).

    `hand_size` 0 means the usual one: 5 cards for 2-3 players, 4 for 4-5, 3 for 6.
    A clue costs `clue_cost` tokens; a discard, and a completed suit if `suit_regains`, gains one. (Where
    a discard regains half a clue, a token counts as half a clue: cost 2, limit 16.) With `deck_plays`
    the last card of the draw pile may be played or discarded from there. With `discard_at_limit` a discard
    is legal while all tokens are there, and gains nothing. With `all_or_nothing` only the maximum counts,
    and there is no final round; with `speedrun` the game is lost once the maximum is out of reach.
    `stacking` says how stacks grow (`game.stacking`). `clues` says which clues there are and what they touch;
    None means the usual ones, a colour for each suit and every rank. Raises UnsupportedRules, with every
    fault, if a value lies outside what is handled.

    >>> Rules(players=4).hand_size
    4
    >>> Rules(players=7)
    Traceback (most recent call last):
    hanabi_solver.errors.UnsupportedRules: rules.players: expected 2 to 6, got 7
    """

    players: int = 2
    suits: tuple[Suit, ...] = make_suits(STANDARD_LETTERS[:5])
    hand_size: int = 0
    token_limit: int = 8
    strike_limit: int = 3
    empty_clues: bool = False
    strikeout_scores: bool = False
    first_seat: int = 0
    clue_cost: int = 1
    suit_regains: bool = True
    deck_plays: bool = False
    all_or_nothing: bool = False
    discard_at_limit: bool = False
    speedrun: bool = False
    stacking: Stacking = Stacking.BY_RANK
    clues: ClueRules | None = None

    def __post_init__(self) -> None:
        if self.hand_size == 0:
            object.__setattr__(self, "hand_size", STANDARD_HAND_SIZE.get(self.players, 0))
        faults = list(self._type_faults()) or list(self._faults())
        if faults:
            raise UnsupportedRules(faults)

    def _type_faults(self) -> Iterator[Fault]:
        for name in ("players", "hand_size", "token_limit", "strike_limit", "first_seat", "clue_cost"):
            value = getattr(self, name)
            if type(value) is not int:
                yield Fault(f"rules.{name}", f"expected a whole number, got {value!r}")
        for name in _SWITCHES:
            if type(getattr(self, name)) is not bool:
                yield Fault(f"rules.{name}", f"expected True or False, got {getattr(self, name)!r}")
        if not isinstance(self.suits, tuple) or not all(isinstance(suit, Suit) for suit in self.suits):
            yield Fault("rules.suits", f"expected a tuple of Suit, got {self.suits!r}", "use make_suits()")
        if not isinstance(self.stacking, Stacking):
            expected = ", ".join(Stacking)
            yield Fault("rules.stacking", f"expected one of {expected}, got {self.stacking!r}")
        if not isinstance(self.clues, ClueRules | None):
            yield Fault("rules.clues", f"expected ClueRules or None, got {self.clues!r}")

    def _faults(self) -> Iterator[Fault]:
        if not 2 <= self.players <= 6:
            yield Fault("rules.players", f"expected 2 to 6, got {self.players}")
        last_seat = self.players - 1 if 2 <= self.players <= 6 else 5
        if not 0 <= self.first_seat <= last_seat:
            yield Fault("rules.first_seat", f"expected 0 to {last_seat}, got {self.first_seat}")
        if not 0 <= self.token_limit <= MAX_TOKENS:
            yield Fault("rules.token_limit", f"expected 0 to {MAX_TOKENS}, got {self.token_limit}")
        if not 1 <= self.clue_cost <= 2:
            yield Fault("rules.clue_cost", f"expected 1 or 2, got {self.clue_cost}")
        elif 0 < self.token_limit < self.clue_cost:
            yield Fault(
                "rules.token_limit", f"expected 0, or at least the {self.clue_cost} tokens of a clue, got 1"
            )
        if not 1 <= self.strike_limit <= MAX_STRIKES:
            yield Fault("rules.strike_limit", f"expected 1 to {MAX_STRIKES}, got {self.strike_limit}")
        if self.speedrun and self.strikeout_scores:
            text = (
                "expected no strikeout_scores beside it, as a speedrun counts nothing after the last strike"
            )
            yield Fault("rules.speedrun", text)
        suit_faults = list(self._suit_faults())
        yield from suit_faults
        if self.clues is not None and not suit_faults:
            yield from clue_faults(
                self.clues, len(self.suits), self.ranks, tuple({card.rank: None for card in self.faces()})
            )
        if not suit_faults and self.deck_size > MAX_DECK:
            yield Fault("rules.suits", f"expected at most {MAX_DECK} cards, got {self.deck_size}")
        if not 2 <= self.players <= 6:
            return  # the usual size of a hand is not known
        if self.hand_size < 2:
            yield Fault("rules.hand_size", f"expected at least 2, got {self.hand_size}")
        elif not suit_faults and self.players * self.hand_size > self.deck_size:
            yield Fault(
                "rules.hand_size",
                f"expected {self.players} hands that a deck of {counted(self.deck_size, 'card')} can fill, "
                f"got {self.hand_size} cards each",
            )

    def _suit_faults(self) -> Iterator[Fault]:
        if not 1 <= len(self.suits) <= MAX_SUITS:
            yield Fault("rules.suits", f"expected 1 to {MAX_SUITS} suits, got {len(self.suits)}")
        elif self.stacking is Stacking.SUDOKU and len(self.suits) > len(self.suits[0].copies):
            most = len(self.suits[0].copies)
            text = f"expected at most {most} suits, each to start at a rank of its own, got {len(self.suits)}"
            yield Fault("rules.suits", text)
        letters = [suit.letter for suit in self.suits]
        for index, suit in enumerate(self.suits):
            place = f"rules.suits[{index}]"
            plain = len(suit.letter) == 1 and suit.letter.isascii() and suit.letter.islower()
            if not plain or suit.letter == UNKNOWN_TRASH:
                yield Fault(
                    place, f"expected a small letter other than {UNKNOWN_TRASH!r}, got {suit.letter!r}"
                )
            elif letters.index(suit.letter) != index:
                yield Fault(place, f"expected a letter of its own, got {suit.letter!r} a second time")
            least, most = (1, MAX_RANKS)
            if self.stacking is Stacking.UP_OR_DOWN:
                least = most = len(UP_OR_DOWN_COPIES)
            if not least <= len(suit.copies) <= most or min(suit.copies) < 1:
                ranks = f"{least} to {most} ranks" if least < most else f"{most - 1} ranks and START"
                yield Fault(place, f"expected {ranks} of 1 copy or more, got {list(suit.copies)}")
            elif (suit.reversed or suit.first) and self.stacking is not Stacking.BY_RANK:
                yield Fault(place, f"expected a suit without an order in {self.stacking}, got one with it")
            elif not 0 <= suit.first <= len(suit.copies) or (suit.first and suit.reversed):
                yield Fault(place, f"expected a first rank of 1 to {len(suit.copies)}, got {suit.first}")
            elif len(suit.copies) != len(self.suits[0].copies):
                yield Fault(
                    place,
                    f"expected {counted(len(self.suits[0].copies), 'rank')} as in the first suit, "
                    f"got {len(suit.copies)}",
                )

    @property
    def letters(self) -> str:
        """The suits' letters, in order."""
        return "".join(suit.letter for suit in self.suits)

    @property
    def clue_letters(self) -> str:
        """The letters of what clues of a colour name, in order: those of the colours, usually the suits'."""
        return self.letters if self.clues is None else self.clues.letters

    @property
    def ranks(self) -> int:
        """The highest rank, the same in every suit: the number of cards of a complete stack."""
        return len(self.suits[0].copies) - int(self.stacking is Stacking.UP_OR_DOWN)

    @property
    def rank_marks(self) -> str:
        """The marks that name a rank in the text of a card, in the order of ranks.

        >>> Rules().rank_marks
        '12345'
        """
        start = START_MARK if self.stacking is Stacking.UP_OR_DOWN else ""
        return "".join(map(str, range(1, self.ranks + 1))) + start

    @property
    def has_set_order(self) -> bool:
        """Whether the order of every suit is set from the start (not in Up or Down, nor in Sudoku)."""
        return self.stacking is Stacking.BY_RANK

    @property
    def max_score(self) -> int:
        """The score with every suit complete."""
        return len(self.suits) * self.ranks

    @property
    def has_empty_clues(self) -> bool:
        """Whether some clue is legal though it marks no card."""
        clues = self.clues
        return self.empty_clues or (clues is not None and (clues.empty_colours or clues.empty_ranks))

    @property
    def needs_all(self) -> bool:
        """Whether the game is lost as soon as the maximum is out of reach."""
        return self.all_or_nothing or self.speedrun

    @property
    def has_final_round(self) -> bool:
        """Whether each seat has one turn after the last card was drawn, and no more."""
        return not self.all_or_nothing

    @property
    def deck_size(self) -> int:
        """Number of cards in the whole deck."""
        return sum(suit.size for suit in self.suits)

    def copies(self, card: Card) -> int:
        """How many copies of `card` the whole deck holds."""
        return self.suits[card.suit].copies[-1 if card.rank == START_RANK else card.rank - 1]

    def step(self, card: Card) -> int:
        """The height of its stack once `card` is on it: its rank, or counted from the top if reversed.

        Only where suits have a set order.

        >>> rules = Rules(suits=(Suit("r"), Suit("g", (1, 2, 2, 2, 3), reversed=True)))
        >>> rules.step(Card(0, 2)), rules.step(Card(1, 5))
        (2, 1)
        """
        suit = self.suits[card.suit]
        if suit.first:
            return (card.rank - suit.first) % self.ranks + 1
        return self.ranks + 1 - card.rank if suit.reversed else card.rank

    def card_at(self, suit: int, step: int) -> Card:
        """The card that brings the stack of `suit` to the height `step`: the inverse of `step`."""
        first = self.suits[suit].first
        if first:
            return Card(suit, (first + step - 2) % self.ranks + 1)
        return Card(suit, self.ranks + 1 - step if self.suits[suit].reversed else step)

    def type_number(self, card: Card) -> int:
        """The bit number of the card's face in a mask of faces: `(step - 1) * suits + suit`.

        >>> Rules().type_number(Card(1, 2))
        6
        """
        return (self.step(card) - 1) * len(self.suits) + card.suit

    def card_of_type(self, number: int) -> Card:
        """The card with this bit number: the inverse of `type_number`."""
        step, suit = divmod(number, len(self.suits))
        return self.card_at(suit, step + 1)

    def faces(self) -> Iterator[Card]:
        """Every card face once: suit by suit, rank by rank."""
        for suit in range(len(self.suits)):
            for rank in range(1, self.ranks + 1):
                yield Card(suit, rank)
            if self.stacking is Stacking.UP_OR_DOWN:
                yield Card(suit, START_RANK)
