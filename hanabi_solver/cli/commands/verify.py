"""`hanabi-solve verify`: is a result true? Replays the line and redoes the bounds, without the solver."""

import json
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanabi_solver.cli.exit_codes import ExitCode, worst
from hanabi_solver.cli.guard import check_stdin, guarded, report_input_error
from hanabi_solver.errors import Fault, InputError

if TYPE_CHECKING:
    from hanabi_solver.checking.verification import Verification


def verify_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="RESULT.json|DIR",
            help="A file of solve --json or --out (- for stdin), or a folder of solve --certificate.",
        ),
    ],
    checker: Annotated[
        str | None,
        typer.Option(
            "--checker",
            metavar="CMD",
            help="For a folder: check its proof.drat with this program, run as CMD model.cnf proof.drat.",
        ),
    ] = None,
) -> None:
    """Replay the line of a result and recheck its bounds; exit code 1 if something in it is false.

    The exit code is 3 if the upper bound cannot be checked.
    """
    raise typer.Exit(guarded(lambda: _run(source, checker)))


def _run(source: str, checker: str | None) -> ExitCode:
    from hanabi_solver.formats.paths import PathKind, kind_of

    if source != "-" and kind_of(source) is PathKind.FOLDER:
        return _run_on_certificate(Path(source), checker)
    if checker is not None:
        text = "expected a folder of solve --certificate with this option, got another source"
        raise InputError([Fault("--checker", text)], source)
    return _run_on_results(source)


def _run_on_certificate(folder: Path, checker: str | None) -> ExitCode:
    from hanabi_solver.certificate.check import verify_certificate
    from hanabi_solver.cli.render.checks import print_certificate_checks
    from hanabi_solver.cli.render.results import make_console

    verification = verify_certificate(folder, checker)
    print_certificate_checks(make_console(), str(folder), verification)
    return _outcome(verification)


def _outcome(verification: "Verification") -> ExitCode:
    """FALSE, or GAP if the upper bound rests on what was not checked."""
    if verification.is_false:
        return ExitCode.FALSE
    return ExitCode.PROVED if verification.shows_upper else ExitCode.GAP


def _run_on_results(source: str) -> ExitCode:
    from hanabi_solver.checking.verification import verify
    from hanabi_solver.cli.render.checks import UNREAD, print_verification
    from hanabi_solver.cli.render.results import make_console
    from hanabi_solver.solver.result_reader import parse_claim

    check_stdin(source)
    name = "stdin" if source == "-" else source
    console = make_console()
    outcomes: list[ExitCode] = []
    documents = _documents(source, name)
    first = list(islice(documents, 2))  # to know whether it is one, of many
    is_one = len(first) == 1
    for number, document in enumerate(chain(first, documents), start=1):
        place = name if is_one else f"{name}:{number}"
        try:
            claim = parse_claim(document, place)
            _check_version(document, place)
        except InputError as error:
            report_input_error(error)
            outcomes.append(ExitCode.BAD_INPUT)
            continue
        if outcomes:
            console.print()
        verification = verify(claim.result, claim.contradictions)
        print_verification(console, place, verification, tells_unread=is_one)
        outcomes.append(_outcome(verification))
    if not is_one and ExitCode.PROVED in outcomes:
        console.print()
        console.print(UNREAD)
    return worst(outcomes)


def _documents(source: str, name: str) -> Iterator[str]:
    """The results of a file or of stdin, each as soon as it is read."""
    from hanabi_solver.formats.text import unreadable
    from hanabi_solver.solver.result_reader import read_documents

    try:
        if source == "-":
            yield from read_documents(sys.stdin.buffer)
            return
        with Path(source).open("rb") as stream:
            yield from read_documents(stream)
    except InputError as error:
        raise error.at(name) from error
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from error


def _check_version(document: str, place: str) -> None:
    """Refuse what Python takes for the number 1 but is not written like it: true and 1.0."""
    from hanabi_solver.formats.validation import parse_json

    version = parse_json(document)["schema"]
    if type(version) is not int:
        raise InputError([Fault("schema", f"expected the whole number 1, got {json.dumps(version)}")], place)
