"""The model of the real game that counts draws instead of turns, and keeps cards for their play.

Its steps are the draws of the pile and the turns of the final round; clues are how far the seats of two draws
lie apart. Each useful face has at most one copy that is kept for its play, and other cards go without a
name. Solvers refute far more with it than with the first model (docs/method.md, K1).
"""

from dataclasses import dataclass

from hanabi_solver.model.counters import count_up_to, target_is_reached
from hanabi_solver.model.cuts import ALL_CUTS
from hanabi_solver.model.horizon import Horizon
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


@dataclass(frozen=True, slots=True)
class Kept:
    """Literals by step (from 0): first the draws, then the turns of the final round; by suits and heights.

    - `seat[k][q]`: seat `q` acts on step `k`.
    - `keep[i]`: card `i` is the copy of its face that is played; `keeper[i][q]`: and seat `q` holds it.
    - `put[k][s, h]`: the stack of suit `s` gets its card of height `h` on step `k`.
    - `progress[k][s][h]`: that stack has reached height `h` before step `k` (one entry more than steps).
    - `clues[k][g]`: at least `g` clues right before step `k`, up to the number of players; draws only.
    - `toss[k]`, `strike[k]`: step `k` discards, misplays; draws only.
    """

    frame: Horizon
    copies: dict[Place, list[int]]
    seat: list[list[int]]
    keep: dict[int, int]
    keeper: dict[int, list[int]]
    put: list[dict[Place, int]]
    progress: list[list[list[int]]]
    clues: list[list[int]]
    toss: list[int]
    strike: list[int]

    def first_step(self, card: int) -> int:
        """The first step on which a card can be played from a hand."""
        return max(0, card - self.frame.position.draw_index + 1)


