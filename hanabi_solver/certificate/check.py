"""Checking a certificate: nothing that found the answer is trusted.

The engine replays the line, plain Python recomputes a bound (`recheck.py`), and clauses are written anew from
the deal and compared one by one, before a proof checker that knows nothing of Hanabi checks the proof.
"""

import importlib.util
import shlex
import subprocess
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from hanabi_solver.certificate.files import (
    CNF,
    DEAL,
    DRAT,
    LEGEND,
    LINE,
    PROOF,
    Kind,
    ProofClaim,
    digest,
    load_deal,
    load_line,
    load_proof,
)
from hanabi_solver.certificate.make import BOUNDS
from hanabi_solver.deal import Position
from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.line import keeps_score, replay
from hanabi_solver.model.cnf import CnfSink, format_dimacs, format_legend
from hanabi_solver.model.task import task
from hanabi_solver.model.verdict import Verdict as ModelVerdict
from hanabi_solver.moves import Move
from hanabi_solver.result import Bound
from hanabi_solver.verify import Check, Verdict, Verification, recheck_bound

# No proof that can be checked in plain Python is larger.
MAX_BYTES = 1 << 30


def verify_certificate(folder: Path, checker: str | None = None) -> Verification:
    """Check everything that the files in `folder` claim.

    `checker` is the command of a DRAT checker that is run as `CHECKER model.cnf proof.drat` and says
    "s VERIFIED"; without it the package dratify is used. Raises InputError if `folder` holds no
    certificate at all.
    """
    if not any((folder / name).is_file() for name in (DEAL, LINE, PROOF)):
        text = f"expected a folder with a certificate ({DEAL}, {LINE}, {PROOF}), got another"
        raise InputError([Fault("", text, "give a folder that solve --certificate wrote")], str(folder))
    try:
        return Verification(tuple(_checks(folder, checker)))
    except InputError as error:
        faults = "; ".join(str(fault) for fault in error.faults)
        name = Path(error.source).name if error.source else "files"
        return Verification((Check(name, Verdict.FAILS, faults),))


def _checks(folder: Path, checker: str | None) -> Iterator[Check]:
    text, position = load_deal(folder)
    proof = load_proof(folder)
    line = load_line(folder, position)
    yield Check("deal", Verdict.HOLDS, "every card is there, and all numbers are in range")
    for name, claimed in ((LINE, line.deal), (PROOF, proof.deal)):
        if claimed != digest(text):
            yield Check(name, Verdict.FAILS, f"made for another {DEAL} (its SHA-256 differs)")
    yield _line_check(position, line.score, line.line)
    if proof.upper < line.score:
        text = f"expected at least {line.score}, which the line reaches, got {proof.upper}"
        yield Check("upper bound", Verdict.FAILS, text)
    else:
        yield _gap(line.score, proof.upper)
    most = position.rules.max_score
    if proof.upper > most:
        yield Check("upper bound", Verdict.FAILS, f"expected at most {most}, got {proof.upper}")
        return
    if proof.kind is Kind.BOUND and proof.bound not in BOUNDS:
        yield Check("upper bound", Verdict.FAILS, f"expected one of {', '.join(BOUNDS)}, got another bound")
        return
    match proof.kind:
        case Kind.BOUND:
            yield recheck_bound(position, Bound(proof.bound or "", proof.upper, proof.text), proof.upper)
        case Kind.CLAUSES:
            yield from _clause_checks(folder, position, proof, checker)
        case Kind.NONE:
            text = "".join(letter if letter.isprintable() else "?" for letter in proof.text)
            yield Check("proof", Verdict.UNCHECKED, text)


def _gap(score: int, upper: int) -> Check:
    if score == upper:
        return Check("claim", Verdict.HOLDS, f"the best score is {score}")
    return Check("claim", Verdict.HOLDS, f"the best score is between {score} and {upper}: no more is claimed")


def _line_check(position: Position, score: int, line: tuple[Move, ...]) -> Check:
    try:
        final = replay(position, line)
    except IllegalMoveError as error:
        return Check("line", Verdict.FAILS, str(error))
    if final.score != score:
        return Check("line", Verdict.FAILS, f"expected a score of {score}, got {final.score}")
    if final.score > 0 and not keeps_score(final):
        return Check("line", Verdict.FAILS, "the moves still to make can lose the score")
    return Check("line", Verdict.HOLDS, f"score {score} after {len(line)} legal moves")


