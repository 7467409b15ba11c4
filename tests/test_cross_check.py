"""A second method is asked before anything is called proved."""

import json
import sys
import threading
from dataclasses import replace

import pytest

from hanabi_solver.cli.app import main
from hanabi_solver.cross_check import cross_check
from hanabi_solver.errors import InternalCheckError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.result import format_result
from hanabi_solver.formats.result_reader import parse_result
from hanabi_solver.result import Answer, CrossCheck, Status
from hanabi_solver.solve import solve


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
    result = solve(parse_seed(seed).deal, method=method, workers=1)
    monkeypatch.setattr("hanabi_solver.cross_check.SEARCH_NODES", 3_000_000)
    assert cross_check(result) == CrossCheck(second, True)


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
    open_ = replace(result, cross_check=cross_check(result, stop=stop))
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
