"""The search against brute force, with every dominance on and each one off, relaxed and exact."""

from functools import cache
from random import Random

import numpy as np
import pytest
from builders import build
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core.errors import NumbaError
from oracle import best_score, random_tiny_position, tiny_positions

import hanabi_solver.search.layout as at
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.moves import Discard
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.search import table
from hanabi_solver.search.decode import PathTurn, decode, helpful_clue
from hanabi_solver.search.driver import TargetSearch
from hanabi_solver.search.encoding import encode
from hanabi_solver.search.jit import jitted
from hanabi_solver.search.outcome import SearchOutcome
from hanabi_solver.search.tables import FIRST_CAPACITY, Tables
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.shared_tables import SharedTables

SWITCHES = {
    "all on": at.ALL_DOMINANCES,
    "trash first off": at.ALL_DOMINANCES & ~at.TRASH_FIRST,
    "one copy off": at.ALL_DOMINANCES & ~at.ONE_COPY,
    "strike at limit off": at.ALL_DOMINANCES & ~at.STRIKE_AT_LIMIT,
    "last round pass off": at.ALL_DOMINANCES & ~at.LAST_ROUND_PASS,
    "single hand off": at.ALL_DOMINANCES & ~at.SINGLE_HAND,
    "all off": 0,
}
# What the search begins with.
MODES = {"relaxed": {}, "free clues": {"free_clues_from": 0}, "exact": {"exact": True}}
# A lost deal of 7 cards a suit whose refutation takes some 100,000 nodes and fills a small table.
HARD_DECK = (
    "r4b3p5g1y5b2r1y3g4p3 r3b4g5y2p1r2b5g3y4p2 b1r5g2y1p4b1y1r1p1g1 r3y3b3g3p3r4y4b4g4p4 r2y2b2g2p2r1y1b1g1p1"
).replace(" ", "")


def search(position: Position, target: int, **options: int | bool) -> TargetSearch:
    """A search run to its end; a line it found is replayed and must keep its score."""
    run = TargetSearch(position, target, Tables(), **options)
    while run.outcome is SearchOutcome.RUNNING:
        run.advance(100_000)
    if run.outcome is SearchOutcome.REACHED:
        final = replay(position, run.line)
        assert final.score >= target
        assert keeps_score(final)
    return run


def best_by_search(position: Position, **options: int | bool) -> int:
    """The highest target that a search reaches, and every target is asked."""
    most = position.rules.max_score
    reached = [
        target
        for target in range(1, most + 1)
        if search(position, target, **options).outcome is SearchOutcome.REACHED
    ]
    assert reached == list(range(1, len(reached) + 1))
    return len(reached)


@cache
def example(seed: int) -> tuple[Position, int]:
    """A tiny position and its best score by brute force."""
    position = random_tiny_position(Random(seed), max_cards=8)
    return position, best_score(position)


@pytest.mark.parametrize("dominances", SWITCHES.values(), ids=SWITCHES.keys())
@pytest.mark.parametrize("mode", MODES.values(), ids=MODES.keys())
def test_search_and_brute_force_agree(dominances: int, mode: dict[str, int | bool]) -> None:
    for seed in range(120):
        position, best = example(seed)
        assert best_by_search(position, dominances=dominances, **mode) == best, seed


@settings(deadline=None, max_examples=60)
@given(
    tiny_positions(max_cards=8),
    st.sampled_from(sorted(SWITCHES.values())),
    st.sampled_from(sorted(MODES)),
    st.integers(0, 99),
)
def test_any_switches_and_seed_agree_with_brute_force(
    position: Position, dominances: int, mode: str, seed: int
) -> None:
    assert best_by_search(position, dominances=dominances, seed=seed, **MODES[mode]) == best_score(position)


def test_scarce_strikes_need_exact_mode_and_get_it() -> None:
    needed = 0
    for seed in range(120):
        position, _ = example(seed)
        needed += sum(search(position, n).exact for n in range(1, position.rules.max_score + 1))
    assert needed > 0


def test_free_clues_refute_what_no_token_would_mend() -> None:
    # r1 is the last card of the pile: its holder has the last turn of all.
    rules = Rules(suits=make_suits("r", dark="r"), hand_size=2)
    position = build(rules, "r2 r3", "r4 r5")
    assert search(position, 1, free_clues_from=0).outcome is SearchOutcome.REACHED
    run = search(position, 2, free_clues_from=0)
    assert run.outcome is SearchOutcome.REFUTED
    assert run.fails_with_free_clues
    assert not search(position, 2).fails_with_free_clues


def test_free_clues_settle_nothing_where_tokens_are_short() -> None:
    short = 0
    for seed in range(120):
        position, best = example(seed)
        for target in range(best + 1, position.rules.max_score + 1):
            short += not search(position, target, free_clues_from=0).fails_with_free_clues
    assert short > 0


def test_a_refutation_needs_no_exact_mode() -> None:
    # One strike and one token, but the fives are gone with the fours: no rule of strikes matters.
    position = parse_deal("2 r5r4r3r2r1r1r1r2r3r4", suits="r").start()
    run = search(position, 5)
    assert run.outcome is SearchOutcome.REFUTED
    assert not run.exact


def test_slices_do_not_change_the_verdict() -> None:
    position = parse_deal("2 " + HARD_DECK).start()
    verdicts = set()
    for nodes in (1_000, 7_777, 10_000_000):
        run = TargetSearch(position, 25, Tables())
        while run.outcome is SearchOutcome.RUNNING:
            run.advance(nodes)
        verdicts.add(run.outcome)
    assert len(verdicts) == 1


