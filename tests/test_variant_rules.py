"""The rules that hanab.live's variants and options add: what each allows, and what it forbids."""

from collections import Counter
from dataclasses import replace

import pytest
from builders import build

from hanabi_solver.errors import IllegalMoveError, UnsupportedRules
from hanabi_solver.game.cards import Card, Suit, format_card, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.game.worth import pace
from hanabi_solver.names import Stacking
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

    def test_it_may_be_discarded_for_a_token(self) -> None:
        position = self.at_last_card(self.RULES, stack=4)
        after = apply(position, Discard(position.draw_index))
        assert (after.discards[-1], after.tokens, after.strikes) == (Card(0, 5), position.tokens + 1, 0)
        assert (after.hands, after.turns_left, after.pile_size) == (position.hands, 2, 0)

    def test_its_discard_is_one_like_any_other(self) -> None:
        full = replace(self.at_last_card(self.RULES, stack=4), tokens=8)
        assert refused_by(full, Discard(full.draw_index)) == "discard-at-token-limit"
        free = replace(full, rules=replace(self.RULES, discard_at_limit=True))
        assert apply(free, Discard(free.draw_index)).tokens == 8

    @pytest.mark.parametrize("move", [Play, Discard])
    def test_no_other_card_of_the_pile(self, move: type[Play | Discard]) -> None:
        position = build(self.RULES, "", "", pile_size=2, tokens=2)
        assert refused_by(position, move(position.draw_index)) == "card-in-own-hand"
        assert refused_by(position, move(position.draw_index + 1)) == "card-in-own-hand"

    @pytest.mark.parametrize("move", [Play, Discard])
    def test_not_without_the_option(self, move: type[Play | Discard]) -> None:
        position = self.at_last_card(replace(self.RULES, deck_plays=False), stack=4)
        assert refused_by(position, move(position.draw_index)) == "card-in-own-hand"


class TestDiscardAtLimit:
    RULES = Rules(discard_at_limit=True)

    def test_it_is_legal_and_gains_nothing(self) -> None:
        position = build(self.RULES, "", "", pile_size=10)
        card = position.hands[0][0]
        after = apply(position, Discard(card))
        assert Discard(card) in legal_moves(position)
        assert (after.tokens, after.discards[-1]) == (8, position.deck[card])
        assert after.hands[0][-1] == position.draw_index

    def test_below_the_limit_it_gains_a_token(self) -> None:
        position = build(self.RULES, "", "", tokens=7, pile_size=10)
        assert apply(position, Discard(position.hands[0][0])).tokens == 8

    def test_a_card_that_fits_can_be_kept_from_its_stack(self) -> None:
        position = build(replace(self.RULES, token_limit=0), "r1", "", pile_size=10)
        after = apply(position, Discard(position.hands[0][0]))
        assert (after.stacks[0], after.strikes, after.tokens) == (0, 0, 0)

    def test_not_without_the_rule(self) -> None:
        position = build(Rules(), "", "", pile_size=10)
        assert refused_by(position, Discard(position.hands[0][0])) == "discard-at-token-limit"


ONE_SUIT = (Suit("r", (1, 1, 1, 1)),)
NO_FINAL_ROUND = Rules(suits=ONE_SUIT, hand_size=2, token_limit=2, all_or_nothing=True, suit_regains=False)


def end_position(
    rules: Rules, stack: int, own: str, other: str, *, tokens: int, discards: str = ""
) -> Position:
    """Two hands of `rules`, any number of cards in each, and no pile."""
    cards = parse_cards(split_cards(own + other), rules.letters, rules.rank_marks, "hand")
    size = len(split_cards(own))
    return Position(
        rules=rules,
        deck=tuple(cards),
        hands=(tuple(range(size)), tuple(range(size, len(cards)))),
        draw_index=len(cards),
        stacks=(stack,),
        discards=tuple(parse_cards(split_cards(discards), rules.letters, rules.rank_marks, "discards")),
        tokens=tokens,
        strikes=0,
        seat=0,
        turns_left=None if rules.all_or_nothing else 2,
    ).checked()


