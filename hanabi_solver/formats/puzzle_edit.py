"""Changing the text of a puzzle file, and nothing in it but what is to change; the file of a new puzzle."""

import json
import re
from dataclasses import dataclass

from hanabi_solver.errors import Fault, InputError, InternalCheckError
from hanabi_solver.formats.expectation import Expectation
from hanabi_solver.formats.first_move import format_first_move, with_trash_as_one
from hanabi_solver.formats.puzzle import parse_puzzle
from hanabi_solver.game.position import Position

_KEY = "expect"
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()

TEMPLATE = """\
{
  "title": "Four to go",
  "source": "who made it",
  "comment": [
    "The keys are explained in docs/formats.md; lines like these are for people and may be left out.",
    "A card is its suit (r y g b p) and its rank: r4. x is any card that can never be played any more.",
    "stacks: the highest card of each suit that is played. hands: from seat 0 on, each in the hands_order:",
    "\\"oldest-first\\" (the usual one), or \\"newest-first\\", as hanab.live shows a hand.",
    "pile: the draw pile, the next card first. tokens: clue tokens left. seat: whose turn it is.",
    "discards: the discard pile; with x it need only name useful cards that are gone.",
    "rules: what differs from the standard ones, like {\\"hand_size\\": 4, \\"strike_limit\\": 1}.",
    "A whole deal has \\"deck\\" and the rule \\"players\\" in place of stacks, hands, pile and so on.",
    "hanabi-solve show FILE prints the board, hanabi-solve check FILE describes the puzzle,",
    "and hanabi-solve check FILE --write adds the best score and the first moves that keep it."
  ],
  "rules": {},
  "stacks": "r3 y5 g5 b4 p4",
  "hands": [
    "x x x r4 x",
    "x x b5 x x",
    "x x x p5 x"
  ],
  "hands_order": "oldest-first",
  "pile": "r5 x",
  "tokens": 0,
  "strikes": 0,
  "seat": 0,
  "discards": "r4"
}
"""


@dataclass(frozen=True, slots=True)
class _Member:
    """A key of the outermost object with the places of its first character and of its value."""

    key: str
    start: int
    value_start: int
    value_end: int


def with_expectation(text: str, expect: Expectation) -> str:
    """The text of a puzzle file with this `expect`; what else is in it stays as it is, to the last blank.

    A missing `expect` is added at the end, one without first moves is completed. Raises InputError if the
    file is faulty or claims something else: no claim is ever replaced.

    >>> text = '{"rules": {"players": 2, "suits": "r", "hand_size": 2}, "deck": "r1r1r1r2r2r3r3r4r4r5"}'
    >>> with_expectation(text, Expectation(5)).endswith('r5", "expect": {"best": 5}}')
    True
    """
    puzzle = parse_puzzle(text)
    old = puzzle.expect
    if old is not None and _holds(old, expect, puzzle.position):
        return text
    if old is not None and (old.best != expect.best or old.first_moves is not None):
        advice = f'take "{_KEY}" out of the file first if it is to be replaced'
        raise InputError([Fault(_KEY, "expected no claim that differs from what is to be written", advice)])
    members = _members(text)
    at = next((member for member in members if member.key == _KEY), None)
    line_end = "\r\n" if "\r\n" in text else "\n"
    before_first = text[text.index("{") + 1 : members[0].start]
    indent = before_first.rpartition("\n")[2] if "\n" in before_first else None
    value = _value(expect, puzzle.start.rules.letters, indent).replace("\n", line_end)
    if at is not None:
        new = f"{text[: at.value_start]}{value}{text[at.value_end :]}"
    else:
        gap = " " if indent is None else f"{line_end}{indent}"
        end = members[-1].value_end
        new = f'{text[:end]},{gap}"{_KEY}": {value}{text[end:]}'
    again = parse_puzzle(new)
    if (again.start, again.expect) != (puzzle.start, expect):
        raise InternalCheckError(f"a puzzle file changed its meaning when {_KEY} was written", new)
    return new


def _holds(claim: Expectation, expect: Expectation, position: Position) -> bool:
    """Whether a claim says all that is to be written."""
    if claim.best != expect.best or expect.first_moves is None:
        return claim.best == expect.best
    return claim.first_moves is not None and (
        with_trash_as_one(claim.first_moves, position) == with_trash_as_one(expect.first_moves, position)
    )


def _members(text: str) -> list[_Member]:
    """The keys of the outermost object of sound JSON text, in order."""
    members: list[_Member] = []
    at = _skip(text, text.index("{") + 1)
    while text[at] != "}":
        key, end = _DECODER.raw_decode(text, at)
        value_start = _skip(text, _skip(text, end) + 1)
        _, value_end = _DECODER.raw_decode(text, value_start)
        members.append(_Member(key, at, value_start, value_end))
        at = _skip(text, value_end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return members


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _value(expect: Expectation, letters: str, indent: str | None) -> str:
    """The value of `expect`: on lines of its own where the file has a line for each key."""
    pairs = [f'"best": {expect.best}']
    if expect.first_moves is not None:
        names = [format_first_move(move, letters) for move in expect.first_moves]
        pairs.append(f'"first_moves": {json.dumps(names)}')
    if indent is None:
        return f"{{{', '.join(pairs)}}}"
    lines = f",\n{indent}{indent}".join(pairs)
    return f"{{\n{indent}{indent}{lines}\n{indent}}}"
