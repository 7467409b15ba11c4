"""Clausal proofs checked by what knows nothing of Hanabi: dratify, or a program given by its command."""

import importlib.util
import shlex
import string
import subprocess
import tempfile
from pathlib import Path

from hanabi_solver.certificate.files import CNF, DRAT
from hanabi_solver.checking.verification import Check, Verdict
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.solver.extras import install_command

# What a proof in text form consists of. A line end is a line end to all checkers then.
_TEXT = (string.digits + "-dc \t\r\n" + string.ascii_letters + string.punctuation).encode("ascii")
_USE_CHECKER = "without --checker only RUP steps are accepted: one with RAT steps needs a full DRAT checker"


def check_proof(cnf: bytes, proof: bytes, checker: str | None) -> Check:
    """Whether `proof` refutes the clauses of `cnf`, both as files hold them.

    `checker` is the command of a DRAT checker, None means dratify. Raises InputError if the command
    cannot be run.

    >>> check_proof(b"p cnf 1 2\\n1 0\\n-1 0\\n", b"0\\n", None).verdict.value
    'holds'
    >>> check_proof(b"p cnf 1 1\\n1 0\\n", b"0\\n", None).verdict.value
    'fails'
    """
    if odd := proof.translate(None, _TEXT):
        at = proof.index(odd[:1])
        text = f"byte {at + 1}: expected a proof in text form (ASCII), got byte {odd[0]:#04x}"
        return Check(DRAT, Verdict.FAILS, text)
    if checker is None:
        return _by_dratify(cnf.decode("ascii"), proof.decode("ascii"))
    return _by_command(checker, cnf, proof)


def short(text: str | None) -> str:
    """A line of a file, to be quoted in one line of a table.

    >>> short("1 -2 0"), short(None)
    ("'1 -2 0'", 'no such line')
    """
    if text is None:
        return "no such line"
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def _by_dratify(cnf: str, proof: str) -> Check:
    if importlib.util.find_spec("dratify") is None:
        text = f"no proof checker: {install_command('proofs')}, or name one with --checker"
        return Check(DRAT, Verdict.UNCHECKED, text)
    from dratify import check_proof, parse_dimacs

    try:
        # dratify keeps a literal that a clause forced even when that clause is deleted. Then RAT, which may
        # take away solutions, can "refute" what has some; RUP only adds what follows from the clauses of the
        # file. And no module that happens to be installed takes part.
        result = check_proof(parse_dimacs(cnf), proof, check_rat=False, engine="python")
    except ValueError as error:
        return Check(DRAT, Verdict.FAILS, str(error))
    if result.ok:
        return Check(DRAT, Verdict.HOLDS, f"dratify accepts it ({result.steps:,} steps): {result.reason}")
    if result.failed_step > 0:
        text = f"dratify refuses step {result.failed_step:,}, which is not RUP; {_USE_CHECKER}"
        return Check(DRAT, Verdict.FAILS, text)
    return Check(DRAT, Verdict.FAILS, f"dratify refuses it ({result.steps:,} steps): {result.reason}")


def _by_command(checker: str, cnf: bytes, proof: bytes) -> Check:
    try:
        words = shlex.split(checker)
    except ValueError as error:
        raise _no_command(checker, str(error)) from error
    if not words:
        raise _no_command(checker, "empty")
    # What is checked is what was read and compared, even if the files change meanwhile.
    with tempfile.TemporaryDirectory(prefix="hanabi-") as name:
        folder = Path(name)
        (folder / CNF).write_bytes(cnf)
        (folder / DRAT).write_bytes(proof)
        command = [*words, str(folder / CNF), str(folder / DRAT)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
        except OSError as error:
            raise _no_command(checker, error.strerror) from error
    if "s VERIFIED" in run.stdout.splitlines():
        return Check(DRAT, Verdict.HOLDS, f"{checker}: s VERIFIED")
    said = (run.stdout.strip() or run.stderr.strip() or f"exit code {run.returncode}").splitlines()[-1]
    return Check(DRAT, Verdict.FAILS, f'{checker} does not say "s VERIFIED": {short(said)}')


def _no_command(checker: str, reason: str | None) -> InputError:
    text = f"expected a command that can be run, got {checker!r} ({reason})"
    return InputError([Fault("--checker", text)])
