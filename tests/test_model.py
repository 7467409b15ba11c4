"""The Boolean model and CP-SAT: verdicts against brute force, each rule and cut alone, limits."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from oracle import best_score, random_deck, random_line, random_move, random_tiny_position

from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.game.cards import Card, Suit, parse_cards, split_cards
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.engine import apply
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.game.stacking import Chosen, choice_name, choices
from hanabi_solver.model.build import write_used_model
from hanabi_solver.model.constraints import RULES
from hanabi_solver.model.cpsat import CpSatSink, decide
from hanabi_solver.model.cuts import ALL_CUTS, CUTS
from hanabi_solver.model.horizon import horizon
from hanabi_solver.model.read_line import read_line
from hanabi_solver.model.sink import FALSE, TRUE
from hanabi_solver.model.task import Task, task
from hanabi_solver.model.true_plays import no_play_is_a_misplay
from hanabi_solver.model.variables import Variables, make_variables
from hanabi_solver.model.verdict import ModelOutcome, ModelVerdict
from hanabi_solver.names import Stacking

NO_CUTS: frozenset[str] = frozenset()
# 25 points are out of reach, but neither CP-SAT nor a long search prove it soon.
HARD_DECK = (
    "2 g4y3r3b1p5y5p1p4r3y1y4y3g5b3g1r4p3y4b1p3r1p1p1r1g3g2b4g1b5y1g1b2p2b4r5r2b3p2b2g3y1g4r1y2p4g2r2y2b1r4"
)


def assert_right(position: Position, target: int, best: int, verdict: ModelVerdict) -> None:
    assert verdict.outcome is (ModelOutcome.REACHED if best >= target else ModelOutcome.REFUTED)
    if verdict.outcome is ModelOutcome.REACHED:
        final = replay(position, verdict.line)
        assert final.score >= target
        assert keeps_score(final)
    else:
        assert verdict.line == ()


@cache
def tiny(seed: int) -> tuple[Position, int]:
    """A random tiny position and its best score by brute force."""
    position = random_tiny_position(Random(seed), max_cards=8)
    return position, best_score(position)


def random_deal(seed: int, **rules: object) -> Position:
    game = Rules(**rules)  # type: ignore[arg-type]  # values of mixed types by name
    return Deal(game, random_deck(Random(seed), game)).start()


@pytest.mark.parametrize("chunk", range(4))
def test_every_target_agrees_with_brute_force(chunk: int) -> None:
    for seed in range(chunk * 60, chunk * 60 + 60):
        position, best = tiny(seed)
        rng = Random(-seed)
        cuts = rng.choice((ALL_CUTS, NO_CUTS, frozenset(cut for cut in CUTS if rng.random() < 0.5)))
        for target in range(position.rules.max_score + 2):
            assert_right(position, target, best, decide(position, target, cuts=cuts))


@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_alone_and_left_out_keeps_the_verdict(cut: str) -> None:
    for seed in range(80):
        position, best = tiny(seed)
        for target in (best, best + 1):
            for cuts in (frozenset({cut}), ALL_CUTS - {cut}):
                assert_right(position, target, best, decide(position, target, cuts=cuts))


@pytest.mark.parametrize("token_limit", [0, 1])
@pytest.mark.parametrize("strikeout_scores", [False, True])
def test_one_strike_and_hardly_a_token(token_limit: int, strikeout_scores: bool) -> None:
    """Here a wasted token or an uncounted strike would show: a discard at the limit is a lost game."""
    for seed in range(12):
        position = random_deal(
            seed,
            suits=(Suit("r", (2, 1, 1)), Suit("g", (2, 1, 1))),
            hand_size=2,
            token_limit=token_limit,
            strike_limit=1 + seed % 2,
            strikeout_scores=strikeout_scores,
        )
        best = best_score(position)
        for target in range(8):
            assert_right(position, target, best, decide(position, target))


def test_a_position_in_the_final_round() -> None:
    checked = 0
    for seed in range(2000, 2150):
        rng = Random(seed)
        position = random_tiny_position(rng)
        while not position.is_over and position.turns_left is None:
            position = apply(position, random_move(rng, position, 0.8))
        if position.is_over:
            continue
        best = best_score(position)
        for target in (best, best + 1):
            assert_right(position, target, best, decide(position, target))
        checked += 1
    assert checked > 40


def test_a_game_that_is_over_needs_no_model() -> None:
    position = random_deal(0, suits=(Suit("r", (1, 1, 1, 1)),), hand_size=2, strike_limit=1, token_limit=0)
    unplayable = next(card for card in position.hands[0] if position.deck[card].rank > 1)
    lost = replay(position, [Play(unplayable)])
    assert decide(lost, 0) == ModelVerdict(ModelOutcome.REACHED)
    assert decide(lost, 1) == ModelVerdict(ModelOutcome.REFUTED)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_full_deals(players: int) -> None:
    position = random_deal(1, players=players, suits=make_suits("rygbp"))
    verdict = decide(position, 25)
    assert_right(position, 25, 25, verdict)
    assert verdict.line == decide(position, 25).line, "one worker and a seed fix the run"
    assert verdict.variables > 0
    assert verdict.clauses > 0


def test_more_tokens_than_anyone_needs() -> None:
    position = random_deal(3, players=2, suits=make_suits("rgb"), token_limit=200, strike_limit=200)
    assert_right(position, 15, 15, decide(position, 15))


# Two suits of ranks 1 to 3, two players with two cards each; all of the two tokens are there.
SMALL = Rules(suits=(Suit("r", (2, 2, 1)), Suit("g", (2, 2, 1))), hand_size=2, token_limit=2, strike_limit=2)
SMALL_DECK = "r1g2 g1r2 r1g1r2g2r3g3"


def small_position() -> Position:
    cards = parse_cards(split_cards(SMALL_DECK), SMALL.letters, SMALL.rank_marks, "deck")
    return Deal(SMALL, tuple(cards)).start()


def dealt(rules: Rules, text: str) -> Position:
    cards = parse_cards(split_cards(text), rules.letters, rules.rank_marks, "deck")
    return Deal(rules, tuple(cards)).start()


DECK_PLAYS = Rules(suits=(Suit("r", (2, 2, 1)),), hand_size=2, token_limit=4, deck_plays=True)


def last_card_position() -> Position:
    return dealt(DECK_PLAYS, "r2r2 r1r3 r1")


def last_two_cards_position() -> Position:
    return dealt(replace(DECK_PLAYS, suits=(Suit("r", (2, 3, 1)),)), "r2r2 r1r3 r2r1")


def speedrun_position() -> Position:
    return dealt(replace(SMALL, speedrun=True), "r1g3 g1r2 r1g1r2g2r3g2")


ENDLESS = Rules(
    suits=(Suit("r", (1, 1, 1, 1)),), hand_size=2, token_limit=2, all_or_nothing=True, suit_regains=False
)


def endless_position() -> Position:
    return dealt(ENDLESS, "r1r3 r2r4")


def empty_hand_position() -> Position:
    """r1 and r2 lie; seat 1 has no card left, and 2 of 2 tokens are there."""
    later = replace(endless_position(), stacks=(2,), hands=((1, 3), ()))
    assert later.problems() == []
    return later


@dataclass(frozen=True, slots=True)
class Case:
    """Turns that a rule forbids, and turns that differ little and break no rule.

    A turn is "play 0", "strike 1", "discard 0", "clue" or "over"; "use 0" leaves open what is done
    with the card, "play 0 1" uses two cards at once, and "play pile" and "discard pile" the last card of the
    pile.
    """

    rule: str
    forbidden: tuple[str, ...]
    allowed: tuple[str, ...]
    start: Callable[[], Position] = small_position


CASES = (
    Case("one_action_a_turn", ("use 0 1",), ("use 0",)),
    Case("card_used_once", ("play 0", "clue", "strike 0"), ("play 0", "clue", "strike 1")),
    Case(
        "card_in_own_hand", ("play 0", "play 2", "clue", "strike 4"), ("play 0", "play 2", "clue", "strike 5")
    ),
    Case(
        "holders_follow_draws",
        ("play 0", "play 2", "clue", "strike 4"),
        ("play 0", "play 2", "strike 4"),
    ),
    Case("last_card_from_the_pile", ("strike 0", "play pile"), ("clue", "play pile"), last_card_position),
    Case("last_card_from_the_pile", ("strike 0", "play pile"), ("clue", "discard pile"), last_card_position),
    Case(
        "last_card_from_the_pile",
        ("clue", "play pile"),
        ("strike 0", "play pile"),
        last_two_cards_position,
    ),
    Case("every_use_draws", ("clue", "play 2", "play 4"), ("play 0", "play 2", "strike 4")),
    Case("stacks_grow_by_plays", ("play 1",), ("strike 1",)),
    Case("stacks_grow_by_plays", ("play 0", "play 3", "play 4"), ("play 0", "play 3", "strike 4")),
    Case("misplays_fail", ("strike 0",), ("play 0",)),
    Case("last_strike_never_falls", ("strike 1", "strike 3"), ("strike 1", "play 2")),
    Case("tokens_are_counted", ("play 0", "clue", "clue", "clue"), ("play 0", "clue", "clue", "discard 3")),
    Case("what_regains", ("clue", "clue", "play 0", "clue"), ("clue", "clue", "play 0", "discard 3", "clue")),
    Case("no_discard_at_the_limit", ("discard 1",), ("clue", "discard 3")),
    Case("game_end", ("play 0", "over", "strike 1"), ("play 0", "over", "over")),
    Case(
        "no_last_copy_is_lost",
        ("clue", "clue", "discard 1"),
        ("clue", "clue", "discard 0"),
        speedrun_position,
    ),
    Case("no_last_copy_is_lost", ("strike 1",), ("clue", "strike 3"), speedrun_position),
    Case(
        "hands_run_out",
        ("clue", "clue", "play 0", "play 2", "play 1", "play 3"),
        ("clue", "clue", "play 0", "play 2", "play 1"),
        endless_position,
    ),
    Case(
        "hands_run_out",
        ("clue", "clue", "play 0", "play 2", "play 1", "play 3"),
        ("play 0", "play 2", "play 1", "play 3"),
        endless_position,
    ),
    Case("hands_run_out", ("clue",), ("play 1", "clue", "play 3"), empty_hand_position),
    Case("target_is_reached", ("over",), ("play 0", "over")),
)


def fix_turns(variables: Variables, sink: CpSatSink, turns: tuple[str, ...]) -> None:
    kinds = {
        "play": variables.play,
        "strike": variables.strike,
        "discard": variables.toss,
        "clue": variables.clue,
        "over": variables.over,
    }
    for turn, text in enumerate(turns):
        kind, *cards = text.split()
        literals = [
            variables.from_pile[turn] if card == "pile" else variables.use[turn].get(int(card), FALSE)
            for card in cards
        ]
        if kind in kinds:
            literals.append(kinds[kind][turn])
        for literal in literals:
            sink.clause([literal])


def has_solution(
    position: Position, target: int, turns: tuple[str, ...], without: str = "", cuts: Iterable[str] = ()
) -> bool:
    """Whether the rules (but one) and these cuts allow these first turns in a line to the target."""
    frame = horizon(position, target, to_the_end=not keeps_score(position))
    assert frame is not None
    sink = CpSatSink()
    variables = make_variables(frame, sink)
    for rule in RULES:
        if rule.__name__ != without:
            rule(variables, sink)
    for cut in cuts:
        CUTS[cut](variables, sink)
    fix_turns(variables, sink, turns)
    return is_satisfiable(sink)


def is_satisfiable(sink: CpSatSink) -> bool:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(sink.model())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return bool(status == cp_model.OPTIMAL)


def test_every_rule_has_a_case() -> None:
    assert {case.rule for case in CASES} == {rule.__name__ for rule in RULES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_forbids_just_what_breaks_it(case: Case) -> None:
    position = case.start()
    assert not has_solution(position, 1, case.forbidden)
    assert has_solution(position, 1, case.forbidden, without=case.rule)
    assert has_solution(position, 1, case.allowed)


UP_OR_DOWN = Rules(
    suits=make_suits("a", "", Stacking.UP_OR_DOWN), hand_size=2, token_limit=2, stacking=Stacking.UP_OR_DOWN
)
SUDOKU = Rules(
    suits=(Suit("a", (2, 2, 2)), Suit("b", (2, 2, 2))),
    hand_size=2,
    token_limit=2,
    stacking=Stacking.SUDOKU,
)


def by_choice(rules: Rules, stack: str, cards: str, choice: str) -> Chosen:
    """A position with these cards in hands and pile, and one of its choices by name."""
    deck = parse_cards(split_cards(cards), rules.letters, rules.rank_marks, "deck")
    ranks = tuple(
        card.rank for card in parse_cards(split_cards(stack), rules.letters, rules.rank_marks, "stack")
    )
    stack_ranks = (ranks, *[()] * (len(rules.suits) - 1))
    left = Counter({face: rules.copies(face) for face in rules.faces()})
    left.subtract([*deck, *(Card(0, rank) for rank in ranks)])
    position = Position(
        rules=rules,
        deck=tuple(deck),
        hands=((0, 1), (2, 3)),
        draw_index=4,
        stacks=tuple(map(len, stack_ranks)),
        discards=tuple(left.elements()),
        tokens=2,
        strikes=0,
        seat=0,
        turns_left=None,
        stack_ranks=stack_ranks,
    ).checked()
    (chosen,) = (each for each in choices(position) if choice_name(rules, each) == choice)
    return Chosen.of(position, chosen)


def up_or_down(choice: str, stack: str = "aS") -> Chosen:
    return by_choice(UP_OR_DOWN, stack, "a2a1 a4a5 a3a2a4a3", choice)


@pytest.mark.parametrize(
    ("chosen", "forbidden", "allowed"),
    [
        # On START a 2 fits: who means to go down has to keep it, until a 4 lies there.
        (up_or_down("a down"), ("strike 0",), ("strike 1",)),
        (up_or_down("a down"), ("clue", "clue", "strike 0"), ("clue", "play 2", "strike 0")),
        (up_or_down("a up"), ("clue", "strike 2"), ("play 0", "strike 2")),
        # An empty stack takes 1, 5 and START.
        (up_or_down("a down", stack=""), ("strike 1",), ("strike 0",)),
        (up_or_down("a up", stack=""), ("clue", "strike 3"), ("play 1", "strike 3")),
        # In Sudoku an empty stack takes any rank at which no other suit has started.
        (
            by_choice(SUDOKU, "", "a1b1 a3b2 a2b3", "a from 2, b from 1"),
            ("strike 0",),
            ("play 1", "clue", "strike 0"),
        ),
        (by_choice(SUDOKU, "a3", "a2b1 a1b2 a2b3", "a from 3, b from 2"), ("strike 1",), ("strike 0",)),
    ],
)
def test_no_play_is_a_misplay(chosen: Chosen, forbidden: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    def is_possible(turns: tuple[str, ...], *, by_true_rules: bool) -> bool:
        frame = horizon(chosen.fixed, 1, to_the_end=False, chosen=chosen)
        assert frame is not None
        sink = CpSatSink()
        variables = make_variables(frame, sink)
        for rule in (*RULES, *([no_play_is_a_misplay] if by_true_rules else [])):
            rule(variables, sink)
        fix_turns(variables, sink, turns)
        return is_satisfiable(sink)

    assert not is_possible(forbidden, by_true_rules=True)
    assert is_possible(forbidden, by_true_rules=False)
    assert is_possible(allowed, by_true_rules=True)


def test_nothing_happens_after_the_final_round() -> None:
    rules = Rules(suits=(Suit("r", (2, 2, 1)),), hand_size=2, token_limit=4)
    cards = parse_cards(split_cards("r2r2 r1r1 r3"), rules.letters, rules.rank_marks, "deck")
    position = Deal(rules, tuple(cards)).start()
    until_the_last = ("clue", "discard", "clue", "play 3")
    assert has_solution(position, 1, (*until_the_last, "over"))
    assert not has_solution(position, 1, (*until_the_last, "clue"))
    assert has_solution(position, 1, (*until_the_last, "clue"), without="game_end")


def as_turns(position: Position, line: tuple[Move, ...]) -> tuple[str, ...]:
    turns = []
    for move in line:
        match move:
            case Clue():
                turns.append("clue")
            case Discard(card):
                turns.append(f"discard {'pile' if card == position.draw_index else card}")
            case Play(card):
                playable = position.is_playable(position.deck[card])
                place = "pile" if card == position.draw_index else card
                turns.append(f"{'play' if playable else 'strike'} {place}")
        position = apply(position, move)
    return tuple(turns)


def lines_that_fit(seeds: range) -> Iterator[tuple[Position, int, tuple[str, ...]]]:
    """Random lines that the horizon has room for, with the score that they reach."""
    for seed in seeds:
        rng = Random(seed)
        position = random_tiny_position(rng)
        line, score = random_line(rng, position)
        if not line or not keeps_score(position):
            continue
        if replay(position, line).end_reason == "no card and no clue":
            continue  # that last play loses all
        frame = horizon(position, score, to_the_end=False)
        assert frame is not None
        # A line may give more clues than the horizon has room for: it has a shorter one beside it.
        if len(line) <= frame.turns:
            yield position, score, (*as_turns(position, line), *["over"] * (frame.turns - len(line)))


def test_the_rules_allow_every_legal_line() -> None:
    lines = list(lines_that_fit(range(3000, 3250)))
    assert len(lines) > 100
    for position, score, turns in lines:
        assert has_solution(position, score, turns), turns


IN_EVERY_LINE = ("arrival", "critical", "pace")
IN_ONE_LINE = {
    # The second round of clues starts from two of three tokens; and a misplay with one of two there.
    "rounds": (("clue", "clue", "clue"), ("clue", "clue", "play 0")),
    "strike-at-limit": (("clue", "strike 3"), ("strike 1",)),
}


def test_these_cuts_hold_in_every_line() -> None:
    assert {*IN_EVERY_LINE, *IN_ONE_LINE} == ALL_CUTS
    for position, score, turns in lines_that_fit(range(4000, 4250)):
        asked = task(position, score)
        assert isinstance(asked, Task)
        assert has_solution(position, score, turns, cuts=asked.cuts & {*IN_EVERY_LINE}), turns


def test_clues_after_the_last_draw_are_no_loss_of_pace_without_a_final_round() -> None:
    start = replace(endless_position(), rules=replace(ENDLESS, token_limit=4), tokens=4)
    turns = ("play 0", "clue", "clue", "play 2", "play 1", "play 3")
    assert has_solution(start, 4, turns)
    assert not has_solution(start, 4, turns, cuts=["pace"])
    asked = task(start, 4)
    assert isinstance(asked, Task)
    assert has_solution(start, 4, turns, cuts=asked.cuts)


@pytest.mark.parametrize("cut", IN_ONE_LINE)
def test_these_cuts_refuse_lines_that_the_rules_allow(cut: str) -> None:
    position = small_position()
    if cut == "rounds":
        position = replace(position, rules=replace(SMALL, token_limit=3), tokens=3)
    refused, allowed = IN_ONE_LINE[cut]
    assert has_solution(position, 1, refused)
    assert not has_solution(position, 1, refused, cuts=[cut])
    assert has_solution(position, 1, allowed, cuts=[cut])


@pytest.mark.parametrize(
    ("cut", "refused", "allowed"),
    [
        # r3 is the fifth card of the pile: on its stack before turn 8, it was drawn before turn 6.
        ("arrival", {"progress 8 0 3", "not drawn 6 5"}, {"progress 8 0 3", "drawn 6 5"}),
        # All six points are asked for, and there is one r3.
        ("critical", {"use 8 8", "not play 8"}, {"use 8 8", "play 8"}),
        # Six draws and two last turns for six plays: two may pass without one.
        ("pace", {"toss 1", "toss 3", "strike 5"}, {"toss 1", "strike 5"}),
    ],
)
def test_what_these_cuts_refuse(cut: str, refused: set[str], allowed: set[str]) -> None:
    """What a cut says by itself, without any rule beside it."""
    for texts, is_possible in ((refused, False), (allowed, True)):
        frame = horizon(small_position(), 6, to_the_end=False)
        assert frame is not None
        sink = CpSatSink()
        variables = make_variables(frame, sink)
        CUTS[cut](variables, sink)
        for text in texts:
            sink.clause([literal_of(variables, text)])
        assert is_satisfiable(sink) is is_possible, texts


def literal_of(variables: Variables, text: str) -> int:
    """The literal that a name such as "not use 3 1" (turn 3, card 1) means."""
    *negation, kind = text.rstrip(" 0123456789").split()
    literal = getattr(variables, kind)
    for index in text.split()[len(negation) + 1 :]:
        literal = literal[int(index)]
    assert literal not in (TRUE, FALSE)
    return -literal if negation else literal


def test_the_horizon_counts_draws_clues_and_final_turns() -> None:
    frame = horizon(random_deal(0, players=2, suits=make_suits("rygbp")), 25, to_the_end=False)
    assert frame is not None
    # 40 draws; 8 tokens, 40 - 23 discards and 4 suits to complete before the final round of 2 turns.
    assert (frame.clues, frame.turns, frame.idle) == (29, 71, 17)
    assert frame.latest_draw(1) == 8
    assert frame.latest_draw(40) == 39 + 29


def test_counting_alone_refutes() -> None:
    position = random_deal(0, players=2, suits=make_suits("rygbp"))
    assert decide(position, 26) == ModelVerdict(ModelOutcome.REFUTED)


class SetBesideTheSolve(threading.Event):
    """Set as soon as another thread looks at it: that is when CP-SAT is at work."""

    def is_set(self) -> bool:
        if threading.current_thread() is not threading.main_thread():
            self.set()
        return super().is_set()


def test_limits_end_the_solve() -> None:
    """CP-SAT alone would take far longer than a test may: that there is a verdict shows the limit at work."""
    position = parse_deal(HARD_DECK).start()
    assert decide(position, 25, time_limit=0.5).outcome is ModelOutcome.UNDECIDED
    worked = decide(position, 25, work_limit=0.1)
    assert worked.outcome is ModelOutcome.UNDECIDED
    assert worked.conflicts == decide(position, 25, work_limit=0.1).conflicts < 10_000

    stop = SetBesideTheSolve()
    stopped = decide(position, 25, stop=stop)
    assert stopped.outcome is ModelOutcome.UNDECIDED
    assert stopped.variables > 0
    before = decide(position, 25, stop=stop)
    assert before.outcome is ModelOutcome.UNDECIDED
    assert before.variables == 0, "the event was set before the model was built"


def test_an_unknown_cut_is_refused() -> None:
    with pytest.raises(ValueError, match=r"expected names of cuts .*, got tidal"):
        decide(small_position(), 1, cuts=frozenset({"tidal"}))


def test_a_wrong_solution_is_not_passed_on() -> None:
    position = small_position()
    frame = horizon(position, 1, to_the_end=False)
    assert frame is not None
    variables = write_used_model(frame, CpSatSink())
    true = {variables.use[0][0], variables.toss[0]}
    with pytest.raises(InternalCheckError, match="discard-at-token-limit"):
        read_line(variables, lambda literal: literal in true)
    with pytest.raises(InternalCheckError, match="expected 1 points"):
        read_line(variables, lambda literal: literal == variables.over[0])


def written(sink: CpSatSink) -> list[tuple[str, list[int]]]:
    """What CP-SAT is given: the kinds of constraints, with their literals as ours."""
    return [
        (kind, [index + 1 if index >= 0 else index for index in getattr(constraint, kind).literals])
        for constraint in sink.model().proto.constraints
        for kind in ("bool_or", "at_most_one", "exactly_one")
        if getattr(constraint, f"has_{kind}")()
    ]


def test_constants_are_folded_away() -> None:
    sink = CpSatSink()
    a, b = sink.new_bool("a"), sink.new_bool("b")
    # Nothing is written of these.
    sink.clause([a, TRUE])
    sink.implies([FALSE, b], a)
    sink.at_most_one([a, FALSE])
    sink.clause([a, FALSE, -b])
    sink.implies([TRUE, a], b)
    sink.at_most_one([a, TRUE, b])
    sink.exactly_one([a, b, FALSE])
    sink.exactly_one([a, FALSE])
    sink.exactly_one([FALSE])
    assert written(sink) == [
        ("bool_or", [a, -b]),
        ("bool_or", [b, -a]),
        ("bool_or", [-a]),
        ("bool_or", [-b]),
        ("exactly_one", [a, b]),
        ("bool_or", [a]),
        ("bool_or", []),
    ]
    assert sink.names == ["a", "b"]


def test_an_empty_clause_has_no_solution() -> None:
    from ortools.sat.python import cp_model

    sink = CpSatSink()
    sink.new_bool("a")
    sink.clause([])
    assert cp_model.CpSolver().solve(sink.model()) == cp_model.INFEASIBLE


def test_a_second_copy_from_the_pile_needs_no_round_in_a_hand() -> None:
    # The first r1 is the last card but one; the other may go from the pile to its stack at once.
    position = random_tiny_position(Random(1826))
    assert position.rules.deck_plays
    assert position.pile == (Card(1, 1), Card(0, 1), Card(0, 1))
    assert best_score(position) == 6
    assert decide(position, 6).outcome is ModelOutcome.REACHED