def _clause_checks(
    folder: Path, position: Position, proof: ProofClaim, checker: str | None
) -> Iterator[Check]:
    if proof.model is None:
        raise InputError([Fault("model", "expected the name of a model, got none")], PROOF)
    asked = task(position, proof.upper + 1, model=proof.model)
    if isinstance(asked, ModelVerdict) or asked.model is not proof.model:
        text = (
            f"expected clauses ({proof.model.value}) for {proof.upper + 1} points, but counting decides that"
        )
        yield Check(CNF, Verdict.FAILS, text)
        return
    sink = CnfSink()
    asked.write(sink)
    texts = {name: _load(folder / name) for name in (CNF, LEGEND, DRAT)}
    clauses = f"the {len(sink.formula):,} clauses of the deal"
    model_check = _compared(CNF, format_dimacs(sink), texts[CNF], clauses)
    yield model_check
    names = f"the names of its {len(sink.names):,} variables"
    yield _compared(LEGEND, format_legend(sink), texts[LEGEND], names)
    if model_check.verdict is Verdict.FAILS:
        yield Check(DRAT, Verdict.UNCHECKED, f"not looked at, as {CNF} is not that of the deal")
    elif checker is None:
        yield _checked_by_dratify(texts[CNF], texts[DRAT])
    else:
        yield _checked_by(checker, folder)


def _load(path: Path) -> str:
    """The text of a file, which may be large; raises InputError if it cannot be read."""
    if not path.is_file():
        raise InputError([Fault("", "expected a regular file, got none")], str(path))
    if path.stat().st_size > MAX_BYTES:
        fault = Fault("", f"expected at most {MAX_BYTES >> 20} MB, got more")
        raise InputError([fault], str(path))
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "bytes that are no text"
        raise InputError([Fault("", f"expected a text file, got none ({reason})")], str(path)) from error


def _compared(name: str, expected: str, got: str, meaning: str) -> Check:
    """Whether a file is, line for line, what the deal gives."""
    pairs = zip_longest(expected.splitlines(), got.splitlines())
    for number, (ours, theirs) in enumerate(pairs, start=1):
        if ours != theirs:
            return Check(name, Verdict.FAILS, f"line {number}: expected {_short(ours)}, got {_short(theirs)}")
    return Check(name, Verdict.HOLDS, f"exactly {meaning}")


def _short(text: str | None) -> str:
    if text is None:
        return "no such line"
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def _checked_by_dratify(cnf: str, drat: str) -> Check:
    if importlib.util.find_spec("dratify") is None:
        text = 'no proof checker: pip install "hanabi-solver[proofs]", or name one with --checker'
        return Check(DRAT, Verdict.UNCHECKED, text)
    from dratify import check_proof, parse_dimacs

    try:
        result = check_proof(parse_dimacs(cnf), drat)
    except ValueError as error:
        return Check(DRAT, Verdict.FAILS, str(error))
    if result.ok:
        return Check(DRAT, Verdict.HOLDS, f"dratify accepts it ({result.steps:,} steps): {result.reason}")
    return Check(DRAT, Verdict.FAILS, f"dratify refuses step {result.steps:,}: {result.reason}")


def _no_command(checker: str, reason: str | None) -> InputError:
    text = f"expected a command that can be run, got {checker!r} ({reason})"
    return InputError([Fault("--checker", text)])


def _checked_by(checker: str, folder: Path) -> Check:
    try:
        words = shlex.split(checker)
    except ValueError as error:
        raise _no_command(checker, str(error)) from error
    if not words:
        raise _no_command(checker, "empty")
    command = [*words, str(folder / CNF), str(folder / DRAT)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    except OSError as error:
        raise _no_command(checker, error.strerror) from error
    if "s VERIFIED" in run.stdout.splitlines():
        return Check(DRAT, Verdict.HOLDS, f"{checker}: s VERIFIED")
    said = (run.stdout.strip() or run.stderr.strip() or f"exit code {run.returncode}").splitlines()[-1]
    return Check(DRAT, Verdict.FAILS, f'{checker} does not say "s VERIFIED": {_short(said)}')
