"""Certificates: made for every kind of reason, checked, and refused when anything in them is changed."""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from commands import COMMAND, ENVIRONMENT
from dratify.proof import register_native
from oracle import random_deck
from places import PUZZLES
from waiting import GUARD_SECONDS

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.certificate.check import verify_certificate
from hanabi_solver.certificate.cubes import Effort
from hanabi_solver.certificate.files import (
    CNF,
    DEAL,
    DRAT,
    LEGEND,
    LINE,
    PROOF,
    CannotCheckError,
    ProofKind,
    digest,
    format_proof,
)
from hanabi_solver.certificate.make import Certificate, certify, check_folder, dump_certificate
from hanabi_solver.certificate.proof_check import check_proof
from hanabi_solver.checking.recheck import WorkLimitError
from hanabi_solver.checking.recheck_last_round import last_round_reaches
from hanabi_solver.checking.verification import Verdict
from hanabi_solver.cli.app import main
from hanabi_solver.errors import InputError
from hanabi_solver.formats.hanablive.seeds import parse_seed
from hanabi_solver.formats.plain import parse_deal
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle, load_puzzle
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.rules import Rules, make_suits
from hanabi_solver.model.cnf import CnfSink, format_dimacs, format_legend
from hanabi_solver.model.task import Task, task
from hanabi_solver.names import Model
from hanabi_solver.solver.best_score import solve
from hanabi_solver.solver.limits import Context, Limits, has_sat_solver
from hanabi_solver.solver.result import Result

# 25 is out of reach with any number of clues: two separate hands are what breaks it.
TWO_HANDS = (
    "2 g4r3y3r4b4p3b3r2b1b1g3p1y2b2g1g4y3b5r1g3r5p4y1p2g1b4g2b3y4y1p1p5g5r3r1g1r4p2p1b2y2r2b1y5p4g2p3y4y1r1"
)


