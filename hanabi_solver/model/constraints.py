"""The rules as clauses: one builder for each rule (docs/rules.md), and the goal."""

from collections.abc import Callable

from hanabi_solver.game.cards import Card
from hanabi_solver.model import counters as sums
from hanabi_solver.model.sink import FALSE, TRUE, Sink
from hanabi_solver.model.variables import Variables

Builder = Callable[[Variables, Sink], None]


def one_action_a_turn(v: Variables, sink: Sink) -> None:
    """A turn plays, misplays or discards one card of the hand, or is a clue; or the line is over."""
    for turn, cards in enumerate(v.use):
        sink.exactly_one([v.play[turn], v.strike[turn], v.toss[turn], v.clue[turn], v.over[turn]])
        sink.exactly_one([*cards.values(), v.from_pile[turn], v.clue[turn], v.over[turn]])


def card_used_once(v: Variables, sink: Sink) -> None:
    """A card leaves the hand or the draw pile by a turn of its own once."""
    by_card: dict[int, list[int]] = {}
    for _, card, use in v.uses():
        by_card.setdefault(card, []).append(use)
    for uses in by_card.values():
        sink.at_most_one(uses)


def card_in_own_hand(v: Variables, sink: Sink) -> None:
    """A card from the draw pile is used by the seat that drew it, on a later turn of that seat."""
    players = v.horizon.position.rules.players
    for turn, cards in enumerate(v.use):
        for card, use in cards.items():
            number = v.draw_number(card)
            if number > 0:
                sink.implies([use], v.drawn[turn - players + 1][number])
                sink.implies([use], v.holder[number][turn % players])


def holders_follow_draws(v: Variables, sink: Sink) -> None:
    """A draw is held by the seat on whose turn it happens, and by no other."""
    players = v.horizon.position.rules.players
    for number in range(1, v.horizon.draws + 1):
        sink.at_most_one(v.holder[number])
        for turn in range(v.horizon.turns):
            sink.implies(
                [v.drawn[turn + 1][number], -v.drawn[turn][number]], v.holder[number][turn % players]
            )


def last_card_from_the_pile(v: Variables, sink: Sink) -> None:
    """A card used from the draw pile is its last."""
    draws = v.horizon.draws
    for turn, use in enumerate(v.from_pile):
        if use != FALSE:
            sink.implies([use], v.drawn[turn][draws - 1])
            sink.implies([use], -v.drawn[turn][draws])


def every_use_draws(v: Variables, sink: Sink) -> None:
    """A turn that uses a card draws one while the draw pile lasts, a clue draws none.

    A card played from the pile counts as drawn. After the end the pile is let run down card by card:
    nobody uses those cards.
    """
    for turn, clue in enumerate(v.clue):
        before, after = v.drawn[turn], v.drawn[turn + 1]
        for number in range(1, v.horizon.draws + 1):
            sink.implies([before[number]], after[number])
            sink.clause([-before[number - 1], clue, after[number]])
            sink.implies([after[number]], before[number - 1])
            sink.implies([after[number], clue], before[number])


def stacks_grow_by_plays(v: Variables, sink: Sink) -> None:
    """A play puts the next card of its suit on the stack, and nothing else changes a stack."""
    copies: dict[tuple[int, int, int], list[int]] = {}
    for turn, card, use in v.uses():
        suit, height, play = v.face(card).suit, v.step(card), v.play[turn]
        before, after = v.progress[turn][suit], v.progress[turn + 1][suit]
        copies.setdefault((turn, suit, height), []).append(use)
        sink.implies([play, use], before[height - 1])
        sink.implies([play, use], -before[height])
        sink.implies([play, use], after[height])
    for turn, play in enumerate(v.play):
        for suit, before in enumerate(v.progress[turn]):
            after = v.progress[turn + 1][suit]
            for height in range(1, len(before)):
                sink.implies([before[height]], after[height])
                sink.implies([after[height]], after[height - 1])
                sink.clause([-after[height], before[height], play])
                sink.clause([-after[height], before[height], *copies.get((turn, suit, height), [])])


