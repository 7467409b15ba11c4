"""Odds: against naive expectimax that shares nothing with the package, and by replaying the policy."""

import json
import threading
from dataclasses import replace
from itertools import permutations
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from game_samples import UNSURE_P5
from odds_oracle import STORED_COUNT, STORED_STATES, random_odds, stored_odds
from places import SAMPLES
from special_samples import position_of

from hanabi_solver import Card, Deal, Game, InputError, Limits, Position, Rules, load, parse, solve
from hanabi_solver.chances import layout as at
from hanabi_solver.chances.best_chance import odds
from hanabi_solver.chances.driver import OrderSearch
from hanabi_solver.chances.encoding import code_of
from hanabi_solver.chances.result import Odds, OddsStatus, OrdersWon, TargetReason
from hanabi_solver.chances.words import hangs_on, lone_cards, target_words
from hanabi_solver.formats.first_move import first_move_of, with_trash_as_one
from hanabi_solver.game.cards import parse_cards
from hanabi_solver.game.engine import legal_moves
from hanabi_solver.game.moves import Discard, Move, Play
from hanabi_solver.game.replay import steps
from hanabi_solver.game.rules import make_suits
from hanabi_solver.game.words import drawn_card
from hanabi_solver.names import Phase, Stacking
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.result import Progress

HARD_TURN = 35
ACCEPTED_PILE = 8
_SWITCHES = (at.TRASH_FIRST, at.STRIKE_AT_LIMIT, at.LONE_AT_BOTTOM, at.SPARE_STRIKES)


@pytest.fixture(scope="module")
def tiny() -> list[dict[str, Any]]:
    return stored_odds()


def test_stored_positions_are_those_of_the_oracle(tiny: list[dict[str, Any]]) -> None:
    assert len(tiny) == STORED_COUNT
    for seed in range(0, STORED_COUNT, 23):
        assert json.loads(json.dumps(random_odds(seed, STORED_STATES))) == tiny[seed]
    between = [case for case in tiny if 0 < case["won"] < factorial(len(case["pile"]))]
    assert len(between) >= STORED_COUNT // 2


def kind_of(position: Position, move: Move) -> str:
    """How the oracle calls a legal move."""
    match move:
        case Play(card) | Discard(card):
            face = position.deck[card]
            verb = "play" if isinstance(move, Play) else "discard"
            where = " from the pile" if card == position.draw_index else ""
            return f"{verb}{where} {position.rules.letters[face.suit]}{face.rank}"
    return "clue"


def move_by_move(found: Odds) -> dict[str, int]:
    """The orders won after every legal move, as the oracle states them."""
    by_name = {each.name: each.won for each in found.moves}
    position = found.position
    won = {}
    for move in legal_moves(position):
        (name,) = with_trash_as_one([first_move_of(position, move)], position)
        assert by_name[name].is_exact
        won[kind_of(position, move)] = by_name[name].least
    return won


def test_orders_won_and_every_first_move_are_those_of_naive_expectimax(tiny: list[dict[str, Any]]) -> None:
    for case in tiny:
        found = odds(position_of(case), target=case["target"])
        assert (found.won.least, found.won.most) == (case["won"], case["won"]), case["id"]
        assert move_by_move(found) == case["moves"], case["id"]


@pytest.mark.parametrize("switches", [0, *(at.ALL_SWITCHES & ~switch for switch in _SWITCHES)])
def test_no_dominance_changes_a_number(switches: int, tiny: list[dict[str, Any]]) -> None:
    for case in tiny:
        if case["target"] > 0:
            position = position_of(case)
            search = OrderSearch(code_of(position, case["target"], switches))
            assert settled(search, position) == (case["won"], case["won"]), case["id"]


def settled(search: OrderSearch, position: Position, **window: int) -> tuple[int, int]:
    low, high = search.begin(position, **window)
    while search.is_running:
        low, high = search.advance(100_000)
    return low, high


