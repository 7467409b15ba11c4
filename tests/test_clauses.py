"""The models in plain clauses: every legal line is a solution, and SAT solvers agree with brute force."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from oracle import best_score, random_deck, random_line, random_tiny_position
from pysat.solvers import Solver

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.cards import Suit, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules
from hanabi_solver.model.build import write_kept_model, write_kept_turns_model
from hanabi_solver.model.cnf import CnfSink, format_dimacs, format_legend
from hanabi_solver.model.counters import count_up_to
from hanabi_solver.model.cpsat import decide
from hanabi_solver.model.cuts import ALL_CUTS, CUTS
from hanabi_solver.model.horizon import horizon
from hanabi_solver.model.keeping import all_but, both, can_keep
from hanabi_solver.model.kept_by_draws import Kept
from hanabi_solver.model.kept_by_turns import KeptTurns
from hanabi_solver.model.sat import SatSearch
from hanabi_solver.model.sink import FALSE, TRUE
from hanabi_solver.model.task import Task, task
from hanabi_solver.model.verdict import ModelOutcome, ModelVerdict
from hanabi_solver.names import Model
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.tables import Tables

NO_CUTS: frozenset[str] = frozenset()


@cache
def tiny(seed: int) -> tuple[Position, int]:
    position = random_tiny_position(Random(seed), max_cards=8)
    return position, best_score(position)


def ask(position: Position, target: int, model: Model) -> ModelVerdict:
    search = SatSearch(position, target, model=model)
    try:
        while not search.is_over:
            search.advance()
        return search.verdict
    finally:
        search.close()


@pytest.mark.parametrize("model", Model)
def test_every_target_agrees_with_brute_force(model: Model) -> None:
    refuted = reached = 0
    for seed in range(400):
        position, best = tiny(seed)
        for target in range(best + 2):
            verdict = ask(position, target, model)
            assert verdict.outcome is (ModelOutcome.REACHED if target <= best else ModelOutcome.REFUTED), (
                seed,
                target,
            )
            if verdict.outcome is ModelOutcome.REACHED:
                final = replay(position, verdict.line)
                assert final.score >= target
                assert keeps_score(final)
            refuted += verdict.outcome is ModelOutcome.REFUTED
            reached += verdict.outcome is ModelOutcome.REACHED
    assert refuted > 50
    assert reached > 500


@pytest.mark.parametrize("model", [Model.KEPT_CARDS, Model.KEPT_BY_TURNS])
@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_alone_and_left_out_keeps_the_verdict_with_kept_cards(cut: str, model: Model) -> None:
    for seed in range(60):
        position, best = tiny(seed)
        for target in (best, best + 1):
            for cuts in (frozenset({cut}), ALL_CUTS - {cut}, NO_CUTS):
                verdict = decide(position, target, model=model, cuts=cuts)
                assert verdict.outcome is (ModelOutcome.REACHED if target <= best else ModelOutcome.REFUTED)


@pytest.mark.parametrize("model", [Model.KEPT_CARDS, Model.KEPT_BY_TURNS])
def test_kept_cards_settle_what_hands_lose_and_what_tokens_lose(model: Model) -> None:
    for seed in ("p2v0s8802", "p5v0s5757"):
        start = parse_seed(seed).deal.start()
        assert ask(start, 25, model).outcome is ModelOutcome.REFUTED
        assert ask(start, 24, model).outcome is ModelOutcome.REACHED


@pytest.mark.parametrize("model", [Model.KEPT_CARDS, Model.KEPT_BY_TURNS])
def test_where_cards_cannot_be_kept_the_first_model_stands_in(model: Model) -> None:
    start = small_position()
    for rules in (
        replace(start.rules, deck_plays=True),
        replace(start.rules, token_limit=0),
        replace(start.rules, token_limit=0, strikeout_scores=True),
    ):
        position = replace(start, rules=rules, tokens=rules.token_limit)
        asked = task(position, 2, model=model)
        assert isinstance(asked, Task)
        assert asked.model is Model.USED_CARDS
    asked = task(start, 2, model=model)
    assert isinstance(asked, Task)
    assert asked.model is model


def kept_literals(kept: Kept, position: Position, line: tuple[Move, ...]) -> list[int] | None:
    """What the draws and final turns of a line are in the model that keeps cards.

    None for a line with more than a round of clues before a draw: another one stands for it.
    """
    fixed = []
    step = clues = 0
    for move in line:
        draws = position.pile_size > 0
        if draws and isinstance(move, Clue):
            clues += 1
            position = apply(position, move)
            continue
        if draws:
            if clues > position.rules.players:
                return None
            fixed.append(kept.seat[step][position.seat])
            fixed += kept.clues[step][: clues + 1] + [-clue for clue in kept.clues[step][clues + 1 :]]
        match move:
            case Play(card):
                face = position.deck[card]
                if position.is_playable(face):
                    place = (face.suit, position.rules.step(face))
                    fixed += [kept.put[step].get(place, FALSE), kept.keep[card]]
                elif draws:
                    fixed.append(kept.strike[step])
            case Discard() if draws:
                fixed.append(kept.toss[step])
        position = apply(position, move)
        step, clues = step + 1, 0
    return fixed


def kept_turns_literals(kept: KeptTurns, position: Position, line: tuple[Move, ...]) -> list[int] | None:
    """What the turns of a line are in the model that keeps cards by turns.

    None for a line with more clues than the horizon has room for: a shorter one stands for it.
    """
    v = kept.turns
    uses = [turn for turn, move in enumerate(line) if not isinstance(move, Clue)][: v.horizon.draws]
    in_time = all(turn <= v.horizon.latest_draw(number) for number, turn in enumerate(uses, start=1))
    if len(line) > v.horizon.turns or not in_time:
        return None
    fixed = [v.over[turn] for turn in range(len(line), v.horizon.turns)]
    for turn, move in enumerate(line):
        match move:
            case Clue():
                fixed.append(v.clue[turn])
            case Discard():
                fixed.append(v.toss[turn])
            case Play(card):
                face = position.deck[card]
                if position.is_playable(face):
                    place = (face.suit, position.rules.step(face))
                    fixed += [kept.put[turn].get(place, FALSE), kept.keep[card]]
                else:
                    fixed.append(v.strike[turn])
        position = apply(position, move)
    return fixed


def is_satisfiable(sink: CnfSink, fixed: list[int]) -> bool:
    if FALSE in fixed:
        return False
    with Solver(name="glucose4", bootstrap_with=sink.formula) as solver:
        return bool(solver.solve(assumptions=[literal for literal in fixed if literal != TRUE]))


def is_a_solution(model: Model, position: Position, line: tuple[Move, ...], score: int) -> bool | None:
    """Whether a line satisfies the clauses of the score it reaches; None if the model is not about it."""
    frame = horizon(position, score, to_the_end=False)
    assert frame is not None
    if not can_keep(frame):
        return None
    sink = CnfSink()
    if model is Model.KEPT_CARDS:
        fixed = kept_literals(write_kept_model(frame, sink, NO_CUTS), position, line)
    else:
        fixed = kept_turns_literals(write_kept_turns_model(frame, sink, NO_CUTS), position, line)
    return None if fixed is None else is_satisfiable(sink, fixed)


@pytest.mark.parametrize("model", [Model.KEPT_CARDS, Model.KEPT_BY_TURNS])
@pytest.mark.parametrize("chunk", range(4))
def test_every_random_line_is_a_solution(chunk: int, model: Model) -> None:
    checked = 0
    for seed in range(chunk * 500, chunk * 500 + 500):
        rng = Random(seed)
        position = random_tiny_position(rng)
        line, score = random_line(rng, position)
        if line and keeps_score(position):
            verdict = is_a_solution(model, position, line, score)
            assert verdict is not False, (seed, line)
            checked += verdict is True
    assert checked > 150


@pytest.mark.parametrize("model", [Model.KEPT_CARDS, Model.KEPT_BY_TURNS])
def test_the_lines_of_the_search_are_solutions(model: Model) -> None:
    tables = Tables(16 << 20)
    checked = 0
    for seed in range(60):
        position, best = tiny(seed)
        if not keeps_score(position) or position.is_over or best <= position.score:
            continue
        search = TargetSearch(position, best, tables)
        search.advance(1_000_000)
        verdict = is_a_solution(model, position, search.line, replay(position, search.line).score)
        assert verdict is not False, seed
        checked += verdict is True
    assert checked > 10


def small_position() -> Position:
    suits = (Suit("r", (2, 2, 1)), Suit("g", (2, 2, 1)))
    rules = Rules(suits=suits, hand_size=2, token_limit=2, strike_limit=2)
    deck = parse_cards(split_cards("r1g2 g1r2 r1g1r2g2r3g3"), rules.letters, rules.rank_marks, "deck")
    return Deal(rules, tuple(deck)).start()


@pytest.mark.parametrize(
    ("forbidden", "allowed"),
    [
        # A face is played once.
        ({"play r 1, step 1", "play r 1, step 2"}, {"play r 1, step 1"}),
        # Not from another seat's hand, and not by two seats at once.
        ({"seat 1 draws 1", "play r 1, step 1", "keep 0 (r1)"}, {"seat 1 draws 1", "play g 1, step 1"}),
        ({"seat 0 draws 1", "seat 1 draws 1"}, {"seat 1 draws 1"}),
        # One thing a step.
        ({"discard, step 1", "misplay, step 1"}, {"misplay, step 1"}),
        # A card from the pile is in no hand before its step.
        ({"play r 1, step 1", "keep 4 (r1)"}, {"play r 1, step 2", "keep 4 (r1)"}),
        # One copy is kept.
        ({"keep 0 (r1)", "keep 4 (r1)"}, {"keep 4 (r1)"}),
        # Not at the limit.
        (
            {"seat 0 draws 1", "discard, step 1", "-1 clues before step 1"},
            {"seat 1 draws 1", "discard, step 1"},
        ),
        # A misplay only at the limit, and the last strike never falls.
        ({"seat 1 draws 1", "misplay, step 1"}, {"seat 0 draws 1", "misplay, step 1"}),
        ({"misplay, step 1", "misplay, step 2"}, {"misplay, step 1"}),
        # As many clues as seats are passed over, and no more than tokens.
        ({"seat 1 draws 1", "-1 clues before step 1"}, {"seat 1 draws 1", "1 clues before step 1"}),
        ({"seat 0 draws 1", "1 clues before step 1", "-2 clues before step 1"}, {"2 clues before step 1"}),
        (
            {"seat 1 draws 1", "play g 1, step 1", "seat 1 draws 2", "seat 1 draws 3", "play r 1, step 2"},
            {"seat 1 draws 1", "play g 1, step 1", "seat 1 draws 2"},
        ),
        # A round of clues only from all tokens.
        (
            {"1 tokens after step 1", "-2 tokens after step 1", "2 clues before step 2"},
            {"2 tokens after step 1"},
        ),
        # A discard regains a token.
        ({"discard, step 1", "-a token regained, step 1"}, {"discard, step 1", "2 tokens after step 1"}),
        ({"play r 1, step 1", "a token regained, step 1"}, {"play r 1, step 1"}),
    ],
)
def test_the_rules_of_kept_cards(forbidden: set[str], allowed: set[str]) -> None:
    frame = horizon(small_position(), 1, to_the_end=False)
    assert frame is not None
    sink = CnfSink()
    write_kept_model(frame, sink)
    assert_told_apart(sink, forbidden, allowed)


def assert_told_apart(sink: CnfSink, forbidden: set[str], allowed: set[str]) -> None:
    """By names of variables, "-" for not; one that does not exist is never true."""
    number = {name: index for index, name in enumerate(sink.names, start=1)}
    number |= {f"-{name}": -index for name, index in number.items()}
    assert is_satisfiable(sink, [number[name] for name in allowed])
    assert not is_satisfiable(sink, [number.get(name, FALSE) for name in forbidden])


@pytest.mark.parametrize(
    ("forbidden", "allowed"),
    [
        # A face is played once, and one copy is kept.
        ({"play r 1@0", "play r 1@2"}, {"play r 1@2"}),
        ({"keep 0 (r1)", "keep 4 (r1)"}, {"keep 4 (r1)"}),
        # Not from another seat's hand.
        ({"play r 1@1", "keep 0 (r1)"}, {"play r 1@2", "keep 0 (r1)"}),
        # One thing a turn.
        ({"discard@1", "strike@1"}, {"clue@0", "discard@1"}),
        ({"clue@0", "play r 1@0"}, {"clue@0", "play g 1@1"}),
        ({"over@0"}, {"play r 1@0", "over@1"}),
        # A card from the pile is in no hand but that of its draw, and there after a round.
        (
            {"clue@0", "discard@1", "play r 1@4", "keep 4 (r1)"},
            {"clue@0", "discard@1", "play r 1@3", "keep 4 (r1)"},
        ),
        ({"play r 1@1", "keep 4 (r1)"}, {"play g 1@1", "keep 0 (r1)"}),
        ({"play r 1@2", "keep 4 (r1)", "clue@0"}, {"play r 1@3", "keep 4 (r1)", "clue@0"}),
        # A kept card is played.
        ({"keep 4 (r1)", "play g 1@1", "clue@0", "over@2"}, {"play g 1@1", "clue@0", "over@2"}),
        # Not at the limit; a misplay only there, and the last strike never falls.
        ({"discard@0"}, {"clue@0", "discard@1"}),
        ({"clue@0", "strike@1"}, {"strike@0"}),
        ({"strike@0", "strike@1"}, {"strike@0"}),
        # No more clues than tokens, and a discard regains one.
        ({"clue@0", "clue@1", "clue@2"}, {"clue@0", "discard@1", "clue@2", "clue@3"}),
        ({"clue@0", "discard@1", "-regain@1"}, {"clue@0", "discard@1", "regain@1"}),
        ({"play r 1@0", "regain@0"}, {"play r 1@0", "-regain@0"}),
    ],
)
def test_the_rules_of_kept_cards_by_turns(forbidden: set[str], allowed: set[str]) -> None:
    frame = horizon(small_position(), 1, to_the_end=False)
    assert frame is not None
    sink = CnfSink()
    write_kept_turns_model(frame, sink)
    assert_told_apart(sink, forbidden, allowed)


def test_a_full_hand_of_kept_cards_cannot_discard_on_any_turn() -> None:
    """Both cards of seat 0 are kept: after a round of clues it can play one, but not get rid of a card."""
    frame = horizon(small_position(), 2, to_the_end=False)
    assert frame is not None
    sink = CnfSink()
    kept = write_kept_turns_model(frame, sink)
    v = kept.turns
    both_kept = [kept.keep[0], kept.keep[1], v.clue[0], v.clue[1]]
    assert is_satisfiable(sink, [*both_kept, kept.put[2][0, 1]])
    assert not is_satisfiable(sink, [*both_kept, v.toss[2]])
    assert is_satisfiable(sink, [kept.keep[0], -kept.keep[1], v.clue[0], v.clue[1], v.toss[2]])


def test_a_full_hand_of_kept_cards_cannot_discard() -> None:
    """Both cards of seat 0 are kept: it can play one of them, but not get rid of a card."""
    frame = horizon(small_position(), 2, to_the_end=False)
    assert frame is not None
    sink = CnfSink()
    kept = write_kept_model(frame, sink)
    both_kept = [kept.keep[0], kept.keep[1], kept.seat[0][0]]
    assert is_satisfiable(sink, [*both_kept, kept.put[0][0, 1]])
    assert not is_satisfiable(sink, [*both_kept, kept.toss[0]])
    assert is_satisfiable(sink, [kept.keep[0], -kept.keep[1], kept.seat[0][0], kept.toss[0]])


def test_counts() -> None:
    for size in range(6):
        for limit in range(1, size + 2):
            sink = CnfSink()
            literals = [sink.new_bool(f"x{index}") for index in range(size)]
            counts = count_up_to([TRUE, FALSE, *literals], limit, "of the test", sink)
            for held in range(1 << size):
                fixed = [x if held >> index & 1 else -x for index, x in enumerate(literals)]
                number = 1 + held.bit_count()
                for count in range(limit + 1):
                    can_fail = counts[count] != TRUE and is_satisfiable(sink, [*fixed, -counts[count]])
                    assert can_fail == (count > number)


@pytest.mark.parametrize("size", range(1, 9))
def test_at_most_one(size: int) -> None:
    sink = CnfSink()
    literals = [sink.new_bool(f"x{index}") for index in range(size)]
    sink.at_most_one(literals)
    for held in range(1 << size):
        fixed = [x if held >> index & 1 else -x for index, x in enumerate(literals)]
        assert is_satisfiable(sink, fixed) == (held.bit_count() < 2)


def test_small_literals() -> None:
    sink = CnfSink()
    a, b = sink.new_bool("a"), sink.new_bool("b")
    assert both(TRUE, a, "", sink) == both(a, TRUE, "", sink) == a
    assert both(FALSE, a, "", sink) == both(a, FALSE, "", sink) == FALSE
    c = both(a, b, "c", sink)
    assert is_satisfiable(sink, [a, b, c])
    assert not is_satisfiable(sink, [a, b, -c])
    assert not is_satisfiable(sink, [c, -a])
    assert all_but([a, TRUE], FALSE, "", sink) == a
    assert all_but([TRUE], FALSE, "", sink) == TRUE
    assert all_but([a, FALSE], b, "", sink) == all_but([a], TRUE, "", sink) == FALSE
    d = all_but([a, TRUE], b, "d", sink)
    assert not is_satisfiable(sink, [a, -b, -d])
    assert is_satisfiable(sink, [a, b, -d])


def test_dimacs_names_every_variable() -> None:
    position, best = tiny(3)
    asked = task(position, min(best, 1), model=Model.KEPT_CARDS)
    assert isinstance(asked, Task)
    sink = CnfSink()
    asked.write(sink)
    head, *clauses = format_dimacs(sink).splitlines()
    assert head == f"p cnf {len(sink.names)} {len(clauses)}"
    assert [line.split()[-1] for line in clauses] == ["0"] * len(clauses)
    assert len(format_legend(sink).splitlines()) == len(sink.names)


def test_a_stopped_sat_search_is_undecided() -> None:
    position = Deal(Rules(), random_deck(Random(1), Rules())).start()
    search = SatSearch(position, 25, go_on=lambda: False)
    assert search.is_over
    assert search.verdict.outcome is ModelOutcome.UNDECIDED
    search.close()