class TestAllOrNothing:
    def test_a_score_below_the_maximum_counts_as_nothing(self) -> None:
        rules = Rules(all_or_nothing=True)
        position = build(rules, "p5", "", stacks=(5, 5, 5, 5, 4), pile_size=3)
        assert (position.score, position.is_over) == (0, False)
        done = apply(position, Play(0))
        assert (done.score, done.end_reason) == (25, "perfect")

    def test_turns_go_on_after_the_last_card(self) -> None:
        rules = replace(NO_FINAL_ROUND, suits=(Suit("r", (1, 1, 1, 1, 1)),), token_limit=4)
        cards = parse_cards(split_cards("r1r4r3r2r5"), "r", "12345", "deck")
        position = apply(Deal(rules, tuple(cards)).start(), Play(0))  # draws r5, the last card
        assert (position.pile_size, position.turns_left) == (0, None)
        for move in (Play(3), Clue(1, suit=0), Play(2), Play(1)):
            assert position.end_reason is None
            position = apply(position, move)
        # The next seat has no card; with a token it may still clue.
        assert (position.hands, position.tokens, position.end_reason) == (((4,), ()), 3, None)
        assert apply(apply(position, Clue(0, rank=5)), Play(4)).end_reason == "perfect"

    def test_a_lost_last_copy_ends_it(self) -> None:
        position = end_position(NO_FINAL_ROUND, 2, "r4", "r3", tokens=1)
        lost = apply(position, Discard(0))
        assert (lost.end_reason, lost.score, legal_moves(lost)) == ("full score out of reach", 0, [])
        kept = apply(position, Clue(1, suit=0))
        assert kept.end_reason is None

    def test_no_card_and_no_clue_comes_before_perfect(self) -> None:
        for tokens, reason, score in ((0, "no card and no clue", 0), (1, "perfect", 4)):
            won = apply(end_position(NO_FINAL_ROUND, 3, "r4", "", tokens=tokens), Play(0))
            assert (sum(won.stacks), won.end_reason, won.score) == (4, reason, score)
        regained = replace(NO_FINAL_ROUND, suit_regains=True)
        assert apply(end_position(regained, 3, "r4", "", tokens=0), Play(0)).end_reason == "perfect"
        half = replace(regained, clue_cost=2)
        assert apply(end_position(half, 3, "r4", "", tokens=0), Play(0)).end_reason == "no card and no clue"

    def test_a_strikeout_comes_before_what_is_out_of_reach(self) -> None:
        rules = replace(NO_FINAL_ROUND, strike_limit=1)
        assert apply(end_position(rules, 2, "r4", "r3", tokens=1), Play(0)).end_reason == "strikeout"

    def test_a_clue_to_a_seat_without_cards_marks_nothing(self) -> None:
        position = end_position(NO_FINAL_ROUND, 2, "r3r4", "", tokens=1)
        assert refused_by(position, Clue(1, suit=0)) == "clue-marks-a-card"
        assert apply(replace(position, rules=replace(NO_FINAL_ROUND, empty_clues=True)), Clue(1, suit=0))

    @pytest.mark.parametrize(("turns_left", "place"), [(2, "turns_left"), (None, "")])
    def test_turns_left_stay_none(self, turns_left: int | None, place: str) -> None:
        position = replace(end_position(NO_FINAL_ROUND, 2, "r3", "r4", tokens=1), turns_left=turns_left)
        assert [fault.place for fault in position.problems()] == [place][: len(place)]

    def test_hands_never_hold_too_many(self) -> None:
        position = end_position(NO_FINAL_ROUND, 1, "r2r3", "r4", tokens=1)
        crowded = replace(position, hands=((0, 1, 2), ()))
        assert [str(fault) for fault in crowded.problems()] == ["hands[0]: expected at most 2 cards, got 3"]

    def test_there_is_no_pace(self) -> None:
        assert pace(end_position(NO_FINAL_ROUND, 2, "r3", "r4", tokens=1)) is None

    def test_the_best_is_all_or_nothing(self) -> None:
        deck = "r1r2r3r4r5g1g2g3g4g5r1r1r2r3r4g1g1g2g3g4"
        # The final round leaves no time for r4 and r5, which all or nothing has.
        late = "r5r4g5g4r3g3r2g2r2g2r4r3g4g3r1r1r1g1g1g1"
        for text, in_time in ((deck, True), (late, False)):
            cards = tuple(parse_cards(split_cards(text), "rg", "12345", "deck"))
            assert (solve(Deal(Rules(suits=make_suits("rg")), cards)).best == 10) is in_time
            assert solve(Deal(Rules(suits=make_suits("rg"), all_or_nothing=True), cards)).best == 10
        rules = Rules(suits=(Suit("r", (1, 1, 1, 1, 1)),), hand_size=2, token_limit=1, all_or_nothing=True)
        for text, best in (("r1r3r2r4r5", 5), ("r2r3r4r1r5", 0)):
            cards = tuple(parse_cards(split_cards(text), "r", "12345", "deck"))
            assert solve(Deal(rules, cards)).best == best