def misplays_fail(v: Variables, sink: Sink) -> None:
    """A misplay is of a card that is not the next of its suit."""
    for turn, card, use in v.uses():
        before, height = v.progress[turn][v.face(card).suit], v.step(card)
        sink.clause([-v.strike[turn], -use, -before[height - 1], before[height]])


def last_strike_never_falls(v: Variables, sink: Sink) -> None:
    """Every misplay is a strike, and the last strike does not fall."""
    allowed = v.horizon.strikes
    for turn, strike in enumerate(v.strike):
        before, after = v.strikes[turn], v.strikes[turn + 1]
        for count in range(1, allowed + 1):
            sink.implies([before[count]], after[count])
            sink.implies([strike, before[count - 1]], after[count])
        sink.implies([strike], -before[allowed])


def tokens_are_counted(v: Variables, sink: Sink) -> None:
    """A clue costs its tokens, a turn that regains adds one up to the limit, and no other turn does."""
    rules = v.horizon.position.rules
    limit, cost = rules.token_limit, rules.clue_cost
    for turn, (clue, regain) in enumerate(zip(v.clue, v.regain, strict=True)):
        before, after = v.tokens[turn], v.tokens[turn + 1]
        sink.implies([clue], before[cost] if cost <= limit else FALSE)
        for count in range(1, limit + 1):
            dearer = before[count + cost] if count + cost <= limit else FALSE
            sink.implies([after[count], clue], dearer)
            sink.implies([dearer, clue], after[count])
            sink.clause([-after[count], before[count], regain])
            sink.implies([after[count]], before[count - 1])
            sink.clause([-before[count], clue, after[count]])
            sink.implies([before[count - 1], regain], after[count])


def what_regains(v: Variables, sink: Sink) -> None:
    """Exactly the discards regain a token, and the plays that complete a suit if the rules say so."""
    rules = v.horizon.position.rules
    by_turn: list[list[int]] = [[] for _ in v.regain]
    for turn, card, use in v.uses():
        if rules.suit_regains and v.step(card) == rules.ranks:
            by_turn[turn].append(use)
    for turn, (regain, completing) in enumerate(zip(v.regain, by_turn, strict=True)):
        sink.implies([v.toss[turn]], regain)
        sink.clause([-regain, v.toss[turn], v.play[turn]])
        sink.clause([-regain, v.toss[turn], *completing])
        for use in completing:
            sink.implies([v.play[turn], use], regain)


def no_discard_at_the_limit(v: Variables, sink: Sink) -> None:
    """A discard is forbidden while all clue tokens are there, if the rules say so."""
    if v.horizon.position.rules.discard_at_limit:
        return
    limit = v.horizon.position.rules.token_limit
    for turn, toss in enumerate(v.toss):
        sink.implies([toss], -v.tokens[turn][limit])


def game_end(v: Variables, sink: Sink) -> None:
    """Nothing happens after the final round or with every suit complete; the line may also stop before.

    It may not where a reached score can still be lost (`Horizon.to_the_end`).
    """
    horizon = v.horizon
    players, top = horizon.position.rules.players, horizon.position.rules.ranks
    has_final_round = horizon.draws and horizon.has_final_round
    if horizon.to_the_end:
        _is_over_in_the_end(v, sink)
    for turn, over in enumerate(v.over):
        complete = [suit[top] for suit in v.progress[turn]]
        sink.implies(complete, over)
        if turn > 0:
            sink.implies([v.over[turn - 1]], over)
        if has_final_round and turn >= players:
            sink.implies([v.drawn[turn - players][horizon.draws]], over)
        if horizon.to_the_end:
            for literal in complete:
                may_be_final = has_final_round and turn >= players
                final = v.drawn[turn - players][horizon.draws] if may_be_final else FALSE
                sink.clause([-over, literal, final])


