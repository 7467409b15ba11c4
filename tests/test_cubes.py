"""Proofs found case by case: they hold as a whole, and no case can be missing, swapped or changed."""

import re
from collections.abc import Iterable
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from hanabi_solver.certificate.check import verify_certificate
from hanabi_solver.certificate.cubes import SPLIT_NAMES, CubeSearch, Effort, RefutedCube, refute_by_cubes
from hanabi_solver.certificate.files import DRAT, ProofKind
from hanabi_solver.certificate.make import certify, dump_certificate
from hanabi_solver.certificate.proof_check import check_proof
from hanabi_solver.checking.verification import Check, Verdict
from hanabi_solver.errors import InputError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.model.cnf import CnfSink, format_dimacs
from hanabi_solver.model.sink import Sink
from hanabi_solver.model.task import Task, task
from hanabi_solver.names import Model
from hanabi_solver.solver.best_score import solve

# As little at each case as the solver can be held to: it looks at its limits between restarts.
SMALL = Effort(total=20_000, whole=10, cube=10)


def pigeons(sink: Sink, count: int = 7, holes: int = 6) -> None:
    """So many pigeons find a hole each, and no two the same: false, and long to prove."""
    places = [[sink.new_bool(f"{SPLIT_NAMES}{one} {hole}") for hole in range(holes)] for one in range(count)]
    for row in places:
        sink.clause(row)
    for one, other in combinations(places, 2):
        for mine, yours in zip(one, other, strict=True):
            sink.clause([-mine, -yours])


@pytest.fixture(scope="module")
def search() -> CubeSearch:
    """A refutation of several cases."""
    found = refute_by_cubes(pigeons, SMALL)
    assert found.is_complete
    assert len(found.parts) > 2
    return found


def check(search: CubeSearch, parts: Iterable[RefutedCube]) -> Check:
    proof = "".join(f"{line}\n" for part in parts for line in part.lines)
    return check_proof(format_dimacs(search.sink).encode(), proof.encode(), None)


def test_one_proof_comes_of_all_cases(search: CubeSearch) -> None:
    assert check(search, search.parts).verdict is Verdict.HOLDS
    assert search.parts[-1] == RefutedCube((), (*search.parts[-1].lines[:-1], "0"))
    for part in search.parts:
        assert part.lines[-1].split() == [*(str(-literal) for literal in part.cube), "0"]
        assert all(search.sink.names[abs(literal) - 1].startswith(SPLIT_NAMES) for literal in part.cube)


def test_no_case_can_be_left_out(search: CubeSearch) -> None:
    for left_out in search.parts:
        rest = [part for part in search.parts if part is not left_out]
        assert check(search, rest).verdict is Verdict.FAILS


def test_a_case_needs_its_own_proof(search: CubeSearch) -> None:
    first, second, *rest = search.parts
    swapped = [
        RefutedCube(first.cube, (*second.lines[:-1], first.lines[-1])),
        RefutedCube(second.cube, (*first.lines[:-1], second.lines[-1])),
    ]
    assert check(search, [*swapped, *rest]).verdict is Verdict.FAILS
    bare = [RefutedCube(part.cube, part.lines[-1:]) for part in search.parts]
    assert check(search, bare).verdict is Verdict.FAILS


def test_no_literal_of_a_case_can_be_changed(search: CubeSearch) -> None:
    for number, part in enumerate(search.parts[:-1]):
        for at in range(len(part.cube)):
            literals = [-literal if place != at else literal for place, literal in enumerate(part.cube)]
            line = " ".join(map(str, [*literals, 0]))
            changed = RefutedCube(part.cube, (*part.lines[:-1], line))
            parts = [*search.parts[:number], changed, *search.parts[number + 1 :]]
            assert check(search, parts).verdict is Verdict.FAILS


def test_certificates_by_cubes(tmp_path: Path) -> None:
    deal = parse_seed("p2v0s8802").deal
    result = solve(deal, target=25)
    made = certify(deal, result, efforts={Model.KEPT_CARDS: Effort(total=20_000, whole=0)})
    assert made.claim.kind is ProofKind.CLAUSES
    assert re.search(r"(\d+) cases refuted", made.claim.text)
    dump_certificate(made, tmp_path)
    assert {one.verdict for one in verify_certificate(tmp_path).checks} == {Verdict.HOLDS}
    lines = (tmp_path / DRAT).read_text().splitlines()
    (tmp_path / DRAT).write_text("\n".join([*lines[: len(lines) // 4], "0"]) + "\n")
    assert verify_certificate(tmp_path).is_false


def test_what_is_not_finished_says_how_far_it_got() -> None:
    deal = parse_seed("p2v0s6991").deal
    result = solve(deal, target=24)
    made = certify(deal, result, efforts={Model.KEPT_CARDS: Effort(total=10)})
    assert made.claim.kind is ProofKind.NONE
    assert re.search(r"a proof by clauses was not found \(\d+ conflicts, 0 cases refuted\)", made.claim.text)
    assert DRAT not in made.texts


def test_what_has_a_solution_is_not_refuted() -> None:
    found = refute_by_cubes(partial(pigeons, count=6), SMALL)
    assert not found.is_complete


def test_a_total_is_a_total() -> None:
    found = refute_by_cubes(pigeons, Effort(total=300, whole=10, cube=10))
    assert not found.is_complete
    assert 300 <= found.conflicts < 800


def test_a_stop_ends_the_search() -> None:
    found = refute_by_cubes(pigeons, SMALL, go_on=lambda: False)
    assert (found.is_complete, found.parts, found.conflicts) == (False, (), 0)


@pytest.mark.parametrize("model", list(Model))
def test_every_model_can_be_split(model: Model) -> None:
    """The names of the variables that cubes are split by are those of the models."""
    asked = task(parse_seed("p5v0s5757").deal.start(), 25, model=model)
    assert isinstance(asked, Task)
    sink = CnfSink()
    asked.write(sink)
    assert sum(name.startswith(SPLIT_NAMES) for name in sink.names) > 100


@pytest.mark.parametrize("effort", [Effort(20_000), SMALL])
def test_a_log_that_lacks_any_clause_is_refused(effort: Effort, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where its temporary file found no room for it: whole, or by cubes."""
    from pysat.solvers import Solver

    whole = refute_by_cubes(pigeons, effort)
    assert whole.is_complete
    assert whole.conflicts > 100
    get_proof, rng = Solver.get_proof, Random(3)
    for keeps_end in (True, False):

        def cut(solver: Solver, *, keeps_end: bool = keeps_end) -> list[str]:
            log = get_proof(solver) or []
            learned = [at for at, line in enumerate(log) if line != "0" and not line.startswith("d")]
            lost = rng.choice(learned)
            return log[:lost] + log[lost + 1 :] if keeps_end else log[:lost]

        monkeypatch.setattr(Solver, "get_proof", cut)
        with pytest.raises(InputError, match="expected a temporary folder with room for the log"):
            refute_by_cubes(pigeons, effort)