class TestSpeedrun:
    RULES = Rules(suits=(Suit("r", (3, 1, 1, 1)),), hand_size=2, token_limit=2, speedrun=True)

    def test_a_lost_last_copy_ends_it_with_nothing(self) -> None:
        position = end_position(self.RULES, 2, "r4r1", "r3r1", tokens=1)
        lost = apply(position, Discard(0))
        assert (lost.end_reason, lost.score, legal_moves(lost)) == ("full score out of reach", 0, [])

    def test_the_final_round_ends_it_with_what_lies(self) -> None:
        position = end_position(self.RULES, 2, "r4r1", "r3r1", tokens=2)
        position = apply(position, Clue(1, suit=0))
        assert (position.end_reason, position.score) == (None, 2)
        over = apply(position, Play(2))
        assert (over.end_reason, over.score) == ("final round over", 3)

    def test_a_strikeout_scores_nothing(self) -> None:
        rules = replace(self.RULES, strike_limit=1)
        lost = apply(end_position(rules, 2, "r4r1", "r3r1", tokens=1), Play(1))
        assert (lost.end_reason, lost.score) == ("strikeout", 0)
        with pytest.raises(UnsupportedRules, match="expected no strikeout_scores beside it"):
            replace(rules, strikeout_scores=True)

    def test_a_reached_score_is_kept_only_by_going_on(self) -> None:
        position = end_position(self.RULES, 2, "r3r1", "r4r1", tokens=0)
        assert not keeps_score(position)
        assert keeps_score(apply(apply(position, Play(0)), Play(2)))


def stacked(rules: Rules, stacks: str, own: str, other: str, *, tokens: int = 2) -> Position:
    """A position of rules without a set order: what lies on the stacks, two hands, all else discarded."""

    def cards(text: str) -> list[Card]:
        return parse_cards(split_cards(text), rules.letters, rules.rank_marks, "cards")

    hands, lying = [cards(own), cards(other)], cards(stacks)
    left = Counter({face: rules.copies(face) for face in rules.faces()})
    left.subtract([*hands[0], *hands[1], *lying])
    ranks = [tuple(card.rank for card in lying if card.suit == suit) for suit in range(len(rules.suits))]
    return Position(
        rules=rules,
        deck=(*hands[0], *hands[1]),
        hands=(tuple(range(len(hands[0]))), tuple(range(len(hands[0]), len(hands[0]) + len(hands[1])))),
        draw_index=len(hands[0]) + len(hands[1]),
        stacks=tuple(map(len, ranks)),
        discards=tuple(left.elements()),
        tokens=tokens,
        strikes=0,
        seat=0,
        turns_left=2,
        stack_ranks=tuple(ranks),
    )


def marks_that_fit(position: Position, letter: str) -> str:
    rules = position.rules
    suit = rules.letters.index(letter)
    faces = [card for card in rules.faces() if card.suit == suit and position.is_playable(card)]
    return "".join(format_card(card, rules.letters)[1] for card in faces)


