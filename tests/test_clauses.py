"""The models in plain clauses: every legal line is a solution, and SAT solvers agree with brute force."""

from functools import cache
from random import Random

import pytest
from oracle import best_score, random_deck, random_line, random_tiny_position
from pysat.solvers import Solver

from hanabi_solver.cards import Suit, parse_cards, split_cards
from hanabi_solver.deal import Deal, Position
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game import apply
from hanabi_solver.line import keeps_score, replay
from hanabi_solver.model.cnf import CnfSink, format_dimacs, format_legend
from hanabi_solver.model.cpsat import decide
from hanabi_solver.model.cuts import ALL_CUTS, CUTS
from hanabi_solver.model.free_clues import write_free_clues_model
from hanabi_solver.model.horizon import Horizon, horizon
from hanabi_solver.model.keeping import all_but, both
from hanabi_solver.model.kept import Kept, can_keep, write_kept_model
from hanabi_solver.model.sat import SatSearch, refute
from hanabi_solver.model.sink import FALSE, TRUE
from hanabi_solver.model.sums import count_up_to
from hanabi_solver.model.task import Model, Task, task
from hanabi_solver.model.verdict import Outcome, Verdict
from hanabi_solver.moves import Clue, Discard, Move, Play
from hanabi_solver.rules import Rules
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.tables import Tables

NO_CUTS: frozenset[str] = frozenset()


@cache
def tiny(seed: int) -> tuple[Position, int]:
    position = random_tiny_position(Random(seed), max_cards=8)
    return position, best_score(position)


def ask(position: Position, target: int, model: Model) -> Verdict:
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
            if target <= best:
                assert verdict.outcome is not Outcome.REFUTED, (seed, target)
            else:
                assert verdict.outcome is not Outcome.REACHED, (seed, target)
            if verdict.outcome is Outcome.REACHED:
                final = replay(position, verdict.line)
                assert final.score >= target
                assert keeps_score(final)
            refuted += verdict.outcome is Outcome.REFUTED
            reached += verdict.outcome is Outcome.REACHED
            if model is not Model.FREE_CLUES:
                assert verdict.outcome is not Outcome.UNDECIDED, (seed, target)
    assert refuted > 50
    assert (reached > 500) or model is Model.FREE_CLUES


@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_alone_and_left_out_keeps_the_verdict_with_kept_cards(cut: str) -> None:
    for seed in range(60):
        position, best = tiny(seed)
        for target in (best, best + 1):
            for cuts in (frozenset({cut}), ALL_CUTS - {cut}, NO_CUTS):
                verdict = decide(position, target, model=Model.KEPT_CARDS, cuts=cuts)
                assert verdict.outcome is (Outcome.REACHED if target <= best else Outcome.REFUTED)


def test_free_clues_refute_what_full_hands_lose_and_not_what_tokens_lose() -> None:
    lost_by_hands = parse_seed("p2v0s8802").deal.start()
    assert decide(lost_by_hands, 25, model=Model.FREE_CLUES).outcome is Outcome.REFUTED
    assert decide(lost_by_hands, 24, model=Model.FREE_CLUES).outcome is Outcome.UNDECIDED
    lost_by_tokens = parse_seed("p5v0s5757").deal.start()
    assert decide(lost_by_tokens, 25, model=Model.FREE_CLUES).outcome is Outcome.UNDECIDED
    assert ask(lost_by_tokens, 25, Model.KEPT_CARDS).outcome is Outcome.REFUTED


def test_free_clues_say_nothing_once_the_pile_is_empty() -> None:
    position, best = next(pair for seed in range(500) if (pair := tiny(seed))[0].pile_size == 0)
    if not position.is_over:
        assert decide(position, best + 1, model=Model.FREE_CLUES).outcome in (
            Outcome.UNDECIDED,
            Outcome.REFUTED,  # by counting alone
        )
        assert isinstance(task(position, position.score + 1, model=Model.FREE_CLUES), Verdict)


