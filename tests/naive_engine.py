"""A second engine to check the first with: the rules once more, written naively from their text.

It shares nothing with the package but the values that say what is played (`Rules`, `Card`). Cards are
texts ("r4"), moves are texts ("play 7", "clue 1 r"), and a game is one mutable object.
"""

from collections.abc import Iterable

from hanabi_solver.game.cards import Card
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import Stacking


class NaiveGame:
    def __init__(self, rules: Rules, deck: Iterable[Card]) -> None:
        self.rules = rules
        self.cards = [
            rules.suits[card.suit].letter + ("S" if card.rank == 7 else str(card.rank)) for card in deck
        ]
        self.pile = list(range(len(self.cards)))
        self.hands: list[list[int]] = []
        for _ in range(rules.players):
            self.hands.append([self.pile.pop(0) for _ in range(rules.hand_size)])
        self.on_stacks: dict[str, str] = {suit.letter: "" for suit in rules.suits}  # marks, bottom first
        self.discarded: list[str] = []
        self.tokens = rules.token_limit
        self.strikes = 0
        self.seat = rules.first_seat
        self.owed_a_turn = set(range(rules.players))
        self.down = {suit.letter for suit in rules.suits if suit.reversed}

    def copy(self) -> "NaiveGame":
        twin = NaiveGame.__new__(NaiveGame)
        twin.rules = self.rules
        twin.cards = self.cards
        twin.down = self.down
        twin.pile = list(self.pile)
        twin.hands = [list(hand) for hand in self.hands]
        twin.on_stacks = dict(self.on_stacks)
        twin.discarded = list(self.discarded)
        twin.tokens = self.tokens
        twin.strikes = self.strikes
        twin.seat = self.seat
        twin.owed_a_turn = set(self.owed_a_turn)
        return twin

    @property
    def stacks(self) -> dict[str, int]:
        return {letter: len(marks) for letter, marks in self.on_stacks.items()}

    def ranks(self) -> list[str]:
        return list("12345"[: self.rules.ranks])

    def complete(self) -> bool:
        return all(height == len(self.ranks()) for height in self.stacks.values())

    def struck_out(self) -> bool:
        return self.strikes == self.rules.strike_limit

    def fitting(self, suit: str, stack: str) -> str:
        """What goes on a stack of these cards next."""
        ranks = self.ranks()
        if len(stack) == len(ranks):
            return ""
        if self.rules.stacking is Stacking.SUDOKU:
            if stack:
                return ranks[(ranks.index(stack[-1]) + 1) % len(ranks)]
            starts = [other[0] for other in self.on_stacks.values() if other]
            return "".join(rank for rank in ranks if rank not in starts)
        if self.rules.stacking is Stacking.UP_OR_DOWN:
            if stack in ("", "S"):
                return "24" if stack else "15S"
            upwards = stack[0] == "1" or stack[:2] == "S2"
            return str(int(stack[-1]) + (1 if upwards else -1))
        return ranks[-1 - len(stack)] if suit in self.down else ranks[len(stack)]

    def can_be_completed(self, suit: str, stack: str) -> bool:
        """Whether cards that are not lost can still fill a stack, whatever lies on the others later."""
        if len(stack) == len(self.ranks()):
            return True
        return any(
            self.discarded.count(suit + mark) < self.cards.count(suit + mark)
            and self.can_be_completed(suit, stack + mark)
            for mark in self.fitting(suit, stack)
        )

    def out_of_reach(self) -> bool:
        return not all(self.can_be_completed(suit, stack) for suit, stack in self.on_stacks.items())

    def without_card_and_clue(self) -> bool:
        return not self.hands[self.seat] and self.tokens < self.rules.clue_cost

    def over(self) -> bool:
        if self.struck_out() or self.complete():
            return True
        if (self.rules.all_or_nothing or self.rules.speedrun) and self.out_of_reach():
            return True
        if self.rules.all_or_nothing:
            return self.without_card_and_clue()
        return not self.pile and not self.owed_a_turn

    def score(self) -> int:
        if self.struck_out() and not self.rules.strikeout_scores:
            return 0
        if self.rules.all_or_nothing and (not self.complete() or self.without_card_and_clue()):
            return 0
        if self.rules.speedrun and self.out_of_reach():
            return 0
        return sum(self.stacks.values())

    def legal(self) -> list[str]:
        if self.over():
            return []
        moves = []
        from_pile = self.pile if self.rules.deck_plays and len(self.pile) == 1 else []
        for card in [*self.hands[self.seat], *from_pile]:
            moves.append(f"play {card}")
            if self.tokens != self.rules.token_limit or self.rules.discard_at_limit:
                moves.append(f"discard {card}")
        if self.tokens - self.rules.clue_cost >= 0:
            for other, hand in enumerate(self.hands):
                for value in [*self.on_stacks, *self.ranks()]:
                    marked = [card for card in hand if value in self.cards[card]]
                    if other != self.seat and (marked or self.rules.empty_clues):
                        moves.append(f"clue {other} {value}")
        return moves

    def move(self, text: str) -> None:
        last_turn_of_the_seat = not self.pile and not self.rules.all_or_nothing
        kind, number, *_ = text.split()
        if kind == "clue":
            self.tokens -= self.rules.clue_cost
        else:
            self._use(kind, int(number))
        if last_turn_of_the_seat:
            self.owed_a_turn.remove(self.seat)
        self.seat = (self.seat + 1) % self.rules.players

    def _use(self, kind: str, card: int) -> None:
        (self.hands[self.seat] if card in self.hands[self.seat] else self.pile).remove(card)
        suit, mark = self.cards[card]
        if kind == "discard":
            self.discarded.append(self.cards[card])
            self.tokens = min(self.tokens + 1, self.rules.token_limit)
        elif mark in self.fitting(suit, self.on_stacks[suit]):
            self.on_stacks[suit] += mark
            complete = self.stacks[suit] == len(self.ranks())
            if complete and self.rules.suit_regains and self.tokens < self.rules.token_limit:
                self.tokens += 1
        else:
            self.discarded.append(self.cards[card])
            self.strikes += 1
        if self.pile and not self.struck_out() and not self.complete():
            self.hands[self.seat].append(self.pile.pop(0))


def count_lines(game: NaiveGame, depth: int) -> int:
    """Number of legal lines of exactly `depth` moves."""
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = game.copy()
        after.move(text)
        total += count_lines(after, depth - 1)
    return total
