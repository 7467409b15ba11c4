"""Every rule of the game, one by one: what it allows, and what it forbids under which name."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from builders import build

from hanabi_solver.errors import IllegalMoveError, InputError, UnsupportedRules
from hanabi_solver.game.cards import DARK_COPIES, Card, Suit
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply, check_move, legal_moves
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import MAX_DECK, MAX_STRIKES, MAX_TOKENS, Rules, make_suits

R1, R2, R3, R4, R5 = (Card(0, rank) for rank in range(1, 6))
Y1 = Card(1, 1)

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
every_token_limit = pytest.mark.parametrize("token_limit", [0, 1, 8])
both_strike_limits = pytest.mark.parametrize("strike_limit", [1, 3])
every_number_of_suits = pytest.mark.parametrize(
    "suits",
    [
        make_suits("r"),
        make_suits("rk", dark="k"),
        make_suits("rgb"),
        make_suits("rgbk", dark="k"),
        make_suits("rgkdm", dark="kdm"),
        make_suits("rygbpt"),
    ],
    ids=lambda suits: "".join(suit.letter for suit in suits),
)
both_clue_rules = pytest.mark.parametrize("empty_clues", [False, True])


def refused_by(position: Position, move: Move) -> str:
    """The rule that forbids `move`, whether it is checked, applied or looked for in the list."""
    with pytest.raises(IllegalMoveError) as checked:
        check_move(position, move)
    with pytest.raises(IllegalMoveError) as applied:
        apply(position, move)
    assert checked.value.rule == applied.value.rule
    assert move not in legal_moves(position)
    return checked.value.rule


def own_cards(position: Position) -> tuple[int, ...]:
    return position.hands[position.seat]


def a_clue(position: Position) -> Clue:
    """A clue to the next seat that marks its first card."""
    target = (position.seat + 1) % position.rules.players
    return Clue(target, rank=position.hand_cards(target)[0].rank)


class TestSetUp:
    @pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
    def test_hand_size_follows_from_the_number_of_players(self, players: int, size: int) -> None:
        assert Rules(players=players).hand_size == size
        assert Rules(players=players, hand_size=2).hand_size == 2

    def test_the_standard_game_is_the_default(self) -> None:
        rules = Rules()
        assert (rules.players, rules.deck_size, rules.max_score) == (2, 50, 25)
        assert (rules.token_limit, rules.strike_limit, rules.first_seat) == (8, 3, 0)
        assert not rules.empty_clues
        assert not rules.strikeout_scores

    @pytest.mark.parametrize(("rank", "copies"), [(1, 3), (2, 2), (3, 2), (4, 2), (5, 1)])
    def test_copies_in_a_normal_and_a_one_of_each_suit(self, rank: int, copies: int) -> None:
        rules = Rules(suits=make_suits("rgk", dark="k"))
        assert [rules.copies(Card(suit, rank)) for suit in range(3)] == [copies, copies, 1]

    @pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
    def test_deck_size_and_best_score_grow_with_the_suits(self, number: int) -> None:
        rules = Rules(suits=make_suits("rygbpt"[:number]))
        assert (rules.deck_size, rules.max_score) == (10 * number, 5 * number)
        dark = Rules(suits=make_suits("rygbpt"[:number], dark="rygbpt"), hand_size=2)
        assert (dark.deck_size, dark.max_score) == (5 * number, 5 * number)

    @every_number_of_players
    def test_cards_are_dealt_seat_by_seat(self, players: int) -> None:
        rules = Rules(players=players)
        deck = tuple(face for face in rules.faces() for _ in range(rules.copies(face)))
        start = Deal(rules, deck).start()
        dealt = [card for seat in range(players) for card in start.hand_cards(seat)]
        assert dealt == list(deck[: players * rules.hand_size])
        assert {len(hand) for hand in start.hands} == {rules.hand_size}
        assert start.pile == deck[len(dealt) :]
        assert [Deal(replace(rules, first_seat=seat), deck).start().seat for seat in range(players)] == list(
            range(players)
        )

    @every_number_of_players
    def test_turns_go_round_from_the_first_seat(self, players: int) -> None:
        for first_seat in range(players):
            position = build(Rules(players=players, first_seat=first_seat))
            seats = []
            for _ in range(players + 1):
                seats.append(position.seat)
                position = apply(position, a_clue(position))
            assert seats == [(first_seat + turn) % players for turn in range(players + 1)]

    @every_token_limit
    def test_the_game_starts_with_all_tokens_and_no_strike(self, token_limit: int) -> None:
        rules = Rules(token_limit=token_limit)
        start = Deal(rules, tuple(f for f in rules.faces() for _ in range(rules.copies(f)))).start()
        assert (start.tokens, start.strikes, start.discards, start.score) == (token_limit, 0, (), 0)


class TestClue:
    @every_number_of_players
    def test_costs_a_token_and_moves_no_card(self, players: int) -> None:
        before = build(Rules(players=players), tokens=3)
        after = apply(before, a_clue(before))
        assert after == replace(before, tokens=2, seat=1)

    @pytest.mark.parametrize("clue", [Clue(1, suit=1), Clue(1, rank=4)])
    def test_may_name_a_suit_or_a_rank_that_the_target_holds(self, clue: Clue) -> None:
        position = build(Rules(), other="r1 r2 r3 r2 y4")
        assert clue in legal_moves(position)
        check_move(position, clue)

    @pytest.mark.parametrize("clue", [Clue(1, suit=1), Clue(1, rank=4)])
    def test_must_mark_a_card(self, clue: Clue) -> None:
        position = build(Rules(), other="r1 r2 r3 r2 r5")
        assert refused_by(position, clue) == "clue-marks-a-card"

    @pytest.mark.parametrize("clue", [Clue(1, suit=1), Clue(1, rank=4)])
    def test_need_not_mark_a_card_with_empty_clues(self, clue: Clue) -> None:
        position = build(Rules(empty_clues=True), other="r1 r2 r3 r2 r5")
        assert clue in legal_moves(position)
        assert apply(position, clue).tokens == 7

    @every_number_of_players
    def test_each_other_seat_and_no_own_or_foreign_one_may_be_clued(self, players: int) -> None:
        for seat in range(players):
            position = build(Rules(players=players, first_seat=seat, empty_clues=True))
            for target in range(players):
                if target != seat:
                    check_move(position, Clue(target, rank=1))
            for target in (seat, -1, players):
                assert refused_by(position, Clue(target, rank=1)) == "clue-target"

    @every_number_of_suits
    @both_clue_rules
    def test_value_must_be_a_suit_or_rank_of_the_game(
        self, suits: tuple[Suit, ...], empty_clues: bool
    ) -> None:
        rules = Rules(suits=suits, hand_size=2, empty_clues=empty_clues)
        last = suits[-1].letter
        position = build(rules, other=f"{last}5")
        for clue in (Clue(1, suit=len(suits) - 1), Clue(1, rank=5)):
            check_move(position, clue)
        for clue in (Clue(1, suit=-1), Clue(1, suit=len(suits)), Clue(1, rank=0), Clue(1, rank=6)):
            assert refused_by(position, clue) == "clue-value"

    @pytest.mark.parametrize("token_limit", [1, 8])
    @both_clue_rules
    def test_needs_a_token(self, token_limit: int, empty_clues: bool) -> None:
        rules = Rules(token_limit=token_limit, empty_clues=empty_clues)
        last_one = build(rules, tokens=1)
        none = apply(last_one, a_clue(last_one))
        assert none.tokens == 0
        assert refused_by(none, a_clue(none)) == "clue-needs-token"

    def test_is_never_possible_without_tokens_in_the_game(self) -> None:
        position = build(Rules(token_limit=0))
        assert refused_by(position, a_clue(position)) == "clue-needs-token"

    def test_names_exactly_one_of_suit_and_rank(self) -> None:
        for values in ({}, {"suit": 0, "rank": 1}):
            with pytest.raises(ValueError, match="one suit or one rank"):
                Clue(1, **values)


class TestDiscard:
    @every_number_of_players
    def test_gains_a_token_and_draws(self, players: int) -> None:
        before = build(Rules(players=players), own="r4", tokens=3)
        after = apply(before, Discard(own_cards(before)[0]))
        assert (after.tokens, after.strikes, after.stacks) == (4, 0, before.stacks)
        assert after.discards == (*before.discards, R4)
        assert after.hands[0] == (*before.hands[0][1:], before.draw_index)
        assert after.pile == before.pile[1:]

    @every_token_limit
    def test_is_forbidden_at_the_token_limit(self, token_limit: int) -> None:
        position = build(Rules(token_limit=token_limit))
        assert refused_by(position, Discard(own_cards(position)[0])) == "discard-at-token-limit"

    @pytest.mark.parametrize("token_limit", [1, 8])
    def test_is_allowed_just_below_the_token_limit(self, token_limit: int) -> None:
        position = build(Rules(token_limit=token_limit), tokens=token_limit - 1)
        assert apply(position, Discard(own_cards(position)[0])).tokens == token_limit

    @every_number_of_players
    @pytest.mark.parametrize("kind", [Play, Discard])
    def test_only_a_card_in_the_own_hand_can_be_used(
        self, players: int, kind: type[Play] | type[Discard]
    ) -> None:
        position = build(Rules(players=players), tokens=1)
        for card in own_cards(position):
            check_move(position, kind(card))
        others = [card for hand in position.hands[1:] for card in hand]
        for card in (*others, position.draw_index, len(position.deck), -1):
            assert refused_by(position, kind(card)) == "card-in-own-hand"

    def test_a_card_that_was_used_is_gone(self) -> None:
        rules = Rules(players=2)
        position = build(rules, tokens=1)
        gone = own_cards(position)[0]
        position = apply(position, Discard(gone))
        position = apply(position, a_clue(position))
        assert position.seat == 0
        assert refused_by(position, Discard(gone)) == "card-in-own-hand"


class TestPlay:
    @every_number_of_players
    def test_the_next_rank_goes_on_its_stack_and_a_card_is_drawn(self, players: int) -> None:
        before = build(Rules(players=players), own="y3", stacks=(0, 2, 0, 0, 0), tokens=3)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.stacks, after.score) == ((0, 3, 0, 0, 0), 3)
        assert (after.tokens, after.strikes, after.discards) == (3, 0, before.discards)
        assert after.hands[0] == (*before.hands[0][1:], before.draw_index)
        assert after.pile == before.pile[1:]

    @every_number_of_suits
    def test_any_rank_of_any_suit_can_be_next(self, suits: tuple[Suit, ...]) -> None:
        for index, suit in enumerate(suits):
            for rank in range(1, 6):
                stacks = tuple(rank - 1 if other == index else 0 for other in range(len(suits)))
                before = build(Rules(suits=suits, hand_size=2), own=f"{suit.letter}{rank}", stacks=stacks)
                assert apply(before, Play(own_cards(before)[0])).stacks[index] == rank

    @every_number_of_players
    @pytest.mark.parametrize("wrong", ["y4", "y2", "y1", "r2"])
    def test_any_other_card_is_a_strike_and_lost(self, players: int, wrong: str) -> None:
        before = build(Rules(players=players), own=wrong, stacks=(0, 2, 0, 0, 0), tokens=3)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.strikes, after.tokens, after.stacks) == (1, 3, before.stacks)
        assert after.discards == (*before.discards, before.hand_cards(0)[0])
        assert after.hands[0] == (*before.hands[0][1:], before.draw_index)
        assert after.pile == before.pile[1:]

    @every_number_of_suits
    def test_completing_a_suit_regains_a_token_only_below_the_limit(self, suits: tuple[Suit, ...]) -> None:
        for index, suit in enumerate(suits):
            stacks = tuple(4 if other == index else 0 for other in range(len(suits)))
            for limit, tokens, expected in [(0, 0, 0), (1, 0, 1), (1, 1, 1), (8, 0, 1), (8, 7, 8), (8, 8, 8)]:
                rules = Rules(suits=suits, hand_size=2, token_limit=limit)
                before = build(rules, own=f"{suit.letter}5", stacks=stacks, tokens=tokens)
                assert apply(before, Play(own_cards(before)[0])).tokens == expected

    def test_no_other_play_regains_a_token(self) -> None:
        for rank in range(1, 5):
            before = build(Rules(), own=f"r{rank}", stacks=(rank - 1, 0, 0, 0, 0), tokens=3)
            assert apply(before, Play(own_cards(before)[0])).tokens == 3

    def test_is_allowed_at_the_token_limit(self) -> None:
        position = build(Rules(), own="r5")
        assert apply(position, Play(own_cards(position)[0])).strikes == 1


class TestStrikeOut:
    @both_strike_limits
    @pytest.mark.parametrize(("strikeout_scores", "score"), [(False, 0), (True, 4)])
    def test_the_last_strike_ends_the_game_at_once(
        self, strike_limit: int, strikeout_scores: bool, score: int
    ) -> None:
        rules = Rules(strike_limit=strike_limit, strikeout_scores=strikeout_scores)
        before = build(rules, own="r5", stacks=(3, 1, 0, 0, 0), strikes=strike_limit - 1)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.end_reason, after.score) == ("strikeout", score)
        assert legal_moves(after) == []
        # The game ended with that move: no card is drawn after it.
        assert after.draw_index == before.draw_index
        assert after.hands[0] == before.hands[0][1:]

    def test_an_earlier_strike_neither_ends_the_game_nor_costs_score(self) -> None:
        before = build(Rules(strike_limit=3), own="r5", stacks=(3, 1, 0, 0, 0), strikes=1)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.end_reason, after.strikes, after.score) == (None, 2, 4)

    @pytest.mark.parametrize(("strikeout_scores", "score"), [(False, 0), (True, 1)])
    def test_counts_even_on_the_very_last_turn(self, strikeout_scores: bool, score: int) -> None:
        rules = Rules(strike_limit=1, strikeout_scores=strikeout_scores)
        before = build(rules, own="r5", stacks=(1, 0, 0, 0, 0), pile_size=0, turns_left=1)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.end_reason, after.score) == ("strikeout", score)


class TestPerfectEnd:
    @every_number_of_suits
    def test_completing_every_suit_ends_the_game_at_once(self, suits: tuple[Suit, ...]) -> None:
        # Two players with two cards each: even one normal suit leaves enough cards besides its stack.
        rules = Rules(suits=suits, hand_size=2)
        stacks = (4, *[5] * (len(suits) - 1))
        before = build(rules, own="r5", stacks=stacks, tokens=2)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.end_reason, after.score) == ("perfect", 5 * len(suits))
        assert legal_moves(after) == []
        assert after.draw_index == before.draw_index

    def test_one_card_short_is_no_end(self) -> None:
        before = build(Rules(), own="r4", stacks=(3, 5, 5, 5, 5))
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.end_reason, after.score) == (None, 24)

    def test_can_come_with_the_very_last_turn(self) -> None:
        before = build(Rules(), own="r5", stacks=(4, 5, 5, 5, 5), pile_size=0, turns_left=1)
        assert apply(before, Play(own_cards(before)[0])).end_reason == "perfect"


class TestFinalRound:
    @every_number_of_players
    @pytest.mark.parametrize("use", ["play", "misplay", "discard"])
    def test_drawing_the_last_card_gives_everyone_one_turn(self, players: int, use: str) -> None:
        before = build(Rules(players=players), own="r1 r4", tokens=4, pile_size=1)
        first, second = own_cards(before)[:2]
        moves: dict[str, Move] = {"play": Play(first), "misplay": Play(second), "discard": Discard(first)}
        position = apply(before, moves[use])
        assert (position.pile_size, position.turns_left) == (0, players)
        assert len(position.hands[0]) == before.rules.hand_size
        acted = []
        while not position.is_over:
            acted.append(position.seat)
            hand = own_cards(position)
            position = apply(position, Discard(hand[0]) if position.tokens < 8 else a_clue(position))
        # The drawer of the last card has the last turn.
        assert acted == [*range(1, players), 0]
        assert position.end_reason == "final round over"
        assert legal_moves(position) == []

    @every_number_of_players
    def test_no_card_is_drawn_and_every_kind_of_move_is_a_turn(self, players: int) -> None:
        before = build(Rules(players=players), own="r1 r4", tokens=4, pile_size=0)
        first, second = own_cards(before)[:2]
        for move in (Play(first), Play(second), Discard(first)):
            after = apply(before, move)
            assert (after.turns_left, len(after.hands[0])) == (players - 1, before.rules.hand_size - 1)
        assert apply(before, a_clue(before)) == replace(before, tokens=3, seat=1, turns_left=players - 1)

    def test_a_clue_draws_nothing_and_so_starts_no_final_round(self) -> None:
        before = build(Rules(), pile_size=1)
        after = apply(before, a_clue(before))
        assert (after.pile_size, after.turns_left) == (1, None)

    def test_the_last_card_but_one_starts_no_final_round(self) -> None:
        before = build(Rules(), own="r1", pile_size=2)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.pile_size, after.turns_left) == (1, None)

    def test_the_score_is_the_sum_of_the_stacks(self) -> None:
        before = build(Rules(), own="r4", stacks=(3, 1, 0, 5, 2), strikes=2, pile_size=0, turns_left=1)
        after = apply(before, Play(own_cards(before)[0]))
        assert (after.end_reason, after.score) == ("final round over", 12)

    def test_a_deal_without_a_draw_pile_gives_everyone_one_turn(self) -> None:
        rules = Rules(players=2, suits=make_suits("r"))
        start = Deal(rules, (R1, R1, R1, R2, R2, R3, R3, R4, R4, R5)).start()
        assert not start.is_over
        end = replay(start, [Clue(1, rank=5), Clue(0, rank=1)])
        assert end.end_reason == "final round over"


@pytest.mark.parametrize(
    "over",
    [
        replace(build(Rules()), strikes=3),
        replace(build(Rules(), pile_size=0), turns_left=0),
        build(Rules(), stacks=(5, 5, 5, 5, 5), pile_size=1),
    ],
    ids=["strikeout", "final round over", "perfect"],
)
def test_nothing_is_legal_after_the_end(over: Position, request: pytest.FixtureRequest) -> None:
    assert over.end_reason == request.node.callspec.id
    over = replace(over, tokens=4)
    for move in (Play(own_cards(over)[0]), Discard(own_cards(over)[0]), a_clue(over), Clue(9, rank=9)):
        assert refused_by(over, move) == "game-over"


class TestUsefulCards:
    def test_reachable_heights_stop_below_a_rank_that_is_lost(self) -> None:
        discards = (R1, R1, R2, Card(1, 3), Card(1, 3), Card(2, 5))
        position = replace(build(Rules()), discards=discards)
        assert position.reachable_heights() == (5, 2, 4, 5, 5)
        assert replace(position, discards=(*discards, R1)).reachable_heights() == (0, 2, 4, 5, 5)

    def test_a_copy_on_the_stack_does_not_count_as_lost(self) -> None:
        position = replace(build(Rules(), stacks=(1, 0, 0, 0, 0)), discards=(R1, R1))
        assert position.reachable_heights()[0] == 5

    def test_trash_is_what_was_played_or_lies_above_a_lost_rank(self) -> None:
        position = replace(build(Rules(), stacks=(2, 0, 0, 0, 0)), discards=(R4, R4))
        assert [position.is_trash(card) for card in (R1, R2, R3, R4, R5)] == [True, True, False, True, True]
        assert [position.is_playable(card) for card in (R2, R3, R4, Y1)] == [False, True, False, True]


class TestRulesValidation:
    @pytest.mark.parametrize(
        "accepted",
        [
            {"players": 2, "first_seat": 1},
            {"players": 6, "first_seat": 5},
            {"token_limit": 0},
            {"token_limit": MAX_TOKENS},
            {"strike_limit": 1},
            {"strike_limit": MAX_STRIKES},
            {"suits": make_suits("r")},
            {"suits": make_suits("rygbpt", dark="t")},
            {"suits": (Suit("r", (2,)), Suit("g", (3,))), "hand_size": 2},
            {"suits": make_suits("rk", dark="rk"), "hand_size": 5},
            {"suits": (Suit("r", (20, 20, 20, 20, 20)),)},
        ],
    )
    def test_values_at_the_edge_are_accepted(self, accepted: dict[str, object]) -> None:
        rules = Rules(**accepted)  # type: ignore[arg-type]  # values of mixed types by name
        assert all(getattr(rules, name) == value for name, value in accepted.items())

    @pytest.mark.parametrize(
        ("refused", "place"),
        [
            ({"players": 1}, "rules.players"),
            ({"players": 7}, "rules.players"),
            ({"players": 7, "hand_size": 2}, "rules.players"),
            ({"players": 2, "first_seat": 2}, "rules.first_seat"),
            ({"first_seat": -1}, "rules.first_seat"),
            ({"token_limit": -1}, "rules.token_limit"),
            ({"token_limit": MAX_TOKENS + 1}, "rules.token_limit"),
            ({"strike_limit": 0}, "rules.strike_limit"),
            ({"strike_limit": MAX_STRIKES + 1}, "rules.strike_limit"),
            ({"suits": ()}, "rules.suits"),
            ({"suits": make_suits("abcdefg")}, "rules.suits"),
            ({"suits": make_suits("rR")}, "rules.suits[1]"),
            ({"suits": make_suits("rx")}, "rules.suits[1]"),
            ({"suits": make_suits("r1")}, "rules.suits[1]"),
            ({"suits": make_suits("rä")}, "rules.suits[1]"),
            ({"suits": (Suit("r"), Suit("gg"))}, "rules.suits[1]"),
            ({"suits": (Suit("r"), Suit(""))}, "rules.suits[1]"),
            ({"suits": make_suits("rgr")}, "rules.suits[2]"),
            ({"suits": (Suit("r"), Suit("g", ()))}, "rules.suits[1]"),
            ({"suits": (Suit("r", (1, 1, 1, 1, 1, 1)),)}, "rules.suits[0]"),
            ({"suits": (Suit("r"), Suit("g", (3, 2, 0, 2, 1)))}, "rules.suits[1]"),
            ({"suits": (Suit("r"), Suit("g", (3, 2, 2, 2)))}, "rules.suits[1]"),
            ({"hand_size": 1}, "rules.hand_size"),
            ({"hand_size": -1}, "rules.hand_size"),
            ({"suits": make_suits("r"), "hand_size": 6}, "rules.hand_size"),
            ({"suits": make_suits("r"), "players": 3}, "rules.hand_size"),
            ({"suits": (Suit("r", (MAX_DECK, 1)),)}, "rules.suits"),
        ],
    )
    def test_values_outside_are_refused_where_they_stand(
        self, refused: dict[str, object], place: str
    ) -> None:
        with pytest.raises(UnsupportedRules) as caught:
            Rules(**refused)  # type: ignore[arg-type]  # values of mixed types by name
        assert [fault.place for fault in caught.value.faults] == [place]

    def test_all_faults_are_reported_at_once(self) -> None:
        with pytest.raises(UnsupportedRules) as caught:
            Rules(players=9, token_limit=-1, strike_limit=0, suits=(Suit("x"), Suit("x", (0,))))
        assert [fault.place for fault in caught.value.faults] == [
            "rules.players",
            "rules.token_limit",
            "rules.strike_limit",
            "rules.suits[0]",
            "rules.suits[1]",
            "rules.suits[1]",
        ]
        for fault in caught.value.faults:
            assert str(fault) in str(caught.value)


class TestDealValidation:
    RULES = Rules(suits=make_suits("r"), hand_size=2)
    DECK = (R1, R1, R1, R2, R2, R3, R3, R4, R4, R5)

    def test_any_order_of_the_right_cards_is_accepted(self) -> None:
        assert Deal(self.RULES, self.DECK[::-1]).start().hand_cards(0) == (R5, R4)

    @pytest.mark.parametrize(
        ("deck", "faults"),
        [
            (DECK[1:], ["expected 10 cards, got 9", "expected 3 copies of r1, got 2"]),
            ((*DECK, R5), ["expected 10 cards, got 11", "expected 1 copy of r5, got 2"]),
            ((*DECK[:-1], R4), ["expected 2 copies of r4, got 3", "expected 1 copy of r5, got 0"]),
            (
                (*DECK[:-1], Y1),
                [
                    "expected 1 copy of r5, got 0",
                    "expected a card of these rules, got Card(suit=1, rank=1)",
                ],
            ),
            (
                (),
                [
                    "expected 10 cards, got 0",
                    *(f"expected {n} copies of r{r}, got 0" for r, n in enumerate((3, 2, 2, 2), start=1)),
                    "expected 1 copy of r5, got 0",
                ],
            ),
        ],
    )
    def test_every_wrong_number_of_copies_is_reported(
        self, deck: tuple[Card, ...], faults: list[str]
    ) -> None:
        with pytest.raises(InputError) as caught:
            Deal(self.RULES, deck)
        assert [fault.text for fault in caught.value.faults] == faults

    def test_a_one_of_each_suit_has_one_copy_of_each(self) -> None:
        rules = Rules(suits=make_suits("k", dark="k"), hand_size=2)
        assert Deal(rules, (R1, R2, R3, R4, R5)).rules.suits[0].copies == DARK_COPIES
        with pytest.raises(InputError, match="expected 1 copy of k1, got 2"):
            Deal(rules, (R1, R1, R3, R4, R5))


class TestPositionProblems:
    """Each case changes one thing in a sound position; its sibling changes as much and stays sound."""

    MIDDLE = build(Rules(players=3), stacks=(2, 1, 0, 0, 0), tokens=4, strikes=1)
    LAST_ROUND = build(Rules(players=3), tokens=4, pile_size=0)

    @pytest.mark.parametrize(
        "change",
        [
            {"tokens": 0},
            {"tokens": 8},
            {"strikes": 0},
            {"strikes": 2},
            {"seat": 0},
            {"seat": 2},
        ],
    )
    def test_values_at_the_edge_are_sound(self, change: dict[str, object]) -> None:
        assert replace(self.MIDDLE, **change).problems() == []  # type: ignore[arg-type]  # values of mixed types by name

    @pytest.mark.parametrize(
        ("change", "place"),
        [
            ({"tokens": -1}, "tokens"),
            ({"tokens": 9}, "tokens"),
            ({"strikes": -1}, "strikes"),
            ({"strikes": 3}, "strikes"),
            ({"seat": -1}, "seat"),
            ({"seat": 3}, "seat"),
            ({"stacks": (2, 1, 0, 0)}, "stacks"),
            ({"stacks": (2, 1, 0, 0, 0, 0)}, "stacks"),
            ({"stacks": (2, 1, 0, 0, 6)}, "stacks.p"),
            ({"stacks": (-1, 1, 0, 0, 0)}, "stacks.r"),
            ({"discards": (Card(5, 1),)}, "discards[0]"),
            ({"discards": (Card(0, 6),)}, "discards[0]"),
            ({"discards": (Card(0, 0),)}, "discards[0]"),
            ({"deck": (*MIDDLE.deck[:-1], Card(-1, 1))}, f"deck[{len(MIDDLE.deck) - 1}]"),
            ({"hands": MIDDLE.hands[:2]}, "hands"),
            ({"hands": (*MIDDLE.hands, ())}, "hands"),
            ({"hands": ((0, 0, 1, 2, 3), *MIDDLE.hands[1:])}, "hands"),
            ({"hands": ((0, 1, 2, 3, 5), *MIDDLE.hands[1:])}, "hands"),
            ({"hands": ((0, 1, 2, 3, 15), *MIDDLE.hands[1:])}, "hands"),
            ({"hands": ((0, 1, 2, 3, -1), *MIDDLE.hands[1:])}, "hands"),
            ({"turns_left": 3}, "turns_left"),
            ({"turns_left": 0}, "turns_left"),
        ],
    )
    def test_values_outside_are_reported_where_they_stand(
        self, change: dict[str, object], place: str
    ) -> None:
        faults = replace(self.MIDDLE, **change).problems()  # type: ignore[arg-type]  # values of mixed types by name
        assert [fault.place for fault in faults] == [place]

    @pytest.mark.parametrize("draw_index", [-1, 51])
    def test_the_next_card_to_draw_lies_within_the_deck(self, draw_index: int) -> None:
        faults = replace(self.MIDDLE, draw_index=draw_index).problems()
        assert "draw_index" in [fault.place for fault in faults]

    @pytest.mark.parametrize("turns_left", [0, 1, 3])
    def test_the_final_round_has_at_most_one_turn_per_player(self, turns_left: int) -> None:
        assert replace(self.LAST_ROUND, turns_left=turns_left).problems() == []

    @pytest.mark.parametrize("turns_left", [None, -1, 4])
    def test_an_empty_draw_pile_asks_for_the_turns_left(self, turns_left: int | None) -> None:
        faults = replace(self.LAST_ROUND, turns_left=turns_left).problems()
        assert [fault.place for fault in faults] == ["turns_left"]

    @staticmethod
    def without_first_card(position: Position, seat: int) -> Position:
        """The card leaves the hand of `seat` for the discard pile."""
        hands = tuple(hand[1:] if other == seat else hand for other, hand in enumerate(position.hands))
        return replace(position, hands=hands, discards=(*position.discards, position.hand_cards(seat)[0]))

    def test_every_hand_is_full_while_cards_are_left_to_draw(self) -> None:
        for seat in range(3):
            faults = self.without_first_card(self.MIDDLE, seat).problems()
            assert [fault.place for fault in faults] == [f"hands[{seat}]"]

    def test_who_had_a_turn_in_the_final_round_may_hold_one_card_less(self) -> None:
        two_left = replace(self.LAST_ROUND, seat=1, turns_left=2)
        assert self.without_first_card(two_left, 0).problems() == []
        twice = self.without_first_card(self.without_first_card(two_left, 0), 0)
        assert [fault.place for fault in twice.problems()] == ["hands[0]"]
        for seat in (1, 2):
            faults = self.without_first_card(two_left, seat).problems()
            assert [fault.place for fault in faults] == [f"hands[{seat}]"]

    def test_no_hand_holds_a_card_too_many(self) -> None:
        position = self.MIDDLE
        drawn = position.draw_index
        hands = ((*position.hands[0], drawn), *position.hands[1:])
        faults = replace(position, hands=hands, draw_index=drawn + 1).problems()
        assert [(fault.place, fault.text) for fault in faults] == [("hands[0]", "expected 5 cards, got 6")]

    def test_every_copy_of_every_card_must_be_somewhere(self) -> None:
        extra = replace(self.MIDDLE, discards=(R5, Card(4, 1)))
        assert [fault.place for fault in extra.problems()] == ["r5", "p1"]
        missing = replace(self.MIDDLE, stacks=(1, 1, 0, 0, 0))
        assert [fault.text for fault in missing.problems()] == [
            "expected 2 copies, got 1 (0 on its stack, 1 in hands, 0 in the draw pile, 0 discarded)"
        ]

    def test_all_faults_are_reported_at_once(self) -> None:
        broken = replace(self.MIDDLE, tokens=9, strikes=3, seat=3, turns_left=1)
        places = Counter(fault.place for fault in broken.problems())
        assert places == Counter(["tokens", "strikes", "seat", "turns_left"])
        with pytest.raises(InputError) as caught:
            broken.checked()
        assert caught.value.faults == tuple(broken.problems())

    def test_a_sound_position_is_returned_as_it_is(self) -> None:
        assert self.MIDDLE.checked() is self.MIDDLE


@pytest.mark.parametrize(
    "wrong", ["play 3", None, 3, ("play", 3), Play("r4"), Discard(3.0), Clue("Bob", rank=1)]
)
def test_what_is_no_move_is_refused_and_not_played(wrong: Any) -> None:
    position = build(Rules())
    with pytest.raises(InputError, match="move: expected Play, Discard or Clue of whole numbers, got"):
        position.play(wrong)
    assert position.play(position.legal_moves()[0]) != position