def test_same_seed_same_line() -> None:
    deal = parse_deal("2 " + HARD_DECK)
    target = 22
    lines = {search(deal.start(), target, seed=5).line for _ in range(2)}
    assert len(lines) == 1


def test_a_table_serves_many_generations() -> None:
    tables = Tables()
    position = parse_deal("2 r5r4r3r2r1r1r1r2r3r4", suits="r").start()
    for _ in range(2 * table.LAST_GENERATION + 3):
        run = TargetSearch(position, 5, tables)
        run.advance(100_000)
        assert run.outcome is SearchOutcome.REFUTED
    assert 1 <= tables.generation <= table.LAST_GENERATION


def test_memory_limit_is_kept() -> None:
    limit = 2 << 20
    tables = Tables(limit)
    run = TargetSearch(parse_deal("2 " + HARD_DECK).start(), 25, tables)
    for _ in range(20):
        run.advance(50_000)
    size = tables.states(2).slots.nbytes
    assert FIRST_CAPACITY * 16 <= size <= limit
    assert size + tables.single_hand.slots.nbytes <= limit


class TestTable:
    def test_finds_what_was_stored_and_nothing_else(self) -> None:
        slots = table.new_slots(64, 2)
        entry = np.array([(1 << at.GENERATION_SHIFT) | 5, 9], dtype=np.int64)
        assert table.store(slots, entry, -1) == 1
        assert table.find(slots, entry, -1) >= 0
        other = np.array([(1 << at.GENERATION_SHIFT) | 5, 8], dtype=np.int64)
        assert table.find(slots, other, -1) == -1

    def test_entries_of_another_generation_do_not_count(self) -> None:
        slots = table.new_slots(64, 2)
        entry = np.array([(1 << at.GENERATION_SHIFT) | 5, 9], dtype=np.int64)
        table.store(slots, entry, -1)
        later = np.array([(2 << at.GENERATION_SHIFT) | 5, 9], dtype=np.int64)
        assert table.find(slots, later, -1) == -1

    def test_a_full_bucket_gives_up_its_latest_state(self) -> None:
        slots = table.new_slots(table.BUCKET, 2)
        for clock in (9, 3, 7, 5, 4):
            entry = np.array([(1 << at.GENERATION_SHIFT) | (clock << at.CLOCK_SHIFT), 1], dtype=np.int64)
            table.store(slots, entry, -1)
        clocks = {int(word >> at.CLOCK_SHIFT) & 127 for word in slots[:, 0]}
        assert clocks == {3, 4, 5, 7}


class TestEncoding:
    def test_trash_and_second_copies_are_left_out(self) -> None:
        rules = Rules(suits=make_suits("rg"))
        position = build(rules, "r1 r3 r3 g2 g5", "r4 r4 r5 g3 g4", stacks=(2, 1), tokens=3, pile_size=2)
        root = encode(position, exact=False).root
        kept = {number for number in range(10) if int(root[at.HANDS]) >> number & 1}
        faces = {rules.type_number(card) for card in position.hand_cards(0) if not position.is_trash(card)}
        assert kept == faces
        assert int(root[at.HANDS]).bit_count() == 3


class TestDecoding:
    def test_a_path_that_strikes_out_is_no_line(self) -> None:
        rules = Rules(suits=make_suits("r"), hand_size=2, strike_limit=1)
        position = build(rules, "r3 r4", "r2 r5", tokens=8, pile_size=3)
        assert decode(position, [PathTurn(0, at.TRASH, 0)], 1) is None

    def test_a_clue_of_the_final_round_is_a_pass_where_the_token_is_missing(self) -> None:
        rules = Rules(suits=make_suits("r"), hand_size=2)
        position = build(rules, "r3 r4", "r1 r5", tokens=0, pile_size=0)
        line = decode(position, [PathTurn(0, at.CLUE, 0), PathTurn(1, at.PLAY, 0)], 1)
        assert line is not None
        assert isinstance(line[0], Discard)
        assert replay(position, line).score == 1

    def test_a_clue_names_a_card_that_can_be_played(self) -> None:
        rules = Rules(suits=make_suits("rg"), hand_size=3)
        position = build(rules, "r3 r4 g4", "g3 r2 g5", stacks=(1, 0), tokens=8, pile_size=3)
        assert helpful_clue(position).rank == 2


def test_an_exact_path_that_is_no_line_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_solver.search.driver.decode", lambda *_: None)
    position = parse_deal("2 r1r2r3r4r5g1g2g3g4g5 r1r1r2r3r4g1g1g2g3g4", suits="rg").start()
    run = TargetSearch(position, 10, Tables(), exact=True)
    with pytest.raises(InternalCheckError):
        run.advance(100_000)


def test_a_search_on_kept_tables_goes_as_on_new_ones() -> None:
    # In a full bucket of the table it depends on the hash which entry makes room.
    tables = SharedTables()
    solve(parse_seed("p4v0s50").deal, limits=Limits(workers=1), context=Context(tables=tables))
    kept, new = (
        solve(parse_seed("p4v0s51").deal, limits=Limits(workers=1), context=Context(tables=each))
        for each in (tables, SharedTables())
    )
    assert (kept.line, kept.nodes) == (new.line, new.nodes)


def test_the_kernel_counts_no_references() -> None:
    """What is jitted may not make arrays: it is compiled without the counts that this would need."""

    @jitted
    def make(size: int) -> object:
        return np.empty(size, dtype=np.int64)

    with pytest.raises(NumbaError, match="array passed into the function"):
        make(1)