class TestUpOrDown:
    RULES = Rules(
        suits=make_suits("rg", "g", Stacking.UP_OR_DOWN),
        hand_size=2,
        token_limit=3,
        stacking=Stacking.UP_OR_DOWN,
    )

    def test_the_deck(self) -> None:
        assert [suit.copies for suit in self.RULES.suits] == [(1, 2, 2, 2, 1, 1), (1, 1, 1, 1, 1, 1)]
        assert (self.RULES.ranks, self.RULES.max_score, self.RULES.deck_size) == (5, 10, 15)
        faces = [format_card(card, "rg") for card in self.RULES.faces()]
        assert faces[:6] == ["r1", "r2", "r3", "r4", "r5", "rS"]

    @pytest.mark.parametrize(
        ("stack", "fitting"),
        [
            ("", "15S"),
            ("rS", "24"),
            ("r1", "2"),
            ("r5", "4"),
            ("rS r2", "3"),
            ("rS r4", "3"),
            ("r1 r2 r3", "4"),
            ("r5 r4 r3", "2"),
            ("rS r2 r3 r4", "5"),
            ("rS r4 r3 r2", "1"),
            ("r1 r2 r3 r4 r5", ""),
            ("rS r4 r3 r2 r1", ""),
        ],
    )
    def test_what_goes_on_a_stack(self, stack: str, fitting: str) -> None:
        position = stacked(self.RULES, stack, "g1g2", "g3g4")
        assert position.problems() == []
        assert marks_that_fit(position, "r") == fitting

    def test_another_card_is_a_strike(self) -> None:
        position = stacked(self.RULES, "rS r2", "r4g5", "r3gS")
        failed = apply(position, Play(0))
        assert (failed.strikes, failed.stack_ranks, failed.discards[-1]) == (1, ((7, 2), ()), Card(0, 4))
        grown = apply(apply(position, Play(1)), Play(2))
        assert (grown.strikes, grown.stacks, grown.stack_ranks) == (0, (3, 1), ((7, 2, 3), (5,)))

    @pytest.mark.parametrize(
        ("stack", "last"), [("rS r2 r3 r4", "r5"), ("r5 r4 r3 r2", "r1"), ("r1 r2 r3 r4", "r5")]
    )
    def test_a_complete_stack_regains_a_token(self, stack: str, last: str) -> None:
        position = stacked(self.RULES, stack, f"{last}g1", "g2g3")
        assert apply(position, Play(0)).tokens == 3
        assert apply(replace(position, tokens=3), Play(0)).tokens == 3
        lacking = replace(position, rules=replace(self.RULES, suit_regains=False))
        assert apply(lacking, Play(0)).tokens == 2

    def test_clues_touch_start_by_its_colour_only(self) -> None:
        position = stacked(self.RULES, "", "g1g2", "rSg3")
        clues = [clue for clue in legal_moves(position) if isinstance(clue, Clue)]
        assert clues == [Clue(1, suit=0), Clue(1, suit=1), Clue(1, rank=3)]
        assert refused_by(position, Clue(1, rank=7)) == "clue-value"

    @pytest.mark.parametrize(
        ("stack", "lost", "height"),
        [
            ("", "r1 rS", 4),  # down, but for the 1
            ("", "r1 r5 rS", 0),
            ("rS", "r2 r2", 3),  # down: START, 4, 3
            ("r1", "r3 r3", 2),
            ("", "r5 r3 r3", 2),
            ("rS", "r1 r5", 4),
        ],
    )
    def test_what_lost_cards_leave(self, stack: str, lost: str, height: int) -> None:
        position = stacked(self.RULES, stack, "g1g2", "g3g4")
        gone = parse_cards(split_cards(lost), "rg", "12345S", "discards")
        assert replace(position, discards=tuple(gone)).reachable_heights()[0] == height

    def test_trash_depends_on_the_direction(self) -> None:
        up = stacked(self.RULES, "rS r2", "r1r5", "r4r3", tokens=1)
        assert [up.is_trash(Card(0, rank)) for rank in (1, 2, 3, 4, 5, 7)] == [True, True, *[False] * 3, True]
        open_way = stacked(self.RULES, "", "r1r2", "r3r4")
        kept = replace(open_way, discards=())
        assert not any(kept.is_trash(card) for card in self.RULES.faces())

    @pytest.mark.parametrize(
        ("ranks", "place"),
        [
            (((2,), ()), "stacks.r"),
            (((7, 3), ()), "stacks.r"),
            (((7, 1), ()), "stacks.r"),
            (((1, 2, 4), ()), "stacks.r"),
            (((5, 4, 5), ()), "stacks.r"),
            (((7, 1, 2), ()), "stacks.r"),
            (((1,),), "stack_ranks"),
            ((), "stack_ranks"),
        ],
    )
    def test_wrong_stacks_are_refused(self, ranks: tuple[tuple[int, ...], ...], place: str) -> None:
        heights = tuple(map(len, ranks)) if len(ranks) == 2 else (0, 0)
        position = replace(stacked(self.RULES, "", "g1g2", "g3g4"), stack_ranks=ranks, stacks=heights)
        assert place in [fault.place for fault in position.problems()]

    def test_ranks_on_stacks_belong_to_these_rules_only(self) -> None:
        position = replace(build(Rules(), "", ""), stack_ranks=((), (), (), (), ()))
        assert [fault.place for fault in position.problems()] == ["stack_ranks"]


