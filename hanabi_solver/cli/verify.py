"""`hanabi-solve verify`: is a result true? Replays the line and redoes the bounds, without the solver."""

import sys
from typing import Annotated

import typer

from hanabi_solver.cli.guard import guarded, report_input_error
from hanabi_solver.cli.outcome import Outcome, worst


def verify_command(
    source: Annotated[
        str, typer.Argument(metavar="RESULT.json", help="A file of solve --json or --out, or - for stdin.")
    ],
) -> None:
    """Replay the line of a result and recompute its bounds; exit code 1 if something in it is false."""
    raise typer.Exit(guarded(lambda: _run(source)))


def _run(source: str) -> Outcome:
    from hanabi_solver.cli.render import make_console
    from hanabi_solver.cli.render_checks import print_verification
    from hanabi_solver.errors import InputError
    from hanabi_solver.formats.result_reader import parse_claim, split_documents
    from hanabi_solver.formats.text import decode, load_text
    from hanabi_solver.verify import verify

    is_stdin = source == "-"
    name = "stdin" if is_stdin else source
    text = decode(sys.stdin.buffer.read()) if is_stdin else load_text(source)
    documents = split_documents(text)
    console = make_console()
    outcomes: list[Outcome] = []
    for number, document in enumerate(documents, start=1):
        place = f"{name}:{number}" if len(documents) > 1 else name
        try:
            claim = parse_claim(document, place)
        except InputError as error:
            report_input_error(error)
            outcomes.append(Outcome.BAD_INPUT)
            continue
        if outcomes:
            console.print()
        verification = verify(claim.result, claim.contradictions)
        print_verification(console, place, verification)
        outcomes.append(Outcome.FALSE if verification.is_false else Outcome.PROVED)
    return worst(outcomes)