def kept_literals(kept: Kept, position: Position, line: tuple[Move, ...]) -> list[int]:
    """What the turns of a line are in the model that keeps cards."""
    fixed = []
    for turn in range(kept.turns.horizon.turns):
        if turn >= len(line):
            fixed.append(kept.turns.over[turn])
            continue
        move = line[turn]
        match move:
            case Clue():
                fixed.append(kept.turns.clue[turn])
            case Discard():
                fixed.append(kept.turns.toss[turn])
            case Play(card):
                face = position.deck[card]
                if position.is_playable(face):
                    place = (face.suit, position.rules.step(face))
                    fixed += [kept.put[turn].get(place, FALSE), kept.keep[card]]
                else:
                    fixed.append(kept.turns.strike[turn])
        position = apply(position, move)
    return fixed


def free_clues_names(position: Position, line: tuple[Move, ...]) -> set[str]:
    """The names of variables that a line sets in the model with free clues."""
    names: set[str] = set()
    step = 0
    for move in line:
        if isinstance(move, Clue) and position.pile_size:
            position = apply(position, move)
            continue
        step += 1
        if position.pile_size:
            names.add(f"seat {position.seat} draws {step}")
        if isinstance(move, Play) and position.is_playable(face := position.deck[move.card]):
            letters, height = position.rules.letters, position.rules.step(face)
            names.add(f"play {letters[face.suit]} {height}, step {step}")
        position = apply(position, move)
    return names


def is_satisfiable(sink: CnfSink, fixed: list[int]) -> bool:
    if FALSE in fixed:
        return False
    with Solver(name="glucose4", bootstrap_with=sink.formula) as solver:
        return bool(solver.solve(assumptions=[literal for literal in fixed if literal != TRUE]))


def draws_in_time(frame: Horizon, line: tuple[Move, ...]) -> bool:
    uses = [turn for turn, move in enumerate(line) if not isinstance(move, Clue)][: frame.draws]
    return all(turn <= frame.latest_draw(number) for number, turn in enumerate(uses, start=1))


def assert_line_is_a_solution(position: Position, line: tuple[Move, ...], score: int) -> None:
    frame = horizon(position, score, to_the_end=False)
    assert frame is not None
    # A line may give more clues than the horizon has room for: it has a shorter one beside it.
    if can_keep(frame) and len(line) <= frame.turns and draws_in_time(frame, line):
        sink = CnfSink()
        kept = write_kept_model(frame, sink, NO_CUTS)
        assert is_satisfiable(sink, kept_literals(kept, position, line)), line
    if position.pile_size:
        sink = CnfSink()
        write_free_clues_model(position, score, sink)
        names = free_clues_names(position, line)
        fixed = [number for number, name in enumerate(sink.names, start=1) if name in names]
        assert len(fixed) == len(names), "every turn of the line has its variable"
        assert is_satisfiable(sink, fixed), line


@pytest.mark.parametrize("chunk", range(4))
def test_every_random_line_is_a_solution(chunk: int) -> None:
    checked = 0
    for seed in range(chunk * 500, chunk * 500 + 500):
        rng = Random(seed)
        position = random_tiny_position(rng)
        line, score = random_line(rng, position)
        if line and keeps_score(position):
            assert_line_is_a_solution(position, line, score)
            checked += 1
    assert checked > 200


def test_the_lines_of_the_search_are_solutions() -> None:
    tables = Tables(16 << 20)
    for seed in range(60):
        position, best = tiny(seed)
        if not keeps_score(position) or position.is_over or best <= position.score:
            continue
        search = TargetSearch(position, best, tables)
        search.advance(1_000_000)
        assert_line_is_a_solution(position, search.line, replay(position, search.line).score)


def small_position() -> Position:
    suits = (Suit("r", (2, 2, 1)), Suit("g", (2, 2, 1)))
    rules = Rules(suits=suits, hand_size=2, token_limit=2, strike_limit=2)
    deck = parse_cards(split_cards("r1g2 g1r2 r1g1r2g2r3g3"), rules.letters, rules.ranks, "deck")
    return Deal(rules, tuple(deck)).start()