class TestSudoku:
    RULES = Rules(
        suits=tuple(Suit(letter, (2, 2, 2, 2)) for letter in "rgb"),
        hand_size=2,
        token_limit=3,
        stacking=Stacking.SUDOKU,
    )

    @pytest.mark.parametrize(
        ("stacks", "fitting"),
        [
            ("", "1234"),
            ("g3", "124"),
            ("g3 g4 b1", "24"),
            ("r2", "3"),
            ("r3 r4", "1"),
            ("r3 r4 r1", "2"),
            ("r3 r4 r1 r2", ""),
            ("r4 g1", "1"),  # a start is taken, a rank is not
        ],
    )
    def test_what_goes_on_a_stack(self, stacks: str, fitting: str) -> None:
        position = stacked(self.RULES, stacks, "b2b3", "b4g2")
        assert position.problems() == []
        assert marks_that_fit(position, "r") == fitting

    def test_a_taken_start_is_a_strike(self) -> None:
        position = stacked(self.RULES, "g2", "r2r3", "b4b1")
        assert apply(position, Play(0)).strikes == 1
        started = apply(position, Play(1))
        assert (started.strikes, started.stack_ranks) == (0, ((3,), (2,), ()))

    @pytest.mark.parametrize(("stack", "last"), [("r3 r4 r1", "r2"), ("r1 r2 r3", "r4"), ("r4 r1 r2", "r3")])
    def test_the_last_card_of_a_stack_regains_a_token(self, stack: str, last: str) -> None:
        after = apply(stacked(self.RULES, stack, f"{last}b2", "b4b1"), Play(0))
        assert (after.stacks[0], after.tokens) == (4, 3)

    @pytest.mark.parametrize(
        ("stacks", "lost", "total"),
        [
            ("", "", 12),
            ("r2", "r1 r1", 11),  # 2, 3, 4
            ("", "r2 r2", 11),  # r from 3
            ("", "r2 r2 g2 g2", 9),  # both from 3 would make 3 each, but one starts elsewhere: 3 and 2
            ("b3", "r2 r2", 10),  # 3 is taken: r from 4 makes two
        ],
    )
    def test_what_lost_cards_leave(self, stacks: str, lost: str, total: int) -> None:
        position = stacked(self.RULES, stacks, "b2b1", "b4g1")
        gone = tuple(parse_cards(split_cards(lost), "rgb", "1234", "discards"))
        assert sum(replace(position, discards=gone).reachable_heights()) == total

    @pytest.mark.parametrize(
        ("ranks", "place"),
        [
            (((2, 4), (), ()), "stacks.r"),
            (((4, 1, 2, 3, 4), (), ()), "stacks.r"),
            (((2,), (2,), ()), "stacks"),
        ],
    )
    def test_wrong_stacks_are_refused(self, ranks: tuple[tuple[int, ...], ...], place: str) -> None:
        position = stacked(self.RULES, "", "b2b1", "b4g1")
        position = replace(position, stack_ranks=ranks, stacks=tuple(map(len, ranks)))
        assert place in [fault.place for fault in position.problems()]

    def test_every_suit_needs_a_start_of_its_own(self) -> None:
        suits = tuple(Suit(letter, (2, 2)) for letter in "rgb")
        with pytest.raises(UnsupportedRules, match=r"rules\.suits: expected at most 2 suits"):
            Rules(suits=suits, hand_size=2, stacking=Stacking.SUDOKU)
        assert Rules(suits=suits[:2], hand_size=2, stacking=Stacking.SUDOKU).max_score == 4
