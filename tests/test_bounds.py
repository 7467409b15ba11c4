"""The bounds: each has a case where it bites, one where it must not, and brute force as the judge."""

import re
from dataclasses import replace

from builders import build
from hypothesis import given, settings
from oracle import best_score, tiny_positions

from hanabi_solver.bounds.composition import composition_bound
from hanabi_solver.bounds.last_round import last_round_bound
from hanabi_solver.bounds.pace import due_cards, pace_bound
from hanabi_solver.bounds.single_hand import single_hand_bound
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.cards import Card, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.search.tables import Tables

TWO_SUITS = Rules(suits=make_suits("rg"), hand_size=2)
ONE_SUIT = Rules(suits=make_suits("r"), hand_size=2)


def dealt(deck: str, rules: Rules = TWO_SUITS) -> Position:
    """The start of a deal of two suits and hands of two."""
    return Deal(rules, tuple(parse_cards(split_cards(deck), rules.letters, "12345", "deck"))).start()


def single_hand(position: Position) -> int:
    return single_hand_bound(position, Tables()).value


def last_round(position: Position) -> int:
    upper = min(composition_bound(position).value, pace_bound(position).value)
    return min(upper, last_round_bound(position, upper).value)


@settings(deadline=None, max_examples=150)
@given(tiny_positions(max_cards=8))
def test_no_bound_is_below_the_best_score(position: Position) -> None:
    best = best_score(position)
    assert composition_bound(position).value >= best
    assert pace_bound(position).value >= best
    assert single_hand(position) >= best
    assert last_round(position) >= best


@settings(deadline=None, max_examples=100)
@given(tiny_positions(max_cards=8))
def test_one_of_a_thing_is_no_plural(position: Position) -> None:
    bounds = [composition_bound(position), pace_bound(position), single_hand_bound(position, Tables())]
    texts = " ".join(bound.text for bound in (*bounds, last_round_bound(position, position.rules.max_score)))
    assert not re.search(r"\b1 (points|cards|turns|plays|draws) |\b1 (point|card|turn) are\b", texts), texts


@settings(deadline=None, max_examples=60)
@given(tiny_positions(max_cards=8))
def test_the_last_round_bound_takes_any_upper(position: Position) -> None:
    """Also one above what lost cards leave reachable, or above every score, or below the best."""
    best, most = best_score(position), position.rules.max_score
    for upper in range(-1, most + 3):
        assert last_round_bound(position, upper).value >= min(best, upper)
    assert last_round(position) == min(
        composition_bound(position).value,
        last_round_bound(position, most + 2).value,
        pace_bound(position).value,
    )


class TestComposition:
    def test_nothing_lost_nothing_taken_off(self) -> None:
        assert composition_bound(build(ONE_SUIT, "r1 r2", "r3 r4")).value == 5

    def test_a_lost_rank_ends_its_suit(self) -> None:
        rules = Rules(suits=make_suits("rg"), hand_size=2)
        position = build(rules, "r1 r2", "g1 g2", stacks=(0, 0), pile_size=6, tokens=3)
        lost = {card for card in position.discards if card.rank == 5}
        bound = composition_bound(position)
        assert lost == {Card(0, 5), Card(1, 5)}
        assert bound.value == sum(position.reachable_heights())
        assert "no r" in bound.text


