"""The rules that hanab.live's variants and options add: what each allows, and what it forbids."""

from dataclasses import replace

import pytest
from builders import build

from hanabi_solver.errors import IllegalMoveError, UnsupportedRules
from hanabi_solver.game.cards import Card, Suit, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.solver.best_score import solve

REVERSED = Rules(suits=(Suit("r"), Suit("g", (1, 2, 2, 2, 3), reversed=True)), hand_size=3)


def refused_by(position: Position, move: Play | Discard | Clue) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        apply(position, move)
    assert move not in legal_moves(position)
    return caught.value.rule


class TestReversedSuits:
    def test_they_start_with_the_highest_rank(self) -> None:
        position = build(REVERSED, "g5 g4 g1", "r1 r2 r3")
        after = apply(position, Play(position.hands[0][0]))
        assert (after.stacks, after.strikes) == ((0, 1), 0)
        assert after.is_playable(Card(1, 4))
        assert not after.is_playable(Card(1, 2))

    def test_their_1_comes_last(self) -> None:
        position = build(REVERSED, "g5 g4 g1", "r1 r2 r3")
        assert apply(position, Play(position.hands[0][2])).strikes == 1
        last = build(REVERSED, "g1 r2 r3", "r1 r2 r3", stacks=(0, 4), tokens=2)
        after = apply(last, Play(last.hands[0][0]))
        assert (after.stacks, after.tokens) == ((0, 5), 3)

    def test_a_lost_middle_card_stops_them_from_above(self) -> None:
        position = build(REVERSED, "r1 r2 r3", "r1 r2 r3", stacks=(0, 0))
        lost = replace(position, discards=(Card(1, 3), Card(1, 3)))
        assert lost.reachable_heights() == (5, 2)
        assert lost.is_trash(Card(1, 2))
        assert not lost.is_trash(Card(1, 4))

    def test_a_clue_names_the_printed_rank(self) -> None:
        position = build(REVERSED, "r1 r2 r3", "g5 g5 g5")
        assert Clue(1, rank=5) in legal_moves(position)
        assert refused_by(position, Clue(1, rank=1)) == "clue-marks-a-card"

    def test_a_deal_and_its_mirror_image_have_the_same_score(self) -> None:
        text = "g1g2r1r3r4g3 r2g4r1r5g1g2r1r2g3g1r3r4g4g5"
        plain = Rules(suits=make_suits("rg"), hand_size=3)
        cards = parse_cards(split_cards(text), "rg", "12345", "deck")
        mirrored = [Card(1, 6 - card.rank) if card.suit == 1 else card for card in cards]
        score = solve(Deal(plain, tuple(cards))).best
        assert solve(Deal(REVERSED, tuple(mirrored))).best == score


class TestClueStarved:
    RULES = Rules(token_limit=16, clue_cost=2)

    def test_a_clue_costs_two_half_tokens(self) -> None:
        position = build(self.RULES, "", "", tokens=2, pile_size=10)
        assert apply(position, Clue(1, rank=position.hand_cards(1)[0].rank)).tokens == 0

    def test_half_a_token_pays_no_clue(self) -> None:
        position = build(self.RULES, "", "", tokens=1, pile_size=10)
        assert refused_by(position, Clue(1, rank=position.hand_cards(1)[0].rank)) == "clue-needs-token"

    def test_a_discard_gains_half_a_token_up_to_the_limit(self) -> None:
        position = build(self.RULES, "", "", tokens=15, pile_size=10)
        full = apply(position, Discard(position.hands[0][0]))
        assert full.tokens == 16
        assert refused_by(full, Discard(full.hands[1][0])) == "discard-at-token-limit"

    def test_a_limit_below_the_cost_is_refused(self) -> None:
        with pytest.raises(UnsupportedRules, match="token_limit"):
            Rules(token_limit=1, clue_cost=2)
        assert Rules(token_limit=0, clue_cost=2).clue_cost == 2


class TestCompletedSuits:
    @pytest.mark.parametrize(("regains", "tokens"), [(True, 4), (False, 3)])
    def test_they_regain_a_token_or_none(self, regains: bool, tokens: int) -> None:
        rules = Rules(suit_regains=regains)
        position = build(rules, "r5", "", stacks=(4, 0, 0, 0, 0), tokens=3, pile_size=10)
        assert apply(position, Play(position.hands[0][0])).tokens == tokens


class TestDeckPlays:
    RULES = Rules(suits=make_suits("rg"), hand_size=2, deck_plays=True)

    def at_last_card(self, rules: Rules, stack: int) -> Position:
        """A position with one card to draw: r5."""
        position = build(rules, "g3 g4", "g3 g4", stacks=(stack, 0), pile_size=1, tokens=2)
        deck = (*position.deck[:-1], Card(0, 5))
        lost = list(position.discards)
        if Card(0, 5) in lost:
            lost[lost.index(Card(0, 5))] = position.deck[-1]
        return replace(position, deck=deck, discards=tuple(lost)).checked()

    def test_the_last_card_may_be_played_from_the_pile(self) -> None:
        position = self.at_last_card(self.RULES, stack=4)
        after = apply(position, Play(position.draw_index))
        assert (after.stacks[0], after.turns_left, after.pile_size) == (5, 2, 0)
        assert after.hands == position.hands

    def test_it_is_a_strike_if_it_does_not_fit(self) -> None:
        position = self.at_last_card(self.RULES, stack=3)
        after = apply(position, Play(position.draw_index))
        assert (after.strikes, after.discards[-1]) == (1, Card(0, 5))

    def test_no_other_card_of_the_pile_and_no_discard(self) -> None:
        position = build(self.RULES, "", "", pile_size=2, tokens=2)
        assert refused_by(position, Play(position.draw_index)) == "card-in-own-hand"
        assert refused_by(position, Play(position.draw_index + 1)) == "card-in-own-hand"
        last = self.at_last_card(self.RULES, stack=4)
        assert refused_by(last, Discard(last.draw_index)) == "card-in-own-hand"

    def test_not_without_the_option(self) -> None:
        position = self.at_last_card(replace(self.RULES, deck_plays=False), stack=4)
        assert refused_by(position, Play(position.draw_index)) == "card-in-own-hand"


class TestAllOrNothing:
    def test_a_score_below_the_maximum_counts_as_nothing(self) -> None:
        rules = Rules(all_or_nothing=True)
        assert build(rules, "", "", stacks=(5, 5, 5, 5, 4), pile_size=3).score == 0
        assert build(rules, "", "", stacks=(5, 5, 5, 5, 5), pile_size=0, turns_left=1).score == 25

    def test_the_best_is_all_or_nothing(self) -> None:
        deck = "r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4"
        lost = "r5r4g5g4r3g3r2g2r2g2r4r3g4g3r1r1r1g1g1g1"
        for text, score, best in ((deck, 10, 10), (lost, None, 0)):
            cards = tuple(parse_cards(split_cards(text), "rg", "12345", "deck"))
            plain = solve(Deal(Rules(suits=make_suits("rg")), cards)).best
            assert score is None or plain == score
            assert (plain == 10) == (best == 10)
            assert solve(Deal(Rules(suits=make_suits("rg"), all_or_nothing=True), cards)).best == best
