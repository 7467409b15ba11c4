"""A state of the game from which play goes on, with every card known."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError
from hanabi_solver.game import engine, stacking
from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.game.moves import Move
from hanabi_solver.game.plurals import counted
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import Stacking


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the game from which play goes on, with every card known.

    `deck` holds the cards by deck index; `hands[seat]` are deck indices, oldest first; `draw_index`
    is the deck index of the next card to draw, so `deck[draw_index:]` is the draw pile. `discards`
    are the cards out of the game that are not on the stacks. `turns_left` is None while cards are
    left to draw, then the number of turns that the final round still has (None where there is none).
    `stack_ranks` are the ranks on each stack, bottom first, where suits have no set order (else empty).
    `last_clue` is the kind of the last clue ("colour" or "rank") where kinds must alternate, "" before the
    first one and in all other rules.

    Building one checks nothing; `problems()` lists every fault, `checked()` raises them.
    """

    rules: Rules
    deck: tuple[Card, ...]
    hands: tuple[tuple[int, ...], ...]
    draw_index: int
    stacks: tuple[int, ...]
    discards: tuple[Card, ...]
    tokens: int
    strikes: int
    seat: int
    turns_left: int | None
    stack_ranks: tuple[tuple[int, ...], ...] = ()
    last_clue: str = ""

    @property
    def pile(self) -> tuple[Card, ...]:
        """The draw pile, next card first."""
        return self.deck[self.draw_index :]

    @property
    def pile_size(self) -> int:
        """Number of cards left to draw."""
        return len(self.deck) - self.draw_index

    @property
    def is_struck_out(self) -> bool:
        """Whether the last strike has fallen."""
        return self.strikes >= self.rules.strike_limit

    @property
    def end_reason(self) -> str | None:
        """Why the game is over, or None if it goes on.

        "strikeout", "perfect", "final round over", or where the rules need every point "full score out of
        reach", and in all or nothing "no card and no clue": that one before "perfect", as on hanab.live.
        """
        if self.is_struck_out:
            return "strikeout"
        rules = self.rules
        if rules.needs_all and sum(self.reachable_heights()) < rules.max_score:
            return "full score out of reach"
        if rules.all_or_nothing and not self.hands[self.seat] and self.tokens < rules.clue_cost:
            return "no card and no clue"
        if sum(self.stacks) == rules.max_score:
            return "perfect"
        if self.turns_left == 0:
            return "final round over"
        return None

    @property
    def is_over(self) -> bool:
        """Whether no move is legal any more."""
        return self.end_reason is not None

    @property
    def score(self) -> int:
        """The score if the game ended here: the stacks' sum, or 0 where the rules count it as nothing.

        That is after a strike-out (unless it scores), where every point is needed and one is out of reach,
        and in all or nothing unless every suit is complete.
        """
        total = sum(self.stacks)
        if self.is_struck_out and not self.rules.strikeout_scores:
            return 0
        if self.rules.all_or_nothing and self.end_reason != "perfect":
            return 0
        if self.rules.speedrun and sum(self.reachable_heights()) < self.rules.max_score:
            return 0
        return total

    def hand_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards in the hand of `seat`, oldest first."""
        return tuple(self.deck[index] for index in self.hands[seat])

    def is_playable(self, card: Card) -> bool:
        """Whether `card` is the next of its suit."""
        if not self.rules.has_set_order:
            return card.rank in stacking.next_ranks(self, card.suit)
        return self.stacks[card.suit] == self.rules.step(card) - 1

    def reachable_heights(self) -> tuple[int, ...]:
        """Per suit, the highest stack that lost cards leave possible (all together, where starts differ)."""
        if not self.rules.has_set_order:
            return stacking.best_heights(self)
        ranks = self.rules.ranks
        tops = [ranks] * len(self.stacks)
        for face, count in Counter(self.discards).items():
            step = self.rules.step(face)
            if self.stacks[face.suit] < step <= tops[face.suit] and count >= self.rules.copies(face):
                tops[face.suit] = step - 1
        return tuple(tops)

    def is_trash(self, card: Card) -> bool:
        """Whether `card` can never be played any more."""
        if not self.rules.has_set_order:
            return not stacking.can_ever_fit(self, card)
        return not self.stacks[card.suit] < self.rules.step(card) <= self.reachable_heights()[card.suit]

    def legal_moves(self) -> list[Move]:
        """Every legal move: plays and discards by age of the card, then clues; empty once the game is over.

        >>> from hanabi_solver.formats.plain import parse_deal
        >>> start = parse_deal("2 r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
        >>> len(start.legal_moves()), start.play(start.legal_moves()[0]).score
        (11, 1)
        """
        return engine.legal_moves(self)

    def play(self, move: Move) -> "Position":
        """The position after a move of the seat to move.

        Raises IllegalMoveError if it is not legal, and InputError if it is no move.
        """
        return engine.apply(self, move)

    def __str__(self) -> str:
        """The board as plain text, as the command `show` prints it."""
        from hanabi_solver.game.board import board_text

        return board_text(self)

    def to_html(self, names: Sequence[str] = (), title: str = "") -> str:
        """The board as one piece of HTML that needs nothing else; all texts are escaped.

        `names` are those of the seats, one for each (Alice and so on if none are given), `title` stands
        above the board. Raises InputError for another number of names.
        """
        from hanabi_solver.web.snippet import format_snippet

        return format_snippet(self, names, title)

    def _repr_html_(self) -> str:
        """The board for notebooks."""
        return self.to_html()

    def problems(self) -> list[Fault]:
        """Everything that makes this no position of a game under its rules; empty if it is sound."""
        types = list(self._type_faults())
        if types:
            return types
        faults = list(self._range_faults())
        places = {fault.place for fault in faults}
        if "draw_index" not in places:
            faults.extend(self._hand_faults(is_round_known=not places & {"seat", "turns_left"}))
        # Other faults of ranges say nothing about the cards.
        if places <= {"tokens", "strikes", "seat", "turns_left", "last_clue"}:
            faults.extend(self._count_faults())
        return faults

    def checked(self) -> "Position":
        """This position; raises InputError with all `problems()` if there are any."""
        faults = self.problems()
        if faults:
            raise InputError(faults)
        return self

    def _type_faults(self) -> Iterator[Fault]:
        numbers = [("draw_index", self.draw_index), ("tokens", self.tokens), ("strikes", self.strikes)]
        numbers += [("seat", self.seat), *(("stacks", height) for height in self.stacks)]
        numbers += [] if self.turns_left is None else [("turns_left", self.turns_left)]
        for place, value in numbers:
            if type(value) is not int:
                yield Fault(place, f"expected a whole number, got {value!r}")

    def _range_faults(self) -> Iterator[Fault]:
        rules = self.rules
        faces = set(rules.faces())
        yield from self._stack_faults()
        if len(self.stacks) != len(rules.suits):
            yield Fault("stacks", f"expected {counted(len(rules.suits), 'stack')}, got {len(self.stacks)}")
        for suit, stack in enumerate(self.stacks[: len(rules.suits)]):
            if not 0 <= stack <= rules.ranks:
                yield Fault(f"stacks.{rules.letters[suit]}", f"expected 0 to {rules.ranks}, got {stack}")
        for place, cards in (("deck", self.deck), ("discards", self.discards)):
            for index, card in enumerate(cards):
                if card not in faces:
                    yield Fault(f"{place}[{index}]", f"expected a card of these rules, got {card}")
        if not 0 <= self.tokens <= rules.token_limit:
            yield Fault("tokens", f"expected 0 to {rules.token_limit}, got {self.tokens}")
        if not 0 <= self.strikes < rules.strike_limit:
            yield Fault("strikes", f"expected 0 to {rules.strike_limit - 1}, got {self.strikes}")
        if not 0 <= self.seat < rules.players:
            yield Fault("seat", f"expected 0 to {rules.players - 1}, got {self.seat}")
        if not 0 <= self.draw_index <= len(self.deck):
            yield Fault("draw_index", f"expected 0 to {len(self.deck)}, got {self.draw_index}")
        if len(self.hands) != rules.players:
            yield Fault("hands", f"expected {rules.players} hands, got {len(self.hands)}")
        alternates = rules.clues is not None and rules.clues.alternate
        if self.last_clue not in (("", "colour", "rank") if alternates else ("",)):
            expected = '"colour", "rank" or none' if alternates else "none where the kinds need not alternate"
            yield Fault("last_clue", f"expected {expected}, got {self.last_clue!r}")
        held = [index for hand in self.hands for index in hand]
        if len(set(held)) != len(held) or not all(0 <= index < self.draw_index for index in held):
            yield Fault("hands", "expected different deck indices of drawn cards")
        if not rules.has_final_round:
            if self.turns_left is not None:
                text = f"expected none, as all or nothing has no final round, got {self.turns_left}"
                yield Fault("turns_left", text)
            return
        if self.pile_size > 0 and self.turns_left is not None:
            is_are = "is" if self.pile_size == 1 else "are"
            yield Fault(
                "turns_left",
                f"expected none while {counted(self.pile_size, 'card')} {is_are} left to draw, "
                f"got {self.turns_left}",
            )
        if self.pile_size <= 0 and not (
            self.turns_left is not None and 0 <= self.turns_left <= rules.players
        ):
            yield Fault(
                "turns_left",
                f"expected 0 to {rules.players} as the draw pile is empty, "
                f"got {'none' if self.turns_left is None else self.turns_left}",
                "say how many turns the final round still has, the seat to move included",
            )

    def _stack_faults(self) -> Iterator[Fault]:
        """What is wrong with the ranks on the stacks, where suits have no set order."""
        rules = self.rules
        if rules.has_set_order:
            if self.stack_ranks:
                yield Fault("stack_ranks", "expected none where suits have a set order, got some")
            return
        heights = tuple(len(ranks) for ranks in self.stack_ranks)
        if heights != self.stacks or len(heights) != len(rules.suits):
            text = f"expected the ranks on stacks of {list(self.stacks)} cards, got {list(heights)}"
            yield Fault("stack_ranks", text)
            return
        for suit, letter in enumerate(rules.letters):
            if not stacking.open_orders(self, suit):
                cards = [Card(suit, rank) for rank in self.stack_ranks[suit]]
                shown = " ".join(format_card(card, rules.letters) for card in cards)
                text = f"expected a stack that {rules.stacking} allows, got {shown or 'none'}"
                yield Fault(f"stacks.{letter}", text, stacking.stack_help(rules.stacking))
        starts = [ranks[0] for ranks in self.stack_ranks if ranks]
        if rules.stacking is Stacking.SUDOKU and len(set(starts)) < len(starts):
            yield Fault("stacks", f"expected stacks that start at different ranks, got {starts}")

    def _on_stack(self, face: Card) -> int:
        """How many copies of this face lie on its stack: 1 or 0."""
        if not self.rules.has_set_order:
            return int(face.rank in self.stack_ranks[face.suit])
        return int(self.stacks[face.suit] >= self.rules.step(face))

    def _hand_faults(self, *, is_round_known: bool) -> Iterator[Fault]:
        """Hands of a wrong size; where it is not known who had the last turn, any seat may have had it."""
        full = self.rules.hand_size
        if not self.rules.has_final_round and self.pile_size == 0:
            for seat, hand in enumerate(self.hands[: self.rules.players]):
                if len(hand) > full:
                    text = f"expected at most {counted(full, 'card')}, got {len(hand)}"
                    yield Fault(f"hands[{seat}]", text, "remove a card")
            return
        # With cards in the pile, nobody has had a last turn.
        to_act = self.rules.players if self.turns_left is None or self.pile_size else self.turns_left
        # The card that completed the last suit was not replaced by a draw.
        is_perfect = sum(self.stacks) == self.rules.max_score
        for seat, hand in enumerate(self.hands[: self.rules.players]):
            acted = (seat - self.seat) % self.rules.players >= to_act or is_perfect
            acted = acted or not (is_round_known or self.pile_size)
            least = full - 1 if acted else full
            if not least <= len(hand) <= full:
                expected = f"{least} or {full}" if acted else f"{full}"
                yield Fault(
                    f"hands[{seat}]",
                    f"expected {expected} cards, got {len(hand)}",
                    "remove a card" if len(hand) > full else 'fill up with useless cards, written "x"',
                )

    def _count_faults(self) -> Iterator[Fault]:
        rules = self.rules
        held = Counter(self.deck[index] for hand in self.hands for index in hand)
        piled = Counter(self.pile)
        gone = Counter(self.discards)
        for face in rules.faces():
            on_stack = self._on_stack(face)
            total = on_stack + held[face] + piled[face] + gone[face]
            if total != rules.copies(face):
                yield Fault(
                    format_card(face, rules.letters),
                    f"expected {counted(rules.copies(face), 'copy', 'copies')}, got {total} "
                    f"({on_stack} on its stack, {held[face]} in hands, {piled[face]} in the draw pile, "
                    f"{gone[face]} discarded)",
                )
