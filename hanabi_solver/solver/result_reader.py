"""Results read back from JSON: the claim in the file, and where the file contradicts itself."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO

from hanabi_solver.bounds.bound import Bound
from hanabi_solver.errors import Fault, InputError
from hanabi_solver.formats.faults import capped, capped_error
from hanabi_solver.formats.puzzle_schema import RulesFile
from hanabi_solver.formats.rules import rules_from_file
from hanabi_solver.formats.text import MAX_LINE_BYTES, decode, read_bounded
from hanabi_solver.formats.validation import as_json, parse_json, validate
from hanabi_solver.game.cards import Card, parse_cards, split_cards
from hanabi_solver.game.moves import Clue, Discard, Move, Play
from hanabi_solver.game.position import Position
from hanabi_solver.game.rules import Rules
from hanabi_solver.names import SecondMethod
from hanabi_solver.solver.result import CrossCheck, Result
from hanabi_solver.solver.result_json import SCHEMA, format_result
from hanabi_solver.solver.result_schema import ResultFile, ResultPositionFile, TurnFile


@dataclass(frozen=True, slots=True)
class Claim:
    """A result as a file states it, and every place where the file does not fit the result it states."""

    result: Result
    contradictions: tuple[Fault, ...]


def parse_result(text: str, source: str = "") -> Result:
    """The result that one JSON document holds; `source` names the text in errors.

    Raises InputError with every fault, and if the document contradicts itself (say, status "optimal"
    with best below upper).
    """
    claim = parse_claim(text, source)
    if claim.contradictions:
        raise InputError(capped(claim.contradictions), source)
    return claim.result


def parse_claim(text: str, source: str = "") -> Claim:
    """The result that one JSON document holds, with its contradictions returned instead of raised.

    Raises InputError if the document is no result.
    """
    try:
        data = parse_json(text)
        _check_kind(data)
        file = validate(ResultFile, data)
        result = _result(file)
    except InputError as error:
        raise capped_error(error, source) from error
    return Claim(result, tuple(capped(list(_contradictions(parse_json(format_result(result)), data)))))


def read_documents(stream: BinaryIO) -> Iterator[str]:
    """The JSON documents of a stream: one a line if the first line may be one, else all of it is one.

    Lines are read as they come, so that a list may be of any length. Raises InputError if there is nothing,
    for a line or a document that is too long, and for what is no text.

    >>> from io import BytesIO
    >>> list(read_documents(BytesIO(b'{"a": 1}\\n\\n{"a": 2}\\n')))
    ['{"a": 1}', '{"a": 2}']
    """
    lines = _filled_lines(stream)
    first = next(lines, None)
    if first is None:
        advice = "give a file that solve --json or --out wrote"
        raise InputError([Fault("", "expected a result, got nothing", advice)])
    start = first.removeprefix(BOM_UTF8).strip()
    if not (start.startswith(b"{") and start.endswith(b"}")):
        yield decode(read_bounded(stream, first))
        return
    for line in chain([first], lines):
        if len(line) > MAX_LINE_BYTES:
            text = f"expected lines of at most {MAX_LINE_BYTES} bytes, got a longer one"
            raise InputError([Fault("", text, "write one result a line; what follows is not read")])
        yield decode(line).strip()


def _filled_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank, one that is too long cut; raises InputError for blanks without end."""
    blank = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        blank = 0 if line.strip() else blank + len(line)
        if blank > MAX_LINE_BYTES:
            raise InputError([Fault("", "expected a result, got blank lines only")])
        if not blank:
            yield line


def _check_kind(data: Any) -> None:
    """Refuse what is no result of this version at all, instead of listing every key it lacks."""
    if not isinstance(data, dict) or "schema" not in data:
        advice = "give a file that solve --json or --out wrote"
        raise InputError([Fault("", f"expected a result (schema {SCHEMA}), got something else", advice)])
    if data["schema"] != SCHEMA:
        raise InputError([Fault("schema", f"expected {SCHEMA}, got {as_json(data['schema'])}")])
    if data.get("status") == "error":
        raise InputError([Fault("status", "expected a result, got the report of a faulty input")])


def _result(file: ResultFile) -> Result:
    stated = file.rules.model_dump()
    rules = rules_from_file(RulesFile(**stated), file.rules.players)
    faults: list[Fault] = []
    position = _position(file.position, rules, faults)
    line = [_move(turn, index, position, faults) for index, turn in enumerate(file.line)]
    if faults:
        raise InputError(faults)
    return Result(
        position=position,
        best=file.best,
        upper=file.upper,
        reasons=tuple(Bound(reason.bound, reason.value, reason.text) for reason in file.reasons),
        line=tuple(move for move in line if move is not None),
        method=file.method,
        target=file.target,
        seconds=file.seconds,
        nodes=file.nodes,
        seed=file.seed,
        versions=file.versions,
        source=file.source,
        link=file.link,
        gap=file.gap,
        first_turn=file.line[0].turn if file.line else 1,
        least_turns=None if file.shortest is None else file.shortest.least,
        cross_check=None
        if file.cross_check is None
        else CrossCheck(SecondMethod(file.cross_check.method), file.cross_check.agrees),
    )


