"""What clues cost in the model that counts draws: the seats of two draws, the tokens and the strikes between.

No turn has a variable there. That seat a draws and then seat b means as many clues in between as there are
seats from a to b, or a whole round more (docs/method.md, K1).
"""

from hanabi_solver.model.cuts import ALL_CUTS
from hanabi_solver.model.keeping import what_regains
from hanabi_solver.model.kept_by_draws import Kept
from hanabi_solver.model.sink import FALSE, TRUE, Sink


def write_payments(kept: Kept, sink: Sink, cuts: frozenset[str] = ALL_CUTS) -> None:
    """Write into `sink` what makes a line of the draws and plays of `kept`.

    Of the cuts by name, `rounds` and `strike-at-limit` are written here.
    """
    rules = kept.frame.position.rules
    tokens = [TRUE if c <= kept.frame.position.tokens else FALSE for c in range(rules.token_limit + 1)]
    for k in range(kept.frame.draws):
        _clues_lead_to_the_seat(kept, k, sink)
        if "rounds" in cuts:
            sink.implies([kept.clues[k][rules.players]], tokens[rules.token_limit])
        left = _tokens_after_clues(kept, k, tokens, sink)
        if not rules.discard_at_limit:
            sink.implies([kept.toss[k]], -left[rules.token_limit])
        if "strike-at-limit" in cuts:
            sink.implies([kept.strike[k]], left[rules.token_limit])
        tokens = _tokens_after_use(kept, k, left, sink)
    _last_strike_never_falls(kept, sink)


def _clues_lead_to_the_seat(kept: Kept, k: int, sink: Sink) -> None:
    """As many clues before step `k` as there are seats between its own and the one before.

    Or a whole round of them, which leads to the same seat as none.
    """
    players, clues = kept.frame.position.rules.players, kept.clues[k]
    for g in range(1, players):
        sink.implies([clues[g + 1]], clues[g])
    if k:
        before = kept.seat[k - 1]
    else:  # as if the seat before the one to move had drawn last
        before = [TRUE if (q + 1) % players == kept.frame.seat(0) else FALSE for q in range(players)]
    for a in range(players):
        for b in range(players):
            g = (b - a - 1) % players
            pair = [before[a], kept.seat[k][b]]
            if g:
                sink.implies(pair, clues[g])
                sink.implies(pair, -clues[g + 1])
            else:
                sink.implies([*pair, clues[1]], clues[players])
            sink.implies([before[a], clues[g], -clues[g + 1]], kept.seat[k][b])


def _tokens_after_clues(kept: Kept, k: int, before: list[int], sink: Sink) -> list[int]:
    """By c, whether at least c tokens are left once the clues before step `k` are paid."""
    rules = kept.frame.position.rules
    limit, cost = rules.token_limit, rules.clue_cost
    left = [TRUE, *[sink.new_bool(f"{c} tokens after the clues, step {k + 1}") for c in range(1, limit + 1)]]
    for c in range(limit + 1):
        for g in range(rules.players + 1):
            needed = before[c + cost * g] if c + cost * g <= limit else FALSE
            more = kept.clues[k][g + 1] if g < rules.players else FALSE
            sink.implies([kept.clues[k][g], left[c]], needed)
            sink.clause([-needed, more, left[c]])
        if c:
            sink.implies([left[c]], left[c - 1])
    return left


def _tokens_after_use(kept: Kept, k: int, left: list[int], sink: Sink) -> list[int]:
    """By c, whether there are at least c tokens after step `k`: what regains adds one, up to the limit.

    That is a discard, and a play that completes a suit if the rules say so.
    """
    rules = kept.frame.position.rules
    limit = rules.token_limit
    regain = sink.new_bool(f"a token regained, step {k + 1}")
    what_regains(regain, kept.toss[k], kept.put[k], rules, sink)
    after = [TRUE, *[sink.new_bool(f"{c} tokens after step {k + 1}") for c in range(1, limit + 1)]]
    for c in range(1, limit + 1):
        sink.implies([left[c]], after[c])
        sink.clause([-after[c], left[c], regain])
        sink.implies([after[c]], left[c - 1])
        sink.implies([left[c - 1], regain], after[c])
    return after


def _last_strike_never_falls(kept: Kept, sink: Sink) -> None:
    """Every misplay is a strike, and the last strike does not fall."""
    allowed = kept.frame.strikes
    fallen = [TRUE, *[FALSE] * allowed]
    for k, strike in enumerate(kept.strike):
        if strike == FALSE:
            continue
        sink.implies([strike], -fallen[allowed])
        after = [TRUE, *[sink.new_bool(f"{c} strikes after step {k + 1}") for c in range(1, allowed + 1)]]
        for c in range(1, allowed + 1):
            sink.implies([fallen[c]], after[c])
            sink.implies([strike, fallen[c - 1]], after[c])
        fallen = after