def test_slices_end_with_the_same_number_and_limits_hold_all_the_time(tiny: list[dict[str, Any]]) -> None:
    looks = 0
    for case in tiny:
        if case["target"] == 0:
            continue
        position, won = position_of(case), case["won"]
        search = OrderSearch(code_of(position, case["target"]))
        low, high = search.begin(position)
        while search.is_running:
            assert low <= won <= high, case["id"]
            low, high = search.advance(1)
            looks += 1
        assert low == high == won, case["id"]
    assert looks > 1000


def test_windows_say_on_which_side_the_number_is(tiny: list[dict[str, Any]]) -> None:
    for case in tiny[:60]:
        position, won, orders = position_of(case), case["won"], factorial(len(case["pile"]))
        if case["target"] == 0:
            continue
        for floor in {0, won - 1, won, orders - 1}:
            search = OrderSearch(code_of(position, case["target"]))
            low, high = settled(search, position, floor=floor, ceiling=floor + 1)
            assert (high <= floor) if won <= floor else (low > floor), (case["id"], floor)


def piled(position: Position, pile: tuple[Card, ...]) -> Position:
    """The position with its pile in this order."""
    return replace(position, deck=(*position.deck[: position.draw_index], *pile))


def played_out(found: Odds, pile: tuple[Card, ...]) -> Position:
    """The game's end with this order of the pile, played by the policy."""
    position = piled(found.position, pile)
    draws: list[Card | None] = []
    while (move := found.move_after(draws)) is not None:
        (step,) = steps(position, [move])
        drawn = drawn_card(step)
        draws.append(None if drawn is None else position.deck[drawn])
        position = step.after
    return position


def test_the_policy_wins_exactly_so_many_orders(tiny: list[dict[str, Any]]) -> None:
    for case in tiny[:80]:
        found = odds(position_of(case), target=case["target"])
        ends = [played_out(found, pile) for pile in permutations(found.position.pile)]
        assert all(end.is_over for end in ends)
        assert sum(end.score >= found.target for end in ends) == case["won"], case["id"]


def test_hindsight_is_never_below_the_value(tiny: list[dict[str, Any]]) -> None:
    above = told = 0
    for case in tiny[:80]:
        position = position_of(case)
        known = 0
        for pile in permutations(position.pile):
            result = solve(piled(position, pile), limits=Limits(workers=1))
            known += result.best >= case["target"]
        assert known >= case["won"], case["id"]
        found = odds(position, target=case["target"])
        assert found.hindsight in (None, known), case["id"]
        assert odds(position, target=case["target"], asks_hindsight=True).hindsight == known, case["id"]
        above += known > case["won"]
        told += found.hindsight is not None
    assert above >= 3
    assert 30 < told < 80


def test_hindsight_ends_with_the_time() -> None:
    game = parse(UNSURE_P5, turn=36)
    assert odds(game, asks_hindsight=True, limits=Limits(seconds=0.0001)).hindsight is None
    later = odds(parse(UNSURE_P5, turn=40), asks_hindsight=True)
    assert later.hindsight is not None
    assert (later.won.least, later.hindsight) == (78, 78)


def test_the_policy_in_words() -> None:
    policy = odds(parse(UNSURE_P5, turn=40)).policy
    assert policy is not None
    lines = policy.lines()
    assert lines[:4] == [
        "13/20, 65.00 %. Emily discards y4 (slot 3) and draws",
        "- r2: 1/2, 50.00 %. Alice gives a clue, Bob plays b5 (slot 3) and draws",
        "  - r3: every order is won.",
        "  - a useless card: 1/3, 33.33 %. Cathy plays g5 (slot 1) and draws",
    ]
    assert len(lines) == 18
    assert policy.lines(("Ann", "Ben", "Cem", "Dan", "Eve"))[0].startswith("13/20, 65.00 %. Eve discards y4")


def test_a_sure_policy_has_nothing_to_say() -> None:
    policy = odds(with_rules()).policy
    assert policy is not None
    assert policy.lines() == ["every order is won."]


