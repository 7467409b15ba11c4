"""Checking a certificate: nothing that found the answer is trusted.

The engine replays the line, plain Python recomputes a bound (`recheck.py`), and clauses are written anew from
the deal and compared one by one, before a proof checker that knows nothing of Hanabi checks the proof.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.certificate.files import (
    CNF,
    DEAL,
    DRAT,
    LEGEND,
    LINE,
    PROOF,
    CannotCheckError,
    ProofClaim,
    ProofKind,
    digest,
    load_deal,
    load_line,
    load_proof,
    numbered,
    read_regular,
    read_start,
)
from hanabi_solver.certificate.proof_check import check_proof, command_of, short
from hanabi_solver.checking.recheck_choices import counted_reason, ways
from hanabi_solver.checking.verification import (
    CLAIM,
    UPPER_BOUND,
    Check,
    Verdict,
    Verification,
    recheck_bound,
)
from hanabi_solver.errors import Fault, IllegalMoveError, InputError
from hanabi_solver.formats.paths import PathKind, kind_of
from hanabi_solver.game.moves import Move
from hanabi_solver.game.passing import keeps_score
from hanabi_solver.game.position import Position
from hanabi_solver.game.replay import replay
from hanabi_solver.game.stacking import Chosen, choices
from hanabi_solver.model.cnf import CnfSink, format_dimacs, format_legend
from hanabi_solver.model.task import task
from hanabi_solver.model.verdict import ModelVerdict
from hanabi_solver.names import NAMED_BOUNDS, Model

# No proof that can be checked in plain Python is nearly as large.
MAX_BYTES = 256 << 20
_QUOTED_BYTES = 1000


def verify_certificate(folder: Path, checker: str | None = None) -> Verification:
    """Check everything that the files in `folder` claim.

    `checker` is the command of a DRAT checker that is run as `CHECKER model.cnf proof.drat` and says
    "s VERIFIED"; without it the package dratify is used, and only RUP steps are accepted. Raises
    InputError if `folder` holds no certificate at all, a file of it cannot be read, or the checker is no
    command that can be run.

    >>> verify_certificate(Path("/no/such/folder"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hanabi_solver.errors.InputError: ...: expected a folder with a certificate (deal.json, ...), got another
    """
    if checker is not None:
        command_of(checker)
    if not any(kind_of(folder / name) is not PathKind.NOTHING for name in (DEAL, LINE, PROOF)):
        text = f"expected a folder with a certificate ({DEAL}, {LINE}, {PROOF}), got another"
        raise InputError([Fault("", text, "give a folder that solve --certificate wrote")], str(folder))
    try:
        return Verification(_checks(folder, checker))
    except CannotCheckError:
        raise
    except InputError as error:
        faults = "; ".join(str(fault) for fault in error.faults)
        name = Path(error.source).name if error.source else "files"
        return Verification((Check(name, Verdict.FAILS, faults),))


def _checks(folder: Path, checker: str | None) -> tuple[Check, ...]:
    """The checks of all files, and in the end what the certificate claims and whether they show it."""
    deal, position = load_deal(folder)
    proof = load_proof(folder)
    line = load_line(folder, position)
    checks = [Check("deal", Verdict.HOLDS, "every card is there, and all numbers are in range")]
    for name, claimed in ((LINE, line.deal), (PROOF, proof.deal)):
        if claimed != digest(deal):
            checks.append(Check(name, Verdict.FAILS, f"made for another {DEAL} (its SHA-256 differs)"))
    checks.append(_line_check(position, line.score, line.line))
    checks.extend(_upper_checks(folder, position, line.score, proof, checker))
    return (*checks, _claim_check(line.score, proof.upper, checks))


def _upper_checks(
    folder: Path, position: Position, score: int, proof: ProofClaim, checker: str | None
) -> Iterator[Check]:
    if proof.upper < score:
        text = f"expected at least {score}, which the line claims, got {proof.upper}"
        yield Check(UPPER_BOUND, Verdict.FAILS, text)
    most = position.rules.max_score
    if proof.upper > most:
        yield Check(UPPER_BOUND, Verdict.FAILS, f"expected at most {most}, got {proof.upper}")
        return
    if proof.kind is ProofKind.BOUND and proof.bound not in NAMED_BOUNDS:
        yield Check(
            UPPER_BOUND, Verdict.FAILS, f"expected one of {', '.join(NAMED_BOUNDS)}, got another bound"
        )
        return
    if proof.kind is ProofKind.CLAUSES and not position.rules.has_set_order:
        text = "expected a proof for each way to stack the suits, which have no set order, got one for all"
        yield Check(UPPER_BOUND, Verdict.FAILS, text)
        return
    match proof.kind:
        case ProofKind.BOUND:
            yield recheck_bound(position, Bound(proof.bound or "", proof.upper, proof.text), proof.upper)
        case ProofKind.CLAUSES:
            yield from _clause_checks(folder, _Clauses(position, proof.upper, proof.model), checker)
        case ProofKind.WAYS:
            yield from _way_checks(folder, position, proof, checker)
        case ProofKind.NONE:
            text = "".join(letter if letter.isprintable() else "?" for letter in proof.text)
            yield Check("proof", Verdict.UNCHECKED, text)


def _claim_check(score: int, upper: int, checks: list[Check]) -> Check:
    """What the certificate amounts to: shown only if all `checks` hold, so it comes after them."""
    text = f"a best score of {score}" if score == upper else f"a best score between {score} and {upper}"
    verdicts = {check.verdict for check in checks}
    if Verdict.FAILS in verdicts:
        return Check(CLAIM, Verdict.FAILS, f"{text}: not shown")
    if Verdict.UNCHECKED in verdicts:
        return Check(CLAIM, Verdict.UNCHECKED, f"{text}: not shown, only that {score} can be reached")
    if score == upper:
        return Check(CLAIM, Verdict.HOLDS, f"the best score is {score}")
    return Check(CLAIM, Verdict.HOLDS, f"the best score is between {score} and {upper}: no more is claimed")


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


@dataclass(frozen=True, slots=True)
class _Clauses:
    """Which clauses are claimed to have no solution, and the number of their files, if there are several."""

    position: Position
    upper: int
    model: Model | None
    chosen: Chosen | None = None
    number: int | None = None


def _way_checks(folder: Path, position: Position, proof: ProofClaim, checker: str | None) -> Iterator[Check]:
    """Whether every way to stack the suits has a proof; the ways are listed anew from the rules."""
    if position.rules.has_set_order:
        yield Check(
            PROOF, Verdict.FAILS, "expected one proof where suits have a set order, got one for each way"
        )
        return
    claimed = {way.way: way for way in proof.ways}
    due = {way.name: way.position for way in ways(position)}
    missing, strange = sorted(due.keys() - claimed.keys()), sorted(claimed.keys() - due.keys())
    if missing or strange or len(claimed) != len(proof.ways):
        what = f"none for {missing[0]}" if missing else f"one for {strange[0]}" if strange else "one twice"
        text = f"expected a proof for each of {len(due)} ways to stack the suits, got {short(what)}"
        yield Check(PROOF, Verdict.FAILS, text)
        return
    counted = wrong = 0
    for name, fixed in due.items():
        way = claimed[name]
        if way.kind is ProofKind.BOUND:
            found = counted_reason(fixed, proof.upper)
            counted += found is not None
            if found is None or found != way.bound:
                other = "none" if found is None else found.value
                text = (
                    f"with {name}, expected the bound {other} to keep the score at {proof.upper}, got another"
                )
                yield Check("ways", Verdict.FAILS, text)
                wrong += 1
            continue
        chosen = next(
            each for each in map(partial(Chosen.of, position), choices(position)) if each.fixed == fixed
        )
        yield from _clause_checks(
            folder, _Clauses(fixed, proof.upper, way.model, chosen, way.number), checker
        )
    if wrong:
        return
    text = (
        f"all {len(due)} ways to stack the suits are there; counting keeps {counted} of them at {proof.upper}"
    )
    yield Check("ways", Verdict.HOLDS, text)


def _clause_checks(folder: Path, claimed: _Clauses, checker: str | None) -> Iterator[Check]:
    if claimed.model is None:
        raise InputError([Fault("model", "expected the name of a model, got none")], PROOF)
    target = claimed.upper + 1
    asked = task(claimed.position, target, model=claimed.model, chosen=claimed.chosen)
    cnf_name, legend_name, drat_name = (numbered(name, claimed.number) for name in (CNF, LEGEND, DRAT))
    if isinstance(asked, ModelVerdict) or asked.model is not claimed.model:
        text = f"expected clauses ({claimed.model.value}) for {target} points, but counting decides that"
        yield Check(cnf_name, Verdict.FAILS, text)
        return
    sink = CnfSink()
    asked.write(sink)
    cnf = format_dimacs(sink)
    model_check = _compared(folder / cnf_name, cnf, f"the {len(sink.formula):,} clauses of the deal")
    names = f"the names of its {len(sink.names):,} variables"
    legend_check = _compared(folder / legend_name, format_legend(sink), names)
    proof = read_regular(folder / drat_name, MAX_BYTES)
    yield from (model_check, legend_check)
    if model_check.verdict is Verdict.FAILS:
        yield Check(drat_name, Verdict.UNCHECKED, f"not looked at, as {cnf_name} is not that of the deal")
    else:
        yield replace(check_proof(cnf.encode(), proof, checker), subject=drat_name)


def _compared(path: Path, expected: str, meaning: str) -> Check:
    """Whether a file is, byte for byte, what the deal gives."""
    name, ours = path.name, expected.encode()
    # Enough of a longer one to quote the line in which it differs.
    got = read_start(path, len(ours) + _QUOTED_BYTES)
    if ours == got:
        return Check(name, Verdict.HOLDS, f"exactly {meaning}")
    # Line feeds alone end lines: text has other ends, which would let a file pass that reads otherwise.
    pairs = zip_longest(ours.split(b"\n"), got.split(b"\n"))
    number, (own, other) = next(pair for pair in enumerate(pairs, start=1) if pair[1][0] != pair[1][1])
    text = f"line {number}: expected {short(_shown(own))}, got {short(_shown(other))}"
    return Check(name, Verdict.FAILS, text)


def _shown(line: bytes | None) -> str | None:
    return None if line is None else line.decode("ascii", errors="backslashreplace")