class TestPace:
    def test_late_ones_leave_too_few_turns(self) -> None:
        bound = pace_bound(dealt("r2r3 r4r5 g1g2g3g4g5 r2r3r4 g1g1g2g3g4 r1r1r1"))
        # Two draws and two last turns follow the first r1, and r1 to r5 are five plays.
        assert bound.value == 5 + 4
        assert "r1 is drawn with 2 cards behind it" in bound.text
        assert "at most 4 plays" in bound.text

    def test_the_last_card_of_the_pile(self) -> None:
        bound = pace_bound(dealt("r1r3 r1r4 r1r3r2r4r5 g2g3g4g5 g2g3g4 g1g1g1 r2"))
        # Three draws and two last turns follow the first g1: just enough for g1 to g5.
        assert bound.value == 10
        rules = Rules(suits=make_suits("rg", dark="g"), hand_size=2)
        bound = pace_bound(dealt("r1r3 r1r4 r1r3r2r4r5 g2g3g4g5 r2 g1", rules))
        assert bound.value == 5 + 2
        assert "g1 is the last card of the pile; after it at most 2 plays follow" in bound.text

    def test_early_ones_take_nothing_off(self) -> None:
        assert pace_bound(dealt("r1r2 g1g2 r3r4r5g3g4g5 r1r1r2r3r4 g1g1g2g3g4")).value == 10

    def test_the_final_round_has_one_play_a_turn(self) -> None:
        position = build(ONE_SUIT, "r1 r2", "r3 r4", pile_size=0, turns_left=2, tokens=1)
        assert pace_bound(position).value == 2

    def test_cards_in_hands_are_there_now(self) -> None:
        position = build(ONE_SUIT, "r1 r2", "r3 r4")
        arrivals = {due.card.rank: due.arrival for due in due_cards(position)}
        assert arrivals[1] == arrivals[4] == position.draw_index - 1
        assert arrivals[5] == len(position.deck) - 1


class TestSingleHand:
    def test_too_many_cards_to_hold(self) -> None:
        # One of each: r2, r3, g2 and g3 fill the hands, and r4 and g4 come before the 1s.
        rules = Rules(suits=(*make_suits("rg", dark="rg"), *make_suits("b")), hand_size=2)
        position = dealt("r2r3 g2g3 r4g4 r1g1 b1b1b1b2b2b3b3b4b4b5 r5g5", rules)
        bound = single_hand_bound(position, Tables())
        assert bound.value < min(composition_bound(position).value, pace_bound(position).value)
        assert "one hand of 4 cards" in bound.text

    def test_room_enough_takes_nothing_off(self) -> None:
        assert single_hand(dealt("r1r2 g1g2 r3r4r5g3g4g5 r1r1r2r3r4 g1g1g2g3g4")) == 10


class TestLastRound:
    DARK = Rules(suits=make_suits("r", dark="r"), hand_size=2)

    def test_nothing_follows_the_last_card_of_the_pile(self) -> None:
        bound = last_round_bound(build(self.DARK, "r2 r3", "r4 r5"), 2)
        assert bound.value == 1
        assert "r1 is the last card of the pile: whoever draws it has the last turn of all" in bound.text

    def test_cards_in_one_hand_cannot_follow_each_other_at_once(self) -> None:
        together = build(self.DARK, "r1 r2", "r3 r4")
        apart = build(self.DARK, "r1 r3", "r2 r4")
        assert last_round(together) == best_score(together) == 2
        assert last_round(apart) == best_score(apart) == 3
        assert (
            "one draw is left, and 2 turns after that, for r1, r2, r3, r4, r5"
            in last_round_bound(together, 3).text
        )

    def test_hands_and_order_are_exact_in_the_final_round(self) -> None:
        in_order = build(ONE_SUIT, "r1 r3", "r2 r4", pile_size=0, turns_left=2)
        against = build(ONE_SUIT, "r2 r3", "r1 r4", pile_size=0, turns_left=2)
        assert last_round_bound(in_order, 2).value == 5  # nothing to say
        bound = last_round_bound(against, 2)
        assert bound.value == 1
        assert "in the 2 turns left each player plays at most one card" in bound.text

    def test_a_card_played_from_the_pile_needs_no_turn_after_its_draw(self) -> None:
        from_pile = replace(self.DARK, deck_plays=True)
        for rules, best in ((self.DARK, 1), (from_pile, 2)):
            position = build(rules, "r2 r3", "r4 r5")
            assert last_round(position) == best_score(position) == best

    def test_what_may_be_left_out_makes_room(self) -> None:
        bound = last_round_bound(build(self.DARK, "r2 r3", "r4 r5"), 1)
        assert bound.value == self.DARK.max_score
        assert bound.text == "it does not go below 1"

    def test_a_dark_one_near_the_bottom(self) -> None:
        position = parse_seed("p5v21s42").deal.start()
        bound = last_round_bound(position, 25)
        assert bound.value == 23
        assert "k1 comes only among the last 3 cards of the pile, with 5 turns after that" in bound.text
        assert "at most 3 of these 5" in bound.text
