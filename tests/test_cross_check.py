"""A second method is asked before anything is called proved."""

import json
import sys
import threading
from dataclasses import replace

import pytest

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.checking.second_method import cross_check, second_methods
from hanabi_solver.cli.app import main
from hanabi_solver.errors import InputError, InternalCheckError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import Answer, Model, Status
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.clauses import Clauses
from hanabi_solver.solver.limits import Context, Limits
from hanabi_solver.solver.result import CrossCheck
from hanabi_solver.solver.result_json import format_result
from hanabi_solver.solver.result_reader import parse_result
from hanabi_solver.solver.shared_tables import SharedTables


@pytest.mark.parametrize(
    ("seed", "method", "second"),
    [
        ("p2v0s40", "auto", "sat"),
        ("p2v0s8802", "auto", "search"),
        ("p2v0s8802", "search", "sat"),
        ("p5v0s5757", "cpsat", "sat"),
        ("p5v0s5757", "sat", "cpsat"),
        ("p2v0s7", "auto", "engine"),
    ],
)
def test_who_is_asked_second(seed: str, method: str, second: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = solve(parse_seed(seed).deal, method=method, limits=Limits(workers=1))
    monkeypatch.setattr("hanabi_solver.checking.second_method.SEARCH_NODES", 3_000_000)
    assert cross_check(result) == CrossCheck(second, True)


BOTH = (Model.KEPT_CARDS, Model.KEPT_BY_TURNS)


@pytest.mark.parametrize(
    ("names", "model", "has_sat", "expected"),
    [
        (("search",), "", True, [("sat", model) for model in BOTH]),
        (("search",), "", False, [("cpsat", model) for model in BOTH]),
        (("sat",), "kept-cards", True, [("cpsat", Model.USED_CARDS), ("cpsat", Model.KEPT_BY_TURNS)]),
        (("cpsat",), "kept-cards", True, [("sat", Model.USED_CARDS), ("sat", Model.KEPT_BY_TURNS)]),
        (("cpsat",), "kept-cards-by-turns", True, [("sat", Model.USED_CARDS), ("sat", Model.KEPT_CARDS)]),
        (("cpsat",), "used-cards", False, [("cpsat", Model.KEPT_BY_TURNS), ("cpsat", Model.KEPT_CARDS)]),
        (("cpsat",), "", True, []),  # read from a file: it does not say which clauses
    ],
)
def test_the_same_clauses_are_never_asked_again(
    names: tuple[str, ...],
    model: str,
    has_sat: bool,
    expected: list[tuple[str, Model]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hanabi_solver.checking.second_method.has_sat_solver", lambda: has_sat)
    result = solve(parse_seed("p2v0s8802").deal, method="search")
    decided = replace(result, reasons=tuple(Bound(name, result.upper, "", model) for name in names))
    asked = list(second_methods(decided))
    if model or "cpsat" in names:
        assert asked.pop(0)[0] == "search"
    assert asked == expected


def test_where_cards_cannot_be_kept_there_is_one_model_to_ask() -> None:
    rules = Rules(deck_plays=True)
    start = Deal(rules, parse_seed("p2v0s8802").deal.deck).start()
    result = replace(solve(parse_seed("p2v0s8802").deal, method="search"), position=start)
    assert second_methods(result) == (("sat", Model.USED_CARDS),)
    decided = replace(result, reasons=(Bound("sat", result.upper, "", "used-cards"),))
    assert [name for name, _ in second_methods(decided)] == ["search"]


def test_when_one_model_is_left_open_the_next_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi_solver.checking.second_method.CONFLICTS", 1)
    result = solve(parse_seed("p2v0s8802").deal, method="search")
    told: list[str] = []

    def refuse(clauses: Clauses, model: Model, *, conflicts: int | None = None) -> bool:
        told.append(f"{model.value} {conflicts}")
        return conflicts is None and sat(clauses, model)

    sat = Clauses.sat
    monkeypatch.setattr(Clauses, "sat", refuse)
    assert cross_check(result) == CrossCheck("sat", True)
    assert told == ["kept-cards 1", "kept-cards-by-turns None"]


def test_a_wrong_bound_is_found_out() -> None:
    result = solve(parse_seed("p2v0s40").deal)
    wrong = replace(result, best=23, upper=23, line=())
    with pytest.raises(InternalCheckError, match="reaches 24 points above the bound 23"):
        cross_check(wrong)


def test_what_is_not_confirmed_is_not_called_optimal() -> None:
    result = solve(parse_seed("p2v0s40").deal, target=25)
    assert result.answer is Answer.NO
    stop = threading.Event()
    stop.set()
    open_ = replace(result, cross_check=cross_check(result, context=Context(stop=stop)))
    assert open_.cross_check == CrossCheck("sat", False)
    assert open_.answer is Answer.UNKNOWN
    whole = solve(parse_seed("p2v0s40").deal)
    assert whole.status is Status.OPTIMAL
    assert replace(whole, cross_check=CrossCheck("sat", False)).status is Status.BOUNDS
    confirmed = replace(whole, cross_check=CrossCheck("sat", True))
    assert confirmed.status is Status.OPTIMAL
    assert parse_result(format_result(confirmed)).cross_check == CrossCheck("sat", True)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["hanabi-solve", "solve", "p2v0s40", "--cross-check"])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert not exit_.value.code
    assert "A second method agrees [sat]." in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["hanabi-solve", "solve", "p2v0s40", "--cross-check", "--json"])
    with pytest.raises(SystemExit):
        main()
    assert json.loads(capsys.readouterr().out)["cross_check"] == {"method": "sat", "agrees": True}


def test_faulty_costs_of_a_second_method_are_refused() -> None:
    result = solve(parse_seed("p2v0s40").deal, limits=Limits(workers=1))
    with pytest.raises(InputError, match="memory limit: expected none beside tables"):
        cross_check(
            result, limits=Limits(memory=64 << 20, workers=1), context=Context(tables=SharedTables(32 << 20))
        )
    with pytest.raises(InputError, match="context: expected"):
        cross_check(result, context=threading.Event())  # type: ignore[arg-type]  # refused


def test_what_a_solve_left_in_its_tables_changes_no_second_opinion() -> None:
    tables = SharedTables(64 << 20)
    result = solve(parse_seed("p2v0s8802").deal, limits=Limits(workers=1), context=Context(tables=tables))
    alone = cross_check(result)
    assert cross_check(result, context=Context(tables=tables)) == alone
    assert alone == CrossCheck("search", True)