@pytest.mark.parametrize(
    ("forbidden", "allowed"),
    [
        ({"play r 1@0", "play r 1@1"}, {"play r 1@0"}),  # a face is played once
        ({"play r 1@0", "play@1", "play g 1@2"}, {"play r 1@0", "play g 1@1"}),  # not from another's hand
        ({"discard@0"}, {"clue@0", "discard@1"}),  # not at the limit
        ({"clue@0", "clue@1", "clue@2"}, {"clue@0", "clue@1"}),  # no more clues than tokens
        ({"over@0"}, {"play r 1@0", "over@1"}),  # the target is reached
        ({"play r 1@0", "over@1", "clue@2"}, {"play r 1@0", "over@1", "over@2"}),
        ({"strike@0", "strike@1"}, {"strike@0", "play g 1@1"}),  # the last strike never falls
        ({"keep 0 (r1)", "keep 4 (r1)"}, {"keep 4 (r1)"}),  # one copy is kept
    ],
)
def test_the_rules_of_kept_cards(forbidden: set[str], allowed: set[str]) -> None:
    frame = horizon(small_position(), 1, to_the_end=False)
    assert frame is not None
    sink = CnfSink()
    write_kept_model(frame, sink)
    number = {name: index for index, name in enumerate(sink.names, start=1)}
    assert is_satisfiable(sink, [number[name] for name in allowed])
    assert not is_satisfiable(sink, [number.get(name, FALSE) for name in forbidden])


def test_a_full_hand_of_kept_cards_cannot_discard() -> None:
    """Both cards of seat 0 are kept: it can clue, but not get rid of a card."""
    frame = horizon(small_position(), 2, to_the_end=False)
    assert frame is not None
    sink = CnfSink()
    kept = write_kept_model(frame, sink)
    keeps_both = [kept.keep[0], kept.keep[1]]
    assert is_satisfiable(sink, [*keeps_both, kept.turns.clue[0]])
    assert is_satisfiable(sink, [*keeps_both, kept.turns.play[0]])
    assert not is_satisfiable(sink, [*keeps_both, kept.turns.clue[0], kept.turns.clue[1], kept.turns.toss[2]])
    assert is_satisfiable(sink, [kept.keep[0], kept.turns.clue[0], kept.turns.clue[1], kept.turns.toss[2]])


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
    if isinstance(asked, Task):
        sink = CnfSink()
        asked.write(sink)
        head, *clauses = format_dimacs(sink).splitlines()
        assert head == f"p cnf {len(sink.names)} {len(clauses)}"
        assert [line.split()[-1] for line in clauses] == ["0"] * len(clauses)
        assert len(format_legend(sink).splitlines()) == len(sink.names)


def test_a_refutation_has_a_proof_and_a_reached_target_none() -> None:
    found = 0
    for seed in range(120):
        position, best = tiny(seed)
        asked = task(position, best + 1, model=Model.KEPT_CARDS)
        if isinstance(asked, Task):
            refutation = refute(asked, conflict_limit=10_000)
            assert refutation is not None
            assert refutation.proof[-1] == "0"
            found += 1
        if isinstance(asked := task(position, best, model=Model.KEPT_CARDS), Task):
            assert refute(asked, conflict_limit=10_000) is None
    assert found > 10


def test_a_proof_search_can_be_stopped() -> None:
    asked = task(small_position(), 6, model=Model.KEPT_CARDS)
    assert isinstance(asked, Task)
    assert refute(asked, conflict_limit=10_000, go_on=lambda: False) is None


def test_a_stopped_sat_search_is_undecided() -> None:
    position = Deal(Rules(), random_deck(Random(1), Rules())).start()
    search = SatSearch(position, 25, go_on=lambda: False)
    assert search.is_over
    assert search.verdict.outcome is Outcome.UNDECIDED
    search.close()
