"""What a page is about: where play starts, the line to step through, and what is known of every turn."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hanabi_solver.analysis.game_review import GameReview
from hanabi_solver.analysis.review_result import Drop, Reach
from hanabi_solver.analysis.review_words import (
    closing_sentences,
    deed,
    headline_sentences,
    keeping_groups,
    line_text,
    points_left_text,
    range_text,
    undecided_sentence,
    why,
)
from hanabi_solver.errors import InputError
from hanabi_solver.formats.convert import TargetFormat, convert, no_link_reason
from hanabi_solver.formats.entry import Entry
from hanabi_solver.formats.hanablive.variants import USUAL_LETTERS
from hanabi_solver.formats.plain_text import one_line, player_names
from hanabi_solver.game.moves import Move
from hanabi_solver.game.position import Position
from hanabi_solver.game.words import seat_names
from hanabi_solver.solver.result import Result
from hanabi_solver.solver.words import bound_sentences, headline

# Longer names are cut: each turn is a sentence, and nobody reads on in one without end.
_LONGEST_NAME = 40
_SUIT_NAMES = {letter: name for name, letter in USUAL_LETTERS.items()}


@dataclass(frozen=True, slots=True)
class DropNote:
    """A move that lowered the best score in reach, in words: a heading, named facts, and a link or None."""

    turn: int
    heading: str
    before: int
    after: int
    facts: tuple[tuple[str, str], ...]
    link: str | None


@dataclass(frozen=True, slots=True)
class Subject:
    """What a page shows.

    `first_turn` is the number of the first move of `line`. `reaches[k]` is what is in reach after k moves of
    it, None where that is not known. `ending` says how a game that was played ended. `names` are those
    of the seats, `suit_names` those of the suits. With `is_hidden` the line waits behind a button, and
    `goal` is all that is said of it.
    """

    title: str
    about: tuple[str, ...]
    names: tuple[str, ...]
    suit_names: tuple[str, ...]
    start: Position
    line: tuple[Move, ...]
    first_turn: int
    reaches: tuple[Reach | None, ...]
    unnamed: frozenset[int]
    summary: tuple[str, ...]
    drops: tuple[DropNote, ...] = ()
    link: str | None = None
    goal: str = ""
    is_hidden: bool = False
    ending: str = ""


def shown(entry: Entry) -> Subject:
    """A deal or position by itself; of a game, its own moves from there on.

    Raises IllegalMoveError if a move of the game breaks a rule.
    """
    moves = () if entry.game is None else entry.game.moves[_played(entry) :]
    summary = ("The game as it was played.",) if moves else ()
    link = None
    if entry.game is not None:
        try:
            link = convert(entry, TargetFormat.LINK)
        except InputError as error:
            summary = (*summary, _no_link(no_link_reason(entry, error)))
    subject = _subject(entry, moves, (None,) * (len(moves) + 1), summary, link)
    if entry.game is None or not (entry.game.moves or entry.game.end):
        return subject
    outcome = entry.game.outcome()
    return replace(subject, ending=f"{outcome.sentence()} {outcome.left_sentence()}".strip())


def solved(entry: Entry, result: Result, why_no_link: str = "") -> Subject:
    """The line that a solve found, and why no line does better; what is in reach stays so along the line."""
    summary = [headline(result), *bound_sentences(result)]
    if why_no_link and entry.game is not None:
        summary.append(_no_link(why_no_link))
    reaches = (Reach(result.best, result.upper),) * (len(result.line) + 1)
    return _subject(entry, result.line, reaches, tuple(summary), result.link)


def as_puzzle(entry: Entry, result: Result) -> Subject:
    """The same with the solution behind a button: before that only the goal is shown."""
    most = result.position.rules.max_score
    goal = f"Reach {result.best} of {most} points." if result.best == result.upper else "Score all you can."
    subject = solved(entry, result)
    if entry.puzzle is not None:
        # What its maker notes may give the solution away.
        notes = tuple(text for text in map(one_line, entry.puzzle.comment) if text)
        about = tuple(text for text in subject.about if text not in notes)
        subject = replace(subject, about=about, summary=(*subject.summary, *notes))
    return replace(subject, goal=goal, is_hidden=True)


def reviewed(entry: Entry, review: GameReview) -> Subject:
    """A game as it was played, with the best score in reach at every turn and what lowered it."""
    names = _short_names(review.game.players)
    turns = review.review.turns
    summary = [" ".join(headline_sentences(review, names))]
    undecided = [turn for turn in turns if not turn.is_decided]
    if undecided or not review.review.best.is_exact:
        summary.append(undecided_sentence(review.review.best, undecided))
    closing = " ".join(closing_sentences(review))
    if closing:
        summary.append(closing)
    notes = [_note(drop, link, names) for drop, link in zip(review.review.drops, review.links, strict=True)]
    whole = replace(entry, start=review.game.deal, turn=None)
    try:
        link = convert(whole, TargetFormat.LINK)
    except InputError as error:
        link = None
        summary.append(_no_link(no_link_reason(whole, error)))
    reaches = (review.review.best, *(turn.after for turn in turns))
    subject = _subject(whole, tuple(turn.move for turn in turns), reaches, tuple(summary), link)
    left = points_left_text(review)
    ending = (
        f"{review.outcome.sentence()} {left[:1].upper()}{left[1:]}." if left else review.outcome.sentence()
    )
    return replace(subject, drops=tuple(notes), ending=ending)


def _no_link(reason: str) -> str:
    return f"No link to hanab.live: {one_line(reason)}."


def _note(drop: Drop, link: str | None, names: list[str]) -> DropNote:
    turn, score = drop.turn, drop.turn.before.best
    facts = [(f"Why not {score}", why(drop.reasons)), (f"Keeping {score}", "; ".join(keeping_groups(drop)))]
    line = line_text(drop, is_linked=link is not None) if drop.line else "none is needed, the stacks have it"
    facts.append((f"A line to {score}", line))
    heading = f"{deed(turn, names)}, {range_text(turn.before)} to {range_text(turn.after)}"
    return DropNote(turn.turn, heading, score, turn.after.upper, tuple(facts), link)


def _subject(
    entry: Entry,
    line: tuple[Move, ...],
    reaches: tuple[Reach | None, ...],
    summary: tuple[str, ...],
    link: str | None,
) -> Subject:
    position = entry.position
    rules = position.rules
    if entry.game is None:
        names = list(seat_names(rules.players))
        suit_names = [_SUIT_NAMES.get(suit.letter, f"suit {suit.letter}") for suit in rules.suits]
    else:
        names = _short_names(entry.game.players)
        suit_names = [suit.name for suit in entry.game.variant.suits]
    return Subject(
        title=one_line(_title(entry)) or "Untitled",
        about=tuple(text for text in map(one_line, _about(entry)) if text),
        names=tuple(names),
        suit_names=tuple(suit_names),
        start=position,
        line=line,
        first_turn=_played(entry) + 1,
        reaches=reaches,
        unnamed=entry.unnamed,
        summary=summary,
        link=link,
    )


def _short_names(players: Sequence[str]) -> list[str]:
    """The players' names, none of them very long."""
    names = player_names(players)
    return [name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}\u2026" for name in names]


def _played(entry: Entry) -> int:
    """How many moves of its game lie before an entry."""
    return (entry.turn or 1) - 1


def _title(entry: Entry) -> str:
    if entry.puzzle is not None and entry.puzzle.title:
        return entry.puzzle.title
    if entry.game is not None and entry.game.seed:
        return entry.game.seed if entry.turn is None else f"{entry.game.seed}, turn {entry.turn}"
    return os.path.basename(entry.name)


def _about(entry: Entry) -> tuple[str, ...]:
    """Where the deal or position comes from, but for its title."""
    if entry.puzzle is not None:
        about: tuple[str, ...] = (entry.puzzle.source, *entry.puzzle.comment)
    else:
        about = () if entry.game is None else (f"hanab.live, {entry.game.variant.name}",)
    return (*about, *entry.changes_in_words)
