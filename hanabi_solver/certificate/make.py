"""Making a certificate of a result: the line, and a proof that no line scores more."""

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from hanabi_solver.certificate.cubes import CubeSearch, Effort, refute_by_cubes
from hanabi_solver.certificate.files import (
    CNF,
    DEAL,
    DRAT,
    LEGEND,
    LINE,
    PROOF,
    ProofClaim,
    ProofKind,
    WayClaim,
    digest,
    format_line,
    format_proof,
    numbered,
    read_regular,
)
from hanabi_solver.checking.recheck_choices import counted_reason
from hanabi_solver.checking.verification import Verdict as Recheck
from hanabi_solver.checking.verification import recheck_bound
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.atomic import made
from hanabi_solver.formats.paths import PathKind, kind_of
from hanabi_solver.formats.puzzle import Puzzle, format_puzzle, parse_puzzle
from hanabi_solver.game.deal import Deal
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.stacking import Chosen, choice_name, choices
from hanabi_solver.model.cnf import format_dimacs, format_legend
from hanabi_solver.model.task import task
from hanabi_solver.model.verdict import ModelVerdict
from hanabi_solver.names import NAMED_BOUNDS, BoundName, Model
from hanabi_solver.solver.best_score import ALONE
from hanabi_solver.solver.extras import install_command
from hanabi_solver.solver.limits import Context, has_sat_solver
from hanabi_solver.solver.result import Result

