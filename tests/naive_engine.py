"""A second engine to check the first with: the rules once more, written naively from their text.

It shares nothing with the package but the values that say what is played (`Rules`, `Card`). Cards are
texts ("r4"), moves are texts ("play 7", "clue 1 r"), and a game is one mutable object.
"""

from collections.abc import Iterable

from hanabi_solver.game.cards import Card
from hanabi_solver.game.rules import Rules


class NaiveGame:
    def __init__(self, rules: Rules, deck: Iterable[Card]) -> None:
        self.rules = rules
        self.cards = [rules.suits[card.suit].letter + str(card.rank) for card in deck]
        self.pile = list(range(len(self.cards)))
        self.hands: list[list[int]] = []
        for _ in range(rules.players):
            self.hands.append([self.pile.pop(0) for _ in range(rules.hand_size)])
        self.stacks = {suit.letter: 0 for suit in rules.suits}
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
        twin.stacks = dict(self.stacks)
        twin.discarded = list(self.discarded)
        twin.tokens = self.tokens
        twin.strikes = self.strikes
        twin.seat = self.seat
        twin.owed_a_turn = set(self.owed_a_turn)
        return twin

    def ranks(self) -> range:
        return range(1, len(self.rules.suits[0].copies) + 1)

    def over(self) -> bool:
        if self.strikes == self.rules.strike_limit:
            return True
        if all(height == max(self.ranks()) for height in self.stacks.values()):
            return True
        return not self.pile and not self.owed_a_turn

    def score(self) -> int:
        if self.strikes == self.rules.strike_limit and not self.rules.strikeout_scores:
            return 0
        if self.rules.all_or_nothing and any(height < max(self.ranks()) for height in self.stacks.values()):
            return 0
        return sum(self.stacks.values())

    def legal(self) -> list[str]:
        if self.over():
            return []
        moves = []
        for card in self.hands[self.seat]:
            moves.append(f"play {card}")
            if self.tokens != self.rules.token_limit:
                moves.append(f"discard {card}")
        if self.rules.deck_plays and len(self.pile) == 1:
            moves.append(f"play {self.pile[0]}")
        if self.tokens - self.rules.clue_cost >= 0:
            for other, hand in enumerate(self.hands):
                for value in [*self.stacks, *map(str, self.ranks())]:
                    marked = [card for card in hand if value in self.cards[card]]
                    if other != self.seat and (marked or self.rules.empty_clues):
                        moves.append(f"clue {other} {value}")
        return moves

    def move(self, text: str) -> None:
        last_turn_of_the_seat = not self.pile
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
        suit, rank = self.cards[card][0], int(self.cards[card][1])
        if kind == "discard":
            self.discarded.append(self.cards[card])
            self.tokens += 1
        elif rank == (max(self.ranks()) - self.stacks[suit] if suit in self.down else self.stacks[suit] + 1):
            self.stacks[suit] += 1
            complete = self.stacks[suit] == max(self.ranks())
            if complete and self.rules.suit_regains and self.tokens < self.rules.token_limit:
                self.tokens += 1
        else:
            self.discarded.append(self.cards[card])
            self.strikes += 1
        if self.pile and not self.over():
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