def _is_over_in_the_end(v: Variables, sink: Sink) -> None:
    """After the last turn that is considered the game is over: every suit complete, or the final round."""
    horizon = v.horizon
    players, top = horizon.position.rules.players, horizon.position.rules.ranks
    if horizon.draws:
        final = v.drawn[horizon.turns - players][horizon.draws] if horizon.turns >= players else FALSE
    else:
        final = TRUE if horizon.turns >= (horizon.position.turns_left or 0) else FALSE
    for suit in v.progress[-1]:
        sink.clause([suit[top], final])


def no_last_copy_is_lost(v: Variables, sink: Sink) -> None:
    """In a speedrun, a copy at least of every card that is not on its stack yet is never thrown away."""
    position = v.horizon.position
    if not position.rules.speedrun:
        return
    lost: dict[int, int] = {}
    for turn, card, use in v.uses():
        if v.step(card) > position.stacks[v.face(card).suit]:
            if card not in lost:
                lost[card] = sink.new_bool(f"lost {card}")
            for drop in (v.toss[turn], v.strike[turn]):
                sink.implies([use, drop], lost[card])
    copies: dict[Card, list[int]] = {}
    left = [card for hand in position.hands for card in hand]
    for card in (*left, *range(position.draw_index, len(position.deck))):
        if v.step(card) > position.stacks[v.face(card).suit]:
            copies.setdefault(v.face(card), []).append(-lost[card] if card in lost else TRUE)
    for literals in copies.values():
        sink.clause(literals)


def hands_run_out(v: Variables, sink: Sink) -> None:
    """Without a final round hands shrink, and a turn needs what it needs.

    A clue goes to a seat that still holds a card (unless empty clues are allowed), and the seat after the
    last play has a card or the tokens for a clue: the game is lost for it otherwise, complete or not.
    """
    horizon = v.horizon
    if horizon.has_final_round:
        return
    position, rules = horizon.position, horizon.position.rules
    counts = [[TRUE, *[FALSE] * len(position.hands[horizon.seat(q)])] for q in range(rules.players)]
    emptied = [row[-1] if len(row) > 1 else TRUE for row in counts]
    top = rules.ranks
    for turn in range(horizon.turns):
        q = turn % rules.players
        if not rules.has_empty_clues:
            sink.clause([-v.clue[turn], *[-literal for p, literal in enumerate(emptied) if p != q]])
        shrinks = sink.new_bool(f"hand shrinks@{turn}")
        pile_is_empty = v.drawn[turn][horizon.draws]
        for literal in (v.play[turn], v.strike[turn], v.toss[turn]):
            sink.implies([literal, pile_is_empty], shrinks)
            sink.implies([shrinks, literal], pile_is_empty)
        sink.clause([-shrinks, v.play[turn], v.strike[turn], v.toss[turn]])
        before, after = counts[q], [TRUE]
        for count in range(1, len(before)):
            literal = sink.new_bool(f"{count} cards fewer after {turn}")
            sink.implies([before[count]], literal)
            sink.implies([before[count - 1], shrinks], literal)
            sink.clause([-literal, before[count], shrinks])
            sink.implies([literal], before[count - 1])
            after.append(literal)
        counts[q] = after
        emptied[q] = after[-1] if len(after) > 1 else TRUE
        following = (q + 1) % rules.players
        payable = v.tokens[turn + 1][rules.clue_cost] if rules.clue_cost <= rules.token_limit else FALSE
        complete = [suit[top] for suit in v.progress[turn + 1]]
        sink.clause([*[-literal for literal in complete], v.over[turn], -emptied[following], payable])


def target_is_reached(v: Variables, sink: Sink) -> None:
    """The stacks sum up to the target at the end."""
    sums.target_is_reached(v.horizon.position, v.horizon.target, v.progress[-1], sink)


RULES: tuple[Builder, ...] = (
    one_action_a_turn,
    card_used_once,
    card_in_own_hand,
    holders_follow_draws,
    last_card_from_the_pile,
    every_use_draws,
    stacks_grow_by_plays,
    misplays_fail,
    last_strike_never_falls,
    tokens_are_counted,
    what_regains,
    no_discard_at_the_limit,
    game_end,
    no_last_copy_is_lost,
    hands_run_out,
    target_is_reached,
)