def write_kept_cards(frame: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> Kept:
    """Write who draws and plays what into `sink`: all of the model but what clues cost (`paying.py`).

    Of the cuts by name, `critical` and `pace` are written here; `arrival` is in the variables.
    """
    kept = _make_kept(frame, sink, is_critical_kept="critical" in cuts)
    for rule in (_one_seat, _one_play, _plays_come_from_hands, _hands_have_room):
        rule(kept, sink)
    if "pace" in cuts:
        _pace(kept, sink)
    played_once(kept.put, kept.copies, sink)
    for k, puts in enumerate(kept.put):
        stacks_grow(puts, kept.copies, kept.progress[k], kept.progress[k + 1], sink)
    target_is_reached(frame.position, frame.target, kept.progress[-1], sink)
    return kept


def _make_kept(frame: Horizon, sink: Sink, *, is_critical_kept: bool) -> Kept:
    position = frame.position
    rules, draws, letters = position.rules, frame.draws, position.rules.letters
    seat = _seats(frame, sink)
    copies = useful_copies(position)
    keep = keep_literals(position, frame.target, copies, sink, is_critical_kept=is_critical_kept)
    first = _first_plays(frame, copies)
    return Kept(
        frame=frame,
        copies=copies,
        seat=seat,
        keep=keep,
        keeper=_keepers(frame, keep, seat, sink),
        put=[
            {
                (suit, height): sink.new_bool(f"play {letters[suit]} {height}, step {k + 1}")
                for suit, height in copies
                if first[suit, height] <= k
            }
            for k in range(len(seat))
        ],
        progress=[
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
            for k in range(len(seat) + 1)
        ],
        clues=[
            [TRUE, *[sink.new_bool(f"{g} clues before step {k + 1}") for g in range(1, rules.players + 1)]]
            for k in range(draws)
        ],
        toss=[sink.new_bool(f"discard, step {k + 1}") for k in range(draws)],
        strike=[sink.new_bool(f"misplay, step {k + 1}") if frame.strikes else FALSE for k in range(draws)],
    )


def _seats(frame: Horizon, sink: Sink) -> list[list[int]]:
    """By step and seat; in the final round the seats follow the one that drew last, which moves last."""
    draws, players = frame.draws, frame.position.rules.players
    if not draws:
        return [
            [TRUE if q == frame.seat(turn) else FALSE for q in range(players)] for turn in range(frame.turns)
        ]
    seat = [[sink.new_bool(f"seat {q} draws {k + 1}") for q in range(players)] for k in range(draws)]
    final = [[seat[-1][(q - turn) % players] for q in range(players)] for turn in range(1, players + 1)]
    return seat + final


def _first_plays(frame: Horizon, copies: dict[Place, list[int]]) -> dict[Place, int]:
    """Per suit and height, a step before which its card cannot be played."""
    first: dict[Place, int] = {}
    for (suit, height), cards in copies.items():
        drawn = min(cards) - frame.position.draw_index + 1
        first[suit, height] = max(0, first.get((suit, height - 1), -1) + 1, drawn)
    return first


def _keepers(frame: Horizon, keep: dict[int, int], seat: list[list[int]], sink: Sink) -> dict[int, list[int]]:
    position = frame.position
    owner = {card: q for q, hand in enumerate(position.hands) for card in hand}
    keepers: dict[int, list[int]] = {}
    for card, literal in keep.items():
        if card in owner:
            holders = [TRUE if q == owner[card] else FALSE for q in range(position.rules.players)]
        else:
            holders = seat[card - position.draw_index]
        name = f"keep {card_name(position, card)} in seat"
        keepers[card] = [both(literal, holder, f"{name} {q}", sink) for q, holder in enumerate(holders)]
    return keepers


def _one_seat(kept: Kept, sink: Sink) -> None:
    """Each draw is taken by one seat."""
    for k in range(kept.frame.draws):
        sink.exactly_one(kept.seat[k])


def _one_play(kept: Kept, sink: Sink) -> None:
    """A draw comes after one play, misplay or discard; a turn of the final round plays one card at most."""
    for k, puts in enumerate(kept.put):
        if k < kept.frame.draws:
            sink.exactly_one([*puts.values(), kept.toss[k], kept.strike[k]])
        else:
            sink.at_most_one(puts.values())


def _plays_come_from_hands(kept: Kept, sink: Sink) -> None:
    """The card played is a kept one, of the seat that acts, and drawn on an earlier step."""
    for k, puts in enumerate(kept.put):
        for place, put in puts.items():
            sink.clause([-put, *[kept.keep[card] for card in kept.copies[place]]])
            for card in kept.copies[place]:
                if kept.first_step(card) > k:
                    sink.clause([-put, -kept.keep[card]])
                    continue
                for q, keeper in enumerate(kept.keeper[card]):
                    sink.implies([put, keeper], kept.seat[k][q])


def _hands_have_room(kept: Kept, sink: Sink) -> None:
    """A seat that draws has let go of a card: besides the one just played it keeps fewer than a hand."""
    position = kept.frame.position
    hand_size = position.rules.hand_size
    for k in range(kept.frame.draws):
        for q in range(position.rules.players):
            waiting = []
            for (suit, height), cards in kept.copies.items():
                played = kept.progress[k + 1][suit][height]
                for card in cards:
                    if kept.first_step(card) <= k:
                        name = f"{card_name(position, card)} waits in seat {q}, step {k + 1}"
                        waiting.append(all_but([kept.keeper[card][q]], played, name, sink))
            counts = count_up_to(waiting, hand_size, f"kept by seat {q}, step {k + 1}", sink)
            sink.implies([kept.seat[k][q]], -counts[hand_size])


def _pace(kept: Kept, sink: Sink) -> None:
    """So many steps can pass without a play, and no more."""
    limit = kept.frame.idle
    idle = []
    for k, puts in enumerate(kept.put):
        literal = sink.new_bool(f"no play on step {k + 1}")
        sink.clause([literal, *puts.values()])
        idle.append(literal)
    counts = count_up_to(idle, limit + 1, "steps without a play", sink)
    sink.clause([-counts[limit + 1]])
