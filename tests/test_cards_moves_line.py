"""Cards, moves and lines as text and back, and lines that are replayed."""

from dataclasses import replace
from random import Random

import pytest
from builders import build
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import best_score, random_deck, random_rules, tiny_positions

from hanabi_solver.errors import IllegalMoveError, InputError
from hanabi_solver.formats.plain import format_deal, parse_deal
from hanabi_solver.game.cards import Card, format_card, format_cards, parse_card, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Move, Play, format_move, parse_move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay, steps
from hanabi_solver.game.rules import Rules, make_suits

LETTERS = "rygbpt"
CARDS = st.builds(Card, st.integers(0, 5), st.integers(1, 5))
INDICES = st.integers(0, 99)
MOVES = st.one_of(
    st.builds(Play, INDICES),
    st.builds(Discard, INDICES),
    st.builds(Clue, st.integers(0, 5), suit=st.integers(0, 5)),
    st.builds(Clue, st.integers(0, 5), rank=st.integers(1, 5)),
)


class TestCards:
    @given(CARDS)
    def test_a_card_survives_being_written(self, card: Card) -> None:
        assert parse_card(format_card(card, LETTERS), LETTERS, "12345") == card

    @given(st.lists(CARDS), st.sampled_from(["", " ", ",", ", "]))
    def test_cards_survive_being_written_with_any_separator(self, cards: list[Card], separator: str) -> None:
        text = format_cards(cards, LETTERS, separator)
        assert parse_cards(split_cards(text), LETTERS, "12345", "deck") == cards

    @pytest.mark.parametrize(
        "text", ["", "r", "4", "4r", "r0", "r6", "z1", "R1", "r11", "r²", "r-", "x", "r 1"]
    )
    def test_what_is_no_card_is_refused_in_its_place(self, text: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_card(text, LETTERS, "12345", "deck[7]")
        (fault,) = caught.value.faults
        assert fault.place == "deck[7]"
        assert fault.text.endswith(f"got {text!r}")

    def test_the_highest_rank_is_that_of_the_game(self) -> None:
        assert parse_card("r3", "rg", "123") == Card(0, 3)
        with pytest.raises(InputError, match="rank 1 to 3"):
            parse_card("r4", "rg", "123")

    def test_all_unknown_cards_are_reported_at_once(self) -> None:
        with pytest.raises(InputError) as caught:
            parse_cards(["r1", "q1", "r2", "r9"], LETTERS, "12345", "deck")
        assert [fault.place for fault in caught.value.faults] == ["deck[1]", "deck[3]"]

    @pytest.mark.parametrize(
        ("text", "pieces"),
        [
            ("r1g2", ["r1", "g2"]),
            (" r1,g2\n b3 ", ["r1", "g2", "b3"]),
            ("xr1xx", ["x", "r1", "x", "x"]),
            ("x1r1", ["x1", "r1"]),
            ("r1g", ["r1", "g"]),
            ("", []),
        ],
    )
    def test_splitting_keeps_useless_and_faulty_pieces_apart(self, text: str, pieces: list[str]) -> None:
        assert split_cards(text) == pieces


class TestMoves:
    @given(MOVES)
    def test_a_move_survives_being_written(self, move: Move) -> None:
        assert parse_move(format_move(move, LETTERS), LETTERS) == move

    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("play 7", Play(7)),
            ("discard 12", Discard(12)),
            ("clue 1 y", Clue(1, suit=1)),
            ("  clue   0  5 ", Clue(0, rank=5)),
        ],
    )
    def test_reads_moves(self, text: str, move: Move) -> None:
        assert parse_move(text, LETTERS) == move

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "play",
            "play r1",
            "play 1 2",
            "play -1",
            "play ²",
            "Play 1",
            "discard",
            "discard x",
            "clue 1",
            "clue 1 z",
            "clue r 1",
            "clue 1 rg",
            "clue 1 r 2",
            "clue -1 r",
            "hint 1 r",
        ],
    )
    def test_what_is_no_move_is_refused(self, text: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_move(text, LETTERS)
        assert str(caught.value) == f"move: expected a move, got {text!r}"

    def test_only_letters_of_the_game_are_suits(self) -> None:
        assert parse_move("clue 1 p", "rygbp") == Clue(1, suit=4)
        with pytest.raises(InputError):
            parse_move("clue 1 p", "rygb")


class TestPlainDeals:
    @given(st.integers(0, 2**32 - 1), st.integers(2, 6), st.integers(2, 6))
    @settings(max_examples=50)
    def test_a_deal_survives_being_written(self, seed: int, players: int, suits: int) -> None:
        rules = Rules(players=players, suits=make_suits(LETTERS[:suits]))
        deal = Deal(rules, random_deck(Random(seed), rules))
        assert parse_deal(format_deal(deal), suits=LETTERS[:suits]) == deal

    @pytest.mark.parametrize("text", ["", "2", "r1r1", "two r1r1", "7 r1", "2 r1 z1 r2", "2 r1r2"])
    def test_what_is_no_deal_is_refused(self, text: str) -> None:
        with pytest.raises(InputError):
            parse_deal(text)


class TestReplay:
    START = build(Rules(players=3), own="r1 r4")

    def test_each_step_tells_its_turn_move_and_positions(self) -> None:
        line: list[Move] = [Play(0), Clue(0, rank=4), Clue(0, suit=0)]
        replayed = list(steps(self.START, line))
        assert [step.turn for step in replayed] == [1, 2, 3]
        assert [step.move for step in replayed] == line
        assert [step.before for step in replayed] == [self.START, replayed[0].after, replayed[1].after]
        assert [step.after.tokens for step in replayed] == [8, 7, 6]
        assert replay(self.START, line) == replayed[-1].after

    def test_the_empty_line_changes_nothing(self) -> None:
        assert replay(self.START, []) == self.START

    @pytest.mark.parametrize(
        ("line", "turn", "rule"),
        [
            ([Discard(0)], 1, "discard-at-token-limit"),
            ([Play(0), Play(0)], 2, "card-in-own-hand"),
            ([Play(0), Clue(0, rank=4), Clue(2, rank=1), Play(1)], 3, "clue-target"),
            ([Play(0), Clue(3, rank=4), Clue(9, rank=9)], 2, "clue-target"),
        ],
    )
    def test_the_first_faulty_turn_is_reported(self, line: list[Move], turn: int, rule: str) -> None:
        with pytest.raises(IllegalMoveError) as caught:
            replay(self.START, line)
        assert (caught.value.turn, caught.value.rule) == (turn, rule)
        assert str(caught.value).startswith(f"turn {turn}: ")
        assert str(caught.value).endswith(f"[rule: {rule}]")

    def test_a_move_after_the_end_is_a_faulty_turn(self) -> None:
        last = build(Rules(), own="r5", stacks=(4, 5, 5, 5, 5))
        assert replay(last, [Play(0)]).score == 25
        with pytest.raises(
            IllegalMoveError, match=r"turn 2: the game is over \(perfect\) \[rule: game-over\]"
        ):
            replay(last, [Play(0), Play(5)])


class TestKeepsScore:
    @given(tiny_positions(max_cards=8))
    @settings(max_examples=150, deadline=None)
    def test_what_is_said_to_be_kept_is_never_lost_by_best_play(self, position: Position) -> None:
        if keeps_score(position):
            assert best_score(position) >= position.score

    def test_without_tokens_a_seat_can_be_forced_to_strike_out(self) -> None:
        rules = Rules(suits=make_suits("r"), hand_size=2, token_limit=0, strike_limit=1)
        forced = build(rules, own="r1 r4", stacks=(1,))
        assert not keeps_score(forced)
        assert (forced.score, best_score(forced)) == (1, 0)
        kept = build(replace(rules, token_limit=1), own="r1 r4", stacks=(1,))
        assert keeps_score(kept)
        assert best_score(kept) >= 1


class TestOracle:
    """The brute force itself, on positions whose best score can be seen."""

    @pytest.mark.parametrize(
        ("own", "other", "turns_left", "expected"),
        [
            ("r1 r3", "r2 r4", 1, 1),
            ("r1 r3", "r2 r4", 2, 2),
            ("r2 r3", "r1 r4", 2, 1),
        ],
    )
    def test_final_rounds(self, own: str, other: str, turns_left: int, expected: int) -> None:
        rules = Rules(suits=make_suits("r"), hand_size=2)
        position = build(rules, own, other, pile_size=0, turns_left=turns_left)
        assert best_score(position) == expected

    @pytest.mark.parametrize(("tokens", "expected"), [(1, 3), (0, 2)])
    def test_a_token_saves_a_turn_by_passing(self, tokens: int, expected: int) -> None:
        # The seat to move can play nothing yet. With a token it waits for k1 (which draws the last card),
        # and k2 and k3 follow. Without one it must use a card itself: only k1 and k2 are left to play.
        rules = Rules(suits=make_suits("k", dark="k"), hand_size=2, token_limit=1)
        assert best_score(build(rules, "k2 k4", "k1 k3", tokens=tokens)) == expected

    @given(st.integers(0, 2**32 - 1))
    @settings(max_examples=50)
    def test_tiny_rules_keep_to_their_size(self, seed: int) -> None:
        rules = random_rules(Random(seed), max_cards=8)
        assert rules.players * rules.hand_size <= rules.deck_size <= 8
