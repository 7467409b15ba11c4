"""Whatever decides or bounds a score, against brute force, under every kind of rules by name.

One list of rule sets and one of claims: who adds a rule, a bound or a method adds a line here.
"""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from oracle import after_random_moves, best_score, random_deck

from hanabi_solver import Deal, Limits, Position, Rules, Status, solve
from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import pace_bound
from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.checking import recheck
from hanabi_solver.checking.recheck_last_round import last_round_reaches
from hanabi_solver.checking.verification import Verdict, verify
from hanabi_solver.game.cards import Suit
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import make_suits
from hanabi_solver.names import Method, Stacking
from hanabi_solver.search.quick_line import quick_line
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.bracket import as_counted

TWO = (Suit("r", (2, 2, 1)), Suit("g", (2, 1, 1)))
SMALL = Rules(suits=TWO, hand_size=2, token_limit=2, strike_limit=2)
RULE_SETS = {
    "normal": SMALL,
    "one of each": Rules(suits=(Suit("r", (2, 2, 1)), Suit("k", (1, 1, 1))), hand_size=2, token_limit=2),
    "reversed": Rules(suits=(TWO[0], Suit("g", (2, 1, 1), reversed=True)), hand_size=2, token_limit=2),
    "clue starved": Rules(suits=TWO, hand_size=2, token_limit=4, clue_cost=2),
    "deck plays": Rules(suits=TWO, hand_size=2, token_limit=2, deck_plays=True),
    "all or nothing": Rules(
        suits=(Suit("r", (2, 2, 1, 1)), Suit("g", (1, 1, 1, 1))),
        hand_size=2,
        token_limit=1,
        all_or_nothing=True,
        suit_regains=False,
        deck_plays=True,
    ),
    "all or nothing without tokens": Rules(
        suits=TWO, hand_size=2, token_limit=0, strike_limit=2, all_or_nothing=True
    ),
    "speedrun": Rules(suits=TWO, hand_size=2, token_limit=2, speedrun=True),
    "discard at limit": Rules(
        suits=TWO, hand_size=2, token_limit=1, strike_limit=1, discard_at_limit=True, deck_plays=True
    ),
    "up or down": Rules(
        suits=make_suits("r", "", Stacking.UP_OR_DOWN),
        hand_size=2,
        token_limit=1,
        strike_limit=2,
        stacking=Stacking.UP_OR_DOWN,
    ),
    "sudoku": Rules(
        suits=(Suit("r", (2, 2, 1)), Suit("g", (2, 1, 1))),
        hand_size=2,
        token_limit=1,
        strike_limit=2,
        stacking=Stacking.SUDOKU,
    ),
    "empty clues": Rules(suits=TWO, hand_size=2, token_limit=2, empty_clues=True),
    "strikeout scores": Rules(suits=TWO, hand_size=2, token_limit=1, strike_limit=1, strikeout_scores=True),
    "no tokens": Rules(suits=TWO, hand_size=2, token_limit=0, strike_limit=2),
    "no token for a suit": Rules(suits=TWO, hand_size=2, token_limit=1, suit_regains=False),
    "3 players": Rules(players=3, suits=TWO, hand_size=2, token_limit=2),
    "4 players": Rules(players=4, suits=TWO, hand_size=2, token_limit=1),
    # Many copies, few tokens and a pile of one or two cards: brute force is to be done soon.
    "5 players": Rules(
        players=5,
        suits=(Suit("r", (4, 2, 1)), Suit("g", (3, 1, 1))),
        hand_size=2,
        token_limit=1,
        strike_limit=2,
    ),
    "6 players": Rules(
        players=6,
        suits=(Suit("r", (4, 2, 1)), Suit("g", (4, 1, 1))),
        hand_size=2,
        token_limit=1,
        strike_limit=2,
    ),
}
POSITIONS = 10


def examples(rules: Rules) -> list[tuple[Position, int]]:
    """Positions under these rules with their best scores by brute force, the same in every run."""
    rng = Random(1)
    deals = [Deal(rules, random_deck(rng, rules)) for _ in range(POSITIONS)]
    positions = [after_random_moves(rng, deal.start()) for deal in deals]
    return [(position, best_score(position)) for position in positions]


def is_proved_by(method: Method, position: Position, best: int) -> bool:
    result = solve(position, method=method, limits=Limits(workers=1))
    final = replay(position, result.line)
    return (result.status, result.best) == (Status.OPTIMAL, best) and (
        final.score == best or not keeps_score(final)
    )


def is_verified(position: Position, _best: int) -> bool:
    verdicts = {check.verdict for check in verify(solve(position, limits=Limits(workers=1))).checks}
    return Verdict.HOLDS in verdicts and Verdict.FAILS not in verdicts


def is_bound(bound: Callable[[Position], int], position: Position, best: int) -> bool:
    return bound(position) >= best


def counted(position: Position) -> int:
    return min(composition_bound(position).value, pace_bound(position).value)


def single_hand(position: Position) -> int:
    return as_counted(single_hand_bound(position, Tables()), position.rules).value


def last_round(position: Position) -> int:
    return as_counted(last_round_bound(position, counted(position)), position.rules).value


def is_quick_line_true(position: Position, best: int) -> bool:
    targets = range(position.score + 1, position.rules.max_score + 1)
    lines = {target: quick_line(position, target)[0] for target in targets}
    return all(
        best >= target and replay(position, line).score >= target for target, line in lines.items() if line
    )


ANSWERS: dict[str, Callable[[Position, int], bool]] = {
    **{f"solve by {method}": partial(is_proved_by, method) for method in Method},
    "quick line": is_quick_line_true,
    "verify": is_verified,
}
# What reads one order of each suit from the rules.
BOUNDS: dict[str, Callable[[Position, int], bool]] = {
    "composition": partial(is_bound, lambda position: composition_bound(position).value),
    "pace": partial(is_bound, lambda position: pace_bound(position).value),
    "single-hand": partial(is_bound, single_hand),
    "last-round": partial(is_bound, last_round),
    "composition rechecked": partial(is_bound, recheck.composition_bound),
    "pace rechecked": partial(is_bound, recheck.pace_bound),
    "single-hand rechecked": recheck.single_hand_reaches,
    "last-round rechecked": last_round_reaches,
}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_all_agree_with_brute_force(rules: str) -> None:
    found = examples(RULE_SETS[rules])
    wrong = [
        (claim, position)
        for position, best in found
        for claim, is_right in (ANSWERS | (BOUNDS if position.rules.has_set_order else {})).items()
        if not is_right(position, best)
    ]
    assert wrong == []
    # No walkover: a method or a bound can be wrong in both ways.
    assert any(best < position.rules.max_score for position, best in found)
    assert any(best > sum(position.stacks) for position, best in found)
