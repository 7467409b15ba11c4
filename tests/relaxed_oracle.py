"""The two relaxations of the search as games of their own, by naive brute force.

*Relaxed tokens*: no strikes, and a discard at the token limit is legal and gains nothing. *Free clues*: on
top of that clues cost nothing, so that any seat may act next while cards are left to draw. Nothing is
pruned, every card that is no play may be discarded, and the engine is not used: positions are plain tuples.
"""

from hanabi_solver.game.cards import Card
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules

Hands = tuple[tuple[Card, ...], ...]
# Stacks, cards drawn, hands, tokens, seat, turns left (None while cards are left to draw).
State = tuple[tuple[int, ...], int, Hands, int, int, int | None]


class RelaxedGame:
    """The relaxed game from a position, or the one with free clues."""

    def __init__(self, position: Position, *, free_clues: bool) -> None:
        self.rules: Rules = position.rules
        self.pile = position.pile
        self.free_clues = free_clues
        hands = tuple(tuple(sorted(position.hand_cards(seat))) for seat in range(self.rules.players))
        self.root: State = (
            position.stacks,
            0,
            hands,
            position.tokens,
            position.seat,
            position.turns_left,
        )
        self._known: dict[State, int] = {}

    def best(self, tokens: int | None = None) -> int:
        """The best score, with another number of clue tokens if that is given."""
        stacks, drawn, hands, there, seat, turns_left = self.root
        return self._best((stacks, drawn, hands, there if tokens is None else tokens, seat, turns_left))

    def _best(self, state: State) -> int:
        stacks, _, hands, tokens, seat, turns_left = state
        full = sum(stacks) == self.rules.max_score
        if self.rules.all_or_nothing and not hands[seat] and tokens < self.rules.clue_cost:
            return 0
        if full or turns_left == 0:
            return sum(stacks)
        if state not in self._known:
            self._known[state] = max(map(self._best, self._after(state)), default=0)
        return self._known[state]

    def _after(self, state: State) -> set[State]:
        stacks, drawn, hands, tokens, seat, turns_left = state
        players, after = self.rules.players, set()
        any_seat = self.free_clues and turns_left is None
        for actor in range(players) if any_seat else (seat,):
            for card in set(hands[actor]):
                left = list(hands[actor])
                left.remove(card)
                after.add(self._drawn(state, actor, left, stacks, min(tokens + 1, self.rules.token_limit)))
                if self._fits(stacks, card):
                    after.add(self._drawn(state, actor, left, *self._played(stacks, tokens, card)))
            if self.rules.deck_plays and turns_left is None and drawn + 1 == len(self.pile):
                card = self.pile[drawn]
                outcomes = [(stacks, min(tokens + 1, self.rules.token_limit))]
                if self._fits(stacks, card):
                    outcomes.append(self._played(stacks, tokens, card))
                for higher, left_over in outcomes:
                    left_over = 0 if self.free_clues else left_over
                    now = (higher, drawn + 1, hands, left_over, (actor + 1) % players, self._final_round())
                    after.add(now)
        can_mark = self.rules.empty_clues or any(hands[other] for other in range(players) if other != seat)
        if not any_seat and can_mark and (self.free_clues or tokens >= self.rules.clue_cost):
            paid = tokens if self.free_clues else tokens - self.rules.clue_cost
            fewer = None if turns_left is None else turns_left - 1
            after.add((stacks, drawn, hands, paid, (seat + 1) % players, fewer))
        return after

    def _final_round(self) -> int | None:
        """The turns left once the pile is empty: all or nothing has no final round."""
        return None if self.rules.all_or_nothing else self.rules.players

    def _fits(self, stacks: tuple[int, ...], card: Card) -> bool:
        return self.rules.step(card) == stacks[card.suit] + 1

    def _played(self, stacks: tuple[int, ...], tokens: int, card: Card) -> tuple[tuple[int, ...], int]:
        higher = (*stacks[: card.suit], stacks[card.suit] + 1, *stacks[card.suit + 1 :])
        gains = self.rules.suit_regains and higher[card.suit] == self.rules.ranks
        return higher, min(tokens + gains, self.rules.token_limit)

    def _drawn(
        self, state: State, actor: int, left: list[Card], stacks: tuple[int, ...], tokens: int
    ) -> State:
        _, drawn, hands, _, _, turns_left = state
        if drawn < len(self.pile):
            left = [*left, self.pile[drawn]]
            drawn += 1
            turns_left = self._final_round() if drawn == len(self.pile) else None
        elif turns_left is not None:
            turns_left -= 1
        hand = tuple(sorted(left))
        hands = (*hands[:actor], hand, *hands[actor + 1 :])
        if self.free_clues:
            tokens = 0
        return stacks, drawn, hands, tokens, (actor + 1) % self.rules.players, turns_left
