"""Clauses that the rules do not need but that shorten the proof; each with its argument in docs/method.md.

Arrival, critical and pace hold in every line that reaches the target; rounds and strike-at-limit in one such
line, the same for both (docs/method.md, C1). Certificates use all of them.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from hanabi_solver.game.cards import Card
from hanabi_solver.model.sink import FALSE, TRUE, Sink
from hanabi_solver.model.variables import Variables

Cut = Callable[[Variables, Sink], None]


def arrival(v: Variables, sink: Sink) -> None:
    """A card on its stack means that the first copies of all cards up to it were drawn a round ago.

    Holds in every line that reaches the target.
    """
    position = v.horizon.position
    rules = position.rules
    firsts: dict[Card, int] = {}
    for hand in position.hands:
        for card in hand:
            firsts[v.face(card)] = 0
    for number, face in enumerate(position.pile, start=1):
        firsts.setdefault(face, number)
    for suit, (stack, top) in enumerate(zip(position.stacks, position.reachable_heights(), strict=True)):
        a_round_ago = just_now = 0
        for height in range(stack + 1, top + 1):
            face = rules.card_at(suit, height)
            if rules.deck_plays and position.pile[-1:] == (face,):
                # A copy may go from the pile to its stack: then no copy was in a hand for a round.
                just_now = max(just_now, firsts[face])
            else:
                a_round_ago = max(a_round_ago, firsts[face])
            for number, delay in ((a_round_ago, rules.players), (just_now, 0)):
                if number > 0:
                    for turn in range(delay, v.horizon.turns + 1):
                        sink.implies([v.progress[turn][suit][height]], v.drawn[turn - delay][number])


def critical(v: Variables, sink: Sink) -> None:
    """A last copy is only ever played if the cards lost with it would put the target out of reach.

    Holds in every line that reaches the target.
    """
    horizon = v.horizon
    position = horizon.position
    tops = position.reachable_heights()
    spare = sum(tops) - horizon.target
    left = Counter(position.pile)
    left.update(v.face(card) for hand in position.hands for card in hand)
    for turn, card, use in v.uses():
        face, height = v.face(card), v.step(card)
        lost = tops[face.suit] - height + 1
        if left[face] == 1 and lost > spare and height > position.stacks[face.suit]:
            sink.implies([use], v.play[turn])


def pace(v: Variables, sink: Sink) -> None:
    """So many draws and final turns can pass without a play, and no more (`Horizon.idle`).

    Holds in every line that reaches the target.
    """
    horizon = v.horizon
    limit = horizon.idle
    before = [TRUE] + [FALSE] * limit
    for turn in range(horizon.turns):
        after = [TRUE]
        for count in range(1, limit + 1):
            after.append(sink.new_bool(f"idle {count}@{turn + 1}") if count <= turn + 1 else FALSE)
        final = v.drawn[turn][horizon.draws]
        for count in range(1, limit + 2):
            reached = after[count] if count <= limit else FALSE
            for idle in (v.toss[turn], v.strike[turn]):
                sink.implies([before[count - 1], idle], reached)
            sink.implies([before[count - 1], v.clue[turn], final], reached)
            if count <= limit:
                sink.implies([before[count]], reached)
        before = after


def rounds(v: Variables, sink: Sink) -> None:
    """A whole round of clues starts only from all tokens: else it could be given later.

    Holds in some line that reaches the target, if there is one; the same line as for the other cuts.
    """
    players, limit = v.horizon.position.rules.players, v.horizon.position.rules.token_limit
    for turn in range(v.horizon.turns - players + 1):
        sink.implies(v.clue[turn : turn + players], v.tokens[turn][limit])


def strike_at_limit(v: Variables, sink: Sink) -> None:
    """A card of the hand is misplayed only while all tokens are there: else a discard does more.

    Holds in some line that reaches the target, if there is one; the same line as for the other cuts.
    """
    limit = v.horizon.position.rules.token_limit
    for turn, strike in enumerate(v.strike):
        sink.clause([-strike, v.from_pile[turn], v.tokens[turn][limit]])


CUTS: Mapping[str, Cut] = {
    "arrival": arrival,
    "critical": critical,
    "pace": pace,
    "rounds": rounds,
    "strike-at-limit": strike_at_limit,
}
ALL_CUTS = frozenset(CUTS)