# What the search for a proof may take in each model. A proof of more is too large to be checked in plain
# Python in a reasonable time.
EFFORTS = {
    Model.KEPT_CARDS: Effort(200_000),
    Model.KEPT_BY_TURNS: Effort(400_000),
    Model.USED_CARDS: Effort(20_000),
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """The texts of a certificate's files by name, and what kind of proof they hold."""

    claim: ProofClaim
    texts: dict[str, str]


@dataclass(frozen=True, slots=True)
class Clausal:
    """What came of the search for a proof by clauses.

    `search` is the last one, complete or not; None if no model is valid for the target.
    """

    model: Model | None
    search: CubeSearch | None

    @property
    def is_proof(self) -> bool:
        """Whether all cases are refuted."""
        return self.search is not None and self.search.is_complete

    def effort(self) -> str:
        """How far the search got, in words."""
        if self.search is None:
            return "no clauses can be written for it"
        parts, conflicts = len(self.search.parts), self.search.conflicts
        return f"{conflicts:,} conflicts, {parts} {'case' if parts == 1 else 'cases'} refuted"


def certify(
    start: Deal | Position,
    result: Result,
    *,
    context: Context = ALONE,
    efforts: Mapping[Model, Effort] = EFFORTS,
) -> Certificate:
    """The certificate of a result of a solve from `start`: of its best score and of its upper bound.

    If nothing proves the upper bound in a way that others can check within the `efforts` (models in the
    order in which they are tried, but the one that refuted it for the solver first), or `context` must stop
    before that is found, the kind of its proof is NONE. Raises InputError without python-sat, where clauses
    are needed.

    >>> from hanabi_solver.formats.plain import parse_deal
    >>> from hanabi_solver.solver.best_score import solve
    >>> deal = parse_deal("2 r1r1r1r2r2r3r3r4r4r5", suits="r")
    >>> made = certify(deal, solve(deal))
    >>> made.claim.kind.value, made.claim.upper, sorted(made.texts)
    ('bound', 1, ['deal.json', 'line.json', 'proof.json'])
    """
    deal = format_puzzle(Puzzle(start, title=result.source.encode(errors="replace").decode()))
    position = parse_puzzle(deal).position
    line = _renumbered(result.line, result.position, position)
    texts = {DEAL: deal, LINE: format_line(deal.encode(), result.best, line, position.rules.clue_letters)}
    claim = ProofClaim(digest(deal.encode()), result.upper, ProofKind.NONE, None, None, "")
    proofs: dict[str, str] = {}
    efforts = _likely_first(efforts, result)
    needs_ways = not position.rules.has_set_order and not position.is_over
    if needs_ways and result.upper < position.rules.max_score:
        claim, proofs = _ways(claim, position, context, efforts)
    elif (bound := _bound(result, position, context)) is not None:
        claim = replace(claim, kind=ProofKind.BOUND, bound=bound[0], text=bound[1])
    else:
        found = _clauses(position, result.upper, context, efforts, None)
        if found.search is not None and found.is_proof:
            text = f"the clauses of a line that scores more than {result.upper} have no solution"
            claim = replace(
                claim, kind=ProofKind.CLAUSES, model=found.model, text=f"{text} ({found.effort()})"
            )
            proofs = _files(found.search)
        else:
            claim = replace(claim, text=_no_proof(context, found.effort()))
    if claim.kind is ProofKind.NONE:
        reasons = "; ".join(reason.text for reason in result.reasons)
        claim = replace(claim, text=f"{claim.text}; by the solver alone: {reasons}")
    return Certificate(claim, {**texts, PROOF: format_proof(claim), **proofs})


def dump_certificate(certificate: Certificate, folder: Path) -> None:
    """Write the files into `folder`, which must be new or empty, all of them or none.

    They are read back by the reader of the checker. Raises InputError if any of that fails; the folder is
    then as it was.
    """
    check_folder(folder)
    try:
        if kind_of(folder) is PathKind.FOLDER:
            _fill(folder, certificate.texts)
            return
        with made(folder.parent):
            unfinished = Path(tempfile.mkdtemp(prefix=".certificate.", dir=folder.parent))
            try:
                _fill(unfinished, certificate.texts)
                unfinished.chmod(0o777 & ~_umask())
                unfinished.replace(folder)
            except BaseException:
                shutil.rmtree(unfinished, ignore_errors=True)
                raise
    except OSError as error:
        reason = error.strerror or str(error)
        fault = Fault("--certificate", f"expected to write its files, got an error ({reason})")
        raise InputError([fault], str(folder)) from error


def _fill(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into an empty folder, which is empty again if that fails."""
    try:
        for name, text in texts.items():
            _dump_synced(folder / name, text.encode())
    except BaseException:
        for name in texts:
            (folder / name).unlink(missing_ok=True)
        raise


def _dump_synced(path: Path, data: bytes) -> None:
    """Write a file through to the disk; raises OSError unless it then holds just that."""
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if path.stat().st_size != len(data) or read_regular(path, len(data)) != data:
        raise OSError(errno.EIO, f"{path.name} does not hold what was written")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_folder(folder: Path) -> None:
    """Raise InputError unless `folder` can be made, or is empty, as nothing is ever overwritten.

    It is not made yet: a solve that comes to nothing leaves no empty folder behind.
    """
    kind = kind_of(folder, "--certificate")
    try:
        is_new = kind is PathKind.NOTHING or (kind is PathKind.FOLDER and not any(folder.iterdir()))
        above = folder.absolute().parents
        place = next(one for one in above if kind_of(one, "--certificate") is not PathKind.NOTHING)
        if kind not in (PathKind.NOTHING, PathKind.FOLDER):
            raise NotADirectoryError(errno.ENOTDIR, f"it is {kind}")
        if is_new and kind is PathKind.NOTHING and folder.is_symlink():
            raise NotADirectoryError(errno.ENOTDIR, "it is a link that leads nowhere")
        if kind_of(place) is not PathKind.FOLDER or not os.access(place, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, f"nothing can be written to {place}")
    except OSError as error:
        text = f"expected a new or empty folder, got none that can be used ({error.strerror})"
        raise InputError([Fault("--certificate", text)], str(folder)) from error
    if not is_new:
        text = "expected a new or empty folder, got one with files in it"
        raise InputError([Fault("--certificate", text, "name another one")], str(folder))


def _renumbered(line: tuple[Move, ...], old: Position, new: Position) -> tuple[Move, ...]:
    """The line with the deck indices of deal.json: hands by seat, then the draw pile."""
    old_indices = [*(card for hand in old.hands for card in hand), *range(old.draw_index, len(old.deck))]
    new_indices = [*(card for hand in new.hands for card in hand), *range(new.draw_index, len(new.deck))]
    index = dict(zip(old_indices, new_indices, strict=True))
    renumbered: list[Move] = []
    for move in line:
        match move:
            case Play(card):
                renumbered.append(Play(index[card]))
            case Discard(card):
                renumbered.append(Discard(index[card]))
            case Clue():
                renumbered.append(move)
    return tuple(renumbered)


def _bound(result: Result, position: Position, context: Context) -> tuple[str, str] | None:
    """The name and the text of a bound that proves the upper bound once more, recomputed."""
    best = position.rules.max_score
    if result.upper >= best:
        return BoundName.COMPOSITION, f"no score exceeds {best}"
    for reason in result.reasons:
        if reason.name in NAMED_BOUNDS:
            recheck = recheck_bound(position, reason, result.upper, go_on=context.goes_on)
            if recheck.verdict is Recheck.HOLDS:
                return reason.name, reason.text
    return None


def _ways(
    claim: ProofClaim, position: Position, context: Context, efforts: Mapping[Model, Effort]
) -> tuple[ProofClaim, dict[str, str]]:
    """The claim with a proof for each way to stack the suits, and the files of those by clauses."""
    found: list[WayClaim] = []
    files: dict[str, str] = {}
    for number, choice in enumerate(choices(position), start=1):
        chosen = Chosen.of(position, choice)
        way = choice_name(position.rules, choice)
        counted = counted_reason(chosen.fixed, claim.upper, go_on=context.goes_on)
        if counted is not None:
            found.append(WayClaim(way, ProofKind.BOUND, bound=counted.value))
            continue
        clausal = _clauses(chosen.fixed, claim.upper, context, efforts, chosen)
        if clausal.search is None or not clausal.is_proof:
            return replace(claim, text=f"{_no_proof(context, clausal.effort())} for {way}"), {}
        found.append(WayClaim(way, ProofKind.CLAUSES, model=clausal.model, number=number))
        files |= {numbered(name, number): text for name, text in _files(clausal.search).items()}
    by_bound = sum(way.kind is ProofKind.BOUND for way in found)
    text = (
        f"none of the {len(found)} ways to stack the suits scores more than {claim.upper}: "
        f"{by_bound} by counting, {len(found) - by_bound} by clauses, each with a proof of its own"
    )
    return replace(claim, kind=ProofKind.WAYS, ways=tuple(found), text=text), files


def _likely_first(efforts: Mapping[Model, Effort], result: Result) -> Mapping[Model, Effort]:
    """The efforts with the model that refuted the score for the solver before the others."""
    by_solver = {reason.model for reason in result.reasons}
    return dict(sorted(efforts.items(), key=lambda each: each[0].value not in by_solver))


def _files(search: CubeSearch) -> dict[str, str]:
    return {CNF: format_dimacs(search.sink), LEGEND: format_legend(search.sink), DRAT: search.proof()}


def _no_proof(context: Context, effort: str) -> str:
    ended = "the search for a proof was ended" if context.must_stop() else "a proof by clauses was not found"
    return f"no certificate, {ended} ({effort})"


def _clauses(
    position: Position,
    upper: int,
    context: Context,
    efforts: Mapping[Model, Effort],
    chosen: Chosen | None,
) -> Clausal:
    check_sat_solver()
    found = Clausal(None, None)
    for model, effort in efforts.items():
        asked = task(position, upper + 1, model=model, chosen=chosen)
        if isinstance(asked, ModelVerdict) or asked.model is found.model:
            continue
        found = Clausal(asked.model, refute_by_cubes(asked.write, effort, go_on=context.goes_on))
        if found.is_proof:
            break
    return found


def check_sat_solver() -> None:
    """Raise InputError without python-sat, the extra `proofs`, which finds proofs by clauses."""
    if not has_sat_solver():
        fault = Fault(
            "--certificate",
            "expected python-sat to be installed for a proof by clauses, got none",
            f"install it: {install_command('proofs')}",
        )
        raise InputError([fault])
