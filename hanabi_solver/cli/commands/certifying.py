"""`solve --certificate`: what is checked before the work, and the folder that is written after it."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.terminal.interrupt import Interrupt
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.plain_text import shell_quoted

if TYPE_CHECKING:
    from hanabi_solver.game.deal import Deal
    from hanabi_solver.game.position import Position
    from hanabi_solver.solver.result import Result

CertificateOption = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        metavar="DIR",
        parser=Path,
        help="Write a proof to a new folder, for one deal (see verify).",
    ),
]


def prepare(folder: Path, *, is_quiet: bool) -> None:
    """Raise InputError unless `folder` is new or empty; say before the work that a proof may not be found."""
    from hanabi_solver.certificate.make import check_folder
    from hanabi_solver.solver.extras import install_command
    from hanabi_solver.solver.limits import has_sat_solver

    check_folder(folder)
    if not has_sat_solver() and not is_quiet:
        text = "without python-sat there is a certificate only where a bound proves the answer"
        print(f"note: {text} ({install_command('proofs')})", file=sys.stderr)


def check_apart(folder: Path | None, targets: Mapping[str, Path]) -> None:
    """Raise InputError if two options name one file, or one names a file in the certificate's folder.

    `targets` are files by option; the folder holds nothing but the certificate.
    """
    if len(set(targets.values())) < len(targets):
        raise InputError([Fault("--html", "expected another file than that of --out, got the same")])
    for option, target in targets.items():
        if folder is not None and folder.resolve() in target.parents:
            text = f"expected a file outside the folder of --certificate, got one in {folder}"
            raise InputError([Fault(option, text)], str(target))


def certify_answer(
    start: "Deal | Position", result: "Result", folder: Path, seconds: float | None, interrupt: Interrupt
) -> str:
    """Write the certificate of an answer; where it is and what it is worth, in words.

    The search for a proof has as many `seconds` as the solve had, and ends at a signal.
    """
    from hanabi_solver.certificate.files import ProofKind
    from hanabi_solver.certificate.make import certify, dump_certificate
    from hanabi_solver.solver.limits import Context

    with interrupt.armed():
        made = certify(start, result, context=Context(stop=interrupt.stop).within(seconds))
    dump_certificate(made, folder)
    kind = "no proof that others can check" if made.claim.kind is ProofKind.NONE else made.claim.kind.value
    name = shell_quoted(str(folder))
    return f"Certificate in {name} ({kind}): hanabi-solve verify {name}"