def with_rules(cards: str = "r2 r1 g2 g1 r3 g3", **changes: Any) -> Position:
    """Alice's cards, Bob's and the pile, with r1 and g1 played and all else lost."""
    rules = Rules(suits=make_suits("rg"), hand_size=2, token_limit=2, **changes)
    deck = parse_cards(cards.split(), "rg", "12345", "deck")
    left = [card for card in rules.faces() for _ in range(rules.copies(card))]
    for card in [*deck, Card(0, 1), Card(1, 1)]:
        left.remove(card)
    return Position(rules, tuple(deck), ((0, 1), (2, 3)), 4, (1, 1), tuple(left), 2, 0, 0, None).checked()


def hard() -> Position:
    """A position that takes more than two slices."""
    game = load(SAMPLES / "p3v0s1.json", turn=HARD_TURN)
    assert isinstance(game, Game)
    return game.start if isinstance(game.start, Position) else game.start.start()


# Of a real game, by an independent prototype: turn, target and orders won.
REAL = [(36, 25, 34800), (36, 24, 35280), (39, 25, 600), (40, 25, 78), (40, 24, 96), (42, 25, 24)]


@pytest.mark.parametrize(("turn", "target", "won"), REAL)
def test_the_value_of_real_positions(turn: int, target: int, won: int) -> None:
    found = odds(parse(UNSURE_P5, turn=turn), target=target)
    assert (found.won.least, found.won.most) == (won, won)


