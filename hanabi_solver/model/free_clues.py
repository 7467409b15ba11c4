"""The model in which clues cost nothing: which seat takes each draw, and which cards it keeps.

Every line that reaches the target is a solution; a solution need not be a line. So it can only refute,
and it does where hands fill up or cards lie with the wrong seats (docs/method.md, "Free clues").
"""

from dataclasses import dataclass

from hanabi_solver.deal import Position
from hanabi_solver.model.keeping import (
    Place,
    all_but,
    both,
    card_name,
    keep_literals,
    played_once,
    stacks_grow,
    useful_copies,
)
from hanabi_solver.model.sink import FALSE, TRUE, Sink
from hanabi_solver.model.sums import count_up_to, target_is_reached


@dataclass(frozen=True, slots=True)
class _Steps:
    """Literals by step: the draws (from 0) and then the turns of the final round; suits and heights.

    `seat[k][q]`: seat `q` acts on step `k`. `kept[i]`: card `i` is the copy of its face that is played.
    `kept_by[i][q]`: and seat `q` holds it. `play[k][s, h]`: the stack of suit `s` gets its card of height `h`
    on step `k`. `stack[k][s][h]`: it has height `h` before step `k` (one entry more than steps).
    """

    position: Position
    target: int
    copies: dict[Place, list[int]]
    seat: list[list[int]]
    kept: dict[int, int]
    kept_by: dict[int, list[int]]
    play: list[dict[Place, int]]
    stack: list[list[list[int]]]

    @property
    def draws(self) -> int:
        return self.position.pile_size

    def first_step(self, card: int) -> int:
        """The first step on which a card can be in a hand."""
        return max(0, card - self.position.draw_index + 1)

    def is_from_pile(self, card: int, step: int) -> bool:
        """Whether the rules let the card be played from the draw pile on this step."""
        position = self.position
        is_last = card == len(position.deck) - 1
        return position.rules.deck_plays and is_last and step == self.draws - 1


def write_free_clues_model(position: Position, target: int, sink: Sink) -> None:
    """Write "the target can be reached if clues are free" into `sink`; the draw pile must not be empty."""
    steps = _make_steps(position, target, sink)
    for rule in (_one_seat, _one_play, _plays_come_from_hands, _hands_are_full, _pace):
        rule(steps, sink)
    played_once(steps.play, steps.copies, sink)
    for k, plays in enumerate(steps.play):
        stacks_grow(plays, steps.copies, steps.stack[k], steps.stack[k + 1], sink)
    target_is_reached(steps.position, steps.target, steps.stack[-1], sink)


def _make_steps(position: Position, target: int, sink: Sink) -> _Steps:
    rules = position.rules
    players, draws = rules.players, position.pile_size
    seat = [[sink.new_bool(f"seat {q} draws {k + 1}") for q in range(players)] for k in range(draws)]
    # In the final round the seats follow the one that drew last, which is the last to move.
    seat += [
        [seat[draws - 1][(q - turn) % players] for q in range(players)] for turn in range(1, players + 1)
    ]
    copies = useful_copies(position)
    first = _first_plays(position, copies)
    kept = keep_literals(position, target, copies, sink)
    letters = rules.letters
    return _Steps(
        position=position,
        target=target,
        copies=copies,
        seat=seat,
        kept=kept,
        kept_by=_kept_by(position, kept, seat, sink),
        play=[
            {
                (suit, height): sink.new_bool(f"play {letters[suit]} {height}, step {k + 1}")
                for suit, height in copies
                if first[suit, height] <= k
            }
            for k in range(draws + players)
        ],
        stack=[
            [
                [
                    TRUE
                    if height <= now
                    else sink.new_bool(f"stack {letters[suit]} {height} before step {k + 1}")
                    if first.get((suit, height), k) < k
                    else FALSE
                    for height in range(rules.ranks + 1)
                ]
                for suit, now in enumerate(position.stacks)
            ]
            for k in range(draws + players + 1)
        ],
    )


def _first_plays(position: Position, copies: dict[Place, list[int]]) -> dict[Place, int]:
    """Per suit and height, a step before which it cannot be reached."""
    first: dict[Place, int] = {}
    for (suit, height), cards in copies.items():
        last = len(position.deck) - 1
        arrivals = [
            card - position.draw_index + (0 if position.rules.deck_plays and card == last else 1)
            for card in cards
        ]
        first[suit, height] = max(0, first.get((suit, height - 1), -1) + 1, min(arrivals))
    return first


def _kept_by(
    position: Position, kept: dict[int, int], seat: list[list[int]], sink: Sink
) -> dict[int, list[int]]:
    owner = {card: q for q, hand in enumerate(position.hands) for card in hand}
    kept_by: dict[int, list[int]] = {}
    for card, literal in kept.items():
        if card in owner:
            holders = [TRUE if q == owner[card] else FALSE for q in range(position.rules.players)]
        else:
            holders = seat[card - position.draw_index]
        name = f"keep {card_name(position, card)} in seat"
        kept_by[card] = [both(literal, holder, f"{name} {q}", sink) for q, holder in enumerate(holders)]
    return kept_by


def _one_seat(steps: _Steps, sink: Sink) -> None:
    """Each draw is taken by one seat."""
    for k in range(steps.draws):
        sink.exactly_one(steps.seat[k])


def _one_play(steps: _Steps, sink: Sink) -> None:
    """A step plays one card at most."""
    for plays in steps.play:
        sink.at_most_one(plays.values())


def _plays_come_from_hands(steps: _Steps, sink: Sink) -> None:
    """The card played is a kept one, of the seat that acts, and drawn on an earlier step."""
    for k, plays in enumerate(steps.play):
        for key, play in plays.items():
            sink.clause([-play, *[steps.kept[card] for card in steps.copies[key]]])
            for card in steps.copies[key]:
                if steps.is_from_pile(card, k):
                    continue
                if steps.first_step(card) > k:
                    sink.clause([-play, -steps.kept[card]])
                    continue
                for q, keeper in enumerate(steps.kept_by[card]):
                    sink.implies([play, keeper], steps.seat[k][q])


def _hands_are_full(steps: _Steps, sink: Sink) -> None:
    """A seat that draws has let go of a card: besides the one just played it keeps fewer than a hand.

    Where the last card can leave the pile without a draw, that step asks for nothing.
    """
    hand_size = steps.position.rules.hand_size
    for k in range(steps.draws - int(steps.position.rules.deck_plays)):
        for q in range(steps.position.rules.players):
            waiting = []
            for (suit, height), cards in steps.copies.items():
                played = steps.stack[k + 1][suit][height]
                for card in cards:
                    if steps.first_step(card) <= k:
                        keeper = steps.kept_by[card][q]
                        name = f"{card_name(steps.position, card)} waits in seat {q}, step {k + 1}"
                        waiting.append(all_but([keeper], played, name, sink))
            counts = count_up_to(waiting, hand_size, f"kept by seat {q}, step {k + 1}", sink)
            sink.implies([steps.seat[k][q]], -counts[hand_size])


def _pace(steps: _Steps, sink: Sink) -> None:
    """So many steps can pass without a play, and no more."""
    position = steps.position
    idle_limit = len(steps.play) - (steps.target - sum(position.stacks))
    idle = []
    for k, plays in enumerate(steps.play):
        literal = sink.new_bool(f"no play on step {k + 1}")
        sink.clause([literal, *plays.values()])
        idle.append(literal)
    counts = count_up_to(idle, idle_limit + 1, "steps without a play", sink)
    sink.clause([-counts[idle_limit + 1]])
