"""The model that keeps cards for their play and counts turns, like the first one.

It shares the turns, draws, tokens and strikes with the first model (`variables.py`, `constraints.py`), and
the kept cards with the one that counts draws (`keeping.py`). It has more to decide than that one, but every
turn has its seat: with many lines to choose from, or few turns to spare among many players, that decides
sooner (docs/method.md, K2).
"""

from collections.abc import Callable
from dataclasses import dataclass

from hanabi_solver.model import constraints
from hanabi_solver.model.counters import count_up_to
from hanabi_solver.model.cuts import ALL_CUTS, CUTS
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
    what_regains,
)
from hanabi_solver.model.sink import FALSE, TRUE, Sink
from hanabi_solver.model.variables import Variables, first_plays, make_turns


@dataclass(frozen=True, slots=True)
class KeptTurns:
    """The literals of the turns, and those of the kept cards.

    `turns` are the variables of the first model without its uses of cards. `keep[i]`: card `i` is the copy
    of its face that is played; `keeper[i][q]`: and the seats whose turns are `q` modulo players hold it.
    `put[t][s, h]`: turn `t` plays the card of suit `s` and height `h`.
    """

    turns: Variables
    copies: dict[Place, list[int]]
    keep: dict[int, int]
    keeper: dict[int, list[int]]
    put: list[dict[Place, int]]


# The rules of the first model that speak of turns, draws, tokens and stacks only.
SHARED: tuple[Callable[[Variables, Sink], None], ...] = (
    constraints.holders_follow_draws,
    constraints.every_use_draws,
    constraints.last_strike_never_falls,
    constraints.tokens_are_counted,
    constraints.no_discard_at_the_limit,
    constraints.game_end,
    constraints.target_is_reached,
)


def write_kept_turns(frame: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> KeptTurns:
    """Write the whole model into `sink`, with the cuts of these names; only where `can_keep` says so.

    The cut `critical` is no clause here: a card that must be played is kept from the start.
    """
    kept = _make_kept(frame, sink, is_critical_kept="critical" in cuts)
    for rule in (*SHARED, *(cut for name, cut in CUTS.items() if name in cuts - {"critical"})):
        rule(kept.turns, sink)
    for own_rule in (_one_action, _plays_come_from_hands):
        own_rule(kept, sink)
    played_once(kept.put, kept.copies, sink)
    for turn, puts in enumerate(kept.put):
        progress = kept.turns.progress
        stacks_grow(puts, kept.copies, progress[turn], progress[turn + 1], sink)
        what_regains(kept.turns.regain[turn], kept.turns.toss[turn], puts, frame.position.rules, sink)
        _hand_has_room(kept, turn, sink)
    return kept


def _make_kept(frame: Horizon, sink: Sink, *, is_critical_kept: bool) -> KeptTurns:
    position = frame.position
    letters = position.rules.letters
    turns = make_turns(frame, sink)
    copies = useful_copies(position)
    keep = keep_literals(position, frame.target, copies, sink, is_critical_kept=is_critical_kept)
    firsts = first_plays(frame)
    return KeptTurns(
        turns=turns,
        copies=copies,
        keep=keep,
        keeper={
            card: [
                both(literal, holder, f"keep {card_name(position, card)} in seat {frame.seat(q)}", sink)
                for q, holder in enumerate(_holders(turns, card))
            ]
            for card, literal in keep.items()
        },
        put=[
            {
                (suit, height): sink.new_bool(f"play {letters[suit]} {height}@{turn}")
                for suit, height in copies
                if firsts[suit][height] <= turn
            }
            for turn in range(frame.turns)
        ],
    )


def _holders(turns: Variables, card: int) -> list[int]:
    """By turns modulo players: whether they are those of the seat that holds the card."""
    position = turns.horizon.position
    number = turns.draw_number(card)
    if number > 0:
        return turns.holder[number]
    players = position.rules.players
    owner = next(seat for seat, hand in enumerate(position.hands) if card in hand)
    return [TRUE if q == (owner - position.seat) % players else FALSE for q in range(players)]


def _one_action(kept: KeptTurns, sink: Sink) -> None:
    """A turn plays one card, misplays, discards, or is a clue; or the line is over."""
    v = kept.turns
    for turn, puts in enumerate(kept.put):
        sink.exactly_one([v.play[turn], v.strike[turn], v.toss[turn], v.clue[turn], v.over[turn]])
        sink.exactly_one([*puts.values(), -v.play[turn]])


def _plays_come_from_hands(kept: KeptTurns, sink: Sink) -> None:
    """The card played is a kept one, drawn a round ago or more by the seat to move; a kept card is played."""
    v = kept.turns
    players = v.horizon.position.rules.players
    for turn, puts in enumerate(kept.put):
        for place, put in puts.items():
            sink.clause([-put, *[kept.keep[card] for card in kept.copies[place]]])
            for card in kept.copies[place]:
                sink.implies([put, kept.keep[card]], kept.keeper[card][turn % players])
                if (number := v.draw_number(card)) > 0:
                    drawn = v.drawn[turn - players + 1][number] if turn >= players - 1 else FALSE
                    sink.implies([put, kept.keep[card]], drawn)
    for (suit, height), cards in kept.copies.items():
        for card in cards:
            sink.implies([kept.keep[card]], v.progress[-1][suit][height])


def _hand_has_room(kept: KeptTurns, turn: int, sink: Sink) -> None:
    """A seat that uses a card lets go of one: besides it there are fewer kept ones than a hand holds."""
    v = kept.turns
    position = v.horizon.position
    hand_size = position.rules.hand_size
    q = turn % position.rules.players
    waiting = []
    for (suit, height), cards in kept.copies.items():
        played = v.progress[turn + 1][suit][height]
        for card in cards:
            number = v.draw_number(card)
            drawn = v.drawn[turn][number] if number > 0 else TRUE
            name = f"{card_name(position, card)} waits@{turn}"
            waiting.append(all_but([kept.keeper[card][q], drawn], played, name, sink))
    counts = count_up_to(waiting, hand_size, f"waiting@{turn}", sink)
    sink.clause([-counts[hand_size], v.clue[turn], v.over[turn]])