def run(*arguments: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["hanabi-solve", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    return int(exit_.value.code or 0)


def written(start: object, folder: Path, **options: object) -> ProofKind:
    result = solve(start, **options)  # type: ignore[arg-type]  # deals and positions, by the cases
    made = certify(start, result)  # type: ignore[arg-type]  # as above
    dump_certificate(made, folder)
    return made.claim.kind


def small_deal(seed: int) -> Deal:
    """A deal of three suits that only clauses settle, with a proof that is checked soon."""
    rules = Rules(suits=make_suits("rgb"), hand_size=3)
    return Deal(rules, random_deck(Random(seed), rules))


@pytest.fixture(scope="module")
def by_clauses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of the kind `clauses`; it must not be changed."""
    folder = tmp_path_factory.mktemp("clauses")
    assert written(small_deal(167), folder) is ProofKind.CLAUSES
    return folder


@pytest.fixture(scope="module")
def by_turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same deal as in `by_clauses`, with cards kept by turns; it must not be changed."""
    folder = tmp_path_factory.mktemp("turns")
    deal = small_deal(167)
    made = certify(deal, solve(deal), efforts={Model.KEPT_BY_TURNS: Effort(20_000)})
    assert made.claim.model is Model.KEPT_BY_TURNS
    dump_certificate(made, folder)
    return folder


@pytest.fixture(scope="module")
def another_by_clauses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of another deal."""
    folder = tmp_path_factory.mktemp("another")
    assert written(small_deal(670), folder) is ProofKind.CLAUSES
    return folder


@pytest.fixture(scope="module")
def by_bound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of the kind `bound`; it must not be changed."""
    folder = tmp_path_factory.mktemp("bound")
    assert written(parse_seed("p2v0s40").deal, folder) is ProofKind.BOUND
    return folder


def refusals(folder: Path) -> list[str]:
    """What is refused and why; a certificate of which any part is refused shows no best score."""
    checks = verify_certificate(folder).checks
    refused = [f"{check.subject}: {check.text}" for check in checks if check.verdict is Verdict.FAILS]
    assert not refused or not any("the best score is" in check.text for check in checks)
    return refused


def test_certificates_hold(by_clauses: Path, by_bound: Path, tmp_path: Path) -> None:
    whole_deck = tmp_path / "deal"
    assert written(parse_seed("p2v0s8802").deal, whole_deck) is ProofKind.CLAUSES
    for folder in (by_clauses, by_bound, whole_deck):
        verification = verify_certificate(folder)
        assert {check.verdict for check in verification.checks} == {Verdict.HOLDS}
    assert {path.name for path in by_bound.iterdir()} == {DEAL, LINE, PROOF}
    assert {path.name for path in by_clauses.iterdir()} == {DEAL, LINE, PROOF, CNF, LEGEND, DRAT}


def test_the_files_follow_the_schema(by_clauses: Path, by_turns: Path, by_bound: Path) -> None:
    import jsonschema

    schema = json.loads((PUZZLES.parent / "docs" / "certificate.schema.json").read_text())
    for folder in (by_clauses, by_turns, by_bound):
        for name in (LINE, PROOF):
            data = json.loads((folder / name).read_text())
            jsonschema.validate(data, schema)
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate({**data, "extra": 1}, schema)


@pytest.mark.parametrize("name", ["hold-the-four", "hold-the-five", "play-or-clue", "all-roads-lead-home"])
def test_certificates_of_positions(name: str, tmp_path: Path) -> None:
    start = load_puzzle(PUZZLES / f"{name}.json").start
    assert isinstance(start, Position)
    written(start, tmp_path)
    assert not refusals(tmp_path)
    assert not verify_certificate(tmp_path).unchecked


def test_a_game_in_its_middle_is_renumbered(tmp_path: Path) -> None:
    """Deck indices of deal.json count the cards that are left."""
    deal = parse_seed("p3v0s7").deal
    result = solve(deal, limits=Limits(workers=1))
    position = replay(deal.start(), result.line[:20])
    written(position, tmp_path, limits=Limits(workers=1))
    assert not refusals(tmp_path)


def test_a_target_out_of_reach(tmp_path: Path) -> None:
    assert written(parse_seed("p5v0s5757").deal, tmp_path, target=25) is ProofKind.CLAUSES
    assert json.loads((tmp_path / PROOF).read_text())["model"] == "kept-cards"
    assert not refusals(tmp_path)


def changed(folder: Path, name: str, change: Callable[[str], str]) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    new = change(text)
    assert new != text, "the change must be one"
    path.write_text(new, encoding="utf-8")


def swap_cards(text: str) -> str:
    """Swap two neighbours in the deck that differ."""
    data = json.loads(text)
    deck = data["deck"]
    cards = [deck[at : at + 2] for at in range(0, len(deck), 2)]
    at = next(at for at in range(20, 48) if cards[at] != cards[at + 1])
    cards[at], cards[at + 1] = cards[at + 1], cards[at]
    return json.dumps({**data, "deck": "".join(cards)})


def edit(**values: object) -> Callable[[str], str]:
    return lambda text: json.dumps({**json.loads(text), **values})


def lines(change: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    return lambda text: "\n".join(change(text.splitlines())) + "\n"


def tie_to_deal(folder: Path) -> None:
    """Make line and proof claim that they belong to the deal, whatever it is."""
    deal = digest((folder / DEAL).read_bytes())
    for name in (LINE, PROOF):
        path = folder / name
        path.write_text(json.dumps({**json.loads(path.read_text()), "deal": deal}), encoding="utf-8")


def is_deletion(line: str) -> bool:
    return line.startswith("d ")


def negate_first(text: str) -> str:
    head, first, *rest = text.splitlines()
    literal, *others = first.split()
    return "\n".join([head, " ".join([str(-int(literal)), *others]), *rest]) + "\n"


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        (LINE, lambda text: text.replace('"play', '"discard', 1), "line: "),
        (LINE, edit(moves=["play 0"] * 3), "line: "),
        (LINE, edit(moves=["dance"]), "expected a move"),
        (LINE, edit(score=15), "line: expected a score of 15, got 14"),
        (LINE, edit(schema=2), "line.json: "),
        (LINE, lambda text: text[:-20], "line.json: "),
        (DEAL, swap_cards, "another deal.json"),
        (DEAL, lambda text: text.replace("g5", "g4", 1), "deal.json: "),
        (PROOF, edit(upper=13), "upper bound: expected at least 14"),
        (PROOF, edit(kind="bound"), "proof.json: "),
        (PROOF, edit(kind="bound", model=None, bound="magic"), "got another bound"),
        (PROOF, edit(upper=10**30), "upper bound: expected at most 15"),
        (PROOF, edit(schema=True), "schema: expected the whole number 1"),
        (LINE, edit(schema=1.0), "schema: expected the whole number 1"),
        (PROOF, edit(model="used-cards"), "model.cnf: line 1"),
        (PROOF, edit(kind="bound", model=None, bound="pace"), "bound pace: "),
        (CNF, negate_first, "model.cnf: line 2"),
        (CNF, lines(lambda all_: [*all_[:100], *all_[101:]]), "model.cnf: line 101"),
        (CNF, lines(lambda all_: [*all_, "1 0"]), "model.cnf: line"),
        (CNF, lambda text: "", "model.cnf: line 1"),
        (LEGEND, lambda text: text.replace("seat 0 draws 1", "seat 1 draws 1", 1), "legend.tsv: line 1"),
        (DRAT, lines(lambda all_: all_[:-1]), "never derives the empty clause"),
        (DRAT, lines(lambda all_: all_[: len(all_) // 2]), "never derives the empty clause"),
        (DRAT, lambda text: "", "never derives the empty clause"),
        (DRAT, lambda text: "0\n", "step 1, which is not RUP"),
        (DRAT, lambda text: "99999999999 0\n" + text, "proof.drat: "),
        (DRAT, lambda text: "1 2 nonsense 0\n" + text, "bad token"),
        (DRAT, lambda text: "\u0663 0\n" + text, "proof.drat: byte 1: expected a proof in text form"),
        # Where lines end is not for Python's text to say: other programs read one line here.
        (CNF, lambda text: text.replace("\n", "\u2028", 1), "model.cnf: line 1"),
        (CNF, lambda text: text.replace(" 0\n", " 0\x1c", 1), "model.cnf: line 2"),
        (CNF, lambda text: text.replace("\n", "\x85", 1), "model.cnf: line 1"),
        (CNF, lambda text: text.replace("\n", "\r\n", 1), "model.cnf: line 1"),
        (CNF, lambda text: text[:-1], "model.cnf: line"),
        (LEGEND, lambda text: text.replace("\n", "\x0c", 1), "legend.tsv: line 1"),
        (
            DRAT,
            lines(lambda all_: [line for line in all_ if line.startswith("d ")] + all_[-1:]),
            "proof.drat",
        ),
    ],
)
def test_what_is_changed_is_refused(
    by_clauses: Path, tmp_path: Path, name: str, change: Callable[[str], str], reason: str
) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(by_clauses, folder)
    changed(folder, name, change)
    texts = refusals(folder)
    assert any(reason in text for text in texts), texts


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        (PROOF, edit(model="kept-cards"), "model.cnf: line 1"),
        (PROOF, edit(model="kept-cards-by-draws"), "proof.json: "),
        (PROOF, edit(upper=13), "upper bound: expected at least 14"),
        (CNF, negate_first, "model.cnf: line 2"),
        (CNF, lines(lambda all_: [*all_[:100], *all_[101:]]), "model.cnf: line 101"),
        (LEGEND, lambda text: text.replace("play@0", "clue@0", 1), "legend.tsv: line "),
        (DRAT, lines(lambda all_: all_[: len(all_) // 2]), "never derives the empty clause"),
        (DRAT, lambda text: "0\n", "step 1, which is not RUP"),
    ],
)
def test_what_is_changed_of_a_proof_by_turns_is_refused(
    by_turns: Path, tmp_path: Path, name: str, change: Callable[[str], str], reason: str
) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(by_turns, folder)
    assert {check.verdict for check in verify_certificate(folder).checks} == {Verdict.HOLDS}
    changed(folder, name, change)
    texts = refusals(folder)
    assert any(reason in text for text in texts), texts


def test_a_proof_by_turns_is_none_for_another_deal_or_another_model(
    by_turns: Path, by_clauses: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "other"
    shutil.copytree(by_turns, folder)
    changed(folder, DEAL, swap_cards)
    tie_to_deal(folder)
    assert any("model.cnf: line" in text for text in refusals(folder))
    shutil.copytree(by_turns, folder, dirs_exist_ok=True)
    shutil.copy(by_clauses / DRAT, folder / DRAT)
    assert any("proof.drat: " in text for text in refusals(folder))


def test_the_model_that_refuted_it_for_the_solver_goes_first() -> None:
    deal = small_deal(167)
    result = solve(deal)
    assert certify(deal, result).claim.model is Model.KEPT_CARDS
    by_turns = Bound("sat", result.upper, "by clauses", Model.KEPT_BY_TURNS.value)
    assert certify(deal, replace(result, reasons=(by_turns,))).claim.model is Model.KEPT_BY_TURNS


@pytest.mark.parametrize("name", [DEAL, LINE, PROOF, CNF, LEGEND, DRAT])
def test_a_missing_file_is_refused(by_clauses: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "cut"
    shutil.copytree(by_clauses, folder)
    (folder / name).unlink()
    assert any(name in text for text in refusals(folder))


def root_literals(formula: list[list[int]]) -> list[int]:
    """The literals that unit propagation derives, without those that are clauses."""
    true: set[int] = set()
    while True:
        found = set()
        for clause in formula:
            if not true.intersection(clause):
                free = [literal for literal in clause if -literal not in true]
                found.update(free if len(free) == 1 else ())
        if not found:
            return sorted(true - {clause[0] for clause in formula if len(clause) == 1})
        true |= found


def forged_proof(formula: list[list[int]]) -> str:
    """A "refutation" of any clauses that force a literal: delete what forces it, then deny it by RAT.

    A checker that keeps the literal all the same finds a contradiction where there is none.
    """
    literals = root_literals(formula)
    literal = min(literals, key=lambda one: sum(one in clause for clause in formula))
    gone = [clause for clause in formula if literal in clause]
    deletions = "".join(f"d {' '.join(map(str, clause))} 0\n" for clause in gone)
    return f"{deletions}{-literal} 0\n0\n"


TINY = "p cnf 3 3\n1 0\n-1 2 0\n-2 3 0\n"


def test_a_reason_that_is_deleted_refutes_nothing() -> None:
    formula = [[1], [-1, 2], [-2, 3]]
    for proof in ("d 1 0\nd -1 2 0\nd -2 3 0\n-3 0\n0\n", forged_proof(formula)):
        check = check_proof(TINY.encode(), proof.encode(), None)
        assert check.verdict is Verdict.FAILS
        assert "only RUP steps are accepted" in check.text
        assert "needs a full DRAT checker" in check.text


def test_a_rat_step_needs_another_checker() -> None:
    """A new variable that is set takes no solution away, but does not follow: RAT, and not RUP."""
    cnf = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
    assert check_proof(cnf.encode(), b"1 0\n0\n", None).verdict is Verdict.HOLDS
    check = check_proof(cnf.encode(), b"3 0\n1 0\n0\n", None)
    assert check.verdict is Verdict.FAILS
    assert "step 1, which is not RUP; without --checker only RUP steps are accepted" in check.text


def test_no_other_module_takes_part() -> None:
    """dratify asks any native checker that is installed or registered, if it may."""

    class Native:
        @staticmethod
        def check_proof(*_arguments: object) -> tuple[object, ...]:
            return True, "trust me", 1, 1, 0, 0, 0, 0, -1, True

    register_native(Native)
    try:
        assert check_proof(TINY.encode(), b"0\n", None).verdict is Verdict.FAILS
    finally:
        register_native(None)


def test_a_forged_proof_of_a_lower_score_is_refused(tmp_path: Path) -> None:
    """Everything in the certificate is as it should be, but a line scores more than it says."""
    deal = parse_seed("p2v0s7").deal
    result = solve(deal, limits=Limits(workers=1))
    scores = [replay(deal.start(), result.line[:end]).score for end in range(len(result.line))]
    short = scores.index(24)
    assert result.best == 25
    lower = replace(result, best=24, upper=24, line=result.line[:short], reasons=())
    made = certify(deal, lower, context=Context().within(0.0))
    assert made.claim.kind is ProofKind.NONE
    asked = task(deal.start(), 25)
    assert isinstance(asked, Task)
    sink = CnfSink()
    asked.write(sink)
    claim = replace(made.claim, kind=ProofKind.CLAUSES, model=asked.model)
    texts = {
        **made.texts,
        PROOF: format_proof(claim),
        CNF: format_dimacs(sink),
        LEGEND: format_legend(sink),
        DRAT: forged_proof(sink.formula),
    }
    dump_certificate(Certificate(claim, texts), tmp_path)
    failed = refusals(tmp_path)
    assert [text.split(":")[0] for text in failed] == [DRAT, "claim"]
    assert "only RUP steps" in failed[0]
    assert failed[1] == "claim: a best score of 24: not shown"


def test_a_changed_deck_is_refused_even_if_all_files_claim_to_fit(by_clauses: Path, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(by_clauses, folder)
    changed(folder, DEAL, swap_cards)
    tie_to_deal(folder)
    assert any(text.startswith("model.cnf") for text in refusals(folder))


@pytest.mark.parametrize("name", [LINE, PROOF, CNF, DRAT])
def test_a_file_of_another_certificate_is_refused(
    by_clauses: Path, another_by_clauses: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "mixed"
    shutil.copytree(by_clauses, folder)
    shutil.copy(another_by_clauses / name, folder / name)
    assert refusals(folder)


@pytest.mark.parametrize("bound", ["pace", "last-round", "composition", "game over"])
def test_a_bound_that_does_not_hold_is_refused(by_bound: Path, tmp_path: Path, bound: str) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(by_bound, folder)
    changed(folder, PROOF, edit(bound=bound))
    assert any(f"bound {bound}" in text for text in refusals(folder))


def test_a_solvers_word_is_no_proof(
    by_bound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(by_bound, folder)
    changed(folder, PROOF, edit(bound="search"))
    assert run("verify", str(folder), monkeypatch=monkeypatch) == 1
    assert "expected one of game over, composition" in capsys.readouterr().out
    changed(folder, PROOF, edit(bound=None, kind="none", text="trust\n\x1b[31mme"))
    assert run("verify", str(folder), monkeypatch=monkeypatch) == 3
    out = capsys.readouterr().out
    assert "was not checked" in out
    assert "\x1b" not in out


def test_what_nothing_certifies_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = parse_seed("p2v0s8802").deal
    made = certify(deal, solve(deal), context=Context().within(0.0))
    assert made.claim.kind is ProofKind.NONE
    assert "no certificate" in made.claim.text
    dump_certificate(made, tmp_path)
    checks = {check.subject: check for check in verify_certificate(tmp_path).checks}
    assert checks["line"].verdict is Verdict.HOLDS
    assert {check.subject for check in checks.values() if check.verdict is Verdict.UNCHECKED} == {
        "proof",
        "claim",
    }
    assert checks["claim"].text == "a best score of 24: not shown, only that 24 can be reached"


def test_an_outside_checker(by_clauses: Path, tmp_path: Path) -> None:
    yes, no = tmp_path / "yes.py", tmp_path / "no.py"
    yes.write_text("import sys; assert len(sys.argv) == 3; print('s VERIFIED')")
    no.write_text("print('s NOT VERIFIED')")
    for script, expected in ((yes, Verdict.HOLDS), (no, Verdict.FAILS)):
        checks = verify_certificate(by_clauses, f"{sys.executable} {script}").checks
        assert {check.subject: check.verdict for check in checks}[DRAT] is expected
    for command in ("no-such-checker", "", " ", "'", "a\0b"):
        with pytest.raises(CannotCheckError, match="--checker: expected a command that can be run"):
            verify_certificate(by_clauses, command)


def test_what_keeps_from_checking_is_no_false_claim(
    by_clauses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = tmp_path / "endless.py"
    for stream in ("stdout", "stderr"):
        endless.write_text(f"import sys\nwhile True: print('s VERIFIED', file=sys.{stream})")
        with pytest.raises(CannotCheckError, match="expected a checker that says at most 16 MB"):
            verify_certificate(by_clauses, f"{sys.executable} {endless}")
    endless.write_text("import sys; print('s VERIFIED', file=sys.stderr)")
    assert verify_certificate(by_clauses, f"{sys.executable} {endless}").is_false  # it is said on stdout
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(tmp_path / "none"))
        with pytest.raises(CannotCheckError, match="expected room for the proof in a temporary folder"):
            verify_certificate(by_clauses, "true")
    folder = tmp_path / "unreadable"
    shutil.copytree(by_clauses, folder)
    (folder / DRAT).unlink()
    assert verify_certificate(folder).is_false  # a part of it is missing
    (folder / DRAT).symlink_to(DRAT)
    with pytest.raises(CannotCheckError, match="expected a file that can be read"):
        verify_certificate(folder)
    assert run("verify", str(by_clauses), "--checker", "no-such-checker", monkeypatch=monkeypatch) == 2
    assert run("verify", "x" * 300, monkeypatch=monkeypatch) == 2


@pytest.mark.parametrize("size", [0, 1, 4096, 20_000])
def test_a_proof_that_finds_no_room_is_no_proof(tmp_path: Path, size: int) -> None:
    """The log of the solver is cut off: nothing is claimed, nothing is left, and the answer is printed."""
    deal = tmp_path / "deal.json"
    deal.write_text(format_puzzle(Puzzle(small_deal(167))), encoding="utf-8")
    done = subprocess.run(
        [*COMMAND, "solve", str(deal), "--certificate", str(tmp_path / "a proof"), "-q", "--workers", "1"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        timeout=GUARD_SECONDS,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Best score: " in done.stdout
    assert "Certificate in" not in done.stdout
    assert len(done.stderr.splitlines()) <= 2
    assert "--certificate: expected " in done.stderr
    assert list(tmp_path.iterdir()) == [deal]


def test_a_certificate_is_written_whole_or_not_at_all(
    by_clauses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = parse_seed("p2v0s40").deal
    made = certify(deal, solve(deal))
    folder = tmp_path / "deep" / "proof"
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _descriptor: (_ for _ in ()).throw(OSError(28, "No space")))
        with pytest.raises(InputError, match="expected to write its files, got an error"):
            dump_certificate(made, folder)
    assert list(tmp_path.iterdir()) == []
    dump_certificate(made, folder)  # nothing is in the way of the next try
    assert sorted(path.name for path in folder.iterdir()) == sorted(made.texts)
    assert folder.stat().st_mode & 0o700 == 0o700


def test_an_empty_folder_is_filled_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = parse_seed("p2v0s40").deal
    made = certify(deal, solve(deal))
    folder, link = tmp_path / "own", tmp_path / "link"
    folder.mkdir(mode=0o700)
    link.symlink_to(folder)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _descriptor: (_ for _ in ()).throw(OSError(28, "No space")))
        with pytest.raises(InputError, match="expected to write its files, got an error"):
            dump_certificate(made, link)
    assert list(folder.iterdir()) == []
    dump_certificate(made, link)
    assert sorted(path.name for path in folder.iterdir()) == sorted(made.texts)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_command_that_is_printed_can_be_pasted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a proof; it's\x1b[2J"
    assert run("solve", "p2v0s40", "--certificate", str(folder), "-q", monkeypatch=monkeypatch) == 0
    (line,) = [text for text in capsys.readouterr().out.splitlines() if "Certificate in" in text]
    assert "\x1b" not in line
    assert line.endswith(rf"hanabi-solve verify $'{tmp_path}/a proof; it\'s\x1b[2J'")


def test_an_outside_checker_gets_what_was_read(by_clauses: Path, tmp_path: Path) -> None:
    """Not the files of the certificate, which could change between two looks."""
    folder, script, seen = tmp_path / "proof", tmp_path / "checker.py", tmp_path / "seen"
    shutil.copytree(by_clauses, folder)
    script.write_text(
        "import pathlib, sys\n"
        "cnf, drat = map(pathlib.Path, sys.argv[1:])\n"
        f"pathlib.Path({str(seen)!r}).write_bytes(cnf.read_bytes() + drat.read_bytes())\n"
        f"print('s VERIFIED' if cnf.parent != pathlib.Path({str(folder)!r}) else 'the files themselves')\n"
    )
    assert not verify_certificate(folder, f"{sys.executable} {script}").is_false
    assert seen.read_bytes() == (folder / CNF).read_bytes() + (folder / DRAT).read_bytes()


def test_a_claim_comes_last(by_clauses: Path) -> None:
    assert [check.subject for check in verify_certificate(by_clauses).checks] == [
        "deal",
        "line",
        CNF,
        LEGEND,
        DRAT,
        "claim",
    ]
    assert verify_certificate(by_clauses).checks[-1].text == "the best score is 14"


def test_a_checker_sees_no_clauses_that_are_not_those_of_the_deal(by_clauses: Path, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(by_clauses, folder)
    changed(folder, CNF, negate_first)
    checks = {check.subject: check.verdict for check in verify_certificate(folder).checks}
    assert (checks[CNF], checks[DRAT]) == (Verdict.FAILS, Verdict.UNCHECKED)


def test_a_stopped_solve_claims_no_more_than_it_knows(tmp_path: Path) -> None:
    deal = parse_seed("p2v0s8802").deal
    dump_certificate(certify(deal, solve(deal, target=20)), tmp_path)
    claims = [check.text for check in verify_certificate(tmp_path).checks if check.subject == "claim"]
    assert claims == ["the best score is between 20 and 25: no more is claimed"]


def test_without_a_checker_the_proof_is_unchecked(by_clauses: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert [check.subject for check in verify_certificate(by_clauses).unchecked] == [DRAT, "claim"]
    assert not has_sat_solver()


def test_without_a_sat_solver_clauses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    result = solve(parse_seed("p2v0s8802").deal)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(InputError, match="python-sat"):
        certify(parse_seed("p2v0s8802").deal, result)
    with pytest.raises(InputError, match="python-sat"):
        solve(parse_deal(TWO_HANDS), method="sat")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    check_folder(tmp_path)
    check_folder(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="new or empty folder"):
        check_folder(tmp_path)
    with pytest.raises(InputError, match="new or empty folder"):
        check_folder(tmp_path / "mine.txt")


def test_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, deal = tmp_path / "proof", tmp_path / "deal.json"
    deal.write_text(format_puzzle(Puzzle(small_deal(167))), encoding="utf-8")
    assert run("solve", str(deal), "--certificate", str(folder), monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "Best score: 14 of 15, proved." in out
    assert f"Certificate in {folder} (clauses)" in out
    assert run("verify", str(folder), monkeypatch=monkeypatch) == 0
    assert "The certificate holds" in capsys.readouterr().out
    changed(folder, DRAT, lines(lambda all_: all_[:-1]))
    assert run("verify", str(folder), monkeypatch=monkeypatch) == 1
    assert "The certificate is refused." in capsys.readouterr().out
    assert run("solve", str(deal), "--certificate", str(folder), monkeypatch=monkeypatch) == 2
    assert "new or empty folder" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("verify", str(empty), monkeypatch=monkeypatch) == 2
    assert "expected a folder with a certificate" in capsys.readouterr().err
    result = tmp_path / "result.json"
    assert run("solve", "p2v0s7", "--json", "--out", str(result), monkeypatch=monkeypatch) == 0
    assert run("verify", str(result), "--checker", "x", monkeypatch=monkeypatch) == 2
    deals = tmp_path / "deals.txt"
    deals.write_text("p2v0s1\np2v0s2\n")
    capsys.readouterr()
    new = str(tmp_path / "new")
    assert run("solve", str(deals), "--certificate", new, monkeypatch=monkeypatch) == 2
    assert "expected one deal, got several" in capsys.readouterr().err


def test_a_time_limit_bounds_the_search_for_a_proof(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    clock: list[float],
) -> None:
    """When the limit is over the answer stays, and no proof is claimed."""
    seen: list[bool] = []

    def certify_late(start: Deal, result: Result, *, context: Context) -> Certificate:
        seen.append(context.goes_on())
        clock[0] += 1000.0
        seen.append(context.goes_on())
        return certify(start, result, context=context)

    monkeypatch.setattr("hanabi_solver.certificate.make.certify", certify_late)
    folder = str(tmp_path / "proof")
    arguments = ["solve", "p2v0s8802", "--target", "25", "--time-limit", "1000", "--certificate", folder]
    run(*arguments, monkeypatch=monkeypatch)
    assert seen == [True, False]
    assert "no proof that others can check" in capsys.readouterr().out
    assert "the search for a proof was ended" in json.loads((tmp_path / "proof" / PROOF).read_text())["text"]


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_nothing_else_goes_to_the_folder(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["solve", "p2v0s40", "--certificate", str(tmp_path), option, str(tmp_path / LINE)]
    assert run(*arguments, monkeypatch=monkeypatch) == 2
    assert f"{option}: expected a file outside the folder of --certificate" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_missing_solver_is_told_before_and_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hanabi_solver.solver.limits.has_sat_solver", lambda: False)
    monkeypatch.setattr("hanabi_solver.certificate.make.has_sat_solver", lambda: False)
    folder = tmp_path / "proof"
    assert run("solve", "p2v0s8802", "--certificate", str(folder), monkeypatch=monkeypatch) == 2
    told = capsys.readouterr()
    assert told.err.startswith("note: without python-sat")
    assert "Best score: 24" in told.out
    assert not folder.exists()


def test_a_byte_order_mark_counts(by_bound: Path, tmp_path: Path) -> None:
    """The SHA-256 is that of the file, as sha256sum gives it."""
    folder = tmp_path / "marked"
    shutil.copytree(by_bound, folder)
    (folder / DEAL).write_bytes(b"\xef\xbb\xbf" + (folder / DEAL).read_bytes())
    assert any("its SHA-256 differs" in text for text in refusals(folder))
    tie_to_deal(folder)
    assert not refusals(folder)


@pytest.mark.parametrize("name", [DEAL, LINE, PROOF, CNF, LEGEND, DRAT])
def test_pipes_are_refused(by_clauses: Path, tmp_path: Path, name: str) -> None:
    """Not waited for: nobody writes to this one."""
    folder = tmp_path / "pipes"
    shutil.copytree(by_clauses, folder)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(CannotCheckError, match=f"{name}: expected a regular file, got a pipe or device"):
        verify_certificate(folder)


def test_games_that_are_over(tmp_path: Path) -> None:
    deal = parse_seed("p2v0s7").deal
    won = replay(deal.start(), solve(deal, limits=Limits(workers=1)).line)
    assert won.is_over
    written(won, tmp_path / "won")
    assert verify_certificate(tmp_path / "won").checks[-1].text == "the best score is 25"
    struck = replace(won, strikes=won.rules.strike_limit)
    with pytest.raises(InputError, match="strikes: expected 0 to 2, got 3"):
        certify(struck, solve(won))


def test_states_are_counted_as_they_come() -> None:
    """A deal whose states of one draw exceed the limit is given up before they are all there."""
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        return True

    position = parse_seed("p5v0s225").deal.start()
    with pytest.raises(WorkLimitError):
        last_round_reaches(position, 25, 300, look)
    assert looks < 100  # 241 if all states of the draw are made first


@pytest.mark.parametrize(("reason", "code"), [("search", 3), ("last-round", 1)])
def test_a_result_whose_upper_bound_is_not_rechecked(
    reason: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for a certificate: what rests on a search alone is no proof."""
    from hanabi_solver.solver.result_json import format_result

    result = solve(parse_seed("p2v0s8802").deal, limits=Limits(workers=1))
    path = tmp_path / "result.json"
    path.write_text(format_result(replace(result, reasons=(Bound(reason, result.upper, ""),))))
    assert run("verify", str(path), monkeypatch=monkeypatch) == code
