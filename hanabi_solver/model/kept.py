"""The model of the real game in which cards are kept for their play, and all others go without a name.

It shares the turns, draws, tokens and stacks with the first model (`variables.py`, `constraints.py`), and
says otherwise who can play what. SAT solvers do better on it (docs/method.md, "Kept cards").
"""

from collections.abc import Callable
from dataclasses import dataclass

from hanabi_solver.model import constraints
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
)
from hanabi_solver.model.sink import FALSE, TRUE, Sink
from hanabi_solver.model.sums import count_up_to
from hanabi_solver.model.variables import Variables, first_plays, make_turns


@dataclass(frozen=True, slots=True)
class Kept:
    """The literals of the turns, and those of the kept cards.

    `turns` are the variables of the first model without its uses of cards. `keep[i]`: card `i` is the copy
    of its face that is played; `keeper[i][q]`: and the seats whose turns are `q` modulo players hold it.
    `put[t][place]`: turn `t` plays the card of this suit and height.
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


def can_keep(frame: Horizon) -> bool:
    """Whether the model stands for this target: reached points are safe, and all plays come from hands."""
    return not frame.to_the_end and not frame.position.rules.deck_plays


def write_kept_model(frame: Horizon, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> Kept:
    """Write "the target can be reached" into `sink`, with cuts by name; only where `can_keep` says so.

    The cut `critical` is no clause here: a card that must be played is kept from the start.
    """
    position = frame.position
    players = position.rules.players
    turns = make_turns(frame, sink)
    copies = useful_copies(position)
    keep = keep_literals(position, frame.target, copies, sink)
    firsts = first_plays(frame)
    kept = Kept(
        turns=turns,
        copies=copies,
        keep=keep,
        keeper={
            card: [
                both(keep[card], holder, f"keep {card_name(position, card)} in seat {frame.seat(q)}", sink)
                for q, holder in enumerate(_holders(turns, card))
            ]
            for card in keep
        },
        put=[
            {
                (suit, height): sink.new_bool(f"play {position.rules.letters[suit]} {height}@{turn}")
                for suit, height in copies
                if firsts[suit][height] <= turn
            }
            for turn in range(frame.turns)
        ],
    )
    for rule in (*SHARED, *(cut for name, cut in CUTS.items() if name in cuts - {"critical"})):
        rule(turns, sink)
    for own_rule in (one_action, plays_come_from_hands, what_regains):
        own_rule(kept, sink)
    played_once(kept.put, copies, sink)
    for turn, puts in enumerate(kept.put):
        stacks_grow(puts, copies, turns.progress[turn], turns.progress[turn + 1], sink)
        hand_has_room(kept, turn, turn % players, sink)
    return kept


def _holders(turns: Variables, card: int) -> list[int]:
    """By turns modulo players: whether they are those of the seat that holds the card."""
    position = turns.horizon.position
    number = turns.draw_number(card)
    if number > 0:
        return turns.holder[number]
    players = position.rules.players
    owner = next(seat for seat, hand in enumerate(position.hands) if card in hand)
    return [TRUE if q == (owner - position.seat) % players else FALSE for q in range(players)]


def one_action(kept: Kept, sink: Sink) -> None:
    """A turn plays one card, misplays, discards, or is a clue; or the line is over."""
    v = kept.turns
    for turn, puts in enumerate(kept.put):
        sink.exactly_one([v.play[turn], v.strike[turn], v.toss[turn], v.clue[turn], v.over[turn]])
        sink.exactly_one([*puts.values(), -v.play[turn]])


def plays_come_from_hands(kept: Kept, sink: Sink) -> None:
    """The card played is a kept one, in the hand of the seat to move for a round; a kept card is played."""
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


def what_regains(kept: Kept, sink: Sink) -> None:
    """Exactly the discards regain a token, and the plays that complete a suit if the rules say so."""
    rules = kept.turns.horizon.position.rules
    for turn, (regain, toss) in enumerate(zip(kept.turns.regain, kept.turns.toss, strict=True)):
        completing = [
            put for (_, height), put in kept.put[turn].items() if rules.suit_regains and height == rules.ranks
        ]
        sink.clause([-regain, toss, *completing])
        for cause in (toss, *completing):
            sink.implies([cause], regain)


def hand_has_room(kept: Kept, turn: int, q: int, sink: Sink) -> None:
    """A seat that uses a card lets go of one: besides it there are fewer kept ones than a hand holds."""
    v = kept.turns
    position = v.horizon.position
    waiting = []
    for (suit, height), cards in kept.copies.items():
        played = v.progress[turn + 1][suit][height]
        for card in cards:
            number = v.draw_number(card)
            drawn = v.drawn[turn][number] if number > 0 else TRUE
            name = f"{card_name(position, card)} waits@{turn}"
            waiting.append(all_but([kept.keeper[card][q], drawn], played, name, sink))
    counts = count_up_to(waiting, position.rules.hand_size, f"waiting@{turn}", sink)
    sink.clause([-counts[position.rules.hand_size], v.clue[turn], v.over[turn]])
