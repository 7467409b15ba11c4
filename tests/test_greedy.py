"""The quick line: always legal, never above the best, and as good as it says."""

from random import Random

from hypothesis import given, settings
from oracle import best_score, random_deck, tiny_positions

from hanabi_solver import Deal, Position, Rules
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.replay import replay
from hanabi_solver.solver.greedy import greedy_line


@settings(deadline=None, max_examples=150)
@given(tiny_positions(max_cards=8))
def test_a_legal_line_with_the_score_it_says(position: Position) -> None:
    line, score = greedy_line(position)
    final = replay(position, line)
    assert final.score == score <= best_score(position)
    assert keeps_score(final)


def test_it_gets_somewhere_on_full_deals() -> None:
    for players in range(2, 7):
        rules = Rules(players=players)
        _, score = greedy_line(Deal(rules, random_deck(Random(players), rules)).start())
        assert score >= 15