@pytest.mark.acceptance
def test_reference_values_of_short_piles(hanabi_data: Path) -> None:
    """Longer piles are a benchmark: python -m benchmarks.odds --reference."""
    lines = (hanabi_data / "odds_reference.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith(("#", "game"))]
    assert len(rows) == 353
    for name, turn, pile, target, won, orders in rows:
        if int(pile) <= ACCEPTED_PILE:
            found = odds(load(hanabi_data / "games" / f"{name}.json", turn=int(turn)), target=int(target))
            assert (str(found.won.least), str(found.won.most), str(found.orders)) == (won, won, orders)


def test_what_is_said_to_be_lost_is_what_the_policy_loses(tiny: list[dict[str, Any]]) -> None:
    said = 0
    for case in tiny:
        found = odds(position_of(case), target=case["target"])
        lone = lone_cards(found.position, found.target)
        if not hangs_on(found).startswith("Lost only if"):
            continue
        said += 1
        for pile in permutations(found.position.pile):
            assert (played_out(found, pile).score >= found.target) == (pile[-1] not in lone), case["id"]
    assert said >= 3


def test_the_target_is_what_lost_cards_allow_or_some_order_reaches() -> None:
    found = odds(with_rules())
    assert (found.target, found.target_reason, found.won) == (6, TargetReason.LOST_CARDS, OrdersWon(2, 2, 2))
    in_one_hand = with_rules("r2 g2 r1 g1 r3 g3")
    low = odds(in_one_hand)
    assert (low.target, low.target_reason, low.won.least) == (5, TargetReason.NO_ORDER, 2)
    assert odds(in_one_hand, target=6).won.most == 0
    assert odds(in_one_hand, target=5).target_reason is TargetReason.GIVEN


def test_a_finished_game_has_no_moves() -> None:
    over = replace(with_rules(), turns_left=0, draw_index=6, hands=((0, 1), (2, 3)))
    over = replace(over, discards=(*over.discards, Card(0, 3), Card(1, 3)))
    found = odds(over, target=2)
    assert (found.won, found.moves, found.move_after()) == (OrdersWon(1, 1, 1), (), None)
    assert odds(over, target=3).won == OrdersWon(0, 0, 1)
    assert (odds(over).target, odds(over).target_reason) == (2, TargetReason.OVER)
    assert target_words(odds(over)) == "The game is over with 2 points."


def test_no_move_is_called_best_where_none_is_known_to_be() -> None:
    position = with_rules()
    assert "; " in str(odds(position))
    most = position.rules.max_score
    lost = replace(position, turns_left=1, draw_index=6, hands=((0, 1), (2, 3)))
    lost = replace(lost, discards=(*lost.discards, Card(0, 3), Card(1, 3)))
    assert odds(lost, target=most).won.most == 0
    assert str(odds(lost, target=most)).endswith(f"reach {most}")


@pytest.mark.parametrize("card", [Card(9, 1), "r5"])
def test_draws_of_no_card_of_the_rules_are_refused(card: Any) -> None:
    with pytest.raises(InputError, match="expected a card of these rules or None, got "):
        odds(with_rules()).move_after([card])


@pytest.mark.parametrize(
    ("changes", "target", "place"),
    [
        ({"all_or_nothing": True}, None, "rules.all_or_nothing"),
        ({"speedrun": True}, 5, "target"),
    ],
)
def test_rules_that_are_not_supported_are_refused_by_name(
    changes: dict[str, Any], target: int | None, place: str
) -> None:
    with pytest.raises(InputError) as raised:
        odds(with_rules(**changes), target=target)
    assert [fault.place for fault in raised.value.faults] == [place]


def test_sudoku_and_long_piles_are_refused() -> None:
    rules = Rules(stacking=Stacking.SUDOKU, suits=make_suits("rg", stacking=Stacking.SUDOKU), hand_size=2)
    deck = [card for card in rules.faces() for _ in range(2)]
    with pytest.raises(InputError, match="expected suits with a set order, as odds do not know others yet"):
        odds(Deal(rules, tuple(deck)).start())
    with pytest.raises(InputError, match="expected at most 20 cards in the pile, got 40"):
        odds("p2v0s1")


def test_draws_that_do_not_follow_are_refused() -> None:
    found = odds(with_rules())
    move = found.move_after()
    assert isinstance(move, Play)
    with pytest.raises(InputError, match=r"draws\[0\]: expected the card that is drawn"):
        found.move_after([None])
    with pytest.raises(InputError, match=r"draws\[0\]: expected a card of the pile, got r1"):
        found.move_after([Card(0, 1)])


def test_a_stop_leaves_limits_and_progress_says_both() -> None:
    position = hard()
    stop, heard = threading.Event(), list[Progress]()

    def listen(progress: Progress) -> None:
        heard.append(progress)
        if len([each for each in heard if each.phase is Phase.ODDS]) == 2:
            stop.set()

    found = odds(position, context=Context(on_progress=listen, stop=stop))
    assert found.status is OddsStatus.BOUNDS
    assert 0 <= found.won.least < found.won.most <= factorial(position.pile_size)
    assert all(each.won.most >= each.won.least for each in found.moves)
    counted = [each for each in heard if each.phase is Phase.ODDS]
    assert len(counted) >= 2
    assert all(each.best <= each.upper for each in counted)


def test_the_order_in_which_a_pile_is_listed_does_not_matter(tiny: list[dict[str, Any]]) -> None:
    for case in tiny[:40]:
        position = position_of(case)
        turned = piled(position, tuple(reversed(position.pile)))
        one, other = (odds(each, target=case["target"]) for each in (position, turned))
        assert (one.won, {move.name: move.won for move in one.moves}) == (
            other.won,
            {move.name: move.won for move in other.moves},
        )


def test_suits_and_seats_by_other_names_are_one_state() -> None:
    position = hard()
    code = code_of(position, 25)
    rules = position.rules
    order = (3, 1, 4, 0, 2)
    moved = {old: new for new, old in enumerate(order)}

    def renamed(card: Card) -> Card:
        return Card(moved[card.suit], card.rank)

    other = replace(
        position,
        deck=tuple(map(renamed, position.deck)),
        stacks=tuple(position.stacks[suit] for suit in order),
        discards=tuple(map(renamed, position.discards)),
        hands=(*position.hands[1:], position.hands[0]),
        seat=(position.seat - 1) % rules.players,
    ).checked()
    columns = code.state(position)
    others = code_of(other, 25).state(other)
    suits = len(code.suits)
    assert sorted(columns[:suits]) == sorted(others[:suits])
    assert columns[at.MOST_SUITS :] == others[at.MOST_SUITS :]


def test_the_answer_in_a_line() -> None:
    found = odds(with_rules())
    assert str(found).endswith("reach 6; play r2")
    assert found.chance == 1
