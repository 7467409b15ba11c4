"""Clausal proofs checked by what knows nothing of Hanabi: dratify, or a program given by its command."""

import importlib.util
import shlex
import shutil
import string
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from hanabi_solver.certificate.files import CNF, DRAT, CannotCheckError
from hanabi_solver.checking.verification import Check, Verdict
from hanabi_solver.errors import Fault
from hanabi_solver.formats.faults import shorten
from hanabi_solver.solver.extras import install_command

# What a proof in text form consists of. A line end is a line end to all checkers then.
_TEXT = (string.digits + "-dc \t\r\n" + string.ascii_letters + string.punctuation).encode("ascii")
_MOST_OUTPUT = 16 << 20
_USE_CHECKER = "without --checker only RUP steps are accepted: one with RAT steps needs a full DRAT checker"


def check_proof(cnf: bytes, proof: bytes, checker: str | None) -> Check:
    """Whether `proof` refutes the clauses of `cnf`, both as files hold them.

    `checker` is the command of a DRAT checker, None means dratify. Raises CannotCheckError if the command
    cannot be run, or there is no room for the files that it is given.

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


def command_of(checker: str) -> list[str]:
    """The words of a checker's command; raises CannotCheckError unless its program can be found.

    >>> command_of("true --quiet")
    ['true', '--quiet']
    >>> command_of("'")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hanabi_solver.certificate.files.CannotCheckError: --checker: ... got "'" (No closing quotation)
    """
    try:
        words = shlex.split(checker)
    except ValueError as error:
        raise _no_command(checker, str(error)) from error
    if not words:
        raise _no_command(checker, "it is empty")
    if shutil.which(words[0]) is None:
        raise _no_command(checker, "there is no such program")
    return words


def _by_command(checker: str, cnf: bytes, proof: bytes) -> Check:
    words = command_of(checker)
    try:
        # What is checked is what was read and compared, even if the files change meanwhile.
        with tempfile.TemporaryDirectory(prefix="hanabi-") as name:
            folder = Path(name)
            (folder / CNF).write_bytes(cnf)
            (folder / DRAT).write_bytes(proof)
            said, errors, code = _output([*words, str(folder / CNF), str(folder / DRAT)], checker)
    except OSError as error:
        text = f"expected room for the proof in a temporary folder, got an error ({error.strerror or error})"
        fault = Fault("--checker", text, "make room, or name another folder in TMPDIR")
        raise CannotCheckError([fault]) from error
    if "s VERIFIED" in said.splitlines():
        return Check(DRAT, Verdict.HOLDS, f"{checker}: s VERIFIED")
    last = (said.strip() or errors.strip() or f"exit code {code}").splitlines()[-1]
    return Check(DRAT, Verdict.FAILS, f'{checker} does not say "s VERIFIED": {short(last)}')


def _output(command: list[str], checker: str) -> tuple[str, str, int]:
    """What a checker says on stdout and on stderr, and its exit code."""
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except (OSError, ValueError) as error:
        raise _no_command(checker, str(error)) from error
    with process, ThreadPoolExecutor(1) as other:
        assert process.stdout is not None
        assert process.stderr is not None
        errors = other.submit(_read, process, process.stderr)
        said = _read(process, process.stdout), errors.result()
    if any(len(each) > _MOST_OUTPUT for each in said):
        text = f"expected a checker that says at most {_MOST_OUTPUT >> 20} MB, got more from {checker!r}"
        raise CannotCheckError([Fault("--checker", text)])
    out, error_text = (each.decode("utf-8", "replace") for each in said)
    return out, error_text, process.returncode


def _read(process: "subprocess.Popen[bytes]", stream: IO[bytes]) -> bytes:
    """All of a stream, or more than is allowed; then the process is killed, as it would wait to go on."""
    said = stream.read(_MOST_OUTPUT + 1)
    if len(said) > _MOST_OUTPUT:
        process.kill()
    return said


def _no_command(checker: str, reason: str) -> CannotCheckError:
    text = f"expected a command that can be run, got {shorten(repr(checker))} ({reason})"
    return CannotCheckError([Fault("--checker", text)])
