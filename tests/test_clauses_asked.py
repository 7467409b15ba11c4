"""Who is asked about a target in clauses, how often, and that solvers give their memory back."""

import os
import signal
import subprocess
from random import Random
from typing import Any

import pytest
from oracle import random_deck

from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.model.sat import SatSearch
from hanabi_solver.model.verdict import ModelOutcome, ModelVerdict
from hanabi_solver.names import Method, Model
from hanabi_solver.search.tables import Tables
from hanabi_solver.solver.bracket import Bracket
from hanabi_solver.solver.clauses import Clauses
from hanabi_solver.solver.clock import Clock
from hanabi_solver.solver.limits import Context
from hanabi_solver.solver.policy import SHARES, Policy

Asked = list[tuple[Model, float | None]]


def start(**rules: Any) -> Position:
    game = Rules(**rules)
    return Deal(game, random_deck(Random(1), game)).start()


def clauses_of(position: Position, target: int = 25) -> Clauses:
    bracket = Bracket(position, None, {})
    return Clauses(bracket, Clock(bracket, None, Context()), target, seed=0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What CP-SAT is asked, and answers with "undecided"."""
    questions: Asked = []

    def decide(_position: Position, _target: int, **options: Any) -> ModelVerdict:
        questions.append((options["model"], options["work_limit"]))
        return ModelVerdict(ModelOutcome.UNDECIDED, model=options["model"].value)

    monkeypatch.setattr("hanabi_solver.model.cpsat.decide", decide)
    return questions


def test_cpsat_is_asked_again_only_with_more_work(asked: Asked) -> None:
    with clauses_of(start()) as clauses:
        for work in (2.0, 1.0, 2.0, 5.0, None):
            assert not clauses.cpsat(Model.KEPT_CARDS, workers=1, work=work)
        assert not clauses.cpsat(Model.USED_CARDS, workers=1, work=1.0)
    assert asked == [
        (Model.KEPT_CARDS, 2.0),
        (Model.KEPT_CARDS, 5.0),
        (Model.KEPT_CARDS, None),
        (Model.USED_CARDS, 1.0),
    ]


def test_a_model_whose_solution_is_no_line_is_not_asked_again(asked: Asked) -> None:
    with clauses_of(start()) as clauses:
        assert not clauses.take("cpsat", ModelVerdict(ModelOutcome.NO_LINE, model="kept-cards"))
        assert clauses.is_without_line(Model.KEPT_CARDS)
        assert not clauses.cpsat(Model.KEPT_CARDS, workers=1)
        assert not clauses.sat(Model.KEPT_CARDS)
        assert not clauses.cpsat(Model.KEPT_BY_TURNS, workers=1)
    assert asked == [(Model.KEPT_BY_TURNS, None)]


@pytest.mark.parametrize("deck_plays", [False, True])
def test_cpsat_alone_goes_on_with_what_refutes(deck_plays: bool, asked: Asked) -> None:
    """The first model has the last word only where no cards are kept, or their solutions are no lines."""
    position = start(deck_plays=deck_plays)
    bracket = Bracket(position, None, {})
    clock = Clock(bracket, None, Context())
    policy = Policy(bracket, clock, Method.CPSAT, 1, 0, Tables(1 << 20))
    assert not policy.decide(25)
    if deck_plays:
        assert asked == [(Model.USED_CARDS, None)]
        return
    shares: Asked = []
    for share in SHARES:
        shares += [(Model.KEPT_CARDS, share.by_draws_work), (Model.KEPT_BY_TURNS, share.by_turns_work)]
    assert asked == [
        (Model.USED_CARDS, 1.0),
        *shares,
        (Model.KEPT_CARDS, None),
        (Model.USED_CARDS, None),
    ]


def test_an_interrupt_in_a_slice_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the handler that is there, and with the solver as it should be."""
    for name in ("SLICE_CONFLICTS", "MOST_SLICE_CONFLICTS"):
        monkeypatch.setattr(f"hanabi_solver.model.sat.{name}", 10_000)
    heard: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        search = SatSearch(parse_seed("p6v60s111").deal.start(), 30)
        with subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"]):
            search.advance()
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, previous)
    before = search.conflicts
    search.advance()
    assert search.conflicts > before >= 10_000
    search.close()


def test_can_keep() -> None:
    assert clauses_of(start()).can_keep
    assert not clauses_of(start(deck_plays=True)).can_keep


def test_solvers_are_closed_whatever_ends_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[SatSearch] = []

    class Noted(SatSearch):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            searches.append(self)

    monkeypatch.setattr("hanabi_solver.model.sat.SatSearch", Noted)
    clauses = clauses_of(parse_seed("p6v60s111").deal.start(), 30)  # a slice does not settle it

    def interrupted() -> None:
        with clauses:
            clauses.sat_slice(Model.KEPT_CARDS)
            clauses.sat_slice(Model.KEPT_BY_TURNS)
            assert [search.is_over for search in searches] == [False, False]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(searches) == 2
    for search in searches:
        before = search.conflicts
        search.advance()
        assert search.conflicts == before > 0  # the solver is gone