def _position(file: ResultPositionFile, rules: Rules, faults: list[Fault]) -> Position:
    for letter in rules.letters:
        if letter not in file.stacks:
            faults.append(Fault(f"position.stacks.{letter}", "expected a height, got none"))
    for letter in file.stacks:
        if len(letter) != 1 or letter not in rules.letters:
            faults.append(Fault("position.stacks", f"expected suits of the rules, got {as_json(letter)}"))
    return Position(
        rules=rules,
        deck=_cards(file.deck, rules, "position.deck", faults),
        hands=tuple(tuple(hand) for hand in file.hands),
        draw_index=file.draw_index,
        stacks=tuple(file.stacks.get(letter, 0) for letter in rules.letters),
        discards=_cards(file.discards, rules, "position.discards", faults),
        tokens=file.tokens,
        strikes=file.strikes,
        seat=file.seat,
        turns_left=file.turns_left,
        stack_ranks=_stack_ranks(file, rules, faults),
        last_clue=file.last_clue or "",
    )


def _stack_ranks(file: ResultPositionFile, rules: Rules, faults: list[Fault]) -> tuple[tuple[int, ...], ...]:
    """The ranks on the stacks, where suits have no set order; none elsewhere."""
    stated = file.stack_ranks
    if rules.has_set_order or stated is None or set(stated) != set(rules.letters):
        if (stated is None) != rules.has_set_order:
            expected = "none" if rules.has_set_order else "the ranks on the stack of each suit"
            faults.append(Fault("position.stack_ranks", f"expected {expected}, got {as_json(stated)}"))
        elif stated is not None:
            text = f"expected suits of the rules, got {as_json(sorted(stated))}"
            faults.append(Fault("position.stack_ranks", text))
        return () if rules.has_set_order else ((),) * len(rules.suits)
    return tuple(tuple(stated[letter]) for letter in rules.letters)


def _cards(text: str, rules: Rules, place: str, faults: list[Fault]) -> tuple[Card, ...]:
    try:
        return tuple(parse_cards(split_cards(text), rules.letters, rules.rank_marks, place))
    except InputError as error:
        faults.extend(error.faults)
        return ()


def _move(turn: TurnFile, index: int, position: Position, faults: list[Fault]) -> Move | None:
    place = f"line[{index}]"
    rules = position.rules
    if turn.action == "clue":
        named = turn.suit_or_rank or ""
        if turn.target is None:
            faults.append(Fault(f"{place}.target", "expected the seat that gets the clue, got none"))
        elif len(named) == 1 and named in rules.clue_letters:
            return Clue(turn.target, suit=rules.clue_letters.index(named))
        elif len(named) == 1 and named.isascii() and named.isdigit():
            return Clue(turn.target, rank=int(named))
        else:
            letters = "/".join(rules.clue_letters)
            expected = f"a suit (one of {letters}) or a rank" if letters else "a rank"
            faults.append(
                Fault(f"{place}.suit_or_rank", f"expected {expected}, got {as_json(turn.suit_or_rank)}")
            )
        return None
    if turn.deck_index is None or not 0 <= turn.deck_index < len(position.deck):
        expected = f"0 to {len(position.deck) - 1}"
        faults.append(Fault(f"{place}.deck_index", f"expected {expected}, got {as_json(turn.deck_index)}"))
        return None
    return Play(turn.deck_index) if turn.action == "play" else Discard(turn.deck_index)


def _contradictions(derived: Any, stated: Any, place: str = "") -> Iterator[Fault]:
    """Where the file states something else than the result it describes would be written as."""
    if isinstance(derived, dict) and isinstance(stated, dict):
        for key in {**derived, **stated}:
            inner = f"{place}.{key}" if place else key
            yield from _contradictions(derived.get(key), stated.get(key), inner)
    elif isinstance(derived, list) and isinstance(stated, list) and len(derived) == len(stated):
        for index, pair in enumerate(zip(derived, stated, strict=True)):
            yield from _contradictions(*pair, f"{place}[{index}]")
    elif derived != stated and not _same_cards(derived, stated, place):
        yield Fault(place, f"expected {as_json(derived)} by the rest of the file, got {as_json(stated)}")


def _same_cards(derived: Any, stated: Any, place: str) -> bool:
    """Blanks between cards are no contradiction."""
    return (
        place.startswith("position.")
        and isinstance(stated, str)
        and split_cards(stated) == split_cards(derived)
    )
