"""The variables of the model; what counting already decides is a constant, not a variable."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hanabi_solver.game.cards import Card, format_card
from hanabi_solver.model.horizon import Horizon
from hanabi_solver.model.sink import FALSE, TRUE, Sink


@dataclass(frozen=True, slots=True)
class Variables:
    """Literals by turn (from 0), deck index, draw number (from 1), suit, height or count.

    A list over "before turn" has one entry more than there are turns: the last is the end of the line.

    - `use[t][i]`: card `i` leaves the hand of the seat to move on turn `t` (only cards that can).
    - `from_pile[t]`: the last card of the draw pile is used from there on turn `t`.
    - `play[t]`, `strike[t]`, `toss[t]`: that card is played with success, misplayed, discarded.
    - `clue[t]`, `over[t]`: turn `t` is a clue; the line has ended before turn `t`.
    - `regain[t]`: turn `t` adds a clue token unless all are there.
    - `drawn[t][k]`: at least `k` cards have been drawn before turn `t`.
    - `holder[k][q]`: draw `k` happens on a turn that is `q` modulo the number of players.
    - `progress[t][s][h]`: the stack of suit `s` has reached height `h` before turn `t`.
    - `tokens[t][c]`: at least `c` clue tokens before turn `t`.
    - `strikes[t][k]`: (if) `k` strikes or more have fallen on turns before `t`.
    """

    horizon: Horizon
    use: list[dict[int, int]]
    from_pile: list[int]
    play: list[int]
    strike: list[int]
    toss: list[int]
    clue: list[int]
    over: list[int]
    regain: list[int]
    drawn: list[list[int]]
    holder: list[list[int]]
    progress: list[list[list[int]]]
    tokens: list[list[int]]
    strikes: list[list[int]]

    def face(self, card: int) -> Card:
        """The face of the card with this deck index."""
        return self.horizon.position.deck[card]

    def step(self, card: int) -> int:
        """The height of its stack once the card with this deck index is on it."""
        return self.horizon.position.rules.step(self.face(card))

    def draw_number(self, card: int) -> int:
        """Which draw (from 1) brings this card; 0 or less for a card in hand at the start."""
        return card - self.horizon.position.draw_index + 1

    def uses(self) -> Iterator[tuple[int, int, int]]:
        """Every (turn, card, literal) of `use` and `from_pile`."""
        last = len(self.horizon.position.deck) - 1
        for turn, (cards, from_pile) in enumerate(zip(self.use, self.from_pile, strict=True)):
            for card, literal in cards.items():
                yield turn, card, literal
            if from_pile != FALSE:
                yield turn, last, from_pile


def make_variables(horizon: Horizon, sink: Sink) -> Variables:
    """The variables of a model with this frame, created in `sink`."""
    use = _uses(horizon, sink)
    from_pile = [
        sink.new_bool(f"from pile@{turn}") if turn in _pile_turns(horizon) else FALSE
        for turn in range(horizon.turns)
    ]
    return replace(make_turns(horizon, sink), use=use, from_pile=from_pile)


def make_turns(horizon: Horizon, sink: Sink) -> Variables:
    """The variables without those of cards by name: `use` and `from_pile` are empty."""
    turns = range(horizon.turns)
    rules = horizon.position.rules
    can_clue = rules.token_limit > 0
    can_toss = can_clue or rules.discard_at_limit
    return Variables(
        horizon=horizon,
        use=[{} for _ in turns],
        from_pile=[FALSE for _ in turns],
        play=[sink.new_bool(f"play@{turn}") for turn in turns],
        strike=[sink.new_bool(f"strike@{turn}") if horizon.strikes else FALSE for turn in turns],
        toss=[sink.new_bool(f"discard@{turn}") if can_toss else FALSE for turn in turns],
        clue=[sink.new_bool(f"clue@{turn}") if can_clue else FALSE for turn in turns],
        over=[sink.new_bool(f"over@{turn}") for turn in turns],
        regain=[sink.new_bool(f"regain@{turn}") for turn in turns],
        drawn=_drawn(horizon, sink),
        holder=_holders(horizon, sink),
        progress=_progress(horizon, sink),
        tokens=_tokens(horizon, sink),
        strikes=_strikes(horizon, sink),
    )


def _draw_turns(horizon: Horizon, number: int) -> range:
    return range(number - 1, horizon.latest_draw(number) + 1)


def _pile_turns(horizon: Horizon) -> range:
    """The turns on which the last card can be played from the draw pile."""
    if not (horizon.position.rules.deck_plays and horizon.draws):
        return range(0)
    return _draw_turns(horizon, horizon.draws)


def _first_uses(horizon: Horizon) -> dict[int, dict[int, int]]:
    """Per card, the turns modulo players on which it can be used, with the first such turn each."""
    position = horizon.position
    players = position.rules.players
    firsts: dict[int, dict[int, int]] = {}
    for seat, hand in enumerate(position.hands):
        turn = (seat - position.seat) % players
        for card in hand:
            firsts[card] = {turn: turn}
    for number in range(1, horizon.draws + 1):
        by_residue: dict[int, int] = {}
        for turn in _draw_turns(horizon, number)[:players]:
            by_residue[turn % players] = turn + players
        firsts[position.draw_index + number - 1] = by_residue
    return firsts


def _uses(horizon: Horizon, sink: Sink) -> list[dict[int, int]]:
    position = horizon.position
    letters, players = position.rules.letters, position.rules.players
    use: list[dict[int, int]] = [{} for _ in range(horizon.turns)]
    for card, firsts in _first_uses(horizon).items():
        name = f"use {card} ({format_card(position.deck[card], letters)})"
        for first in firsts.values():
            for turn in range(first, horizon.turns, players):
                use[turn][card] = sink.new_bool(f"{name}@{turn}")
    return use


def _drawn(horizon: Horizon, sink: Sink) -> list[list[int]]:
    drawn = []
    for turn in range(horizon.turns + 1):
        row = [TRUE]
        for number in range(1, horizon.draws + 1):
            if turn < number:
                row.append(FALSE)
            elif turn > horizon.latest_draw(number):
                row.append(TRUE)
            else:
                row.append(sink.new_bool(f"drawn {number}@{turn}"))
        drawn.append(row)
    return drawn


def _holders(horizon: Horizon, sink: Sink) -> list[list[int]]:
    players = horizon.position.rules.players
    holder = [[FALSE] * players]
    for number in range(1, horizon.draws + 1):
        possible = {turn % players for turn in _draw_turns(horizon, number)[:players]}
        row = [FALSE] * players
        for residue in sorted(possible):
            row[residue] = TRUE if len(possible) == 1 else sink.new_bool(f"holder {number}={residue}")
        holder.append(row)
    return holder


def _progress(horizon: Horizon, sink: Sink) -> list[list[list[int]]]:
    position = horizon.position
    letters, top = position.rules.letters, position.rules.ranks
    firsts = first_plays(horizon)
    progress = []
    for turn in range(horizon.turns + 1):
        suits = []
        for suit, stack in enumerate(position.stacks):
            row = [TRUE] * (stack + 1)
            for height in range(stack + 1, top + 1):
                if turn <= firsts[suit][height]:
                    row.append(FALSE)
                else:
                    row.append(sink.new_bool(f"stack {letters[suit]} {height}@{turn}"))
            suits.append(row)
        progress.append(suits)
    return progress


def first_plays(horizon: Horizon) -> list[list[int]]:
    """Per suit and height, a turn before which it cannot be reached; past the end if it never can."""
    position = horizon.position
    rules = position.rules
    players = rules.players
    copies: dict[Card, list[int]] = {}
    for card, firsts in _first_uses(horizon).items():
        copies.setdefault(position.deck[card], []).extend(firsts.values())
    for turn in _pile_turns(horizon)[:players]:
        copies[position.deck[-1]].append(turn)
    plays = []
    for suit, stack in enumerate(position.stacks):
        row = [-1] * (rules.ranks + 1)
        for height in range(stack + 1, rules.ranks + 1):
            least = row[height - 1] + 1
            row[height] = min(
                (
                    first if first >= least else first + -(-(least - first) // players) * players
                    for first in copies.get(rules.card_at(suit, height), [])
                ),
                default=horizon.turns,
            )
        plays.append(row)
    return plays


def _tokens(horizon: Horizon, sink: Sink) -> list[list[int]]:
    position = horizon.position
    limit = position.rules.token_limit
    tokens = []
    for turn in range(horizon.turns + 1):
        row = [TRUE]
        for count in range(1, limit + 1):
            if count <= position.tokens - turn * position.rules.clue_cost:
                row.append(TRUE)
            elif count > position.tokens + turn:
                row.append(FALSE)
            else:
                row.append(sink.new_bool(f"tokens {count}@{turn}"))
        row.append(FALSE)
        tokens.append(row)
    return tokens


def _strikes(horizon: Horizon, sink: Sink) -> list[list[int]]:
    strikes = []
    for turn in range(horizon.turns + 1):
        row = [TRUE]
        for count in range(1, horizon.strikes + 1):
            row.append(FALSE if count > turn else sink.new_bool(f"strikes {count}@{turn}"))
        strikes.append(row)
    return strikes
