"""How long a line that reaches the target can be: counting (docs/method.md, H1)."""

from dataclasses import dataclass

from hanabi_solver.game.position import Position
from hanabi_solver.game.stacking import Chosen


@dataclass(frozen=True, slots=True)
class Horizon:
    """The frame of a model: its turns, and how many of each kind of turn they can hold.

    `turns` is the length of the longest line considered: some line of at most that length reaches
    `target`, if any line does. `plays` is the number of successful plays still needed, `clues` the
    most clues before the final round, `idle` the most turns that may pass without a successful play
    while each of them costs a draw or a turn of the final round, and `strikes` the most misplays
    (the last strike is not among them). If `to_the_end`, the line must go on to the game's end,
    because a score that is reached can still be lost (`passing.keeps_score`). With `chosen` the position is
    that of a game with fixed orders, and the line must be one of the true game (docs/method.md, U2).
    """

    position: Position
    target: int
    turns: int
    plays: int
    clues: int
    idle: int
    strikes: int
    to_the_end: bool
    chosen: Chosen | None = None

    @property
    def has_final_round(self) -> bool:
        """Whether each seat has one turn after the last draw, and no more."""
        return self.position.rules.has_final_round

    @property
    def draws(self) -> int:
        """Number of cards in the draw pile."""
        return self.position.pile_size

    def seat(self, turn: int) -> int:
        """The seat to move on `turn` (from 0)."""
        return (self.position.seat + turn) % self.position.rules.players

    def latest_draw(self, number: int) -> int:
        """The last turn on which draw `number` (from 1) can happen: every clue before it needs its tokens."""
        payable = (self.position.tokens + number - 1) // self.position.rules.clue_cost
        return number - 1 + min(self.clues, payable)


def horizon(
    position: Position, target: int, *, to_the_end: bool, chosen: Chosen | None = None
) -> Horizon | None:
    """The frame for reaching `target` from a position that is not over; None if counting refutes it."""
    rules = position.rules
    plays = max(0, target - sum(position.stacks))
    draws = position.pile_size
    if not rules.has_final_round:
        return _endless_horizon(position, target, plays, chosen)
    final_turns = rules.players if draws else position.turns_left or 0
    idle = draws + final_turns - plays
    if idle < 0 or target - sum(position.stacks) > _reachable(position):
        return None
    early_plays = max(0, plays - final_turns)
    clues = 0
    if draws and rules.token_limit:
        gains = draws - early_plays + _completions(position, early_plays)
        clues = (position.tokens + gains) // rules.clue_cost
        if not rules.speedrun and chosen is None:
            clues = min(clues, rules.players * draws)
    return Horizon(
        position=position,
        target=target,
        turns=draws + clues + final_turns,
        plays=plays,
        clues=clues,
        idle=idle,
        strikes=min(rules.strike_limit - 1 - position.strikes, idle),
        to_the_end=to_the_end,
        chosen=chosen,
    )


def _endless_horizon(position: Position, target: int, plays: int, chosen: Chosen | None) -> Horizon | None:
    """The frame without a final round: every turn but a clue takes one of the cards that are left (H4)."""
    rules = position.rules
    cards = position.pile_size + sum(len(hand) for hand in position.hands)
    idle = cards - plays
    if idle < 0 or plays > _reachable(position):
        return None
    gains = idle + _completions(position, plays)
    clues = (position.tokens + gains) // rules.clue_cost if rules.token_limit else 0
    return Horizon(
        position=position,
        target=target,
        turns=cards + clues,
        plays=plays,
        clues=clues,
        idle=idle,
        strikes=min(rules.strike_limit - 1 - position.strikes, idle),
        to_the_end=False,
        chosen=chosen,
    )


def _reachable(position: Position) -> int:
    """The most plays that the lost cards leave."""
    return sum(position.reachable_heights()) - sum(position.stacks)


def _completions(position: Position, plays: int) -> int:
    """The most tokens that `plays` plays can regain by completing suits."""
    if not position.rules.suit_regains:
        return 0
    ranks = position.rules.ranks
    missing = sorted(
        ranks - stack
        for stack, top in zip(position.stacks, position.reachable_heights(), strict=True)
        if stack < top == ranks
    )
    count = 0
    for need in missing:
        plays -= need
        count += plays >= 0
    return count
